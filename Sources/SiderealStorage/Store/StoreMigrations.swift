package import SiderealBase

/// A migration into a store, as far as the store has to know of it: until it has run, its keys are not absent.
package struct StoreMigrationPlan: Sendable, Equatable {
    /// The key that says that it has run.
    package let marker: ExactName
    /// Another one that says so, where this process is not the one that has the values.
    package let otherMarker: ExactName?
    /// Nil for all.
    package let keys: Set<ExactName>?
    /// Whether a run in another process, or at another launch, shows nothing.
    package let hasToRunHere: Bool

    package init(marker: ExactName, otherMarker: ExactName?, keys: Set<ExactName>?, hasToRunHere: Bool = false) {
        self.marker = marker
        self.otherMarker = otherMarker
        self.keys = keys
        self.hasToRunHere = hasToRunHere
    }
}

/// The migrations into a store that were made in this process, and how the last run of each failed.
package struct StoreMigrations: Sendable {
    private var plans: [StoreMigrationPlan] = []
    /// By their markers: why nothing that waits would see them done.
    private var failures: [ExactName: Unavailability] = [:]
    /// Those that have run in this process.
    private var finished: Set<ExactName> = []

    package init() {}

    var isEmpty: Bool { plans.isEmpty }

    package mutating func expect(_ plan: StoreMigrationPlan) {
        if !plans.contains(plan) { plans.append(plan) }
    }

    /// A run failed. What passes by itself is no answer to who asks later: another run may follow.
    mutating func fail(_ marker: ExactName, for reason: Unavailability?) {
        failures[marker] = reason.flatMap { $0.mayPass ? nil : $0 }
    }

    /// It has run.
    mutating func finish(_ marker: ExactName) {
        failures[marker] = nil
        finished.insert(marker)
    }

    private func isPending(_ plan: StoreMigrationPlan, marked contains: (ExactName) -> Bool) -> Bool {
        if finished.contains(plan.marker) { return false }
        return plan.hasToRunHere || !contains(plan.marker) && plan.otherMarker.map(contains) != true
    }

    /// Why a key that the store lacks is not absent; nil where it is.
    func unavailability(of name: ExactName, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains(name) != false }
    }

    /// Why not all keys that begin with a prefix are known; nil where they are.
    func unavailability(of prefix: String, marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys?.contains { $0.text.utf8.starts(with: prefix.utf8) } != false }
    }

    /// Why not everything may be removed; nil where it may.
    func unavailability(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { _ in true }
    }

    /// Why another store may still have to be moved here as a whole; nil where none has.
    func unavailabilityOfMove(marked contains: (ExactName) -> Bool) -> Unavailability? {
        reason(marked: contains) { $0.keys == nil }
    }

    /// Of those that have still to run: what lasts first, since nobody may wait for it.
    private func reason(
        marked contains: (ExactName) -> Bool, _ concerns: (StoreMigrationPlan) -> Bool
    ) -> Unavailability? {
        let pending = plans.filter { concerns($0) && isPending($0, marked: contains) }
        if pending.isEmpty { return nil }
        return pending.lazy.compactMap { failures[$0.marker] }.first ?? .notMigrated
    }
}
