/// All that is kept from one launch to the next.
package struct TimekeeperRecord: Sendable, Equatable {
    /// Which record this is.
    package let identity: MachineIdentity
    /// The newest reading of any process, and the oldest that is worth keeping.
    package var checkpoint: Checkpoint
    /// Checks of the newest reading's boot excluded both answers at a launch.
    package var isContradicted = false
    package var floors: Floors
    package var trustRevision: UInt32
    /// The operators that were named since the last proven reboot, and what they said in the boot of the newest
    /// reading.
    package var authenticated: KnownOperators
    package var others: KnownOperators
    /// By name, what each observer last saw.
    package var observers: [ExactName: Checkpoint]

    package init(
        identity: MachineIdentity, checkpoint: Checkpoint, isContradicted: Bool, floors: Floors,
        trustRevision: UInt32, authenticated: KnownOperators, others: KnownOperators,
        observers: [ExactName: Checkpoint]
    ) {
        self.identity = identity
        self.checkpoint = checkpoint
        self.isContradicted = isContradicted
        self.floors = floors
        self.trustRevision = trustRevision
        self.authenticated = authenticated
        self.others = others
        self.observers = observers
    }

    /// The same, and nothing that operators said: it is not known to be of this boot. Names only make a judgement more
    /// careful.
    package func withoutVotes(by instant: ElapsedInstant) -> TimekeeperRecord {
        var record = self
        record.authenticated = authenticated.withoutVotes(by: instant)
        record.others = others.withoutVotes(by: instant)
        return record
    }

    /// The same readings of the same observers, and nothing trusted.
    package func withoutTrust(revision: UInt32) -> TimekeeperRecord {
        var record = withoutVotes(by: checkpoint.newest.reading.elapsed)
        record.checkpoint = checkpoint.withoutTrust
        (record.floors, record.trustRevision) = (Floors(), revision)
        record.observers = observers.mapValues { $0.withoutTrust }
        return record
    }
}

/// What was found where the record is kept.
package enum LoadedRecord: Sendable, Equatable {
    /// Nothing has ever been recorded here.
    case absent
    /// The newest whole copy; `isRecovered` where a newer one was torn before it was reported as saved.
    case loaded(TimekeeperRecord, isRecovered: Bool)
    /// Something is there, and can't be read now.
    case unavailable(Unavailability)
    /// Something is there, and all of it is damaged.
    case damaged

    package var record: TimekeeperRecord? {
        if case .loaded(let record, _) = self { record } else { nil }
    }
}

extension Timekeeper {
    /// What to save now; nil before the first reading, and while a record is there that was not read: nothing replaces
    /// what was not read first.
    package var recordToSave: TimekeeperRecord? {
        // What was read has to be compared first.
        guard first != nil, let mark, let recordQuestion, let recordIdentity else { return nil }
        if case .unavailable = record { return nil }
        var kept = record.record?.observers ?? [:]
        for (name, question) in questions { kept[name] = question.checkpoint(newest: mark) }
        return TimekeeperRecord(
            identity: recordIdentity, checkpoint: recordQuestion.checkpoint(newest: mark),
            isContradicted: isContradicted,
            floors: latestFloors, trustRevision: trustRevision, authenticated: authenticated, others: others,
            observers: kept)
    }

    /// Which record this is, once it can be read: a new one gets an identity that no other one has.
    func identity(of record: LoadedRecord, salt: Salt) -> MachineIdentity? {
        switch record {
        case .unavailable: nil
        case .loaded(let saved, _): saved.identity
        case .absent, .damaged: MachineIdentity(recordMadeWith: salt)
        }
    }

    /// Takes on the identity of the record that lies on the disk: another process may have begun it.
    mutating func adoptIdentity(of saved: TimekeeperRecord) {
        let theirs = saved.identity
        guard let mine = recordIdentity, theirs != mine else { return }
        recordIdentity = theirs
        for (name, question) in questions { questions[name] = question.with(machine: theirs, insteadOf: mine) }
        recordQuestion = recordQuestion?.with(machine: theirs, insteadOf: mine)
        first = first.map { $0.machine == mine ? $0.with(machine: theirs) : $0 }
        latest = latest.map { $0.machine == mine ? $0.with(machine: theirs) : $0 }
    }
}
