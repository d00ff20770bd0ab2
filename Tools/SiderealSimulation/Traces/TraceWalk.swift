import SiderealCore
import SiderealTesting

/// One random run of an app through a trace, with launches, readings, questions to honest servers, saves and marks. The
/// walk compares all of the app's conclusions with the truth.
struct TraceWalk {
    /// The counts of the app's conclusions, and of the wrong conclusions.
    struct Tally: Sendable {
        var readings = 0
        var proofs = 0
        var bounded = 0
        var floors = 0
        var wrongProofs = 0
        var wrongBounds = 0
        var wrongFloors = 0
        var probable = 0
        var wrongProbable = 0
        /// A text that describes the first wrong conclusion.
        var first: String?

        var wrong: Int { wrongProofs + wrongBounds + wrongFloors }

        mutating func add(_ other: Tally) {
            readings += other.readings
            proofs += other.proofs
            bounded += other.bounded
            floors += other.floors
            wrongProofs += other.wrongProofs
            wrongBounds += other.wrongBounds
            wrongFloors += other.wrongFloors
            probable += other.probable
            wrongProbable += other.wrongProbable
            first = first ?? other.first
        }
    }

    private struct Mark {
        var mark: BootMark
        var boot: Int
        var truth: Int64
    }

    private let trace: Trace
    private let name: String
    private var random: SplitMix64
    private let givesIdentity: Bool
    private let reportsWakes: Bool
    private let servers: Int
    private var record: TimekeeperRecord?
    private var keeper: Timekeeper?
    private var keeperBoot = 0
    private var launchedAfter: Int?
    private var boots: [Salt: Int] = [:]
    private var launches: UInt64 = 0
    private var marks: [Mark] = []
    private var lastWake: Int64 = 0
    private var floor: TrueInstant?
    private var tally = Tally()

    /// Makes the walk with the given number through the trace, and returns its counts.
    static func tally(_ trace: Trace, number: Int, seed: UInt64) -> Tally {
        var walk = TraceWalk(trace, number: number, seed: seed)
        walk.run()
        return walk.tally
    }

    private init(_ trace: Trace, number: Int, seed: UInt64) {
        self.trace = trace
        name = "trace \(trace.lines.first?.trace ?? -1), life \(number) of seed \(seed)"
        let place = UInt64(truncatingIfNeeded: trace.lines.first?.trace ?? 0) &* 1_000 &+ UInt64(number)
        random = SplitMix64(seed: seed &+ place &* 0x9E37_79B9_7F4A_7C15)
        givesIdentity = Bool.random(using: &random)
        reportsWakes = Int.random(in: 0..<4, using: &random) > 0
        servers = Int.random(in: 1...3, using: &random)
    }

    private mutating func chance(_ some: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < some }

    private mutating func run() {
        for (place, line) in trace.lines.enumerated() {
            let before = place > 0 ? trace.lines[place - 1] : nil
            if before?.boot != line.boot { (keeper, lastWake) = (nil, 0) }
            // The device is always awake for some time between two sleeps.
            if line.isSleep { lastWake = max(line.suspending, lastWake + 1) }
            if line.isRun, let before, keeper != nil, before.boot == line.boot, chance(1, in: 3) {
                readClocks(at: before)
                ask(between: before, and: line)
            }
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: launch(at: line)
            case 3...6: readClocks(at: line)
            default: break
            }
            check(at: line)
        }
    }

    // MARK: - The actions of the app

    private func reading(_ line: TraceLine) -> ClockReading {
        let hasCounter = trace.machine.model.sleepAccount == .hardwareCounter
        return ClockReading(
            wall: WallInstant(nanoseconds: line.wall), elapsed: ElapsedInstant(nanoseconds: line.continuous),
            awake: AwakeInstant(nanoseconds: line.suspending),
            kernelBootTime: WallInstant(nanoseconds: line.kernelBootTime),
            suspendMark: hasCounter || !reportsWakes ? nil : lastWake)
    }

    private mutating func launch(at line: TraceLine) {
        save()
        launches &+= 1
        let salt = Salt(high: launches, low: 1)
        boots[salt] = line.boot
        launchedAfter = record?.observers[ExactName("app")].flatMap { boots[$0.newest.salt] }
        floor = record?.floors.later(model: trace.machine.model)?.earliest
        let found: LoadedRecord = record.map { .loaded($0, isRecovered: false) } ?? .absent
        keeper = Timekeeper(.init(record: found, model: trace.machine.model, salt: salt, observers: ["app"]))
        keeperBoot = line.boot
        readClocks(at: line)
        let names = (0..<servers).map { NamedSource(of: "server \($0)", isAuthenticated: true) }
        handle(.sources(names))
        save()
    }

    private mutating func readClocks(at line: TraceLine) {
        guard keeper != nil else { return }
        tally.readings += 1
        let identity = givesIdentity ? BootIdentity("boot \(line.boot)") : nil
        handle(
            .reading(DeviceReading(reading: reading(line), bootIdentity: identity, machine: .thatOfTheRecord)))
        if chance(1, in: 4), let mark = keeper?.mark {
            marks.append(Mark(mark: mark, boot: line.boot, truth: line.truth))
        }
        checkVerdicts(at: line)
        if chance(1, in: 2) { save() }
    }

    private mutating func handle(_ input: Timekeeper.Input) { _ = keeper?.handle(input) }

    private mutating func save() {
        guard let saved = record.map({ keeper?.recordToSave(over: $0) }) ?? keeper?.recordToSave else { return }
        record = saved
        _ = keeper?.adopt(saved)
    }

    /// Asks honest servers while the device is awake. During that time the clocks advance evenly.
    private mutating func ask(between before: TraceLine, and after: TraceLine) {
        for server in 0..<servers where chance(4, in: 5) {
            let begin = Double.random(in: 0..<1, using: &random)
            let end = min(1, begin + Double.random(in: 0..<0.001, using: &random))
            let sent = instant(begin, before.continuous, after.continuous)
            let received = instant(end, before.continuous, after.continuous)
            let stamped = instant(Double.random(in: begin...end, using: &random), before.truth, after.truth)
            // The bounds have random widths, and contain the true time.
            let early = Int64.random(in: 0..<1_000_000_000, using: &random)
            let late = Int64.random(in: 0..<1_000_000_000, using: &random)
            handle(
                .sample(
                    TimeSample(
                        source: "server \(server)", isAuthenticated: true, sent: ElapsedInstant(nanoseconds: sent),
                        received: ElapsedInstant(nanoseconds: received),
                        earliest: TrueInstant(nanoseconds: stamped - early),
                        latest: chance(1, in: 5) ? nil : TrueInstant(nanoseconds: stamped + late))))
        }
        checkVerdicts(at: after)
    }

    private func instant(_ share: Double, _ begin: Int64, _ end: Int64) -> Int64 {
        begin + Int64(Double(end - begin) * share)
    }

    // MARK: - The conclusions of the app

    private mutating func wrong(_ place: WritableKeyPath<Tally, Int>, _ line: TraceLine, _ what: String) {
        tally[keyPath: place] += 1
        tally.first = tally.first ?? "\(name), after '\(line.event)' in boot \(line.boot): \(what)"
    }

    private mutating func checkVerdicts(at line: TraceLine) {
        if let verdict = keeper?.verdict(for: "app"), let before = launchedAfter {
            check(verdict, isSame: before == keeperBoot, line)
            if let shown = keeper?.steadyVerdict(for: "app"), shown != verdict {
                checkProof(shown, isSame: before == keeperBoot, line)
            }
        }
        guard let keeper, keeper.latest?.reading.elapsed.nanoseconds == line.continuous else { return }
        for (index, kept) in marks.enumerated() {
            for later in marks[index...] {
                let passed = Nanoseconds(later.truth - kept.truth)
                guard let known = keeper.elapsed(from: kept.mark, to: later.mark), !known.contains(passed) else {
                    continue
                }
                wrong(
                    \.wrongBounds, line,
                    "\(passed.count) ns passed between two marks, not \(known.lower.count) to \(known.upper.count)")
            }
            guard let verdict = keeper.verdict(since: kept.mark) else { continue }
            check(verdict, isSame: kept.boot == line.boot, line)
            let passed = Nanoseconds(line.truth - kept.truth)
            guard let elapsed = keeper.elapsed(since: kept.mark), !elapsed.contains(passed) else { continue }
            wrong(
                \.wrongBounds, line,
                "\(passed.count) ns passed since a mark, not \(elapsed.lower.count) to \(elapsed.upper.count)")
        }
    }

    private mutating func check(_ verdict: BootVerdict, isSame: Bool, _ line: TraceLine) {
        checkProof(verdict, isSame: isSame, line)
        if verdict.isProven {
            tally.proofs += 1
        } else if verdict.answer == .sameBoot {
            tally.probable += 1
            if !isSame { tally.wrongProbable += 1 }
        }
    }

    /// Checks a verdict. Until trusted time settles the question, apps see another verdict. That verdict must also be
    /// right.
    private mutating func checkProof(_ verdict: BootVerdict, isSame: Bool, _ line: TraceLine) {
        if let didReboot = verdict.didReboot, didReboot == isSame {
            wrong(\.wrongProofs, line, "\(verdict.answer), proven by \(verdict.evidence)")
        } else if verdict.evidence == .contradiction {
            wrong(\.wrongProofs, line, "the reported contradiction does not exist")
        }
    }

    /// Checks the displayed values at a moment, even if the app does not read its clocks.
    private mutating func check(at line: TraceLine) {
        guard let keeper, keeper.latest != nil else { return }
        let state = reading(line).clockState
        let bases = [TrustBasis.standard, .proven, TrustBasis(also: .unauthenticated, requirement: .proven)]
        for basis in bases {
            let shown = keeper.trust.trusted(at: state, on: basis)
            if shown.kind == .bounded { tally.bounded += 1 }
            if let earliest = shown.earliest, earliest.nanoseconds > line.truth {
                wrong(\.wrongBounds, line, "the lower bound is \(earliest.nanoseconds - line.truth) ns above the truth")
            }
            if let latest = shown.latest, latest.nanoseconds < line.truth {
                wrong(\.wrongBounds, line, "the upper bound is \(line.truth - latest.nanoseconds) ns below the truth")
            }
        }
        let error = Nanoseconds(line.wall - line.truth)
        let clock = keeper.trust.systemClock(
            WallInstant(nanoseconds: line.wall), at: state, tolerance: .zero, on: .proven)
        if clock.answer == .ahead && error <= .zero || clock.answer == .behind && error >= .zero {
            wrong(\.wrongBounds, line, "the system clock counts as \(clock.answer), but is \(error.count) ns ahead")
        }
        guard let now = keeper.floor(at: state)?.earliest else { return }
        tally.floors += 1
        if now.nanoseconds > line.truth {
            wrong(\.wrongFloors, line, "the floor is \(now.nanoseconds - line.truth) ns above the truth")
        }
        if let floor, now < floor { wrong(\.wrongFloors, line, "the floor fell by \((floor - now).count) ns") }
        floor = now
    }
}
