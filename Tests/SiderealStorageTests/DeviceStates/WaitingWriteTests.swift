import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Writes that wait for an unlock, and what may come between.
@Suite(.timeLimit(Patience.ofATest)) struct WaitingWriteTests {
    /// The only write that waits is called off after an unlock, just before it would have been tried again.
    @Test func aStoreTakesWritesAfterOneThatWaitedWasCalledOff() async throws {
        let device = StoryDisk()
        let app = try device.launch(tier: .whenUnlocked)
        try await app.store.set(1, for: .count)
        device.disk.setLock(.locked)
        let store = app.store
        let waiting = Task { try await store.set(2, for: .count, whileLocked: .wait) }
        // Its attempts are held back from here on, and so is the one that the unlock begins.
        while true {
            app.background.hold()
            app.notifications.post(.didUnlock)
            if app.background.count > 0 { break }
            app.background.release()
            await Task.yield()
        }
        device.disk.setLock(.unlocked)
        waiting.cancel()
        _ = await waiting.result
        app.background.release()
        try await app.store.set(3, for: .count)
        #expect(app.store.read(.count) == .value(3))
    }
}
