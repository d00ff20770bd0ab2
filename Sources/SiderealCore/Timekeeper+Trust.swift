extension Timekeeper {
    // MARK: - Who counts

    /// Takes names. In a boot where none was given before, those who were overheard only narrow from now on.
    mutating func name(_ names: [NamedOperator], _ outcome: inout Outcome) {
        for name in names where !named.contains(name) {
            guard admit(name) else {
                outcome.findings.append(.rejected(source: name.operator, .tooManyOperators))
                continue
            }
            named.append(name)
            outcome.actions = [.save]
        }
        sortUncounted()
        settleFloor(&outcome)
    }

    private mutating func admit(_ name: NamedOperator) -> Bool {
        let key = OperatorKey(name.operator)
        return name.isAuthenticated ? authenticated.name(key) : others.name(key)
    }

    private mutating func sortUncounted() {
        others.join(authenticated.removeUncounted(), model: model)
    }

    /// Takes over what was known earlier in this boot, once that is proven to be this boot.
    mutating func joinRecord() {
        guard let saved = record.record, saved.trustRevision >= trustRevision else { return }
        authenticated.join(saved.authenticated.all, model: model)
        others.join(saved.others.all, model: model)
        sortUncounted()
    }

    // MARK: - Words

    mutating func hear(_ sample: TimeSample, _ outcome: inout Outcome) throws(InputError) {
        guard latest != nil, first != nil else { throw .sampleBeforeReading }
        guard let state = state(at: sample.received), let sent = self.state(at: sample.sent) else {
            outcome.findings.append(.rejected(source: sample.source, .tooLate))
            return
        }
        if let latest = now, state.elapsed > latest.elapsed { now = state }
        defer { settleFloor(&outcome) }
        guard let word = sample.offset(drift: model.drift) else {
            outcome.findings.append(.rejected(source: sample.source, .impossible))
            return
        }
        if sent.hasSlept(until: state) {
            outcome.findings.append(.rejected(source: sample.source, .slept))
            return
        }
        let key = OperatorKey(sample.operator)
        let counts = sample.isAuthenticated && (!authenticated.hasNamed || authenticated[key]?.isNamed == true)
        let objection =
            counts
            ? authenticated.hear(word, of: key, at: state, model: model)
            : others.hear(word, of: key, at: state, model: model)
        settleFloor(&outcome)
        if let reason = objection ?? standing(of: sample.operator).rejection {
            outcome.findings.append(.rejected(source: sample.source, reason))
        }
        if counts { settleOpenQuestions(&outcome) }
        outcome.actions.append(.save)
    }

    // MARK: - The floor

    /// Brings the floor to the latest input: it passes on, is given up where it is denied, and rises by what is proven.
    mutating func settleFloor(_ outcome: inout Outcome) {
        guard let state = now else { return }
        if let last = floor, state.elapsed >= last.at.elapsed { floor = last.moved(to: state, model: model) }
        if let last = floor, isDenied(last, at: state) {
            floor = nil
            heals = heals.addingReportingOverflow(1).partialValue
            outcome.findings.append(.floorReplaced)
            outcome.actions.append(.save)
        }
        guard let proven = authenticated.floor(at: state, model: model) else { return }
        if floor.map({ $0.earliest <= proven.earliest }) ?? true { floor = proven }
    }

    /// Whether more operators than may be wrong say that it is earlier than the floor, and more than still stand behind it.
    private func isDenied(_ floor: Floor, at state: ClockState) -> Bool {
        let counted = authenticated.counted.count
        guard counted > 1 || authenticated.hasNamed else { return false }
        let denying = authenticated.denying(floor.earliest, at: state, model: model)
        let standing = floor.operators.count { !denying.contains($0) }
        return denying.count > Judgement.mostWrong(of: counted) && denying.count > standing
    }

    /// What is certain of the record's floor, by what is known about the boot.
    mutating func carryFloor(to reading: ClockReading) {
        guard let saved = record.record, let kept = saved.floor, let first, let shared, !isFaulty,
            saved.trustRevision >= trustRevision, saved.heals >= heals
        else { return }
        let carried = kept.carried(
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
            if sharedIsSameBoot { joinRecord() }
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
    mutating func forgetTrust() {
        forgetVotes()
        floor = nil
        for (observer, question) in questions { questions[observer] = question.withoutTrust }
        shared = shared?.withoutTrust
        forgetTrustOfRecord()
    }

    /// Forgets all that was said. Whom this process named it still names.
    mutating func forgetVotes() {
        (authenticated, others) = (KnownOperators(), KnownOperators())
        for name in named { _ = admit(name) }
        trustRevision = trustRevision.addingReportingOverflow(1).partialValue
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

    /// What is known of the true time at an instant of the elapsed clock, from authenticated sources where they bound it.
    public func trusted(at elapsed: ElapsedInstant) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0) } ?? .unknown
    }

    /// What is known of the true time at an instant of the elapsed clock, the narrowest of what the caller accepts.
    public func trusted(at elapsed: ElapsedInstant, accepting: Acceptance) -> TrustedTime {
        knownState(at: elapsed).map { trust.trusted(at: $0, accepting: accepting) } ?? .unknown
    }

    /// Whether the wall clock told the true time when it was last read.
    ///
    /// Nobody knows what became of it since then: somebody may have set it, or a daemon slews it. Unknown before the first
    /// reading.
    public func systemClock(
        tolerance: Nanoseconds = SystemClockVerdict.defaultTolerance, accepting: Acceptance = .standard
    ) -> SystemClockVerdict {
        latest.map {
            trust.systemClock(
                $0.reading.wall, at: $0.reading.clockState, tolerance: tolerance, accepting: accepting)
        } ?? SystemClockVerdict(wall: WallInstant(nanoseconds: 0), trusted: .unknown, tolerance: tolerance)
    }

    private func knownState(at elapsed: ElapsedInstant) -> ClockState? {
        latest.map { state(at: elapsed) ?? $0.reading.clockState.at(elapsed) }
    }
}
