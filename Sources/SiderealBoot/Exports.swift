// This module re-exports SiderealCore and SiderealGate, so an app needs only one import.
@_exported public import SiderealCore
@_exported public import SiderealGate
