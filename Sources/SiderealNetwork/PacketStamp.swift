package import SiderealCore

/// A received packet.
package struct Datagram: Sendable {
    /// The first 2,048 bytes of the packet. The rest is dropped.
    package let bytes: [UInt8]
    /// The least time since the packet arrived. The kernel records the arrival before a thread wakes up. Zero if the
    /// time is unknown.
    package let age: Nanoseconds
    /// The least time from the call to `sending` until the departure of the last request. Zero if the time is unknown.
    package let delay: Nanoseconds

    package init(_ bytes: [UInt8], age: Nanoseconds = .zero, delay: Nanoseconds = .zero) {
        self.bytes = bytes
        self.age = age
        self.delay = delay
    }
}

/// Two clocks, read one right after the other. The kernel stamps packets by the wall clock, which can be set. The
/// monotonic clock can't be set.
package struct PacketClocks: Sendable {
    /// CLOCK_REALTIME.
    package let wall: Nanoseconds
    /// CLOCK_MONOTONIC. The kernel slews this clock together with CLOCK_REALTIME, but never sets it.
    package let monotonic: Nanoseconds

    package init(wall: Nanoseconds, monotonic: Nanoseconds) {
        self.wall = wall
        self.monotonic = monotonic
    }
}

/// A kernel's stamp of a packet, between two readings of the clocks.
///
/// A time that is too small is safe, because the packet then seems to have travelled longer. A time that is too large
/// would be wrong. So the result omits all time that the wall clock gained on the monotonic clock between the
/// readings, before or after the stamp.
///
/// Slewing speeds up both clocks together: by a tenth through the length of a tick, as adjtimex(2) allows, and by 500
/// ppm each through the frequency and adjtime(3). So the result also omits a tenth of the remaining time.
package struct PacketStamp: Sendable {
    /// The wall clock time of the stamp.
    private let stamp: Nanoseconds
    private let before: PacketClocks
    private let after: PacketClocks

    /// - Parameters:
    ///   - stamp: The kernel's stamp.
    ///   - before: A reading with the wall clock first.
    ///   - after: A reading with the wall clock last, so that a forward step of that clock is not underestimated.
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
