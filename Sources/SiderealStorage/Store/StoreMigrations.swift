package import SiderealBase

/// A store's record of a migration into the store. Until the migration has run, missing keys that it moves do not count
/// as absent.
package struct StoreMigrationPlan: Sendable, Equatable {
    /// The key that records that the migration has run.
    package let marker: ExactName
    /// A second key that also records that the migration has run, or `nil`. An extension uses this key, because it
    /// does not have the app's old values.
    package let otherMarker: ExactName?
    /// The keys to move, or `nil` to move all keys.
    package let keys: Set<ExactName>?
    /// A Boolean value that indicates whether the migration has to run in this process at each launch.
    package let hasToRunHere: Bool

    package init(marker: ExactName, otherMarker: ExactName?, keys: Set<ExactName>?, hasToRunHere: Bool = false) {
        self.marker = marker
        self.otherMarker = otherMarker
        self.keys = keys
        self.hasToRunHere = hasToRunHere
    }
}

/// The migrations into a store, as this process declared them. If a migration's latest run failed permanently, this
/// value has the failure.
package struct StoreMigrations: Sendable {
    private var plans: [StoreMigrationPlan] = []
    /// The permanent failures, by the marker of the migration. Waiting for a migration with such a failure can't help.
    private var failures: [ExactName: Unavailability] = [:]
    /// The markers of migrations that have run in this process.
    private var finished: Set<ExactName> = []

    package init() {}

    var isEmpty: Bool { plans.isEmpty }

    package mutating func expect(_ plan: StoreMigrationPlan) {
        if !plans.contains(plan) { plans.append(plan) }
    }

    /// Records a failed run. Does not keep a temporary failure, since another run may follow.
    mutating func fail(_ marker: ExactName, for reason: Unavailability?) {
        failures[marker] = reason.flatMap { $0.isTemporary ? nil : $0 }
    }

    /// Records that a migration has run.
    mutating func finish(_ marker: ExactName) {
        failures[marker] = nil
        finished.insert(marker)
    }

    private func isPending(_ plan: StoreMigrationPlan, marked contains: (ExactName) -> Bool) -> Bool {
        if finished.contains(plan.marker) { return false }
        return plan.hasToRunHere || !contains(plan.marker) && plan.otherMarker.map(contains) != true
    }

    /// Returns the reason why a missing key does not count as absent, or `nil` if the key is absent.
    func unavailability(of name: ExactName, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains(name) != false }
    }

    /// Returns the reason why the list of keys with a prefix may be incomplete, or `nil` if the list is complete.
    func unavailability(of prefix: String, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains { $0.text.utf8.starts(with: prefix.utf8) } != false }
    }

    /// Returns the reason why a transaction must not remove all keys, or `nil` if the transaction may remove them.
    func unavailability(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { _ in true }
    }

    /// Returns the reason why the move of another whole store into this store is pending, or `nil` if no such move is
    /// pending.
    func unavailabilityOfMove(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys == nil }
    }

    /// Returns the reason why a migration is pending, or `nil` if no migration is pending. A permanent failure comes
    /// first, since waiting for its migration is pointless.
    private func reason(
        marked contains: (ExactName) -> Bool, _ concerns: (StoreMigrationPlan) -> Bool
    ) -> Unavailability? {
        let pending = plans.filter { concerns($0) && isPending($0, marked: contains) }
        if pending.isEmpty { return nil }
        return pending.lazy.compactMap { failures[$0.marker] }.first ?? .notMigrated
    }
}
