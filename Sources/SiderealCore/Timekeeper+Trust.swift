extension Timekeeper {
    // MARK: - Sources that count

    /// Takes names.
    mutating func name(_ names: [NamedSource], _ outcome: inout Outcome) {
        let areKnown = names.allSatisfy { isNamed($0) }
        // First those that stay, then room for the others.
        for name in names where isNamed(name) { _ = take(name) }
        for name in names {
            var isTaken = take(name)
            if !isTaken {
                forgetLapsedNames()
                isTaken = take(name)
            }
            if !isTaken {
                outcome.findings.append(.rejected(source: name.shownName, .tooManyOperators))
            } else if !named.contains(name) {
                named.append(name)
            }
        }
        settle(&outcome)
        if !areKnown { outcome.isWorthSaving = true }
    }

    private mutating func take(_ name: NamedSource) -> Bool {
        let (source, exact) = (ExactName(name.name), ExactName(name.operator))
        return name.isAuthenticated ? authenticated.name(source, of: exact) : others.name(source, of: exact)
    }

    /// Renews the names that this process gave, and dates all that came since the reading before.
    mutating func dateNames(at instant: ElapsedInstant) {
        if !named.isEmpty { namesSince = namesSince ?? instant }
        for name in named { _ = take(name) }
        authenticated = authenticated.dated(at: instant)
        others = others.dated(at: instant)
    }

    /// Whether a source is named.
    package func isNamed(_ name: NamedSource) -> Bool {
        let known = name.isAuthenticated ? authenticated : others
        return known[ExactName(name.operator)]?.sources.contains { $0.name == ExactName(name.name) } == true
    }

    /// Takes over whom a record knows, and what they said in this boot. What was learned before they were known is
    /// judged again by all of them.
    mutating func join(_ saved: TimekeeperRecord) {
        // The latest reset of trust holds for both.
        if saved.trustRevision > trustRevision { voidTrust(revision: saved.trustRevision) }
        let saved = saved.trustRevision < trustRevision ? saved.withoutTrust(revision: trustRevision) : saved
        take(saved)
    }

    private mutating func take(_ saved: TimekeeperRecord) {
        let known = authenticated.all.count
        authenticated.join(saved.authenticated, model: model)
        others.join(saved.others, model: model)
        // Not at each reading: what others have named again since then is in the record.
        forgetLapsedNames()
        if authenticated.all.count > known { floors = floors.emptied }
    }

    /// Takes over whom a record knows that another process saved, and nothing that they said.
    mutating func learnNames(of saved: TimekeeperRecord) {
        guard let latest, saved.mayBeOfBoot(of: latest) else { return }
        let known = authenticated.all.count
        take(saved.withoutVotes(by: latest.reading.elapsed))
        if authenticated.all.count > known { carryFloor(to: latest.reading) }
    }

    /// Forgets names that nobody has heard and nobody names any more, such as misspelt ones. A process that has named
    /// its own for less than that may be about to name them, too.
    private mutating func forgetLapsedNames() {
        guard let instant = latest?.reading.elapsed, let namesSince, instant - namesSince >= KnownSource.patience else {
            return
        }
        authenticated = authenticated.withoutLapsed(at: instant)
        others = others.withoutLapsed(at: instant)
    }

    /// Counts on from where the record stands, also where that could not be read at first: what was learned meanwhile
    /// is newer than what others gave up.
    mutating func adoptCounts() {
        guard let saved = record.record else { return }
        trustRevision = max(trustRevision, saved.trustRevision)
        floors.change(by: saved.floors) { $0.timesGivenUp = max($0.timesGivenUp, $1.timesGivenUp) }
    }

    /// Takes over what was saved: other processes of this boot may have named other operators, and received answers.
    package mutating func adopt(_ saved: TimekeeperRecord) -> Outcome {
        var outcome = Outcome()
        adoptIdentity(of: saved)
        guard let latest else { return outcome }
        if isOfThisBoot(saved.checkpoint.newest, latest), !isFaulty {
            adoptTrust(of: saved, latest, &outcome)
        } else {
            learnNames(of: saved)
        }
        settle(&outcome)
        return outcome
    }

    private mutating func adoptTrust(of saved: TimekeeperRecord, _ latest: DeviceReading, _ outcome: inout Outcome) {
        join(saved.certain(of: latest))
        isContradicted = isContradicted || saved.isContradicted
        // What is trusted may have been forgotten while this was being saved.
        let saved = saved.trustRevision < trustRevision ? saved.withoutTrust(revision: trustRevision) : saved
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

    /// Takes an answer; why not, or not beside what its source said before.
    private mutating func take(_ sample: TimeSample, _ outcome: inout Outcome) -> AnswerRejection? {
        guard let state = state(at: sample.received), let sent = self.state(at: sample.sent) else { return .tooLate }
        if let latest = now, state.elapsed > latest.elapsed { now = state }
        guard let answer = answer(of: sample, from: sent, to: state) else { return .impossible }
        if sent.hasSlept(until: state) { return .slept }
        // What lies before this software is false, whoever says so.
        if let floor = softwareFloor?.moved(to: state, model: model), answer.isBefore(floor, at: state) {
            return .belowFloor
        }
        let objection =
            sample.isAuthenticated
            ? authenticated.receive(answer, of: sample, at: state, now: now ?? state, model: model)
            : others.receive(answer, of: sample, at: state, now: now ?? state, model: model)
        if objection != .notNamed { outcome.isWorthSaving = true }
        return objection
    }

    /// Whether the authenticated operators show that the elapsed clock did not keep what its model promises.
    package var isElapsedClockWrong: Bool {
        now.map { authenticated.blameElapsedClock(at: $0, model: model) } ?? false
    }

    /// Bounds of the offset when a sample arrived; nil where it contradicts itself.
    private func answer(of sample: TimeSample, from sent: ClockState, to state: ClockState) -> Bounds? {
        // Where the kernel shows no sleep, a short one may still have passed on the way. And the clock may have been
        // read just after a tick, and next time just before one.
        sample.offset(drift: model.drift).map {
            $0 + model.unseenSleep(from: sent, to: state) + .plusOrMinus(model.tick)
        }
    }

    // MARK: - What is concluded

    /// Brings to the latest input what is concluded from the votes of all who are named. Whatever changes either of
    /// these ends with it.
    mutating func settle(_ outcome: inout Outcome) {
        settleFloor(&outcome)
        settleOpenQuestions(&outcome)
    }

    /// Brings the floors to the latest input: they pass on, are given up where they are denied, and rise by what is
    /// proven.
    private mutating func settleFloor(_ outcome: inout Outcome) {
        guard let now else { return }
        softwareFloor?.keep(until: now, model: model)
        var isGivenUp = false
        floors.change { kept in
            kept.floor = kept.floor?.kept(until: now, model: model)
            // Another process may have saved it after this one's latest input.
            guard let floor = kept.floor?.moved(to: now, model: model),
                authenticated.deny(floor, at: now, model: model)
            else { return }
            kept.giveUp()
            isGivenUp = true
        }
        if isGivenUp {
            outcome.findings.append(.floorReplaced)
            outcome.isWorthSaving = true
        }
        authenticated.raise(&floors, at: now, model: model)
    }

    /// What is certain of the record's floors, by what is known about the boot.
    mutating func carryFloor(to reading: ClockReading) {
        guard let saved = record.record, let first, let recordQuestion, !isFaulty, saved.trustRevision >= trustRevision
        else {
            return
        }
        floors.change(by: saved.floors) { kept, theirs in
            kept.recall(theirs, model: model) {
                $0.carried(
                    to: reading, loadedAt: first.reading.clockState, verdict: recordQuestion.verdict, model: model)
            }
        }
    }

    /// The latest state that is known of this boot: that of the latest input, or of a floor that another process saved
    /// after it.
    package var latestState: ClockState? { now.map { floors.latestState(orAt: $0) } }

    /// Both floors at the latest state, as they are saved: a reboot ends what is known of the time since.
    package var latestFloors: Floors { latestState.map { floors.moved(to: $0, model: model) } ?? floors }

    /// The later floor at the latest state; nil where there is none.
    package var floor: Floor? { latestFloors.later(model: model) }

    /// The later floor at a state of this boot; nil where there is none.
    package func floor(at state: ClockState) -> Floor? { floors.highest(at: state, model: model)?.floor }

    /// Trusted bounds of this launch's first reading may now decide what the clocks could not.
    private mutating func settleOpenQuestions(_ outcome: inout Outcome) {
        guard !isFaulty, !isContradicted, let first else { return }
        let generation = trustGeneration
        // What is known of this boot, once it is proven to be the record's, may settle more.
        if recordQuestion?.mayBeSettled == true, let offset = authenticatedOffset(at: first.reading.clockState),
            recordQuestion?.reconsider(first: first, offset: offset, in: generation, model: model) == true
        {
            if isRecordOfThisBoot, let saved = record.record { join(saved) }
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

    /// Forgets what was trusted, in the record, too: saved trust of an older revision is void from now on.
    mutating func forgetTrust() { voidTrust(revision: trustRevision.next) }

    private mutating func voidTrust(revision: UInt32) {
        forgetOwnTrust()
        trustRevision = revision
        for (observer, question) in questions { questions[observer] = question.withoutTrust }
        recordQuestion = recordQuestion?.withoutTrust
        forgetTrustOfRecord()
    }

    private mutating func forgetOwnTrust() {
        forgetVotes()
        floors = Floors()
    }

    /// Forgets what was heard while the record could not be read, where another process of this boot may have reset
    /// since then: the record tells how often that was done, and not when.
    mutating func forgetWhatAnotherMayHaveReset(_ saved: TimekeeperRecord) {
        if saved.trustRevision > 0, recordQuestion?.verdict.didReboot != true { forgetOwnTrust() }
    }

    /// Forgets all answers. Named sources still count: what others saved of this boot rests on that, too.
    mutating func forgetVotes() { forgetVotes(by: now?.elapsed ?? ElapsedInstant(nanoseconds: .max)) }

    /// Forgets all answers, and when it was that anybody was named: what the elapsed clock told is void.
    mutating func forgetVotesAndDates() {
        namesSince = nil
        forgetVotes(by: ElapsedInstant(nanoseconds: .min))
    }

    private mutating func forgetVotes(by instant: ElapsedInstant) {
        authenticated = authenticated.withoutVotes(by: instant)
        others = others.withoutVotes(by: instant)
    }

    /// What is not to be read now is forgotten when it is.
    mutating func forgetTrustOfRecord() {
        if case .unavailable = record { isForgotten = true }
        guard case .loaded(let saved, let isRecovered) = record else { return }
        if isForgotten {
            trustRevision = max(trustRevision, saved.trustRevision.next)
            isForgotten = false
        }
        record = .loaded(saved.withoutTrust(revision: trustRevision), isRecovered: isRecovered)
    }

    // MARK: - Answers

    /// Authenticated bounds of the offset at a state of this boot that may prove a boot; nil while there are none.
    package func authenticatedOffset(at state: ClockState) -> Bounds? { trust.binding(at: state)?.offset }

    /// What is trusted now, to be asked without the timekeeper.
    package var trust: TrustView { TrustView(self) }

    /// What is known of the true time at an instant of the elapsed clock, the narrowest of what it may rest on.
    package func trusted(at elapsed: ElapsedInstant, on basis: TrustBasis = .standard) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0, on: basis) } ?? .unknown
    }

    /// What to show of the true time where unauthenticated sources may count: what authenticated ones say where they
    /// bound it, which nobody on the way can shift; else what the others say, too.
    package func shown(at elapsed: ElapsedInstant) -> TrustedTime {
        let authenticated = trusted(at: elapsed)
        return authenticated.kind == .bounded ? authenticated : trusted(at: elapsed, on: .unauthenticated)
    }

    /// The same at the latest input.
    package var shown: TrustedTime { now.map { shown(at: $0.elapsed) } ?? .unknown }

    /// Whether the wall clock told the true time when it was last read.
    ///
    /// It may have been set since, or a daemon slews it. Unknown before the
    /// first reading.
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

    /// How a source stands now.
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

    /// Whether what one source says excludes what another one does.
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
