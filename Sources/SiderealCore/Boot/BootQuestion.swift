/// What is kept of one observer's earlier readings.
package struct Checkpoint: Sendable, Equatable {
    /// The last reading before now.
    package var newest: BootMark
    /// The oldest reading that servers bounded, else that a floor did, whose boot is not known to be another one; nil
    /// where ``newest`` serves.
    package var oldest: BootMark?

    package init(newest: BootMark, oldest: BootMark? = nil) {
        self.newest = newest
        self.oldest = oldest
    }

    /// The same readings with the marks made anew for another identity of the machine.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> Checkpoint {
        Checkpoint(
            newest: newest.with(machine: new, insteadOf: old), oldest: oldest?.with(machine: new, insteadOf: old))
    }

    /// The same readings, without what was trusted at them.
    package var withoutTrust: Checkpoint { Checkpoint(newest: newest.withoutTrust) }
}

/// Whether this launch is in the boot of an observer's last reading: answered at once as far as possible, and kept open
/// for trusted time to settle.
package struct BootQuestion: Sendable, Equatable {
    package private(set) var checkpoint: Checkpoint?
    /// The answer at this launch's first reading, before any sample.
    package let initial: BootVerdict
    package private(set) var verdict: BootVerdict
    /// Trusted time showed a reboot somewhere since the oldest mark, though not when; or that there was none.
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

    /// A question that no comparison can answer: the record could not be read.
    package init(unanswerable verdict: BootVerdict) {
        checkpoint = nil
        initial = verdict
        self.verdict = verdict
    }

    /// Whether trusted time may yet settle it.
    package var mayBeSettled: Bool { initial.isOpen && !verdict.isSettled && checkpoint != nil }

    /// Asks an open question again with trusted bounds of this launch's first reading. True when that settled it.
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
        // The same boot since an older mark is the same boot since every newer one; a reboot in the whole span says
        // nothing of its last part.
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

    /// The same question, with the same answer, that trusted time of old can no longer settle.
    package var withoutTrust: BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.withoutTrust
        return question
    }

    /// The same question and answer, with the marks made anew for another identity of the machine.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> BootQuestion {
        var question = self
        question.checkpoint = checkpoint?.with(machine: new, insteadOf: old)
        return question
    }

    /// What to keep when a newer reading replaces the newest one.
    package func checkpoint(newest mark: BootMark) -> Checkpoint {
        Checkpoint(newest: mark, oldest: oldestWorthKeeping(in: mark.generation))
    }

    private func oldestWorthKeeping(in generation: TrustGeneration) -> BootMark? {
        guard let checkpoint else { return nil }
        let oldest = rebootedSinceOldest == true ? nil : checkpoint.oldest?.counting(in: generation)
        let newest = checkpoint.newest.counting(in: generation)
        if verdict.isOpen {
            let known = [oldest, newest].compactMap { $0 }.filter { $0.offset != nil }
            // What a floor alone bounds gives way to what servers do.
            return known.first { $0.offset?.hasUpper == true } ?? known.first
        }
        // In a proven boot the newest mark's bounds are carried over; where a floor alone bounds it, the older question
        // stays open.
        let isSame = verdict.isProven && verdict.answer == .sameBoot
        return isSame && newest.offset?.hasUpper != true && !verdict.isSettled ? oldest : nil
    }
}
