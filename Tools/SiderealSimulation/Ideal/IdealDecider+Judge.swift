package import SiderealCore

/// What is wrong with a verdict, measured by which histories fit the evidence.
package enum Complaint: String, Sendable, Hashable, CaseIterable {
    /// It is called proven, and only the opposite fits.
    case wrong
    /// It is called proven, and the opposite fits, too.
    case claimsTooMuch
    /// It leaves open what only one answer fits.
    case couldHaveDecided
    /// Nothing fits, and it does not say so.
    case missesContradiction
    /// It sees a contradiction where a history fits.
    case inventsContradiction
}

extension IdealDecider {
    /// By how much tolerances are widened and narrowed before anything is complained of.
    package static let slack = 0.25
    /// The same for rates, whose bound can honestly be read as a share of the true time or of the counted.
    package static let rateSlack = 0.01

    /// What is wrong with the verdict on two snapshots, or nil.
    ///
    /// Two honest deciders may quarrel about what lies on a border. So something is held to fit only if it does with
    /// every tolerance a quarter narrower and every rate a hundredth lower, and to be excluded only if it is with every
    /// tolerance a quarter wider and every rate a hundredth higher. In between nothing is complained of.
    package func judge(_ verdict: BootVerdict, before: ClockSnapshot, now: ClockSnapshot) -> Complaint? {
        let pair = SnapshotPair(before, now, model)
        return IdealDecider.judge(
            verdict,
            surelyFitting: fitting(pair, tolerance.widened(by: -IdealDecider.slack, rates: -IdealDecider.rateSlack)),
            perhapsFitting: fitting(pair, tolerance.widened(by: IdealDecider.slack, rates: IdealDecider.rateSlack)))
    }

    /// The same, given what fits on the narrow and on the wide side of every border.
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
