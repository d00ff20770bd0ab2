/// Which explanations of two readings are still possible.
package struct Possibilities: Sendable, Hashable {
    package var sameBoot: Bool
    package var reboot: Bool

    package static let both = Possibilities(sameBoot: true, reboot: true)
    package static let onlySameBoot = Possibilities(sameBoot: true, reboot: false)
    package static let onlyReboot = Possibilities(sameBoot: false, reboot: true)

    package init(sameBoot: Bool, reboot: Bool) {
        self.sameBoot = sameBoot
        self.reboot = reboot
    }

    package func intersection(_ other: Possibilities) -> Possibilities {
        Possibilities(sameBoot: sameBoot && other.sameBoot, reboot: reboot && other.reboot)
    }
}

/// Two readings to be compared: what each witness says of them, on its own.
package struct BootComparison: Sendable {
    package let before: BootMark
    package let now: DeviceReading
    /// Authenticated bounds of the offset at the later reading, from evidence of its own boot; nil where there are
    /// none.
    package let offsetNow: Bounds?
    /// Whether the witnesses of this boot excluded both answers before: then none of them is believed in it.
    package let isContradicted: Bool
    package let model: ClockModel

    package init(
        before: BootMark, now: DeviceReading, offsetNow: Bounds?, isContradicted: Bool = false, model: ClockModel
    ) {
        self.before = before
        self.now = now
        self.offsetNow = offsetNow
        self.isContradicted = isContradicted
        self.model = model
    }

    /// dR, the growth of the elapsed clock.
    package var elapsedGrowth: Nanoseconds { now.reading.elapsed - before.reading.elapsed }

    /// dB, the move of the kernel's boot time: within one boot, exactly the step of the wall clock.
    package var bootTimeMove: Nanoseconds { now.reading.kernelBootTime - before.reading.kernelBootTime }

    /// dU, the growth of the kernel's time since boot.
    package var sinceBootGrowth: Nanoseconds {
        model.timeSinceBoot(now.reading) - model.timeSinceBoot(before.reading)
    }

    /// First witness: the kernel's identity of the boot.
    package var identityWitness: Possibilities {
        switch before.bootIdentityMatches(now) {
        case .some(true): .onlySameBoot
        case .some(false): .onlyReboot
        case .none: .both
        }
    }

    /// Second witness: counters that only grow within a boot.
    package var counterWitness: Possibilities {
        let tolerance = Nanoseconds.seconds(1)
        let old = before.reading
        let new = now.reading
        if elapsedGrowth < -tolerance
            || new.awake - old.awake < -tolerance
            || new.slept - old.slept < -tolerance
            || sinceBootGrowth < -tolerance
            || suspendMarkFell
        {
            return .onlyReboot
        }
        // Where the elapsed clock runs on through a warm reboot, the time since boot falls behind it.
        if model.platform == .darwin,
            sinceBootGrowth < elapsedGrowth - ClockModel.slewedRate.error(over: elapsedGrowth.orZero)
                - .milliseconds(500)
        {
            return .onlyReboot
        }
        return .both
    }

    /// The kernel counts suspensions, or the time awake until the last one, from zero in each boot.
    private var suspendMarkFell: Bool {
        guard let old = before.reading.suspendMark, let new = now.reading.suspendMark, old >= 0, new >= 0 else {
            return false
        }
        return new < old
    }

    /// Third witness: the true time that passed, against the clocks.
    package var trustWitness: Possibilities {
        guard let offsetBefore = before.offset, let offsetNow else { return .both }
        let change = offsetNow - offsetBefore
        return Possibilities(sameBoot: sameBootFits(change), reboot: rebootFits(change))
    }

    private func sameBootFits(_ change: Bounds) -> Bool {
        let old = before.reading.clockState
        let new = now.reading.clockState
        // A clock that fell by less than the counters' tolerance is taken as standing still.
        let allowed = model.offsetChange(from: old, to: new.at(max(old.elapsed, new.elapsed)))
        guard change.meets(allowed + .plusOrMinus(.milliseconds(10))) else { return false }
        guard model.platform == .darwin, change.hasLower else { return true }
        // Sleep that was not counted is missing in the slewed clock, too.
        let unseen = model.unseenSleep(from: old, to: new)
        guard unseen.hasUpper else { return true }
        // Of what it could count it lost at most its share.
        let counted = change.lower + elapsedGrowth - unseen.upper
        return counted - ClockModel.slewedRate.error(over: counted.orZero)
            <= sinceBootGrowth + .milliseconds(510)
    }

    private func rebootFits(_ change: Bounds) -> Bool {
        // A new boot begins after the last reading of the old one, so all of it lies between the readings.
        let passed = change + elapsedGrowth
        return !passed.hasUpper || passed.upper >= model.leastTimeSinceBoot(now.reading)
    }
}
