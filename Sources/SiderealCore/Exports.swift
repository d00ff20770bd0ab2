// The reasons why a record can't be read are in the base, and callers of this module get them.
@_exported public import SiderealBase
