// Stands in for UIKit: the application object and its notifications.
//
// Models, for the one process that may have an application object at a time:
// - `protectedDataDidBecomeAvailableNotification` is posted at each unlock, with `isProtectedDataAvailable` already
//   true; `protectedDataWillBecomeUnavailableNotification` shortly before the files go, with it still true.
//   `isProtectedDataAvailable` describes only the present, not the first unlock.
// - Coming to the foreground posts `willEnterForegroundNotification`, then `didBecomeActiveNotification`; the first
//   launch into the foreground posts only the latter.
// - All are posted to `NotificationCenter.default`, on the main thread, one after the other.
// - A suspended process runs nothing: it misses notifications, and doesn't receive them later.
// - An app extension has no application object: its process receives no notifications, though the names exist.
//
// https://developer.apple.com/documentation/uikit/uiapplication/protecteddatadidbecomeavailablenotification
// https://developer.apple.com/documentation/uikit/uiapplication/protecteddatawillbecomeunavailablenotification
// https://developer.apple.com/documentation/uikit/uiapplication/isprotecteddataavailable
// https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification
// https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification
// https://developer.apple.com/documentation/uikit/managing-your-app-s-life-cycle
//
// Leaves out: the state of the application, and the notifications of leaving the foreground.
import Foundation

/// The system's side.
extension UIApplication {
    /// The application object of the running process, or `nil` if there is none.
    public static var running: UIApplication? { current }

    /// Launches a process with an application object, into the background.
    public static func launch(isProtectedDataAvailable: Bool) {
        let application = UIApplication()
        application.canReadFiles = isProtectedDataAvailable
        current = application
    }

    /// Ends the process.
    public static func end() { current = nil }

    /// Suspends the process until it comes to the foreground.
    public func suspend() { isSuspended = true }

    public func comeToForeground() {
        guard !isInForeground else { return }
        isSuspended = false
        if hasBeenInForeground { post(Self.willEnterForegroundNotification) }
        hasBeenInForeground = true
        isInForeground = true
        post(Self.didBecomeActiveNotification)
    }

    public func goToBackground() { isInForeground = false }

    /// Reports that the device was unlocked, and its files can be read.
    public func protectedDataDidBecomeAvailable() {
        canReadFiles = true
        post(Self.protectedDataDidBecomeAvailableNotification)
    }

    /// Reports that the device is locked, and its files are about to become unreadable.
    public func protectedDataWillBecomeUnavailable() {
        post(Self.protectedDataWillBecomeUnavailableNotification)
        canReadFiles = false
    }

    private func post(_ name: NSNotification.Name) {
        guard !isSuspended else { return }
        NotificationCenter.default.post(name: name, object: self)
    }
}
