#if FullFoundation || !os(Linux)
    import SiderealSystem

    extension GatedDefaults {
        /// The standard defaults, or those of a suite.
        ///
        /// - Parameters:
        ///   - suiteName: A suite, such as an app group's identifier; nil for the app's own defaults.
        ///   - gate: What tells that the device was unlocked.
        /// - Throws: `storeName` if UserDefaults has no such suite, and `directory` if the system has no place for the
        ///   record that they were written.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
        )
        public convenience init(suiteName: String? = nil, gate: FirstUnlockGate = .shared) throws(StoreError) {
            guard let directory = StandardDirectories.state() else {
                throw StoreError(.directory, "there is no directory for the record that UserDefaults were written")
            }
            try self.init(suiteName: suiteName, stateDirectory: directory, gate: { gate.state })
        }

        /// The same, with the record elsewhere.
        package convenience init(
            suiteName: String? = nil, stateDirectory: String, gate: @escaping @Sendable () -> FirstUnlockState
        ) throws(StoreError) {
            guard let domain = DefaultsDomain.foundation(suite: suiteName) else {
                throw StoreError(.storeName, "UserDefaults have no suite named '\(suiteName ?? "")'")
            }
            let marker = DefaultsCreationMarker(
                suite: suiteName, directory: stateDirectory, fileSystem: RealFileSystem())
            self.init(domain: domain, marker: marker, gate: gate)
        }
    }
#endif
