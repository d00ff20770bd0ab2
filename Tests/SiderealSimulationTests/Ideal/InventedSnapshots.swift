import SiderealCore
import SiderealSimulation
import SiderealTesting

/// Two snapshots of an invented device, a history between them, and whether it is honest.
struct InventedSnapshots: CustomStringConvertible {
    let model: ClockModel
    var before: ClockSnapshot
    var now: ClockSnapshot
    let rebooted: Bool
    /// A Boolean value that indicates whether all clocks and servers followed the history and the premises.
    let isHonest: Bool

    var description: String {
        func text(_ snapshot: ClockSnapshot) -> String {
            let reading = snapshot.reading
            func seconds(_ count: Int64) -> String { "\(Double(count) / 1e9)" }
            let offset = snapshot.offset.map { "[\(seconds($0.lower.count)), \(seconds($0.upper.count))]" } ?? "nil"
            return "R \(seconds(reading.elapsed.nanoseconds)) S \(seconds(reading.slept.count))"
                + " V \(seconds((reading.wall - reading.kernelBootTime).count))"
                + " N \(reading.suspendMark.map { "\($0)" } ?? "nil") D \(offset)"
                + " id \(snapshot.bootIdentity == nil ? "nil" : "\(snapshot.bootIdentity == before.bootIdentity)")"
        }
        return "\(model.platform), \(model.sleepAccount), \(rebooted ? "rebooted" : "the same boot")"
            + (isHonest ? "" : ", not honest") + "\n    \(text(before))\n    \(text(now))"
    }
}

/// Draws pairs of snapshots: most of honest histories, with the largest allowed errors of clocks, some of impossible
/// ones.
struct SightInventor {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    static let models: [ClockModel] = [.linux, .darwin, .darwinPowerManagement, .darwinIntel]

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
    private mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low < high ? Double.random(in: low...high, using: &random) : low
    }
    /// Draws a span. All orders of magnitude are equally likely.
    private mutating func span(_ low: Double, _ high: Double) -> Double {
        var factor = uniform(0, 1) * 24
        var value = low
        while factor >= 1, value < high {
            value *= 2
            factor -= 1
        }
        return min(high, value * (1 + factor))
    }

    /// A part of one boot: true seconds, and the count of each counter.
    private struct Stretch {
        var passed = 0.0
        var awake = 0.0
        var slept = 0.0
        var calendar = 0.0
        var suspensions: Int64 = 0
        /// The awake counter at the last wake, if there was one.
        var wokeAt: Double?
    }

    private struct Nature {
        let model: ClockModel
        let drift: Double
        /// The drift of the crystal to which some wakes set the counter.
        let otherDrift: Double
        let losesSleep: Bool
        let hidesCount: Bool
    }

    private mutating func stretch(_ nature: Nature) -> Stretch {
        var stretch = Stretch()
        let awake = span(0.01, 5_000_000)
        stretch.passed = awake
        stretch.awake = awake * (1 + nature.drift)
        let sleeps = chance(0.5) ? 0 : Int64(span(1, 50))
        // The other crystal's gain on the counter since the last wake.
        var gained = awake * (nature.otherDrift - nature.drift)
        if sleeps > 0 { stretch.wokeAt = stretch.awake }
        for _ in 0..<sleeps {
            let sleep = span(0.5, 100_000)
            stretch.passed += sleep
            stretch.suspensions += 1
            if nature.losesSleep { continue }
            switch nature.model.sleepAccount {
            case .hardwareCounter: stretch.slept += sleep * (1 + nature.drift)
            // If suspensions aren't counted, a premise is that each sleep shows.
            case .countedSuspensions: stretch.slept += max(nature.hidesCount ? 0.02 : 0, sleep + uniform(-3, 3))
            case .powerManagementClock:
                gained += sleep * (1 + nature.otherDrift)
                stretch.slept += max(0, gained)
                gained = min(0, gained)
            case .calendarClock: stretch.slept += max(0, sleep + uniform(-1, 1))
            }
        }
        let slew =
            chance(0.5) ? 0 : nature.model.platform == .linux ? uniform(-0.0055, 0.0055) : uniform(-0.0367, 0.0367)
        stretch.calendar = (stretch.awake + stretch.slept) * (1 + slew)
        return stretch
    }

    mutating func next() -> InventedSnapshots {
        let model = SightInventor.models[Int(random.next() % 4)]
        let drift = Double(model.drift.partsPerBillion) / 1e9
        let isLinux = model.platform == .linux
        let losesSleep = isLinux && chance(0.1)
        let nature = Nature(
            model: model, drift: uniform(-drift, drift) * 0.99, otherDrift: uniform(-drift, drift) * 0.99,
            losesSleep: losesSleep, hidesCount: !losesSleep && chance(0.2))
        let old = stretch(nature)
        let more = stretch(nature)
        let rebooted = chance(0.5)
        let offTime = rebooted ? span(0.1, 100_000) : 0
        let runsOn = rebooted && model.sleepAccount == .hardwareCounter && chance(0.3)

        let base = uniform(1.6e9, 1.8e9)
        var truth = 1.7e9
        let first = reading(old, nature, wall: base + old.passed)
        var second: Stretch
        if rebooted {
            second = more
            if runsOn {
                second.awake += old.awake + offTime
                second.slept += old.slept
            }
        } else {
            second = more
            second.wokeAt = more.wokeAt.map { $0 + old.awake } ?? old.wokeAt
            second.awake += old.awake
            second.slept += old.slept
            second.calendar += old.calendar
            second.suspensions += old.suspensions
        }
        let passed = more.passed + offTime
        let isSet = chance(0.5) ? 0 : uniform(-1, 1) * span(1, 1_000_000)
        var last = reading(second, nature, wall: base + old.passed + passed + isSet)
        var isHonest = true
        if chance(0.15) {
            isHonest = false
            spoil(&last)
        }

        var snapshots = InventedSnapshots(
            model: model, before: ClockSnapshot(reading: first, machine: MachineIdentity("m")),
            now: ClockSnapshot(reading: last, machine: MachineIdentity("m")), rebooted: rebooted, isHonest: isHonest)
        if chance(0.15) {
            snapshots.before.bootIdentity = BootIdentity("first")
            snapshots.now.bootIdentity = BootIdentity(rebooted ? "second" : "first")
        }
        if chance(0.03) { snapshots.now.machine = MachineIdentity("another") }
        if chance(0.8) {
            snapshots.before.offset = bounds(around: truth - Double(first.elapsed.nanoseconds) / 1e9)
            truth += passed
            if chance(0.1) {
                truth += uniform(-1, 1) * span(0.01, 100_000)
                return snapshots.with(
                    offset: bounds(around: truth - Double(last.elapsed.nanoseconds) / 1e9), honest: false)
            }
            snapshots.now.offset = bounds(around: truth - Double(last.elapsed.nanoseconds) / 1e9)
        }
        return snapshots
    }

    private mutating func bounds(around value: Double) -> Bounds {
        let lower = value - span(0.001, 1_000)
        let upper = value + span(0.001, 1_000)
        return Bounds(
            lower: chance(0.05) ? .min : Nanoseconds(Int64(lower * 1e9)),
            upper: chance(0.05) ? .max : Nanoseconds(Int64(upper * 1e9))) ?? .unbounded
    }

    private func reading(_ stretch: Stretch, _ nature: Nature, wall: Double) -> ClockReading {
        func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }
        let awake = nanoseconds(stretch.awake)
        let mark: Int64? =
            switch nature.model.sleepAccount {
            case .hardwareCounter: nil
            case .countedSuspensions: stretch.suspensions
            case .powerManagementClock, .calendarClock: nanoseconds(stretch.wokeAt ?? 0)
            }
        return ClockReading(
            wall: WallInstant(nanoseconds: nanoseconds(wall)),
            elapsed: ElapsedInstant(nanoseconds: awake + nanoseconds(stretch.slept)),
            awake: AwakeInstant(nanoseconds: awake),
            kernelBootTime: WallInstant(nanoseconds: nanoseconds(wall) - nanoseconds(stretch.calendar)),
            suspendMark: nature.hidesCount ? nil : mark)
    }

    private mutating func spoil(_ reading: inout ClockReading) {
        let shift = Nanoseconds(Int64(uniform(-1, 1) * span(0.01, 100_000) * 1e9))
        switch random.next() % 4 {
        case 0: reading.elapsed = reading.elapsed + shift
        case 1: reading.awake = reading.awake + shift
        case 2: reading.kernelBootTime = reading.kernelBootTime + shift
        default: reading.suspendMark = reading.suspendMark.map { max(0, $0 - Int64(random.next() % 3)) }
        }
    }
}

extension InventedSnapshots {
    fileprivate func with(offset: Bounds, honest: Bool) -> InventedSnapshots {
        var now = now
        now.offset = offset
        return InventedSnapshots(model: model, before: before, now: now, rebooted: rebooted, isHonest: honest)
    }

    /// The core's verdict on the snapshots.
    var verdict: BootVerdict {
        let mark = BootMark(
            DeviceReading(reading: before.reading, bootIdentity: before.bootIdentity, machine: before.machine),
            salt: Salt(high: 1, low: 2), offset: before.offset)
        let seen = DeviceReading(reading: now.reading, bootIdentity: now.bootIdentity, machine: now.machine)
        return BootComparison(before: mark, now: seen, offsetNow: now.offset, model: model).verdict
    }
}
