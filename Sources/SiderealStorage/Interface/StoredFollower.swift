import SiderealBase
import SiderealSystem

/// An object that follows a key of a store for an interface, and writes to it.
///
/// Files are read and written elsewhere: the main actor takes over the results, and waits for nothing.
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

    /// The present reading: the process's memory of the value if it is current, or else the latest reading.
    package var reading: ProtectedReading<Value> {
        catchUp()
        return shown
    }

    private var shown = ProtectedReading<Value>.unavailable(.notReadYet)
    /// The bytes of the shown reading, or `nil` before the first read.
    private var shownBytes: SharedStore.Found?
    /// The error of the write that ended last, or `nil` if it succeeded.
    package private(set) var writeError: StoreError?
    /// Carries out each change, so that observers can be notified before and after.
    package var changing: @MainActor (_ part: Part, _ change: () -> Void) -> Void = { $1() }

    private var source: Source?
    /// The error of opening the store, or `nil` if it opened, or before the first store.
    private var openingError: StoreError?
    /// The number of the present source: results of an earlier source are ignored.
    private var sourceNumber: UInt64 = 0
    private var reader: Task<Void, Never>?
    private var readerNumber: UInt64 = 0
    /// The writers that wait until the reading shows their writes.
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    package init() {}

    deinit { reader?.cancel() }

    // MARK: - Following

    /// Follows a key in a store from now on, unless it already does. If the store could not be opened, the value is
    /// unavailable, and writes are refused.
    ///
    /// The return to `notReadYet` is not reported, so call this method before you read.
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

    /// Starts to read again: the first result is the state stored after this call.
    private func read() {
        guard let source else { return }
        reader?.cancel()
        readerNumber &+= 1
        let number = readerNumber
        let changes = source.store.changes(of: source.key)
        // The scheduler runs this off the main actor, so that no file is read there; a simulated device runs it in its
        // turn. The reference is weak, so that reading ends when the follower is released.
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

    /// Shows a commit of this process before the reader reaches it.
    ///
    /// The restarted reader notifies observers of earlier readings.
    private func catchUp() {
        guard let source, let known = source.store.shared.recall(source.key.exactName), known != shownBytes else {
            return
        }
        show(known, of: source)
    }

    private func show(_ known: SharedStore.Found, of source: Source) {
        (shown, shownBytes) = (source.store.shared.decode(known, source.key), known)
        // The old reader may never deliver a value that was replaced.
        read()
    }

    private func letGo() {
        let waiting = arrivals
        arrivals = []
        for arrival in waiting { arrival.resume() }
    }

    // MARK: - Writing

    /// Writes, and returns once the write is durable and the shown reading is at least as new.
    package func write<Result: Sendable>(
        _ body: @MainActor (ProtectedStore, StoreKey<Value>) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard let source else { throw openingError ?? StoreError(.unavailable(.notReadYet), "no store is followed") }
        let number = sourceNumber
        let result: Result
        do throws(StoreError) {
            result = try await body(source.store, source.key)
        } catch {
            // The caller caused these errors itself.
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
