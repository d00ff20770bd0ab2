extension Timekeeper {
    // MARK: - Named sources

    /// Registers sources that the app names. From now on, their operators are known operators. Their names have the
    /// date of the latest reading, so the caller reads the clocks before.
    mutating func name(_ names: [NamedSource], _ outcome: inout Outcome) {
        let areKnown = names.allSatisfy { isNamed($0) }
        // The first reading renews names that the app gave before it.
        let instant = latest?.reading.elapsed ?? ElapsedInstant(nanoseconds: 0)
        for name in names {
            if !take(name, at: instant) {
                outcome.findings.append(.rejected(source: name.shownName, .tooManyOperators))
            } else if !named.contains(name) {
                named.append(name)
            }
        }
        settle(&outcome)
        if !areKnown { outcome.hasUnsavedFacts = true }
    }

    private mutating func take(_ name: NamedSource, at instant: ElapsedInstant) -> Bool {
        let (source, exact) = (ExactName(name.name), ExactName(name.operator))
        return name.isAuthenticated
            ? authenticated.name(source, of: exact, at: instant) : others.name(source, of: exact, at: instant)
    }

    /// Renews the names that this process gave.
    mutating func renewNames(at instant: ElapsedInstant) {
        if !named.isEmpty { namesSince = namesSince ?? instant }
        for name in named { _ = take(name, at: instant) }
    }

    /// Returns whether an app has named a source.
    package func isNamed(_ name: NamedSource) -> Bool {
        let known = name.isAuthenticated ? authenticated : others
        return known[ExactName(name.operator)]?.sources.contains { $0.name == ExactName(name.name) } == true
    }

    /// Adopts the operators of a record, with their answers in this boot. If the record adds a source, discards the
    /// floors of this process, because the new source must also judge them.
    mutating func join(_ saved: TimekeeperRecord, addingNames: Bool = true) {
        let known = authenticated.sourceCount
        authenticated.join(saved.authenticated, addingNames: addingNames, model: model)
        others.join(saved.others, addingNames: addingNames, model: model)
        guard authenticated.sourceCount > known, let latest else { return }
        floors = floors.emptied
        carryFloor(to: latest.reading)
    }

    /// Forgets names that never answered and that no process gives any more, such as misspelt names. Call this method
    /// only after the present record has joined, because the record shows which names other processes have renewed.
    /// Keeps all names until this process has given its own names for ``KnownSource/patience``, because it may still
    /// renew some of them.
    private mutating func forgetLapsedNames() {
        guard let instant = latest?.reading.elapsed, let namesSince, instant - namesSince >= KnownSource.patience else {
            return
        }
        authenticated = authenticated.withoutLapsed(at: instant)
        others = others.withoutLapsed(at: instant)
    }

    /// Adopts the record's resets and counts of discarded floors, even if the record couldn't be read at first. Answers
    /// that this process received in the meantime stay until ``forgetWhatAnotherMayHaveReset()``.
    mutating func adoptCounts() {
        guard let found = record.record else { return }
        let known = resets.union(found.resets)
        hasForeignReset = known != resets
        resets = known
        countRecord()
        guard let saved = record.record else { return }
        floors.change(by: saved.floors) { $0.timesGivenUp = max($0.timesGivenUp, $1.timesGivenUp) }
    }

    /// Applies all known resets to the loaded record.
    private mutating func countRecord() {
        guard case .loaded(let saved, let isRecovered) = record else { return }
        record = .loaded(saved.counting(in: resets), isRecovered: isRecovered)
    }

    /// Combines the resets that this process knows with the resets in the record, and applies all of them to both.
    /// Returns the record with the trust that remains.
    private mutating func meet(_ saved: TimekeeperRecord) -> TimekeeperRecord {
        let known = resets.union(saved.resets)
        if known != resets { voidTrust(known) }
        return saved.counting(in: known)
    }

    /// Adopts a saved record. Other processes of this boot may have named more operators and received answers.
    package mutating func adopt(_ saved: TimekeeperRecord) -> Outcome {
        var outcome = Outcome()
        let saved = meet(saved)
        adoptIdentity(of: saved)
        guard let latest else { return outcome }
        let newest = saved.checkpoint.newest
        if isOfThisBoot(newest, latest), !isFaulty {
            adoptTrust(of: dated(saved, latest).certain(of: latest), &outcome)
        } else if !isOfAnotherBoot(newest, latest) {
            join(dated(saved, latest).withoutVotes)
        }
        forgetLapsedNames()
        settle(&outcome)
        return outcome
    }

    private mutating func adoptTrust(of saved: TimekeeperRecord, _ outcome: inout Outcome) {
        join(saved)
        isContradicted = isContradicted || saved.isContradicted
        var isGivenUp = false
        let now = now
        floors.change(by: saved.floors) { isGivenUp = $0.adopt($1, by: now, model: model) || isGivenUp }
        if isGivenUp { outcome.findings.append(.floorReplaced) }
    }

    // MARK: - Answers of servers

    mutating func receive(_ sample: TimeSample, _ outcome: inout Outcome) {
        guard first != nil else {
            outcome.findings.append(.rejected(source: sample.source, .tooLate))
            return
        }
        let wasWrong = isElapsedClockWrong
        let objection = take(sample, &outcome)
        settle(&outcome)
        if let reason = objection ?? status(of: sample.source, of: sample.operator).rejection {
            outcome.findings.append(.rejected(source: sample.source, reason))
        }
        if isElapsedClockWrong, !wasWrong { outcome.findings.append(.elapsedClockWrong) }
    }

    /// Records an answer. Returns a reason if the timekeeper rejects the answer, or if the answer contradicts earlier
    /// answers of its source.
    private mutating func take(_ sample: TimeSample, _ outcome: inout Outcome) -> TrustedTime.Rejection? {
        guard let state = state(at: sample.received), let sent = self.state(at: sample.sent) else { return .tooLate }
        if let trustedSince, sample.sent < trustedSince { return .tooLate }
        if let latest = now, state.elapsed > latest.elapsed { now = state }
        guard let answer = answer(of: sample, from: sent, to: state) else { return .impossible }
        if sent.hasSlept(until: state) { return .slept }
        // An answer before the date of this software is false, whatever its source.
        if let floor = softwareFloor?.moved(to: state, model: model), answer.isBefore(floor, at: state) {
            return .belowFloor
        }
        let objection =
            sample.isAuthenticated
            ? authenticated.receive(answer, of: sample, at: state, now: now ?? state, model: model)
            : others.receive(answer, of: sample, at: state, now: now ?? state, model: model)
        if objection != .notNamed { outcome.hasUnsavedFacts = true }
        return objection
    }

    /// A Boolean value that indicates whether the authenticated operators show that the elapsed clock violated its
    /// model.
    package var isElapsedClockWrong: Bool {
        now.map { authenticated.blameElapsedClock(at: $0, model: model) } ?? false
    }

    /// Returns bounds of the offset when a sample arrived, or `nil` if the sample contradicts itself.
    private func answer(of sample: TimeSample, from sent: ClockState, to state: ClockState) -> Bounds? {
        // The device may have slept briefly during the exchange, even if the kernel shows no sleep. Also, one read of
        // the clock may happen just after a tick, and the next read just before a tick.
        sample.offset(drift: model.drift).map {
            $0 + model.unseenSleep(from: sent, to: state) + .plusOrMinus(model.tick)
        }
    }

    // MARK: - Conclusions

    /// Updates the floors and open questions to the latest input and the votes of all named operators. Every change of
    /// inputs or votes ends with this call.
    mutating func settle(_ outcome: inout Outcome) {
        settleFloor(&outcome)
        settleOpenQuestions(&outcome)
    }

    /// Updates the floors to the latest input. Moves them forward, discards floors that the operators deny, and raises
    /// floors to the proven time. While the record can't be read, raises no floor: the record may know more operators,
    /// and they must judge the floor, too.
    private mutating func settleFloor(_ outcome: inout Outcome) {
        guard let now else { return }
        softwareFloor?.keep(until: now, model: model)
        var isGivenUp = false
        floors.change { kept in
            kept.floor = kept.floor?.kept(until: now, model: model)
            // Another process may have saved the floor after this process's latest input.
            guard let floor = kept.floor?.moved(to: now, model: model),
                authenticated.deny(floor, at: now, model: model)
            else { return }
            kept.giveUp()
            isGivenUp = true
        }
        if isGivenUp {
            outcome.findings.append(.floorReplaced)
            outcome.hasUnsavedFacts = true
        }
        guard recordIdentity != nil else { return }
        authenticated.raise(&floors, at: now, model: model)
    }

    /// Moves the record's floors to a reading of this boot. The verdict on the boot limits how far they move.
    mutating func carryFloor(to reading: ClockReading) {
        guard let saved = record.record, let first, let recordQuestion, !isFaulty else { return }
        floors.change(by: saved.floors) { kept, theirs in
            kept.recall(theirs, model: model) {
                $0.carried(
                    to: reading, loadedAt: first.reading.clockState, verdict: recordQuestion.verdict, model: model)
            }
        }
    }

    /// The latest known state of this boot: the state of the latest input, or of a floor that another process saved
    /// later.
    package var latestState: ClockState? { now.map { floors.latestState(orAt: $0) } }

    /// Both floors at the latest state, as the record saves them. After a reboot, the time since that state is unknown.
    package var latestFloors: Floors { latestState.map { floors.moved(to: $0, model: model) } ?? floors }

    /// The later floor at the latest state, or `nil` if there is no floor.
    package var floor: Floor? { latestFloors.later(model: model) }

    /// Returns the later floor at a state of this boot, or `nil` if there is no floor.
    package func floor(at state: ClockState) -> Floor? { floors.highest(at: state, model: model)?.floor }

    /// Reconsiders open questions. Trusted bounds at this launch's first reading may answer them now.
    private mutating func settleOpenQuestions(_ outcome: inout Outcome) {
        guard !isFaulty, !isContradicted, let first else { return }
        let generation = trustGeneration
        // After the record is proven to come from this boot, it may answer more of the questions.
        if recordQuestion?.mayBeSettled == true, let offset = authenticatedOffset(at: first.reading.clockState),
            recordQuestion?.reconsider(first: first, offset: offset, in: generation, model: model) == true
        {
            if isRecordOfThisBoot, let saved = record.record { join(saved, addingNames: false) }
            if let latest { carryFloor(to: latest.reading) }
            settleFloor(&outcome)
        }
        guard questions.values.contains(where: { $0.mayBeSettled }),
            let offset = authenticatedOffset(at: first.reading.clockState)
        else { return }
        for observer in observers {
            guard questions[observer]?.reconsider(first: first, offset: offset, in: generation, model: model) == true,
                let verdict = questions[observer]?.verdict
            else { continue }
            outcome.findings.append(.settled(observer: observer.text, verdict))
        }
    }

    // MARK: - Forgetting

    /// Forgets all trust, also in the record. From now on, trust that was saved without this reset is void.
    mutating func forgetTrust() { voidTrust(resets.adding(by: salt, at: latest?.reading.elapsed)) }

    private mutating func voidTrust(_ known: TrustResets) {
        forgetVotes()
        floors = Floors()
        trustedSince = now?.elapsed
        resets = known
        for (observer, question) in questions { questions[observer] = question.withoutTrust }
        recordQuestion = recordQuestion?.withoutTrust
        countRecord()
    }

    /// If another process of this boot may have reset trust in the meantime, forgets the trust that this process
    /// gained while the record was unreadable. The record contains the resets but not their dates.
    mutating func forgetWhatAnotherMayHaveReset() {
        guard hasForeignReset, recordQuestion?.verdict.didReboot != true else { return }
        forgetVotes()
    }

    /// Forgets all answers. Keeps the names of sources, because the trust that other processes saved in this boot rests
    /// on them, too.
    mutating func forgetVotes() {
        authenticated = authenticated.withoutVotes
        others = others.withoutVotes
    }

    // MARK: - Answers

    /// Returns authenticated bounds of the offset at a state of this boot, with only the ends that may prove a boot
    /// verdict. Returns `nil` if there are no such ends.
    package func authenticatedOffset(at state: ClockState) -> Bounds? { trust.binding(at: state)?.offset }

    /// A snapshot of the trust. It works without the timekeeper.
    package var trust: TrustView { TrustView(self) }

    /// Returns the true time at an instant of the elapsed clock, as tightly as `basis` allows.
    package func trusted(at elapsed: ElapsedInstant, on basis: TrustBasis = .standard) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0, on: basis) } ?? .unknown
    }

    /// Returns the time to show if unauthenticated sources are accepted. If the authenticated time is bounded, returns
    /// that time, because an attacker on the network can't shift it. Otherwise returns all sources' time.
    package func shown(at elapsed: ElapsedInstant) -> TrustedTime {
        let authenticated = trusted(at: elapsed)
        return authenticated.kind == .bounded ? authenticated : trusted(at: elapsed, on: .unauthenticated)
    }

    /// The time to show at the latest input.
    package var shown: TrustedTime { now.map { shown(at: $0.elapsed) } ?? .unknown }

    /// Returns whether the wall clock showed the true time when it was last read.
    ///
    /// The clock may have been set or slewed since that reading. The answer is unknown before the first reading.
    package func systemClock(
        tolerance: Nanoseconds = Nanoseconds(clamping: SystemClockVerdict.defaultTolerance),
        on basis: TrustBasis = .standard
    ) -> SystemClockVerdict {
        latest.map {
            trust.systemClock(
                $0.reading.wall, at: $0.reading.clockState, tolerance: tolerance, on: basis)
        } ?? SystemClockVerdict(wall: WallInstant(nanoseconds: 0), trusted: .unknown, tolerance: tolerance)
    }

    private func knownState(at elapsed: ElapsedInstant) -> ClockState? {
        latest.map { state(at: elapsed) ?? $0.reading.clockState.at(elapsed) }
    }

    /// Returns the current status of a source.
    package func status(of source: String, of operator: String) -> SourceStatus {
        guard let state = now else { return .unheard }
        let (source, name) = (ExactName(source), ExactName(`operator`))
        let authenticated = authenticated.believed(at: state, model: model)
        // One operator may have sources of both kinds.
        if let known = authenticated[name], known[source]?.said != nil {
            return status(of: source, of: known, among: authenticated, at: state, mayDenyFloor: true)
        }
        let others = others.believed(at: state, model: model)
        guard let known = others[name], known[source]?.said != nil else { return .unheard }
        if let trusted = trust.shownOffset(at: state),
            known[source]?.bounds(at: state, model: model)?.meets(trusted) == false
        {
            return .rejected(.outsideAuthenticated)
        }
        return status(of: source, of: known, among: others, at: state, mayDenyFloor: false)
    }

    private func status(
        of source: ExactName, of known: KnownOperator, among operators: KnownOperators, at state: ClockState,
        mayDenyFloor: Bool
    ) -> SourceStatus {
        guard let source = known[source] else { return .unheard }
        if source.retracted != nil { return .rejected(.contradictsItself) }
        let vote = known.vote(at: state, model: model)
        guard vote == nil || vote?.bounds != nil, let hull = operators.judgement(at: state, model: model).bounds else {
            return .rejected(.disputed)
        }
        guard let said = source.bounds(at: state, model: model) else { return .believed }
        guard said.meets(hull), said.meets(vote?.bounds ?? .unbounded) else { return .rejected(.outvoted) }
        if mayDenyFloor, let floor = floor(at: state), said.isBefore(floor, at: state) {
            return .rejected(.belowFloor)
        }
        return .believed
    }

    /// Returns whether the answers from two sources exclude each other.
    package func excludes(_ one: NamedSource, _ other: NamedSource) -> Bool {
        guard let state = now, let one = said(by: one, at: state), let other = said(by: other, at: state) else {
            return false
        }
        return !one.meets(other)
    }

    private func said(by source: NamedSource, at state: ClockState) -> Bounds? {
        let known = source.isAuthenticated ? authenticated : others
        return known[ExactName(source.operator)]?[ExactName(source.name)]?.said?.bounds(at: state, model: model)
    }
}
