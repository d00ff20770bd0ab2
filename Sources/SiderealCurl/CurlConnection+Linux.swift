#if canImport(Glibc)
    internal import CSiderealCurl
    import Glibc
    import SiderealCore
    import SiderealNetwork
    package import SiderealSystem

    /// The error that libcurl reports for a failed transfer.
    package struct CurlFailure: Error, Hashable, Sendable {
        /// The CURLcode, or zero if libcurl reported no error but the head is incomplete.
        package var code: Int32
        package var text: String
        /// The error number of the failed system call, or `nil` if no system call failed.
        package var number: ErrorNumber?

        package init(code: Int32, text: String, number: ErrorNumber? = nil) {
            self.code = code
            self.text = text
            self.number = number
        }
    }

    /// An event of a transfer.
    enum CurlEvent: Sendable {
        /// The connection exists, and the request leaves now. libcurl 7.80 and later reports this event.
        case connected
        /// A line of an answer's head, including the line ending.
        case line([UInt8])
    }

    /// The listener's decision about how the transfer continues after an event.
    enum CurlReaction: Sendable {
        case goOn
        /// The listener needs no more events.
        case enough
        /// The transfer must fail.
        case refuse
    }

    /// The way in which a transfer without an error ended.
    enum CurlEnd: Sendable, Hashable {
        case enough
        case timedOut
    }

    /// A connection to web servers through libcurl. libcurl keeps the connection open as long as the server allows it.
    ///
    /// The connection serves one request at a time. Another request waits for the current request, and so does
    /// ``close()``.
    package final class CurlConnection: Sendable {
        /// The handles, or `nil` after ``close()``. So no call can reach handles that libcurl has freed.
        private let handles: Lock<CurlHandles?>

        /// Creates a connection that trusts the certificate authorities of a PEM file, or libcurl's own authorities if
        /// there is no file. Returns `nil` if there is no libcurl or not enough memory.
        package init?(fields: [String], authorities: String? = nil) {
            guard let handles = CurlHandles(fields: fields, authorities: authorities) else { return nil }
            self.handles = Lock(.some(handles))
        }

        /// Closes the connection. Later requests fail. The release of the object also closes the connection.
        package func close() { handles.withLock { $0 = nil } }

        /// Sends HEAD or GET, and calls the listener with each event until the listener returns `enough`. This method
        /// blocks.
        ///
        /// This method respects the timeout even while libcurl resolves a name, or while a server keeps sending.
        /// Throws ``NetworkError/woken`` after ``close()``, or if another thread signals `wakeUp`.
        func ask(
            _ url: String, withHead isHead: Bool, timeout: Nanoseconds, unless wakeUp: WakeUp,
            listener: @escaping @Sendable (CurlEvent) -> CurlReaction
        ) throws(NetworkError) -> Result<CurlEnd, CurlFailure> {
            try handles.withLock { handles throws(NetworkError) in
                guard let handles else { throw .woken }
                return try handles.ask(url, withHead: isHead, timeout: timeout, unless: wakeUp, listener: listener)
            }
        }
    }

    /// The pointers of libcurl. Only one thread at a time may use the pointers.
    private final class CurlHandles {
        private let library: UnsafePointer<sidereal_curl_library>
        private let easy: UnsafeMutableRawPointer
        private let multi: UnsafeMutableRawPointer
        private let fields: UnsafeMutableRawPointer?
        private let errorText: UnsafeMutablePointer<CChar>
        private let leavesQuickly: Bool
        /// The sockets. The sockets live until libcurl has freed the handles, which can be after the end of this
        /// object.
        private let sockets = CurlSockets()
        /// A Boolean value that indicates whether the handle has an unfinished transfer.
        private var isUnderWay = false

        /// The time that libcurl gets to close a connection properly.
        private static let timeToClose = Nanoseconds.seconds(1)
        /// CURL_ERROR_SIZE.
        private static let errorSize = 256
        /// The address of libcurl's functions, or zero if there is no libcurl. The functions stay loaded until the
        /// process ends. This package initializes libcurl only once. Since libcurl 7.84, it is safe if other code in
        /// the process initializes libcurl at the same time.
        private static let loaded: UInt = {
            let library = UnsafeMutablePointer<sidereal_curl_library>.allocate(capacity: 1)
            library.initialize(to: sidereal_curl_library())
            guard sidereal_curl_load(library) != 0, sidereal_curl_global_init(library) == 0 else {
                library.deallocate()
                return 0
            }
            return UInt(bitPattern: library)
        }()

        init?(fields lines: [String], authorities: String?) {
            guard let library = UnsafePointer<sidereal_curl_library>(bitPattern: Self.loaded),
                let easy = sidereal_curl_easy_init(library)
            else { return nil }
            self.library = library
            guard let multi = sidereal_curl_multi_init(library) else {
                sidereal_curl_easy_cleanup(library, easy)
                return nil
            }
            self.easy = easy
            self.multi = multi
            fields = lines.reduce(nil) { sidereal_curl_list_append(library, $0, $1) ?? $0 }
            errorText = .allocate(capacity: Self.errorSize)
            errorText.initialize(repeating: 0, count: Self.errorSize)
            _ = sidereal_curl_set_before_request(
                library, easy,
                { data, _, _, _, _ in
                    // CURL_PREREQFUNC_OK, CURL_PREREQFUNC_ABORT.
                    CurlListener.receive(.connected, data) ? 0 : 1
                })
            // Without this option, the cleanup would wait until libcurl has resolved the name.
            leavesQuickly = sidereal_curl_set_long(library, easy, Int32(sidereal_curl_quick_exit), 1) == 0
            prepare(authorities)
        }

        deinit {
            // Convert the pointers to numbers, because another thread takes them over. From here on, only that thread
            // uses the pointers.
            let library = UInt(bitPattern: library)
            let easy = UInt(bitPattern: easy)
            let multi = UInt(bitPattern: multi)
            let fields = UInt(bitPattern: fields)
            let errorText = UInt(bitPattern: errorText)
            let sockets = sockets
            let free: @Sendable () -> Void = {
                CurlConnection.withoutBrokenPipes {
                    guard let library = UnsafePointer<sidereal_curl_library>(bitPattern: library) else { return }
                    if let easy = UnsafeMutableRawPointer(bitPattern: easy) {
                        if let multi = UnsafeMutableRawPointer(bitPattern: multi) {
                            _ = sidereal_curl_multi_remove(library, multi, easy)
                        }
                        sidereal_curl_easy_cleanup(library, easy)
                    }
                    if let multi = UnsafeMutableRawPointer(bitPattern: multi) {
                        _ = sidereal_curl_multi_cleanup(library, multi)
                    }
                    if let fields = UnsafeMutableRawPointer(bitPattern: fields) {
                        sidereal_curl_list_free(library, fields)
                    }
                    UnsafeMutablePointer<CChar>(bitPattern: errorText)?.deallocate()
                }
            }
            let end: @Sendable () -> Void = {
                do throws(NetworkError) {
                    try sockets.guarding(until: Self.deadline(in: Self.timeToClose), free)
                } catch {
                    // The system could not start a thread to guard the cleanup, so `free` has not run.
                    sockets.shutDown()
                    free()
                }
            }
            // An old libcurl can't cancel its resolver, and waits for it here. So the cleanup then runs on its own
            // thread.
            guard isUnderWay, !leavesQuickly, Syscalls.detachThread(end) == 0 else { return end() }
        }

        private static func deadline(in time: Nanoseconds) -> Deadline {
            let begun = ContinuousClock.now
            return Deadline(ElapsedInstant(nanoseconds: max(time.count, 0))) {
                ElapsedInstant(nanoseconds: Nanoseconds(clamping: ContinuousClock.now - begun).count)
            }
        }

        private func set(_ option: Int, _ value: Int) {
            _ = sidereal_curl_set_long(library, easy, Int32(option), value)
        }

        private func set(_ option: Int, _ pointer: UnsafeRawPointer?) {
            _ = sidereal_curl_set_pointer(library, easy, Int32(option), pointer)
        }

        /// Sets the options of all requests. The other options keep libcurl's defaults:
        ///
        /// - no cookies, no redirects and no .netrc
        /// - HTTP/2 over TLS if both sides support it
        /// - a proxy only if the environment names one
        private func prepare(_ authorities: String?) {
            set(sidereal_curl_no_signal, 1)
            set(sidereal_curl_follow_location, 0)
            set(sidereal_curl_http09_allowed, 0)
            // The headers that a proxy adds are not part of the server's answer.
            set(sidereal_curl_suppress_connect_headers, 1)
            // CURLPROTO_HTTP | CURLPROTO_HTTPS.
            set(sidereal_curl_protocols, 1 | 2)
            set(sidereal_curl_http_header, fields)
            set(sidereal_curl_error_buffer, errorText)
            _ = "Sidereal".withCString { sidereal_curl_set_pointer(library, easy, Int32(sidereal_curl_user_agent), $0) }
            _ = sidereal_curl_set_listener(
                library, easy, Int32(sidereal_curl_header_function),
                { bytes, _, count, data in
                    let line = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(clamping: count)))
                    return CurlListener.receive(.line(line), data) ? count : 0
                })
            set(sidereal_curl_open_socket_data, Unmanaged.passUnretained(sockets).toOpaque())
            _ = sidereal_curl_set_open_socket(library, easy) { data, _, address in
                guard let address = address?.pointee else { return -1 }
                return CurlSockets.with(data) {
                    $0.open(family: address.family, type: address.type, protocol: address.protocol)
                } ?? -1
            }
            set(sidereal_curl_close_socket_data, Unmanaged.passUnretained(sockets).toOpaque())
            _ = sidereal_curl_set_close_socket(library, easy) { data, descriptor in
                CurlSockets.with(data) { $0.close(descriptor) } ?? Glibc.close(descriptor)
            }
            // Returning 0 ends the connection, so libcurl does not read the body.
            _ = sidereal_curl_set_listener(library, easy, Int32(sidereal_curl_write_function), { _, _, _, _ in 0 })
            if let authorities = authorities ?? fallbackAuthorities() {
                _ = authorities.withCString {
                    sidereal_curl_set_pointer(library, easy, Int32(sidereal_curl_ca_info), $0)
                }
            }
        }

        /// Returns Debian's file of authorities if libcurl has no default file or directory. Returns `nil` if the file
        /// is unreadable.
        private func fallbackAuthorities() -> String? {
            let fallback = "/etc/ssl/certs/ca-certificates.crt"
            let lacksAuthorities =
                sidereal_curl_lacks(library, easy, Int32(sidereal_curl_default_ca_info)) != 0
                && sidereal_curl_lacks(library, easy, Int32(sidereal_curl_default_ca_path)) != 0
            return lacksAuthorities && access(fallback, R_OK) == 0 ? fallback : nil
        }

        // MARK: - One request

        func ask(
            _ url: String, withHead isHead: Bool, timeout: Nanoseconds, unless wakeUp: WakeUp,
            listener: @escaping @Sendable (CurlEvent) -> CurlReaction
        ) throws(NetworkError) -> Result<CurlEnd, CurlFailure> {
            // Setting one of these options clears the other one.
            set(isHead ? sidereal_curl_nobody : sidereal_curl_http_get, 1)
            let listener = CurlListener(listener)
            let deadline = Self.deadline(in: timeout)
            let result = CurlConnection.withoutBrokenPipes {
                Result { () throws(NetworkError) in
                    try sockets.guarding(until: deadline, unless: wakeUp) { () throws(NetworkError) in
                        try transfer(url, timeout: timeout, until: deadline, unless: wakeUp, listener)
                    }
                }
            }
            return try result.get()
        }

        private func transfer(
            _ url: String, timeout: Nanoseconds, until deadline: Deadline, unless wakeUp: WakeUp,
            _ listener: CurlListener
        ) throws(NetworkError) -> Result<CurlEnd, CurlFailure> {
            if isUnderWay { _ = sidereal_curl_multi_remove(library, multi, easy) }
            isUnderWay = false
            errorText.pointee = 0
            let data = Unmanaged.passUnretained(listener).toOpaque()
            set(sidereal_curl_before_request_data, data)
            set(sidereal_curl_header_data, data)
            _ = url.withCString { sidereal_curl_set_pointer(library, easy, Int32(sidereal_curl_url), $0) }
            // libcurl divides its timeout among the addresses of the host. This timeout is longer than the deadline,
            // so the deadline ends the wait.
            let milliseconds = min(max(timeout.count, 0) / 1_000_000 + 1_000, Int64(Int32.max))
            set(sidereal_curl_timeout_milliseconds, Int(milliseconds))
            set(sidereal_curl_connect_timeout_milliseconds, Int(milliseconds))

            guard !wakeUp.isSignalled else { throw .woken }
            let code = sidereal_curl_multi_add(library, multi, easy)
            guard code == 0 else { return .failure(CurlFailure(code: -1, text: "curl_multi_add_handle: \(code)")) }
            isUnderWay = true
            defer {
                set(sidereal_curl_before_request_data, nil)
                set(sidereal_curl_header_data, nil)
            }
            let result = try wait(for: listener, until: deadline, unless: wakeUp)
            guard case .success(.timedOut) = result else {
                // libcurl keeps the connection if it has read the whole answer.
                _ = sidereal_curl_multi_remove(library, multi, easy)
                isUnderWay = false
                return result
            }
            return result
        }

        private func wait(
            for listener: CurlListener, until deadline: Deadline, unless wakeUp: WakeUp
        ) throws(NetworkError) -> Result<CurlEnd, CurlFailure> {
            while true {
                let code = sidereal_curl_multi_perform(library, multi)
                if listener.hasEnough { return .success(.enough) }
                // After a shutdown, libcurl would report that the server ended the connection.
                if sockets.isShutDown {
                    guard !wakeUp.isSignalled else { throw .woken }
                    return .success(.timedOut)
                }
                let result = sidereal_curl_multi_result(library, multi)
                guard result < 0 else { return .failure(failure(result)) }
                guard code == 0 else { return .failure(CurlFailure(code: -1, text: "curl_multi_perform: \(code)")) }

                guard !wakeUp.isSignalled else { throw .woken }
                let left = deadline.left
                guard left > .zero else { return .success(.timedOut) }
                // Round the wait up. If the wait ended a moment before the deadline, the loop would run without
                // waiting.
                let milliseconds = Int32(min(left.count / 1_000_000, 1_000_000_000)) + 1
                let waited = sidereal_curl_multi_poll(library, multi, wakeUp.readEnd, milliseconds)
                guard waited == 0 else { return .failure(CurlFailure(code: -1, text: "curl_multi_poll: \(waited)")) }
            }
        }

        private func failure(_ code: Int32) -> CurlFailure {
            let number = Int32(truncatingIfNeeded: sidereal_curl_long(library, easy, Int32(sidereal_curl_system_error)))
            let text = errorText.pointee == 0 ? sidereal_curl_text(library, code) : UnsafePointer(errorText)
            return CurlFailure(
                code: code, text: text.map { String(cString: $0) } ?? "error \(code)",
                number: number == 0 ? nil : ErrorNumber(rawValue: number))
        }
    }

    /// The receiver of libcurl's callbacks during one request.
    private final class CurlListener: Sendable {
        private let react: @Sendable (CurlEvent) -> CurlReaction
        private let enough = Lock(false)

        init(_ react: @escaping @Sendable (CurlEvent) -> CurlReaction) { self.react = react }

        var hasEnough: Bool { enough.withLock { $0 } }

        /// Passes an event to the listener. Returns true if the transfer may continue.
        static func receive(_ event: CurlEvent, _ data: UnsafeMutableRawPointer?) -> Bool {
            guard let data else { return false }
            let listener = Unmanaged<CurlListener>.fromOpaque(data).takeUnretainedValue()
            // Ignore a further answer or a trailer.
            guard !listener.hasEnough else { return true }
            switch listener.react(event) {
            case .goOn: return true
            case .refuse: return false
            case .enough:
                listener.enough.withLock { $0 = true }
                return true
            }
        }
    }
#endif
