package import SiderealCore

/// A packet that came.
package struct Datagram: Sendable {
    /// Cut down to 2,048 bytes.
    package let bytes: [UInt8]
    /// How long ago it came, at least: the kernel knows that before a thread wakes up. Zero where nothing is known.
    package let age: Nanoseconds
    /// How long after `sending` was called the last question left, at least. Zero where nothing is known.
    package let delay: Nanoseconds

    package init(_ bytes: [UInt8], age: Nanoseconds = .zero, delay: Nanoseconds = .zero) {
        self.bytes = bytes
        self.age = age
        self.delay = delay
    }
}

/// Two clocks, read one right after the other: the one that the kernel stamps packets with, which can be set, and one
/// that can't.
package struct PacketClocks: Sendable {
    /// CLOCK_REALTIME.
    package let wall: Nanoseconds
    /// CLOCK_MONOTONIC, which is slewed as the other one is, but never set: both are of one timekeeper.
    package let monotonic: Nanoseconds

    package init(wall: Nanoseconds, monotonic: Nanoseconds) {
        self.wall = wall
        self.monotonic = monotonic
    }
}

/// Between two readings of the clocks the kernel stamped a packet.
///
/// Too little is sound, as the packet then seems to have been longer on its way; too much would not be. So what the
/// wall clock gained on the other one between the readings does not count, be it before the stamp or after it. Slewing
/// gains nothing on it, but it hurries both: by a tenth by the length of a tick, as adjtimex(2) allows, and by 500
/// parts in a million each by frequency and adjtime(3).
package struct PacketStamp: Sendable {
    /// By the wall clock.
    private let stamp: Nanoseconds
    private let before: PacketClocks
    private let after: PacketClocks

    /// - Parameters:
    ///   - stamp: The kernel's.
    ///   - before: The wall clock first.
    ///   - after: The wall clock last, so that a setting forward seems no smaller than it was.
    package init(_ stamp: Nanoseconds, before: PacketClocks, after: PacketClocks) {
        (self.stamp, self.before, self.after) = (stamp, before, after)
    }

    /// The least time that passed until the stamp, or zero where it can't be trusted.
    package var leastBefore: Nanoseconds { least(stamp - before.wall) }

    /// The least time that has passed since the stamp, or zero where it can't be trusted.
    package var leastAfter: Nanoseconds { least(after.wall - stamp) }

    private func least(_ span: Nanoseconds) -> Nanoseconds {
        let passed = after.monotonic - before.monotonic
        guard stamp >= before.wall, stamp <= after.wall, passed >= .zero else { return .zero }
        let gained = max(after.wall - before.wall - passed, .zero)
        let left = span - gained
        return max(left - Nanoseconds(left.count / 10) - Nanoseconds(1), .zero)
    }
}
