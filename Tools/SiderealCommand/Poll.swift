import Sidereal
import SiderealCore
import SiderealPicture
import SiderealSystem

/// A poll of all servers, with the outcome for each server.
struct Poll {
    let outcomes: [TrustedClock.SynchronizationReport.Outcome]
    private let named: [SourceOptions.Named]
    private let refusals: RefusalsFile?
    private var proofs = RoughtimeProofs()

    /// A poll that asks no server.
    static let none = Poll(outcomes: [], named: [])

    private init(outcomes: [TrustedClock.SynchronizationReport.Outcome], named: [SourceOptions.Named]) {
        self.outcomes = outcomes
        self.named = named
        refusals = nil
    }

    /// Saves the servers' refusals. Call this method after the record is saved.
    func keepRefusals() {
        var refusals = refusals
        refusals?.save()
    }

    /// Saves the proofs that Roughtime servers signed a false time, and reports them. Call this method after the record
    /// is saved.
    mutating func keepProofs(in observatory: Observatory, _ terminal: Terminal) {
        for proof in proofs.keep(in: observatory) {
            terminal.writeError("siderealctl: \(Terminal.visible(proof.text))")
        }
    }

    /// The member of the command's JSON that lists the proofs, or an empty list if there is no proof.
    var proofsJSON: [(String, JSON)] { proofs.json }

    /// Asks all servers at once, waits for the answers, and shows the progress.
    static func ask(
        _ named: [SourceOptions.Named], _ options: SourceOptions, _ observatory: Observatory, _ terminal: Terminal
    ) throws(CommandError) -> Poll {
        try AsyncWork.run { () async throws(CommandError) in try await Poll(named, options, observatory, terminal) }
    }

    private init(
        _ named: [SourceOptions.Named], _ options: SourceOptions, _ observatory: Observatory, _ terminal: Terminal
    ) async throws(CommandError) {
        let clock = try options.clock(observatory, asking: named)
        refusals = try RefusalsFile(in: observatory)
        let done = Lock(0)
        let most = named.count
        @Sendable func show(_ count: Int) {
            // The text is short, because the terminal clears only one row of a wrapped line.
            terminal.progress(most == 1 ? "asking a server" : "asking servers: \(count) of \(most) done")
        }
        show(0)
        let result = await clock.synchronize(timeout: options.timeout) { _ in
            let count = done.withLock { count in
                count += 1
                return count
            }
            show(count)
        }
        terminal.progress("")
        outcomes = result.outcomes.calling(named)
        self.named = named
    }

    var pairs: [(named: SourceOptions.Named, outcome: TrustedClock.SynchronizationReport.Outcome)] {
        Array(zip(named, outcomes))
    }

    /// A Boolean value that indicates whether the command asked at least one server and could not reach any server.
    var isAllOutOfReach: Bool { !outcomes.isEmpty && outcomes.allSatisfy { $0.isOutOfReach } }

    /// Returns the JSON of the servers for `check --json` and `now --json`. It contains the bounds that each source's
    /// own answers give at an instant.
    func json(at instant: ElapsedInstant, drift: Rate) -> JSON {
        .list(zip(named, outcomes).map { $1.json(as: $0, at: instant, drift: drift) })
    }

    /// Returns a line for each server. If a reading is given, the line contains the server's own bounds at that
    /// reading.
    func lines(_ terminal: Terminal, at reading: DeviceReading?, drift: Rate) -> [String] {
        zip(named, outcomes).map { server, outcome in
            let alone = reading.flatMap { outcome.alone(at: $0.reading.elapsed, drift: drift) }
            return Terminal.visible(server.text) + ": " + outcome.text(terminal)
                + (alone.map { "; its own bounds: \($0)" } ?? "")
        }
    }
}

extension [TrustedClock.SynchronizationReport.Outcome] {
    /// Returns the outcomes. The property `contradictedBy` then lists the servers by the user's names. The elements of
    /// `named` have the same order as the outcomes.
    func calling(_ named: [SourceOptions.Named]) -> [TrustedClock.SynchronizationReport.Outcome] {
        let texts = Dictionary(
            zip(map { ExactName($0.source) }, named.map { $0.text }), uniquingKeysWith: { first, _ in first })
        return map { outcome in
            var outcome = outcome
            outcome.contradictedBy = outcome.contradictedBy.map { texts[ExactName($0)] ?? $0 }
            return outcome
        }
    }
}

extension TrustedClock.SynchronizationReport.Outcome {
    var isOutOfReach: Bool {
        if case .failed(let error) = result { error.isUnreachable } else { false }
    }

    var isUsed: Bool {
        if case .used = result { true } else { false }
    }

    /// The outcome in words. The words contain no numbers, because numbers would differ from poll to poll.
    var word: String { words.outcome + (words.reason.map { " " + $0 } ?? "") }

    /// The possible values of `outcomeWord`.
    static let outcomeWords = ["used", "rejected", "unreachable", "untrusted"]

    var outcomeWord: String { words.outcome }

    /// The outcome in one word, and the reason if the poll did not use the source.
    private var words: (outcome: String, reason: String?) {
        switch result {
        case .used: ("used", error?.cause.rawValue)
        case .rejected(let rejection): ("rejected", "\(rejection)")
        case .failed(let error): (word(for: error), error.cause.rawValue)
        }
    }

    /// Returns the word for an error. The word tells apart a server that can't prove its identity, a server that
    /// doesn't answer, and an answer that is useless.
    private func word(for error: TimeSourceError) -> String {
        error.cause == .tls ? "untrusted" : error.isUnreachable ? "unreachable" : "rejected"
    }

    private var message: String? {
        if case .rejected(let rejection) = result { return rejection.reason }
        return error?.description
    }

    func json(as named: SourceOptions.Named, at instant: ElapsedInstant, drift: Rate) -> JSON {
        let ends = tally.bounds(at: instant, drift: drift)
        return .object([
            ("source", .text(named.text)),
            ("kind", .text(named.kind.rawValue)),
            ("operator", .text(`operator`)),
            ("authenticated", .bool(isAuthenticated)),
            ("outcome", .text(words.outcome)),
            ("reason", words.reason.map(JSON.text) ?? .null),
            ("message", message.map(JSON.text) ?? .null),
            ("contradictedBy", .list(contradictedBy.map(JSON.text))),
            ("requests", .integer(Int64(requests))),
            ("roundTripNanoseconds", .nanoseconds(tally.shortestRoundTrip?.count)),
            ("earliestNanoseconds", .nanoseconds(ends.earliest?.nanoseconds, .down)),
            ("latestNanoseconds", .nanoseconds(ends.latest?.nanoseconds, .up)),
        ])
    }

    /// Returns the text of the true time's bounds that this source's own answers give at an instant.
    func alone(at instant: ElapsedInstant, drift: Rate) -> String? {
        let ends = tally.bounds(at: instant, drift: drift)
        return Bounds(ends.earliest, ends.latest).flatMap { Formatting.dates($0) }
    }

    func text(_ terminal: Terminal) -> String {
        let trust = isAuthenticated ? "" : ", unauthenticated"
        switch result {
        case .used:
            let count = requests == 1 ? "one request" : "\(requests) requests"
            let trip = tally.shortestRoundTrip.map { ", \(Formatting.length($0)) round trip" } ?? ""
            let problem = error.map { "; then \(said($0))" } ?? ""
            return terminal.styled("used", .green) + trust + ", " + count + trip + problem
        case .rejected(let rejection):
            let others = contradictedBy.map { Terminal.visible($0) }.joined(separator: ", ")
            return terminal.styled("rejected", .yellow) + trust + ": " + rejection.reason
                + (others.isEmpty ? "" : "; it contradicts " + others)
        case .failed(let error):
            return terminal.styled(word(for: error), .red) + trust + ": " + said(error)
        }
    }

    /// Returns the error's text without the source's name, because the line already begins with that name.
    private func said(_ error: TimeSourceError) -> String {
        let text = error.description
        guard text.hasPrefix("can't ask "), let end = text.firstRange(of: ": ") else { return Terminal.visible(text) }
        return Terminal.visible(String(text[end.upperBound...]))
    }
}

extension PollTally {
    /// Returns the true time's bounds that this source's own answers give at an instant.
    fileprivate func bounds(at instant: ElapsedInstant, drift: Rate) -> (earliest: TrueInstant?, latest: TrueInstant?) {
        guard let offset, let received else { return (nil, nil) }
        let ends = offset + .plusOrMinus(drift.error(over: instant - received)) + Nanoseconds(instant.nanoseconds)
        return (
            ends.hasLower ? TrueInstant(nanoseconds: ends.lower.count) : nil,
            ends.hasUpper ? TrueInstant(nanoseconds: ends.upper.count) : nil
        )
    }
}

extension SourceOptions {
    /// Returns a clock that asks servers. The clock accepts unauthenticated answers, because a user who names an
    /// unauthenticated server wants its answer.
    func clock(_ observatory: Observatory, asking named: [Named]) throws(CommandError) -> TrustedClock {
        let sources = try sources(named)
        do throws(ObservatoryError) {
            return try TrustedClock(observatory, sources: sources, alsoAccepting: .unauthenticated)
        } catch {
            throw .usage(error.description)
        }
    }
}
