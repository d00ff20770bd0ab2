#if canImport(Darwin)
    public import SiderealGate

    extension ProtectedStore {
        /// Opens a store that the apps and extensions of a group share, in the group's container. Nothing is read, made
        /// or waited for before the first use.
        ///
        /// - Parameters:
        ///   - name: That of its files, up to 100 bytes.
        ///   - group: The group's identifier, as in the entitlements: `group.com.example.app`.
        ///   - tier: When its values can be read. A store that exists in another tier is moved by the next write.
        ///   - coding: How values become bytes; by default JSON. The first opener in a process decides.
        ///   - gate: What tells that the device was unlocked.
        /// - Throws: `storeName`; `directory` where this app has no container of that group, as an extension without
        ///   the entitlement: a store of its own in its place would be empty. On a Mac the system names a container for
        ///   any group, and using it fails. `otherTier`.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
        )
        public convenience init(
            _ name: String = "settings", appGroup group: String, tier: ProtectionTier = .afterFirstUnlock,
            coding: any StoreCoding = .json, gate: FirstUnlockGate = .shared
        ) throws(StoreError) {
            guard let path = StandardDirectories.data(ofGroup: group) else {
                throw StoreError(.directory, StandardDirectories.groupReason(group))
            }
            try self.init(name, path: path, tier: tier, coding: coding, gate: gate)
        }
    }
#endif
