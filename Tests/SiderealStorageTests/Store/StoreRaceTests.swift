import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Writes that wait, end and share a commit in unlucky moments.
@Suite("races of waiting and shared writes", .timeLimit(Patience.ofATest)) struct StoreRaceTests {
    /// The task of the only write that waits is cancelled between the chance and the thread that takes it.
    @Test("a store takes writes after its last waiting write was cancelled")
    func goesOnWritingAfterTheLastWaitingWriteWasCancelled() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        let waiting = Task { try await app.store.set(8, for: .count, whileLocked: .wait) }
        await until { device.disk.trace.contains { $0.contains("open store/settings.store:") } }
        for _ in 0..<50 { await Task.yield() }
        app.background.hold()
        await until { app.background.count > 0 }
        waiting.cancel()
        await #expect(throws: StoreError.self) { try await waiting.value }
        app.background.release()
        device.disk.setLock(.unlocked)
        try await app.store.set(9, for: .count)
        #expect(app.store.read(.count) == .value(9))
    }

    @Test("a full disk makes no update run twice")
    func aFullDiskCarriesNothingOutTwice() async throws {
        var isMet = true
        var change = 0
        while isMet {
            let device = StoryDisk()
            let app = try device.launch()
            app.background.hold()
            device.disk.schedule(.fail(.noSpace), process: 1, change: change)
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 {
                    group.addTask { (try? await app.store.update(.count) { $0 = ($0 ?? 0) + 1 }) != nil }
                }
                for _ in 0..<200 { await Task.yield() }
                app.background.release()
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            isMet = device.disk.cancelFaults(process: 1) == 0
            var count = 0
            if case .value(let found) = app.store.read(.count) { count = found }
            #expect(done <= count && count <= 3, "change \(change): \(done) done, \(count) stored")
            change += 1
        }
        #expect(change > 10)
    }
}
