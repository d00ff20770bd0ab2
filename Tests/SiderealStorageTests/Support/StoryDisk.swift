import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A device with one disk, whose lock the test turns, and on which it launches processes.
final class StoryDisk: Sendable {
    static let directory = "store"
    static let path = "store/settings.store"

    let disk: SimulatedDisk

    init(_ lock: DeviceLock? = .unlocked) {
        disk = SimulatedDisk()
        disk.setLock(lock)
    }

    /// A process and its store; the same number again is the same process until it is killed.
    func launch(
        _ process: Int = 1, _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock,
        writesInPlace: Bool = false
    ) throws(StoreError) -> StoryApp {
        try StoryApp(self, process, name, tier, writesInPlace)
    }

    /// Turns the power off and on again: what was not synced is lost.
    func restart(_ lock: DeviceLock? = .beforeFirstUnlock) {
        disk.cutPower()
        disk.setLock(lock)
    }
}

/// A launched process that has opened a store.
final class StoryApp: Sendable {
    let store: ProtectedStore
    let background = Background()
    let lockNotices = LockNotices()
    let gate: StoryGate

    fileprivate init(
        _ device: StoryDisk, _ process: Int, _ name: String, _ tier: ProtectionTier, _ writesInPlace: Bool
    ) throws(StoreError) {
        let gate = StoryGate(device.disk)
        self.gate = gate
        let background = background
        let lockNotices = lockNotices
        let world = StoreDevice(
            gate: { gate.look() }, whenGateOpens: { gate.whenOpen($0) }, noteReadable: { gate.noteReadable() },
            background: { background.run($0) },
            inPlace: { work in
                if writesInPlace { work() }
                return writesInPlace
            },
            wait: { (_) async throws(CancellationError) in
                await Task.yield()
                if Task.isCancelled { throw CancellationError() }
            },
            lockNotices: { lockNotices.add($0) })
        store = try ProtectedStore(
            name, directory: StoryDisk.directory, tier: tier, disk: device.disk.process(process), device: world)
    }

    /// Work that runs at once, or when the test says so.
    final class Background: Sendable {
        private let held = Lock<[@Sendable () -> Void]?>(nil)

        private let first = Lock<(@Sendable () -> Void)?>(nil)

        func hold() { held.withLock { $0 = [] } }

        /// Does something once, before the next work begins.
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

    final class LockNotices: Sendable {
        private let listeners = Lock<[@Sendable (LockNotice) -> Void]>([])

        func add(_ listener: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? {
            listeners.withLock { $0.append(listener) }
            return true
        }

        func tell(_ notice: LockNotice) {
            for listener in listeners.withLock({ $0 }) { listener(notice) }
        }
    }
}

/// The latch of a process, over the truth of the disk.
final class StoryGate: Sendable {
    private let disk: SimulatedDisk
    private let latch = Lock<(latch: FirstUnlockLatch, told: [UInt64: @Sendable () -> Void])>((FirstUnlockLatch(), [:]))

    init(_ disk: SimulatedDisk) { self.disk = disk }

    func look() -> FirstUnlockState { note(disk.lock == .beforeFirstUnlock ? .beforeFirstUnlock : .available) }

    func noteReadable() { _ = note(.available) }

    private func note(_ found: FirstUnlockState) -> FirstUnlockState {
        let (state, told) = latch.withLock { latch in
            let woken = latch.latch.note(found).wake
            return (latch.latch.state, woken.compactMap { latch.told.removeValue(forKey: $0) })
        }
        for tell in told { tell() }
        return state
    }

    func whenOpen(_ body: @escaping @Sendable () -> Void) {
        _ = look()
        let isOpen = latch.withLock { latch in
            guard let waiter = latch.latch.enter() else { return true }
            latch.told[waiter] = body
            return false
        }
        if isOpen { body() }
    }
}

extension StoreKey<Int> {
    static var count: Self { .init("count") }
    static var other: Self { .init("other") }
}

extension StoreKey<String> {
    static var name: Self { .init("name") }
}
