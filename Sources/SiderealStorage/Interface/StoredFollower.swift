import SiderealBase
import SiderealSystem

/// Follows for an interface what a store has under a key, and writes to it.
///
/// Files are read and written elsewhere: the main actor takes over what was found, and waits for nothing.
@MainActor
package final class StoredFollower<Value: Codable & Sendable> {
    package enum Part: Sendable {
        case reading
        case writeError
    }

    private struct Source {
        let key: StoreKey<Value>
        let store: ProtectedStore
    }

    /// What is stored: what the process remembers of it if that is the newest, and else what was read last.
    package var reading: StoreReading<Value> {
        catchUp()
        return shown
    }

    private var shown = StoreReading<Value>.unavailable(.notReadYet)
    /// The bytes that are shown; nil where none were read yet.
    private var shownBytes: SharedStore.Found?
    /// Why the write that ended last failed; nil where it did not.
    package private(set) var writeError: StoreError?
    /// Carries out each change, so that those who show it can be told before and after.
    package var changing: @MainActor (_ part: Part, _ change: () -> Void) -> Void = { $1() }

    private var source: Source?
    /// Why there is no store to follow; nil where there is one, and before the first.
    private var openingError: StoreError?
    /// Counts the sources: what an earlier one still says is not heard.
    private var sourceNumber: UInt64 = 0
    private var reader: Task<Void, Never>?
    private var readerNumber: UInt64 = 0
    /// Writers that wait until what they wrote is shown.
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    package init() {}

    deinit { reader?.cancel() }

    // MARK: - Following

    /// Follows a key in a store from now on; does nothing where it does so already. A store that could not be opened
    /// makes the value unavailable, and refuses writes.
    ///
    /// The way back to `notReadYet` is not reported: call it before you read.
    package func follow(_ key: StoreKey<Value>, in store: Result<ProtectedStore, StoreError>) {
        switch store {
        case .success(let store):
            if let source, source.key == key, source.store.shared === store.shared { return }
            end()
            (shown, shownBytes, writeError, openingError) = (.unavailable(.notReadYet), nil, nil, nil)
            source = Source(key: key, store: store)
            read()
        case .failure(let error):
            guard error != openingError else { return }
            end()
            let number = error.errno ?? ErrorNumber.notFound.rawValue
            (shown, shownBytes, writeError, openingError) = (
                .unavailable(error.unavailability ?? .unreadable(errno: number)), nil, error, error
            )
            source = nil
        }
    }

    private func end() {
        sourceNumber &+= 1
        reader?.cancel()
        reader = nil
        readerNumber &+= 1
        letGo()
    }

    /// Begins to read, anew: the first that comes is what is stored after this call.
    private func read() {
        guard let source else { return }
        reader?.cancel()
        readerNumber &+= 1
        let number = readerNumber
        let changes = source.store.changes(of: source.key)
        // The scheduler keeps it off the main actor, so that no file is read there; a simulated device runs it in its
        // turn. Weak, so that it ends with those who look.
        reader = source.store.shared.environment.scheduler.start { [weak self] in
            var readings = changes.makeAsyncIterator()
            while let found = await readings.next() { await self?.take(found, readings.last, from: number) }
        }
    }

    private func take(_ found: StoreReading<Value>, _ bytes: SharedStore.Found?, from number: UInt64) {
        guard number == readerNumber else { return }
        changing(.reading) { (shown, shownBytes) = (found, bytes) }
        letGo()
    }

    /// Shows what this process has committed before its reader has come to it.
    ///
    /// Those who have read are told by the reader, which begins anew.
    private func catchUp() {
        guard let source, let known = source.store.shared.recall(source.key.exactName), known != shownBytes else {
            return
        }
        show(known, of: source)
    }

    private func show(_ known: SharedStore.Found, of source: Source) {
        (shown, shownBytes) = (source.store.shared.decode(known, source.key), known)
        // The old reader may never come to a value that was replaced.
        read()
    }

    private func letGo() {
        let waiting = arrivals
        arrivals = []
        for arrival in waiting { arrival.resume() }
    }

    // MARK: - Writing

    /// Writes, and returns once that is durable and what is shown is at least as new.
    package func write<Result: Sendable>(
        _ body: @MainActor (ProtectedStore, StoreKey<Value>) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard let source else { throw openingError ?? StoreError(.unavailable(.notReadYet), "no store is followed") }
        let number = sourceNumber
        let result: Result
        do throws(StoreError) {
            result = try await body(source.store, source.key)
        } catch {
            // The caller knows of these.
            if error.cause != .cancelled, error.cause != .abandoned { record(error, of: number) }
            throw error
        }
        await showNewest(of: number)
        record(nil, of: number)
        return result
    }

    private func showNewest(of number: UInt64) async {
        guard number == sourceNumber, let source else { return }
        if let known = source.store.shared.recall(source.key.exactName) {
            guard known != shownBytes else { return }
            return changing(.reading) { show(known, of: source) }
        }
        await withCheckedContinuation { continuation in
            arrivals.append(continuation)
            read()
        }
    }

    private func record(_ error: StoreError?, of number: UInt64) {
        guard number == sourceNumber, error != writeError else { return }
        changing(.writeError) { writeError = error }
    }
}

extension StoredFollower {
    package func set(_ value: Value, whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        try await write { (store, key) async throws(StoreError) in
            try await store.set(value, for: key, whileLocked: whileLocked)
        }
    }

    package func remove(whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        try await write { (store, key) async throws(StoreError) in
            try await store.remove(key, whileLocked: whileLocked)
        }
    }

    package func update<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked,
        _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await write { (store, key) async throws(StoreError) in
            try await store.update(key, whileLocked: whileLocked, body)
        }
    }
}
