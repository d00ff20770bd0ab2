#if FullFoundation || !os(Linux)
    public import Foundation
    import SiderealCore

    extension TrustedClock {
        /// Learns from a notification that the app's network layer posts after each request.
        ///
        /// Its `userInfo` holds, under these names, `url` (`URL` or text), `headers` (those of the answer, as a
        /// dictionary of texts), `requestStart` and `responseStart` (`Date`, by the system clock), and may hold
        /// `method` (that of the last request, after redirects) and `status`.
        ///
        /// Anybody in the process can post a notification, so what it says is unauthenticated, and counts only where
        /// the clock accepts that, unless you say that only code that you trust posts it.
        ///
        /// - Parameters:
        ///   - name: The name of the notification.
        ///   - isTrusted: Whether only code that the app trusts posts it, after requests over https.
        ///   - center: Where it is posted.
        ///   - whenTaken: Gets what became of each, for a log; it runs on the thread that posts. A request that began
        ///     less than 20 ms after the observatory was opened is passed over: nothing shows that the system clock was
        ///     not set meanwhile.
        /// - Returns: What to hand to `NotificationCenter.removeObserver(_:)` when it is enough.
        public func observeNotifications(
            named name: Notification.Name, fromTrustedCode isTrusted: Bool = false,
            in center: NotificationCenter = .default, whenTaken: (@Sendable (CaptureOutcome) -> Void)? = nil
        ) -> any NSObjectProtocol {
            shared.observeClockChanges()
            return center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                guard let outcome = self?.take(notification.userInfo ?? [:], isTrusted: isTrusted) else { return }
                whenTaken?(outcome)
            }
        }

        func take(_ values: [AnyHashable: Any], isTrusted: Bool) -> CaptureOutcome {
            if isPreciseEnough { return .notNeeded }
            let url = values["url"] as? URL ?? (values["url"] as? String).flatMap { URL(string: $0) }
            guard let url else { return .ignored(.host) }
            let headers = values["headers"] as? [String: String] ?? [:]
            let fields = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { "\($0), \($1)" }
            let head = AnswerHead(
                method: values["method"] as? String ?? "GET", status: values["status"] as? Int ?? 200
            ) { fields[$0.lowercased()] }
            let response = CapturedResponse(
                url: url, head: head, isAuthenticated: isTrusted && url.scheme?.lowercased() == "https")
            return take(
                timedByWall: response, start: values["requestStart"] as? Date, end: values["responseStart"] as? Date)
        }
    }
#endif
