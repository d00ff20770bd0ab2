package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A gate that reports whether the device was unlocked since it restarted, and lets callers wait for the unlock.
///
/// Before the first unlock, protected files, defaults and keychain items seem to be missing, but are not. The gate
/// opens once the device was unlocked, and stays open in this process. In every other state the gate is closed, and
/// reads of protected data prove nothing.
///
/// The gate uses no application object, so it works in extensions. It reads a small file of its own, `canary`, that the
/// system protects until the first unlock. While the gate is closed, it rereads the canary:
/// - each time you read ``state``;
/// - when the system announces an unlock, or the app becomes active;
/// - while a task waits or listens, after 0.25 s, 0.5 s and so on up to every 30 s.
///
/// Systems without protected files (Macs, simulators, Linux) report `unlocked` at the first check, provided that the
/// canary can be written.
public final class FirstUnlockGate: Sendable {
    /// The gate of this process, with its canary in the standard directory for state.
    ///
    /// If the system has no place for state, the gate stays `indeterminate` with ENOENT.
    public static let shared = FirstUnlockGate(liveIn: StandardDirectories.state())

    package let environment: Environment
    private let probe: @Sendable () -> FirstUnlockGate.State
    let memory = Lock(Memory())

    /// Creates a gate with its canary in another directory, which a check creates if it is missing.
    ///
    /// The gate opens and creates nothing before its first check. An app and its extensions may share a directory.
    public convenience init(directory: URL) {
        self.init(liveIn: directory.path)
    }

    private convenience init(liveIn directory: String?) {
        var environment = Environment.live
        // Polling is never urgent, whatever the priority of the first task that waits.
        environment.scheduler.start = { work in Task.detached(priority: .utility) { await work() } }
        if let directory {
            self.init(directory: directory, environment: environment, mark: CanaryProbe.excludeFromBackup)
        } else {
            self.init(environment: environment) { .indeterminate(errno: ErrorNumber.notFound.rawValue) }
        }
    }

    /// Creates a gate with its canary in a directory of an environment's disk.
    package convenience init(
        directory: String, environment: Environment, mark: @escaping @Sendable (_ path: String) -> Void = { _ in }
    ) {
        let probe = CanaryProbe(
            path: directory + "/canary", disk: RetryingFileSystem(base: environment.disk), mark: mark)
        self.init(environment: environment, probe: probe.readState)
    }

    /// Creates a gate with another probe than a canary.
    package init(environment: Environment, probe: @escaping @Sendable () -> FirstUnlockGate.State) {
        self.environment = environment
        self.probe = probe
    }

    /// The state of the gate. An open gate returns its known state; a closed gate checks again.
    ///
    /// A check takes a few system calls on the caller's thread, and never waits for an unlock. If the check opens the
    /// gate, it runs the closures of ``onFirstUnlock(_:)`` before it returns.
    public var state: FirstUnlockGate.State {
        let known = memory.withLock { $0.latch.state }
        return known.isUnlocked ? known : readState()
    }

    /// Opens the gate, because a file was read that is readable only after the first unlock.
    package func recordReadable() {
        record(.unlocked)
    }

    // MARK: - Looking

    @discardableResult
    func readState() -> FirstUnlockGate.State {
        record(probe())
    }

    /// Records the result of a check, notifies listeners, and runs the pending closures. Returns the known state after
    /// that.
    ///
    /// Checks may overlap. A late one can report an older reason for a closed gate, but none closes an open gate.
    @discardableResult
    private func record(_ found: FirstUnlockGate.State) -> FirstUnlockGate.State {
        let (known, opening) = memory.withLock { memory in
            let change = memory.latch.record(found)
            if let change { memory.changes.append(Change(state: change, listeners: memory.listenersInOrder)) }
            return (memory.latch.state, change == .unlocked ? memory.open() : nil)
        }
        notifyListeners()
        opening?.carryOut()
        return known
    }

    /// Starts to observe the system's notifications, once.
    func beginNotifications() {
        let isFirst = memory.withLock { memory in
            guard !memory.hasBegunNotifications, !memory.latch.state.isUnlocked else { return false }
            memory.hasBegunNotifications = true
            return true
        }
        let observe = environment.notifications.observe
        guard isFirst,
            let observer = observe([.didUnlock, .didBecomeActive], { [weak self] _ in _ = self?.state })
        else { return }
        memory.withLock { memory in
            if !memory.latch.state.isUnlocked { memory.observer = observer }
        }
        // The device may have been unlocked after the last check, and before this gate observed notifications.
        _ = state
    }

    /// Checks at growing intervals until the gate is open. The task is cancelled once nothing waits or listens.
    func poll() async {
        var pauses = BackOff()
        while (try? await environment.scheduler.wait(pauses.next())) != nil, !Task.isCancelled {
            if readState().isUnlocked { return }
        }
    }
}

/// The growing pauses between checks.
package struct BackOff: Sendable {
    private var pause = Duration.milliseconds(250)

    package init() {}

    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(30)) }
        return pause
    }
}
