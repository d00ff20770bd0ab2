#if FullFoundation || !os(Linux)
    public import Foundation
    import SiderealCore

    extension TrustedClock {
        /// Bounds the true time with the notification that the app's network layer posts after each request.
        ///
        /// The notification's `userInfo` has these keys:
        ///
        /// - `url`: The URL, as a `URL` or a `String`.
        /// - `headers`: The headers of the response, as a `[String: String]`.
        /// - `requestStart` and `responseStart`: The times that the system clock showed, as `Date`.
        /// - `method` (optional): The method of the last request, after redirects.
        /// - `status` (optional): The status of the response.
        ///
        /// Any code in the process can post a notification. So the content is unauthenticated by default, and the clock
        /// uses the content only if the clock accepts unauthenticated sources. Pass true for `senderIsTrusted` if only
        /// code that you trust posts the notification.
        ///
        /// - Parameters:
        ///   - name: The name of the notification.
        ///   - isTrusted: Pass true if only code that you trust posts the notification, after requests over https.
        ///   - center: The notification center to observe.
        ///   - onCapture: Receives the clock's decision about each notification, on the thread that posts the
        ///     notification. The clock ignores a request that began less than 20 ms after
        ///     the observatory was opened, because the system clock may have been set during those 20 ms.
        /// - Returns: An observer to pass to `NotificationCenter.removeObserver(_:)` when you no longer need it.
        public func captureNotifications(
            named name: Notification.Name, senderIsTrusted isTrusted: Bool = false,
            in center: NotificationCenter = .default,
            onCapture: (@Sendable (TrustedClock.CaptureOutcome) -> Void)? = nil
        ) -> any NSObjectProtocol {
            shared.observeClockChanges()
            return center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                guard let outcome = self?.take(notification.userInfo ?? [:], isTrusted: isTrusted) else { return }
                onCapture?(outcome)
            }
        }

        func take(_ values: [AnyHashable: Any], isTrusted: Bool) -> TrustedClock.CaptureOutcome {
            if meetsTargetUncertainty { return .notNeeded }
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
