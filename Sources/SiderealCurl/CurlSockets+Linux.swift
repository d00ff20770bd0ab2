#if canImport(Glibc)
    import CSiderealCurl
    import Glibc
    import SiderealCore
    import SiderealNetwork
    import SiderealSystem

    /// The sockets of libcurl's handle, which another thread can shut down.
    ///
    /// A TLS library reads as long as bytes come, so a server that sends without an end keeps libcurl beyond every
    /// timeout. Only the end of the connection ends such a call.
    final class CurlSockets: Sendable {
        private struct State: Sendable {
            var open: Set<Int32> = []
            /// The number of the call that is guarded, or was guarded last.
            var call = 0
            var isGuarded = false
            var isShutDown = false
        }

        private let state = Lock(State())

        /// Whether the call that is guarded lasted too long, or was told to end.
        var isShutDown: Bool { state.withLock { $0.isShutDown } }

        /// Runs calls of libcurl. If they last beyond the deadline, or a sign comes, it shuts all sockets down, so that
        /// the calls end.
        ///
        /// - Throws: What the calls throw, or why nothing can guard them: then they are not run.
        func guarding<Value>(
            until deadline: Deadline, unless wakeUp: WakeUp? = nil, _ calls: () throws(NetworkError) -> Value
        ) throws(NetworkError) -> Value {
            let done = try WakeUp()
            let call = state.withLock { state in
                state.call &+= 1
                (state.isGuarded, state.isShutDown) = (true, false)
                return state.call
            }
            defer {
                state.withLock { $0.isGuarded = false }
                done.signal()
            }
            let sign = (wakeUp ?? done).readEnd
            let number = Syscalls.detachThread { [self] in
                do throws(NetworkError) {
                    _ = try done.wait(for: sign, until: deadline)
                } catch {
                    // The calls are done. Where nothing can be waited for, they end now rather than never.
                    guard error != .woken else { return }
                }
                // Keeps the sign's descriptor.
                withExtendedLifetime(wakeUp) { shutDown(call) }
            }
            guard number == 0 else { throw .system(.thread, "to guard a request", ErrorNumber(rawValue: number)) }
            return try calls()
        }

        /// Shuts all sockets down, guarded or not.
        func shutDown() { state.withLock { Self.shutDown(&$0) } }

        /// As long as the lock is held, no descriptor is closed, and so none gets another meaning.
        private func shutDown(_ call: Int) {
            state.withLock { state in
                guard state.isGuarded, state.call == call else { return }
                Self.shutDown(&state)
            }
        }

        private static func shutDown(_ state: inout State) {
            state.isShutDown = true
            for descriptor in state.open { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
        }

        // MARK: - For libcurl

        /// A socket that programs which are started do not inherit; -1 on failure, and after a shutdown.
        func open(family: Int32, type: Int32, protocol: Int32) -> Int32 {
            state.withLock { state in
                guard !(state.isGuarded && state.isShutDown) else { return -1 }
                let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), `protocol`)
                if descriptor >= 0 { state.open.insert(descriptor) }
                return descriptor
            }
        }

        func close(_ descriptor: Int32) -> Int32 {
            state.withLock { state in
                state.open.remove(descriptor)
                return Glibc.close(descriptor)
            }
        }

        static func with<Value>(_ data: UnsafeMutableRawPointer?, _ body: (CurlSockets) -> Value) -> Value? {
            data.map { body(Unmanaged<CurlSockets>.fromOpaque($0).takeUnretainedValue()) }
        }
    }
#endif
