import SiderealCore
import SiderealTesting

/// The checks that proven statements are true. The premise is that at most half of the known operators (rounded down)
/// gave false answers in this boot. If only one operator is known, it gave no false answer.
extension PromiseCheck {
    /// Checks after each input whether the premise holds for the operators that this process knows. `saved` contains
    /// the operators of the record, which this process may not have read.
    ///
    /// This check knows the names that the app gave, and the answers that came. It doesn't ask the timekeeper for them.
    func judgePremise(_ keeper: Timekeeper, _ truth: Truth, _ memory: inout Memory, saved: NamedTruth) throws(Breach) {
        let (boot, now) = (memory.launch.boot, truth.machine.reading.elapsed)
        let known = memory.named.known(at: now)
        try checkNames(keeper, known, in: boot)
        let answered = memory.named.answered
        let counted = answered.filter { voices[$0] == true }
        let liars = counted.count { isLiar($0, in: boot) }
        memory.premiseHolds = liars <= mostWrong(of: known)
        memory.datesRun = counted.count { isLiar($0, in: boot) || isStanding($0, in: boot) } <= mostWrong(of: known)
        let settled = conclusions(of: keeper)
        if !memory.premiseHolds,
            settled != memory.settled || liars > mostWrong(of: known.union(saved.known(at: now)))
        {
            memory.isTainted = true
        }
        memory.settled = settled
        memory.nobodyCountedLies = counted.allSatisfy { isWhollyRight($0, in: boot) }
        memory.nobodyLies = answered.allSatisfy { isWhollyRight($0, in: boot) }
    }

    /// Returns the number of operators that may be wrong.
    private func mostWrong(of known: Set<ExactName>) -> Int { min(known.count, KnownOperators.most) / 2 }

    /// Checks that a process knows the operators that it must know, and no operator that the app did not name.
    private func checkNames(_ keeper: Timekeeper, _ known: Set<ExactName>, in boot: TrueBoot) throws(Breach) {
        let all = keeper.authenticated.all
        for known in all {
            if voices[known.name] != true {
                throw Breach(.bounds, "an unauthenticated source has an authenticated vote")
            }
            // Without a boot identity, names from another boot may remain. Such names only make the process more
            // careful.
            if setting.keepsPremises, areIdentitiesFresh, names[boot]?.contains(known.name) != true {
                throw Breach(.bounds, "an unnamed operator has a vote")
            }
        }
        // After a snapshot, the clocks may prove a reboot that did not happen, and the names of that boot end with it.
        let mayMistakeBoot = !setting.keepsPremises && keeper.recordQuestion?.verdict.didReboot == true
        if all.count < KnownOperators.most, !mayMistakeBoot, !known.isSubset(of: all.map { $0.name }) {
            throw Breach(.bounds, "an operator that the app named in this boot is unknown")
        }
    }

    /// Returns the conclusions of a timekeeper that outlast the answers behind them: the questions that answers
    /// settled, and the number of floors given up.
    private func conclusions(of keeper: Timekeeper) -> Memory.Conclusions {
        let questions = [keeper.recordQuestion].compactMap { $0 } + keeper.questions.values
        return Memory.Conclusions(
            settled: questions.count { $0.verdict.isSettled }, timesGivenUp: keeper.floors.timesGivenUp)
    }

    // MARK: - The time

    /// Checks the bounds, the floor, and the verdict on the system clock. The timekeeper must already have recorded
    /// all sleep before the current clock state.
    func checkTime(_ keeper: Timekeeper, _ truth: Truth, _ memory: inout Memory) throws(Breach) {
        let trust = keeper.trust
        let state = truth.machine.reading.clockState
        let floor = keeper.floor(at: state)?.earliest
        try checkFloor(floor, keeper, truth, &memory)
        let proven = trust.trusted(at: state, on: .proven)
        let usual = [TrustBasis.standard, .unauthenticated].map { trust.trusted(at: state, on: $0) }
        for shown in [proven] + usual {
            guard let floor else { break }
            if shown.earliest.map({ $0 < floor }) ?? true {
                throw Breach(.floor, "the shown time lies below the floor: \(shown)")
            }
        }
        try checkOthers(trust, proven, state)
        try checkWithheld(proven, keeper, truth, memory)
        guard setting.keepsPremises, !memory.mayBeMisled else { return }
        for shown in usual { try check(shown, proven: proven, truth, memory) }
        guard !wasPaused(truth) else { return }
        let clock = trust.systemClock(
            truth.machine.wall, at: state, tolerance: Nanoseconds(clamping: SystemClockVerdict.defaultTolerance),
            on: .proven)
        try check(clock, wallError: truth.wallError)
        if let wallError = memory.wallError {
            try check(keeper.systemClock(on: .proven), wallError: wallError)
        }
        let offset = Nanoseconds(truth.now.nanoseconds) - Nanoseconds(state.elapsed.nanoseconds)
        if let binding = keeper.authenticatedOffset(at: state), !binding.contains(offset) {
            throw Breach(.proof, "the bounds that may prove a boot verdict exclude the truth")
        }
    }

    /// Checks the proven time if the premise holds. Checks the usual time if the operators that it depends on do not
    /// lie.
    func check(_ usual: TrustedTime, proven: TrustedTime, _ truth: Truth, _ memory: Memory) throws(Breach) {
        guard setting.keepsPremises, !memory.mayBeMisled else { return }
        try check(proven, truth)
        if memory.nobodyLies || usual.isAuthenticated && memory.nobodyCountedLies { try check(usual, truth) }
    }

    private func checkFloor(
        _ floor: TrueInstant?, _ keeper: Timekeeper, _ truth: Truth, _ memory: inout Memory
    ) throws(Breach) {
        // This process discarded its trust, or it adopted the save of a process that did so. In both cases, earlier
        // marks prove nothing.
        if let last = memory.resets, last != keeper.resets {
            memory.mayFloorFall = true
            memory.isForgotten = true
        }
        if let last = memory.timesGivenUp, last != keeper.floors.timesGivenUp, !memory.mayFloorFall {
            if setting.keepsPremises, !memory.mayBeMisled, !mayKnowPausedAnswers(truth) {
                throw Breach(.floor, "another process discarded a true floor")
            }
            memory.mayFloorFall = true
        }
        (memory.resets, memory.timesGivenUp) = (keeper.resets, keeper.floors.timesGivenUp)
        // In one save, a source may be added while another one lapses.
        let known = Set(keeper.authenticated.all.map { $0.name })
        if let last = memory.known, !known.isSubset(of: last) { memory.mayFloorFall = true }
        memory.known = known
        if let last = memory.floor, !memory.mayFloorFall, distinguishesMachines, floor.map({ $0 < last }) ?? true {
            throw Breach(.floor, "the floor \(floor.map { "fell by \((last - $0).count) ns" } ?? "is gone")")
        }
        memory.floor = floor
        memory.mayFloorFall = false
        // While the record can't be read, answers raise no floor.
        let isMisled = memory.isTainted || memory.mayBeMisled && keeper.recordIdentity != nil
        if setting.keepsPremises, !isMisled, let floor, floor > truth.now {
            throw Breach(.floor, "the floor is \((floor - truth.now).count) ns above the truth")
        }
    }

    /// Checks that unauthenticated operators can only narrow the proven time.
    private func checkOthers(_ trust: TrustView, _ proven: TrustedTime, _ state: ClockState) throws(Breach) {
        let narrowed = trust.trusted(at: state, on: TrustBasis(also: .unauthenticated, requirement: .proven))
        try checkInside(narrowed, proven, "unauthenticated time")
    }

    private func checkInside(_ narrowed: TrustedTime, _ proven: TrustedTime, _ who: String) throws(Breach) {
        if let latest = proven.latest, narrowed.latest.map({ $0 > latest }) ?? true {
            throw Breach(.bounds, "\(who) corrects the proven bounds")
        }
        if let earliest = proven.earliest, narrowed.earliest.map({ $0 < earliest }) ?? true {
            throw Breach(.bounds, "\(who) corrects the proven bounds")
        }
    }

    /// Checks that the timekeeper doesn't withhold the time forever. It must bound the time if all known operators
    /// have answered with both ends and the number of wrong operators is within the premise's limit.
    private func checkWithheld(
        _ proven: TrustedTime, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory
    ) throws(Breach) {
        let state = truth.machine.reading.clockState
        let counted = keeper.authenticated.all
        guard setting.keepsPremises, keeper.now == state, !counted.isEmpty, !wasPaused(truth) else { return }
        let votes = keeper.authenticated.firmVotes(at: state, model: keeper.model)
        let offset = Nanoseconds(truth.now.nanoseconds) - Nanoseconds(state.elapsed.nanoseconds)
        let wrong = votes.count { !$0.contains(offset) }
        let most = counted.count / 2
        guard wrong <= most, memory.premiseHolds else { return }
        // A proven bound stays proven, so the floor must reach it. A record that can't be read may know more operators.
        let raisesFloor = keeper.recordIdentity != nil
        if raisesFloor, let earliest = proven.earliest, least(keeper, at: state).map({ $0 < earliest }) ?? true {
            throw Breach(.floor, "the floor lies below the proven lower bound")
        }
        let isFloorTrue = keeper.floor.map { $0.earliest <= truth.now } ?? true
        if votes.count == counted.count, votes.allSatisfy({ $0.isBounded }), isFloorTrue || wrong == 0,
            proven.kind != .bounded
        {
            throw Breach(
                .bounds,
                "the time is withheld, although all operators answered and only \(wrong) of \(counted.count) are wrong")
        }
        let earliest = votes.filter { $0.hasLower }.map { $0.lower }.sorted(by: >)
        guard raisesFloor, earliest.count > most else { return }
        let least = TrueInstant(nanoseconds: (earliest[most] + Nanoseconds(state.elapsed.nanoseconds)).count)
        if keeper.floor.map({ $0.earliest < least }) ?? true {
            throw Breach(.floor, "the floor is below a bound of \(most + 1) operators, but at most \(most) are wrong")
        }
    }

    private func check(_ trusted: TrustedTime, _ truth: Truth) throws(Breach) {
        if let earliest = trusted.earliest, earliest > truth.now {
            throw Breach(.bounds, "the lower bound is \((earliest - truth.now).count) ns above the truth")
        }
        try checkLatest(trusted, at: truth.now, "", wasPaused: wasPaused(truth))
    }

    /// Checks that the bounds of a moment's time contain that time. Both ends may assume that there was no pause,
    /// because the age of the moment depends on that assumption.
    func check(_ trusted: TrustedTime, ofMomentAt instant: TrueInstant, wasPaused: Bool) throws(Breach) {
        let isExcused = wasPaused && trusted.assumesNoPause
        if !isExcused, let earliest = trusted.earliest, earliest > instant {
            throw Breach(.bounds, "for a moment: the lower bound is \((earliest - instant).count) ns above the truth")
        }
        try checkLatest(trusted, at: instant, "for a moment: ", wasPaused: wasPaused)
    }

    private func checkLatest(
        _ trusted: TrustedTime, at instant: TrueInstant, _ what: String, wasPaused: Bool
    ) throws(Breach) {
        if setting.mayBePaused, trusted.latest != nil, !trusted.assumesNoPause {
            throw Breach(.bounds, "\(what)the bounds assume that there was no pause, but don't report this assumption")
        }
        if !wasPaused, let latest = trusted.latest, latest < instant {
            throw Breach(.bounds, "\(what)the upper bound is \((instant - latest).count) ns below the truth")
        }
    }

    private func check(_ clock: SystemClockVerdict, wallError error: Nanoseconds) throws(Breach) {
        let tolerance = Nanoseconds(clamping: SystemClockVerdict.defaultTolerance)
        let isRight =
            switch clock.answer {
            case .agrees: error.magnitude <= tolerance
            case .ahead: error > tolerance
            case .behind: error < -tolerance
            case .unknown: true
            }
        guard isRight, clock.atLeast.map({ $0 <= error }) ?? true, clock.atMost.map({ error <= $0 }) ?? true else {
            throw Breach(.bounds, "the system clock counts as \(clock.answer), but is \(error.count) ns ahead")
        }
    }

    // MARK: - Votes

    /// Checks that an answer becomes its operator's vote and that it removes no other operator.
    func check(
        _ sample: TimeSample, _ findings: [Timekeeper.Finding], before: Timekeeper, after: Timekeeper, isTainted: Bool
    ) throws(Breach) {
        let isUnused = [.slept, .tooLate, .impossible].contains {
            findings.contains(.rejected(source: sample.source, $0))
        }
        let known = after.authenticated.all + after.others.all
        let name = ExactName(sample.operator)
        let wasKnown = (before.authenticated.all + before.others.all).contains { $0.name == name }
        // An answer may prove which boot this is. Then operators that other processes named can join, or names can
        // lapse.
        if !wasKnown, known.contains(where: { $0.name == name }), !isSaved(name, by: before) {
            throw Breach(.durability, "an answer of \(sample.source) made its operator known")
        }
        if !known.contains(where: { $0.name == name }) {
            if (before.authenticated, before.others, before.floors.timesGivenUp)
                != (after.authenticated, after.others, after.floors.timesGivenUp)
            {
                throw Breach(.bounds, "an answer from \(sample.source), which the app did not name, changed the trust")
            }
        }
        // If too many operators lie, the timekeeper may treat votes from another boot as newer votes from this boot.
        guard !isUnused, !isTainted, let state = after.now, state.elapsed == sample.received,
            let word = sample.offset(drift: after.model.drift),
            let said = (after.authenticated[name] ?? after.others[name])?[ExactName(sample.source)]?.said,
            let vote = said.bounds(at: state, model: after.model)
        else { return }
        // If the clocks can miss a sleep completely, equal clocks don't prove that no time has passed.
        guard after.model.offsetChange(from: state, to: state) == .exactly(.zero) else { return }
        let wider = word + .plusOrMinus(after.model.tick)
        // The timekeeper ignores an answer from before the software's date.
        if let floor = after.softwareFloor?.moved(to: state, model: after.model), wider.isBefore(floor, at: state) {
            return
        }
        if vote.lower < wider.lower || vote.upper > wider.upper {
            throw Breach(.bounds, "an answer from \(sample.source) didn't replace the answer that it contradicts")
        }
    }
}

extension PromiseCheck {
    /// Returns the earliest time that the floors and the software's date allow.
    private func least(_ keeper: Timekeeper, at state: ClockState) -> TrueInstant? {
        [keeper.floor(at: state), keeper.softwareFloor?.moved(to: state, model: keeper.model)]
            .compactMap { $0?.earliest }.max()
    }

    private func isSaved(_ name: ExactName, by keeper: Timekeeper) -> Bool {
        let saved = keeper.record.record
        return saved?.authenticated[name] != nil || saved?.others[name] != nil
    }
}
