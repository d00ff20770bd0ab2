import Foundation
import Sidereal
import SiderealTesting
import Testing

/// A server, or a cache on the way to it, gives a false answer first, and the truth later.
@Suite("a false answer that is replaced") struct ReplacedAnswerTests {
    @Test("only time that passed counts as elapsed since a mark", arguments: SimulatedDevice.Kind.allCases)
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func elapsedSinceAMark(kind: SimulatedDevice.Kind) throws {
        let server = SimulatedServer.https("api.example.com")
        let device = SimulatedDevice(kind, servers: [server.lying(by: .seconds(-7_200))])
        let app = try device.launch()
        let clock = try app.clock()
        try device.run { _ = await clock.synchronize() }
        let mark = try app.observatory.moment()
        let start = device.trueTime
        device.advance(by: .seconds(600))
        device.set(server)
        try device.run { _ = await clock.synchronize() }
        for observatory in [app.observatory, try device.launch().observatory] {
            let passed = Duration.seconds(device.trueTime.timeIntervalSince(start))
            let elapsed = try observatory.elapsed(since: mark)
            #expect(elapsed.atLeast <= passed)
            #expect(elapsed.atMost.map { $0 >= passed } ?? true)
        }
    }
}
