/// What the library needs of the device that it runs on.
///
/// The live one is made of the platform's adapters. A simulated device makes another, so that tests run the same
/// library on files and time of their own. The network is no part of it: each time source brings its own connection,
/// and a simulated app's observatory makes sources that ask simulated servers. Nor are clocks: only an observatory has
/// any.
package struct Environment: Sendable {
    package var disk: any FileSystem
    package var scheduler: Scheduler
    package var notifications: Notifications

    package init(disk: any FileSystem, scheduler: Scheduler, notifications: Notifications) {
        self.disk = disk
        self.scheduler = scheduler
        self.notifications = notifications
    }

    /// Threads, tasks, and the passing of time.
    package struct Scheduler: Sendable {
        /// Waits for about this long, awake or asleep; throws only if the task is cancelled.
        package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
        /// Starts work that outlives the call that starts it.
        package var start: TaskStart
        /// Runs work later on a thread of its own, and asks the system not to suspend the process meanwhile.
        package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
        /// Runs short work at once on the caller's thread and returns true; returns false if that thread must not wait.
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

    /// What the system announces to this process, and processes of this library to each other.
    package struct Notifications: Sendable {
        package enum Event: Sendable, Equatable {
            /// The device was locked, and files of the tier `whenUnlocked` can be read for some seconds more.
            case willLock
            /// The device was unlocked.
            case didUnlock
            /// The app became active.
            case didBecomeActive
            /// The app is about to return to the foreground; while it was suspended, it missed other notifications.
            case willEnterForeground
            /// The system clock was set.
            case clockSet
        }

        /// Calls back at each of these events until the returned value is released; nil if none is ever announced.
        package var observe:
            @Sendable (_ events: [Event], _ onEvent: @escaping @Sendable (Event) -> Void) -> (any Sendable)?
        /// Whether every unlock is announced, so that nothing has to poll for one.
        package var announcesEveryUnlock: Bool
        /// Calls back when a file is written until the returned value is released; nil if that can't be observed.
        package var observeWrites:
            @Sendable (_ path: String, _ onWrite: @escaping @Sendable () -> Void) -> (any Sendable)?
        /// Announces that a file was written, where the system does not do so by itself.
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
