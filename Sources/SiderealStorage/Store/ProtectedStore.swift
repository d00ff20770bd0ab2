public import SiderealBase
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A durable store for small values that never mistakes a locked value for a missing one.
///
/// Use the store for settings: up to about ten thousand keys and ten megabytes. The store keeps all values in memory.
/// The cost of a change grows with the size of the change. For more data, or for queries, use a database, and open it
/// once a ``FirstUnlockGate`` is open.
///
/// ```swift
/// extension StoreKey<Bool> {
///     static var hasOnboarded: Self { .init("hasOnboarded") }
/// }
///
/// let store = try ProtectedStore("settings")
/// switch store.read(.hasOnboarded) {
/// case .value(let done): show(done ? .home : .onboarding)
/// case .absent: show(.onboarding)
/// case .unavailable(let why) where why.isTemporary: show(.waiting(why))
/// case .unavailable(let why): show(.trouble(why))
/// }
/// ```
///
/// In one process, two `ProtectedStore` objects with the same name and directory share one store. A process also sees
/// changes by other processes. You can use a store from any thread.
public final class ProtectedStore: Sendable {
    /// The treatment of a write while the stored values can't be read.
    public enum WhileLocked: Sendable {
        /// The write throws `unavailable`.
        case refuse
        /// The write waits in memory for the unlock. After the unlock, the store applies the write to the stored
        /// values. The call returns once the change is durable. If the process ends while the write waits, the write is
        /// lost. If you cancel the task, the store drops a write that has not begun. If the device is locked in the
        /// middle of the write, the call throws `notSaved`.
        case wait
    }

    /// The store's name. The names of its files begin with this name.
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
    /// This method never waits for an unlock, a sync of the disk or another process. The first read may create a
    /// missing directory.
    ///
    /// The cost depends on the writes since the last read:
    /// - If no other process has written, the method returns the value from memory in O(1). The method uses two system
    ///   calls to detect writes by other processes. In the tier `whenUnlocked`, the method also opens the file.
    /// - If a single other process has appended changes, the method reads only these changes, in O(bytes added).
    /// - Otherwise, and at the first read, the method reads the whole file, in O(bytes stored).
    public func read<Value>(_ key: StoreKey<Value>) -> ProtectedReading<Value> {
        shared.read(key)
    }

    /// Returns the names of the stored keys that begin with a prefix, sorted by name.
    ///
    /// Use this method for keys that your app makes while it runs, such as one key for each draft. Like ``read(_:)``,
    /// this method never waits. For n stored keys, the method takes O(n log n) time. To list keys and change them in
    /// one step, use ``ProtectedStore/Transaction/keys(beginningWith:)``.
    ///
    /// - Throws: The reason why the keys can't be read, such as `locked`. The reason is `notMigrated` while a migration
    ///   may still move such a key to this store.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        try shared.keys(beginningWith: prefix).get()
    }

    /// Waits until the value of a key can be read. Returns the value, or `absent` if the value is provably absent.
    ///
    /// Without a timeout, the wait has no limit. This method throws `cancelled` if the task is cancelled, `timedOut`
    /// after the timeout, and `unavailable` if waiting can't help. Waiting can't help if the value is lost, damaged, of
    /// another type, or written by a newer version of the library.
    public func value<Value>(
        _ key: StoreKey<Value>, timeout: Duration? = nil
    ) async throws(StoreError) -> ProtectedReading<Value>.Presence {
        try await shared.value(key, timeout: timeout)
    }

    /// Returns a sequence of the readings of a key. The sequence begins with the present reading. After each change,
    /// such as a write or an unlock, the sequence continues with the new reading. The sequence includes changes by
    /// other processes. The sequence ends when the task that reads the sequence is cancelled.
    public func changes<Value>(of key: StoreKey<Value>) -> ProtectedStore.Changes<Value> {
        ProtectedStore.Changes(key: key, store: shared)
    }

    // MARK: - Writing

    /// Sets a value, and returns once the value is durable.
    ///
    /// Like every write, this method never runs on the caller's actor. Writes that wait at the same time share one sync
    /// of the disk. If you cancel the task, the store drops the write only if the write has not begun: see
    /// ``ProtectedStore/WhileLocked/wait``.
    ///
    /// - Throws: `unavailable` if the stored values can't be read, because the store never overwrites unreadable
    ///   values; `invalidKeyName`, `notEncodable` or `tooLarge` if the key or the value is invalid; `noSpace`,
    ///   `notSaved` or `busy` if the store can't write the file.
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

    /// Calls a closure that changes a value, and returns the closure's result once the change is durable.
    ///
    /// The closure's argument is `nil` if the value is provably absent. To remove the value, set the argument to `nil`.
    /// The closure runs on another thread. The closure must be quick, because no other process can write to the store
    /// while the closure runs. The closure must not wait for a store. The closure may run more than once, and the
    /// store saves only the last result. If the closure throws, this method rethrows the error and changes nothing.
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

    /// Reads and changes several keys at once. The store saves either all changes or no change.
    ///
    /// The closure has to follow the same rules as the closure of ``update(_:whileLocked:_:)``. To cancel the
    /// transaction, throw ``StoreError/abandoned`` from the closure.
    @discardableResult
    public func transaction<Result: Sendable>(
        whileLocked: WhileLocked = .refuse,
        _ body: @escaping @Sendable (inout ProtectedStore.Transaction) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await shared.write(whileLocked: whileLocked, body)
    }

    /// Starts over with an empty store if the stored values are lost or damaged. No other method discards lost or
    /// damaged values.
    ///
    /// The store keeps a damaged file under another name: see ``report``. If the stored values can be read, this method
    /// changes no value. To remove all values, use ``ProtectedStore/Transaction/removeAll()``.
    ///
    /// - Throws: `unavailable` if the store is locked or was written by a newer version of the library; `noSpace`,
    ///   `notSaved` or `busy` if the store can't write the file.
    public func resetIfUnrecoverable() async throws(StoreError) {
        try await shared.resetIfUnrecoverable()
    }

    // MARK: - Report

    /// A report of the damage that this process found in the store's files.
    public var report: ProtectedStore.Report {
        shared.state.withLock { ProtectedStore.Report(isRecovered: $0.isRecovered, keptAside: $0.keptAside) }
    }
}

extension ProtectedStore {
    /// The damage that a store found in its files.
    public struct Report: Sendable, Hashable {
        /// A Boolean value that indicates whether the store dropped an interrupted or damaged change, and uses the
        /// values from before the change. The write of an interrupted change has not returned successfully.
        public let isRecovered: Bool
        /// The new paths of the damaged files that ``ProtectedStore/resetIfUnrecoverable()`` renamed.
        public let keptAside: [String]
    }
}
