// Callers of this module also get the base, which defines the reasons why a record can't be read.
@_exported public import SiderealBase
