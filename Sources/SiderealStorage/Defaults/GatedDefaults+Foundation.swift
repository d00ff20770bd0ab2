#if FullFoundation || !os(Linux)
    import SiderealGate
    import SiderealSystem

    extension GatedDefaults {
        /// Opens the app's standard defaults, or the defaults of a suite.
        ///
        /// - Parameters:
        ///   - suiteName: The name of a suite, such as an app group's identifier, or `nil` for the app's own defaults.
        ///   - gate: The gate that reports the first unlock.
        /// - Throws: `invalidStoreName` if UserDefaults can't open the suite; `directoryUnusable` if the suite belongs
        ///   to an app group, and this app has no container for the group. Without the container, UserDefaults would
        ///   open a private suite of the same name.
        @available(
            tvOS, unavailable,
            message: "tvOS may delete an app's files, so a missing file may have existed before"
        )
        public convenience init(suiteName: String? = nil, gate: FirstUnlockGate = .shared) throws(StoreError) {
            if let problem = DefaultsPlace.problem(ofSuite: suiteName) { throw StoreError(.directoryUnusable, problem) }
            guard let domain = DefaultsDomain.foundation(suite: suiteName) else {
                throw StoreError(.invalidStoreName, "UserDefaults has no suite named '\(suiteName ?? "")'")
            }
            self.init(domain: domain, gate: gate, scheduler: Environment.live.scheduler)
        }
    }
#endif
