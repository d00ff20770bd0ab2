package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A gate that reports whether the device has been unlocked since it restarted, and lets callers wait for the unlock.
///
/// ```swift
/// if FirstUnlockGate.shared.state != .unlocked { showLaunchScreen() }
/// try await FirstUnlockGate.shared.waitForFirstUnlock()
/// openDatabase()
/// ```
///
/// Before the first unlock, protected files, defaults and keychain items seem to be missing, even if they exist. The
/// gate opens when it finds that the device has been unlocked. The gate then stays open until the process ends. While
/// the gate is closed, a failed read does not prove that data is missing.
///
/// The gate does not use `UIApplication.shared`, so it works in extensions. Instead, the gate reads its *canary*, a
/// small file that the system locks until the first unlock. While the gate is closed, it rereads the canary:
/// - each time you read ``state``;
/// - when the system announces an unlock, or the app becomes active;
/// - at intervals that grow from 0.25 s to 30 s, while a task waits for the unlock or reads ``states``, or while a
///   closure of ``onFirstUnlock(_:)`` is pending.
///
/// Macs, simulators and Linux have no protected files. On these systems, the gate opens at the first check if it can
/// write the canary.
public final class FirstUnlockGate: Sendable {
    /// The shared gate of this process. The gate's canary is in the standard directory for the process's state.
    ///
    /// If the system provides no such directory, the gate stays `indeterminate` with ENOENT.
    public static let shared = FirstUnlockGate(liveIn: StandardDirectories.state())

    package let environment: Environment
    private let probe: @Sendable () -> FirstUnlockGate.State
    let memory = Lock(Memory())

    /// Creates a gate with its canary in a directory of your choice. The first check creates a missing directory.
    ///
    /// This initializer does not access the disk. An app and its extensions may use the same directory.
    public convenience init(directory: URL) {
        self.init(liveIn: directory.path)
    }

    private convenience init(liveIn directory: String?) {
        var environment = Environment.live
        // Polling is never urgent, so this task ignores the priority of the task that waits first.
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

    /// Creates a gate that uses the given probe instead of a canary.
    package init(environment: Environment, probe: @escaping @Sendable () -> FirstUnlockGate.State) {
        self.environment = environment
        self.probe = probe
    }

    /// The state of the gate. If the gate is open, this property returns `unlocked` at once. Otherwise the gate checks
    /// whether it can read its canary.
    ///
    /// A check makes a few system calls on the caller's thread, and never waits for an unlock. If the check opens the
    /// gate, the closures of ``onFirstUnlock(_:)`` run before this property returns.
    public var state: FirstUnlockGate.State {
        let known = memory.withLock { $0.latch.state }
        return known.isUnlocked ? known : readState()
    }

    /// Opens the gate. Call this method after you have read a file that is readable only after the first unlock.
    package func recordReadable() {
        record(.unlocked)
    }

    // MARK: - Checks

    @discardableResult
    func readState() -> FirstUnlockGate.State {
        record(probe())
    }

    /// Records the result of a check, and notifies listeners of a change. If the gate opens, this method also runs the
    /// pending closures. Returns the resulting state.
    ///
    /// Checks may overlap. A late result can replace the reason of a closed gate with an older reason, but it can't
    /// close an open gate.
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
        // The device may have been unlocked between the last check and the registration, so check again.
        _ = state
    }

    /// Checks the device at increasing intervals until the gate is open. The gate cancels this task once no closure and
    /// no listener is left.
    func poll() async {
        var pauses = BackOff()
        while (try? await environment.scheduler.wait(pauses.next())) != nil, !Task.isCancelled {
            if readState().isUnlocked { return }
        }
    }
}

/// The increasing pauses between checks.
package struct BackOff: Sendable {
    private var pause = Duration.milliseconds(250)

    package init() {}

    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(30)) }
        return pause
    }
}
