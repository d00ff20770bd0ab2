import SiderealStorage
import SiderealTesting
import Testing

@Suite("changes of UserDefaults")
struct DefaultsChangesTests {
    private static let suite = "group.example"

    /// Returns a restarted device whose stored count is 7.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func restartedDevice() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        try device.launch().defaults(suite: Self.suite).set(7, for: "count")
        device.reboot()
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @MainActor
    @Test("an extension, which receives no notification, checks the defaults at intervals")
    func extensionChecks() async throws {
        let device = try restartedDevice()
        let widget = try device.launch("widget", isExtension: true)
        let value = StoredValue<Int>("count", in: widget.defaults(suite: Self.suite))
        _ = value.reading
        try await device.runOnMainActor {}
        #expect(value.reading == .unavailable(.beforeFirstUnlock))
        device.unlock()
        device.advance(by: .seconds(31))
        try await device.runOnMainActor {}
        #expect(value.reading == .value(7))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a sequence yields only its key's changes, but by any process, of any type, with or without the gate")
    func writers() throws {
        let device = SimulatedDevice(.iPhone)
        let (app, widget) = (try device.launch(), try device.launch("widget", isExtension: true))
        let readings = try device.run {
            let defaults = app.defaults(suite: Self.suite)
            var readings = defaults.changes(of: "count", as: Int.self).makeAsyncIterator()
            var seen = [await readings.next()]
            try defaults.set(1, for: "count")
            seen.append(await readings.next())
            try defaults.set(1, for: "count")
            try defaults.set(5, for: "other")
            app.userDefaults(suite: Self.suite).set(2, forKey: "count")
            seen.append(await readings.next())
            try widget.defaults(suite: Self.suite).set("many", for: "count")
            seen.append(await readings.next())
            try defaults.remove("count")
            seen.append(await readings.next())
            return seen
        }
        let undecodable = Unavailability.undecodable(reason: "string, but the app reads it as Int")
        #expect(readings == [.absent, .value(1), .value(2), .unavailable(undecodable), .absent])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a sequence over stale defaults continues after a reset discards the stale values")
    func reset() throws {
        let device = try restartedDevice()
        let app = try device.launch()
        #expect(app.userDefaults(suite: Self.suite).integer(forKey: "count") == 0)
        device.unlock()
        let readings = try device.run {
            let defaults = app.defaults(suite: Self.suite)
            var readings = defaults.changes(of: "count", as: Int.self).makeAsyncIterator()
            let stale = await readings.next()
            try defaults.resetIfUnrecoverable()
            return [stale, await readings.next()]
        }
        #expect(readings == [.unavailable(.stale), .absent])
    }
}
