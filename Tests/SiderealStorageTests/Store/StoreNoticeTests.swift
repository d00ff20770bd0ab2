import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// What a store asks of its device while somebody waits or follows.
@Suite("notifications and waits of a store", .timeLimit(Patience.ofATest)) struct StoreNoticeTests {
    private func open(
        _ device: StoryDisk, spans: Lock<[Duration]> = Lock([]), heard: Lock<[Bool]> = Lock([])
    ) throws -> ProtectedStore {
        let gate = StoryGate(device.disk)
        return try ProtectedStore(
            "settings", directory: StoryDisk.directory, disk: device.disk.process(5),
            device: StoreDevice(
                gate: { gate.look() }, whenGateOpens: { gate.whenOpen($0) }, background: { $0() },
                wait: { (span) async throws(CancellationError) in
                    spans.withLock { $0.append(span) }
                    throw CancellationError()
                },
                writeNotices: { path, _ in
                    heard.withLock { $0.append(device.disk.contents(of: path) != nil) }
                    return nil
                }))
    }

    /// Only what is there can be watched.
    @Test("a file to watch exists before anything was written", arguments: [DeviceLock.unlocked, nil])
    func thereIsAFileToWatchBeforeAnythingWasWritten(lock: DeviceLock?) throws {
        let device = StoryDisk(lock)
        if lock != nil { try device.disk.process(6).makeDirectories(StoryDisk.directory) }
        let heard = Lock<[Bool]>([])
        _ = try open(device, heard: heard).changes(of: .count).makeAsyncIterator()
        #expect(heard.withLock { $0 } == [true])
    }

    @Test("the longest timeout becomes a wait that the clock can take")
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
