import SiderealCore
import SiderealSystem

/// Trusted time as all observatories of one directory share it.
extension SharedObservatory {
    // MARK: - What comes in

    /// Tells the timekeeper, and whoever listens what came of it.
    @discardableResult
    func feed(_ input: Timekeeper.Input, _ state: inout State) -> [Timekeeper.Finding] {
        let old = state.trust
        let known = state.known
        // Nothing but a sample before the first reading is refused, and there is one since the start.
        guard let outcome = try? state.keeper.handle(input) else { return [] }
        let now = noteTrust(in: &state)
        let change = tell(outcome.findings, since: old, at: now, in: state)
        if case .reading = input, state.keeper.first?.reading.elapsed != state.known.elapsed,
            known.hasSlept(until: state.known)
        {
            tellSleep(since: known, &state)
        }
        askForSave(outcome, change, at: now, &state)
        return outcome.findings
    }

    /// Takes over what others have saved of this boot.
    func adopt(_ saved: TimekeeperRecord, in state: inout State) {
        let old = state.trust
        let findings = state.keeper.adopt(saved)
        tell(findings, since: old, at: noteTrust(in: &state), in: state)
    }

    /// Keeps apart what the timekeeper trusts now; where it stands.
    private func noteTrust(in state: inout State) -> ClockState {
        state.trust = state.keeper.trust
        state.known = state.keeper.latest?.reading.clockState ?? state.known
        state.slept = state.known.slept
        let now = state.keeper.now ?? state.known
        lately.inputs.raise()
        let known = state.known
        let (trust, input) = (state.trust, lately.inputs.count)
        func noted(_ trusted: TrustedTime) -> TrustAtInput {
            TrustAtInput(input: input, known: known, elapsed: now.elapsed, trusted: trusted)
        }
        state.believed = noted(trust.trusted(at: now))
        state.usual = noted(trust.trusted(at: now, accepting: .standard))
        state.proven = noted(trust.trusted(at: now, accepting: .provenOnly))
        return now
    }

    /// Linux lets processes run again, and notices of a set clock ring, before it counts the suspension: where the
    /// count alone follows within seconds, that sleep was told.
    private func tellSleep(since known: ClockState, _ state: inout State) {
        let now = state.known
        var uncounted = known
        uncounted.suspendMark = now.suspendMark
        let grew = uncounted.hasSlept(until: now)
        if !grew, let told = state.uncountedSleep, now.elapsed - told < .seconds(10) {
            state.uncountedSleep = nil
            return
        }
        state.uncountedSleep = grew && known.suspendMark == now.suspendMark ? now.elapsed : nil
        events.send(.slept((now.slept - known.slept).orZero.duration))
    }

    /// A sample that changes nothing is not worth a sync: every few seconds is often enough. Who else is known is: a
    /// next launch that has not heard of them would believe a liar alone.
    private func askForSave(
        _ outcome: Timekeeper.Outcome, _ change: TrustChange, at now: ClockState, _ state: inout State
    ) {
        guard outcome.actions.contains(.save) else { return }
        let counted = state.keeper.authenticated.counted.map { $0.key }
        let isQuiet = change == .none && outcome.findings.isEmpty && state.counted == counted
        state.counted = counted
        if isQuiet, let last = state.saveAsked, (now.elapsed - last).magnitude < .seconds(10) { return }
        state.saveAsked = now.elapsed
        state.wantsSave = true
    }

    /// Tells what came to light, and what that changed about what was trusted.
    @discardableResult
    private func tell(
        _ findings: [Timekeeper.Finding], since old: TrustView, at now: ClockState, in state: State
    ) -> TrustChange {
        let trusted = state.believed.trusted
        let change = TrustChange(from: old.trusted(at: now), to: trusted)
        for finding in findings {
            log(.finding(finding))
            if let event = TrustedClockEvent(finding) { events.send(event) }
        }
        switch change {
        case .none: break
        case .synchronized: events.send(.synchronized(trusted))
        case .tightened: events.send(.tightened(trusted))
        case .withheld: events.send(.withheld(trusted))
        }
        return change
    }

    /// Takes a sample, with a fresh look at the clocks, to which it is tied. What was wrong with it, or nil.
    func hear(_ sample: TimeSample) -> SampleRejection? {
        let rejection: SampleRejection? = state.withLock { state in
            // Clocks that cannot be read now were readable at the start: the sample is tied to what was seen last.
            if state.known.elapsed < sample.received { try? look(&state) }
            note(.sample(sample), in: &state)
            for case .rejected(sample.source, let reason) in feed(.sample(sample), &state) { return reason }
            return nil
        }
        saveIfWanted()
        return rejection
    }

    /// From now on only operators count that are named, heard or not. Their names are saved before they are asked.
    func name(_ operators: [NamedOperator]) {
        let isNew = state.withLock { state in
            let said = operators.filter { !state.named.contains($0) }
            let isNew = !said.allSatisfy { state.keeper.isNamed($0) }
            guard !said.isEmpty else { return false }
            state.named += said
            // A journal may have begun after the launch that named them before.
            note(.operators(said), in: &state)
            if isNew {
                feed(.operators(said), &state)
                state.namings += 1
            }
            return isNew
        }
        if isNew { saveIfWanted() }
    }

    /// Waits until the names of the operators are in the record: another process may be launched before their answers
    /// are.
    func saveNames() async {
        guard state.withLock({ $0.savedNamings < $0.namings && $0.savesAutomatically }) else { return }
        await withCheckedContinuation { saved in
            device.scheduler.background {
                // Without a record there is nobody to tell: what is learned then ends with this process.
                try? self.save(readingAgain: false)
                saved.resume()
            }
        }
    }

    /// Forgets all that is trusted.
    func forgetTrust() {
        state.withLock { state in
            note(.reset, in: &state)
            feed(.forgetTrust, &state)
            state.lastShown = nil
        }
        saveIfWanted()
    }

    // MARK: - What is asked

    /// The elapsed clock, after a look at all clocks where the device has slept since the last one: what comes next is
    /// then tied to the right sleep.
    func elapsed() -> ElapsedInstant {
        let last = state.withLock { $0.known }
        if let now = stateNow(since: last) { return now.elapsed }
        defer { saveIfWanted() }
        return state.withLock { clockState(&$0) ?? $0.known }.elapsed
    }

    /// The best estimate to show, never before an earlier one; nil while nothing bounds the time.
    func estimate(_ accepting: Acceptance) -> TrueInstant? {
        state.withLock { state in
            guard let now = clockState(&state) else { return nil }
            let trusted = state.trust.trusted(at: now, accepting: accepting)
            guard let earliest = trusted.earliest, let width = trusted.width else { return nil }
            let middle = earliest + Nanoseconds(width.count / 2)
            let shown = state.lastShown.map { max($0, middle) } ?? middle
            state.lastShown = shown
            return shown
        }
    }

    /// Whether the system clock tells the true time, after a fresh look at both.
    func systemClock(tolerance: Nanoseconds, accepting: Acceptance) throws(ObservatoryError) -> SystemClockVerdict {
        let verdict = try state.withLock { state throws(ObservatoryError) in
            try look(&state)
            guard let reading = state.keeper.latest?.reading else {
                throw ObservatoryError(.clocks, "the clocks have not been read")
            }
            return state.trust.systemClock(
                reading.wall, at: reading.clockState, tolerance: tolerance, accepting: accepting)
        }
        saveIfWanted()
        return verdict
    }

    /// Where the elapsed clock stands, and the sleep in it; a sleep that the timekeeper does not know of is told to it.
    func clockState(_ state: inout State) -> ClockState? {
        guard let now = try? state.clocks.state(slept: state.slept) else { return nil }
        state.slept = now.slept
        guard state.known.hasSlept(until: now) else { return now }
        try? look(&state)
        return try? state.clocks.state(slept: state.slept)
    }
}

extension TrustedClockEvent {
    /// Nil for what concerns observers alone: the answer at launch.
    fileprivate init?(_ finding: Timekeeper.Finding) {
        switch finding {
        case .boot: return nil
        case .settled(let observer, let verdict): self = .bootQuestionSettled(observer: observer, verdict)
        case .clockStepped(let step, let direction): self = .systemClockStepped(by: step.duration, direction)
        case .clockFault: self = .clockFault
        case .rejected(let source, let reason): self = .rejected(source: source, reason)
        case .floorReplaced: self = .floorReplaced
        }
    }
}
