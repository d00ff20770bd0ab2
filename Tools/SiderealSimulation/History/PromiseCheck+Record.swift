import SiderealCore
import SiderealTesting

/// The checks of a saved record.
extension PromiseCheck {
    /// Checks that a save keeps the process's own data and the data that other processes saved before.
    func check(
        _ saved: TimekeeperRecord, over old: TimekeeperRecord?, by keeper: Timekeeper, of observer: String
    ) throws(Breach) {
        if let latest = keeper.latest, !mayBeOfThisBoot(old, observer, latest, keeper),
            saved.observers[ExactName(observer)].map({ isOlder($0.newest, than: latest, of: keeper.salt) }) ?? true
        {
            throw Breach(.durability, "the saved reading is missing from the record")
        }
        guard let old else { return }
        if old.observers.keys.contains(where: { saved.observers[$0] == nil }) {
            throw Breach(.durability, "a save forgot another observer")
        }
        try checkNames(saved, old, keeper)
        let isTrulySameBoot = launches[keeper.salt].map { saving in
            launches[old.checkpoint.newest.salt]?.isSameBoot(as: saving) == true
        }
        let isSameBoot = isTrulySameBoot.map { $0 && setting.keepsPremises && areIdentitiesFresh }
        if isSameBoot == true { try checkNames(saved, kept: old) }
        guard saved.resets == old.resets, keeper.resets == old.resets else { return }
        guard distinguishesMachines else { return }
        for floor in [\Floors.corroborated, \Floors.lone] {
            try checkReplaced(saved, old, keeper, floor, isSameBoot: isTrulySameBoot == true)
        }
        try checkFallen(saved.floors.corroborated, old.floors.corroborated, keeper, isSameBoot: isSameBoot)
        try checkFallen(saved.floors.lone, old.floors.lone, keeper, isSameBoot: isSameBoot)
    }

    private func checkFallen(
        _ saved: KeptFloor, _ old: KeptFloor, _ keeper: Timekeeper, isSameBoot: Bool?
    ) throws(Breach) {
        guard let before = old.floor, saved.timesGivenUp == old.timesGivenUp else { return }
        guard let after = saved.floor else { throw Breach(.floor, "the record lost the floor") }
        // If a floor moves in several steps, the timekeeper rounds the floor at each step.
        let isTied = isSameBoot == true && before.isTied && after.isTied
        let least =
            isTied
            ? before.moved(to: after.at, model: keeper.model).map { $0.earliest - Nanoseconds(100) } : before.earliest
        if let least, after.earliest < least {
            throw Breach(.floor, "the floor fell in the record by \((least - after.earliest).count) ns")
        }
    }

    /// Returns whether the timekeeper may treat the observer's saved reading as the newer reading although it comes
    /// from another boot. This happens if the record was replaced after the process loaded it, and if neither an
    /// identity nor a counter distinguishes the boots.
    private func mayBeOfThisBoot(
        _ old: TimekeeperRecord?, _ observer: String, _ latest: DeviceReading, _ keeper: Timekeeper
    ) -> Bool {
        guard !areIdentitiesFresh, let old, old != keeper.record.record, let now = launches[keeper.salt],
            let own = old.observers[ExactName(observer)]
        else { return false }
        func isOfThisBoot(_ mark: BootMark) -> Bool { launches[mark.salt]?.isSameBoot(as: now) == true }
        func seemsSo(_ mark: BootMark) -> Bool {
            BootComparison(before: mark, now: latest, offsetNow: nil, model: keeper.model).mayBeOneBoot
        }
        return [old.checkpoint.newest, own.newest].allSatisfy { isOfThisBoot($0) || seemsSo($0) }
            && !isOfThisBoot(own.newest)
    }

    /// Checks that the record keeps the operators that have answered and that other processes named in this boot.
    private func checkNames(_ saved: TimekeeperRecord, kept old: TimekeeperRecord) throws(Breach) {
        for known in old.authenticated.all where known.isHeard && saved.authenticated[known.name] == nil {
            throw Breach(.durability, "a save forgot an operator that another process named")
        }
    }

    /// Checks that the record keeps the operators, and the newer of two contradictory votes.
    private func checkNames(_ saved: TimekeeperRecord, _ old: TimekeeperRecord, _ keeper: Timekeeper) throws(Breach) {
        for known in keeper.authenticated.all where known.isHeard {
            guard let kept = saved.authenticated[known.name] else {
                throw Breach(.durability, "a save forgot an operator")
            }
            guard saved.resets == keeper.resets else { continue }
            for source in known.sources {
                guard let mine = source.said, let said = kept[source.name]?.said else { continue }
                let theirs = old.authenticated[known.name]?[source.name]?.said
                if let theirs, theirs.learned.elapsed > mine.learned.elapsed { continue }
                let (left, right) = (
                    said.bounds(at: mine.learned, model: keeper.model),
                    mine.bounds(at: mine.learned, model: keeper.model)
                )
                if let left, let right, left.lower < right.lower || left.upper > right.upper {
                    throw Breach(.durability, "a save replaced newer answers with older answers")
                }
            }
        }
    }

    /// Checks that the record does not restore an abandoned floor, unless votes from this boot still prove that floor.
    private func checkReplaced(
        _ saved: TimekeeperRecord, _ old: TimekeeperRecord, _ keeper: Timekeeper, _ path: KeyPath<Floors, KeptFloor>,
        isSameBoot: Bool
    ) throws(Breach) {
        let (theirs, mine) = (old.floors[keyPath: path], keeper.latestFloors[keyPath: path])
        guard theirs.timesGivenUp != mine.timesGivenUp, let floor = saved.floors[keyPath: path].floor else { return }
        var proven = Floors()
        if floor.isTied { saved.authenticated.raise(&proven, at: floor.at, model: keeper.model) }
        let kept = theirs.timesGivenUp > mine.timesGivenUp ? theirs.floor : mine.floor
        // If both floors are from this boot, the check moves them to the latest known clock state.
        let isMoved = isSameBoot && floor.isTied && kept?.isTied == true
        let brought = isMoved ? kept?.moved(to: floor.at, model: keeper.model) : kept
        guard
            [proven[keyPath: path].floor, brought].contains(where: { $0.map { floor.earliest <= $0.earliest } ?? false }
            )
        else {
            throw Breach(.floor, "the record contains a discarded floor again")
        }
    }

    /// Returns whether a mark comes from another boot than the latest reading or is older than the latest reading.
    private func isOlder(_ mark: BootMark, than latest: DeviceReading, of process: Salt) -> Bool {
        if setting.keepsPremises {
            guard let made = launches[mark.salt], let saving = launches[process], made.isSameBoot(as: saving) else {
                return true
            }
        }
        return mark.reading.elapsed < latest.reading.elapsed
    }
}
