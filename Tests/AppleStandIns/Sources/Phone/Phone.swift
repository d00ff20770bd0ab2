// A phone: the simulated device, which drives the stand-ins of Apple's frameworks. The system reports the device's
// locks and clocks through notifications and the keychain, as it would on a real phone. The apps receive them only
// through the adapters that ship.
//
// A process has one copy of each framework and of each stand-in, so it has one phone at a time, on the main actor.
import Foundation
import Security
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealSystem
package import SiderealTesting
import UIKit
import notify

@MainActor package final class Phone {
    package let device: SimulatedDevice
    package let defaults: PreferencesDaemon
    /// The number of times that an app's gate has begun to listen. Earlier notifications don't reach it.
    package var gateListenerCount: Int { gateListeners.withLock { $0 } }
    private let gateListeners = Lock(0)

    package init(hasPasscode: Bool = true, servers: [SimulatedServer] = []) {
        device = SimulatedDevice(.iPhone, hasPasscode: hasPasscode, servers: servers)
        defaults = PreferencesDaemon(of: device)
        UIApplication.end()
        ExpiringActivities.shared.isRefusing = false
        Keychain.shared.erase()
        NotificationDaemon.shared.isSuspended = false
    }

    // MARK: - Apps

    /// Launches an app into the background, or an extension, which has no application object.
    package func launch(_ name: String = "app", isExtension: Bool = false) throws -> SimulatedApp {
        NotificationDaemon.shared.isSuspended = false
        if !isExtension { UIApplication.launch(isProtectedDataAvailable: device.disk.lock == .unlocked) }
        let gateListeners = gateListeners
        var notifications = Environment.Notifications.live
        let observe = notifications.observe
        notifications.observe = { events, onEvent in
            let observer = observe(events, onEvent)
            // Only gates observe this one.
            if events.contains(.didBecomeActive) { gateListeners.withLock { $0 += 1 } }
            return observer
        }
        return try device.launch(name, isExtension: isExtension, notifications: notifications)
    }

    /// The system ends the app.
    package func end(_ app: SimulatedApp) {
        app.kill()
        UIApplication.end()
    }

    /// Suspends the app in the background until it is opened.
    package func suspend() {
        UIApplication.running?.goToBackground()
        UIApplication.running?.suspend()
        NotificationDaemon.shared.isSuspended = true
    }

    /// Opens the app, as its user does.
    package func open() {
        NotificationDaemon.shared.isSuspended = false
        UIApplication.running?.comeToForeground()
        device.settle()
    }

    /// The value of `UIApplication.shared.isProtectedDataAvailable`, or `nil` if the process has no application object.
    package var isProtectedDataAvailable: Bool? { UIApplication.running?.isProtectedDataAvailable }

    // MARK: - Background time

    /// A Boolean value that indicates whether the system refuses background time to the app.
    package var refusesTime: Bool {
        get { ExpiringActivities.shared.isRefusing }
        set { ExpiringActivities.shared.isRefusing = newValue }
    }

    /// The number of activities that keep the app from being suspended.
    nonisolated package static var activityCount: Int { ExpiringActivities.shared.runningCount }

    /// Expires the activities.
    nonisolated package static func expireActivities() { ExpiringActivities.shared.expire() }

    /// Waits until the activities have ended.
    package func waitForActivities() { ExpiringActivities.shared.waitUntilDone() }

    // MARK: - Locks and clocks

    /// Enters the passcode.
    package func unlock() {
        device.unlock()
        Keychain.shared.lock = .unlocked
        defaults.flush()
        UIApplication.running?.protectedDataDidBecomeAvailable()
        device.settle()
    }

    /// Locks the screen. About ten seconds later the keys go.
    package func lock() {
        guard device.disk.lock == .unlocked else { return }
        device.advance(by: .seconds(10))
        UIApplication.running?.protectedDataWillBecomeUnavailable()
        device.settle()
        device.lock()
        Keychain.shared.lock = .locked
    }

    package func reboot() {
        UIApplication.end()
        device.reboot()
        defaults.restart()
        Keychain.shared.lock = device.isUnlockedOnce ? .unlocked : .beforeFirstUnlock
    }

    /// Sets the clock. The system notifies all processes.
    package func setClock(_ change: SimulatedDevice.ClockChange) {
        device.setClock(change)
        notify_post("com.apple.system.clock_set")
        NotificationDaemon.shared.waitUntilNotified()
        device.settle()
    }

    // MARK: - Waiting

    /// Lets tasks run, while the device's time stands still, until the condition holds. Returns false if the test is
    /// cancelled first, as by its time limit.
    package func comes(_ condition: () -> Bool) async -> Bool {
        while !Task.isCancelled {
            device.settle()
            if condition() { return true }
            await Task.yield()
        }
        return false
    }
}
