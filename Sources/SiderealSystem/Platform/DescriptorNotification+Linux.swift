#if canImport(Glibc)
    internal import CSiderealSystem
    @preconcurrency import Dispatch
    import Glibc

    /// Calls back on a background thread each time a descriptor can be read. Closes the descriptor when this object is
    /// released.
    private final class DescriptorNotification: Sendable {
        private let source: any DispatchSourceRead

        init(_ descriptor: Int32, _ isReadable: @escaping @Sendable () -> Void) {
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
            source.setEventHandler(handler: isReadable)
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }
    }

    /// Reports each time that the system clock is set. Setting the clock cancels a timerfd (timerfd_create(2)).
    package final class ClockSetNotification: Sendable {
        private let notification: DescriptorNotification

        /// Returns `nil` if the kernel does not support such timers.
        ///
        /// - Parameter onChange: A closure called on a background thread each time the clock is set, or once for
        ///   several changes in a row.
        package init?(_ onChange: @escaping @Sendable () -> Void) {
            let descriptor = sidereal_clock_set_timer()
            guard descriptor >= 0 else { return nil }
            guard sidereal_clock_set_timer_arm(descriptor) == 0 else {
                close(descriptor)
                return nil
            }
            notification = DescriptorNotification(descriptor) {
                var expirations: UInt64 = 0
                let length = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
                guard length < 0, errno == ECANCELED else { return }
                // Arm the timer before calling `onChange`, so that the kernel also reports a change during the call.
                _ = sidereal_clock_set_timer_arm(descriptor)
                onChange()
            }
        }
    }

    /// Reports writes to a file, including writes by this process (inotify(7)).
    package final class FileNotification: Sendable {
        private let notification: DescriptorNotification

        /// Returns `nil` if the file is missing, or the user has too many watches.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - onChange: A closure called on a background thread, once for several writes in quick succession.
        package init?(path: String, _ onChange: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            guard inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
                close(descriptor)
                return nil
            }
            notification = DescriptorNotification(descriptor) {
                // The events only show that there were writes, so discard them.
                var events = [UInt8](repeating: 0, count: 4_096)
                while read(descriptor, &events, events.count) > 0 {}
                onChange()
            }
        }

        /// Does nothing, because the kernel reports each write by itself.
        package static func announce(path: String) {}
    }
#endif
