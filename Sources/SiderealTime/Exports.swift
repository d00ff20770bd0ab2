// A clock keeps what it learned in an observatory, which is a type of SiderealBoot.
@_exported public import SiderealBoot
