#if canImport(Darwin)
    /// A placeholder for systemd's journal, which only Linux has.
    struct SystemdJournal: Sendable {
        init?() { return nil }

        func receive(_ entry: SystemdEntry) -> Bool { false }
    }
#endif
