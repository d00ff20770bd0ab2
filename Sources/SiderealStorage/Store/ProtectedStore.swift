public import SiderealBase
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A durable store for small values that never mistakes a locked value for a missing one.
///
/// The store is meant for settings: up to some ten thousand keys and ten megabytes, all kept in memory. The cost of a
/// change follows the size of the change. For more data, or for queries, use a database behind a ``FirstUnlockGate``.
///
///     extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
///
///     let store = try ProtectedStore("settings")
///     switch store.read(.hasOnboarded) {
///     case .value(let done): show(done ? .home : .onboarding)
///     case .absent: show(.onboarding)
///     case .unavailable(let why) where why.isTemporary: show(.waiting(why))
///     case .unavailable(let why): show(.trouble(why))
///     }
///
/// Two stores of one name and directory in one process share everything; several processes see each other's changes.
/// The class is `Sendable`: use it from any thread.
public final class ProtectedStore: Sendable {
    /// The treatment of a write while the stored values can't be read.
    public enum WhileLocked: Sendable {
        /// The write is refused: `unavailable`.
        case refuse
        /// The write waits in memory for the unlock, then applies to the stored values, and returns once it is durable.
        /// A write that still waits is lost if the process ends; its call has not returned. Cancelling the task
        /// withdraws a write that has not begun. If the device locks in the middle of the write, the write fails with
        /// `notSaved`, as on a failing disk.
        case wait
    }

    /// The store's name, from which the names of its files derive.
    public let name: String
    /// The tier that decides when the store's values can be read.
    public let tier: ProtectionTier
    /// The directory of the store's files.
    public let directory: URL

    let shared: SharedStore

    init(name: String, directory: String, shared: SharedStore) {
        self.name = name
        self.directory = URL(filePath: directory, directoryHint: .isDirectory)
        self.shared = shared
        tier = shared.tier
    }

    // MARK: - Reading

    /// Returns the present reading of a key.
    ///
    /// Never waits for an unlock, a sync or another process. If the directory is missing, the first read may create it.
    /// If this process has not read the file yet, or another process has written it since, the call reads the file:
    /// O(bytes stored), or O(bytes added) if a single other process appended changes. Otherwise it answers from memory
    /// in O(1), with two system calls that detect writes of other processes.
    public func read<Value>(_ key: StoreKey<Value>) -> ProtectedReading<Value> {
        shared.read(key)
    }

    /// Returns the names of the stored keys that begin with a prefix, in order.
    ///
    /// Use it for keys that a running app makes, such as one for each draft. Like ``read(_:)`` it never waits; it takes
    /// O(keys stored). To list keys and change them in one step, use
    /// ``ProtectedStore/Transaction/keys(beginningWith:)``.
    ///
    /// - Throws: The reason why the keys can't be read: a locked store is not an empty one. `notMigrated` while such a
    ///   key may still have to be moved here.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        try shared.keys(beginningWith: prefix).get()
    }

    /// Waits until a key can be read, and returns its value, or `absent` if the value is provably absent.
    ///
    /// Waits without limit, or at most for the timeout. Throws `cancelled`, `timedOut`, or `unavailable` if waiting
    /// can't help: the value is lost, damaged, of another type, or written by a newer version.
    public func value<Value>(
        _ key: StoreKey<Value>, timeout: Duration? = nil
    ) async throws(StoreError) -> ProtectedReading<Value>.Presence {
        try await shared.value(key, timeout: timeout)
    }

    /// Returns the readings of a key: the present one, then one for each change and for the unlock. Changes by other
    /// processes are included. The sequence ends with the task that reads it.
    public func changes<Value>(of key: StoreKey<Value>) -> ProtectedStore.Changes<Value> {
        ProtectedStore.Changes(key: key, store: shared)
    }

    // MARK: - Writing

    /// Sets a value, and returns once the value is durable.
    ///
    /// Like all writes this never runs on the caller's actor, and shares its sync with other waiting writes. After the
    /// file's write has begun, cancelling the task has no effect.
    ///
    /// - Throws: `unavailable` if the stored values can't be read and so must not be replaced; `keyName`, `encoding` or
    ///   `tooLarge` if the key or value is invalid; `noSpace`, `notSaved` or `busy` if the file could not be written.
    public func set<Value>(
        _ value: Value, for key: StoreKey<Value>, whileLocked: WhileLocked = .refuse
    ) async throws(StoreError) {
        try key.checkForWriting()
        let bytes = try ProtectedStore.Transaction.encode(value, for: key, shared.coding)
        try await shared.write(whileLocked: whileLocked) { transaction throws(StoreError) in
            transaction.setBytes(bytes, of: key.exactName)
        }
    }

    /// Removes a value, and returns once the removal is durable. An absent value is not an error.
    public func remove<Value>(
        _ key: StoreKey<Value>, whileLocked: WhileLocked = .refuse
    ) async throws(StoreError) {
        try key.check()
        try await shared.write(whileLocked: whileLocked) { transaction throws(StoreError) in
            try transaction.remove(key)
        }
    }

    /// Changes a value based on the present one, atomically across processes. Returns the closure's result once the
    /// change is durable.
    ///
    /// The closure receives `nil` if the value is provably absent, and sets `nil` to remove it. It runs on another
    /// thread while no other process can write: it must be quick, and must not wait for a store. It may run more than
    /// once, and only its last run counts. If it throws, this method rethrows the error and changes nothing.
    @discardableResult
    public func update<Value, Result: Sendable>(
        _ key: StoreKey<Value>, whileLocked: WhileLocked = .refuse,
        _ body: @escaping @Sendable (inout Value?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try key.check()
        return try await shared.write(whileLocked: whileLocked) { transaction throws(StoreError) in
            var value = try transaction.value(key)
            let result = try body(&value)
            if let value { try transaction.set(value, for: key) } else { try transaction.remove(key) }
            return result
        }
    }

    /// Reads and changes several keys at once: either all of the changes are stored, or none.
    ///
    /// The closure runs like that of ``update(_:whileLocked:_:)``. To cancel the transaction, throw
    /// ``StoreError/abandoned`` from the closure.
    @discardableResult
    public func transaction<Result: Sendable>(
        whileLocked: WhileLocked = .refuse,
        _ body: @escaping @Sendable (inout ProtectedStore.Transaction) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await shared.write(whileLocked: whileLocked, body)
    }

    /// Starts over with an empty store if the stored values are lost or damaged. This is the only way to give them up.
    ///
    /// The store keeps a damaged file aside (``report``). If the stored values can be read, nothing changes; to remove
    /// all values, use ``ProtectedStore/Transaction/removeAll()``.
    ///
    /// - Throws: `unavailable` if the store is locked or was written by a newer version; `noSpace`, `notSaved` or
    ///   `busy`.
    public func reset() async throws(StoreError) {
        try await shared.reset()
    }

    // MARK: - What happened

    /// The damage that this process found, and its outcome.
    public var report: ProtectedStore.Report {
        shared.state.withLock { ProtectedStore.Report(isRecovered: $0.isRecovered, keptAside: $0.keptAside) }
    }
}

extension ProtectedStore {
    /// The damage that a store found in its files.
    public struct Report: Sendable, Hashable {
        /// Indicates whether an interrupted or decayed change was dropped, so that the change before it is in use. An
        /// interrupted change was never acknowledged.
        public let isRecovered: Bool
        /// The paths of damaged files that a reset kept aside.
        public let keptAside: [String]
    }
}
