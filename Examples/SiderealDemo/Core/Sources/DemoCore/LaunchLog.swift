public import Sidereal

/// What each launch saw, in a store of the tier `always`: an early launch can write it, too.
public struct LaunchLog: Sendable {
    /// So many launches are kept, the newest.
    public static let most = 200

    private let store: ProtectedStore

    /// A log in a store, which has to be of the tier `always`.
    public init(_ store: ProtectedStore) { self.store = store }

    /// The app's own log.
    public static func open() throws(StoreError) -> LaunchLog {
        LaunchLog(try ProtectedStore("launches", tier: .always))
    }

    /// All of them, the oldest first. Nobody has to take a log that can't be read for an empty one.
    public var records: ProtectedReading<[LaunchRecord]> { store.read(.records) }

    /// What changes in it.
    public var changes: ProtectedStore.Changes<[LaunchRecord]> { store.changes(of: .records) }

    /// Adds a launch, with its number.
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

    /// Changes what a process has recorded; nothing where that is gone.
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

    /// Forgets the launches, and keeps counting.
    public func clear() async throws(StoreError) { try await store.remove(.records) }

    // MARK: - What else early launches must know

    /// This installation's salt, made once.
    func salt() async throws(StoreError) -> UInt64 {
        try await store.update(.salt) { salt throws(StoreError) in
            let found = salt ?? UInt64.random(in: .min ... .max)
            salt = found
            return found
        }
    }

    /// Whether what later launches look for is in place.
    var isPlanted: Bool { store.read(.isPlanted) == .value(true) }
    /// Whether the app was told to have itself launched when the device moves.
    public var isProvokedByLocation: Bool { store.read(.isProvokedByLocation) == .value(true) }

    /// Remembers it, for early launches, too.
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
    /// The flag that the app keeps twice: here, and in UserDefaults.
    public static var hasOnboarded: Self { .init("hasOnboarded") }
}
