import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("commits on the caller's thread", .timeLimit(Patience.ofATest)) struct StoreInPlaceTests {
    @Test("setting a value uses no other thread")
    func aSetTakesNoOtherThread() async throws {
        let app = try StoryDisk().launch(writesInPlace: true)
        app.background.hold()
        try await app.store.set(7, for: .count)
        #expect(app.background.count == 0)
        #expect(app.store.read(.count) == .value(7))
    }

    /// Waiting for another process would take a thread from other tasks.
    @Test("a commit waits in the background for another process's lock")
    func nobodyWaitsForTheLockInPlace() async throws {
        let device = StoryDisk()
        let app = try device.launch(writesInPlace: true)
        try await app.store.set(7, for: .count)
        let other = device.disk.process(2)
        let sidecar = try other.open(StoryDisk.path + ".lock", .readWrite)
        #expect(try other.tryLock(sidecar))
        let before = Lock<ProtectedReading<Int>?>(nil)
        app.background.beforeNext {
            before.withLock { $0 = app.store.read(.count) }
            other.unlock(sidecar)
        }
        try await app.store.set(8, for: .count)
        #expect(before.withLock { $0 } == .value(7))
        #expect(app.store.read(.count) == .value(8))
        #expect(try device.launch(3).store.read(.count) == .value(8))
    }

    /// Writes that arrive during a commit in place run elsewhere, and none is lost.
    @Test("writes continue if the device unlocks during a commit on the caller's thread")
    func aChanceInBetweenIsNotLost() async throws {
        let app = try StoryDisk().launch(writesInPlace: true)
        // Begins to receive locks and unlocks.
        _ = app.store.changes(of: .other).makeAsyncIterator()
        app.background.hold()
        try await app.store.transaction { transaction throws(StoreError) in
            app.notifications.post(.didUnlock)
            try transaction.set(7, for: .count)
        }
        try #require(app.background.count == 1)
        let second = Task { try await app.store.set(8, for: .count) }
        app.background.release()
        try await second.value
        // No write counts as running any more.
        try await app.store.set(9, for: .count)
        #expect(app.store.read(.count) == .value(9))
    }

    @Test("concurrent tasks lose no write")
    func manyTasksWriteInPlaceAndElsewhere() async throws {
        let device = StoryDisk()
        let store = try device.launch(writesInPlace: true).store
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for turn in 1...25 { try await store.set(turn, for: StoreKey<Int>("task \(task)")) }
                }
            }
            try await group.waitForAll()
        }
        let other = try device.launch(2).store
        for task in 0..<8 { #expect(other.read(StoreKey<Int>("task \(task)")) == .value(25)) }
    }

    // MARK: - Short work

    /// A clock that the work itself advances.
    private final class Pace: Sendable {
        private let elapsed = Lock(Duration.zero)
        let short: ShortWork

        init() {
            let elapsed = elapsed
            short = ShortWork { elapsed.withLock { $0 } }
        }

        func run(taking span: Duration) -> Bool { short.run { elapsed.withLock { $0 += span } } }
    }

    @Test("after one slow run, ShortWork refuses the next few attempts")
    func afterSlowWorkTheNextIsRefusedForAWhile() {
        let pace = Pace()
        for _ in 0..<3 { #expect(pace.run(taking: ShortWork.limit)) }
        #expect(pace.run(taking: ShortWork.limit + .nanoseconds(1)))
        for _ in 0..<ShortWork.refusals { #expect(!pace.run(taking: .zero)) }
        #expect(pace.run(taking: .seconds(1)))
        #expect(!pace.run(taking: .zero))
    }

    @Test("ShortWork runs only one piece of work at a time")
    func oneAtATime() {
        let short = ShortWork { .zero }
        var second: Bool?
        #expect(short.run { second = short.run {} })
        #expect(second == false)
        #expect(short.run {})
    }
}
