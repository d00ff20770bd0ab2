import SiderealBase
import SiderealSystem

/// An object that follows a key of a store or of UserDefaults for a user interface, and writes the key's value.
///
/// Other threads read and write the files. The main actor only receives the results, and never blocks.
@MainActor
package final class StoredFollower<Value: Codable & Sendable> {
    package enum Part: Sendable {
        case reading
        case writeError
    }

    /// The present reading. If the store's memory is current, the reading comes from the memory. Otherwise, this is
    /// the latest reading.
    package var reading: ProtectedReading<Value> {
        catchUp()
        return shown
    }

    private var shown = ProtectedReading<Value>.unavailable(.notReadYet)
    /// The bytes of the shown reading, or `nil` before the first read.
    private var shownBytes: SharedStore.StoredBytes?
    /// The error of the write that ended last, or `nil` if that write succeeded.
    package private(set) var writeError: StoreError?
    /// A closure that makes each change, and can notify observers before and after the change.
    package var changing: @MainActor (_ part: Part, _ change: () -> Void) -> Void = { $1() }

    private var place: FollowedPlace<Value>?
    /// The error that kept the store from opening, or `nil` if the store opened or the follower has no store yet.
    private var openingError: StoreError?
    /// The number of the present place. The follower ignores the results of earlier places.
    private var placeNumber: UInt64 = 0
    private var reader: Task<Void, Never>?
    private var readerNumber: UInt64 = 0
    /// The writers that wait until the reading shows their writes.
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    package init() {}

    deinit { reader?.cancel() }

    // MARK: - Following

    /// Follows a place from now on, unless the object already follows it. If the store could not be opened, the value
    /// is unavailable, and writes throw.
    ///
    /// This method resets the reading to `notReadYet` without a notification, so call it before you read.
    package func follow(_ found: Result<FollowedPlace<Value>, StoreError>) {
        switch found {
        case .success(let new):
            if let place, place.isSame(as: new) { return }
            end()
            (shown, shownBytes, writeError, openingError) = (.unavailable(.notReadYet), nil, nil, nil)
            place = new
            read()
        case .failure(let error):
            guard error != openingError else { return }
            end()
            let number = error.errno ?? ErrorNumber.notFound.rawValue
            (shown, shownBytes, writeError, openingError) = (
                .unavailable(error.unavailability ?? .unreadable(errno: number)), nil, error, error
            )
            place = nil
        }
    }

    private func end() {
        placeNumber &+= 1
        reader?.cancel()
        reader = nil
        readerNumber &+= 1
        letGo()
    }

    /// Starts a new reader. The reader's first result is at least as new as this call.
    private func read() {
        guard let place else { return }
        reader?.cancel()
        readerNumber &+= 1
        let number = readerNumber
        // The scheduler runs this task off the main actor, so the main actor reads no file. A simulated device runs the
        // task in its turn. The reference is weak, so that reading ends when the follower is released.
        reader = place.scheduler.start { [weak self] in
            var readings = place.makeReadings()
            while let found = await readings.next() { await self?.take(found.reading, found.bytes, from: number) }
        }
    }

    private func take(_ found: ProtectedReading<Value>, _ bytes: SharedStore.StoredBytes?, from number: UInt64) {
        guard number == readerNumber else { return }
        changing(.reading) { (shown, shownBytes) = (found, bytes) }
        letGo()
    }

    /// Shows a commit of this process before the reader delivers it.
    ///
    /// Then the restarted reader notifies the observers that have read an earlier value.
    private func catchUp() {
        guard let known = place?.remembered, known.bytes != shownBytes else { return }
        show(known)
    }

    private func show(_ known: (bytes: SharedStore.StoredBytes, decode: () -> ProtectedReading<Value>)) {
        (shown, shownBytes) = (known.decode(), known.bytes)
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
        _ body: @MainActor (FollowedPlace<Value>) async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        guard let place else { throw openingError ?? StoreError(.unavailable(.notReadYet), "the view has no store") }
        let number = placeNumber
        let result: Result
        do throws(StoreError) {
            result = try await body(place)
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
        guard number == placeNumber, let place else { return }
        if let known = place.remembered {
            guard known.bytes != shownBytes else { return }
            return changing(.reading) { show(known) }
        }
        await withCheckedContinuation { continuation in
            arrivals.append(continuation)
            read()
        }
    }

    private func record(_ error: StoreError?, of number: UInt64) {
        guard number == placeNumber, error != writeError else { return }
        changing(.writeError) { writeError = error }
    }
}

extension StoredFollower {
    /// Sets the value, or removes it if the value is `nil`.
    package func set(_ value: Value?, whileLocked: ProtectedStore.WhileLocked) async throws(StoreError) {
        try await write { place async throws(StoreError) in try await place.set(value, whileLocked: whileLocked) }
    }

    package func update<Result: Sendable>(
        whileLocked: ProtectedStore.WhileLocked,
        _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await write { place async throws(StoreError) in
            try await place.update(whileLocked: whileLocked, body)
        }
    }
}
