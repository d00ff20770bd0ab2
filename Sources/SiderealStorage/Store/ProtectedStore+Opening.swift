public import SiderealBase
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ProtectedStore {
    /// Opens a store in the app's own data directory. On Apple platforms, the directory is in Application Support. On
    /// other systems, the directory is in `$XDG_DATA_HOME` or `~/.local/share`.
    ///
    /// This initializer neither reads nor creates a file, and never waits. The first use of the store opens the files.
    ///
    /// - Parameters:
    ///   - name: The name for the store's files, up to 100 bytes.
    ///   - tier: The tier that decides when values can be read. If an existing store is in another tier, the first
    ///     read or write moves the store to this tier.
    ///   - coding: The coding of values as bytes. If the store is already open in this process, it keeps its present
    ///     coding.
    ///   - gate: The gate that reports the first unlock.
    /// - Throws: `invalidStoreName` if the name is invalid, `directoryUnusable` if the system provides no directory, or
    ///   `otherTier` if the store is already open in another tier.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
    )
    public convenience init(
        _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock,
        coding: any ProtectedStore.Coding = .json,
        gate: FirstUnlockGate = .shared
    ) throws(StoreError) {
        guard let path = StandardDirectories.data() else {
            throw StoreError(.directoryUnusable, "there is no directory for the store '\(name)'")
        }
        try self.init(name, path: path, tier: tier, coding: coding, gate: gate)
    }

    /// Opens a store in a directory of your choice.
    ///
    /// This initializer neither reads nor creates a file, and never waits. The first use of the store opens the files.
    ///
    /// - Parameters:
    ///   - name: The name for the store's files, up to 100 bytes.
    ///   - directory: The directory of the files. The store creates a missing directory. A backup includes both the
    ///     values and the creation marker (an empty file that shows that the store was written). For the directory of
    ///     an app group on an Apple platform, use `init(_:appGroup:tier:coding:gate:)`.
    ///   - tier: The tier that decides when values can be read. If an existing store is in another tier, the first
    ///     read or write moves the store to this tier.
    ///   - coding: The coding of values as bytes. If the store is already open in this process, it keeps its present
    ///     coding.
    ///   - gate: The gate that reports the first unlock.
    /// - Throws: `invalidStoreName` if the name is invalid, or `otherTier` if the store is already open in another
    ///   tier.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
    )
    public convenience init(
        _ name: String = "settings", directory: URL, tier: ProtectionTier = .afterFirstUnlock,
        coding: any ProtectedStore.Coding = .json, gate: FirstUnlockGate = .shared
    ) throws(StoreError) {
        try self.init(name, path: directory.path, tier: tier, coding: coding, gate: gate)
    }

    convenience init(
        _ name: String, path: String, tier: ProtectionTier, coding: any ProtectedStore.Coding, gate: FirstUnlockGate
    ) throws(StoreError) {
        try Self.check(name)
        // Resolve the path now, so that the store keeps its files if a link or the working directory changes later.
        let place = RealFileSystem().resolved(path)
        let key = ExactName(place + "/" + name)
        let shared = Self.registry.withLock { registry in
            let known = registry.stores[key]
            if let shared = known?.weak.store { return shared }
            registry.last &+= 1
            let number = registry.last
            let files = StoreFiles(directory: place, name: name, tier: tier, coding: coding, disk: RealFileSystem())
            var environment = Environment.live
            // A test that controls the waits of the gate also controls the waits of the store.
            environment.scheduler.wait = gate.environment.scheduler.wait
            let migrations = known?.migrations ?? Lock(StoreMigrations())
            let shared = SharedStore(
                files, tier: tier, coding: coding, gate: gate, environment: environment, migrations: migrations,
                whenGone: { Self.registry.withLock { $0.forget(key, number) } })
            registry.stores[key] = OpenStore(number: number, weak: WeakStore(store: shared), migrations: migrations)
            return shared
        }
        self.init(name: name, directory: path, shared: shared)
        try check(tier)
    }

    /// Throws `otherTier` if the store is open in another tier.
    package func check(_ wanted: ProtectionTier) throws(StoreError) {
        guard tier == wanted else {
            throw StoreError(
                .otherTier, path: directory.path,
                "the store '\(name)' is already open in another tier in this process; pass the same tier everywhere")
        }
    }

    /// The open stores of this process. Openers of the same name and directory share one store as long as at least one
    /// of them exists.
    private struct Registry: Sendable {
        var stores: [ExactName: OpenStore] = [:]
        var last: UInt64 = 0

        /// Removes a store from the registry. The number identifies the store, since another store may be open under
        /// the key by now. A store with migrations stays registered. Otherwise, the next opener would treat the keys
        /// to migrate as absent.
        mutating func forget(_ key: ExactName, _ number: UInt64) {
            guard let store = stores[key], store.number == number, store.migrations.withLock({ $0.isEmpty }) else {
                return
            }
            stores[key] = nil
        }
    }

    private struct OpenStore: Sendable {
        let number: UInt64
        let weak: WeakStore
        let migrations: Lock<StoreMigrations>
    }

    private struct WeakStore: Sendable {
        weak let store: SharedStore?
    }

    private static let registry = Lock(Registry())

    /// Opens a store in the given environment. The store shares nothing with other stores, as if it ran in its own
    /// process.
    package convenience init(
        _ name: String, directory: String, tier: ProtectionTier = .afterFirstUnlock,
        coding: any ProtectedStore.Coding = .json,
        gate: FirstUnlockGate, environment: Environment
    ) throws(StoreError) {
        try Self.check(name)
        let files = StoreFiles(directory: directory, name: name, tier: tier, coding: coding, disk: environment.disk)
        self.init(
            name: name, directory: directory,
            shared: SharedStore(files, tier: tier, coding: coding, gate: gate, environment: environment))
    }

    static func check(_ name: String) throws(StoreError) {
        // Compare bytes: a slash with a combining mark is another `Character`, but the kernel still reads a slash.
        let bytes = name.utf8
        guard (1...100).contains(bytes.count), bytes.first != UInt8(ascii: "."),
            !bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw StoreError(.invalidStoreName, "a store can't be named '\(name)'") }
    }
}
