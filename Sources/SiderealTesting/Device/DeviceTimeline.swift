package import SiderealCore
import SiderealSystem

/// The true time of a device, its clocks and its history.
final class DeviceTimeline: SimulatedTimeline {
    struct Entry: Sendable {
        var at: TrueInstant
        var event: DeviceEvent
        var text: String { event.text }
    }

    private struct State: Sendable {
        var truth: TrueInstant
        var machine: SimulatedMachine
        /// The generator of the crystal's next rate, or `nil` if the rate is constant.
        var wandering: SplitMix64?
        var story: [Entry] = []

        mutating func record(_ event: DeviceEvent) { story.append(Entry(at: truth, event: event)) }
    }

    static var beginning: TrueInstant { SimulatedMachine.beginning }

    let hasPasscode: Bool
    private let seed: UInt64
    private let state: Lock<State>

    init(_ make: MachineMake, seed: UInt64, hasPasscode: Bool) {
        self.hasPasscode = hasPasscode
        self.seed = seed
        let truth = Self.beginning
        state = Lock(State(truth: truth, machine: SimulatedMachine(make, truth: truth)))
    }

    // MARK: - Truth

    var now: TrueInstant { state.withLock { $0.truth } }
    var machine: SimulatedMachine { state.withLock { $0.machine } }
    var elapsed: ElapsedInstant { machine.reading.elapsed }
    var story: [Entry] { state.withLock { $0.story } }

    var wallError: Nanoseconds {
        state.withLock { Nanoseconds($0.machine.wall.nanoseconds) - Nanoseconds($0.truth.nanoseconds) }
    }

    func record(_ event: DeviceEvent) { state.withLock { $0.record(event) } }

    /// Records an event, unless the last recorded event is equal.
    func recordOnce(_ event: DeviceEvent) {
        state.withLock { state in
            if state.story.last?.event != event { state.record(event) }
        }
    }

    // MARK: - Events

    func advance(to instant: TrueInstant) {
        state.withLock { state in
            guard instant > state.truth else { return }
            if let share = state.wandering?.next() {
                state.machine.setDrift(thousandthsOfBound: Int64(share % 1_981) - 990)
            }
            state.machine.run(for: instant - state.truth)
            state.truth = instant
        }
    }

    func instant(after span: Nanoseconds) -> TrueInstant {
        // The crystal may be slow by the whole drift bound. The additional 100 ns cover the rounding.
        state.withLock { $0.truth + span + $0.machine.make.model.drift.error(over: span) + Nanoseconds(100) }
    }

    func sleep(_ span: Nanoseconds, miscountedBy error: Nanoseconds, isHibernation: Bool) {
        state.withLock { state in
            let span = span.orZero
            state.machine.sleep(for: span, miscountedBy: error, isCounted: !isHibernation)
            state.truth = state.truth + span
            state.record(.slept(span))
        }
    }

    func setClock(by step: Nanoseconds) {
        state.withLock { state in
            state.machine.setClock(by: step)
            state.record(.clockSet(step))
        }
    }

    func slew(_ millionths: Int64) {
        state.withLock { state in
            state.machine.slew(byMillionths: millionths)
            state.record(.slewed(millionths))
        }
    }

    func discipline(_ event: DeviceEvent, _ body: (inout SimulatedMachine) -> Void) {
        state.withLock { state in
            body(&state.machine)
            state.record(event)
        }
    }

    func setBatteryCrystal(_ share: Int64) {
        state.withLock { $0.machine.setBatteryCrystal(thousandthsOfBound: share) }
    }

    func setDrift(_ share: Int64) { state.withLock { $0.machine.setDrift(thousandthsOfBound: share) } }

    func varyDrift() { state.withLock { $0.wandering = SplitMix64(seed: seed) } }

    func reboot(offFor span: Nanoseconds, calendar: SimulatedMachine.CalendarFate, isWarm: Bool) {
        state.withLock { state in
            state.record(.wentDown(span))
            state.truth = state.truth + span
            state.machine.reboot(offFor: span, truth: state.truth, calendar: calendar, isWarm: isWarm)
        }
    }

    /// Restores the clocks of a snapshot. The true time stays.
    func restore(_ machine: SimulatedMachine) {
        state.withLock { state in
            state.machine = machine
            state.record(.wentBack)
        }
    }

    func pause(_ span: Nanoseconds) {
        state.withLock { state in
            state.machine.pause()
            state.truth = state.truth + span
            state.record(.paused(span))
        }
    }
}

/// An event in the life of a simulated device.
package enum DeviceEvent: Sendable, Hashable {
    case passed(Nanoseconds)
    /// The device slept for the given time, and is awake again.
    case slept(Nanoseconds)
    case clockSet(Nanoseconds)
    case slewed(Int64)
    case adjusted(Nanoseconds)
    case frequencySet(Int64)
    case phaseCorrected(Nanoseconds)
    /// The device shuts down, and boots after the given time.
    case wentDown(Nanoseconds)
    case paused(Nanoseconds)
    /// The device's host restored a snapshot.
    case wentBack
    case launched(name: String, early: Bool)
    case killed(name: String)
    /// The test scheduled a kill of the process right before a later change to the disk.
    case killScheduled(name: String)
    /// The test called UserDefaults in a process that has ended.
    case askedAfterEnd(name: String)
    /// The test removed all apps.
    case uninstalled
    case storeDamaged(name: String)
    case storeLost(name: String)
    case diskFilled
    case diskFreed
    case wentOffline
    case wentOnline
    case serverAdded(name: String)
    /// The server behaves differently from now on.
    case serverChanged(name: String)
    case keychainFails(status: Int32)
    case keychainWorks
    case firstUnlock
    case unlocked
    case locked

    var text: String {
        switch self {
        case .passed(let span): "\(span.words) pass"
        case .slept(let span): "the device sleeps for \(span.words)"
        case .clockSet(let step): "the clock is set \(step < .zero ? "back" : "forward") by \(step.magnitude.words)"
        case .slewed(let rate): "the clock is slewed by \(rate) parts per million"
        case .adjusted(let step): "the clock is slewed \(step < .zero ? "back" : "forward") by \(step.magnitude.words)"
        case .frequencySet(let rate): "the clock's frequency is changed by \(rate) parts per billion"
        case .phaseCorrected(let step):
            "the clock's phase is corrected \(step < .zero ? "back" : "forward") by \(step.magnitude.words)"
        case .wentDown(let span): "the device shuts down, and boots after \(span.words)"
        case .paused(let span): "the device's host pauses the device for \(span.words)"
        case .wentBack: "the device's host restores a snapshot"
        case .launched(let name, let early): "\(name) is launched\(early ? " before the first unlock" : "")"
        case .killed(let name): "\(name) ends"
        case .killScheduled(let name): "the system will kill \(name) while \(name) changes the disk"
        case .askedAfterEnd(let name): "\(name) reads UserDefaults, but its process has ended: launch the app again"
        case .uninstalled: "the owner removes all apps with their data"
        case .storeDamaged(let name): "the file of the store \(name) is damaged"
        case .storeLost(let name): "the file of the store \(name) is lost"
        case .diskFilled: "the disk is full"
        case .diskFreed: "the disk has free space again"
        case .wentOffline: "the device goes offline"
        case .wentOnline: "the device goes online"
        case .serverAdded(let name): "the server \(name) is added"
        case .serverChanged(let name): "the server \(name) changes its behavior"
        case .keychainFails(let status): "the keychain fails, with status \(status)"
        case .keychainWorks: "the keychain works again"
        case .firstUnlock: "the device is unlocked for the first time"
        case .unlocked: "the device is unlocked"
        case .locked: "the device is locked"
        }
    }
}

extension Nanoseconds {
    /// The duration as text, to the millisecond.
    fileprivate var words: String {
        let milliseconds = count / 1_000_000
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if seconds == 0 { return "\(rest) ms" }
        if rest != 0 { return "\(seconds) s \(rest) ms" }
        for (unit, name) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
        where seconds % unit == 0 { return "\(seconds / unit) \(name)" }
        return "\(seconds) s"
    }
}
