package import SiderealCore

/// A fault in a verdict, judged by the histories that fit the evidence.
package enum Complaint: String, Sendable, Hashable, CaseIterable {
    /// The verdict is proven, but only histories with the opposite answer fit the evidence.
    case wrong
    /// The verdict is proven, but histories with the opposite answer also fit the evidence.
    case claimsTooMuch
    /// The verdict leaves the question open, but all fitting histories have the same answer.
    case couldHaveDecided
    /// No history fits the evidence, and the verdict does not report the contradiction.
    case missesContradiction
    /// The verdict reports a contradiction, but a history fits the evidence.
    case inventsContradiction
}

extension IdealDecider {
    /// The fraction by which the judge widens and narrows each tolerance.
    package static let slack = 0.25
    /// The fraction for the rates. A rate can refer to the true time or to the counted time, and this fraction covers
    /// the difference.
    package static let rateSlack = 0.01

    /// Returns the fault of the verdict on two snapshots, or `nil` if the verdict has no fault.
    ///
    /// Two correct deciders may disagree on evidence that is close to a limit, so the judge leaves a margin:
    ///
    /// - A history fits if it still fits with every tolerance a quarter narrower and every rate a hundredth lower.
    /// - A history is excluded if it doesn't fit even with every tolerance a quarter wider and every rate a hundredth
    ///   higher.
    /// - For any other history, the judge accepts both answers.
    package func judge(_ verdict: BootVerdict, before: ClockSnapshot, now: ClockSnapshot) -> Complaint? {
        let pair = SnapshotPair(before, now, model)
        return IdealDecider.judge(
            verdict,
            surelyFitting: fitting(pair, tolerance.widened(by: -IdealDecider.slack, rates: -IdealDecider.rateSlack)),
            perhapsFitting: fitting(pair, tolerance.widened(by: IdealDecider.slack, rates: IdealDecider.rateSlack)))
    }

    /// Returns the fault, given the histories that fit with the narrower tolerances and with the wider tolerances.
    package static func judge(
        _ verdict: BootVerdict, surelyFitting: FittingHistories, perhapsFitting: FittingHistories
    ) -> Complaint? {
        let nothingFits = !perhapsFitting.sameBoot && !perhapsFitting.reboot
        switch verdict.answer {
        case .firstObservation, .unavailable, .damaged:
            return nil
        case .sameBoot, .rebooted, .indeterminate:
            if verdict.evidence == .contradiction {
                return surelyFitting.sameBoot || surelyFitting.reboot ? .inventsContradiction : nil
            }
            if nothingFits { return .missesContradiction }
            guard verdict.isProven else {
                let onlySameBoot = surelyFitting.sameBoot && !perhapsFitting.reboot
                let onlyReboot = surelyFitting.reboot && !perhapsFitting.sameBoot
                return onlySameBoot || onlyReboot ? .couldHaveDecided : nil
            }
            let isSameBoot = verdict.answer == .sameBoot
            guard isSameBoot ? surelyFitting.reboot : surelyFitting.sameBoot else { return nil }
            return (isSameBoot ? perhapsFitting.sameBoot : perhapsFitting.reboot) ? .claimsTooMuch : .wrong
        }
    }
}
