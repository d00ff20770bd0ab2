#if canImport(Glibc)
    import Glibc

    /// A TCP connection, closed when it is let go. Whoever speaks over its descriptor waits by a ``WakeUp``.
    package final class TCPConnection: Sendable {
        package let descriptor: Int32

        /// Connects; throws `timedOut` where the deadline passed before.
        package init(to address: NetworkAddress, until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) {
            descriptor = Syscalls.streamSocket(address.family)
            guard descriptor >= 0 else { throw .system(.socket, address.description, .last) }
            // Should anything throw, the object is whole by now: its end closes the descriptor.
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
    }
#endif
