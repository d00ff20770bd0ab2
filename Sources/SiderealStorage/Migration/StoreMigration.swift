public import SiderealBase

extension StoreMigration {
    /// An error that stopped a migration. The finished part of the migration persists, and the next run does the rest.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The defaults are unavailable now. All values that the migration has removed from the defaults are in the
        /// store.
        case defaults(Unavailability)
        /// An old value outside the defaults is unavailable. `name` is `keychain:` and an account, `file:` and the last
        /// part of a path, or `store:` and the name of the old store.
        case oldValue(name: String, Unavailability)
        /// The store is unavailable now.
        case store(Unavailability)
        /// The migration could not write to the store.
        case notWritten(StoreError)
        /// The store has a record of this migration that this version of the library did not write.
        case unknownMarker
        /// Two items name the same old value, or the same key of the store.
        case ambiguous(key: String)
        /// The old store can't be moved to the new store. `reason` says why.
        case unsuitableStore(reason: String)
        /// An item names a key of the defaults, but the migration was created without defaults.
        case noDefaults(key: String)
        /// The app's Settings.bundle shows this key of the defaults. If a migration moved the key, Settings would show
        /// no value, and the app would miss the user's changes in Settings. Keep the setting in the defaults.
        case shownInSettings(key: String)
        /// The task was cancelled while it waited for an unlock.
        case cancelled

        public var description: String {
            switch self {
            case .defaults(let reason): "The migration stopped, because UserDefaults is unavailable: \(reason)"
            case .oldValue(let name, let reason):
                "The migration stopped, because the old value \(name.debugDescription) is unavailable: \(reason)"
            case .store(let reason): "The migration stopped, because the store is unavailable: \(reason)"
            case .notWritten(let error): "The migration could not write the store: \(error)"
            case .unknownMarker: "This version of the app can't read the migration's marker in the store."
            case .ambiguous(let key): "Two items of the migration name the same key, \(key.debugDescription)."
            case .unsuitableStore(let reason): "The migration can't move the old store to the new store: \(reason)."
            case .noDefaults(let key):
                "An item names the key \(key.debugDescription) of the defaults, but the migration has no defaults."
            case .shownInSettings(let key):
                "The app's Settings.bundle shows the key \(key.debugDescription), so the migration can't move the key."
            case .cancelled: "The migration was cancelled while it waited for an unlock."
            }
        }
    }
}

extension StoreMigration.Failure {
    /// The reason why an old value or the store is unavailable, or `nil` if the error has another cause.
    public var unavailability: Unavailability? {
        switch self {
        case .defaults(let reason), .oldValue(_, let reason), .store(let reason): reason
        case .notWritten(let error): error.unavailability
        case .unknownMarker, .ambiguous, .unsuitableStore, .noDefaults, .shownInSettings, .cancelled: nil
        }
    }
}

/// A migration of old values into a store. If the migration is interrupted at any point, no value is lost. The
/// migration moves keys of UserDefaults. The migration also stores values derived from keychain items and from the
/// app's own files.
///
/// ```swift
/// let migration = StoreMigration(
///     "2026-settings", items: [.init("hasOnboarded", to: .hasOnboarded)], from: try GatedDefaults(), to: store)
/// // At each launch:
/// let report = try await migration.run()
/// ```
///
/// A run has three steps:
/// - One transaction copies the values that the store lacks.
/// - The run rereads the copied values from disk.
/// - The run removes from the defaults the values that are certainly in the store.
///
/// A value that changes during the run stays in the defaults, and the report names the value. The migration never
/// removes keychain items or files.
public struct StoreMigration: Sendable {
    /// The steps of the migration. All keys of the defaults are one step, and each old value elsewhere is one step. The
    /// move of a whole store is a single step.
    private let steps: [any MigrationStep]
    private let destination: MigrationDestination

    package init(
        _ id: String, items: [MigrationItem], from source: GatedDefaults?, to destination: MigrationDestination,
        keepingOldValues isLeaving: Bool = false
    ) {
        let moved = items.filter { $0.place == nil }
        let defaults = MigrationPart(
            id, items: moved, from: source, to: destination, isFollowing: isLeaving, isLeaving: isLeaving)
        let others = items.filter { $0.place != nil }.map {
            MigrationPart(id, items: [$0], from: nil, to: destination, isFollowing: true, isLeaving: isLeaving)
        }
        self.init((moved.isEmpty && !others.isEmpty ? [] : [defaults]) + others, to: destination)
    }

    init(_ steps: [any MigrationStep], to destination: MigrationDestination) {
        self.steps = steps
        self.destination = destination
    }

    /// Returns the plans of the migrations that the store has to expect. If old values stay in place, an earlier
    /// version of the app may have changed them. Only a run in this process then shows that no new values exist.
    func plans(keepingOldValues isLeaving: Bool) -> [StoreMigrationPlan] {
        let isOfExtension = steps.contains { $0.isOfExtension }
        return steps.map { step in
            StoreMigrationPlan(
                marker: step.names.marker, otherMarker: step.isOfExtension ? step.names.anyMarker : nil,
                keys: step.targets, hasToRunHere: isLeaving && !isOfExtension)
        }
    }

    /// Waits for the first unlock, and then runs the migration or continues an interrupted run. If a keychain item or a
    /// file is readable only while the device is unlocked, the run also waits for the next unlock. During this wait,
    /// the run moves the other values.
    ///
    /// Returns once UserDefaults has received the removals and the store has durably recorded the end of the migration.
    ///
    /// If other code read UserDefaults before the first unlock, UserDefaults may return no values until the next
    /// launch. The run then copies the values from the file of UserDefaults (``Report/copied``), and the run of a later
    /// launch removes them. If another process changed a value only seconds before, the later run copies the changed
    /// value.
    ///
    /// - Throws: An error if an old value or the store is unavailable. The run still moves all available values. Run
    ///   the migration again later. If waiting can't help (for example after `defaults(.damaged)`), reads of the
    ///   migration's keys return the same reason until a later run or launch. If the task is cancelled while the run
    ///   waits for an unlock, the run throws `cancelled`. After the wait, a cancellation does not stop the run.
    @discardableResult
    public func run() async throws(StoreMigration.Failure) -> StoreMigration.Report {
        do throws(StoreMigration.Failure) {
            try checkNames()
            try await destination.waitForFirstUnlock()
        } catch {
            for step in steps { destination.fail(step.names.marker, Self.reason(error)) }
            throw error
        }
        var report = StoreMigration.Report(wasDone: true)
        var failure: StoreMigration.Failure?
        for result in await results() {
            switch result {
            case .success(let part): report.add(part)
            case .failure(let error): failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return report
    }

    /// Runs all steps concurrently, since one step may wait for an unlock that the others don't need. Returns their
    /// results in order.
    private func results() async -> [Result<StoreMigration.Report, StoreMigration.Failure>] {
        await withTaskGroup(of: (Int, Result<StoreMigration.Report, StoreMigration.Failure>).self) { group in
            for (index, step) in steps.enumerated() { group.addTask { (index, await result(of: step)) } }
            var results: [Int: Result<StoreMigration.Report, StoreMigration.Failure>] = [:]
            for await (index, result) in group { results[index] = result }
            return results.sorted { $0.key < $1.key }.map { $0.value }
        }
    }

    private func result(of step: any MigrationStep) async -> Result<StoreMigration.Report, StoreMigration.Failure> {
        do throws(StoreMigration.Failure) {
            let report = try await step.run()
            destination.finish(step.names.marker)
            return .success(report)
        } catch {
            destination.fail(step.names.marker, Self.reason(error))
            return .failure(error)
        }
    }

    private static func reason(_ error: StoreMigration.Failure) -> Unavailability? {
        switch error {
        // These errors come from the app's code, so waiting can't help.
        case .ambiguous, .noDefaults, .shownInSettings, .unsuitableStore: .undecodable(reason: error.description)
        default: error.unavailability
        }
    }

    private func checkNames() throws(StoreMigration.Failure) {
        // UserDefaults on Linux compares keys as `String` does, so this set does the same.
        var sources: Set<String> = [DefaultsFreshness.sentinelKey]
        var targets: Set<ExactName> = []
        for step in steps {
            guard let part = step as? MigrationPart else { continue }
            for item in part.items {
                for key in item.sources where item.place == nil {
                    guard sources.insert(key).inserted else { throw .ambiguous(key: key) }
                    if part.source == nil { throw .noDefaults(key: key) }
                }
                // An item must not use the key of a marker.
                guard !item.target.isOfMigration, targets.insert(item.target).inserted
                else { throw .ambiguous(key: item.target.text) }
            }
        }
    }
}

/// A step of a migration, which moves the old values of one place.
protocol MigrationStep: Sendable {
    var names: MigrationNames { get }
    /// The keys of the store that the step fills, or `nil` for all keys.
    var targets: Set<ExactName>? { get }
    /// A Boolean value that indicates whether the old values that this process can read belong to an extension, not to
    /// the app.
    var isOfExtension: Bool { get }

    func run() async throws(StoreMigration.Failure) -> StoreMigration.Report
}
