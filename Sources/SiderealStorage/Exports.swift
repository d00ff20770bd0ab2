// This module re-exports the gate and the causes of unavailability, so that an app needs only one import.
@_exported public import SiderealGate
