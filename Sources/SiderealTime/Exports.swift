// A trusted clock keeps its evidence in an observatory, which is a type of SiderealBoot.
@_exported public import SiderealBoot
