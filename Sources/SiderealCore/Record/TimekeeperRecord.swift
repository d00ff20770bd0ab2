/// All that is kept from one launch to the next.
public struct TimekeeperRecord: Sendable, Hashable {
    /// The newest reading of any process, and the oldest with trusted bounds.
    package var shared: Checkpoint
    package var floor: Floor?
    package var trustRevision: UInt32
    package var authenticated: Consensus.SavedAnchor?
    package var unauthenticated: Consensus.SavedAnchor?
    package var operators: [KnownOperator]
    /// By name, what each observer last saw.
    package var observers: [ExactName: Checkpoint]

    package init(
        shared: Checkpoint, floor: Floor?, trustRevision: UInt32, authenticated: Consensus.SavedAnchor?,
        unauthenticated: Consensus.SavedAnchor?, operators: [KnownOperator], observers: [ExactName: Checkpoint]
    ) {
        self.shared = shared
        self.floor = floor
        self.trustRevision = trustRevision
        self.authenticated = authenticated
        self.unauthenticated = unauthenticated
        self.operators = operators
        self.observers = observers
    }

    /// The same readings of the same observers, and nothing trusted.
    package func withoutTrust(revision: UInt32) -> TimekeeperRecord {
        TimekeeperRecord(
            shared: shared.withoutTrust, floor: nil, trustRevision: revision, authenticated: nil, unauthenticated: nil,
            operators: [], observers: observers.mapValues { $0.withoutTrust })
    }
}

/// What was found where the record is kept.
public enum LoadedRecord: Sendable, Hashable {
    /// Nothing has ever been recorded here.
    case absent
    /// The newest whole copy; `isRecovered` where a newer one was torn before anybody was told that it is safe.
    case loaded(TimekeeperRecord, isRecovered: Bool)
    /// Something is there, and cannot be read now.
    case unavailable(UnavailableCause)
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
        guard let latest, let mark, let shared else { return nil }
        if case .unavailable = record { return nil }
        var kept = record.record?.observers ?? [:]
        for (name, question) in questions { kept[name] = question.checkpoint(newest: mark) }
        let saved = floor.floor(at: now ?? latest.reading.clockState, model: model)
        return TimekeeperRecord(
            shared: shared.checkpoint(newest: mark), floor: saved, trustRevision: trustRevision,
            authenticated: authenticated.saved, unauthenticated: unauthenticated.saved,
            operators: authenticated.known, observers: kept)
    }
}
