import SiderealClocks
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import SiderealTime

/// A device for stories: time passes, clocks are set and boots begin when the test calls for it, and each launch is a
/// process of its own on one simulated disk.
///
/// Not a `SimulatedDevice`, which keeps all work on the caller's thread and whose clocks never fail: here tasks run in
/// parallel, background work waits until the test runs it, and a test can break a clock or an identity.
final class StoryDevice: Sendable {
    struct State: Sendable {
        /// The true time in nanoseconds. `boot` is the start of this boot.
        var now: Int64 = 1_800_000_000_000_000_000
        var boot: Int64 = 1_799_999_000_000_000_000
        var slept: Int64 = 0
        /// The error of the wall clock.
        var wallError: Int64 = 0
        var suspendMark: Int64? = 0
        var identity: String? = "boot 1"
        var machine: String? = "machine"
        var clockError: ClockError?
        var launches = 0
        /// A Boolean value that indicates whether each wait lets its own time pass.
        var passesByItself = false
        var pending: [@Sendable () -> Void] = []
        /// A gate for each launch, closed until ``unlock()``.
        var gates: [FirstUnlockGate] = []
    }

    static let directory = "/state/sidereal"
    static let record = directory + "/state"

    let disk = SimulatedDisk()
    let waits = HeldWaits()
    let notifications = SimulatedNotifications()
    /// The notifications that gates observe while a task waits for them.
    let unlocks = SimulatedNotifications()
    private let state: Lock<State>

    init(identity: String? = "boot 1", machine: String? = "machine") {
        state = Lock(State(identity: identity, machine: machine))
        waits.release(upTo: truth)
    }

    var now: State { state.withLock { $0 } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    // MARK: - Events

    /// Waits until so much time has passed on the device.
    private func wait(_ span: Duration) async throws(CancellationError) {
        let length = Nanoseconds(clamping: span).orZero
        guard now.passesByItself else { return try await waits.wait(span, until: truth + length) }
        await Task.yield()
        if Task.isCancelled { throw CancellationError() }
        // Ten years are as good as for ever.
        pass(nanoseconds: min(length.count, 315_576_000_000_000_000))
        try await waits.wait(span, until: truth)
    }

    func pass(seconds: Int64) { pass(nanoseconds: seconds * 1_000_000_000) }

    func pass(nanoseconds: Int64) {
        change { $0.now += nanoseconds }
        waits.release(upTo: truth)
    }

    func setClock(forward seconds: Int64) { change { $0.wallError += seconds * 1_000_000_000 } }

    /// Posts the notification of a kernel that notices the setting of its clock.
    func announceThatTheClockWasSet() { notifications.post(.clockSet) }

    /// Unlocks the device for the first time since its restart.
    func unlock() {
        disk.setLock(.unlocked)
        unlocks.post(.didUnlock)
    }

    /// Sleeps for a while, of which the clocks miss so much.
    func suspend(seconds: Int64, uncounted milliseconds: Int64 = 0) {
        change { state in
            state.slept += seconds * 1_000_000_000 - milliseconds * 1_000_000
            state.boot += milliseconds * 1_000_000
            state.wallError -= milliseconds * 1_000_000
            state.suspendMark = state.suspendMark.map { $0 + 1 }
        }
        pass(seconds: seconds)
    }

    /// Turns the device off for a while, and starts a boot that has been up for a while. The hardware clock continues
    /// from the wall clock.
    func reboot(offFor off: Int64 = 20, upFor up: Int64 = 5) {
        pass(seconds: off)
        change { state in
            (state.boot, state.slept, state.suspendMark) = (state.now, 0, 0)
            state.identity = state.identity.map { $0 + ", rebooted" }
        }
        pass(seconds: up)
    }

    // MARK: - Processes

    /// The environment of the latest launch.
    var environment: Environment {
        Environment(
            disk: disk.process(now.launches),
            scheduler: Environment.Scheduler(
                wait: { span async throws(CancellationError) in try await self.wait(span) },
                start: { work in Task { await work() } },
                background: { work in self.change { $0.pending.append(work) } }, inPlace: { _ in false }),
            notifications: notifications.environment)
    }

    var clocks: DeviceClocks {
        DeviceClocks(
            model: ClockModel.linux.withoutTicks, source: StoryClocks(device: self),
            bootIdentity: { self.now.identity.flatMap { BootIdentity($0) } },
            machineIdentity: { _ in self.now.machine.flatMap { MachineIdentity($0) } })
    }

    /// Returns a gate that stays closed until ``unlock()``, whatever the state of the disk.
    private func gate() -> FirstUnlockGate {
        var environment = environment
        environment.notifications = unlocks.environment
        environment.notifications.announcesEveryUnlock = true
        let gate = FirstUnlockGate(environment: environment) { [disk] in
            disk.lock == .unlocked ? .unlocked : .beforeFirstUnlock
        }
        change { $0.gates.append(gate) }
        return gate
    }

    /// The number of the next launch's process.
    var nextProcess: Int { now.launches + 1 }

    func launch(
        _ observer: String = "app", journal: String? = nil, savesAutomatically: Bool = false
    ) throws(ObservatoryError) -> Observatory {
        change { $0.launches += 1 }
        return try Observatory(
            directory: StoryDevice.directory, observer: observer, journal: journal,
            savesAutomatically: savesAutomatically, gate: gate(), environment: environment, clocks: clocks)
    }

    /// Launches, saves and ends a process.
    func launchAndSave(_ observer: String = "app") throws(ObservatoryError) {
        try launch(observer).save()
    }

    func runBackground() {
        for work in takeBackground() { work() }
    }

    /// Returns the waiting background work, for the caller to run.
    func takeBackground() -> [@Sendable () -> Void] {
        state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// Returns a process's calls to the disk so far.
    func calls(of process: Int) -> [String] { disk.trace.filter { $0.hasPrefix("\(process) ") } }
}

private struct StoryClocks: ClockSource {
    let device: StoryDevice

    func attempt() throws(ClockError) -> ClockAttempt {
        let state = device.now
        if let error = state.clockError { throw error }
        let elapsed = state.now - state.boot
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: state.now + state.wallError),
            elapsed: ElapsedInstant(nanoseconds: elapsed),
            awake: AwakeInstant(nanoseconds: elapsed - state.slept),
            kernelBootTime: WallInstant(nanoseconds: state.boot + state.wallError), suspendMark: state.suspendMark)
        return ClockAttempt(reading: reading, span: .zero, isSteady: true)
    }
}
