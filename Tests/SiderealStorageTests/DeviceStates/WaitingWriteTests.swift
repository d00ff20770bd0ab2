import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("writes that wait for an unlock", .timeLimit(Patience.ofATest)) struct WaitingWriteTests {
    /// The only waiting write is cancelled after an unlock, just before its next attempt.
    @Test("a store accepts writes after a waiting write was cancelled")
    func aStoreTakesWritesAfterOneThatWaitedWasCalledOff() async throws {
        let device = StoryDisk()
        let app = try device.launch(tier: .whenUnlocked)
        try await app.store.set(1, for: .count)
        device.disk.setLock(.locked)
        let store = app.store
        let waiting = Task { try await store.set(2, for: .count, whileLocked: .wait) }
        // From here on its attempts are held back, including the one that the unlock begins.
        while true {
            app.background.hold()
            app.notifications.post(.didUnlock)
            if app.background.count > 0 { break }
            app.background.release()
            await Task.yield()
        }
        device.disk.setLock(.unlocked)
        waiting.cancel()
        let error = await #expect(throws: StoreError.self) { try await waiting.value }
        #expect(error?.cause == .cancelled)
        app.background.release()
        try await app.store.set(3, for: .count)
        #expect(app.store.read(.count) == .value(3))
    }
}
