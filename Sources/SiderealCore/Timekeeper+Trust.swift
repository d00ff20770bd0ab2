extension Timekeeper {
    mutating func hear(_ sample: TimeSample, _ outcome: inout Outcome) throws(InputError) {
        guard latest != nil, first != nil else { throw .sampleBeforeReading }
        guard let state = state(at: sample.received) else {
            reject(sample, .tooLate, &outcome)
            return
        }
        if let latest = now, state.elapsed > latest.elapsed { now = state }
        // A sample may come late, from before a sleep; the floor does not go back there, or the next sleep would lower it.
        floor.advance(to: now ?? state, raisedBy: nil, model: model)
        guard let fresh = sample.offset(drift: model.drift) else {
            reject(sample, .impossible, &outcome)
            return
        }
        guard let sent = self.state(at: sample.sent) else {
            reject(sample, .tooLate, &outcome)
            return
        }
        if sent.hasSlept(until: state) {
            reject(sample, .slept, &outcome)
            return
        }
        if sample.isAuthenticated {
            hearAuthenticated(sample, fresh: fresh, at: state, &outcome)
        } else {
            hearUnauthenticated(sample, fresh: fresh, at: state, &outcome)
        }
        outcome.actions.append(.save)
    }

    private mutating func hearAuthenticated(
        _ sample: TimeSample, fresh: Bounds, at state: ClockState, _ outcome: inout Outcome
    ) {
        let least = floor.offset(at: state, model: model)
        let heard = authenticated.hear(sample, fresh: fresh, at: state, floor: least, model: model)
        conclude(heard, at: state, &outcome)
        if !sample.isJudgedWithNext { settleOpenQuestions(&outcome) }
    }

    /// Refuses a sample. Those that were to be judged with it are judged without it.
    private mutating func reject(_ sample: TimeSample, _ reason: SampleRejection, _ outcome: inout Outcome) {
        outcome.findings.append(.rejected(source: sample.source, reason))
        guard !sample.isJudgedWithNext, let state = now else { return }
        let least = floor.offset(at: state, model: model)
        if sample.isAuthenticated {
            guard let heard = authenticated.judgeRest(at: state, floor: least, model: model) else { return }
            conclude(heard, at: state, &outcome)
            settleOpenQuestions(&outcome)
        } else if let heard = unauthenticated.judgeRest(at: state, floor: least, model: model) {
            outcome.report(heard)
        }
    }

    private mutating func conclude(_ heard: Consensus.Outcome, at state: ClockState, _ outcome: inout Outcome) {
        outcome.report(heard)
        let raised = heard.leastOffset.flatMap { Floor(offset: $0, at: state) }
        if heard.replaced {
            floor = FloorTrack(raised)
            floor.advance(to: now ?? state, raisedBy: nil, model: model)
            carriedFloor = nil
            trustRevision = trustRevision.addingReportingOverflow(1).partialValue
        } else {
            floor.advance(to: now ?? state, raisedBy: raised, model: model)
        }
    }

    private mutating func hearUnauthenticated(
        _ sample: TimeSample, fresh: Bounds, at state: ClockState, _ outcome: inout Outcome
    ) {
        let least = floor.offset(at: state, model: model)
        let allowed = authenticated.offset(at: state, model: model) ?? .unbounded
        guard let inside = least.map({ allowed.atLeast($0) }) ?? allowed, inside.meets(fresh) else {
            reject(sample, .outsideAuthenticated, &outcome)
            return
        }
        outcome.report(unauthenticated.hear(sample, fresh: fresh, at: state, floor: least, model: model))
    }

    /// Trusted bounds of this launch's first reading may now decide what the clocks could not.
    mutating func settleOpenQuestions(_ outcome: inout Outcome) {
        guard !isFaulty, let first else { return }
        // What is carried over, once this is proven to be its boot, may settle more.
        if let offset = offset(backAt: first),
            shared?.reconsider(first: first, offset: offset, model: model) == true, sharedIsSameBoot
        {
            carryOver()
        }
        guard let offset = offset(backAt: first) else { return }
        for observer in observers {
            guard questions[observer]?.reconsider(first: first, offset: offset, model: model) == true,
                let verdict = questions[observer]?.verdict
            else { continue }
            outcome.findings.append(.settled(observer: observer.text, verdict))
        }
    }

    private func offset(backAt first: DeviceReading) -> Bounds? {
        authenticated.offset(backAt: first.reading.clockState, model: model)
    }

    /// Forgets what was trusted, in the record, too: saved trust of an older revision is void from now on.
    mutating func forgetTrust() {
        authenticated = Consensus()
        unauthenticated = Consensus()
        floor = FloorTrack()
        carriedFloor = nil
        trustRevision = trustRevision.addingReportingOverflow(1).partialValue
        for (observer, question) in questions { questions[observer] = question.withoutTrust }
        shared = shared?.withoutTrust
        forgetTrustOfRecord()
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

    /// Authenticated bounds of the offset at a state of this boot; nil while there are none.
    package func authenticatedOffset(at state: ClockState) -> Bounds? {
        authenticated.offset(at: state, model: model)
    }

    // MARK: - Answers

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

    /// Whether a wall clock tells the true time; what authenticated sources alone can decide is decided by them.
    public func systemClock(
        _ wall: WallInstant, at elapsed: ElapsedInstant, tolerance: Nanoseconds = SystemClockVerdict.defaultTolerance,
        accepting: Acceptance = .unauthenticated
    ) -> SystemClockVerdict {
        knownState(at: elapsed).map {
            trust.systemClock(wall, at: $0, tolerance: tolerance, accepting: accepting)
        } ?? SystemClockVerdict(wall: wall, trusted: .unknown, tolerance: tolerance)
    }

    /// The wall clock at an instant of the elapsed clock, if nobody has set it since the latest reading.
    public func wall(at elapsed: ElapsedInstant) -> WallInstant? {
        latest.map { $0.reading.wall + (elapsed - $0.reading.elapsed) }
    }

    private func knownState(at elapsed: ElapsedInstant) -> ClockState? {
        latest.map { state(at: elapsed) ?? $0.reading.clockState.at(elapsed) }
    }
}

extension Timekeeper.Outcome {
    fileprivate mutating func report(_ heard: Consensus.Outcome) {
        for rejection in heard.rejections {
            findings.append(.rejected(source: rejection.source.text, rejection.reason))
        }
        if heard.replaced { findings.append(.anchorReplaced) }
    }
}
