/// The power management unit's clock: evidence for callers that accept it.
extension Timekeeper {
    /// Takes what a reading shows of it. Called where the reading is the latest one.
    mutating func seePowerManagement(after previous: DeviceReading?) {
        guard let latest, let shown = latest.reading.powerManagement else { return }
        firstPowerManagement = firstPowerManagement ?? shown
        powerManagement.see(shown, passed: passed(to: latest, from: previous), tag: powerManagementTag)
    }

    /// Bounds of the true time since that clock was seen last: by this launch, or by the one that saved last.
    private func passed(to latest: DeviceReading, from previous: DeviceReading?) -> Bounds? {
        if let previous, previous.reading.powerManagement == powerManagement.last {
            guard !isFaulty else { return nil }
            let change = model.offsetChange(from: previous.reading.clockState, to: latest.reading.clockState)
            return change + (latest.reading.elapsed - previous.reading.elapsed)
        }
        guard previous == nil, let newest = record.record?.shared.newest else { return nil }
        let passed = BootComparison(
            before: newest, now: latest, offsetNow: nil, isContradicted: isContradicted, model: model
        ).truePassed
        // The process that saved last may not have read that clock. It was read before then.
        return newest.reading.powerManagement == powerManagement.last ? passed : passed.withoutUpper
    }

    /// Tells a new life of that clock from those that other launches begin.
    var powerManagementTag: UInt64 { XXH64.checksum(of: salt.bytes) }

    /// Takes what a record of this machine holds of it. Called once the record was compared.
    mutating func recallPowerManagement(of saved: TimekeeperRecord, at first: DeviceReading) {
        guard saved.shared.newest.machineMatches(first) == true else { return }
        powerManagement = saved.powerManagement(heals: floors.heals, revision: trustRevision)
        // What this launch saw before it could read the record, in a later boot than that, was less.
        if shared?.verdict.didReboot == true, let last = powerManagement.last, let firstPowerManagement,
            firstPowerManagement < last
        {
            powerManagement.startAnew(tag: powerManagementTag)
        }
    }

    /// Takes over what another process of this machine saved. What this one read in an earlier life of the clock is
    /// dropped.
    mutating func joinPowerManagement(of saved: TimekeeperRecord) {
        guard let latest, saved.shared.newest.machineMatches(latest) == true else { return }
        if saved.floors.heals > floors.heals { powerManagement = powerManagement.withoutTrust }
        let theirs = saved.powerManagement(heals: floors.heals, revision: trustRevision)
        if !powerManagement.join(theirs) { self.latest?.reading.powerManagement = nil }
    }

    /// Ties it to the true time of the latest reading, as far as that is proven.
    mutating func tiePowerManagement() {
        guard let latest, let shown = latest.reading.powerManagement else { return }
        let time = provenTime(at: latest.reading.clockState)
        if time != .unbounded { powerManagement.tie(shown, to: time, tag: powerManagementTag) }
    }

    /// Bounds of the true time less the elapsed clock, as that clock has it at the latest reading.
    var powerManagementOffset: CarriedBounds? {
        guard let latest, let shown = latest.reading.powerManagement, let time = powerManagement.time(at: shown) else {
            return nil
        }
        let state = latest.reading.clockState
        return CarriedBounds(time - .exactly(Nanoseconds(state.elapsed.nanoseconds)), at: state)
    }

    /// What that clock counted since a mark of this machine; nil where a new start since then was seen.
    func powerManagementPassed(since mark: BootMark) -> Bounds? {
        guard let latest, let before = mark.reading.powerManagement, let now = latest.reading.powerManagement,
            mark.powerManagementLife == powerManagement.life, mark.machineMatches(latest) == true
        else { return nil }
        return PowerManagementEvidence.passed(from: before, to: now)
    }
}

extension TimekeeperRecord {
    /// What is kept of that clock. The tie is left out where the record is older than a floor that was given up, or
    /// than a reset of what is trusted.
    func powerManagement(heals: UInt32, revision: UInt32) -> PowerManagementEvidence {
        trustRevision < revision || floors.heals < heals ? powerManagement.withoutTrust : powerManagement
    }
}
