// The causes for which a record cannot be read are of the base, and callers of this module meet them.
@_exported public import SiderealBase
