package import SiderealCore

/// A packet that was received.
package struct Datagram: Sendable {
    /// The bytes of the packet, of which those after the first 2,048 are dropped.
    package let bytes: [UInt8]
    /// The least time since the packet arrived. The kernel records that before a thread wakes up. Zero if it is
    /// unknown.
    package let age: Nanoseconds
    /// The least time from the call of `sending` to the departure of the last request. Zero if it is unknown.
    package let delay: Nanoseconds

    package init(_ bytes: [UInt8], age: Nanoseconds = .zero, delay: Nanoseconds = .zero) {
        self.bytes = bytes
        self.age = age
        self.delay = delay
    }
}

/// Two clocks, read one right after the other. The kernel stamps packets with the first one, which can be set; the
/// second one can't.
package struct PacketClocks: Sendable {
    /// CLOCK_REALTIME.
    package let wall: Nanoseconds
    /// CLOCK_MONOTONIC, which is slewed together with CLOCK_REALTIME, but is never set: both come from one timekeeper.
    package let monotonic: Nanoseconds

    package init(wall: Nanoseconds, monotonic: Nanoseconds) {
        self.wall = wall
        self.monotonic = monotonic
    }
}

/// A kernel's stamp of a packet, between two readings of the clocks.
///
/// A time that is too small is sound, because the packet then seems to have been longer on its way. A time that is too
/// great would not be. So all that the wall clock gained on the monotonic clock between the readings is subtracted, no
/// matter on which side of the stamp. Slewing gains nothing on the monotonic clock, but hurries both clocks: by a tenth
/// by the length of a tick, as adjtimex(2) allows, and by 500 parts in a million each by frequency and adjtime(3).
package struct PacketStamp: Sendable {
    /// The stamp by the wall clock.
    private let stamp: Nanoseconds
    private let before: PacketClocks
    private let after: PacketClocks

    /// - Parameters:
    ///   - stamp: The kernel's stamp.
    ///   - before: A reading with the wall clock first.
    ///   - after: A reading with the wall clock last, so that a setting forward seems no smaller than it was.
    package init(_ stamp: Nanoseconds, before: PacketClocks, after: PacketClocks) {
        (self.stamp, self.before, self.after) = (stamp, before, after)
    }

    /// The least time from the first reading to the stamp, or zero if it can't be trusted.
    package var leastBefore: Nanoseconds { least(stamp - before.wall) }

    /// The least time from the stamp to the second reading, or zero if it can't be trusted.
    package var leastAfter: Nanoseconds { least(after.wall - stamp) }

    private func least(_ span: Nanoseconds) -> Nanoseconds {
        let passed = after.monotonic - before.monotonic
        guard stamp >= before.wall, stamp <= after.wall, passed >= .zero else { return .zero }
        let gained = max(after.wall - before.wall - passed, .zero)
        let left = span - gained
        return max(left - Nanoseconds(left.count / 10) - Nanoseconds(1), .zero)
    }
}
