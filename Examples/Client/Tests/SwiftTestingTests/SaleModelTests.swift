import Foundation
import ObservableModels
import Sidereal
import SiderealTesting
import Testing

@Suite("An app's model on a simulated device")
struct SaleModelTests {
    private let device = SimulatedDevice(.iPhone, servers: [.https("a.example"), .https("b.example")])

    @Test("A sale is over only when the true time says so, whatever the clock shows", arguments: [-30, 30])
    @available(iOS 17, macOS 14, *)
    func status(daysSet: Int) throws {
        let app = try device.launch()
        let clock = try app.clock()
        let known = try device.run { await clock.synchronize() }
        let ends = try #require(known.trusted.latestDate).addingTimeInterval(14 * 86_400)
        device.setClock(.forward(.seconds(daysSet * 86_400)))
        #expect(clock.status(of: ends) == .pending)
        device.advance(by: .seconds(15 * 86_400))
        #expect(clock.status(of: ends) == .passed)
    }
}
