extension Timekeeper {
    /// What to write over a record that another process may have saved since this one loaded.
    ///
    /// Nothing that it learned is lost: the newer reading wins for each observer, the later floor, the tighter bounds.
    package func recordToSave(over disk: TimekeeperRecord) -> TimekeeperRecord? {
        guard var mine = recordToSave, let latest else { return nil }
        guard disk != record.record else { return mine }
        // Whoever threw away last what was trusted, it holds for both.
        let revision = max(disk.trustRevision, mine.trustRevision)
        let disk = disk.trustRevision < revision ? disk.withoutTrust(revision: revision) : disk
        if mine.trustRevision < revision { mine = mine.withoutTrust(revision: revision) }
        if isOfThisBoot(disk.shared.newest, latest) {
            // Elapsed clocks of two boots, or of two machines, do not tell which reading is newer.
            let foreign = observers.filter { name in
                disk.observers[name].map { !isOfThisBoot($0.newest, latest) } ?? false
            }
            mine.takeFromSameBoot(
                disk, lastSaved: lastSaved, openObservers: observers, foreign: foreign, model: model)
        } else {
            mine.takeFromElsewhere(disk, openObservers: observers, at: latest.reading.clockState, model: model)
        }
        return mine
    }
}

extension Timekeeper {
    /// Whether another process of this boot made a mark. Where this process sees a boot identity, so did that one;
    /// otherwise whoever wrote the mark since this process loaded the record did so in its lifetime, unless the counters
    /// say that somebody put an older record back.
    private func isOfThisBoot(_ mark: BootMark, _ latest: DeviceReading) -> Bool {
        if latest.bootIdentity != nil { return mark.bootIdentityMatches(latest) == true }
        // Saved a little earlier or later than the latest reading, in either order.
        let apart = BootComparison(before: mark, now: latest, offsetNow: nil, model: model)
        let isEarlier = apart.counterWitness.sameBoot
        let isLater =
            (-.seconds(3_600)..<Nanoseconds.zero).contains(apart.elapsedGrowth)
            && apart.bootTimeMove.magnitude <= apart.bootTimeTolerance
        return mark.bootIdentity == nil && mark.isOfSameMachine(as: latest) && (isEarlier || isLater)
    }
}

extension TimekeeperRecord {
    fileprivate mutating func takeFromSameBoot(
        _ disk: TimekeeperRecord, lastSaved: TimekeeperRecord?, openObservers: [ExactName], foreign: [ExactName],
        model: ClockModel
    ) {
        let mineIsNewer = shared.newest.reading.elapsed >= disk.shared.newest.reading.elapsed
        if !mineIsNewer { shared = disk.shared }
        for (name, checkpoint) in disk.observers {
            let own = openObservers.contains(name) ? observers[name] : nil
            if let own, foreign.contains(name) || own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed {
                continue
            }
            observers[name] = checkpoint
        }
        floor = Floor.later(floor, disk.floor, model: model)
        // This process knows better by now what it once saved itself.
        if disk.authenticated != lastSaved?.authenticated {
            authenticated = Consensus.SavedAnchor.tighter(authenticated, disk.authenticated, model: model)
        }
        if disk.unauthenticated != lastSaved?.unauthenticated {
            unauthenticated = Consensus.SavedAnchor.tighter(unauthenticated, disk.unauthenticated, model: model)
        }
        for known in disk.operators {
            if let heard = known.lastHeard {
                KnownOperator.hear(known.key, at: heard, in: &operators)
            } else if !operators.contains(where: { $0.key == known.key }), operators.count < KnownOperator.most {
                operators.append(known)
            }
        }
    }

    /// Takes what holds on any machine: the floor as it stands, and the checkpoints of observers that are not open here.
    fileprivate mutating func takeFromElsewhere(
        _ disk: TimekeeperRecord, openObservers: [ExactName], at state: ClockState, model: ClockModel
    ) {
        for (name, checkpoint) in disk.observers where !openObservers.contains(name) { observers[name] = checkpoint }
        for known in disk.operators where !operators.contains(where: { $0.key == known.key }) {
            if operators.count < KnownOperator.most { operators.append(known.ofAnotherBoot) }
        }
        guard let theirs = disk.floor else { return }
        // It was certain when they saved it, which may be after this process's last look at the clocks.
        if floor.map({ $0.advanced(to: state, model: model).earliest < theirs.earliest }) ?? true {
            floor = .untied(theirs.earliest)
        }
    }
}

extension Floor {
    /// The later of two floors of one boot.
    fileprivate static func later(_ one: Floor?, _ other: Floor?, model: ClockModel) -> Floor? {
        guard let one, let other else { return one ?? other }
        guard one.isTied, other.isTied else { return one.earliest >= other.earliest ? one : other }
        let state = one.at.elapsed >= other.at.elapsed ? one.at : other.at
        return later(one, other, at: state, model: model)
    }
}

extension Consensus.SavedAnchor {
    /// What two processes of one boot know together; where they contradict each other, what was learned last.
    fileprivate static func tighter(
        _ one: Consensus.SavedAnchor?, _ other: Consensus.SavedAnchor?, model: ClockModel
    ) -> Consensus.SavedAnchor? {
        guard let one, let other else { return one ?? other }
        let isFirstNewer = one.anchor.offset.learned >= other.anchor.offset.learned
        var newer = isFirstNewer ? one : other
        let older = isFirstNewer ? other : one
        guard !newer.isDisputed, !older.isDisputed else { return newer }
        let upper = newer.anchor.offset.upper.at
        let lower = newer.anchor.offset.lower.at
        let state = lower.elapsed >= upper.elapsed ? lower : upper
        if newer.anchor.offset.tighten(with: older.anchor.offset, at: state, model: model) {
            newer.anchor.operators = OperatorKey.union(newer.anchor.operators, older.anchor.operators)
            newer.anchor.toleratesLiar = newer.anchor.toleratesLiar && older.anchor.toleratesLiar
        }
        return newer
    }
}
