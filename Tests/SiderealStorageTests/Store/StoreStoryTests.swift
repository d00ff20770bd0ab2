import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("a store through unlocks, power cuts and losses", .timeLimit(Patience.ofATest)) struct StoreStoryTests {
    @Test("reading a store in the tier `always` doesn't open the gate")
    func whatIsInAnotherTierOpensNoGate() async throws {
        let device = StoryDisk()
        try await device.launch(tier: .always).store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        #expect(app.store.read(.count) == .value(7))
        #expect(app.gate.state == .beforeFirstUnlock)
    }

    @Test("reads and writes can wait for the first unlock")
    func waitsForTheUnlockWhenAskedTo() async throws {
        let waits = HeldWaits()
        let device = StoryDisk(waits: waits)
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        async let done: Void = app.store.set("Ada", for: .name, whileLocked: .wait)
        // The refused write has started the retry timer.
        await waits.reached(held: 1)
        async let value = app.store.value(.count, timeout: .seconds(60))
        // The reader waits until its timeout.
        await waits.reached(held: 2)
        #expect(app.store.read(.name) == .unavailable(.beforeFirstUnlock))
        device.disk.setLock(.unlocked)
        waits.endForGood()
        try await done
        #expect(try await value == .value(7))
        #expect(app.store.read(.count) == .value(7))
        device.restart(.unlocked)
        #expect(try device.launch().store.read(.name) == .value("Ada"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("waiting writes share the syncs of a single write")
    func sharesOneSyncAmongThoseWhoWait() async throws {
        let device = StoryDisk()
        let app = try device.launch()
        let store = app.store
        func syncs() -> Int { device.disk.trace.count { $0.contains("sync ") } }
        try await store.set(0, for: .count)
        let before = syncs()
        try await store.set(1, for: .count)
        let syncsOfOne = syncs() - before
        app.background.hold()
        let executor = DrainedExecutor()
        let writes = (1...8).map { number in
            executor.begin { try? await store.set(number, for: StoreKey<Int>("key \(number)")) }
        }
        // By now all of them wait for the one requested thread.
        try executor.drain()
        #expect(app.background.count == 1)
        app.background.release()
        for write in writes { #expect(try executor.finish(write) { .deadlock } != nil) }
        #expect(syncs() - before == 2 * syncsOfOne)
        for number in 1...8 { #expect(store.read(StoreKey<Int>("key \(number)")) == .value(number)) }
    }

    @Test("a locked device makes a value unavailable again, and writes are refused or wait")
    func dropsWhatIsLockedAgain() async throws {
        let waits = HeldWaits()
        let device = StoryDisk(waits: waits)
        let app = try device.launch(tier: .whenUnlocked)
        try await app.store.set(7, for: .count)
        #expect(app.store.read(.count) == .value(7))
        device.disk.setLock(.locked)
        #expect(app.store.read(.count) == .unavailable(.locked))
        await #expect(throws: StoreError.self) { try await app.store.set(8, for: .count) }
        async let done: Void = app.store.set(9, for: .count, whileLocked: .wait)
        await waits.reached(held: 1)
        #expect(app.store.read(.count) == .unavailable(.locked))
        device.disk.setLock(.unlocked)
        waits.endForGood()
        try await done
        #expect(app.store.read(.count) == .value(9))
    }
}
