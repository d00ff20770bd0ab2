// A clock remembers what it learned in an observatory, which is of that module.
@_exported public import SiderealBoot
