#if canImport(Glibc)
    import CSiderealCurl
    import Glibc
    import SiderealCore
    import SiderealNetwork
    import SiderealSystem

    /// The sockets of libcurl's handle. Another thread can shut them down.
    ///
    /// A TLS library keeps reading as long as bytes arrive. So a server that never stops sending can keep a call to
    /// libcurl busy past every timeout. Only the end of the connection ends such a call.
    final class CurlSockets: Sendable {
        private struct State: Sendable {
            var open: Set<Int32> = []
            /// The number of the current or latest guarded call.
            var call = 0
            var isGuarded = false
            var isShutDown = false
        }

        private let state = Lock(State())

        /// A Boolean value that indicates whether the sockets were shut down because the guarded call passed its
        /// deadline, or because `wakeUp` was signalled.
        var isShutDown: Bool { state.withLock { $0.isShutDown } }

        /// Runs calls to libcurl. At the deadline, or when another thread signals `wakeUp`, this method shuts all
        /// sockets down, so that the calls end.
        ///
        /// - Throws: The error of the calls. If the system can't start a thread to guard the calls, throws the reason
        ///   and does not run the calls.
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
                    // If `done` is signalled, the calls have ended. If the wait itself failed, shut the sockets down
                    // now, because the deadline can't be enforced.
                    guard error != .woken else { return }
                }
                // Keep `wakeUp` alive, because the call uses its descriptor.
                withExtendedLifetime(wakeUp) { shutDown(call) }
            }
            guard number == 0 else { throw .system(.thread, "to guard a request", ErrorNumber(rawValue: number)) }
            return try calls()
        }

        /// Shuts all sockets down, even without a guarded call.
        func shutDown() { state.withLock { Self.shutDown(&$0) } }

        /// Shuts down the sockets of a guarded call. While this method has the lock, no thread closes a descriptor. So
        /// the system can't reuse a descriptor for another file.
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

        /// Opens a socket that child programs do not inherit. Returns -1 on failure, and after a shutdown.
        func open(family: Int32, type: Int32, protocol: Int32) -> Int32 {
            state.withLock { state in
                guard !(state.isGuarded && state.isShutDown) else { return -1 }
                let descriptor = Syscalls.aboveStandardStreams(
                    socket(family, type | Int32(SOCK_CLOEXEC.rawValue), `protocol`))
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
