package import SiderealBase
import SiderealSystem

/// The meaning of the keychain's status, given the state of the gate *before* the call.
package enum KeychainAnswer: Sendable, Equatable {
    /// The call succeeded.
    case done
    /// The keychain finds no such item, and the device has been unlocked since it restarted. The keychain returns the
    /// same status for a damaged item, and for an item whose entitlement the app lacks.
    case notFound
    case unavailable(Unavailability)

    /// The status codes that this type interprets. `refused` reports every other status unchanged.
    package enum Status {
        package static let success: Int32 = 0
        package static let duplicateItem: Int32 = -25299
        package static let itemNotFound: Int32 = -25300
        package static let interactionNotAllowed: Int32 = -25308
        package static let noKeychain: Int32 = -25291
        package static let parameter: Int32 = -50
    }

    /// Returns the meaning of a status. Before the first unlock, only success is final. Until then, the keychain can
    /// return "not found" for an item that exists. It can also return any status that shows that a service is not
    /// running, or that a database's key is missing. If the gate is open, "interaction not allowed" means a locked
    /// device. This meaning is the same for every accessibility of the item.
    package static func judge(status: Int32, gate: FirstUnlockGate.State) -> KeychainAnswer {
        if status == Status.success { return .done }
        let closed = gate.unavailability
        // Report a lock even if the gate's state is indeterminate.
        if status == Status.interactionNotAllowed { return .unavailable(.lock(closed: closed)) }
        if let closed { return .unavailable(closed) }
        return status == Status.itemNotFound ? .notFound : .unavailable(.refused(status: status))
    }
}
