public import Foundation
import SiderealCore

extension TrustedClock {
    /// Learns from a notification that the app's network layer posts after each request.
    ///
    /// Its `userInfo` holds, under these names, `url` (`URL` or text), `date` (the value of the Date header),
    /// `requestStart` and `responseStart` (`Date`, by the system clock), and may hold `age`, `method` and `status`.
    ///
    /// Anybody in the process can post a notification, so what it says counts as unauthenticated, unless the app
    /// vouches for it.
    ///
    /// - Parameters:
    ///   - name: The name of the notification.
    ///   - vouching: Whether only code that the app trusts posts it, after requests over https.
    ///   - center: Where it is posted.
    /// - Returns: What to hand to `NotificationCenter.removeObserver(_:)` when it is enough.
    public func listen(
        for name: Notification.Name, vouching: Bool = false, in center: NotificationCenter = .default
    ) -> any NSObjectProtocol {
        shared.observeClockChanges()
        return center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
            _ = self?.take(notification.userInfo ?? [:], vouching: vouching)
        }
    }

    func take(_ values: [AnyHashable: Any], vouching: Bool) -> CaptureOutcome {
        if isQuiet { return .quiet }
        let url = values["url"] as? URL ?? (values["url"] as? String).flatMap { URL(string: $0) }
        guard let url else { return .passedOver(.host) }
        var policy = policy
        // An app that listens without vouching wants unauthenticated answers, too.
        if !vouching { policy.authenticatedOnly = false }
        let response = CapturedResponse(
            url: url, method: values["method"] as? String ?? "GET", status: values["status"] as? Int ?? 200,
            date: values["date"] as? String, age: values["age"] as? String,
            isAuthenticated: vouching && url.scheme?.lowercased() == "https")
        return take(
            timedByWall: response, by: policy, start: values["requestStart"] as? Date,
            end: values["responseStart"] as? Date)
    }
}
