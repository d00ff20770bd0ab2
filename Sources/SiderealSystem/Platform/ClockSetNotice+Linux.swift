#if (canImport(Glibc) || canImport(Musl)) && !canImport(notify)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif
    internal import CSiderealSystem
    @preconcurrency import Dispatch

    /// Tells when somebody sets the system clock: a timerfd that such a setting cancels (timerfd_create(2)).
    package final class ClockSetNotice: Sendable {
        private let source: any DispatchSourceRead

        /// Nil where the kernel has no such timers.
        ///
        /// - Parameter told: Called on a background thread after each setting; once for several in quick succession.
        package init?(_ told: @escaping @Sendable () -> Void) {
            let descriptor = sidereal_clock_set_timer()
            guard descriptor >= 0 else { return nil }
            guard sidereal_clock_set_timer_arm(descriptor) == 0 else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
            source.setEventHandler {
                var expirations: UInt64 = 0
                let length = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
                let wasSet = length < 0 && errno == ECANCELED
                // Armed first, told afterwards: a setting in between is told again.
                if wasSet { _ = sidereal_clock_set_timer_arm(descriptor) }
                if wasSet { told() }
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    }
#endif
