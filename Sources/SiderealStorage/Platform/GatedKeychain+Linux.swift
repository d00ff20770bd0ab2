#if canImport(Glibc)
    extension GatedKeychain {
        /// Linux has no keychain.
        @available(
            *, unavailable,
            message: "Linux has no keychain: use a ProtectedStore, or in tests SimulatedApp.keychain()"
        )
        public init(
            service: String, accessGroup: String? = nil, accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
            isSynchronizable: Bool = false, allowsPrompt: Bool = false, gate: FirstUnlockGate = .shared
        ) {
            let refused = KeychainAnswer.Status.noKeychain
            self.init(
                service: KeychainService(
                    name: service, accessGroup: accessGroup, isSynchronizable: isSynchronizable),
                accessibility: accessibility, allowsPrompt: allowsPrompt,
                calls: KeychainCalls(
                    copy: { _, _ in (refused, nil) }, find: { _ in refused }, accounts: { _ in (refused, []) },
                    add: { _, _, _ in refused }, update: { _, _, _ in refused }, delete: { _ in refused }),
                gate: gate)
        }
    }
#endif
