// Callers of this module handle the base's causes of unavailability, so they are exported.
@_exported public import SiderealBase
