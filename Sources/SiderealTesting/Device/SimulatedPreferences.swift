package import SiderealCore
package import SiderealStorage
import SiderealSystem

/// The UserDefaults of a simulated device: their files, the daemon that writes these, and each process's view.
///
/// A value that a process sets goes to the daemon at once, and outlives the process. The daemon writes it within ten
/// seconds, and before the device goes down. A power cut loses unwritten values. Before the first unlock the daemon can
/// neither read nor write. A process that reads then sees only the values that were set since the boot, and until it
/// ends only these and its own.
package final class SimulatedPreferences: Sendable {
    package typealias Values = [String: PropertyListValue]

    /// One domain: that of an app, or a suite.
    struct Domain: Sendable {
        /// The values in the domain's file, or `nil` if there is no file.
        var file: Values?
        /// The changes that the daemon has yet to write. A `nil` value is a removal.
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

    private struct State: Sendable {
        var domains: [String: Domain] = [:]
        /// The values that each process sees that has read before the first unlock.
        var early: [Viewer: Values] = [:]

        mutating func values(of viewer: Viewer, _ isReadable: Bool) -> Values {
            if let seen = early[viewer] { return seen }
            if isReadable { return domains[viewer.domain]?.merged ?? [:] }
            // The daemon still has the values that it was given since the boot.
            let seen = domains[viewer.domain]?.unwritten.compactMapValues { $0 } ?? [:]
            early[viewer] = seen
            return seen
        }
    }

    /// The longest time that the daemon takes to write a change.
    package static let delay: Nanoseconds = .seconds(10)

    private let state = Lock(State())
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

    /// Sets a value, or removes it if the value is `nil`. A key that the process doesn't see is not removed.
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
    }

    /// Returns the domain as the library's adapters show it to a process.
    package func domain(_ name: String, process: Int) -> DefaultsDomain {
        DefaultsDomain(
            name: name, keys: { Set(self.values(of: name, process: process).keys) },
            value: { self.values(of: name, process: process)[$0] },
            set: { self.set($1, for: $0, in: name, process: process) },
            remove: { self.set(nil, for: $0, in: name, process: process) }, synchronize: { self.write() },
            keysOnDisk: { self.keysOnDisk(of: name) })
    }

    // MARK: - On the disk

    /// Returns the values in the domain's file, or `nil` if there is no file.
    package func file(of domain: String) -> Values? { withState { state, _ in state.domains[domain]?.file } }

    /// Replaces the domain's file, as the restore of a backup does.
    package func restore(_ file: Values?, of domain: String) {
        withState { state, _ in state.domains[domain] = Domain(file: file) }
    }

    private func keysOnDisk(of domain: String) -> DefaultsOnDisk {
        withState { state, isReadable in
            guard isReadable else { return .unavailable(.locked) }
            return state.domains[domain]?.file.map { .keys(Set($0.keys)) } ?? .missing
        }
    }

    /// Lets the daemon write all changes, if it can.
    package func write() {
        withState { state, isReadable in
            guard isReadable else { return }
            for name in state.domains.keys { state.domains[name]?.write() }
        }
    }

    /// All domains, without the views of processes that read before the first unlock.
    var domains: [String: Domain] {
        get { withState { state, _ in state.domains } }
        set { withState { state, _ in state = State(domains: newValue) } }
    }

    // MARK: - Events

    /// Forgets the view of a process that ends.
    package func end(process: Int) {
        withState { state, _ in state.early = state.early.filter { $0.key.process != process } }
    }

    /// Ends the daemon with the device. It writes all changes first, unless the power is cut.
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
