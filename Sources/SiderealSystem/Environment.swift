/// The services of the device that the library runs on.
///
/// The live environment consists of the platform's adapters. A simulated device creates another environment, so that
/// tests run the same library with their own files and time. The environment includes neither the network nor clocks.
/// Each time source has its own connection, and a simulated app's observatory makes sources that query simulated
/// servers. Only an observatory has clocks.
package struct Environment: Sendable {
    package var disk: any FileSystem
    package var scheduler: Scheduler
    package var notifications: Notifications

    package init(disk: any FileSystem, scheduler: Scheduler, notifications: Notifications) {
        self.disk = disk
        self.scheduler = scheduler
        self.notifications = notifications
    }

    /// The service for threads, tasks, and the passing of time.
    package struct Scheduler: Sendable {
        /// Waits for about the given duration. Time while the device sleeps counts, too. Throws only if the task is
        /// cancelled.
        package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
        /// Starts work that outlives the call that starts it.
        package var start: TaskStart
        /// Runs work later on its own thread, and asks the system not to suspend the process during the work.
        package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
        /// Runs short work immediately on the caller's thread, and returns `true`. If that thread must not wait,
        /// returns `false` and does not run the work.
        package var inPlace: @Sendable (_ work: () -> Void) -> Bool

        package init(
            wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void, start: @escaping TaskStart,
            background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
            inPlace: @escaping @Sendable (_ work: () -> Void) -> Bool
        ) {
            self.wait = wait
            self.start = start
            self.background = background
            self.inPlace = inPlace
        }
    }

    /// The notifications that the system sends to this process, and that this library's processes send to each other.
    package struct Notifications: Sendable {
        package enum Event: Sendable, Equatable {
            /// The device was locked. Files of the tier `whenUnlocked` can be read for a few more seconds.
            case willLock
            /// The device was unlocked.
            case didUnlock
            /// The app became active.
            case didBecomeActive
            /// The app is about to return to the foreground. The app missed other notifications while it was suspended.
            case willEnterForeground
            /// The system clock was set.
            case clockSet
        }

        /// Calls `onEvent` each time one of the events occurs, until the returned value is released. Returns `nil` if
        /// the system announces none of the events.
        package var observe:
            @Sendable (_ events: [Event], _ onEvent: @escaping @Sendable (Event) -> Void) -> (any Sendable)?
        /// A Boolean value that indicates whether the system announces every unlock, so that polling for an unlock is
        /// unnecessary.
        package var announcesEveryUnlock: Bool
        /// Calls `onWrite` when a file is written, until the returned value is released. Returns `nil` if writes can't
        /// be observed.
        package var observeWrites:
            @Sendable (_ path: String, _ onWrite: @escaping @Sendable () -> Void) -> (any Sendable)?
        /// Announces that a file was written, if the system does not do so by itself.
        package var announceWrite: @Sendable (_ path: String) -> Void

        package init(
            observe:
                @escaping @Sendable (_ events: [Event], _ onEvent: @escaping @Sendable (Event) -> Void) -> (
                    any Sendable
                )?,
            announcesEveryUnlock: Bool = false,
            observeWrites:
                @escaping @Sendable (_ path: String, _ onWrite: @escaping @Sendable () -> Void) -> (
                    any Sendable
                )? = { _, _ in nil },
            announceWrite: @escaping @Sendable (_ path: String) -> Void = { _ in }
        ) {
            self.observe = observe
            self.announcesEveryUnlock = announcesEveryUnlock
            self.observeWrites = observeWrites
            self.announceWrite = announceWrite
        }
    }
}
