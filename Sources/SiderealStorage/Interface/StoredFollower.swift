import SiderealBase
import SiderealSystem

/// An object that follows a key of a store for a user interface, and writes the key's value.
///
/// Other threads read and write the files. The main actor only receives the results, and never blocks.
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

    /// The present reading. It comes from the store's memory if the memory is current. Otherwise it is the latest
    /// reading.
    package var reading: ProtectedReading<Value> {
        catchUp()
        return shown
    }

    private var shown = ProtectedReading<Value>.unavailable(.notReadYet)
    /// The bytes of the shown reading, or `nil` before the first read.
    private var shownBytes: SharedStore.Found?
    /// The error of the write that ended last, or `nil` if it succeeded.
    package private(set) var writeError: StoreError?
    /// Carries out each change, and can notify observers before and after it.
    package var changing: @MainActor (_ part: Part, _ change: () -> Void) -> Void = { $1() }

    private var source: Source?
    /// The error of opening the store, or `nil` if the store opened or no store was given yet.
    private var openingError: StoreError?
    /// The number of the present source. The follower ignores the results of earlier sources.
    private var sourceNumber: UInt64 = 0
    private var reader: Task<Void, Never>?
    private var readerNumber: UInt64 = 0
    /// The writers that wait until the reading shows their writes.
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    package init() {}

    deinit { reader?.cancel() }

    // MARK: - Following

    /// Follows a key in a store from now on, unless the object already does. If the store could not be opened, the
    /// value is unavailable, and writes throw.
    ///
    /// This method resets the reading to `notReadYet` without a notification, so call it before you read.
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

    /// Starts a new reader. Its first result is at least as new as this call.
    private func read() {
        guard let source else { return }
        reader?.cancel()
        readerNumber &+= 1
        let number = readerNumber
        let changes = source.store.changes(of: source.key)
        // The scheduler runs this task off the main actor, so the main actor reads no file. A simulated device runs the
        // task in its turn. The reference is weak, so that reading ends when the follower is released.
        reader = source.store.shared.environment.scheduler.start { [weak self] in
            var readings = changes.makeAsyncIterator()
            while let found = await readings.next() { await self?.take(found, readings.last, from: number) }
        }
    }

    private func take(_ found: ProtectedReading<Value>, _ bytes: SharedStore.Found?, from number: UInt64) {
        guard number == readerNumber else { return }
        changing(.reading) { (shown, shownBytes) = (found, bytes) }
        letGo()
    }

    /// Shows a commit of this process before the reader delivers it.
    ///
    /// The restarted reader then notifies observers of earlier readings.
    private func catchUp() {
        guard let source, let known = source.store.shared.recall(source.key.exactName), known != shownBytes else {
            return
        }
        show(known, of: source)
    }

    private func show(_ known: SharedStore.Found, of source: Source) {
        (shown, shownBytes) = (source.store.shared.decode(known, source.key), known)
        // Restart the reader, since the old reader may never deliver a value that was replaced.
        read()
    }

    private func letGo() {
        let waiting = arrivals
        arrivals = []
        for arrival in waiting { arrival.resume() }
    }

    // MARK: - Writing

    /// Writes, and returns once the write is durable and the shown reading includes it.
    package func write<Result: Sendable>(
        _ body: @MainActor (ProtectedStore, StoreKey<Value>) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard let source else { throw openingError ?? StoreError(.unavailable(.notReadYet), "the view has no store") }
        let number = sourceNumber
        let result: Result
        do throws(StoreError) {
            result = try await body(source.store, source.key)
        } catch {
            // Don't record an error that the caller caused itself.
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
