public import Sidereal

/// The record of each launch. Its store has the tier `always`, so an early launch can also write it.
public struct LaunchLog: Sendable {
    /// The greatest number of launches in the log. A new launch replaces the oldest.
    public static let most = 200

    private let store: ProtectedStore

    /// Creates a log in a store. The store must have the tier `always`.
    public init(_ store: ProtectedStore) { self.store = store }

    /// Opens the app's own log.
    public static func open() throws(StoreError) -> LaunchLog {
        LaunchLog(try ProtectedStore("launches", tier: .always))
    }

    /// All launches, with the oldest first. If the log can't be read, the reading is unavailable and not empty.
    public var records: ProtectedReading<[LaunchRecord]> { store.read(.records) }

    /// The changes of the log.
    public var changes: ProtectedStore.Changes<[LaunchRecord]> { store.changes(of: .records) }

    /// Adds a launch with the next number.
    @discardableResult
    public func append(_ record: LaunchRecord) async throws(StoreError) -> LaunchRecord {
        try await store.transaction { transaction throws(StoreError) in
            var record = record
            record.number = (try transaction.value(.lastNumber) ?? 0) + 1
            let records = try transaction.value(.records) ?? []
            try transaction.set((records + [record]).suffix(Self.most).map { $0 }, for: .records)
            try transaction.set(record.number, for: .lastNumber)
            return record
        }
    }

    /// Changes the record of a process if the record still exists.
    public func amend(
        _ process: UInt64, _ change: @escaping @Sendable (inout LaunchRecord) -> Void
    ) async throws(StoreError) {
        try await store.update(.records) { records throws(StoreError) in
            guard let index = records?.lastIndex(where: { $0.process == process }) else { return }
            if var record = records?[index] {
                change(&record)
                records?[index] = record
            }
        }
    }

    /// Removes the launches. The next launch continues the numbering.
    public func clear() async throws(StoreError) { try await store.remove(.records) }

    // MARK: - Further values for early launches

    /// Returns this installation's salt. The first call creates it.
    func salt() async throws(StoreError) -> UInt64 {
        try await store.update(.salt) { salt throws(StoreError) in
            let found = salt ?? UInt64.random(in: .min ... .max)
            salt = found
            return found
        }
    }

    /// A Boolean value that indicates whether the marks for later launches exist.
    var isPlanted: Bool { store.read(.isPlanted) == .value(true) }
    /// A Boolean value that indicates whether the app asked the system to launch it when the device moves.
    public var isProvokedByLocation: Bool { store.read(.isProvokedByLocation) == .value(true) }

    /// Stores the setting in this log, so early launches can also read it.
    public func set(isProvokedByLocation isOn: Bool) async throws(StoreError) {
        try await store.set(isOn, for: .isProvokedByLocation)
    }

    func recordPlanted() async throws(StoreError) { try await store.set(true, for: .isPlanted) }
}

extension StoreKey<[LaunchRecord]> {
    fileprivate static var records: Self { .init("records") }
}

extension StoreKey<Int> {
    fileprivate static var lastNumber: Self { .init("lastNumber") }
}

extension StoreKey<UInt64> {
    fileprivate static var salt: Self { .init("salt") }
}

extension StoreKey<Bool> {
    fileprivate static var isPlanted: Self { .init("isPlanted") }
    fileprivate static var isProvokedByLocation: Self { .init("isProvokedByLocation") }
    /// The flag that the app keeps here and in UserDefaults.
    public static var hasOnboarded: Self { .init("hasOnboarded") }
}
