extension Timekeeper {
    // MARK: - Operators that count

    /// Takes names.
    mutating func name(_ names: [NamedOperator], _ outcome: inout Outcome) {
        for name in names {
            let exact = ExactName(name.operator)
            if name.isAuthenticated ? authenticated.name(exact) : others.name(exact) { continue }
            outcome.findings.append(.rejected(source: name.operator, .tooManyOperators))
        }
        settleFloor(&outcome)
        settleOpenQuestions(&outcome)
        outcome.actions.append(.save)
    }

    /// Whether an operator is named.
    package func isNamed(_ name: NamedOperator) -> Bool {
        let exact = ExactName(name.operator)
        return (name.isAuthenticated ? authenticated[exact] : others[exact]) != nil
    }

    /// Takes over whom a record knows in this boot, and what they said. What was learned before they were known is
    /// judged again by all of them.
    mutating func join(_ saved: TimekeeperRecord) {
        // The latest reset of trust holds for both.
        if saved.trustRevision > trustRevision { voidTrust(revision: saved.trustRevision) }
        let saved = saved.trustRevision < trustRevision ? saved.withoutTrust(revision: trustRevision) : saved
        let known = authenticated.all.count
        authenticated.join(saved.authenticated, model: model)
        others.join(saved.others, model: model)
        if authenticated.all.count > known { floor = nil }
    }

    /// Takes over whom a record knows that another process saved, and nothing that they said.
    mutating func learnNames(of saved: TimekeeperRecord) {
        guard let latest, saved.mayBeOfBoot(of: latest) else { return }
        let known = authenticated.all.count
        authenticated.join(saved.authenticated.withoutVotes, model: model)
        others.join(saved.others.withoutVotes, model: model)
        guard authenticated.all.count > known else { return }
        floor = nil
        carryFloor(to: latest.reading)
        var outcome = Outcome()
        settleFloor(&outcome)
    }

    /// Counts on from where the record stands, also where that could not be read at first: what was learned meanwhile
    /// is newer than what others gave up.
    mutating func adoptCounts() {
        guard let saved = record.record else { return }
        trustRevision = max(trustRevision, saved.trustRevision)
        heals = max(heals, saved.heals)
    }

    /// Takes over what was saved: other processes of this boot may have named other operators, and received answers.
    package mutating func adopt(_ saved: TimekeeperRecord) -> Outcome {
        var outcome = Outcome()
        adoptIdentity(of: saved)
        joinPowerManagement(of: saved)
        guard let latest else { return outcome }
        guard isOfThisBoot(saved.shared.newest, latest), !isFaulty else {
            learnNames(of: saved)
            return outcome
        }
        join(saved.certain(of: latest))
        isContradicted = isContradicted || saved.isContradicted
        // What is trusted may have been forgotten while this was being saved.
        let saved = saved.trustRevision < trustRevision ? saved.withoutTrust(revision: trustRevision) : saved
        if saved.heals > heals {
            (floor, heals) = (nil, saved.heals)
            outcome.findings.append(.floorReplaced)
        }
        // What another boot or machine saved since this process read its clocks is tied to no reading of it.
        if saved.heals == heals, let theirs = saved.floor, theirs.isTied,
            let later = Floor.later(floor, theirs, model: model),
            // Its own one stays where it is: moved, it would be rounded once more.
            floor?.moved(to: later.at, model: model)?.earliest != later.earliest
        {
            floor = theirs
        }
        settleFloor(&outcome)
        settleOpenQuestions(&outcome)
        return outcome
    }

    // MARK: - Answers of servers

    mutating func receive(_ sample: TimeSample, _ outcome: inout Outcome) throws(InputError) {
        guard latest != nil, first != nil else { throw .sampleBeforeReading }
        guard let state = state(at: sample.received), let sent = self.state(at: sample.sent) else {
            outcome.findings.append(.rejected(source: sample.source, .tooLate))
            return
        }
        if let latest = now, state.elapsed > latest.elapsed { now = state }
        defer { settleFloor(&outcome) }
        guard let answer = answer(of: sample, from: sent, to: state) else {
            outcome.findings.append(.rejected(source: sample.source, .impossible))
            return
        }
        if sent.hasSlept(until: state) {
            outcome.findings.append(.rejected(source: sample.source, .slept))
            return
        }
        let name = ExactName(sample.operator)
        let objection =
            sample.isAuthenticated
            ? authenticated.receive(answer, of: name, at: state, now: now ?? state, model: model)
            : others.receive(answer, of: name, at: state, now: now ?? state, model: model)
        if objection == .notNamed {
            outcome.findings.append(.rejected(source: sample.source, .notNamed))
            return
        }
        settleFloor(&outcome)
        if let reason = objection ?? operatorStatus(of: sample.operator).rejection {
            outcome.findings.append(.rejected(source: sample.source, reason))
        }
        if sample.isAuthenticated { settleOpenQuestions(&outcome) }
        outcome.actions.append(.save)
    }

    /// Bounds of the offset when a sample arrived; nil where it contradicts itself.
    private func answer(of sample: TimeSample, from sent: ClockState, to state: ClockState) -> Bounds? {
        // Where the kernel shows no sleep, a short one may still have passed on the way. And the clock may have been
        // read just after a tick, and next time just before one.
        sample.offset(drift: model.drift).map {
            $0 + model.unseenSleep(from: sent, to: state) + .plusOrMinus(model.tick)
        }
    }

    /// The bounds that a sample gives, and those that its operator gave before, both at the sample's arrival. Nil if
    /// they can't be compared.
    func compare(_ sample: TimeSample) -> (said: Bounds, before: Bounds, at: ClockState)? {
        guard let state = state(at: sample.received), let sent = self.state(at: sample.sent),
            !sent.hasSlept(until: state), let said = answer(of: sample, from: sent, to: state),
            let vote = (sample.isAuthenticated ? authenticated : others)[ExactName(sample.operator)]?.vote,
            let before = vote.bounds(at: state, model: model)
        else { return nil }
        return (said, before, state)
    }

    // MARK: - The floor

    /// Brings the floor to the latest input: it passes on, is given up where it is denied, and rises by what is proven.
    mutating func settleFloor(_ outcome: inout Outcome) {
        guard let now else { return }
        // Another process may have saved it after this one's latest input.
        let state = floor.map { $0.at.elapsed > now.elapsed ? $0.at : now } ?? now
        floor = floor?.moved(to: state, model: model)
        if let last = floor, authenticated.deny(last, at: state, model: model) {
            floor = nil
            powerManagement = powerManagement.withoutTrust
            heals = heals.addingReportingOverflow(1).partialValue
            outcome.findings.append(.floorReplaced)
            outcome.actions.append(.save)
        }
        floor = Floor.later(authenticated.floor(at: state, model: model), floor, model: model)
        tiePowerManagement()
    }

    /// What is certain of the record's floor, by what is known about the boot.
    mutating func carryFloor(to reading: ClockReading) {
        guard let saved = record.record, let first, let shared, !isFaulty, saved.trustRevision >= trustRevision,
            saved.heals >= heals
        else { return }
        let carried = saved.floor?.carried(
            to: reading, loadedAt: first.reading.clockState, verdict: shared.verdict, model: model)
        floor = saved.heals > heals ? carried : Floor.later(floor, carried, model: model)
        heals = saved.heals
    }

    // MARK: - Open questions

    /// Trusted bounds of this launch's first reading may now decide what the clocks could not.
    mutating func settleOpenQuestions(_ outcome: inout Outcome) {
        guard !isFaulty, !isContradicted, let first else { return }
        // What is known of this boot, once it is proven to be the record's, may settle more.
        if let offset = authenticatedOffset(at: first.reading.clockState),
            shared?.reconsider(first: first, offset: offset, model: model) == true
        {
            if sharedIsSameBoot, let saved = record.record { join(saved) }
            if let latest { carryFloor(to: latest.reading) }
            settleFloor(&outcome)
        }
        guard let offset = authenticatedOffset(at: first.reading.clockState) else { return }
        for observer in observers {
            guard questions[observer]?.reconsider(first: first, offset: offset, model: model) == true,
                let verdict = questions[observer]?.verdict
            else { continue }
            outcome.findings.append(.settled(observer: observer.text, verdict))
        }
    }

    // MARK: - Forgetting

    /// Forgets what was trusted, in the record, too: saved trust of an older revision is void from now on.
    mutating func forgetTrust() { voidTrust(revision: trustRevision.addingReportingOverflow(1).partialValue) }

    private mutating func voidTrust(revision: UInt32) {
        forgetOwnTrust()
        trustRevision = revision
        for (observer, question) in questions { questions[observer] = question.withoutTrust }
        shared = shared?.withoutTrust
        forgetTrustOfRecord()
    }

    private mutating func forgetOwnTrust() {
        forgetVotes()
        floor = nil
        powerManagement = powerManagement.withoutTrust
        heals = 0
    }

    /// Forgets what was heard while the record could not be read, where another process of this boot may have reset
    /// since then: the record tells how often that was done, and not when.
    mutating func forgetWhatAnotherMayHaveReset(_ saved: TimekeeperRecord) {
        if saved.trustRevision > 0, shared?.verdict.didReboot != true { forgetOwnTrust() }
    }

    /// Forgets all answers. Named operators still count: what others saved of this boot rests on that, too.
    mutating func forgetVotes() {
        (authenticated, others) = (authenticated.withoutVotes, others.withoutVotes)
    }

    /// What is not to be read now is forgotten when it is.
    mutating func forgetTrustOfRecord() {
        if case .unavailable = record { isForgotten = true }
        guard case .loaded(let saved, let isRecovered) = record else { return }
        if isForgotten {
            let (next, isLast) = saved.trustRevision.addingReportingOverflow(1)
            trustRevision = max(trustRevision, isLast ? saved.trustRevision : next)
            isForgotten = false
        }
        record = .loaded(saved.withoutTrust(revision: trustRevision), isRecovered: isRecovered)
    }

    // MARK: - Answers

    /// Authenticated bounds of the offset at a state of this boot that may prove a boot; nil while there are none.
    package func authenticatedOffset(at state: ClockState) -> Bounds? { trust.bindingOffset(at: state) }

    /// What is trusted now, to be asked without the timekeeper.
    package var trust: TrustView { TrustView(self) }

    /// What is known of the true time at an instant of the elapsed clock, from authenticated sources where they bound
    /// it.
    package func trusted(at elapsed: ElapsedInstant) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0) } ?? .unknown
    }

    /// What is known of the true time at an instant of the elapsed clock, the narrowest of what the caller accepts.
    package func trusted(at elapsed: ElapsedInstant, accepting: Acceptance) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0, accepting: accepting) } ?? .unknown
    }

    /// Whether the wall clock told the true time when it was last read.
    ///
    /// It may have been set since, or a daemon slews it. Unknown before the
    /// first reading.
    package func systemClock(
        tolerance: Nanoseconds = Nanoseconds(clamping: SystemClockVerdict.defaultTolerance),
        accepting: Acceptance = .unauthenticated
    ) -> SystemClockVerdict {
        latest.map {
            trust.systemClock(
                $0.reading.wall, at: $0.reading.clockState, tolerance: tolerance, accepting: accepting)
        } ?? SystemClockVerdict(wall: WallInstant(nanoseconds: 0), trusted: .unknown, tolerance: tolerance)
    }

    private func knownState(at elapsed: ElapsedInstant) -> ClockState? {
        latest.map { state(at: elapsed) ?? $0.reading.clockState.at(elapsed) }
    }

    /// How an operator stands now.
    package func operatorStatus(of operator: String) -> OperatorStatus {
        guard let state = now else { return .unheard }
        let name = ExactName(`operator`)
        if let vote = authenticated[name]?.vote {
            return operatorStatus(of: vote, among: authenticated, at: state, mayDenyFloor: true)
        }
        guard let vote = others[name]?.vote else { return .unheard }
        if let trusted = trust.shownOffset(at: state), vote.bounds(at: state, model: model)?.meets(trusted) != true {
            return .rejected(.outsideAuthenticated)
        }
        return operatorStatus(of: vote, among: others, at: state, mayDenyFloor: false)
    }

    private func operatorStatus(
        of vote: CarriedBounds, among operators: KnownOperators, at state: ClockState, mayDenyFloor: Bool
    ) -> OperatorStatus {
        guard let hull = operators.judgement(at: state, model: model).bounds else { return .rejected(.disputed) }
        guard let said = vote.bounds(at: state, model: model), said.meets(hull) else { return .rejected(.outvoted) }
        if mayDenyFloor, let floor = floor?.moved(to: state, model: model), said.isBefore(floor, at: state) {
            return .rejected(.belowFloor)
        }
        return .believed
    }

    /// Whether what one operator said excludes what the other one said.
    package func excludes(_ one: String, _ other: String) -> Bool {
        guard let state = now, let one = said(by: one, at: state), let other = said(by: other, at: state) else {
            return false
        }
        return !one.meets(other)
    }

    private func said(by operator: String, at state: ClockState) -> Bounds? {
        let name = ExactName(`operator`)
        return (authenticated[name]?.vote ?? others[name]?.vote)?.bounds(at: state, model: model)
    }
}
