/// The state that the library saves from one launch to the next.
package struct TimekeeperRecord: Sendable, Equatable {
    /// The identity of this record.
    package let identity: MachineIdentity
    /// The newest reading of any process, and the oldest reading that is worth keeping.
    package var checkpoint: Checkpoint
    /// A Boolean value that indicates whether, at a launch in the boot of the newest reading, the checks excluded both
    /// answers (the same boot and a reboot).
    package var isContradicted = false
    package var floors: Floors
    package var resets: TrustResets
    /// The authenticated operators that apps named since the last proven reboot, with their answers in the boot of the
    /// newest reading.
    package var authenticated: KnownOperators
    package var others: KnownOperators
    /// The readings of each observer, by the observer's name.
    package var observers: [ExactName: Checkpoint]

    package init(
        identity: MachineIdentity, checkpoint: Checkpoint, isContradicted: Bool, floors: Floors,
        resets: TrustResets, authenticated: KnownOperators, others: KnownOperators,
        observers: [ExactName: Checkpoint]
    ) {
        self.identity = identity
        self.checkpoint = checkpoint
        self.isContradicted = isContradicted
        self.floors = floors
        self.resets = resets
        self.authenticated = authenticated
        self.others = others
        self.observers = observers
    }

    /// The newest mark of each observer, and last the newest mark of all.
    var newestMarks: [BootMark] {
        observers.sorted { $0.key < $1.key }.map { $0.value.newest } + [checkpoint.newest]
    }

    /// Returns the record with another identity, in its marks as well.
    fileprivate func with(identity new: MachineIdentity) -> TimekeeperRecord {
        TimekeeperRecord(
            identity: new, checkpoint: checkpoint.with(machine: new, insteadOf: identity),
            isContradicted: isContradicted, floors: floors, resets: resets, authenticated: authenticated,
            others: others, observers: observers.mapValues { $0.with(machine: new, insteadOf: identity) })
    }

    /// Returns the record without the operators' answers, because the answers may come from another boot. The record
    /// keeps the names, because more names only make a judgement more careful.
    package var withoutVotes: TimekeeperRecord {
        var record = self
        record.authenticated = authenticated.withoutVotes
        record.others = others.withoutVotes
        return record
    }

    /// Returns the record with the date `instant` for later names. If all processes of this boot saved before
    /// `instant`, a later date comes from another boot, or from before a fault of the clocks.
    package func dated(by instant: ElapsedInstant) -> TimekeeperRecord {
        var record = self
        record.authenticated = authenticated.dated(by: instant)
        record.others = others.dated(by: instant)
        return record
    }

    /// Returns the record with the resets in `known`, which include this record's own resets. If `known` contains more
    /// resets, the result keeps the readings of all observers, but no trust.
    package func counting(in known: TrustResets) -> TimekeeperRecord {
        if resets == known { return self }
        var record = withoutVotes
        record.checkpoint = checkpoint.withoutTrust
        (record.floors, record.resets) = (Floors(), known)
        record.observers = observers.mapValues { $0.withoutTrust }
        return record
    }
}

/// The result of loading the record.
package enum LoadedRecord: Sendable, Equatable {
    /// No record has ever existed.
    case absent
    /// The newest intact copy. `isRecovered` is true if the write of a newer copy was interrupted before it was
    /// acknowledged.
    case loaded(TimekeeperRecord, isRecovered: Bool)
    /// There is a record, but it can't be read now.
    case unavailable(Unavailability)
    /// There is a record, but all of it is damaged.
    case damaged

    package var record: TimekeeperRecord? {
        if case .loaded(let record, _) = self { record } else { nil }
    }
}

extension Timekeeper {
    /// The record to save now. The value is `nil` before the first reading, and while the timekeeper has not read an
    /// existing record. The timekeeper must read a record before it replaces it.
    package var recordToSave: TimekeeperRecord? {
        // The timekeeper must first compare the loaded record with a reading.
        guard first != nil, let mark, let recordQuestion, let recordIdentity else { return nil }
        var kept = record.record?.observers ?? [:]
        for (name, question) in questions { kept[name] = question.checkpoint(newest: mark) }
        return TimekeeperRecord(
            identity: recordIdentity, checkpoint: recordQuestion.checkpoint(newest: mark),
            isContradicted: isContradicted,
            floors: latestFloors, resets: resets, authenticated: authenticated, others: others,
            observers: kept)
    }

    /// Returns the identity of a record, or `nil` while the record can't be read. A new record gets a new identity.
    func identity(of record: LoadedRecord, salt: Salt) -> MachineIdentity? {
        switch record {
        case .unavailable: nil
        case .loaded(let saved, _): saved.identity
        case .absent, .damaged: MachineIdentity(recordMadeWith: salt)
        }
    }

    /// Adopts the identity of the record on the disk, which another process may have created or restored.
    mutating func adoptIdentity(of saved: TimekeeperRecord) {
        let theirs = saved.identity
        guard let mine = recordIdentity, theirs != mine else { return }
        recordIdentity = theirs
        if case .loaded(let old, let isRecovered) = record {
            record = .loaded(old.with(identity: theirs), isRecovered: isRecovered)
        }
        for (name, question) in questions { questions[name] = question.with(machine: theirs, insteadOf: mine) }
        recordQuestion = recordQuestion?.with(machine: theirs, insteadOf: mine)
        first = first.map { $0.machine == mine ? $0.with(machine: theirs) : $0 }
        latest = latest.map { $0.machine == mine ? $0.with(machine: theirs) : $0 }
    }
}
