package import Sidereal
package import SiderealCore

/// The results that `--metrics FILE` writes for a monitoring system.
package struct Metrics {
    static let usage = """
          --metrics FILE   replace FILE with the results in the OpenMetrics format; a Prometheus node exporter reads the
                           FILE in the folder of its textfile collector if the name ends in .prom
        """

    /// The servers as the user named them, each with its latest outcome.
    var poll: [(named: SourceOptions.Named, outcome: TrustedClock.SynchronizationReport.Outcome)] = []
    /// The largest error at which the system clock still counts as correct.
    var tolerance = Nanoseconds(clamping: SystemClockVerdict.defaultTolerance)
    /// A Boolean value that indicates whether the last save succeeded, or `nil` before the first save.
    var isSaved: Bool?
    /// The counts of a watch, or `nil` for other commands.
    var counts: Counts?

    /// The numbers of polls, failures and events since a watch began.
    struct Counts {
        var polls: Int64 = 0
        var failedSaves: Int64 = 0
        var events: [(name: String, count: Int64)] = Counts.names.map { ($0, 0) }
        var outcomes: [(source: String, outcome: String, count: Int64)] = []

        static let names = [
            "withheld", "floorReplaced", "systemClockStepped", "slept", "bootVerdictSettled", "clockFault",
            "elapsedClockWrong",
            "roughtimeProof",
        ]

        mutating func add(event: String) {
            guard let index = events.firstIndex(where: { $0.name == event }) else { return }
            events[index].count &+= 1
        }

        mutating func add(_ poll: [(named: SourceOptions.Named, outcome: TrustedClock.SynchronizationReport.Outcome)]) {
            polls &+= 1
            for (named, outcome) in poll {
                for word in TrustedClock.SynchronizationReport.Outcome.outcomeWords {
                    let index = outcomes.firstIndex {
                        $0.outcome == word && ExactName($0.source) == ExactName(named.text)
                    }
                    if index == nil { outcomes.append((named.text, word, 0)) }
                    if outcome.outcomeWord == word { outcomes[index ?? outcomes.count - 1].count &+= 1 }
                }
            }
        }
    }

    package func text(_ observatory: Observatory) -> String {
        var text = MetricsText()
        text.add(
            "siderealctl_build_info", "The version of siderealctl that wrote this file.",
            .init(1, [("version", Program.version)]))
        let keeper = observatory.keeper
        addBoot(observatory.bootVerdict, to: &text)
        if let reading = keeper.latest?.reading {
            text.add(
                "sidereal_last_reading_timestamp_seconds", "The time of the last reading, by the system clock.",
                .init(Nanoseconds(reading.wall.nanoseconds).seconds()))
            addClock(
                keeper.systemClock(tolerance: tolerance, on: .unauthenticated), keeper.shown, reading, to: &text)
        }
        addSources(to: &text)
        text.add(
            "sidereal_record_saved", "1 if the last save of the record succeeded, 0 if it failed.",
            isSaved.map { .init($0 ? 1 : 0) })
        if let counts { add(counts, to: &text) }
        return text.text
    }

    private func addBoot(_ boot: BootVerdict, to text: inout MetricsText) {
        text.addState(
            "sidereal_boot_verdict", "The verdict on a reboot since the last run.", boot.answer.word,
            of: ["first", "sameBoot", "rebooted", "indeterminate", "unavailable", "damaged"])
        text.add(
            "sidereal_boot_clock_step_seconds",
            "The step of the system clock since the last run; positive if the clock was set forward.",
            boot.clockStepNanoseconds.map { .init($0.seconds()) })
    }

    private func addClock(
        _ verdict: SystemClockVerdict, _ trusted: TrustedTime, _ reading: ClockReading, to text: inout MetricsText
    ) {
        text.addState(
            "sidereal_system_clock_verdict", "The verdict on the system clock, within the tolerance.",
            "\(verdict.answer)", of: ["agrees", "ahead", "behind", "unknown"])
        text.add(
            "sidereal_system_clock_authenticated",
            "1 if authenticated time alone gives the verdict on the system clock, 0 if not.",
            verdict.answer == .unknown ? nil : .init(verdict.isAuthenticated ? 1 : 0))
        // The error is the system clock less the true time. A positive error means that the system clock is ahead.
        let wall = reading.wall.nanoseconds
        let lowest = trusted.latest.map { Nanoseconds(wall) - Nanoseconds($0.nanoseconds) }
        let highest = trusted.earliest.map { Nanoseconds(wall) - Nanoseconds($0.nanoseconds) }
        text.add(
            "sidereal_system_clock_error_lowest_seconds",
            "The lower bound of the system clock's error. A positive value means that the clock is ahead.",
            lowest.map { .init($0.seconds(.down)) })
        text.add(
            "sidereal_system_clock_error_highest_seconds",
            "The upper bound of the system clock's error. A negative value means that the clock is behind.",
            highest.map { .init($0.seconds(.up)) })
        if let lowest, let highest {
            text.add(
                "sidereal_true_time_width_seconds", "The distance between the bounds of the true time.",
                .init((highest - lowest).seconds(.up)))
            text.add(
                "sidereal_true_time_authenticated", "1 if the bounds are authenticated, 0 if not.",
                .init(trusted.isAuthenticated ? 1 : 0))
            text.add(
                "sidereal_true_time_corroborated", "1 if several operators support the bounds, 0 if not.",
                .init(trusted.isCorroborated ? 1 : 0))
        }
    }

    private func addSources(to text: inout MetricsText) {
        let words = TrustedClock.SynchronizationReport.Outcome.outcomeWords
        text.addAll(
            "sidereal_source_outcome", "The outcome of the latest poll of a server.",
            poll.flatMap { named, outcome in
                MetricsText.states(
                    outcome.outcomeWord, of: words, [("source", named.text), ("kind", named.kind.rawValue)],
                    label: "outcome")
            })
        text.addAll(
            "sidereal_source_round_trip_seconds", "The shortest round trip to a server in the latest poll.",
            poll.compactMap { named, outcome in
                outcome.tally.shortestRoundTrip.map {
                    .init($0.seconds(), [("source", named.text), ("kind", named.kind.rawValue)])
                }
            })
    }

    private func add(_ counts: Counts, to text: inout MetricsText) {
        text.add("sidereal_polls", "The number of polls of the servers.", .init(counts.polls), as: .counter)
        text.addAll(
            "sidereal_source_outcomes", "The number of polls of a server, by outcome.",
            counts.outcomes.map { .init($0.count, [("source", $0.source), ("outcome", $0.outcome)]) }, as: .counter)
        text.addAll(
            "sidereal_events", "The number of clock events, by event.",
            counts.events.map { .init($0.count, [("event", $0.name)]) }, as: .counter)
        text.add(
            "sidereal_failed_saves", "The number of failed saves.", .init(counts.failedSaves),
            as: .counter)
    }
}

extension Metrics {
    /// Creates metrics without a poll.
    package init(tolerance: Nanoseconds) { self.init(poll: [], tolerance: tolerance) }

    /// Writes the metrics if the option `--metrics` names a file.
    static func write(
        _ arguments: Arguments, _ observatory: Observatory, _ poll: Poll, tolerance: Nanoseconds, isSaved: Bool
    ) throws(CommandError) {
        guard let path = arguments.values["metrics"] else { return }
        let metrics = Metrics(poll: poll.pairs, tolerance: tolerance, isSaved: isSaved)
        try WholeFile.replace(path, with: metrics.text(observatory))
    }
}
