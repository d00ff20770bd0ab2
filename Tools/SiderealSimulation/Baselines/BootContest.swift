package import SiderealCore

/// The boot baselines of one device, which all start at the same time. Their saved states are kept when a process ends
/// or the device reboots.
package struct BootContest: Sendable {
    private var baselines: [any BootBaseline] = Baselines.boot.map { $0.init() }

    package init() {}

    /// Starts a process, and returns each baseline's answer with the baseline's name.
    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> [(
        name: String, answer: BootBaselineAnswer
    )] {
        var answers: [(name: String, answer: BootBaselineAnswer)] = []
        for index in baselines.indices {
            let answer = baselines[index].launch(reading, at: model)
            answers.append((type(of: baselines[index]).name, answer))
        }
        return answers
    }
}

/// The time baselines in one process. All of them receive the same answers.
package struct TimeContest: Sendable {
    private var baselines: [any TimeBaseline] = Baselines.time.map { $0.init() }

    package init() {}

    package mutating func received(
        server: TrueInstant, roundTrip: Nanoseconds, source: String, _ reading: ClockReading
    ) {
        for index in baselines.indices {
            baselines[index].received(server: server, roundTrip: roundTrip, source: source, reading)
        }
    }

    package mutating func rebootedProcess() {
        for index in baselines.indices { baselines[index].rebootedProcess() }
    }

    /// Returns each baseline's current time with the baseline's name.
    package func now(_ reading: ClockReading) -> [(name: String, date: TrueInstant?)] {
        baselines.map { (type(of: $0).name, $0.now(reading)) }
    }
}
