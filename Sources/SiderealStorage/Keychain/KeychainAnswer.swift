package import SiderealBase

/// What the keychain's answer to a read or a write is worth, given what the gate said *before* the call.
package enum KeychainAnswer: Sendable, Equatable {
    /// The call did what it was asked.
    case done
    /// The keychain finds no such item, and the device was unlocked. Damaged items, and those that need an entitlement
    /// which the app lacks, look the same.
    case notFound
    case unavailable(Unavailability)

    /// The statuses that mean something here; all the others are reported as they are.
    package enum Status {
        package static let success: Int32 = 0
        package static let duplicateItem: Int32 = -25299
        package static let itemNotFound: Int32 = -25300
        package static let interactionNotAllowed: Int32 = -25308
        package static let noKeychain: Int32 = -25291
        package static let parameter: Int32 = -50
    }

    /// Judges a status. Before the first unlock none but success is final: "not found" has been seen then, and so have
    /// all statuses of a service that is not up or a database without its key. No row depends on how accessible the
    /// item is: an open gate that meets "interaction not allowed" means a locked device, whatever accessibility the
    /// item was asked or first written with.
    package static func judge(status: Int32, gate: FirstUnlockState) -> KeychainAnswer {
        if status == Status.success { return .done }
        // A lock is told even where the gate could not find out.
        if let closed = gate.unavailability, closed == .beforeFirstUnlock || status != Status.interactionNotAllowed {
            return .unavailable(closed)
        }
        return switch status {
        case Status.itemNotFound: .notFound
        case Status.interactionNotAllowed: .unavailable(.locked)
        default: .unavailable(.refused(status: status))
        }
    }
}
