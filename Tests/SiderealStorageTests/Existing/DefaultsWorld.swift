import SiderealCore
import SiderealStorage
import SiderealSystem

/// A device with UserDefaults whose cache is filled by the first touch of each launch, and kept, be it the empty
/// answer.
final class DefaultsWorld: Sendable {
    struct State: Sendable {
        /// Nil: no file.
        var disk: [String: PropertyListValue]?
        /// What this launch is served; nil until somebody touches it.
        var cache: [String: PropertyListValue]?
        /// What the daemon has yet to write; nil values are removals.
        var pending: [String: PropertyListValue?] = [:]
        var isUnlocked = true
        /// Nil: what the lock says.
        var gate: FirstUnlockState?
        var diskFault: DefaultsOnDisk?
        var markerState = false
        var launch = 1
        var touchesWhileClosed = 0
        /// Counts down the changes of the defaults until the process is killed.
        var changesToLive = Int.max
        var isDead = false
        /// What the app sets as soon as the key is changed by others.
        var echoes: [String: [String: PropertyListValue]] = [:]

        mutating func touch() -> [String: PropertyListValue] {
            if !isUnlocked { touchesWhileClosed += 1 }
            let served = cache ?? (isUnlocked ? disk ?? [:] : [:])
            cache = served
            return served
        }

        mutating func change(_ key: String, _ value: PropertyListValue?) {
            isDead = isDead || changesToLive <= 0
            guard !isDead else { return }
            changesToLive -= 1
            // What is not served is not there to be removed.
            guard value != nil || touch()[key] != nil else { return }
            _ = touch()
            cache?[key] = value
            pending[key] = .some(value)
            for (other, answer) in echoes.removeValue(forKey: key) ?? [:] { change(other, answer) }
        }

        mutating func flush() {
            guard isUnlocked, !pending.isEmpty else { return }
            var written = disk ?? [:]
            for (key, value) in pending { written[key] = value }
            disk = written.isEmpty ? nil : written
            pending = [:]
        }
    }

    private let state: Lock<State>

    init(_ disk: [String: PropertyListValue]? = nil) {
        state = Lock(State(disk: disk))
    }

    var disk: [String: PropertyListValue]? { state.withLock { $0.disk } }
    var touchesWhileClosed: Int { state.withLock { $0.touchesWhileClosed } }
    var isDead: Bool { state.withLock { $0.isDead } }
    var markerState: Bool { state.withLock { $0.markerState } }

    func change(_ body: @Sendable (inout State) -> Void) {
        state.withLock { body(&$0) }
    }

    func restart() {
        relaunch()
        change { $0.isUnlocked = false }
    }

    func unlock() {
        change { $0.isUnlocked = true }
    }

    /// Ends the process and starts it anew; the daemon has written by then what it was given.
    func relaunch() {
        change { state in
            state.flush()
            state.cache = nil
            state.launch += 1
            state.changesToLive = .max
            state.isDead = false
        }
    }

    /// The same, after a power cut: what the daemon had not written is gone.
    func cutPower() {
        change { $0.pending = [:] }
        relaunch()
    }

    /// Code of the app that goes past the gate.
    func appReads(_ key: String) -> PropertyListValue? {
        state.withLock { $0.touch()[key] }
    }

    func appSets(_ key: String, _ value: PropertyListValue?) {
        change { $0.change(key, value) }
    }

    /// The gated defaults of the present launch.
    func defaults() -> GatedDefaults {
        GatedDefaults(
            domain: domain,
            marker: DefaultsCreationMarker(
                isThere: { self.state.withLock { $0.markerState } },
                make: { self.state.withLock { $0.markerState = true } }),
            word: "launch \(state.withLock { $0.launch })",
            gate: { self.state.withLock { $0.gate ?? ($0.isUnlocked ? .unlocked : .beforeFirstUnlock) } })
    }

    private var domain: DefaultsDomain {
        DefaultsDomain(
            keys: { self.state.withLock { Set($0.touch().keys) } },
            value: { key in self.state.withLock { $0.touch()[key] } },
            set: { key, value in self.state.withLock { $0.change(key, value) } },
            remove: { key in self.state.withLock { $0.change(key, nil) } },
            synchronize: { self.state.withLock { $0.flush() } },
            keysOnDisk: {
                self.state.withLock { state in
                    if !state.isUnlocked { return .unreadable(errno: 1) }
                    return state.diskFault ?? state.disk.map { .keys(Set($0.keys)) } ?? .missing
                }
            })
    }
}
