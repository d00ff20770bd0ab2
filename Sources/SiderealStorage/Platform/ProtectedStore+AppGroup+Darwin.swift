#if canImport(Darwin)
    public import SiderealGate

    extension ProtectedStore {
        /// Opens a store that the apps and extensions of a group share, in the group's container. Opening reads
        /// nothing, creates nothing and waits for nothing; the first use does.
        ///
        /// - Parameters:
        ///   - name: The name for the store's files, up to 100 bytes.
        ///   - group: The group's identifier, as in the entitlements: `group.com.example.app`.
        ///   - tier: The tier that decides when values can be read. An existing store of another tier is moved by the
        ///     next write.
        ///   - coding: The coding of values as bytes; by default JSON. The first opener in a process decides.
        ///   - gate: The gate that reports the first unlock.
        /// - Throws: `storeName`; `directory` if this app has no container of the group, such as an extension without
        ///   the entitlement, because a private store in its place would be empty; `otherTier`. On a Mac the system
        ///   returns a container for any group, and using it fails.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
        )
        public convenience init(
            _ name: String = "settings", appGroup group: String, tier: ProtectionTier = .afterFirstUnlock,
            coding: any ProtectedStore.Coding = .json, gate: FirstUnlockGate = .shared
        ) throws(StoreError) {
            guard let path = StandardDirectories.data(ofGroup: group) else {
                throw StoreError(.directory, StandardDirectories.groupReason(group))
            }
            try self.init(name, path: path, tier: tier, coding: coding, gate: gate)
        }
    }
#endif
