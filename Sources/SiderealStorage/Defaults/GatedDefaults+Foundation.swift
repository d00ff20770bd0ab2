#if FullFoundation || !os(Linux)
    extension GatedDefaults {
        /// Opens the standard defaults, or those of a suite.
        ///
        /// - Parameters:
        ///   - suiteName: The name of a suite, such as an app group's identifier, or `nil` for the app's own defaults.
        ///   - gate: The gate that reports the first unlock.
        /// - Throws: `invalidStoreName` if UserDefaults has no such suite; `directoryUnusable` if the suite belongs to
        ///   an app group and this app has no container of the group. Without the container, the values would not be
        ///   the group's.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete an app's files, so a missing file may have existed before"
        )
        public convenience init(suiteName: String? = nil, gate: FirstUnlockGate = .shared) throws(StoreError) {
            if let problem = DefaultsPlace.problem(ofSuite: suiteName) { throw StoreError(.directoryUnusable, problem) }
            guard let domain = DefaultsDomain.foundation(suite: suiteName) else {
                throw StoreError(.invalidStoreName, "UserDefaults has no suite named '\(suiteName ?? "")'")
            }
            self.init(domain: domain, gate: { gate.state })
        }
    }
#endif
