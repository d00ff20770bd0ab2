import Foundation
import ObservableModels
import Observation
import Sidereal
import StorageAlone
import Testing
import TimeAlone

@Suite("Observable models beside Sidereal and SiderealStorage")
@MainActor
struct ObservationTests {
    @Test("Observation reports the change of a stored setting")
    @available(iOS 17, macOS 14, *)
    func mute() async throws {
        let here = try Here()
        let setting = MuteSetting(here.store)
        #expect(setting.isMuted == .absent)

        try await confirmation("change reported") { changed in
            withObservationTracking {
                _ = setting.isMuted
            } onChange: {
                changed()
            }
            try await setting.mute()
        }
        #expect(setting.isMuted == .value(true))
    }

    @Test("A model's sale is pending once the true time is known, and its stored flag is set")
    @available(iOS 17, macOS 14, *)
    func sale() async throws {
        let here = try Here()
        let model = SaleModel(ends: .distantFuture, clock: here.clock, store: here.store)
        #expect(model.status == .undetermined)
        await model.refresh()
        #expect(model.status == .pending)
        try await model.finishOnboarding()
        #expect(model.hasOnboarded.reading == .value(true))
    }

    @Test("A ticket is valid until it ends, and neither valid nor invalid while the true time is unknown")
    func ticket() async throws {
        let here = try Here()
        let tickets = [ParkingTicket(ends: .distantFuture, here.clock), ParkingTicket(ends: .distantPast, here.clock)]
        #expect(tickets[0].isValid == nil)
        await here.clock.synchronize()
        #expect(tickets.map { $0.isValid } == [true, false])
    }
}
