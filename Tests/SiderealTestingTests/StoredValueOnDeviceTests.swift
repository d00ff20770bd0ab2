import SiderealStorage
import SiderealTesting
import Testing

@Suite("a stored value on a simulated device")
@MainActor
struct StoredValueOnDeviceTests {
    static let key = StoreKey<Int>("n")

    /// Returns a restarted device whose UserDefaults have the value 7.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private static func restartedDevice() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        try device.launch().defaults().set(7, for: "n")
        device.reboot()
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a new store has been read when runOnMainActor returns", arguments: 0..<20)
    func newStore(_: Int) async throws {
        let device = SimulatedDevice(.iPhone)
        let value = StoredValue(Self.key, in: try device.launch().store())
        #expect(value.reading == .unavailable(.notReadYet))
        try await device.runOnMainActor {}
        #expect(value.reading == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a write of another process is shown when runOnMainActor returns", arguments: 0..<20)
    func otherProcess(number: Int) async throws {
        let device = SimulatedDevice(.iPhone)
        let store = try device.launch().store()
        let keys = [Self.key, StoreKey<Int>("m")]
        let values = keys.map { StoredValue($0, in: store) }
        for value in values { _ = value.reading }
        try await device.runOnMainActor {}
        let widget = try device.launch("widget", isExtension: true).store()
        if number.isMultiple(of: 2) {
            try await device.runOnMainActor { for key in keys { try await widget.set(3, for: key) } }
        } else {
            try device.run { for key in keys { try await widget.set(3, for: key) } }
            device.advance(by: .seconds(1))
            try await device.runOnMainActor {}
        }
        #expect(values.map { $0.reading } == [.value(3), .value(3)])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a killed process receives no notification of writes")
    func killed() async throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let value = StoredValue(Self.key, in: try app.store())
        _ = value.reading
        try await device.runOnMainActor {}
        app.kill()
        let widget = try device.launch("widget", isExtension: true).store()
        try await device.runOnMainActor { try await widget.set(3, for: Self.key) }
        #expect(value.reading == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value in UserDefaults is shown after the first unlock, and each new value when its write returns")
    func defaults() async throws {
        let device = try Self.restartedDevice()
        let app = try device.launch()
        let value = StoredValue<Int>("n", in: app.defaults())
        #expect(value.reading == .unavailable(.notReadYet))
        try await device.runOnMainActor {}
        #expect(value.reading == .unavailable(.beforeFirstUnlock))
        let refused = await #expect(throws: StoreError.self) {
            try await device.runOnMainActor { try await value.set(8) }
        }
        #expect(refused?.unavailability == .beforeFirstUnlock)
        #expect(value.writeError == refused)
        let unlock = try await device.runOnMainActor {
            async let written: Void = value.update(whileLocked: .wait) { $0 = ($0 ?? 0) + 1 }
            device.unlock()
            try await written
            return value.reading
        }
        #expect(unlock == .value(8))
        #expect(value.writeError == nil)
        let later = try await device.runOnMainActor {
            try await value.set(9)
            let set = value.reading
            try await value.remove()
            return [set, value.reading]
        }
        #expect(later == [.value(9), .absent])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a process shows UserDefaults changes that bypass the gate, but none after it is killed")
    func defaultsChangedElsewhere() async throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let value = StoredValue<Int>("n", in: app.defaults())
        _ = value.reading
        try await device.runOnMainActor { app.userDefaults().set(3, forKey: "n") }
        #expect(value.reading == .value(3))
        app.kill()
        try await device.runOnMainActor { try device.launch().defaults().set(4, for: "n") }
        #expect(value.reading == .value(3))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("no concurrent update of a value in UserDefaults is lost, and an update without a change keeps the type")
    func defaultsUpdates() async throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let values = [StoredValue<Int>("n", in: app.defaults()), StoredValue<Int>("n", in: app.defaults())]
        try await device.runOnMainActor {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask { try await values[number % 2].update { $0 = ($0 ?? 0) + 1 } }
                }
                try await group.waitForAll()
            }
        }
        #expect(values.map { $0.reading } == [.value(100), .value(100)])
        app.userDefaults().set(2.7, forKey: "n")
        try await device.runOnMainActor { try await values[0].update { _ in } }
        #expect(app.defaults().read("n") == .value(2.7))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a write that waits for UserDefaults ends with a permanent error, or when its task is cancelled")
    func defaultsWaits() async throws {
        let device = try Self.restartedDevice()
        let app = try device.launch()
        #expect(app.userDefaults().integer(forKey: "n") == 0)
        let value = StoredValue<Int>("n", in: app.defaults())
        let cancelled = try await device.runOnMainActor {
            let write = Task { try await value.set(1, whileLocked: .wait) }
            await Task.yield()
            write.cancel()
            return await write.result
        }
        #expect(throws: StoreError(.cancelled, "writing 'n' was cancelled before the unlock")) { try cancelled.get() }
        #expect(value.writeError == nil)
        device.unlock()
        let stale = await #expect(throws: StoreError.self) {
            try await device.runOnMainActor { try await value.set(1, whileLocked: .wait) }
        }
        #expect(stale?.unavailability == .stale)
        #expect(value.writeError == stale)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("another process's change of a key with a dot is read at the next unlock")
    func defaultsKeyWithADot() async throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let value = StoredValue<Int>("a.n", in: app.defaults(suite: "group.example"))
        _ = value.reading
        try await device.runOnMainActor {}
        let widget = try device.launch("widget", isExtension: true)
        try await device.runOnMainActor { try widget.defaults(suite: "group.example").set(3, for: "a.n") }
        #expect(value.reading == .absent)
        try await device.runOnMainActor {
            device.lock()
            device.unlock()
        }
        #expect(value.reading == .value(3))
    }
}
