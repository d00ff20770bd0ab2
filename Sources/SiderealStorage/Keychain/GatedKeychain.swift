public import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The generic passwords of a keychain service, read with the help of a ``FirstUnlockGate``. This type never mistakes a
/// locked keychain for an empty one.
///
/// ```swift
/// let keychain = GatedKeychain(service: "com.example.app")
/// switch keychain.readString("session") {
/// case .value(let token): resume(token)
/// case .notFound: askForPassword()
/// case .unavailable(let why): showLaunchScreen(why)
/// }
/// ```
///
/// Each call blocks its thread until the system's keychain returns a result. Only methods with a `timeout` parameter
/// wait for an unlock. If the timeout is `nil`, the wait has no limit. Reads and writes prompt the user only if you
/// passed `allowsPrompt: true` to the initializer.
public struct GatedKeychain: Sendable {
    private let service: KeychainService
    private let accessibility: GatedKeychain.Accessibility
    private let allowsPrompt: Bool
    private let calls: KeychainCalls
    private let gate: FirstUnlockGate

    package init(
        service: KeychainService, accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
        allowsPrompt: Bool = false,
        calls: KeychainCalls, gate: FirstUnlockGate
    ) {
        self.service = service
        self.accessibility = accessibility
        self.allowsPrompt = allowsPrompt
        self.calls = calls
        self.gate = gate
    }

    // MARK: - Reading

    /// Reads the bytes of an account's password.
    ///
    /// If the item can't be read, the result is one of these:
    /// - `unavailable(.beforeFirstUnlock)`: the device has not been unlocked since it restarted.
    /// - `unavailable(.locked)`: the device is locked.
    /// - `unavailable(.needsAuthentication)`: the user has to authenticate, and this keychain may not prompt.
    /// - `unavailable(.refused)`: the keychain returned another error.
    ///
    /// - Important: `notFound` does not prove that the item is absent: see ``GatedKeychain/Reading/notFound``.
    public func read(_ account: String) -> GatedKeychain.Reading<Data> {
        // Read the gate first. If the gate opens during the call, its new state does not explain the result of the
        // call.
        let before = gate.state
        let reading = read(account, gate: before)
        guard !before.isUnlocked, case .unavailable = reading else { return reading }
        let after = gate.state
        return after.isUnlocked ? read(account, gate: after) : reading
    }

    /// Reads a password as text.
    ///
    /// If the bytes of the password are not UTF-8, the result is `unavailable(.undecodable)`. Otherwise this method
    /// works like ``read(_:)``.
    public func readString(_ account: String) -> GatedKeychain.Reading<String> { read(account, as: String.self) }

    /// Reads a value that ``set(_:for:)`` stored.
    ///
    /// If the bytes can't be decoded as this type, the result is `unavailable(.undecodable)`. If a newer version of the
    /// library encoded the value, such as a `Moment`, the result is `unavailable(.newerVersion)`. Otherwise this method
    /// works like ``read(_:)``.
    ///
    /// - Parameters:
    ///   - account: The account of the item.
    ///   - type: The type to decode. `String` is decoded from UTF-8, `Data` is returned unchanged, and any other type
    ///     is decoded from JSON.
    /// - Returns: The value, `notFound`, or the reason why the item can't be read.
    public func read<Value: Decodable>(_ account: String, as type: Value.Type) -> GatedKeychain.Reading<Value> {
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

    /// Reads a value that ``set(_:for:)`` stored, and waits for an unlock as ``set(_:for:timeout:)`` does.
    ///
    /// - Parameters:
    ///   - account: The account of the item.
    ///   - type: The type to decode: see ``read(_:as:)``.
    ///   - timeout: The longest wait, including the device's sleep, or `nil` to wait without limit.
    /// - Returns: The value, or `nil` if the keychain finds no item. `nil` does not prove that the item is absent: see
    ///   ``GatedKeychain/Reading/notFound``.
    /// - Throws: An error if the task is cancelled, the timeout passes, or waiting can't help.
    public func value<Value: Decodable>(
        _ account: String, as type: Value.Type = Value.self, timeout: Duration? = nil
    ) async throws(UnlockError) -> Value? {
        // Wait without a prompt, then prompt, and wait again if the device was locked in between.
        let quiet = GatedKeychain(service: service, accessibility: accessibility, calls: calls, gate: gate)
        while true {
            var reading = try await gate.answer(within: timeout) {
                () -> Result<GatedKeychain.Reading<Value>, Unavailability> in
                let reading = quiet.read(account, as: type)
                if case .unavailable(let why) = reading, !(why == .needsAuthentication && allowsPrompt) {
                    return .failure(why)
                }
                return .success(reading)
            }
            if case .unavailable = reading { reading = read(account, as: type) }
            switch reading {
            case .value(let value): return value
            case .notFound: return nil
            case .unavailable(let why) where why.isTemporary: continue
            case .unavailable(let why): throw .unavailable(why)
            }
        }
    }

    /// Returns whether the keychain has an item. This method neither reads the item nor prompts the user.
    ///
    /// - Returns: `true` if the item exists. `false` does not prove that the item is absent: see
    ///   ``GatedKeychain/Reading/notFound``.
    /// - Throws: The reason why the keychain can't be searched.
    public func hasItem(_ account: String) throws(Unavailability) -> Bool {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.find(query(account)), gate: gate) {
        case .done: return true
        case .notFound: return false
        case .unavailable(let reason): throw reason
        }
    }

    /// Returns whether the keychain has an item, and waits if the device has to be unlocked first.
    func hasItem(_ account: String, timeout: Duration?) async throws(UnlockError) -> Bool {
        try await gate.answer(within: timeout) {
            Result { () throws(Unavailability) in try hasItem(account) }
        }
    }

    /// Returns the accounts of this service that begin with a prefix, sorted by name.
    ///
    /// An account that is missing from the list may still exist: see ``GatedKeychain/Reading/notFound``.
    ///
    /// - Throws: The reason why the accounts can't be read, such as `locked`.
    public func accounts(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        let gate = try openGate()
        let (status, accounts) = calls.accounts(service)
        switch KeychainAnswer.judge(status: status, gate: gate) {
        case .done: return accounts.filter { $0.utf8.starts(with: prefix.utf8) }.sorted()
        case .notFound: return []
        case .unavailable(let reason): throw reason
        }
    }

    private func read(_ account: String, gate: FirstUnlockGate.State) -> GatedKeychain.Reading<Data> {
        allowsPrompt ? copy(query(account), gate, allowsPrompt: true) : look(query(account), gate)
    }

    /// Reads without a prompt. The keychain skips an item that requires a prompt, but finds it if the query requests no
    /// secret.
    private func look(_ query: KeychainQuery, _ gate: FirstUnlockGate.State) -> GatedKeychain.Reading<Data> {
        let first = copy(query, gate, allowsPrompt: false)
        guard case .notFound = first else { return first }
        switch KeychainAnswer.judge(status: calls.find(query), gate: gate) {
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        case .done:
            // Read again, since another process may have added the item just now.
            let second = copy(query, gate, allowsPrompt: false)
            if case .notFound = second { return .unavailable(.needsAuthentication) }
            return second
        }
    }

    private func copy(_ query: KeychainQuery, _ gate: FirstUnlockGate.State, allowsPrompt: Bool)
        -> GatedKeychain.Reading<Data>
    {
        let (status, bytes) = calls.copy(query, allowsPrompt)
        switch KeychainAnswer.judge(status: status, gate: gate) {
        // If the keychain returns no data, the item was stored without data.
        case .done: return .value(Data(bytes ?? []))
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        }
    }

    // MARK: - Writing

    /// Stores a password or another value, with the accessibility of this keychain.
    ///
    /// This method updates an existing item in place, and never deletes the item first. An item that requires user
    /// authentication keeps its access control and its accessibility.
    ///
    /// - Parameters:
    ///   - value: The value. A `String` is stored as UTF-8, `Data` is stored unchanged, and any other type is stored as
    ///     JSON.
    ///   - account: The account of the item.
    /// - Throws: The reason why the item is unchanged: the device has not been unlocked since it restarted, the item
    ///   can't be written now, or the value is `nil` or can't be encoded (`undecodable`).
    public func set<Value: Encodable>(_ value: Value, for account: String) throws(Unavailability) {
        try set(try KeychainCoding.encode(value), for: query(account))
    }

    /// Stores a value like ``set(_:for:)``, and waits for an unlock if the item is locked. If the item is readable only
    /// while the device is unlocked, this method waits for the next unlock. Otherwise, this method waits for the first
    /// unlock after the restart.
    ///
    /// - Parameters:
    ///   - value: The value: see ``set(_:for:)``.
    ///   - account: The account of the item.
    ///   - timeout: The longest wait, including the device's sleep, or `nil` to wait without limit.
    /// - Throws: The reason why the item is unchanged.
    public func set<Value: Encodable>(
        _ value: Value, for account: String, timeout: Duration?
    ) async throws(UnlockError) {
        let bytes: [UInt8]
        do throws(Unavailability) {
            bytes = try KeychainCoding.encode(value)
        } catch {
            throw .unavailable(error)
        }
        try await gate.answer(within: timeout) {
            Result { () throws(Unavailability) in try set(bytes, for: query(account)) }
        }
    }

    /// Tries twice, since another process may add or remove an item between two calls.
    private func set(_ bytes: [UInt8], for query: KeychainQuery) throws(Unavailability) {
        let gate = try openGate()
        for _ in 0..<2 {
            let status: Int32
            let missed: Int32
            switch look(query, gate) {
            case .notFound:
                status = calls.add(query, bytes, accessibility)
                missed = KeychainAnswer.Status.duplicateItem
            case .value:
                status = calls.update(query, bytes, accessibility)
                missed = KeychainAnswer.Status.itemNotFound
            case .unavailable(.needsAuthentication) where allowsPrompt:
                // Pass no accessibility, because an accessibility would replace the access control.
                status = calls.update(query, bytes, nil)
                missed = KeychainAnswer.Status.itemNotFound
            case .unavailable(let reason): throw reason
            }
            if status == missed { continue }
            if case .unavailable(let reason) = KeychainAnswer.judge(status: status, gate: gate) { throw reason }
            return
        }
        // The keychain has an item that its searches don't find.
        throw .refused(status: KeychainAnswer.Status.duplicateItem)
    }

    /// Removes a password. The keychain prompts the user only if the item's access control requires a prompt for a
    /// removal. A missing item is not an error. An existing item stays if the keychain does not find it: see
    /// ``GatedKeychain/Reading/notFound``.
    ///
    /// - Throws: The reason why the removal failed: the device has not been unlocked since it restarted, or the
    ///   keychain refused the removal.
    public func remove(_ account: String) throws(Unavailability) {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.delete(query(account)), gate: gate) {
        case .done, .notFound: return
        case .unavailable(let reason): throw reason
        }
    }

    /// Waits for an unlock as ``set(_:for:timeout:)`` does, then removes a password as ``remove(_:)`` does.
    public func remove(_ account: String, timeout: Duration?) async throws(UnlockError) {
        try await gate.answer(within: timeout) {
            Result { () throws(Unavailability) in try remove(account) }
        }
    }

    private func openGate() throws(Unavailability) -> FirstUnlockGate.State {
        let state = gate.state
        if let reason = state.unavailability { throw reason }
        return state
    }

    private func query(_ account: String) -> KeychainQuery { KeychainQuery(service: service, account: account) }
}
