#if FullFoundation || !os(Linux)
    extension GatedDefaults {
        /// The standard defaults, or those of a suite.
        ///
        /// - Parameters:
        ///   - suiteName: A suite, such as an app group's identifier; nil for the app's own defaults.
        ///   - gate: What tells that the device was unlocked.
        /// - Throws: `storeName` if UserDefaults has no such suite; `directory` if it is that of an app group, and this
        ///   app has no container of that group: its values would be others than those of the group.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
        )
        public convenience init(suiteName: String? = nil, gate: FirstUnlockGate = .shared) throws(StoreError) {
            if let problem = DefaultsPlace.problem(ofSuite: suiteName) { throw StoreError(.directory, problem) }
            guard let domain = DefaultsDomain.foundation(suite: suiteName) else {
                throw StoreError(.storeName, "UserDefaults have no suite named '\(suiteName ?? "")'")
            }
            self.init(domain: domain, gate: { gate.state })
        }
    }
#endif
