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

    /// Nil while nobody can say: that fines no one.
    public var isValid: Bool? {
        switch clock.status(of: ends) {
        case .pending: true
        case .passed: false
        case .undetermined: nil
        }
    }
}
