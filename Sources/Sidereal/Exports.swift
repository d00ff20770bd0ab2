// All of it by one import.
@_exported public import SiderealAuthenticatedTime
@_exported public import SiderealStorage
