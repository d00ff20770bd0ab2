extension Timekeeper {
    /// What to write over a record that another process may have saved since this one loaded.
    ///
    /// Nothing that it learned is lost: the newer reading wins for each observer, the later floor, the tighter bounds.
    package func recordToSave(over disk: Record) -> Record? {
        guard var mine = recordToSave, let latest else { return nil }
        guard disk != record.record else { return mine }
        // Whoever wrote it, this process or another, did so in its lifetime: on the same machine, that is in the same boot.
        let isSameBoot =
            disk.shared.newest.isOfSameMachine(as: latest)
            && disk.shared.newest.bootIdentityMatches(latest) != false
        if isSameBoot {
            mine.takeFromSameBoot(disk, openObservers: observers, model: model)
        } else {
            mine.takeFromElsewhere(disk, openObservers: observers, at: latest.reading.clockState)
        }
        return mine
    }
}

extension Record {
    fileprivate mutating func takeFromSameBoot(_ disk: Record, openObservers: [String], model: ClockModel) {
        let mineIsNewer = shared.newest.reading.elapsed >= disk.shared.newest.reading.elapsed
        if !mineIsNewer { shared = disk.shared }
        for (name, checkpoint) in disk.observers {
            let own = openObservers.contains(name) ? observers[name] : nil
            if let own, own.newest.reading.elapsed >= checkpoint.newest.reading.elapsed { continue }
            observers[name] = checkpoint
        }
        if disk.trustRevision > trustRevision {
            (floor, trustRevision) = (disk.floor, disk.trustRevision)
            (authenticated, unauthenticated) = (disk.authenticated, disk.unauthenticated)
        } else if disk.trustRevision == trustRevision {
            floor = Floor.later(floor, disk.floor, model: model)
            authenticated = Consensus.SavedAnchor.tighter(authenticated, disk.authenticated, model: model)
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
    fileprivate mutating func takeFromElsewhere(_ disk: Record, openObservers: [String], at state: ClockState) {
        for (name, checkpoint) in disk.observers where !openObservers.contains(name) { observers[name] = checkpoint }
        let theirs = disk.floor.map { Floor(earliest: $0.earliest, at: state) }
        if disk.trustRevision > trustRevision {
            (floor, trustRevision) = (theirs, disk.trustRevision)
        } else if disk.trustRevision == trustRevision {
            floor = Floor.later(floor, theirs)
        }
    }
}

extension Floor {
    /// The later of two floors of one boot, each carried to the later state.
    fileprivate static func later(_ one: Floor?, _ other: Floor?, model: ClockModel) -> Floor? {
        guard let one, let other else { return one ?? other }
        let state = one.at.elapsed >= other.at.elapsed ? one.at : other.at
        return later(one.advanced(to: state, model: model), other.advanced(to: state, model: model))
    }
}

extension Consensus.SavedAnchor {
    /// What two processes of one boot know together; where they contradict each other, what was learned last.
    fileprivate static func tighter(
        _ one: Consensus.SavedAnchor?, _ other: Consensus.SavedAnchor?, model: ClockModel
    ) -> Consensus.SavedAnchor? {
        guard let one, let other else { return one ?? other }
        let (newer, older) = one.anchor.at.elapsed >= other.anchor.at.elapsed ? (one, other) : (other, one)
        let carried =
            older.anchor.offset + model.offsetChange(from: older.anchor.at, to: newer.anchor.at)
        guard !newer.isDisputed, !older.isDisputed, let both = carried.intersection(newer.anchor.offset) else {
            return newer
        }
        let operators = OperatorKey.union(newer.anchor.operators, older.anchor.operators)
        return Consensus.SavedAnchor(
            anchor: Consensus.Anchor(offset: both, at: newer.anchor.at, operators: operators), isDisputed: false)
    }
}
