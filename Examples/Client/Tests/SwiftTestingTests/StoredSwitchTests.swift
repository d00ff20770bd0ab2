import ObservableModels
import Sidereal
import SiderealTesting
import Testing

@Suite("The toggle of the guide to locked storage, on a simulated device")
@MainActor
struct StoredSwitchTests {
    @available(iOS 18, macOS 15, *)
    func muted(_ app: SimulatedApp) throws -> StoredSwitch {
        StoredSwitch(StoredValue(StoreKey<Bool>("isMuted"), in: try app.store()))
    }

    @available(iOS 18, macOS 15, *)
    @Test func itShowsAtOnceAndTheNewestChoiceIsStored() async throws {
        let device = SimulatedDevice(.iPhone)
        let toggle = try muted(device.launch())
        #expect(!toggle.isOn)
        for choice in [true, false, true] {
            toggle.isOn = choice
            #expect(toggle.isOn == choice)
        }
        try await device.runOnMainActor { await toggle.settle() }
        #expect(toggle.isOn)
        device.cutPower()
        let later = try muted(device.launch())
        #expect(!later.isOn)  // the first reading begins to read
        device.unlock()
        try await device.runOnMainActor {}
        #expect(later.isOn)
    }

    @available(iOS 18, macOS 15, *)
    @Test func whatCannotBeStoredIsTakenBack() async throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let toggle = try muted(app)
        device.reboot()
        let early = try muted(device.launch())
        early.isOn = true
        try await device.runOnMainActor { await early.settle() }
        #expect(!early.isOn)
        #expect(early.failure != nil)
        #expect(!toggle.isOn)
    }
}
