public import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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

    // MARK: - Reading

    /// Reads the bytes of an account's password.
    ///
    /// A locked device gives `unavailable(.locked)`, and one that was not unlocked since it restarted
    /// `unavailable(.beforeFirstUnlock)`. Any other answer of the keychain gives `unavailable(.refused)`.
    ///
    /// - Important: `notFound` is no proof that nothing was stored: see ``KeychainReading/notFound``.
    public func read(_ account: String) -> KeychainReading<Data> {
        // The gate comes first: one that opens during the call proves nothing about the answer.
        let before = gate()
        let reading = read(account, gate: before)
        guard !before.isUnlocked, case .unavailable = reading else { return reading }
        let after = gate()
        return after.isUnlocked ? read(account, gate: after) : reading
    }

    /// Reads a password that is text.
    ///
    /// Bytes that are not UTF-8 give `unavailable(.undecodable)`; everything else is as for ``read(_:)``.
    public func readString(_ account: String) -> KeychainReading<String> { read(account, as: String.self) }

    /// Reads a value that ``set(_:for:)`` has stored.
    ///
    /// Bytes that hold no such value give `unavailable(.undecodable)`, and a mark or a meter of a newer version
    /// `unavailable(.newerVersion)`; everything else is as for ``read(_:)``.
    ///
    /// - Parameters:
    ///   - account: The account of the item.
    ///   - type: What the bytes are read as: `String` as UTF-8, `Data` as they are, any other type as JSON.
    /// - Returns: The value, or why there is none.
    public func read<Value: Decodable>(_ account: String, as type: Value.Type) -> KeychainReading<Value> {
        switch read(account) {
        case .value(let data):
            do throws(Unavailability) {
                return .value(try KeychainCoding.decode(type, from: data))
            } catch {
                return .unavailable(error)
            }
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        }
    }

    private func read(_ account: String, gate: FirstUnlockState) -> KeychainReading<Data> {
        let (status, bytes) = calls.copy(query(account))
        switch KeychainAnswer.judge(status: status, gate: gate) {
        // An item without data is one that was given none.
        case .done: return .value(Data(bytes ?? []))
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        }
    }

    // MARK: - Writing

    /// Stores a password or another value, and makes it as accessible as this keychain says.
    ///
    /// What was there is replaced, and never deleted first.
    ///
    /// - Parameters:
    ///   - value: A `String` is stored as its UTF-8, `Data` as it is, and any other type as JSON.
    ///   - account: The account of the item.
    /// - Throws: Why nothing was changed: the device was not unlocked since it restarted, the item can't be written
    ///   now, or the value is nil or can't be encoded (`undecodable`).
    public func set<Value: Encodable>(_ value: Value, for account: String) throws(Unavailability) {
        let bytes = try KeychainCoding.encode(value)
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
        case .notFound: throw .refused(status: KeychainAnswer.Status.duplicateItem)
        case .unavailable(let reason): throw reason
        }
    }

    /// Removes a password. If the keychain finds none, that is no error; an item that it does not show may stay.
    ///
    /// - Throws: Why nothing was removed: the device was not unlocked since it restarted, or the keychain refuses.
    public func remove(_ account: String) throws(Unavailability) {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.delete(query(account)), gate: gate) {
        case .done, .notFound: return
        case .unavailable(let reason): throw reason
        }
    }

    private func openGate() throws(Unavailability) -> FirstUnlockState {
        let state = gate()
        if let reason = state.unavailability { throw reason }
        return state
    }

    private func query(_ account: String) -> KeychainQuery {
        KeychainQuery(service: service, account: account, accessGroup: accessGroup)
    }
}
