/// The power management unit's clock: a witness that only those hear who accept it.
extension Timekeeper {
    /// Takes what a reading shows of it. Called where the reading is the latest one.
    mutating func seePowerManagement(after previous: DeviceReading?) {
        guard let latest, let shown = latest.reading.powerManagement else { return }
        powerManagement.see(shown, passed: passed(to: latest, from: previous))
    }

    /// What is known of the true time from where that clock was seen last: by this launch, or by the one that saved last.
    private func passed(to latest: DeviceReading, from previous: DeviceReading?) -> Bounds? {
        if let previous, previous.reading.powerManagement == powerManagement.last {
            guard !isFaulty else { return nil }
            let change = model.offsetChange(from: previous.reading.clockState, to: latest.reading.clockState)
            return change + (latest.reading.elapsed - previous.reading.elapsed)
        }
        guard let newest = record.record?.shared.newest, newest.reading.powerManagement == powerManagement.last else {
            return nil
        }
        return BootComparison(
            before: newest, now: latest, offsetNow: nil, isContradicted: isContradicted, model: model
        ).truePassed
    }

    /// What a record tells of it that is of this machine.
    mutating func recallPowerManagement(of saved: TimekeeperRecord, at first: DeviceReading) {
        guard saved.shared.newest.machineMatches(first) == true else { return }
        powerManagement =
            saved.trustRevision < trustRevision
            ? saved.powerManagement.withoutTrust : saved.powerManagement
    }

    /// Takes over what another process of this machine saved. What this one read before the clock started anew is of no use.
    mutating func joinPowerManagement(of saved: TimekeeperRecord) {
        guard let latest, saved.shared.newest.machineMatches(latest) == true else { return }
        if !powerManagement.join(saved.powerManagement) { self.latest?.reading.powerManagement = nil }
    }

    /// Ties it to the true time of the latest reading, as far as that is proven.
    mutating func tiePowerManagement() {
        guard let latest, let shown = latest.reading.powerManagement else { return }
        let state = latest.reading.clockState
        let elapsed = Nanoseconds(state.elapsed.nanoseconds)
        let proven = authenticatedOffset(at: state).map { $0 + elapsed } ?? .unbounded
        let earliest = floor?.moved(to: state, model: model).map { Nanoseconds($0.earliest.nanoseconds) }
        guard let time = proven.atLeast(earliest ?? .min), time != .unbounded else { return }
        powerManagement.tie(shown, to: time)
    }

    /// Bounds of the true time less the elapsed clock, as that clock has it at the latest reading.
    var powerManagementOffset: CarriedBounds? {
        guard let latest, let shown = latest.reading.powerManagement, let time = powerManagement.time(at: shown) else {
            return nil
        }
        let state = latest.reading.clockState
        return CarriedBounds(time - .exactly(Nanoseconds(state.elapsed.nanoseconds)), at: state)
    }

    /// What that clock counted since a mark of this machine; nil where it started anew since then, as far as anybody saw.
    func powerManagementPassed(since mark: BootMark) -> Bounds? {
        guard let latest, let before = mark.reading.powerManagement, let now = latest.reading.powerManagement,
            mark.powerManagementStarts == powerManagement.starts, mark.machineMatches(latest) == true
        else { return nil }
        return PowerManagementWitness.passed(from: before, to: now)
    }
}
