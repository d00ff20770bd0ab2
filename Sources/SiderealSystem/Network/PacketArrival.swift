package import SiderealCore

/// A packet that came.
package struct Datagram: Sendable {
    /// Cut down to 2,048 bytes.
    package let bytes: [UInt8]
    /// How long ago it came, at least: the kernel knows that before a thread wakes up. Zero where nothing is known.
    package let age: Nanoseconds

    package init(_ bytes: [UInt8], age: Nanoseconds = .zero) {
        self.bytes = bytes
        self.age = age
    }
}

/// The clock that the kernel stamps packets with, which anybody may set, and one that nobody can, read right after each
/// other.
package struct PacketClocks: Sendable {
    /// CLOCK_REALTIME.
    package let wall: Nanoseconds
    /// CLOCK_MONOTONIC_RAW, which neither a setting nor a slewing changes.
    package let raw: Nanoseconds

    package init(wall: Nanoseconds, raw: Nanoseconds) {
        self.wall = wall
        self.raw = raw
    }
}

/// How long ago a packet came, by the kernel's stamp.
package enum PacketArrival {
    /// The least time since the arrival, or zero where the stamp can't be trusted.
    ///
    /// Too little is sound: the packet then seems to have come later, and bounds are wider. Too much would not be. So
    /// what the wall clock gained on the other one since the question was sent does not count, be it by a step before
    /// the stamp or after it. Nor does what a slewing may have lost on the rest of the way, which would hide a gain:
    /// adjtimex(2) allows a tenth by the length of a tick, 500 parts in a million by frequency, and adjtime(3) as many.
    ///
    /// - Parameters:
    ///   - stamp: The kernel's, by the wall clock.
    ///   - sent: Before the question was sent, the wall clock first.
    ///   - now: After the packet was received, the wall clock last, so that a step seems no smaller than it was.
    /// - Returns: At least zero.
    package static func age(stamp: Nanoseconds, sent: PacketClocks, now: PacketClocks) -> Nanoseconds {
        let (wall, raw) = (now.wall - sent.wall, now.raw - sent.raw)
        guard stamp >= sent.wall, stamp <= now.wall, raw >= .zero else { return .zero }
        let gained = max(wall - raw, .zero)
        let left = now.wall - stamp - gained - Nanoseconds(raw.count / 1_000 * 101)
        return max(left, .zero)
    }
}
