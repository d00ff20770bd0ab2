/// The readings of one observer that are kept for comparison.
package struct Checkpoint: Sendable, Equatable {
    /// The last reading before now.
    package var newest: BootMark
    /// The oldest reading that servers bounded, or otherwise a floor, and whose boot may still be this one. `nil` if
    /// ``newest`` serves.
    package var oldest: BootMark?

    package init(newest: BootMark, oldest: BootMark? = nil) {
        self.newest = newest
        self.oldest = oldest
    }

    /// Returns the same readings, with marks of the new identity in place of the old one.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> Checkpoint {
        Checkpoint(
            newest: newest.with(machine: new, insteadOf: old), oldest: oldest?.with(machine: new, insteadOf: old))
    }

    /// The same readings, without their trusted bounds.
    package var withoutTrust: Checkpoint { Checkpoint(newest: newest.withoutTrust) }
}

/// The question whether this launch is in the boot of an observer's last reading. It is answered at once as far as
/// possible, and stays open for trusted time to settle.
package struct BootQuestion: Sendable, Equatable {
    package private(set) var checkpoint: Checkpoint?
    /// The answer at this launch's first reading, before any sample.
    package let initial: BootVerdict
    package private(set) var verdict: BootVerdict
    /// Indicates whether the device rebooted since the oldest mark, at an unknown moment. `nil` while that is not
    /// proven.
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
            // The same boot since an older mark is the same boot since every newer one.
            if answer.isOpen, span.didReboot == false {
                answer = BootVerdict(.sameBoot, .proven, evidence: span.evidence, clockStep: pair.clockStep)
            }
        }
        initial = answer.with(isSettled: false, isFromRecoveredRecord: isRecovered)
        verdict = initial
    }

    /// Creates a question that no comparison can answer, because the record couldn't be read.
    package init(unanswerable verdict: BootVerdict) {
        checkpoint = nil
        initial = verdict
        self.verdict = verdict
    }

    /// Indicates whether trusted time may still settle the question.
    package var mayBeSettled: Bool { initial.isOpen && !verdict.isSettled && checkpoint != nil }

    /// Reconsiders an open question with trusted bounds of this launch's first reading. Returns true if that settled
    /// it.
    ///
    /// A proven answer stays: a server that contradicts it disagrees with what was trusted, which is another finding. A
    /// contradiction that came with one sample may be taken back by the next.
    package mutating func reconsider(
        first: DeviceReading, offset: Bounds, in generation: TrustGeneration, model: ClockModel
    ) -> Bool {
        guard mayBeSettled, let checkpoint else { return false }
        let newest = checkpoint.newest.counting(in: generation)
        let fresh = BootComparison(before: newest, now: first, offsetNow: offset, model: model).verdict
        verdict = fresh.with(isSettled: fresh.isProven, isFromRecoveredRecord: initial.isFromRecoveredRecord)
        if fresh.isProven { return true }
        guard fresh.isOpen, let oldest = checkpoint.oldest?.counting(in: generation) else { return false }
        // The same boot since an older mark is the same boot since every newer one. A reboot in the whole span proves
        // nothing about its last part.
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

    /// The same question with the same answer, which earlier trusted time can no longer settle.
    package var withoutTrust: BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.withoutTrust
        return question
    }

    /// Returns the same question and answer, with marks of the new identity in place of the old one.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.with(machine: new, insteadOf: old)
        return question
    }

    /// Returns the checkpoint to keep when a newer reading replaces the newest one.
    package func checkpoint(newest mark: BootMark) -> Checkpoint {
        Checkpoint(newest: mark, oldest: oldestWorthKeeping(in: mark.generation))
    }

    private func oldestWorthKeeping(in generation: TrustGeneration) -> BootMark? {
        guard let checkpoint else { return nil }
        let oldest = rebootedSinceOldest == true ? nil : checkpoint.oldest?.counting(in: generation)
        let newest = checkpoint.newest.counting(in: generation)
        if verdict.isOpen {
            let known = [oldest, newest].compactMap { $0 }.filter { $0.offset != nil }
            // A mark that servers bounded is preferred to one that a floor alone bounds.
            return known.first { $0.offset?.hasUpper == true } ?? known.first
        }
        // In a proven boot the bounds of the newest mark are carried over. If only a floor bounds that mark, the older
        // question stays open.
        let isSame = verdict.isProven && verdict.answer == .sameBoot
        return isSame && newest.offset?.hasUpper != true && !verdict.isSettled ? oldest : nil
    }
}
