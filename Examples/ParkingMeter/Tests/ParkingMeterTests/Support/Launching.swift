import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting

extension ParkingApp {
    /// The app launched on a simulated device: the same parts as when it ships.
    static func launched(
        on device: SimulatedDevice, as name: String = "app", isExtension: Bool = false
    ) throws -> ParkingApp {
        try ParkingApp(of: device.launch(name, isExtension: isExtension))
    }

    init(of app: SimulatedApp) throws {
        self.init(
            observatory: app.observatory, clock: try app.clock(), store: try app.store("parking"),
            keychain: app.keychain())
    }
}

extension SimulatedDevice {
    /// Launches the app and parks a car.
    func parkCar() throws {
        let app = try ParkingApp.launched(on: self)
        try run { try await app.meter.park("S-ID 1") }
    }
}

extension [SimulatedServer] {
    /// Three servers of different operators. One of them may lie.
    static let three: [SimulatedServer] = [.https("one.example"), .https("two.example"), .https("three.example")]
}

extension Trial {
    /// A Boolean value that indicates whether the trial certainly still runs.
    var isRunning: Bool {
        get throws {
            guard case .running? = try standing() else { return false }
            return true
        }
    }
}
