package import SiderealBase

/// A migration into a store, as the store sees it: until the migration has run, its keys are not absent.
package struct StoreMigrationPlan: Sendable, Equatable {
    /// The key that marks the migration as run.
    package let marker: ExactName
    /// Another key that marks it as run, if this process is not the one that has the values.
    package let otherMarker: ExactName?
    /// The keys to move, or `nil` for all.
    package let keys: Set<ExactName>?
    /// Indicates whether only a run in this process, at this launch, counts.
    package let hasToRunHere: Bool

    package init(marker: ExactName, otherMarker: ExactName?, keys: Set<ExactName>?, hasToRunHere: Bool = false) {
        self.marker = marker
        self.otherMarker = otherMarker
        self.keys = keys
        self.hasToRunHere = hasToRunHere
    }
}

/// The migrations into a store that this process declared, with the failure of each latest run.
package struct StoreMigrations: Sendable {
    private var plans: [StoreMigrationPlan] = []
    /// The lasting failures by marker. Waiting for such a migration would not help.
    private var failures: [ExactName: Unavailability] = [:]
    /// The markers of migrations that have run in this process.
    private var finished: Set<ExactName> = []

    package init() {}

    var isEmpty: Bool { plans.isEmpty }

    package mutating func expect(_ plan: StoreMigrationPlan) {
        if !plans.contains(plan) { plans.append(plan) }
    }

    /// Records a failed run. Later readers don't see a temporary failure, since another run may follow.
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

    /// Returns the reason why a missing key is not absent, or `nil` if it is absent.
    func unavailability(of name: ExactName, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains(name) != false }
    }

    /// Returns the reason why some keys with a prefix may be unknown, or `nil` if all are known.
    func unavailability(of prefix: String, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains { $0.text.utf8.starts(with: prefix.utf8) } != false }
    }

    /// Returns the reason why not everything may be removed, or `nil` if it may.
    func unavailability(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { _ in true }
    }

    /// Returns the reason why another store may still have to be moved here as a whole, or `nil` if no such move is
    /// left.
    func unavailabilityOfMove(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys == nil }
    }

    /// Returns the reason of the migrations that have yet to run. A lasting reason comes first, since waiting for it is
    /// pointless.
    private func reason(
        marked contains: (ExactName) -> Bool, _ concerns: (StoreMigrationPlan) -> Bool
    ) -> Unavailability? {
        let pending = plans.filter { concerns($0) && isPending($0, marked: contains) }
        if pending.isEmpty { return nil }
        return pending.lazy.compactMap { failures[$0.marker] }.first ?? .notMigrated
    }
}
