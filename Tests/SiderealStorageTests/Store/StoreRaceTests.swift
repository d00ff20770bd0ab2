import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("races of waiting and shared writes", .timeLimit(Patience.ofATest)) struct StoreRaceTests {
    /// The task of the only waiting write is cancelled between the chance and the thread that takes it.
    @Test("a store accepts writes after its last waiting write was cancelled")
    func goesOnWritingAfterTheLastWaitingWriteWasCancelled() async throws {
        let waits = HeldWaits()
        defer { waits.endForGood() }
        let device = StoryDisk(waits: waits)
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        let waiting = Task { try await app.store.set(8, for: .count, whileLocked: .wait) }
        await waits.reached(held: 1)
        app.background.hold()
        // The retry timer gives the write its next chance, and then waits again.
        waits.end()
        await waits.reached(begun: 2, held: 1)
        #expect(app.background.count == 1)
        waiting.cancel()
        let error = await #expect(throws: StoreError.self) { try await waiting.value }
        #expect(error?.cause == .cancelled)
        app.background.release()
        device.disk.setLock(.unlocked)
        try await app.store.set(9, for: .count)
        #expect(app.store.read(.count) == .value(9))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "an update doesn't run twice if the disk is full, however much of the update was written",
        arguments: [ErrorNumber.noSpace, .quotaExceeded], [false, true])
    func aFullDiskCarriesNothingOutTwice(number: ErrorNumber, isHalfway: Bool) async throws {
        var isMet = true
        var change = 0
        while isMet {
            let device = StoryDisk()
            let app = try device.launch()
            let store = app.store
            app.background.hold()
            device.disk.schedule(isHalfway ? .failHalfway(number) : .fail(number), process: 1, change: change)
            let executor = DrainedExecutor()
            let updates = (0..<3).map { _ in
                executor.begin { (try? await store.update(.count) { $0 = ($0 ?? 0) + 1 }) != nil }
            }
            // By now all of them wait for the one requested thread.
            try executor.drain()
            app.background.release()
            let done = try updates.count { try executor.finish($0) { .deadlock } }
            isMet = device.disk.cancelFaults(process: 1) == 0
            var count = 0
            if case .value(let found) = app.store.read(.count) { count = found }
            #expect(done <= count && count <= 3, "change \(change): \(done) done, \(count) stored")
            change += 1
        }
        #expect(change > 10)
    }

    /// Half of a short record is all of it, because it is followed by zeros.
    @Test("an update doesn't run twice if the device locks in the middle of a write")
    func aLockInTheMiddleOfAWriteCarriesNothingOutTwice() async throws {
        var isMet = true
        var change = 0
        while isMet {
            let device = StoryDisk()
            let store = try device.launch(tier: .whenUnlocked).store
            try await store.set(1, for: .count)
            device.disk.schedule(.failHalfway(.notPermitted), process: 1, change: change)
            let isDone = (try? await store.update(.count, whileLocked: .wait) { $0 = ($0 ?? 0) + 1 }) != nil
            isMet = device.disk.cancelFaults(process: 1) == 0
            let found = store.read(.count)
            #expect(found == .value(2) || found == .value(1) && !isDone, "change \(change): \(isDone), \(found)")
            change += 1
        }
        #expect(change > 2)
    }

    // MARK: - Order

    /// Returns the refusal of a write or a reset, as work for an executor.
    private static func refusal(
        _ work: @escaping @Sendable () async throws(StoreError) -> Void
    ) -> @Sendable () async -> StoreError? {
        {
            do throws(StoreError) {
                try await work()
                return nil
            } catch {
                return error
            }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a reset runs after the writes before it, and before the writes after it") func reset() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.disk.remove(StoryDisk.path)
        let app = try device.launch(2)
        let store = app.store
        app.background.hold()
        let executor = DrainedExecutor()
        let before = executor.begin(
            Self.refusal { () throws(StoreError) in try await store.set(8, for: .count) })
        let reset = executor.begin(Self.refusal { () throws(StoreError) in try await store.resetIfUnrecoverable() })
        let after = executor.begin(Self.refusal { () throws(StoreError) in try await store.set(9, for: .count) })
        try executor.drain()
        app.background.release()
        #expect(try executor.finish(before) { .deadlock }?.unavailability == .lost)
        #expect(try executor.finish(reset) { .deadlock } == nil)
        #expect(try executor.finish(after) { .deadlock } == nil)
        #expect(store.read(.count) == .value(9))
    }

    /// A write that need not wait is stored, whatever becomes of the task. A write that would have to wait is dropped.
    @Test("a cancelled task can write, but can't wait", arguments: [DeviceLock.unlocked, .beforeFirstUnlock])
    func cancelledBefore(lock: DeviceLock) async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart(lock)
        let store = try device.launch().store
        let refusal = Self.refusal { () throws(StoreError) in try await store.set(8, for: .count, whileLocked: .wait) }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await refusal()
        }
        #expect(await late.value?.cause == (lock == .unlocked ? nil : .cancelled))
        device.disk.setLock(.unlocked)
        #expect(store.read(.count) == .value(lock == .unlocked ? 8 : 7))
    }
}
