package import SiderealCore

/// A fault of a verdict, measured by the histories that fit the evidence.
package enum Complaint: String, Sendable, Hashable, CaseIterable {
    /// The verdict is called proven, but only the opposite fits.
    case wrong
    /// The verdict is called proven, but the opposite fits, too.
    case claimsTooMuch
    /// The verdict leaves a question open that only one answer fits.
    case couldHaveDecided
    /// Nothing fits, and the verdict does not report that.
    case missesContradiction
    /// The verdict reports a contradiction, but a history fits.
    case inventsContradiction
}

extension IdealDecider {
    /// The share by which tolerances are widened and narrowed before there is a complaint.
    package static let slack = 0.25
    /// The share for rates, whose bound can refer to the true time or to the counted time.
    package static let rateSlack = 0.01

    /// Returns the fault of the verdict on two snapshots, or `nil`.
    ///
    /// Two honest deciders may disagree on a border. So a history fits only if it does with every tolerance a quarter
    /// narrower and every rate a hundredth lower. It is excluded only if it is with every tolerance a quarter wider and
    /// every rate a hundredth higher. In between there is no complaint.
    package func judge(_ verdict: BootVerdict, before: ClockSnapshot, now: ClockSnapshot) -> Complaint? {
        let pair = SnapshotPair(before, now, model)
        return IdealDecider.judge(
            verdict,
            surelyFitting: fitting(pair, tolerance.widened(by: -IdealDecider.slack, rates: -IdealDecider.rateSlack)),
            perhapsFitting: fitting(pair, tolerance.widened(by: IdealDecider.slack, rates: IdealDecider.rateSlack)))
    }

    /// Returns the fault, given what fits on the narrow and on the wide side of every border.
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
