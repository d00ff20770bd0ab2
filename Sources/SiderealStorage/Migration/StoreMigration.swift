public import SiderealBase

/// Why a migration could not be finished. What was done is kept, and the next run goes on from there.
public enum MigrationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The defaults are unavailable now; nothing was removed from them that is not in the store.
    case defaults(Unavailability)
    /// An old value that is kept elsewhere is unavailable: the name is the account of a keychain item, or the path of a
    /// file.
    case oldValue(name: String, Unavailability)
    /// The store is unavailable now.
    case store(Unavailability)
    /// The store could not be written.
    case notWritten(StoreError)
    /// The marker in the store is none that this version wrote.
    case unknownMarker
    /// Two items name the same old value, or the same key of the store.
    case ambiguous(key: String)
    /// A store can't be moved to that one: the reason tells.
    case unsuitableStore(reason: String)
    /// An item names a key of the defaults, and the migration was given none.
    case noDefaults(key: String)
    /// The app's Settings.bundle shows this key of the defaults: once it is moved, Settings would show the user
    /// nothing, and what is changed there would not be seen. Keep the setting in the defaults.
    case shownInSettings(key: String)
    /// The task was cancelled while it waited for an unlock; nothing was changed.
    case cancelled

    public var description: String {
        switch self {
        case .defaults(let reason): "The migration stopped, because UserDefaults is unavailable: \(reason)"
        case .oldValue(let name, let reason):
            "The migration stopped, because the old value \(name.debugDescription) is unavailable: \(reason)"
        case .store(let reason): "The migration stopped, because the store is unavailable: \(reason)"
        case .notWritten(let error): "The migration could not write the store: \(error)"
        case .unknownMarker: "The store holds a mark of this migration that this version can't read."
        case .ambiguous(let key): "Two items of the migration name the same key, \(key.debugDescription)."
        case .unsuitableStore(let reason): "The migration can't move one store to the other: \(reason)."
        case .noDefaults(let key):
            "An item of the migration names the key \(key.debugDescription) of the defaults, and it was given none."
        case .shownInSettings(let key):
            "The app's Settings.bundle shows the key \(key.debugDescription), so it can't be moved."
        case .cancelled: "The migration was cancelled while it waited for an unlock."
        }
    }
}

extension MigrationError {
    /// Why defaults or store are unavailable, if that is what it says.
    public var unavailability: Unavailability? {
        switch self {
        case .defaults(let reason), .oldValue(_, let reason), .store(let reason): reason
        case .notWritten(let error): error.unavailability
        case .unknownMarker, .ambiguous, .unsuitableStore, .noDefaults, .shownInSettings, .cancelled: nil
        }
    }
}

/// Moves old values into a store, once, and can be interrupted anywhere: keys of UserDefaults, and what is derived from
/// items of the keychain and from files of the app's own.
///
/// It copies in one transaction what the store lacks, reads that again from the disk, and only then removes from the
/// defaults what is in the store for certain. What changed in the meantime stays, and is reported. Keychain items and
/// files always stay.
public struct StoreMigration: Sendable {
    /// All keys of the defaults together, each old value that is kept elsewhere; or all of another store.
    private let steps: [any MigrationStep]
    private let destination: MigrationDestination

    package init(
        _ id: String, items: [MigrationItem], from source: GatedDefaults?, to destination: MigrationDestination,
        leavingOldValues isLeaving: Bool = false
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

    /// What the store has to know of it. Old values that are left may have been changed by an earlier version of the
    /// app, so that only a run in this process shows that there are none.
    func plans(leavingOldValues isLeaving: Bool) -> [StoreMigrationPlan] {
        let isOfExtension = steps.contains { $0.isOfExtension }
        return steps.map { step in
            StoreMigrationPlan(
                marker: step.names.marker, otherMarker: step.isOfExtension ? step.names.anyMarker : nil,
                keys: step.targets, hasToRunHere: isLeaving && !isOfExtension)
        }
    }

    /// Waits for the first unlock, at the store's gate, and runs the migration, or goes on with one that was
    /// interrupted. For an item of the keychain or a file that can be read only while the device is unlocked, it waits
    /// for that, too, and moves the others meanwhile.
    ///
    /// Returns once the removal was handed to UserDefaults and the store has recorded durably that all is done.
    ///
    /// - Throws: If an old value or the store is unavailable; run it again later. What can be had is moved all the
    ///   same. Where waiting does not help, as for `defaults(.stale)`, its keys are unavailable for
    ///   that reason, too, until a later run or launch. A task that is cancelled while it waits for an unlock throws
    ///   `cancelled`; later it finishes what it is at.
    @discardableResult
    public func run() async throws(MigrationError) -> MigrationReport {
        do throws(MigrationError) {
            try checkNames()
            try await destination.waitForFirstUnlock()
        } catch {
            for step in steps { destination.fail(step.names.marker, Self.reason(error)) }
            throw error
        }
        var report = MigrationReport(wasDone: true)
        var failure: MigrationError?
        for result in await results() {
            switch result {
            case .success(let part): report.add(part)
            case .failure(let error): failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return report
    }

    /// Of all steps, beside each other: one may wait for an unlock that others don't need.
    private func results() async -> [Result<MigrationReport, MigrationError>] {
        await withTaskGroup(of: (Int, Result<MigrationReport, MigrationError>).self) { group in
            for (index, step) in steps.enumerated() { group.addTask { (index, await result(of: step)) } }
            var results: [Int: Result<MigrationReport, MigrationError>] = [:]
            for await (index, result) in group { results[index] = result }
            return results.sorted { $0.key < $1.key }.map { $0.value }
        }
    }

    private func result(of step: any MigrationStep) async -> Result<MigrationReport, MigrationError> {
        do throws(MigrationError) {
            let report = try await step.run()
            destination.finish(step.names.marker)
            return .success(report)
        } catch {
            destination.fail(step.names.marker, Self.reason(error))
            return .failure(error)
        }
    }

    private static func reason(_ error: MigrationError) -> Unavailability? {
        switch error {
        // No waiting mends the app's code.
        case .ambiguous, .noDefaults, .shownInSettings, .unsuitableStore: .undecodable(reason: error.description)
        default: error.unavailability
        }
    }

    private func checkNames() throws(MigrationError) {
        // UserDefaults on Linux compares keys as String does.
        var sources: Set<String> = [DefaultsFreshness.sentinelKey]
        var targets: Set<ExactName> = []
        for step in steps {
            guard let part = step as? MigrationPart else { continue }
            for item in part.items {
                for key in item.sources where item.place == nil {
                    guard sources.insert(key).inserted else { throw .ambiguous(key: key) }
                    if part.source == nil { throw .noDefaults(key: key) }
                }
                // A key of the markers, too, is not for items.
                guard !item.target.isOfMigration, targets.insert(item.target).inserted
                else { throw .ambiguous(key: item.target.text) }
            }
        }
    }
}

/// What of a migration comes from one place.
protocol MigrationStep: Sendable {
    var names: MigrationNames { get }
    /// The keys of the store that it fills; nil for all.
    var targets: Set<ExactName>? { get }
    /// Whether the old values that this process sees are an extension's own, and not the app's.
    var isOfExtension: Bool { get }

    func run() async throws(MigrationError) -> MigrationReport
}
