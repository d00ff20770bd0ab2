/// The readings of one observer that the record keeps for comparison.
package struct Checkpoint: Sendable, Equatable {
    /// The newest of the readings.
    package var newest: BootMark
    /// The oldest reading with trusted bounds whose boot may still be the present boot. The library prefers a reading
    /// with bounds from servers to a reading with only a floor. The value is `nil` if ``newest`` is sufficient.
    package var oldest: BootMark?

    package init(newest: BootMark, oldest: BootMark? = nil) {
        self.newest = newest
        self.oldest = oldest
    }

    /// Returns the same readings, with the new identity in each mark that has the old identity.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> Checkpoint {
        Checkpoint(
            newest: newest.with(machine: new, insteadOf: old), oldest: oldest?.with(machine: new, insteadOf: old))
    }

    /// The same readings, without their trusted bounds.
    package var withoutTrust: Checkpoint { Checkpoint(newest: newest.withoutTrust) }
}

/// The question whether this launch is in the same boot as an observer's last reading. If comparing the clocks gives
/// an answer, the library answers the question at launch. Otherwise the question stays open until trusted time gives
/// an answer.
package struct BootQuestion: Sendable, Equatable {
    package private(set) var checkpoint: Checkpoint?
    /// The answer at this launch's first reading, before any sample.
    package let initial: BootVerdict
    package private(set) var verdict: BootVerdict
    /// A Boolean value that indicates whether the device has rebooted since the oldest mark, or `nil` without proof.
    /// The time of the reboot is unknown.
    package private(set) var rebootedSinceOldest: Bool?

    package init(
        checkpoint: Checkpoint?, isRecovered: Bool, first: DeviceReading, isContradicted: Bool = false,
        model: ClockModel
    ) {
        self.checkpoint = checkpoint
        guard let checkpoint else {
            initial = BootVerdict(.firstObservation, evidence: .noEvidence)
            verdict = initial
            return
        }
        let pair = BootComparison(
            before: checkpoint.newest, now: first, offsetNow: nil, isContradicted: isContradicted, model: model)
        var answer = pair.verdict
        if let oldest = checkpoint.oldest {
            let span = BootComparison(
                before: oldest, now: first, offsetNow: nil, isContradicted: isContradicted, model: model
            ).verdict
            rebootedSinceOldest = span.didReboot
            // If the boot is the same since an older mark, it is also the same since every newer mark.
            if answer.isOpen, span.didReboot == false {
                answer = BootVerdict(.sameBoot, .proven, evidence: span.evidence, clockStep: pair.clockStep)
            }
        }
        initial = answer.with(isSettled: false, isFromRecoveredRecord: isRecovered)
        verdict = initial
    }

    /// Creates a question without an answer, because the record is unavailable or damaged.
    package init(unanswerable verdict: BootVerdict) {
        checkpoint = nil
        initial = verdict
        self.verdict = verdict
    }

    /// A Boolean value that indicates whether trusted time may still answer the question.
    package var mayBeSettled: Bool { initial.isOpen && !verdict.isSettled && checkpoint != nil }

    /// Reconsiders an open question with trusted bounds of this launch's first reading. Returns true if the bounds
    /// settle the question.
    ///
    /// A proven answer stays. If a server contradicts the answer later, the timekeeper reports that in another finding.
    /// One sample may cause a contradiction, and the next sample may resolve it.
    package mutating func reconsider(
        first: DeviceReading, offset: Bounds, in generation: TrustGeneration, model: ClockModel
    ) -> Bool {
        guard mayBeSettled, let checkpoint else { return false }
        let newest = checkpoint.newest.counting(in: generation)
        let fresh = BootComparison(before: newest, now: first, offsetNow: offset, model: model).verdict
        verdict = fresh.with(isSettled: fresh.isProven, isFromRecoveredRecord: initial.isFromRecoveredRecord)
        if fresh.isProven { return true }
        guard fresh.isOpen, let oldest = checkpoint.oldest?.counting(in: generation) else { return false }
        // If the boot is the same since an older mark, it is also the same since every newer mark. A reboot since the
        // older mark doesn't prove a reboot since the newest mark.
        let span = BootComparison(before: oldest, now: first, offsetNow: offset, model: model).verdict
        switch span.didReboot {
        case .none: return false
        case .some(true):
            rebootedSinceOldest = true
            return false
        case .some(false):
            rebootedSinceOldest = false
            let pair = BootComparison(before: newest, now: first, offsetNow: nil, model: model)
            verdict = BootVerdict(
                .sameBoot, .proven, evidence: span.evidence, clockStep: pair.clockStep, isSettled: true,
                isFromRecoveredRecord: initial.isFromRecoveredRecord)
            return true
        }
    }

    /// The same question with the same answer, without the trusted bounds of the readings.
    package var withoutTrust: BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.withoutTrust
        return question
    }

    /// Returns the same question and answer, with the new identity in each mark that has the old identity.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.with(machine: new, insteadOf: old)
        return question
    }

    /// Returns the checkpoint to keep when a newer reading replaces the newest reading.
    package func checkpoint(newest mark: BootMark) -> Checkpoint {
        Checkpoint(newest: mark, oldest: oldestWorthKeeping(in: mark.generation))
    }

    private func oldestWorthKeeping(in generation: TrustGeneration) -> BootMark? {
        guard let checkpoint else { return nil }
        let oldest = rebootedSinceOldest == true ? nil : checkpoint.oldest?.counting(in: generation)
        let newest = checkpoint.newest.counting(in: generation)
        if verdict.isOpen {
            let known = [oldest, newest].compactMap { $0 }.filter { $0.offset != nil }
            // Prefers a mark with bounds from servers to a mark with only a floor.
            return known.first { $0.offset?.hasUpper == true } ?? known.first
        }
        // In a proven boot, the next mark inherits the bounds of the newest mark. If that mark has only a floor, the
        // older question stays open.
        let isSame = verdict.isProven && verdict.answer == .sameBoot
        return isSame && newest.offset?.hasUpper != true && !verdict.isSettled ? oldest : nil
    }
}
