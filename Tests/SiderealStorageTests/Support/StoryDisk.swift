import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A device with one disk, whose lock the test sets, and on which it launches processes.
///
/// Not a `SimulatedDevice`: its writers are tasks on many threads, and a test can hold the work of one back.
final class StoryDisk: Sendable {
    static let directory = "store"
    static let path = "store/settings.store"

    let disk: SimulatedDisk
    /// The waits of all processes, or `nil` if they end at once.
    private let waits: HeldWaits?

    init(_ lock: DeviceLock? = .unlocked, waits: HeldWaits? = nil, sectorSize: Int = 512) {
        disk = SimulatedDisk(sectorSize: sectorSize)
        self.waits = waits
        disk.setLock(lock)
    }

    /// Launches a process with its store. The same number is the same process until it is killed.
    func launch(
        _ process: Int = 1, _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock,
        writesInPlace: Bool = false
    ) throws(StoreError) -> StoryApp {
        try StoryApp(self, process, name, tier, writesInPlace)
    }

    /// Makes a gate over the actual state of the disk, which it reads when it is asked. It isn't notified.
    func gate() -> FirstUnlockGate {
        var environment = Environment.still(on: disk.process(0))
        environment.notifications.announcesEveryUnlock = true
        return FirstUnlockGate(environment: environment) { [disk] in
            disk.lock == .beforeFirstUnlock ? .beforeFirstUnlock : .unlocked
        }
    }

    /// Returns the environment of a process: background work runs at once, and waits last until the test ends them, or
    /// take no time.
    func environment(of process: Int) -> Environment {
        var environment = Environment.still(on: disk.process(process))
        if let waits {
            environment.scheduler.wait = waits.wait
            return environment
        }
        environment.scheduler.wait = { (_) async throws(CancellationError) in
            await Task.yield()
            if Task.isCancelled { throw CancellationError() }
        }
        return environment
    }

    /// Turns the power off and on again. Unsynced data is lost.
    func restart(_ lock: DeviceLock? = .beforeFirstUnlock) {
        disk.cutPower()
        disk.setLock(lock)
    }
}

/// A launched process that has opened a store.
final class StoryApp: Sendable {
    let store: ProtectedStore
    let background = Background()
    let notifications = SimulatedNotifications()
    let gate: FirstUnlockGate

    fileprivate init(
        _ device: StoryDisk, _ process: Int, _ name: String, _ tier: ProtectionTier, _ writesInPlace: Bool
    ) throws(StoreError) {
        gate = device.gate()
        var environment = device.environment(of: process)
        environment.notifications = notifications.environment
        environment.scheduler.background = { [background] in background.run($0) }
        environment.scheduler.inPlace = { work in
            if writesInPlace { work() }
            return writesInPlace
        }
        store = try ProtectedStore(
            name, directory: StoryDisk.directory, tier: tier, gate: gate, environment: environment)
    }

    /// Work that runs at once, or when the test lets it.
    final class Background: Sendable {
        private let held = Lock<[@Sendable () -> Void]?>(nil)

        private let first = Lock<(@Sendable () -> Void)?>(nil)

        func hold() { held.withLock { $0 = [] } }

        /// Runs a closure once, before the next work begins.
        func beforeNext(_ body: @escaping @Sendable () -> Void) { first.withLock { $0 = body } }

        func run(_ work: @escaping @Sendable () -> Void) {
            let before = first.withLock { first in
                defer { first = nil }
                return first
            }
            before?()
            let isHeld = held.withLock { held in
                guard held != nil else { return false }
                held?.append(work)
                return true
            }
            if !isHeld { work() }
        }

        var count: Int { held.withLock { $0?.count ?? 0 } }

        func release() {
            let all = held.withLock { held in
                let all = held ?? []
                held = nil
                return all
            }
            for work in all { work() }
        }
    }
}

extension StoreKey<Int> {
    static var count: Self { .init("count") }
    static var other: Self { .init("other") }
}

extension StoreKey<String> {
    static var name: Self { .init("name") }
}
