extension Timekeeper {
    /// Returns the record to write over one that another process may have saved since this one loaded.
    ///
    /// It keeps all that the other process learned. The newer reading wins for each observer, and what this process
    /// proves with the votes of both is in the record at once.
    package func recordToSave(over disk: TimekeeperRecord) -> TimekeeperRecord? {
        guard disk != record.record else { return recordToSave }
        var keeper = self
        _ = keeper.adopt(disk)
        guard var mine = keeper.recordToSave, let latest = keeper.latest else { return nil }
        // The latest reset of trust holds for both.
        let revision = max(disk.trustRevision, mine.trustRevision)
        let disk = disk.trustRevision < revision ? disk.withoutTrust(revision: revision) : disk
        if mine.trustRevision < revision { mine = mine.withoutTrust(revision: revision) }
        // Answers that came by clocks which contradicted each other since then are void.
        if !isFaulty, keeper.isOfThisBoot(disk.checkpoint.newest, latest) {
            // Elapsed clocks of two boots, or of two machines, do not show which reading is newer.
            let foreign = observers.filter { name in
                disk.observers[name].map { !keeper.isOfThisBoot($0.newest, latest) } ?? false
            }
            mine.takeFromSameBoot(disk, openObservers: observers, foreign: foreign, model: model)
        } else {
            mine.takeFromElsewhere(disk, openObservers: observers)
        }
        return mine
    }

    /// Returns whether another process of this boot made a mark. If this process sees a boot identity, so did that one.
    /// Otherwise the mark was written in this process's lifetime, after it loaded the record, unless the counters show
    /// that an older record was put back.
    func isOfThisBoot(_ mark: BootMark, _ latest: DeviceReading) -> Bool {
        if latest.bootIdentity != nil { return mark.bootIdentityMatches(latest) == true }
        // A mark that was in the record when this process loaded it is compared with the first reading.
        if let first, wasLoaded(mark),
            question(loaded: Checkpoint(newest: mark), first: first).verdict.didReboot == true
        {
            return false
        }
        let apart = BootComparison(before: mark, now: latest, offsetNow: nil, model: model)
        return mark.bootIdentity == nil && mark.isOfSameMachine(as: latest) && apart.mayBeOneBoot
    }
}

extension Timekeeper {
    private func wasLoaded(_ mark: BootMark) -> Bool {
        guard let loaded = record.record else { return false }
        return ([loaded.checkpoint] + loaded.observers.values).contains {
            $0.newest.salt == mark.salt && $0.newest.reading == mark.reading
        }
    }
}

extension BootComparison {
    /// Indicates whether two processes of one boot may have made the readings, a little apart, in either order.
    package var mayBeOneBoot: Bool {
        let isLittleEarlier =
            (-.seconds(3_600)..<Nanoseconds.zero).contains(elapsedGrowth) && bootTimeMove.magnitude <= bootTimeTolerance
        return counterCheck.sameBoot || isLittleEarlier
    }
}

extension TimekeeperRecord {
    /// Returns the record without its votes, unless it is proven to be of a reading's boot. It may be a restored record
    /// of another boot, with votes by that boot's clocks.
    func certain(of latest: DeviceReading) -> TimekeeperRecord {
        checkpoint.newest.bootIdentityMatches(latest) == true ? self : withoutVotes(by: latest.reading.elapsed)
    }

    /// Returns whether the record may be of the boot of `latest`, a reading of a process that runs beside the one that
    /// saved it. Only an identity proves otherwise.
    func mayBeOfBoot(of latest: DeviceReading) -> Bool { checkpoint.newest.bootIdentityMatches(latest) != false }

    fileprivate mutating func takeFromSameBoot(
        _ disk: TimekeeperRecord, openObservers: [ExactName], foreign: [ExactName], model: ClockModel
    ) {
        let mineIsNewer = checkpoint.newest.reading.elapsed >= disk.checkpoint.newest.reading.elapsed
        if !mineIsNewer { checkpoint = disk.checkpoint }
        for (name, checkpoint) in disk.observers {
            let own = openObservers.contains(name) ? observers[name] : nil
            if let own, foreign.contains(name) || own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed {
                continue
            }
            observers[name] = checkpoint
        }
        floors.change(by: disk.floors) { $0.merge($1, model: model) }
    }

    /// Takes what holds on any machine: the floor as it stands, and the checkpoints of observers that are not open
    /// here.
    fileprivate mutating func takeFromElsewhere(_ disk: TimekeeperRecord, openObservers: [ExactName]) {
        for (name, checkpoint) in disk.observers where !openObservers.contains(name) { observers[name] = checkpoint }
        floors.change(by: disk.floors) { $0.mergeFromElsewhere($1) }
    }
}
