package import SiderealCore

/// A device whose truth is known.
package final class SimulatedDevice: Sendable {
    package static var beginning: TrueInstant { TrueInstant(nanoseconds: 1_800_000_000_000_000_000) }
}
