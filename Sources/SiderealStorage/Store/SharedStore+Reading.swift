import SiderealBase
import SiderealSystem

extension SharedStore {
    /// The stored bytes of a key, from the files or from memory.
    enum StoredBytes: Sendable, Equatable {
        case bytes([UInt8])
        case absent
        case unavailable(Unavailability)
    }

    func read<Value>(_ key: StoreKey<Value>) -> ProtectedReading<Value> {
        if let value = remembered(key) { return .value(value) }
        return decode(find(key.exactName), key)
    }

    /// Returns a value that was decoded before, or `nil` if the value may be out of date. This method is the fast path.
    private func remembered<Value>(_ key: StoreKey<Value>) -> Value? {
        // The device may have been locked since the value was read, with or without a notification.
        guard tier != .whenUnlocked else { return nil }
        let (decoded, freshness) = state.withLock { state in
            // Copy only these parts: a copy of the whole memory would retain and release all its references.
            (state.memory.contents?.decoded[key.exactName], state.memory.freshness)
        }
        // Check outside the lock, which readers on many threads share. The copies are older than the check. So if the
        // check finds them current, they match the stored values.
        guard let value = (decoded as? Decoded<Value>)?.value, let freshness, freshness.isCurrent else { return nil }
        return value
    }

    func decode<Value>(_ found: StoredBytes, _ key: StoreKey<Value>) -> ProtectedReading<Value> {
        switch found {
        case .absent: return .absent
        case .unavailable(let why): return .unavailable(why)
        case .bytes(MigrationItem.unconverted):
            return .unavailable(.undecodable(reason: MigrationItem.whyUnconverted))
        case .bytes(let bytes):
            do {
                let value = try coding.decode(Value.self, from: bytes)
                let decoded = Decoded(value)
                state.withLock { $0.memory.remember(decoded, of: bytes, key.exactName) }
                return .value(value)
            } catch {
                return .unavailable(Unavailability(decodingError: error, otherwise: "\(error)"))
            }
        }
    }

    func find(_ name: ExactName) -> StoredBytes {
        ask({ self.found(name, in: $0) }, unavailable: { .unavailable($0) })
    }

    /// Returns the stored keys that begin with a prefix, in order, or the reason why they can't be read.
    func keys(beginningWith prefix: String) -> Result<[String], Unavailability> {
        ask(
            { table in
                let pending = self.migrations.withLock { $0.unavailability(of: prefix) { table?.contains($0) == true } }
                if let pending { return .failure(pending) }
                return .success((table?.names ?? []).keys(beginningWith: prefix))
            }, unavailable: { .failure($0) })
    }

    /// Passes the stored table to `answer`, and returns the result. The table comes from memory if the memory is
    /// current, and otherwise from the file. The table is `nil` if the store was never written.
    private func ask<Answer: Sendable>(
        _ answer: (StoreTable?) -> Answer, unavailable: (Unavailability) -> Answer
    ) -> Answer {
        if tier == .whenUnlocked, !backend.isReadable() { state.withLock { $0.memory.forget() } }
        while true {
            let (known, freshness) = state.withLock { state in
                (answer(state.memory.contents?.table), state.memory.freshness)
            }
            if freshness?.isCurrent == true { return known }
            if let found = read(answer, unavailable) { return found }
        }
    }

    /// Returns the state of a key in memory if the memory is current, or `nil` otherwise.
    func recall(_ name: ExactName) -> StoredBytes? {
        guard tier != .whenUnlocked else { return nil }
        let (known, freshness) = state.withLock { state in
            (found(name, in: state.memory.contents?.table), state.memory.freshness)
        }
        return freshness?.isCurrent == true ? known : nil
    }

    private func found(_ name: ExactName, in table: StoreTable?) -> StoredBytes {
        if let bytes = table?.value(of: name) { return .bytes(bytes) }
        let reason = migrations.withLock { $0.unavailability(of: name) { table?.contains($0) == true } }
        return reason.map { .unavailable($0) } ?? .absent
    }

    /// Reads the file. Returns `nil` if a commit of this process began during the read: what was read may then be a
    /// change that the commit did not acknowledge.
    private func read<Answer: Sendable>(
        _ answering: (StoreTable?) -> Answer, _ unavailable: (Unavailability) -> Answer
    ) -> Answer? {
        let (revision, known) = state.withLock { state in
            (state.memory.revision, state.memory.contents?.table == nil ? nil : state.memory.contents?.known)
        }
        if let known, let found = readPast(answering, than: known) { return found }
        let outcome = backend.read({ gate.state })
        var table: StoreTable?
        var refusal: Unavailability?
        switch outcome.content {
        case .unavailable(let why): refusal = why
        case .absent: break
        case .table(let found, let isRecovered):
            table = found
            state.withLock { $0.isRecovered = $0.isRecovered || isRecovered }
            examineTier()
        }
        // Check outside the lock, since the check makes system calls.
        let (freshness, now) = state.withLock { ($0.memory.freshness, $0.memory.revision) }
        let isCurrent = freshness?.isCurrent == true
        return state.withLock { state in
            if let refusal, refusal != .busy || !isCurrent { return unavailable(refusal) }
            guard state.memory.revision == (isCurrent ? now : revision) else { return nil }
            return answering(
                state.memory.remember(table, outcome.remembered, since: revision, isCurrent: isCurrent))
        }
    }

    /// Reads only the changes since the content in memory. Returns `nil` if the whole file has to be read.
    private func readPast<Answer: Sendable>(
        _ answering: (StoreTable?) -> Answer, than known: StoreReadOutcome.Remembered
    ) -> Answer? {
        guard tier != .whenUnlocked, let (changes, now) = backend.changes(since: known) else { return nil }
        return state.withLock { state in
            guard state.memory.add(changes, since: known, now) else { return nil }
            return answering(state.memory.contents?.table)
        }
    }
}
