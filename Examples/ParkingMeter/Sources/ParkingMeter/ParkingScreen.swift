import Sidereal

/// The screen's state. It belongs to the main actor, which is the default isolation in a new Xcode project.
@MainActor public final class ParkingScreen {
    public private(set) var display: ParkingMeter.Display?
    public private(set) var isBusy = false
    private let meter: ParkingMeter

    public init(meter: ParkingMeter) { self.meter = meter }

    /// Updates the state of the screen.
    public func refresh() throws { display = try meter.display() }

    public func park(_ plate: String) async throws {
        isBusy = true
        defer { isBusy = false }
        try await meter.park(plate)
        try refresh()
    }

    public func leave() async throws -> Price? {
        isBusy = true
        defer { isBusy = false }
        let price = try await meter.leave()
        try refresh()
        return price
    }
}
