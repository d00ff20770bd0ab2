import Foundation
import SiderealTime

/// A ticket that ends at a true time: the module of time alone.
public struct ParkingTicket: Sendable {
    private let ends: Date
    private let clock: TrustedClock

    public init(ends: Date, _ clock: TrustedClock) {
        self.ends = ends
        self.clock = clock
    }

    /// Nil while the time is not known well enough to tell. An app that fines people has to take that for valid.
    public var isValid: Bool? {
        switch clock.status(of: ends) {
        case .pending: true
        case .passed: false
        case .undetermined: nil
        }
    }
}
