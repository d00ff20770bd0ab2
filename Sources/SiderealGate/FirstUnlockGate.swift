package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Tells whether the device was unlocked since it restarted, and lets callers wait for that.
///
/// Before the first unlock protected files, defaults and keychain items seem to be missing, and are not. The gate is
/// open once the device was unlocked, and stays open in this process; in every other state it is closed, and what is
/// read says nothing.
///
/// It asks no application object, so that it works in extensions. It finds out by reading a small file of its own,
/// `canary`, that the system protects until the first unlock. While it is closed it reads that again at each question,
/// when the system announces an unlock, when the app becomes active, and, only while a task waits or listens, after
/// 0.25 s, 0.5 s and so on up to every 30 s. Systems without protected files (Macs, simulators, Linux) answer
/// `unlocked` at the first question, provided that the canary can be written.
public final class FirstUnlockGate: Sendable {
    /// The gate of this process, with its canary in the standard directory for state.
    ///
    /// Where this system has no place for state, it stays `indeterminate` with ENOENT.
    public static let shared = FirstUnlockGate(liveIn: StandardDirectories.state())

    package let environment: Environment
    private let probe: @Sendable () -> FirstUnlockState
    let memory = Lock(Memory())

    /// A gate with its canary in another directory, which is made where it is missing.
    ///
    /// Nothing is opened or made before the first question. An app and its extensions may share a directory.
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

    /// A gate with its canary in a directory of an environment's disk.
    package convenience init(
        directory: String, environment: Environment, mark: @escaping @Sendable (_ path: String) -> Void = { _ in }
    ) {
        let probe = CanaryProbe(
            path: directory + "/canary", disk: RetryingFileSystem(base: environment.disk), mark: mark)
        self.init(environment: environment, probe: probe.readState)
    }

    /// A gate that finds out in another way than by a canary.
    package init(environment: Environment, probe: @escaping @Sendable () -> FirstUnlockState) {
        self.environment = environment
        self.probe = probe
    }

    /// Whether the device was unlocked since it restarted: what is known if the gate is open, else what a look finds
    /// now.
    ///
    /// A look takes a few system calls on the caller's thread, and never waits for an unlock. One that opens the gate
    /// runs what ``onFirstUnlock(_:)`` was given, before it returns.
    public var state: FirstUnlockState {
        let known = memory.withLock { $0.latch.state }
        return known.isUnlocked ? known : readState()
    }

    /// Opens the gate, because a file was read that can be read only after the first unlock.
    package func recordReadable() {
        record(.unlocked)
    }

    // MARK: - Looking

    @discardableResult
    func readState() -> FirstUnlockState {
        record(probe())
    }

    /// Records what a look found, notifies listeners, and runs what was to run; returns what is known by then.
    ///
    /// Looks may overlap. One that ends late can name an older reason for being closed; none closes an open gate.
    @discardableResult
    private func record(_ found: FirstUnlockState) -> FirstUnlockState {
        let (known, opening) = memory.withLock { memory in
            let change = memory.latch.record(found)
            if let change { memory.changes.append(Change(state: change, listeners: memory.listenersInOrder)) }
            return (memory.latch.state, change == .unlocked ? memory.open() : nil)
        }
        notifyListeners()
        opening?.carryOut()
        return known
    }

    /// Begins to observe the system's notifications, once.
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
        // The device may have been unlocked after the look that led here, and before this gate observed it.
        _ = state
    }

    /// Looks less and less often until the gate is open. The task is cancelled once nothing waits or listens.
    func poll() async {
        var pauses = BackOff()
        while (try? await environment.scheduler.wait(pauses.next())) != nil, !Task.isCancelled {
            if readState().isUnlocked { return }
        }
    }
}

/// The pauses between looks.
package struct BackOff: Sendable {
    private var pause = Duration.milliseconds(250)

    package init() {}

    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, .seconds(30)) }
        return pause
    }
}
