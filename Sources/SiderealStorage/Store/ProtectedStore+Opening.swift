public import SiderealBase
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ProtectedStore {
    /// Opens a store in the app's own data directory: Application Support on Apple platforms, elsewhere
    /// `$XDG_DATA_HOME` or `~/.local/share`. Opening reads nothing, creates nothing and waits for nothing; the first
    /// use does.
    ///
    /// - Parameters:
    ///   - name: The name for the store's files, up to 100 bytes.
    ///   - tier: The tier that decides when values can be read. An existing store of another tier is moved by the next
    ///     write.
    ///   - coding: The coding of values as bytes; by default JSON. The first opener in a process decides.
    ///   - gate: The gate that reports the first unlock.
    /// - Throws: `storeName`; `directory` if the system provides no directory; `otherTier`.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock,
        coding: any ProtectedStore.Coding = .json,
        gate: FirstUnlockGate = .shared
    ) throws(StoreError) {
        guard let path = StandardDirectories.data() else {
            throw StoreError(.directory, "there is no directory to keep '\(name)' in")
        }
        try self.init(name, path: path, tier: tier, coding: coding, gate: gate)
    }

    /// Opens a store in a directory. Opening reads nothing, creates nothing and waits for nothing; the first use does.
    ///
    /// - Parameters:
    ///   - name: The name for the store's files, up to 100 bytes.
    ///   - directory: The directory of the files, created if it is missing. Backups include it: values and the record
    ///     of their first write share one fate. On Apple platforms `init(_:appGroup:tier:coding:gate:)` finds the
    ///     directory of an app group.
    ///   - tier: The tier that decides when values can be read. An existing store of another tier is moved by the next
    ///     write.
    ///   - coding: The coding of values as bytes; by default JSON. The first opener in a process decides.
    ///   - gate: The gate that reports the first unlock.
    /// - Throws: `storeName`, or `otherTier`.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
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
        // The files stay where the key says, even if a link or the working directory later leads elsewhere.
        let place = RealFileSystem().resolved(path)
        let key = ExactName(place + "/" + name)
        let shared = Self.registry.withLock { registry in
            let known = registry.stores[key]
            if let shared = known?.weak.store { return shared }
            registry.last &+= 1
            let number = registry.last
            let files = StoreFiles(directory: place, name: name, tier: tier, coding: coding, disk: RealFileSystem())
            var environment = Environment.live
            // If a test controls the waits of the gate, it controls those of the store, too.
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
                "the store '\(name)' is already open in another tier in this process; use one tier everywhere")
        }
    }

    /// The one registry of stores: openers of the same name and directory share a store while any of them exists.
    private struct Registry: Sendable {
        var stores: [ExactName: OpenStore] = [:]
        var last: UInt64 = 0

        /// Forgets a store by its number, since another store may have been opened under the key meanwhile. A store
        /// with migrations stays registered: otherwise the next opener would find their keys absent.
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

    /// Opens a store that shares nothing, as if in a process of its own, in the given environment.
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
        // By bytes: a slash before a combining mark is another `Character`, but still a slash to the kernel.
        let bytes = name.utf8
        guard (1...100).contains(bytes.count), bytes.first != UInt8(ascii: "."),
            !bytes.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { throw StoreError(.storeName, "a store can't be named '\(name)'") }
    }
}
