import Sidereal

/// Prepaid money. A push tells when somebody has paid in: perhaps before anybody has unlocked the phone.
public struct Wallet: Sendable {
    private let store: ProtectedStore

    public init(store: ProtectedStore) { self.store = store }

    /// What is in it, in cents.
    public var balance: ProtectedReading<Int> { store.read(.balance) }

    /// Adds to what is in it, even where that can't be read yet: then this waits for the first unlock.
    @discardableResult
    public func payIn(_ cents: Int) async throws -> Int {
        try await store.update(.balance, whileLocked: .wait) { balance in
            balance = (balance ?? 0) + cents
            return balance ?? 0
        }
    }
}

extension StoreKey<Int> {
    static var balance: Self { .init("balance") }
}
