import Observation
import SiderealBase
import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

@MainActor
@Suite("StoredValue", .timeLimit(Patience.ofATest)) struct StoredValueTests {
    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("a value is not read yet, then unavailable before the first unlock, then shown")
    func loadsThenWaitsForTheUnlockThenShowsTheValue() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        let watcher = Watcher(StoredValue(.count, in: app.store))
        #expect(watcher.readings == [.unavailable(.notReadYet)])
        await watcher.shows(.unavailable(.beforeFirstUnlock))
        device.disk.setLock(.unlocked)
        _ = app.gate.state
        await watcher.shows(.value(7))
        #expect(watcher.readings == [.unavailable(.notReadYet), .unavailable(.beforeFirstUnlock), .value(7)])
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("a write by the store itself is shown when it returns, and readers are notified")
    func isNotBehindItsOwnProcess() async throws {
        let app = try StoryDisk().launch()
        let watcher = Watcher(StoredValue(.count, in: app.store))
        await watcher.shows(.absent)
        for number in 1...50 {
            try await app.store.set(number, for: .count)
            try #require(watcher.value.reading == .value(number))
        }
        await watcher.shows(.value(50))
        try await app.store.remove(.count)
        #expect(watcher.value.reading == .absent)
        await watcher.shows(.absent)
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("a write is shown when it returns")
    func showsWhatItWroteByTheTimeThatTheWriteReturns() async throws {
        let app = try StoryDisk().launch()
        let value = StoredValue(.count, in: app.store)
        #expect(value.reading == .unavailable(.notReadYet))
        for number in 1...50 {
            try await value.set(number)
            try #require(value.reading == .value(number))
        }
        #expect(
            try await value.update { count -> Int in
                defer { count = (count ?? 0) + 1 }
                return count ?? 0
            } == 50)
        #expect(value.reading == .value(51))
        try await value.remove()
        #expect(value.reading == .absent)
        #expect(app.store.read(.count) == .absent)
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("no concurrent update is lost")
    func letsWritersMeet() async throws {
        let app = try StoryDisk().launch()
        let value = StoredValue(.count, in: app.store)
        try await withThrowingTaskGroup { group in
            for _ in 1...20 { group.addTask { try await value.update { $0 = ($0 ?? 0) + 1 } } }
            try await group.waitForAll()
        }
        #expect(value.reading == .value(20))
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("a failed write is reported until another write succeeds")
    func reportsAFailedWriteUntilOneSucceeds() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart()
        let app = try device.launch()
        let value = StoredValue(.count, in: app.store)
        let told = Count()
        withObservationTracking {
            _ = value.writeError
        } onChange: {
            told.add()
        }
        #expect(value.writeError == nil)
        let error = await #expect(throws: StoreError.self) { try await value.set(8) }
        #expect(error?.unavailability == .beforeFirstUnlock)
        #expect(value.writeError == error)
        #expect(told.value == 1)
        device.disk.setLock(.unlocked)
        await #expect(throws: StoreError.abandoned) {
            try await value.update { _ throws(StoreError) in throw .abandoned }
        }
        #expect(value.writeError == error)
        try await value.set(9)
        #expect(value.writeError == nil)
        #expect(value.reading == .value(9))
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("files are read off the main thread, and not before the value is first read")
    func readsNoFileOnTheMainThreadAndNothingBeforeItIsAsked() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(7, for: .count)
        device.restart()
        weak var gate: FirstUnlockGate?
        do {
            let app = try device.launch(2)
            let unread = StoredValue(.count, in: app.store)
            gate = app.gate
            #expect(unread.writeError == nil)
        }
        #expect(gate == nil, "no task holds a store whose value nobody has read")
        let process = InterfaceProcess(device, 1)
        let value = StoredValue(.count, in: try process.store())
        #expect(process.calls.isEmpty)
        let watcher = Watcher(value)
        await watcher.shows(.unavailable(.beforeFirstUnlock))
        device.disk.setLock(.unlocked)
        try await value.set(8)
        await watcher.shows(.value(8))
        #expect(!process.calls.isEmpty)
        #expect(!process.calls.contains(true))
    }

    @available(iOS 17, macOS 14, watchOS 10, tvOS 17, visionOS 1, *)
    @Test("a value that is no longer used is released, with its gate")
    func endsWhenItIsReleased() async throws {
        let device = StoryDisk()
        weak var released: StoredValue<Int>?
        weak var gate: FirstUnlockGate?
        do {
            let app = try device.launch()
            let watcher = Watcher(StoredValue(.count, in: app.store))
            await watcher.shows(.absent)
            released = watcher.value
            gate = app.gate
            #expect(gate != nil)
        }
        await until { released == nil }
        // The reading task kept the store, and the store the gate.
        await until { gate == nil }
    }
}
