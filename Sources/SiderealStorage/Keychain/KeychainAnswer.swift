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
    }

    /// Judges a status. "Not found" has been seen before the first unlock, too: it counts only where the gate was open
    /// already. No row depends on how accessible the item is: an open gate that meets "interaction not allowed"
    /// means a locked device, whatever accessibility the item was asked or first written with.
    package static func judge(status: Int32, gate: FirstUnlockState) -> KeychainAnswer {
        switch status {
        case Status.success: .done
        case Status.itemNotFound: gate.unavailability.map { .unavailable($0) } ?? .notFound
        case Status.interactionNotAllowed: .unavailable(gate.unavailability ?? .locked)
        default: .unavailable(.refused(status: status))
        }
    }
}
