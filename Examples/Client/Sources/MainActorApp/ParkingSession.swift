import Foundation
import Sidereal

/// What the app keeps of a car that is parked.
///
/// Values are coded off the main actor, so their types say that they are not of it.
public nonisolated struct ParkingSession: Codable, Sendable, Equatable {
    public var plate: String
    public var began: Moment

    public init(plate: String, began: Moment) {
        self.plate = plate
        self.began = began
    }
}

// Keys that other actors use, too.
nonisolated extension StoreKey<ParkingSession> {
    static var parkingSession: Self { .init("parkingSession") }
}

nonisolated extension StoreKey<Date> {
    static var offerEnds: Self { .init("offerEnds") }
}

// One that only the main actor uses needs to say nothing.
extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}
