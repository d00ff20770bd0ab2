#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif
    @preconcurrency import Dispatch

    /// Tells when somebody, this process included, writes to a file: inotify(7).
    package final class FileNotice: Sendable {
        private let source: any DispatchSourceRead

        /// Begins to tell, on a background thread, once for several writes in quick succession; nil where the file is
        /// not there, or the user has too many watches.
        package init?(path: String, _ told: @escaping @Sendable () -> Void) {
            let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
            guard inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
                close(descriptor)
                return nil
            }
            source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
            source.setEventHandler {
                // Only that there were some counts.
                var events = [UInt8](repeating: 0, count: 4096)
                while read(descriptor, &events, events.count) > 0 {}
                told()
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
        }

        deinit { source.cancel() }

        /// The kernel tells of itself.
        package static func announce(path: String) {}
    }
#endif
