#if canImport(Darwin)
    public import SiderealGate

    extension ProtectedStore {
        /// Opens a store that the apps and extensions of a group share, in the group's container.
        ///
        /// This initializer neither reads nor creates a file, and never waits. The first use of the store opens the
        /// files.
        ///
        /// - Parameters:
        ///   - name: The name for the store's files, up to 100 bytes.
        ///   - group: The group's identifier, as in the entitlements: `group.com.example.app`.
        ///   - tier: The tier that decides when values can be read. If an existing store is in another tier, the
        ///     first read or write moves the store to this tier.
        ///   - coding: The coding of values as bytes. If the store is already open in this process, it keeps its
        ///     present coding.
        ///   - gate: The gate that reports the first unlock.
        /// - Throws: `invalidStoreName` if the name is invalid; `directoryUnusable` if this process has no container
        ///   for the group, for example because an extension lacks the entitlement; `otherTier` if the store is
        ///   already open in another tier. The library never opens a private store instead, because that store would
        ///   be empty. On a Mac, the system returns a container for any group, but reads and writes in the container
        ///   fail.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete an app's files, so a missing file may have existed before"
        )
        public convenience init(
            _ name: String = "settings", appGroup group: String, tier: ProtectionTier = .afterFirstUnlock,
            coding: any ProtectedStore.Coding = .json, gate: FirstUnlockGate = .shared
        ) throws(StoreError) {
            guard let path = StandardDirectories.data(ofGroup: group) else {
                throw StoreError(.directoryUnusable, StandardDirectories.groupReason(group))
            }
            try self.init(name, path: path, tier: tier, coding: coding, gate: gate)
        }
    }
#endif
