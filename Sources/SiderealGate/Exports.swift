// The causes for which something cannot be read are of the base, and callers of this module meet them.
@_exported public import SiderealBase
