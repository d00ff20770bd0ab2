// This module exports the types of core and gate, so an app needs only one import.
@_exported public import SiderealCore
@_exported public import SiderealGate
