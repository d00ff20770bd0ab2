import Foundation
import Sidereal

/// The stored data of a parked car.
///
/// The store encodes values off the main actor, so their types are declared `nonisolated`.
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

// A key that only the main actor uses needs no `nonisolated`.
extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}
