public import SiderealCore

/// Why the keychain was not changed.
public enum KeychainError: Error, Sendable, Hashable {
    /// It could not be had now; nothing was changed.
    case unavailable(Unavailability)
}

extension KeychainError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unavailable(let reason): "the keychain was not changed: \(reason)"
        }
    }
}

/// Generic passwords of the keychain, behind the gate: a locked keychain is never taken for an empty one.
///
/// The calls block for as long as the system's keychain does; none of them waits for an unlock or asks the user
/// anything.
public struct GatedKeychain: Sendable {
    private let service: String
    private let accessGroup: String?
    private let accessibility: KeychainAccessibility
    private let calls: KeychainCalls
    private let gate: @Sendable () -> FirstUnlockState

    package init(
        service: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlock,
        calls: KeychainCalls, gate: @escaping @Sendable () -> FirstUnlockState
    ) {
        self.service = service
        self.accessGroup = accessGroup
        self.accessibility = accessibility
        self.calls = calls
        self.gate = gate
    }

    /// Reads the password of an account.
    ///
    /// A locked device gives `unavailable(.locked)`, before the first unlock `unavailable(.beforeFirstUnlock)`; what
    /// else the keychain answers, `unavailable(.refused)`.
    ///
    /// - Important: `notFound` is no proof that nothing was stored: see ``KeychainReading/notFound``.
    public func read(_ account: String) -> KeychainReading {
        // The gate comes first: one that opens during the call proves nothing about the answer.
        let before = gate()
        let reading = read(account, gate: before)
        guard !before.isUnlocked, case .unavailable = reading else { return reading }
        let after = gate()
        return after.isUnlocked ? read(account, gate: after) : reading
    }

    private func read(_ account: String, gate: FirstUnlockState) -> KeychainReading {
        let (status, bytes) = calls.copy(query(account))
        switch KeychainAnswer.judge(status: status, gate: gate) {
        // An item without data is one that was given none.
        case .done: return .value(bytes ?? [])
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        }
    }

    /// Stores a password, and makes it as accessible as this keychain was told to.
    ///
    /// Throws `unavailable` before the first unlock, and where the item cannot be written now. What was there is never
    /// deleted first.
    public func set(_ bytes: [UInt8], for account: String) throws(KeychainError) {
        let gate = try openGate()
        let query = query(account)
        var status = calls.update(query, bytes, accessibility)
        if status == KeychainAnswer.Status.itemNotFound {
            status = calls.add(query, bytes, accessibility)
            if status == KeychainAnswer.Status.duplicateItem {
                status = calls.update(query, bytes, accessibility)
            }
        }
        switch KeychainAnswer.judge(status: status, gate: gate) {
        case .done: return
        // It can be neither updated nor added: the keychain has an item that it does not show, or another process adds
        // and removes one between these calls.
        case .notFound: throw .unavailable(.refused(status: KeychainAnswer.Status.duplicateItem))
        case .unavailable(let reason): throw .unavailable(reason)
        }
    }

    /// Removes a password; that the keychain finds none is no error. An item that it does not show may stay.
    ///
    /// Throws `unavailable` before the first unlock, and where the keychain refuses.
    public func remove(_ account: String) throws(KeychainError) {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.delete(query(account)), gate: gate) {
        case .done, .notFound: return
        case .unavailable(let reason): throw .unavailable(reason)
        }
    }

    private func openGate() throws(KeychainError) -> FirstUnlockState {
        let state = gate()
        if let reason = state.unavailability { throw .unavailable(reason) }
        return state
    }

    private func query(_ account: String) -> KeychainQuery {
        KeychainQuery(service: service, account: account, accessGroup: accessGroup)
    }
}
