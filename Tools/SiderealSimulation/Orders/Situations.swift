import SiderealCore

/// All situations that can follow from one choice of answers.
struct Situations {
    private struct Situation {
        var keeper: Timekeeper
        var disk: TimekeeperRecord?
    }

    private enum Step {
        case receive(Int, SaidWord)
        case save
        case relaunch
    }

    private let words: [[SaidWord]]
    private static let model = ClockModel.linux.withDrift(.partsPerMillion(0)).withoutTicks
    private static let elapsed = ElapsedInstant(nanoseconds: 1_000_000_000_000)
    /// The true time at `elapsed`.
    private static let truth = TrueInstant(nanoseconds: 1_750_000_000_000_000_000)

    init(_ words: [[SaidWord]]) { self.words = words }

    func search() -> (situations: Int, broken: OrderSearch.Broken?) {
        var seen: Set<[Int64]> = []
        var open = [(Situation(keeper: launch(nil), disk: nil), [Step]())]
        while let (situation, steps) = open.popLast() {
            guard seen.insert(key(of: situation)).inserted else { continue }
            if let what = broken(in: situation) {
                return (seen.count, .init(what: what, steps: steps.map { text($0) }))
            }
            for step in allSteps {
                guard let next = after(step, situation) else {
                    return (
                        seen.count, .init(what: "there is nothing to save", steps: (steps + [step]).map { text($0) })
                    )
                }
                open.append((next, steps + [step]))
            }
        }
        return (seen.count, nil)
    }

    // MARK: - Steps

    private var allSteps: [Step] {
        words.indices.flatMap { number in words[number].map { Step.receive(number, $0) } } + [.save, .relaunch]
    }

    private func after(_ step: Step, _ situation: Situation) -> Situation? {
        var next = situation
        switch step {
        case .receive(let number, let word):
            let sample = TimeSample(
                source: "\(number)", isAuthenticated: true, sent: Self.elapsed, received: Self.elapsed,
                earliest: word.earliest.map { Self.truth + Nanoseconds($0) },
                latest: word.latest.map { Self.truth + Nanoseconds($0) })
            _ = next.keeper.handle(.sample(sample))
        case .save:
            guard let saved = next.disk.map(next.keeper.recordToSave(over:)) ?? next.keeper.recordToSave else {
                return nil
            }
            next.disk = saved
            _ = next.keeper.adopt(saved)
        case .relaunch:
            next.keeper = launch(next.disk)
        }
        return next
    }

    private func launch(_ disk: TimekeeperRecord?) -> Timekeeper {
        var keeper = Timekeeper(
            .init(
                record: disk.map { .loaded($0, isRecovered: false) } ?? .absent, model: Self.model,
                salt: Salt(high: 1, low: 2), observers: []))
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: Self.truth.nanoseconds), elapsed: Self.elapsed,
            awake: AwakeInstant(nanoseconds: Self.elapsed.nanoseconds),
            kernelBootTime: WallInstant(nanoseconds: Self.truth.nanoseconds - Self.elapsed.nanoseconds),
            suspendMark: 0)
        let names = words.indices.map { NamedSource(of: "\($0)", isAuthenticated: true) }
        let device = DeviceReading(
            reading: reading, bootIdentity: BootIdentity("boot"), machine: MachineIdentity("machine"))
        _ = keeper.handle(.reading(device))
        _ = keeper.handle(.sources(names))
        return keeper
    }

    // MARK: - Promises

    /// Returns the promise that a situation breaks, or `nil` if it breaks no promise.
    private func broken(in situation: Situation) -> String? {
        let keeper = situation.keeper
        let shown = keeper.trusted(at: Self.elapsed, on: .proven)
        if let earliest = shown.earliest, earliest > Self.truth { return "the lower bound is above the truth" }
        if let latest = shown.latest, latest < Self.truth { return "the upper bound is below the truth" }
        if let floor = keeper.floor, floor.earliest > Self.truth { return "the floor is above the truth" }
        if let floor = situation.disk?.floors.later(model: Self.model), floor.earliest > Self.truth {
            return "the saved floor is above the truth"
        }
        if keeper.floors.timesGivenUp > 0 { return "the clock discarded a true floor" }
        guard let state = keeper.now else { return "no clock was read" }
        let judgement = keeper.authenticated.judgement(at: state, model: Self.model)
        if judgement.bounds == nil { return "no time is possible" }
        if let offset = keeper.authenticatedOffset(at: state) {
            let truth = Nanoseconds(Self.truth.nanoseconds) - Nanoseconds(Self.elapsed.nanoseconds)
            if !offset.contains(truth) { return "the bounds that may prove a boot verdict exclude the truth" }
        }
        let answered = keeper.authenticated.all.count { known in
            known.vote(at: state, model: Self.model)?.bounds?.isBounded ?? false
        }
        if answered == words.count, shown.kind != .bounded {
            return "all operators have answered, but no time is shown"
        }
        return nil
    }

    // MARK: - Comparison

    private func key(of situation: Situation) -> [Int64] {
        var numbers = numbers(situation.keeper.authenticated, situation.keeper.floors)
        if let disk = situation.disk { numbers += self.numbers(disk.authenticated, disk.floors) }
        return numbers
    }

    private func numbers(_ known: KnownOperators, _ floors: Floors) -> [Int64] {
        var numbers: [Int64] = []
        for said in known.all.flatMap({ $0.sources }).flatMap({ [$0.said, $0.retracted?.said] }) {
            numbers.append(said?.lower.offset.count ?? .min)
            numbers.append(said?.upper.offset.count ?? .max)
        }
        for kept in [floors.corroborated, floors.lone] {
            numbers += [kept.floor?.earliest.nanoseconds ?? .min, Int64(kept.timesGivenUp)]
        }
        return numbers
    }

    private func text(_ step: Step) -> String {
        switch step {
        case .receive(let number, let word): "operator \(number) answers: \(word.text)"
        case .save: "the app saves"
        case .relaunch: "the app is launched again"
        }
    }
}
