import SiderealBase
import SiderealStorage
import SiderealSystem

/// A device with defaults, and a store that commits whole or not at all. Either can end the process at any step.
final class MigrationWorld: Sendable {
    /// The error that stands for the end of the process in its code.
    static let killed = StoreError(.notSaved, "killed")

    private struct State: Sendable {
        var store: [ExactName: [UInt8]] = [:]
        var steps = 0
        var lastStep = Int.max
        var loses: Set<ExactName> = []
        var interludes: [Int: @Sendable (MigrationWorld) -> Void] = [:]
    }

    let defaults: DefaultsWorld
    private let state = Lock(State())

    static let items = ["name", "count", "token"].map { key in
        MigrationItem(from: key, to: ExactName("store.\(key)")) { value throws(MigrationItem.NotConverted) in
            if case .other = value { throw MigrationItem.NotConverted(value.kind) }
            return encoded(value)
        }
    }

    static let marker = MigrationMarker.name(of: "one", moving: items, from: DefaultsWorld.domain)

    static func encoded(_ value: PropertyListValue) -> [UInt8] { Array("\(value.kind):".utf8) + value.fingerprint }

    init(_ defaults: [String: PropertyListValue]?) {
        self.defaults = DefaultsWorld(defaults)
    }

    var store: [ExactName: [UInt8]] { state.withLock { $0.store } }
    var steps: Int { state.withLock { $0.steps } }
    var phase: MigrationMarker.Phase? {
        store[Self.marker].flatMap { MigrationMarker(bytes: $0) }?.phase
    }

    func put(_ name: ExactName, _ bytes: [UInt8]?) {
        state.withLock { $0.store[name] = bytes }
    }

    /// Makes the store acknowledge these values without keeping them.
    func lose(_ names: Set<ExactName>) {
        state.withLock { $0.loses = names }
    }

    /// Kills the process after so many steps of the store.
    func dieAfter(_ steps: Int) {
        state.withLock { $0.lastStep = $0.steps + steps }
    }

    /// Runs a closure right before a step of the store, counted from now.
    func before(_ step: Int, _ action: @escaping @Sendable (MigrationWorld) -> Void) {
        state.withLock { $0.interludes[$0.steps + step] = action }
    }

    func relaunch() {
        state.withLock { $0.lastStep = .max }
        defaults.relaunch()
    }

    func cutPower() {
        state.withLock { $0.lastStep = .max }
        defaults.cutPower()
    }

    func run(
        _ items: [MigrationItem] = MigrationWorld.items, keepingOldValues isLeaving: Bool = false
    ) async throws(StoreMigration.Failure) -> StoreMigration.Report {
        try await StoreMigration(
            "one", items: items, from: defaults.defaults(), to: destination, keepingOldValues: isLeaving
        ).run()
    }

    private var destination: MigrationDestination {
        MigrationDestination(
            waitForFirstUnlock: {}, fail: { _, _ in },
            read: { names async throws(StoreMigration.Failure) in
                try self.step()
                return self.present(names)
            },
            transact: { names, body async throws(StoreMigration.Failure) in
                try self.step()
                let changes = body(self.present(names))
                self.state.withLock { state in
                    for (name, bytes) in changes where !state.loses.contains(name) { state.store[name] = bytes }
                }
                // The other half of a kill: committed, but not reported.
                try self.step()
            })
    }

    private func present(_ names: [ExactName]) -> [ExactName: [UInt8]] {
        state.withLock { state in state.store.filter { names.contains($0.key) } }
    }

    private func step() throws(StoreMigration.Failure) {
        let interlude = state.withLock { $0.interludes.removeValue(forKey: $0.steps) }
        interlude?(self)
        if defaults.isDead { throw .notWritten(Self.killed) }
        let isOver = state.withLock { state in
            guard state.steps < state.lastStep else { return true }
            state.steps += 1
            return false
        }
        if isOver { throw .notWritten(Self.killed) }
    }
}
