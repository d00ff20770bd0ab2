#if canImport(Glibc)
    import Glibc
    package import SiderealSystem

    /// A TCP connection, which closes when it is released. Each call ends at a deadline, or when a ``WakeUp`` is
    /// signalled. The other side can't delay the end of a call.
    package final class TCPConnection: Sendable {
        private let descriptor: Int32
        private let address: String

        /// Connects. Throws `timedOut` if the deadline passes first.
        package init(to address: NetworkAddress, until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) {
            self.address = address.description
            descriptor = Syscalls.streamSocket(address.family)
            guard descriptor >= 0 else { throw .system(.socket, address.description, .last) }
            // If the initializer throws from here on, `deinit` closes the descriptor, because the object is initialized
            // by now.
            if Syscalls.connect(descriptor, address.bytes) == 0 { return }
            let number = ErrorNumber.last
            guard number.rawValue == EINPROGRESS || number == .interrupted else {
                throw .system(.connect, address.description, number)
            }
            guard try wakeUp.wait(for: descriptor, toWrite: true, until: deadline) else { throw .timedOut }
            let result = Syscalls.connectionError(descriptor)
            guard result == 0 else { throw .system(.connect, address.description, ErrorNumber(rawValue: result)) }
        }

        deinit {
            if descriptor >= 0 { Syscalls.close(descriptor) }
        }

        /// Sends all bytes.
        package func send(
            _ bytes: [UInt8], until deadline: Deadline, unless wakeUp: WakeUp
        ) throws(NetworkError) {
            var sent = 0
            while sent < bytes.count {
                guard try wakeUp.wait(for: descriptor, toWrite: true, until: deadline) else { throw .timedOut }
                let count = bytes[sent...].withUnsafeBytes { Syscalls.send(descriptor, $0) }
                if count > 0 { sent += count } else { try passOver(.send) }
            }
        }

        /// Returns the next bytes, at most `most`. Returns an empty array if the other side has ended the connection.
        package func receive(
            _ most: Int, until deadline: Deadline, unless wakeUp: WakeUp
        ) throws(NetworkError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: most)
            while true {
                guard try wakeUp.wait(for: descriptor, until: deadline) else { throw .timedOut }
                let count = bytes.withUnsafeMutableBytes { Syscalls.receive(descriptor, into: $0) }
                if count >= 0 { return Array(bytes.prefix(count)) }
                try passOver(.receive)
            }
        }

        /// Lets the caller repeat a call that was interrupted or came too early, and throws any other error.
        private func passOver(_ call: NetworkError.Operation) throws(NetworkError) {
            let number = ErrorNumber.last
            guard number == .interrupted || number.rawValue == EAGAIN else { throw .system(call, address, number) }
        }
    }

    extension ErrorNumber {
        /// A Boolean value that indicates whether the other side ended a connection without notice.
        package var isOfLostConnection: Bool { rawValue == ECONNRESET || rawValue == EPIPE }
    }
#endif
