// An import of Sidereal also imports trusted time, reboot detection, and storage.
@_exported public import SiderealAuthenticatedTime
@_exported public import SiderealStorage
