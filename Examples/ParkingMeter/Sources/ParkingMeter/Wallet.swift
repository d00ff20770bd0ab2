import Sidereal

/// The user's prepaid money. A push reports each payment, possibly before the first unlock.
public struct Wallet: Sendable {
    private let store: ProtectedStore

    public init(store: ProtectedStore) { self.store = store }

    /// The balance, in cents.
    public var balance: ProtectedReading<Int> { store.read(.balance) }

    /// Adds an amount to the balance. If the balance can't be read yet, waits for the first unlock.
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
