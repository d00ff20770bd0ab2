import SiderealStorage
import SiderealTesting
import Testing

@Suite("a stored value on a simulated device")
@MainActor
struct StoredValueOnDeviceTests {
    static let key = StoreKey<Int>("n")

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a new store is read when runOnMainActor returns", arguments: 0..<20)
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
        let values = [StoredValue(Self.key, in: store), StoredValue(StoreKey<Int>("m"), in: store)]
        for value in values { _ = value.reading }
        try await device.runOnMainActor {}
        let widget = try device.launch("widget", isExtension: true).store()
        if number.isMultiple(of: 2) {
            try await device.runOnMainActor { for value in values { try await widget.set(3, for: value.key) } }
        } else {
            try device.run { for value in values { try await widget.set(3, for: value.key) } }
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
}
