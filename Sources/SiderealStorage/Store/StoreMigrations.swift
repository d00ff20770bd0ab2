package import SiderealBase

/// A migration into a store, as far as the store has to know of it: until it has run, its keys are not absent.
package struct StoreMigrationPlan: Sendable, Equatable {
    /// The key that says that it has run.
    package let marker: ExactName
    /// Another one that says so, where this process is not the one that has the values.
    package let otherMarker: ExactName?
    package let keys: Set<ExactName>

    package init(marker: ExactName, otherMarker: ExactName?, keys: Set<ExactName>) {
        self.marker = marker
        self.otherMarker = otherMarker
        self.keys = keys
    }

    func isPending(marked contains: (ExactName) -> Bool) -> Bool {
        !contains(marker) && otherMarker.map(contains) != true
    }
}

/// The migrations into a store that were made in this process, and how the last run of each failed.
package struct StoreMigrations: Sendable {
    private var plans: [StoreMigrationPlan] = []
    /// By their markers: why nothing that waits would see them done.
    private var failures: [ExactName: Unavailability] = [:]

    package init() {}

    var isEmpty: Bool { plans.isEmpty }

    package mutating func expect(_ plan: StoreMigrationPlan) {
        if !plans.contains(plan) { plans.append(plan) }
    }

    /// A run failed. What passes by itself is no answer to who asks later: another run may follow.
    mutating func fail(_ marker: ExactName, for reason: Unavailability?) {
        failures[marker] = reason.flatMap { $0.mayPass ? nil : $0 }
    }

    /// Why a key that the store lacks is not absent; nil where it is.
    func unavailability(of name: ExactName, marked contains: (ExactName) -> Bool) -> Unavailability? {
        plans.first { $0.keys.contains(name) && $0.isPending(marked: contains) }.map {
            failures[$0.marker] ?? .notMigrated
        }
    }

    /// Why not all keys that begin with a prefix are known; nil where they are.
    func unavailability(of prefix: String, marked contains: (ExactName) -> Bool) -> Unavailability? {
        plans.first { plan in
            plan.isPending(marked: contains) && plan.keys.contains { $0.text.utf8.starts(with: prefix.utf8) }
        }
        .map { failures[$0.marker] ?? .notMigrated }
    }

    /// Why not everything may be removed; nil where it may.
    func unavailability(marked contains: (ExactName) -> Bool) -> Unavailability? {
        plans.first { $0.isPending(marked: contains) }.map { failures[$0.marker] ?? .notMigrated }
    }
}
