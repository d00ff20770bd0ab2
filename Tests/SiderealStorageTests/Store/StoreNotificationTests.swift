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
    @Test("a file to watch exists before anything was written", arguments: [DeviceLock.unlocked, nil])
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
}
