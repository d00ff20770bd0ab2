import Foundation
import SiderealTime

/// A ticket that ends at a true time, with the module SiderealTime alone.
public struct ParkingTicket: Sendable {
    private let ends: Date
    private let clock: TrustedClock

    public init(ends: Date, _ clock: TrustedClock) {
        self.ends = ends
        self.clock = clock
    }

    /// Indicates whether the ticket is valid, or `nil` if the time isn't known well enough. An app that fines people
    /// has to treat `nil` as valid.
    public var isValid: Bool? {
        switch clock.status(of: ends) {
        case .pending: true
        case .passed: false
        case .undetermined: nil
        }
    }
}
