public import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Generic passwords of the keychain, behind the gate: a locked keychain is never taken for an empty one.
///
/// The calls block for as long as the system's keychain does. Only those with a `timeout` wait for an unlock, without
/// an end where that is nil. None asks the user anything unless the keychain was opened so.
public struct GatedKeychain: Sendable {
    private let service: KeychainService
    private let accessibility: KeychainAccessibility
    private let mayAsk: Bool
    private let calls: KeychainCalls
    private let gate: FirstUnlockGate

    package init(
        service: KeychainService, accessibility: KeychainAccessibility = .afterFirstUnlock, mayAsk: Bool = false,
        calls: KeychainCalls, gate: FirstUnlockGate
    ) {
        self.service = service
        self.accessibility = accessibility
        self.mayAsk = mayAsk
        self.calls = calls
        self.gate = gate
    }

    // MARK: - Reading

    /// Reads the bytes of an account's password.
    ///
    /// A locked device gives `unavailable(.locked)`, and one that was not unlocked since it restarted
    /// `unavailable(.beforeFirstUnlock)`. An item that is given only to its owner, who has to be asked, gives
    /// `unavailable(.needsAuthentication)`, unless this keychain may ask. Any other answer of the keychain gives
    /// `unavailable(.refused)`.
    ///
    /// - Important: `notFound` is no proof that nothing was stored: see ``KeychainReading/notFound``.
    public func read(_ account: String) -> KeychainReading<Data> {
        // The gate comes first: one that opens during the call proves nothing about the answer.
        let before = gate.state
        let reading = read(account, gate: before)
        guard !before.isUnlocked, case .unavailable = reading else { return reading }
        let after = gate.state
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

    /// Reads a value that ``set(_:for:)`` has stored, and waits where the device has to be unlocked first: for the
    /// first time since its restart, or, where the item is readable only while the device is unlocked, now.
    ///
    /// - Parameters:
    ///   - account: The account of the item.
    ///   - type: As for ``read(_:as:)``.
    ///   - timeout: How long to wait at most, the device's sleep included; nil for as long as it takes.
    /// - Returns: The value; nil where the keychain finds none, which proves no absence: see
    ///   ``KeychainReading/notFound``.
    /// - Throws: Where the task is cancelled, the time is up, or waiting does not help.
    public func value<Value: Decodable>(
        _ account: String, as type: Value.Type = Value.self, timeout: Duration? = nil
    ) async throws(UnlockError) -> Value? {
        // It waits without asking the owner, asks, and waits again where the device was locked in between.
        let quiet = GatedKeychain(service: service, accessibility: accessibility, calls: calls, gate: gate)
        while true {
            var reading = try await gate.answer(within: timeout) {
                () -> Result<KeychainReading<Value>, Unavailability> in
                let reading = quiet.read(account, as: type)
                if case .unavailable(let why) = reading, !(why == .needsAuthentication && mayAsk) {
                    return .failure(why)
                }
                return .success(reading)
            }
            if case .unavailable = reading { reading = read(account, as: type) }
            switch reading {
            case .value(let value): return value
            case .notFound: return nil
            case .unavailable(let why) where why.mayPass: continue
            case .unavailable(let why): throw .unavailable(why)
            }
        }
    }

    /// Whether the keychain has an item, without reading it, and without asking its owner.
    ///
    /// - Returns: False is as little proven as ``KeychainReading/notFound``.
    /// - Throws: Why it can't be told.
    public func hasItem(_ account: String) throws(Unavailability) -> Bool {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.find(query(account)), gate: gate) {
        case .done: return true
        case .notFound: return false
        case .unavailable(let reason): throw reason
        }
    }

    /// The same, and waits where the device has to be unlocked first.
    func hasItem(_ account: String, timeout: Duration?) async throws(UnlockError) -> Bool {
        try await gate.answer(within: timeout) {
            Result { () throws(Unavailability) in try hasItem(account) }
        }
    }

    /// The accounts of this service that begin with a prefix, in order.
    ///
    /// An account that is missing from the list is as little proven as ``KeychainReading/notFound``.
    ///
    /// - Throws: Why they can't be told: what is locked is not empty.
    public func accounts(beginningWith prefix: String = "") throws(Unavailability) -> [String] {
        let gate = try openGate()
        let (status, accounts) = calls.accounts(service)
        switch KeychainAnswer.judge(status: status, gate: gate) {
        case .done: return accounts.filter { $0.utf8.starts(with: prefix.utf8) }.sorted()
        case .notFound: return []
        case .unavailable(let reason): throw reason
        }
    }

    private func read(_ account: String, gate: FirstUnlockState) -> KeychainReading<Data> {
        mayAsk ? copy(query(account), gate, mayAsk: true) : look(query(account), gate)
    }

    /// Reads without asking anybody. The keychain leaves out what it would have to ask for, and shows it where no
    /// secret is wanted.
    private func look(_ query: KeychainQuery, _ gate: FirstUnlockState) -> KeychainReading<Data> {
        let first = copy(query, gate, mayAsk: false)
        guard case .notFound = first else { return first }
        switch KeychainAnswer.judge(status: calls.find(query), gate: gate) {
        case .notFound: return .notFound
        case .unavailable(let reason): return .unavailable(reason)
        case .done:
            // Or it was just added.
            let second = copy(query, gate, mayAsk: false)
            if case .notFound = second { return .unavailable(.needsAuthentication) }
            return second
        }
    }

    private func copy(_ query: KeychainQuery, _ gate: FirstUnlockState, mayAsk: Bool) -> KeychainReading<Data> {
        let (status, bytes) = calls.copy(query, mayAsk)
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
    /// What was there is replaced, and never deleted first. An item that is given only to its owner keeps its access
    /// control, and its accessibility.
    ///
    /// - Parameters:
    ///   - value: A `String` is stored as its UTF-8, `Data` as it is, and any other type as JSON.
    ///   - account: The account of the item.
    /// - Throws: Why nothing was changed: the device was not unlocked since it restarted, the item can't be written
    ///   now, or the value is nil or can't be encoded (`undecodable`).
    public func set<Value: Encodable>(_ value: Value, for account: String) throws(Unavailability) {
        try set(try KeychainCoding.encode(value), for: query(account))
    }

    /// The same, and waits where the device has to be unlocked first: for the first time since its restart, or, where
    /// the item is readable only while the device is unlocked, now.
    ///
    /// - Parameters:
    ///   - value: As above.
    ///   - account: The account of the item.
    ///   - timeout: How long to wait at most, the device's sleep included; nil for as long as it takes.
    /// - Throws: Why nothing was changed.
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

    /// Twice, since another process may add or remove an item between two calls.
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
            case .unavailable(.needsAuthentication) where mayAsk:
                // An accessibility would take the place of the access control.
                status = calls.update(query, bytes, nil)
                missed = KeychainAnswer.Status.itemNotFound
            case .unavailable(let reason): throw reason
            }
            if status == missed { continue }
            if case .unavailable(let reason) = KeychainAnswer.judge(status: status, gate: gate) { throw reason }
            return
        }
        // The keychain has an item that it does not show.
        throw .refused(status: KeychainAnswer.Status.duplicateItem)
    }

    /// Removes a password, without asking its owner, unless the access control of the item demands that for a removal.
    /// If the keychain finds none, that is no error; an item that it does not show may stay.
    ///
    /// - Throws: Why nothing was removed: the device was not unlocked since it restarted, or the keychain refuses.
    public func remove(_ account: String) throws(Unavailability) {
        let gate = try openGate()
        switch KeychainAnswer.judge(status: calls.delete(query(account)), gate: gate) {
        case .done, .notFound: return
        case .unavailable(let reason): throw reason
        }
    }

    /// The same, and waits where the device has to be unlocked first, as ``set(_:for:timeout:)`` does.
    public func remove(_ account: String, timeout: Duration?) async throws(UnlockError) {
        try await gate.answer(within: timeout) {
            Result { () throws(Unavailability) in try remove(account) }
        }
    }

    private func openGate() throws(Unavailability) -> FirstUnlockState {
        let state = gate.state
        if let reason = state.unavailability { throw reason }
        return state
    }

    private func query(_ account: String) -> KeychainQuery { KeychainQuery(service: service, account: account) }
}
