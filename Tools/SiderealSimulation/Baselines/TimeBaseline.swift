package import SiderealCore

/// A way to tell the time that others ship, written afresh from its description.
///
/// What it holds is one process's memory. Half the round trip is added to what a server said: the descriptions do not
/// say, and a baseline is given the better of both.
package protocol TimeBaseline: Sendable {
    static var name: String { get }
    init()
    /// A server's answer arrived: what it said, how long the exchange took, and the clocks at the arrival.
    mutating func received(server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading)
    /// Another process begins, and the memory of the one before is gone.
    mutating func rebootedProcess()
    /// What it takes the time to be; nil where it does not answer.
    func now(_ reading: ClockReading) -> TrueInstant?
}

/// Believes the device.
package struct WallClockBelieved: TimeBaseline {
    package static let name = "wallClock"

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {}
    package mutating func rebootedProcess() {}
    package func now(_ reading: ClockReading) -> TrueInstant? { TrueInstant(nanoseconds: reading.wall.nanoseconds) }
}

/// What a baseline takes for the time since boot.
package protocol UptimeKind: Sendable {
    static var name: String { get }
    static func uptime(_ reading: ClockReading) -> Nanoseconds
}

/// Stands still while the device sleeps.
package enum AwakeUptime: UptimeKind {
    package static let name = "awake"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { Nanoseconds(reading.awake.nanoseconds) }
}

/// Wall clock less boot time: slewed.
package enum CalendarUptime: UptimeKind {
    package static let name = "calendar"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { reading.wall - reading.kernelBootTime }
}

/// Runs through sleep, and is not slewed.
package enum ContinuousUptime: UptimeKind {
    package static let name = "continuous"
    package static func uptime(_ reading: ClockReading) -> Nanoseconds { Nanoseconds(reading.elapsed.nanoseconds) }
}

/// The sample with the smallest round trip, and the uptime since: it never expires and has no error bound.
package struct ServerPlusUptime<Uptime: UptimeKind>: TimeBaseline {
    package static var name: String { "serverPlusUptime(\(Uptime.name))" }

    private var best: (roundTrip: Nanoseconds, offset: Nanoseconds)?

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {
        // Of two as good, the newer.
        if let best, best.roundTrip < roundTrip { return }
        best = (roundTrip, offset(of: server, roundTrip, from: Uptime.uptime(reading)))
    }

    package mutating func rebootedProcess() { best = nil }

    package func now(_ reading: ClockReading) -> TrueInstant? {
        best.map { TrueInstant(nanoseconds: ($0.offset + Uptime.uptime(reading)).count) }
    }
}

/// Of each server's last four samples the one with the least delay, and of those the median; times by `CalendarUptime`.
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
        // Of two in the middle their mean.
        let low = offsets.count % 2 == 0 ? offsets.dropFirst(offsets.count / 2 - 1).first ?? high : high
        median = low + Nanoseconds((high - low).count / 2)
    }

    package mutating func rebootedProcess() { self = NTPMedian() }

    package func now(_ reading: ClockReading) -> TrueInstant? {
        median.map { TrueInstant(nanoseconds: ($0 + CalendarUptime.uptime(reading)).count) }
    }
}

extension TimeBaseline {
    /// True time less uptime, by what a server said.
    fileprivate func offset(
        of server: TrueInstant, _ roundTrip: Nanoseconds, from uptime: Nanoseconds
    ) -> Nanoseconds {
        Nanoseconds(server.nanoseconds) + Nanoseconds(roundTrip.count / 2) - uptime
    }
}

/// All baselines, for tables.
package enum Baselines {
    package static let boot: [any BootBaseline.Type] = [
        BootTimeEqual.self, UptimeDecreased.self, ThreeClocks.self, FrozenUptime.self,
    ]
    package static let time: [any TimeBaseline.Type] = [
        WallClockBelieved.self, ServerPlusUptime<AwakeUptime>.self, ServerPlusUptime<CalendarUptime>.self,
        ServerPlusUptime<ContinuousUptime>.self, NTPMedian.self,
    ]
}
