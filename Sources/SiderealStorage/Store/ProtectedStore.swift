public import SiderealBase
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps small values durably, and never takes what is locked for what is missing.
///
/// Meant for settings: up to some ten thousand keys and ten megabytes, all of which are kept in memory. What a change
/// costs follows the change. Beyond that, or for queries, use a database behind a ``FirstUnlockGate``.
///
///     extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
///
///     let store = try ProtectedStore("settings")
///     switch store.read(.hasOnboarded) {
///     case .value(let done): show(done ? .home : .onboarding)
///     case .absent: show(.onboarding)
///     case .unavailable(let why) where why.mayPass: show(.waiting(why))
///     case .unavailable(let why): show(.trouble(why))
///     }
///
/// Two of them on one name and directory in one process share everything; several processes see each other's changes.
/// It is `Sendable`: use it from any thread.
public final class ProtectedStore: Sendable {
    /// What happens to a write while what is stored can't be read.
    public enum WhileLocked: Sendable {
        /// It is refused: `unavailable`.
        case refuse
        /// It waits in memory for the unlock, is then carried out over what is stored, and ends when that is durable.
        /// It is lost with the process, which has not returned from it. Cancelling its task takes it back until it has
        /// begun. A device that is locked while it is being written ends it, as a disk that fails does: `notSaved`.
        case wait
    }

    /// The store's name: that of its files.
    public let name: String
    /// When its values can be read.
    public let tier: ProtectionTier
    /// Where its files are.
    public let directory: URL

    let shared: SharedStore

    init(name: String, directory: String, shared: SharedStore) {
        self.name = name
        self.directory = URL(filePath: directory, directoryHint: .isDirectory)
        self.shared = shared
        tier = shared.tier
    }

    // MARK: - Reading

    /// What there is under a key, now.
    ///
    /// Never waits for an unlock, a sync or another process; only the first read in a directory that is missing makes
    /// it. Reads the file where this process has not, or another has written it since: O(bytes stored), or O(bytes
    /// added) where that one process alone went on writing. Else it answers from memory: O(1), and two calls of the
    /// system that tell whether another process has written.
    public func read<Value>(_ key: StoreKey<Value>) -> StoreReading<Value> {
        shared.read(key)
    }

    /// The names of the keys that are stored and begin with a prefix, now, in order.
    ///
    /// For keys that a running app makes, such as one for each draft. It waits for nothing, as ``read(_:)``, and takes
    /// O(keys stored). A ``StoreTransaction`` has the same, for what is to be changed at once.
    ///
    /// - Throws: Why they can't be told: what is locked is not empty. `notMigrated` while such a key may still have to
    ///   be moved here.
    public func keys(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        try shared.keys(beginningWith: prefix).get()
    }

    /// The value of a key, waited for until it can be read, or `absent` where that is proven.
    ///
    /// Waits for as long as it takes, or at most for the timeout. Throws `cancelled`, `timedOut`, and `unavailable` for
    /// what no waiting mends: lost, damaged, of another type, written by a newer version.
    public func value<Value>(
        _ key: StoreKey<Value>, timeout: Duration? = nil
    ) async throws(StoreError) -> StorePresence<Value> {
        try await shared.value(key, timeout: timeout)
    }

    /// The readings of a key: the present one, then each change, in whichever process it is made, and the unlock. It
    /// ends with the task that reads it.
    public func changes<Value>(of key: StoreKey<Value>) -> StoreChanges<Value> {
        StoreChanges(key: key, store: shared)
    }

    // MARK: - Writing

    /// Sets a value, and returns once that is durable.
    ///
    /// Like all writes it never runs on the caller's actor, and shares its sync with others that wait. Once the file is
    /// being written, cancelling the task changes nothing any more.
    ///
    /// - Throws: `unavailable` if what is stored can't be read, so that nothing may replace it; `keyName`,
    ///   `encoding` or `tooLarge`; `noSpace`, `notSaved` or `busy` where it could not be written.
    public func set<Value>(
        _ value: Value, for key: StoreKey<Value>, whileLocked: WhileLocked = .refuse
    ) async throws(StoreError) {
        try key.checkForWriting()
        let bytes = try StoreTransaction.encode(value, for: key, shared.coding)
        try await shared.write(whileLocked: whileLocked) { transaction throws(StoreError) in
            transaction.setBytes(bytes, of: key.exactName)
        }
    }

    /// Removes a value, and returns once that is durable; without one that is no error.
    public func remove<Value>(
        _ key: StoreKey<Value>, whileLocked: WhileLocked = .refuse
    ) async throws(StoreError) {
        try key.check()
        try await shared.write(whileLocked: whileLocked) { transaction throws(StoreError) in
            try transaction.remove(key)
        }
    }

    /// Changes a value by what it is, as one step for all processes; returns what the closure returns, once that is
    /// durable.
    ///
    /// The closure gets nil where the value is proven absent, and leaves nil behind to remove it. It runs on another
    /// thread while no other process can write: it must be quick, and must not wait for a store. It may run more than
    /// once, and only its last run counts. What it throws is thrown, and nothing is changed.
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

    /// Reads and changes several keys at once: all of the changes are stored, or none.
    ///
    /// The closure runs as that of ``update(_:whileLocked:_:)`` does. To call the transaction off it throws
    /// ``StoreError/abandoned``.
    @discardableResult
    public func transaction<Result: Sendable>(
        whileLocked: WhileLocked = .refuse,
        _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await shared.write(whileLocked: whileLocked, body)
    }

    /// Begins anew, empty, where what was stored is lost or damaged: the one way to give it up.
    ///
    /// A damaged file is kept aside (``report``). Where what is stored can be read this does nothing; to remove it all
    /// use a transaction.
    ///
    /// - Throws: `unavailable` where it is locked, or was written by a newer version; `noSpace`, `notSaved` or `busy`.
    public func reset() async throws(StoreError) {
        try await shared.reset()
    }

    // MARK: - What happened

    /// What became of damage that this process met.
    public var report: StoreReport {
        shared.state.withLock { StoreReport(isRecovered: $0.isRecovered, keptAside: $0.keptAside) }
    }
}

/// Damage that a store met.
public struct StoreReport: Sendable, Hashable {
    /// A change was cut off before it was acknowledged, or decayed: the one before it served.
    public let isRecovered: Bool
    /// The paths of damaged files, kept aside by a reset.
    public let keptAside: [String]
}
