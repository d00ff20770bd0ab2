// A phone: the simulated device, and the stand-ins of Apple's frameworks driven by it. What the device does to its
// locks and clocks the system tells, as it would, through notifications and the keychain; the apps hear it through the
// adapters that ship, and through nothing else.
//
// The frameworks are one each in a process, as are their stand-ins: one phone at a time, on the main actor.
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
    /// How often an app's gate has begun to listen: what is told before is not heard.
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
            // Only gates ask for this one.
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

    /// The app goes to the background and runs nothing, until it is opened.
    package func suspend() {
        UIApplication.running?.goToBackground()
        UIApplication.running?.suspend()
        NotificationDaemon.shared.isSuspended = true
    }

    /// Somebody opens the app.
    package func open() {
        NotificationDaemon.shared.isSuspended = false
        UIApplication.running?.comeToForeground()
        device.settle()
    }

    /// What `UIApplication.shared.isProtectedDataAvailable` says; nil where the process has no application object.
    package var isProtectedDataAvailable: Bool? { UIApplication.running?.isProtectedDataAvailable }

    // MARK: - Time to finish in

    /// Whether an app that asks for time is refused it.
    package var refusesTime: Bool {
        get { ExpiringActivities.shared.isRefusing }
        set { ExpiringActivities.shared.isRefusing = newValue }
    }

    /// How many activities keep the app from being suspended.
    nonisolated package static var activityCount: Int { ExpiringActivities.shared.runningCount }

    /// Tells them that time is running out.
    nonisolated package static func expireActivities() { ExpiringActivities.shared.expire() }

    /// Waits until they have ended.
    package func waitForActivities() { ExpiringActivities.shared.waitUntilDone() }

    // MARK: - Locks and clocks

    /// Somebody enters the passcode.
    package func unlock() {
        device.unlock()
        Keychain.shared.lock = .unlocked
        defaults.flush()
        UIApplication.running?.protectedDataDidBecomeAvailable()
        device.settle()
    }

    /// Somebody locks the screen; about ten seconds later the keys go.
    package func lock() {
        guard device.disk.lock == .unlocked else { return }
        device.pass(.seconds(10))
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

    /// Somebody sets the clock: the system tells all processes.
    package func setClock(_ change: SimulatedDevice.ClockChange) {
        device.setClock(change)
        notify_post("com.apple.system.clock_set")
        NotificationDaemon.shared.waitUntilNotified()
        device.settle()
    }

    // MARK: - Waiting

    /// Lets tasks run, without any time passing on the device, until something is so; false where the test is cancelled
    /// before, as by its time limit.
    package func comes(_ condition: () -> Bool) async -> Bool {
        while !Task.isCancelled {
            device.settle()
            if condition() { return true }
            await Task.yield()
        }
        return false
    }
}
