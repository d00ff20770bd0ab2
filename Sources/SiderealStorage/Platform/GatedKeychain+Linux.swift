#if canImport(Glibc)
    extension GatedKeychain {
        /// Linux has no keychain.
        @available(
            *, unavailable,
            message:
                "Linux has no keychain: keep values in a ProtectedStore; in tests SimulatedApp.keychain() gives one"
        )
        public init(
            service: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlock,
            gate: FirstUnlockGate = .shared
        ) {
            let refused = KeychainAnswer.Status.noKeychain
            self.init(
                service: service, accessGroup: accessGroup, accessibility: accessibility,
                calls: KeychainCalls(
                    copy: { _ in (refused, nil) }, add: { _, _, _ in refused }, update: { _, _, _ in refused },
                    delete: { _ in refused }),
                gate: { gate.state })
        }
    }
#endif
