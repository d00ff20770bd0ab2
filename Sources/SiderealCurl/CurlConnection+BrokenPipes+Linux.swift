#if canImport(Glibc)
    import Glibc

    extension CurlConnection {
        /// Runs a closure on this thread without SIGPIPE. TLS libraries can write to a socket that the peer has
        /// closed. The system then sends SIGPIPE, which would end the process.
        static func withoutBrokenPipes<Value>(_ body: () -> Value) -> Value {
            var broken = sigset_t()
            sigemptyset(&broken)
            sigaddset(&broken, SIGPIPE)
            var pending = sigset_t()
            sigpending(&pending)
            let wasPending = sigismember(&pending, SIGPIPE) == 1
            var before = sigset_t()
            pthread_sigmask(SIG_BLOCK, &broken, &before)
            let value = body()
            if !wasPending {
                var now = timespec()
                while sigtimedwait(&broken, nil, &now) < 0, errno == EINTR {}
            }
            pthread_sigmask(SIG_SETMASK, &before, nil)
            return value
        }
    }
#endif
