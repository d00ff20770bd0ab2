import SiderealBase
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// UserDefaults of a simulated device, and a test's interventions: faults of the file, kills between two changes.
final class DefaultsWorld: Sendable {
    struct State: Sendable {
        var lock: DeviceLock? = .unlocked
        /// The gate's state, or `nil` for that of the device's lock.
        var gate: FirstUnlockGate.State?
        /// The content on disk, or `nil` for that of the file.
        var diskFault: DefaultsOnDisk?
        var launch = 1
        var touchesWhileClosed = 0
        /// The remaining changes of the defaults until the process is killed.
        var changesToLive = Int.max
        var isDead = false
        /// The values that the app sets as soon as others change the key.
        var echoes: [String: [String: PropertyListValue]] = [:]
    }

    static let domain = "app"

    private let state: Lock<State>
    private let preferences: SimulatedPreferences

    init(_ file: [String: PropertyListValue]? = nil) {
        let state = Lock(State())
        self.state = state
        preferences = SimulatedPreferences(
            lock: { state.withLock { $0.lock } }, now: { TrueInstant(nanoseconds: 0) })
        restore(file)
    }

    /// Replaces the file by the content of a backup.
    func restore(_ file: [String: PropertyListValue]?) { preferences.restore(file, of: Self.domain) }

    var disk: [String: PropertyListValue]? { preferences.file(of: Self.domain) }
    var touchesWhileClosed: Int { state.withLock { $0.touchesWhileClosed } }
    var isDead: Bool { state.withLock { $0.isDead } }
    private var launch: Int { state.withLock { $0.launch } }

    func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    /// Writes the values that the daemon was given.
    func flush() { preferences.write() }

    func restart() {
        relaunch()
        change { $0.lock = .beforeFirstUnlock }
    }

    func unlock() {
        change { $0.lock = .unlocked }
    }

    /// Ends the process and starts it anew. The daemon has written all values by then.
    func relaunch() {
        flush()
        preferences.end(process: launch)
        change { state in
            state.launch += 1
            state.changesToLive = .max
            state.isDead = false
        }
    }

    /// The same after a power cut: values that the daemon had not written are lost.
    func cutPower() {
        preferences.goDown(losingUnwritten: true)
        relaunch()
    }

    /// Reads like code of the app that bypasses the gate.
    func appReads(_ key: String) -> PropertyListValue? { touch()[key] }

    func appSets(_ key: String, _ value: PropertyListValue?) {
        let isDead = state.withLock { state in
            state.isDead = state.isDead || state.changesToLive <= 0
            if !state.isDead { state.changesToLive -= 1 }
            return state.isDead
        }
        guard !isDead, value != nil || touch()[key] != nil else { return }
        _ = touch()
        preferences.set(value, for: key, in: Self.domain, process: launch)
        let echoes = state.withLock { $0.echoes.removeValue(forKey: key) }
        for (other, answer) in echoes ?? [:] { appSets(other, answer) }
    }

    private func touch() -> [String: PropertyListValue] {
        change { if $0.lock == .beforeFirstUnlock { $0.touchesWhileClosed += 1 } }
        return preferences.values(of: Self.domain, process: launch)
    }

    /// Returns the gated defaults of the present launch.
    func defaults(environment: Environment = .live) -> GatedDefaults {
        let domain = preferences.domain(Self.domain, process: launch)
        let (onDisk, changes) = (domain.onDisk, domain.changes)
        return GatedDefaults(
            domain: DefaultsDomain(
                name: Self.domain, keys: { Set(self.touch().keys) }, value: { self.touch()[$0] },
                set: { self.appSets($0, $1) },
                remove: { self.appSets($0, nil) }, synchronize: { self.flush() },
                onDisk: { self.state.withLock { $0.diskFault } ?? onDisk() },
                changes: { key in
                    _ = self.touch()
                    return changes(key)
                }),
            word: "launch \(launch)",
            gate: FirstUnlockGate(environment: environment) {
                self.state.withLock { $0.gate ?? ($0.lock == .beforeFirstUnlock ? .beforeFirstUnlock : .unlocked) }
            })
    }
}

extension DefaultsOnDisk {
    /// A file with these keys, for tests that look at no values.
    static func keys(_ names: Set<String>) -> DefaultsOnDisk {
        .values(Dictionary(names.map { ($0, .boolean(true)) }) { first, _ in first })
    }
}
