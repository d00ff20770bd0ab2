extension Timekeeper {
    /// What to write over a record that another process may have saved since this one loaded.
    ///
    /// Nothing that it learned is lost: the newer reading wins for each observer, and what this process proves with the
    /// votes of both is in the record at once.
    package func recordToSave(over disk: TimekeeperRecord) -> TimekeeperRecord? {
        guard disk != record.record else { return recordToSave }
        var keeper = self
        _ = keeper.adopt(disk)
        guard var mine = keeper.recordToSave, let latest = keeper.latest else { return nil }
        // The latest reset of trust holds for both.
        let revision = max(disk.trustRevision, mine.trustRevision)
        let disk = disk.trustRevision < revision ? disk.withoutTrust(revision: revision) : disk
        if mine.trustRevision < revision { mine = mine.withoutTrust(revision: revision) }
        // What was said by clocks that contradicted each other since then is void.
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

    /// Whether another process of this boot made a mark. Where this process sees a boot identity, so did that one;
    /// otherwise the process that wrote the mark since this process loaded the record did so in its lifetime, unless
    /// the counters show that an older record was put back.
    func isOfThisBoot(_ mark: BootMark, _ latest: DeviceReading) -> Bool {
        if latest.bootIdentity != nil { return mark.bootIdentityMatches(latest) == true }
        // What was there when this process loaded the record was compared with its first reading.
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
    /// Whether the clocks allow that two processes of one boot made the readings, a little apart, in either order.
    package var mayBeOneBoot: Bool {
        let isLittleEarlier =
            (-.seconds(3_600)..<Nanoseconds.zero).contains(elapsedGrowth) && bootTimeMove.magnitude <= bootTimeTolerance
        return counterCheck.sameBoot || isLittleEarlier
    }
}

extension TimekeeperRecord {
    /// The same without the votes, where it is not proven to be of a reading's boot: it may be a restored
    /// record of another one, whose clocks these votes belong to.
    func certain(of latest: DeviceReading) -> TimekeeperRecord {
        checkpoint.newest.bootIdentityMatches(latest) == true ? self : withoutVotes(by: latest.reading.elapsed)
    }

    /// Whether no identity proves that it is of another boot than a reading of a process that runs beside the one that
    /// saved it.
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
