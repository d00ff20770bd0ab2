extension Timekeeper {
    mutating func read(_ read: DeviceReading, _ outcome: inout Outcome) {
        let deviceReading = read.machine == .thatOfTheRecord ? read.with(machine: recordIdentity) : read
        let reading = deviceReading.reading
        let previous = latest
        if let previous { compare(previous, with: deviceReading, &outcome) }
        latest = deviceReading
        now = reading.clockState
        // A state stands for the sleep up to it: another one of the same sleep adds nothing.
        let state = reading.clockState
        if readStates.last?.at(state.elapsed) != state {
            readStates.append(state)
            if readStates.count > Timekeeper.mostReadStates { readStates.removeFirst() }
        }
        let isFirst = first == nil
        if isFirst {
            first = deviceReading
            open(deviceReading, &outcome)
        }
        seePowerManagement(after: isFirst ? nil : previous)
        settleFloor(&outcome)
        if !outcome.findings.isEmpty || isCheckpointDue(at: reading.elapsed) {
            checkpointAsked = reading.elapsed
            outcome.actions.append(.save)
        }
    }

    /// A checkpoint may lag by this much, so not every reading is worth a sync.
    static let checkpointInterval = Nanoseconds.seconds(60)

    private func isCheckpointDue(at elapsed: ElapsedInstant) -> Bool {
        checkpointAsked.map { (elapsed - $0).magnitude >= Timekeeper.checkpointInterval } ?? true
    }

    /// How many sleeps back a sample may come late; on Darwin, where each reading measures the sleep anew, how many
    /// readings.
    static var mostReadStates: Int { 16 }

    /// Opens the question of one more observer, against this launch's first reading, and returns its verdict; nil
    /// before that reading.
    public mutating func open(observer: String) -> BootVerdict? {
        _ = add(observer: observer)
        return verdict(for: observer)
    }

    /// Adds an observer. The outcome holds its verdict, unless it is known already or there is no reading yet.
    package mutating func add(observer: String) -> Outcome {
        var outcome = Outcome()
        let name = ExactName(observer)
        if !observers.contains(name) { observers.append(name) }
        guard let first, questions[name] == nil else { return outcome }
        let question = question(loaded: record.record?.observers[name], first: first)
        questions[name] = question
        outcome.findings.append(.boot(observer: observer, question.verdict))
        settleOpenQuestions(&outcome)
        return outcome
    }

    /// This launch's first reading: every observer's question, and what may be carried over.
    private mutating func open(_ first: DeviceReading, _ outcome: inout Outcome) {
        let saved = record.record
        if let saved, saved.isContradicted, saved.shared.newest.bootIdentityMatches(first) == true {
            isContradicted = true
        }
        let loaded = [saved?.shared] + observers.map { saved?.observers[$0] }
        let verdicts = loaded.map { question(loaded: $0, first: first).verdict }
        isContradicted = isContradicted || verdicts.contains { $0.evidence == .contradiction }
        for observer in observers {
            let question = question(loaded: saved?.observers[observer], first: first)
            questions[observer] = question
            outcome.findings.append(.boot(observer: observer.text, question.verdict))
        }
        shared = question(loaded: saved?.shared, first: first)
        guard let saved else { return }
        recallPowerManagement(of: saved, at: first)
        if sharedIsSameBoot { join(saved) }
        carryFloor(to: first.reading)
        settleOpenQuestions(&outcome)
    }

    private func question(loaded checkpoint: Checkpoint?, first: DeviceReading) -> BootQuestion {
        switch record {
        case .unavailable(let cause):
            BootQuestion(unanswerable: BootVerdict(.unavailable(cause), evidence: .none))
        case .damaged:
            BootQuestion(unanswerable: BootVerdict(.damaged, evidence: .none))
        case .absent:
            BootQuestion(
                checkpoint: nil, isRecovered: false, first: first, isContradicted: isContradicted, model: model)
        case .loaded(_, let isRecovered):
            BootQuestion(
                checkpoint: checkpoint, isRecovered: isRecovered, first: first, isContradicted: isContradicted,
                model: model)
        }
    }

    /// Two readings of one launch are of one boot; where they cannot be, nothing that was trusted before holds.
    private mutating func compare(_ previous: DeviceReading, with current: DeviceReading, _ outcome: inout Outcome) {
        let tolerance = ClockModel.counterTolerance
        let fell =
            current.reading.elapsed - previous.reading.elapsed < -tolerance
            || current.reading.awake - previous.reading.awake < -tolerance
        let changed = previous.bootIdentity.flatMap { old in current.bootIdentity.map { old != $0 } } ?? false
        if fell || changed {
            outcome.findings.append(.clockFault)
            forgetVotes()
            floor = floor.map {
                Floor(earliest: $0.earliest, at: current.reading.clockState, isLone: $0.isLone)
            }
            isFaulty = true
            powerManagement.startAnew(tag: powerManagementTag)
            readStates = []
            return
        }
        let step = current.reading.kernelBootTime - previous.reading.kernelBootTime
        guard step.magnitude > ClockModel.smallestStep else { return }
        let now = trust.systemClock(
            current.reading.wall, at: current.reading.clockState, tolerance: .zero, accepting: .unauthenticated)
        outcome.findings.append(.clockStepped(by: step, StepDirection(of: step, leadingTo: now)))
    }
}
