import DemoCore
import Sidereal
import SiderealTesting
import Testing

@Suite("Launches for the widget and for the background task, on a simulated phone")
struct UnattendedLaunchTests {
    @Test("the widget counts each timeline, and before the first unlock shows a placeholder and keeps the count")
    func timelines() throws {
        let device = SimulatedDevice(.iPhone)
        func next() throws -> WidgetContent {
            let store = try device.launch("widget", isExtension: true).store("widget")
            return try device.run { await WidgetContent.next(in: store) }
        }
        #expect(try next().text == "Timelines: 1")
        device.reboot()
        let early = try next()
        #expect(early.isPlaceholder && early.reload == .seconds(15 * 60))
        #expect(!early.text.contains("1"))
        device.unlock()
        let later = try next()
        #expect(later.text == "Timelines: 2" && !later.isPlaceholder && later.reload == .seconds(4 * 3_600))
    }

    @Test("a store that never had a count is no placeholder")
    func noTimeline() throws {
        let store = try SimulatedDevice(.iPhone).launch().store("widget")
        #expect(WidgetContent(store.read(.timelines)).text == "No timeline yet")
    }

    @Test("the task updates a running session, keeps it before the first unlock, and ends it once it is over")
    func refresh() throws {
        let device = SimulatedDevice(.iPhone)
        func decision() throws -> ParkingRefresh {
            let app = try device.launch()
            return ParkingRefresh(try app.store().read(.parking), by: app.observatory)
        }
        #expect(try decision() == .end)
        let app = try device.launch()
        let store = try app.store()
        let parking = Parking(place: "Zone 4711", began: try app.observatory.moment(), minutes: 45)
        try device.run { try await store.set(parking, for: .parking) }
        #expect(try decision() == .update)
        device.setClock(.forward(.seconds(3_600)))
        #expect(try decision() == .update)
        device.reboot()
        #expect(try decision() == .postpone)
        device.unlock()
        #expect(try decision() == .update)
        // The clocks of the new boot prove a little less than the time that they count.
        device.advance(by: .seconds(50 * 60))
        #expect(try decision() == .end)
    }
}
