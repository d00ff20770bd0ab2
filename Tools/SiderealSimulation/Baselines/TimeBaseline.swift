package import SiderealCore

/// A clock of the kind that other libraries contain. The code is a new implementation from its description.
///
/// A value of this type holds what one process remembers. The descriptions don't say what a clock adds to a server's
/// time. Each baseline adds half of the round trip, because the result is more accurate than without it.
package protocol TimeBaseline: Sendable {
    static var name: String { get }
    init()
    /// Ingests a server's time, the round trip of the exchange, and a reading of the clocks at the end of the exchange.
    mutating func received(server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading)
    /// Starts a new process, which remembers nothing from the previous process.
    mutating func rebootedProcess()
    /// Returns the current time, or `nil` if the baseline has no answer.
    func now(_ reading: ClockReading) -> TrueInstant?
}

/// A baseline that trusts the device's wall clock.
package struct WallClockBelieved: TimeBaseline {
    package static let name = "wallClock"

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {}
    package mutating func rebootedProcess() {}
    package func now(_ reading: ClockReading) -> TrueInstant? { TrueInstant(nanoseconds: reading.wall.nanoseconds) }
}

/// A measure of the time since boot.
package protocol UptimeKind: Sendable {
    static var name: String { get }
    static func uptime(_ reading: ClockReading) -> Nanoseconds
}

/// An uptime that stops while the device sleeps.
package enum AwakeUptime: UptimeKind {
    package static let name = "awake"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { Nanoseconds(reading.awake.nanoseconds) }
}

/// An uptime that is the wall clock minus the boot time. The kernel slews this uptime together with the wall clock.
package enum CalendarUptime: UptimeKind {
    package static let name = "calendar"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { reading.wall - reading.kernelBootTime }
}

/// An uptime that includes sleep and is not slewed.
package enum ContinuousUptime: UptimeKind {
    package static let name = "continuous"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { Nanoseconds(reading.elapsed.nanoseconds) }
}

/// A baseline that adds the uptime since a sample to the sample's server time. It uses the sample with the smallest
/// round trip. The sample never expires and has no error bound.
package struct ServerPlusUptime<Uptime: UptimeKind>: TimeBaseline {
    package static var name: String { "serverPlusUptime(\(Uptime.name))" }

    private var best: (roundTrip: Nanoseconds, offset: Nanoseconds)?

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {
        // If two round trips are equal, the newer sample replaces the older sample.
        if let best, best.roundTrip < roundTrip { return }
        best = (roundTrip, offset(of: server, roundTrip, from: Uptime.uptime(reading)))
    }

    package mutating func rebootedProcess() { best = nil }

    package func now(_ reading: ClockReading) -> TrueInstant? {
        best.map { TrueInstant(nanoseconds: ($0.offset + Uptime.uptime(reading)).count) }
    }
}

/// A baseline that uses the median of the servers' offsets. Each server contributes its sample with the smallest round
/// trip among its last four samples. The uptime is `CalendarUptime`.
package struct NTPMedian: TimeBaseline {
    package static let name = "ntpMedian"
    package static let samplesPerServer = 4

    private var samples: [String: [(roundTrip: Nanoseconds, offset: Nanoseconds)]] = [:]
    private var median: Nanoseconds?

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {
        let offset = offset(of: server, roundTrip, from: CalendarUptime.uptime(reading))
        let kept = samples[source, default: []] + [(roundTrip, offset)]
        samples[source] = kept.suffix(NTPMedian.samplesPerServer)
        let offsets = samples.values.compactMap { $0.min { $0.roundTrip < $1.roundTrip }?.offset }.sorted()
        guard let high = offsets.dropFirst(offsets.count / 2).first else { return }
        // If the number of offsets is even, the median is the mean of the two middle offsets.
        let low = offsets.count % 2 == 0 ? offsets.dropFirst(offsets.count / 2 - 1).first ?? high : high
        median = low + Nanoseconds((high - low).count / 2)
    }

    package mutating func rebootedProcess() { self = NTPMedian() }

    package func now(_ reading: ClockReading) -> TrueInstant? {
        median.map { TrueInstant(nanoseconds: ($0 + CalendarUptime.uptime(reading)).count) }
    }
}

extension TimeBaseline {
    /// Returns the true time minus the uptime, according to a server's answer.
    fileprivate func offset(
        of server: TrueInstant, _ roundTrip: Nanoseconds, from uptime: Nanoseconds
    ) -> Nanoseconds {
        Nanoseconds(server.nanoseconds) + Nanoseconds(roundTrip.count / 2) - uptime
    }
}

/// All baselines, in lists that the tables use.
package enum Baselines {
    package static let boot: [any BootBaseline.Type] = [
        BootTimeEqual.self, UptimeDecreased.self, ThreeClocks.self, FrozenUptime.self,
    ]
    package static let time: [any TimeBaseline.Type] = [
        WallClockBelieved.self, ServerPlusUptime<AwakeUptime>.self, ServerPlusUptime<CalendarUptime>.self,
        ServerPlusUptime<ContinuousUptime>.self, NTPMedian.self,
    ]
}
