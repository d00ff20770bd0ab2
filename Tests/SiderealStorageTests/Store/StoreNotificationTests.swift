import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// The notifications that a store requests from its device while a task waits or follows.
@Suite("notifications and waits of a store", .timeLimit(Patience.ofATest)) struct StoreNotificationTests {
    private func open(
        _ device: StoryDisk, spans: Lock<[Duration]> = Lock([]), heard: Lock<[Bool]> = Lock([])
    ) throws -> ProtectedStore {
        var environment = device.environment(of: 5)
        environment.scheduler.wait = { (span) async throws(CancellationError) in
            spans.withLock { $0.append(span) }
            throw CancellationError()
        }
        environment.notifications.observeWrites = { path, _ in
            heard.withLock { $0.append(device.disk.contents(of: path) != nil) }
            return heard.withLock { $0.count } > 1 ? true : nil
        }
        return try ProtectedStore(
            "settings", directory: StoryDisk.directory, gate: device.gate(), environment: environment)
    }

    /// Only an existing file can be watched.
    @Test("the file to watch exists before anything is written", arguments: [DeviceLock.unlocked, nil])
    func thereIsAFileToWatchBeforeAnythingWasWritten(lock: DeviceLock?) throws {
        let device = StoryDisk(lock)
        if lock != nil { try device.disk.process(6).makeDirectories(StoryDisk.directory) }
        let heard = Lock<[Bool]>([])
        _ = try open(device, heard: heard).changes(of: .count).makeAsyncIterator()
        #expect(heard.withLock { $0 } == [true])
    }

    /// The first request gets none, as if no descriptor is left. The next follower requests it again.
    @Test("a notification that could not be registered is requested again") func askedAgain() throws {
        let heard = Lock<[Bool]>([])
        let store = try open(StoryDisk(), heard: heard)
        for _ in 0..<4 { _ = store.changes(of: .count).makeAsyncIterator() }
        #expect(heard.withLock { $0.count } == 2)
    }

    @Test("the longest timeout becomes a wait that the clock accepts")
    func noTimeoutIsTooLongForTheClock() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let spans = Lock<[Duration]>([])
        let store = try open(device, spans: spans)
        let waiting = Task { try await store.value(.count, timeout: .seconds(Int64.max)) }
        await until { spans.withLock { $0.count } >= 2 }
        waiting.cancel()
        await #expect(throws: StoreError.self) { try await waiting.value }
        #expect(spans.withLock { $0.allSatisfy { $0 <= .seconds(315_360_000) } })
    }

    /// As if no descriptor is left, and later there is one.
    @Test("without notifications, a follower still finds other processes' writes, and tries to register again")
    func followsWithoutNotifications() async throws {
        let waits = HeldWaits()
        defer { waits.endForGood() }
        let device = StoryDisk(waits: waits)
        try await device.launch(1).store.set(1, for: .count)
        var environment = device.environment(of: 5)
        let (refusals, onWrite) = (Lock(3), Lock<(@Sendable () -> Void)?>(nil))
        environment.notifications.observeWrites = { _, action in
            let isRefused = refusals.withLock { refusals in
                refusals -= 1
                return refusals >= 0
            }
            if isRefused { return nil }
            onWrite.withLock { $0 = action }
            return true
        }
        let store = try ProtectedStore(
            "settings", directory: StoryDisk.directory, gate: device.gate(), environment: environment)
        let seen = Collected<ProtectedReading<Int>>()
        let follower = Task { for await reading in store.changes(of: .count) { seen.add(reading) } }
        defer { follower.cancel() }
        await until { seen.all == [.value(1)] }
        await waits.reached(held: 1)
        try await device.launch(2).store.set(2, for: .count)
        // The first look finds the write. By the second one the observation begins.
        waits.end()
        await until { seen.all == [.value(1), .value(2)] }
        while onWrite.withLock({ $0 }) == nil {
            await waits.reached(held: 1)
            waits.end()
            await Task.yield()
        }
        try await device.launch(3).store.set(3, for: .count)
        onWrite.withLock { $0 }?()
        await until { seen.all.last == .value(3) }
    }
}
