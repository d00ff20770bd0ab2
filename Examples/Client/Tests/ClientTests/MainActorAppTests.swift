import Foundation
import MainActorApp
import Sidereal
import Testing

@Suite("An app whose code belongs to the main actor")
@MainActor
struct MainActorAppTests {
    @Test("A view model shows the welcome once, then the parked car and its parking time")
    func parking() async throws {
        let here = try Here()
        let model = ParkingModel(observatory: here.observatory, clock: here.clock, store: here.store)
        try model.refresh()
        #expect(model.display == .welcome)

        try await model.finishWelcome()
        #expect(model.display == .free)

        try await model.park("S-ID 4711")
        guard case .parked(plate: "S-ID 4711", let atLeast)? = model.display else {
            Issue.record("shows \(String(describing: model.display))")
            return
        }
        #expect(atLeast >= .zero && atLeast < .seconds(3600))
    }

    @Test("An offer begins only when the true time is known, and another actor sees it running")
    func offer() async throws {
        let deaf = try Here(servers: [OwnServer("silent") { throw NoAnswer() }])
        let waiting = ParkingModel(observatory: deaf.observatory, clock: deaf.clock, store: deaf.store)
        #expect(try await waiting.beginOffer(days: 14) == false)

        let here = try Here()
        let model = ParkingModel(observatory: here.observatory, clock: here.clock, store: here.store)
        #expect(try await model.beginOffer(days: 14))
        #expect(model.systemClock == .agrees)

        let uploader = Uploader(clock: here.clock, store: here.store)
        #expect(await uploader.isOfferOver() == false)
        #expect(await uploader.timestamp() != nil)
        #expect(try await uploader.plate() == nil)
    }

    @Test("An offer that ended before it began is over")
    func offerIsOver() async throws {
        let here = try Here()
        let model = ParkingModel(observatory: here.observatory, clock: here.clock, store: here.store)
        #expect(try await model.beginOffer(days: -1))
        #expect(await Uploader(clock: here.clock, store: here.store).isOfferOver())
    }

    @Test("A session that contains a moment decodes to an equal session")
    func coding() throws {
        let here = try Here()
        let session = ParkingSession(plate: "S-ID 4711", began: try here.observatory.moment())
        let back = try JSONDecoder().decode(ParkingSession.self, from: try JSONEncoder().encode(session))
        #expect(back == session)
        #expect(try here.observatory.verdict(since: back.began).didReboot != true)
    }
}
