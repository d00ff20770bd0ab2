// Callers of this module handle the causes of unavailability, so this module re-exports `SiderealBase`.
@_exported public import SiderealBase
