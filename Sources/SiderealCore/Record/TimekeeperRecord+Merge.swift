extension Timekeeper {
    /// Returns the record to save over `disk`, which another process may have saved since this process loaded the
    /// record.
    ///
    /// The result keeps everything that the other process saved, except trust from before a reset. For each observer,
    /// the result has the newer of both readings. The result also contains what the votes of both processes prove
    /// together.
    package func recordToSave(over disk: TimekeeperRecord) -> TimekeeperRecord? {
        if disk == record.record {
            var mine = recordToSave
            // A floor that was moved at the end of each sleep may be lower than the loaded one, moved once.
            if isRecordOfThisBoot && !isFaulty { mine?.floors.change(by: disk.floors) { $0.merge($1, model: model) } }
            return mine
        }
        var keeper = self
        _ = keeper.adopt(disk)
        guard var mine = keeper.recordToSave, let latest = keeper.latest else { return nil }
        let disk = disk.counting(in: keeper.resets)
        // If the clocks of this launch contradicted each other, answers that depend on those clocks are void.
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

    /// Returns whether a process of this boot made the mark.
    ///
    /// If this process can read a boot identity, the other process could, too, so comparing the identities gives the
    /// result. Otherwise the other process wrote the mark after this process loaded the record, unless the counters
    /// show that the disk holds an older record again.
    func isOfThisBoot(_ mark: BootMark, _ latest: DeviceReading) -> Bool {
        if latest.bootIdentity != nil { return mark.bootIdentityMatches(latest) == true }
        if isOfAnotherBoot(mark, latest) { return false }
        let apart = BootComparison(before: mark, now: latest, offsetNow: nil, model: model)
        return mark.bootIdentity == nil && mark.isOfSameMachine(as: latest) && apart.mayBeOneBoot
    }
}

extension Timekeeper {
    /// Returns whether another boot is proven to have made the mark.
    func isOfAnotherBoot(_ mark: BootMark, _ latest: DeviceReading) -> Bool {
        if let isSame = mark.bootIdentityMatches(latest) { return !isSame }
        // If the loaded record contained the mark, compare the mark with the first reading. Otherwise a process that
        // runs at the same time has saved the mark.
        guard let first, wasLoaded(mark) else { return false }
        return question(loaded: Checkpoint(newest: mark), first: first).verdict.didReboot == true
    }

    /// Returns a saved record without dates that are later than its own save.
    func dated(_ saved: TimekeeperRecord, _ latest: DeviceReading) -> TimekeeperRecord {
        // The dates of a faulty clock are void. The loaded record was saved before the first reading.
        if isFaulty { return saved.dated(by: latest.reading.elapsed) }
        guard let first, wasLoaded(saved.checkpoint.newest) else { return saved }
        return saved.dated(by: first.reading.elapsed)
    }

    private func wasLoaded(_ mark: BootMark) -> Bool {
        record.record?.newestMarks.contains { $0.salt == mark.salt && $0.reading == mark.reading } == true
    }
}

extension BootComparison {
    /// A Boolean value that indicates whether two processes of one boot may have made the readings. The reading `now`
    /// may be up to an hour earlier than the reading `before`.
    package var mayBeOneBoot: Bool {
        let isLittleEarlier =
            (-.seconds(3_600)..<Nanoseconds.zero).contains(elapsedGrowth) && bootTimeMove.magnitude <= bootTimeTolerance
        return counterCheck.sameBoot || isLittleEarlier
    }
}

extension TimekeeperRecord {
    /// Returns the record without its votes, unless its boot identity matches that of a reading. Without a match, the
    /// record may be a restored record of another boot, with votes by the clocks of that boot.
    func certain(of latest: DeviceReading) -> TimekeeperRecord {
        checkpoint.newest.bootIdentityMatches(latest) == true ? self : withoutVotes
    }

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

    /// Adopts the parts that are valid on every machine: the floor, unchanged, and the checkpoints of observers that
    /// this process has not opened.
    fileprivate mutating func takeFromElsewhere(_ disk: TimekeeperRecord, openObservers: [ExactName]) {
        for (name, checkpoint) in disk.observers where !openObservers.contains(name) { observers[name] = checkpoint }
        floors.change(by: disk.floors) { $0.mergeFromElsewhere($1) }
    }
}
