package import SiderealCore
package import SiderealStorage
import SiderealSystem

/// The UserDefaults of a simulated device: the files, the daemon that writes the files, and each process's view.
///
/// The daemon receives a new value at once, so the value outlives the process that set it. The daemon writes the value
/// to the file within ten seconds, and also before the device shuts down. A power cut loses unwritten values.
///
/// Before the first unlock, the daemon can't read or write files. If a process reads at that time, it sees only the
/// values that processes have set since the boot. Until the process ends, it sees only those values and its own later
/// changes.
package final class SimulatedPreferences: Sendable {
    package typealias Values = [String: PropertyListValue]

    /// The domain of an app, or of a suite.
    struct Domain: Sendable {
        /// The values in the domain's file, or `nil` if there is no file.
        var file: Values?
        /// The changes that the daemon has not written yet. A `nil` value is a removal.
        var unwritten: [String: PropertyListValue?] = [:]
        /// The time of the oldest unwritten change.
        var since: TrueInstant?

        var merged: Values {
            (file ?? [:]).merging(unwritten.compactMapValues { $0 }) { $1 }.filter { unwritten[$0.key] != .some(nil) }
        }

        mutating func write() {
            guard !unwritten.isEmpty else { return }
            let all = merged
            self = Domain(file: all.isEmpty ? nil : all)
        }
    }

    private struct Viewer: Hashable {
        let process: Int
        let domain: String
    }

    /// A change of a domain: either a process changed one key, or a restore may have changed any key.
    private struct Change: Sendable {
        let domain: String
        var process: Int?
        var key: String?

        /// Returns whether a process that follows a key receives this change. A process receives all its own changes.
        /// It receives changes by other processes only if they affect the followed key, and that key can be observed.
        func isTold(to viewer: Viewer, following followed: String) -> Bool {
            guard domain == viewer.domain else { return false }
            return process == viewer.process || ((key ?? followed) == followed && DefaultsDomain.canObserve(followed))
        }
    }

    private struct State: Sendable {
        var domains: [String: Domain] = [:]
        /// The views of the processes that have read before the first unlock.
        var early: [Viewer: Values] = [:]

        mutating func values(of viewer: Viewer, _ isReadable: Bool) -> Values {
            if let seen = early[viewer] { return seen }
            if isReadable { return domains[viewer.domain]?.merged ?? [:] }
            // The daemon has the values that processes have set since the boot.
            let seen = domains[viewer.domain]?.unwritten.compactMapValues { $0 } ?? [:]
            early[viewer] = seen
            return seen
        }
    }

    /// The longest time that the daemon takes to write a change.
    package static let delay: Nanoseconds = .seconds(10)

    private let state = Lock(State())
    private let changes = Broadcaster<Change>()
    private let lock: @Sendable () -> DeviceLock?
    private let now: @Sendable () -> TrueInstant

    package init(lock: @escaping @Sendable () -> DeviceLock?, now: @escaping @Sendable () -> TrueInstant) {
        self.lock = lock
        self.now = now
    }

    // MARK: - A process's view

    package func values(of domain: String, process: Int) -> Values {
        withState { state, isReadable in state.values(of: Viewer(process: process, domain: domain), isReadable) }
    }

    /// Sets the value of a key. A `nil` value removes the key, but only if the process sees the key.
    package func set(_ value: PropertyListValue?, for key: String, in domain: String, process: Int) {
        let (viewer, now) = (Viewer(process: process, domain: domain), now())
        withState { state, isReadable in
            guard value != nil || state.values(of: viewer, isReadable)[key] != nil else { return }
            state.early[viewer]?[key] = value
            var changed = state.domains[domain] ?? Domain()
            changed.unwritten[key] = .some(value)
            changed.since = changed.since ?? now
            state.domains[domain] = changed
        }
        changes.send(Change(domain: domain, process: process, key: key))
    }

    /// Returns a process's view of the domain, in the form that the library uses.
    package func domain(
        _ name: String, process: Int, isAlive: @escaping @Sendable () -> Bool = { true }
    ) -> DefaultsDomain {
        DefaultsDomain(
            name: name, keys: { Set(self.values(of: name, process: process).keys) },
            value: { self.values(of: name, process: process)[$0] },
            set: { self.set($1, for: $0, in: name, process: process) },
            remove: { self.set(nil, for: $0, in: name, process: process) }, synchronize: { self.write() },
            onDisk: { self.onDisk(name) },
            changes: { key in
                // Observing a key reads its value.
                _ = self.values(of: name, process: process)
                let viewer = Viewer(process: process, domain: name)
                return self.changes.stream(buffering: 1) {
                    $0.isTold(to: viewer, following: key) && isAlive() ? () : nil
                }
            })
    }

    // MARK: - On the disk

    /// Returns the values in the domain's file, or `nil` if there is no file.
    package func file(of domain: String) -> Values? { withState { state, _ in state.domains[domain]?.file } }

    /// Replaces the domain's file, as the restore of a backup does.
    package func restore(_ file: Values?, of domain: String) {
        withState { state, _ in state.domains[domain] = Domain(file: file) }
        changes.send(Change(domain: domain))
    }

    private func onDisk(_ domain: String) -> DefaultsOnDisk {
        withState { state, isReadable in
            guard isReadable else { return .unavailable(.locked) }
            return state.domains[domain]?.file.map { .values($0) } ?? .missing
        }
    }

    /// Lets the daemon write all changes. Before the first unlock, the call has no effect.
    package func write() {
        withState { state, isReadable in
            guard isReadable else { return }
            for name in state.domains.keys { state.domains[name]?.write() }
        }
    }

    /// All domains. The setter also drops the views of processes that have read before the first unlock.
    var domains: [String: Domain] {
        get { withState { state, _ in state.domains } }
        set { withState { state, _ in state = State(domains: newValue) } }
    }

    // MARK: - Events

    /// Drops the view of a process that has ended.
    package func end(process: Int) {
        withState { state, _ in state.early = state.early.filter { $0.key.process != process } }
    }

    /// Ends the daemon, because the device shuts down. Unless the power is cut, the daemon first writes all changes.
    package func goDown(losingUnwritten isPowerCut: Bool) {
        if !isPowerCut { write() }
        withState { state, _ in
            state = State(domains: state.domains.mapValues { Domain(file: $0.file) })
        }
    }

    /// Calls `body` after the daemon has written the changes that are due.
    private func withState<Result: Sendable>(_ body: (inout State, _ isReadable: Bool) -> Result) -> Result {
        let (isReadable, now) = (lock() != .beforeFirstUnlock, now())
        return state.withLock { state in
            if isReadable {
                for (name, domain) in state.domains {
                    guard let since = domain.since, now - since >= Self.delay else { continue }
                    state.domains[name]?.write()
                }
            }
            return body(&state, isReadable)
        }
    }
}
