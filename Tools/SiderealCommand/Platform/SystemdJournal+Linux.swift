#if canImport(Glibc)
    /// systemd's journal, which receives entries over a socket.
    struct SystemdJournal: Sendable {
        private let address: DatagramAddress

        /// Returns `nil` if the name of the socket is not valid. $SIDEREAL_SYSTEMD_JOURNAL names another socket, for
        /// tests.
        init?() {
            let name = Terminal.environment("SIDEREAL_SYSTEMD_JOURNAL") ?? "/run/systemd/journal/socket"
            guard let address = DatagramAddress(name) else { return nil }
            self.address = address
        }

        /// Returns whether the journal received the entry. It receives no entry that is larger than a datagram.
        func receive(_ entry: SystemdEntry) -> Bool { address.send(entry.bytes) }
    }
#endif
