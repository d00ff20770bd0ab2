import Foundation
import SiderealTime

/// A ticket that ends at a true time. It uses only the module SiderealTime.
public struct ParkingTicket: Sendable {
    private let ends: Date
    private let clock: TrustedClock

    public init(ends: Date, _ clock: TrustedClock) {
        self.ends = ends
        self.clock = clock
    }

    /// A Boolean value that indicates whether the ticket is valid, or `nil` if the bounds of the time are too wide to
    /// decide. An app that imposes fines must treat `nil` as valid.
    public var isValid: Bool? {
        switch clock.status(of: ends) {
        case .pending: true
        case .passed: false
        case .undetermined: nil
        }
    }
}
