import SiderealCore
import TestSupport
import Testing

/// Invented histories in which fewer than half of the operators lie: whatever they say, what is called proven has to be so.
@Suite struct DishonestMinorityTests {
    /// A device, and operators of whom some lie.
    struct History {
        var device: Device
        var random: SplitMix64
        let operators: Int
        let liars: Int
        var bootOfLast = 1
        var bootAtLaunch = 1

        init(_ model: ClockModel, seed: UInt64) throws {
            random = SplitMix64(state: seed &+ 1_000)
            device = Device(model, upFor: .milliseconds(.random(in: 0...5_000, using: &random)))
            device.skew = .random(in: model.platform == .linux ? -450...450 : -90...90, using: &random)
            device.hidesIdentity = Int.random(in: 0..<4, using: &random) > 0
            operators = [1, 3, 5].randomElement(using: &random) ?? 3
            liars = operators / 2
            try device.launch()
        }

        mutating func time(_ most: Int64) -> Nanoseconds { .milliseconds(.random(in: 0...most, using: &random)) }

        mutating func step() throws {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: device.wait(time(50_000_000))
            case 1: device.wait(time(100_000))
            case 2:
                let isExact = device.model == .darwin
                device.sleep(
                    time(9_000_000) + .seconds(5), miscounted: isExact ? .zero : time(4_600) - .milliseconds(2_800))
                try read()
            case 3: device.setClock(by: time(200_000_000) - .seconds(100_000))
            case 4:
                let runsOn = device.model == .darwin && Bool.random(using: &random)
                device.reboot(off: time(10_000), counterRunsOn: runsOn)
                device.wait(time(5_000))
                try launch()
            case 5: try launch()
            case 6: try read()
            default:
                try read()
                try poll()
            }
        }

        /// Asks all, or one who is honest and has been heard before.
        mutating func poll() throws {
            let isAlone =
                Int.random(in: 0..<3, using: &random) == 0 && device.keeper.authenticated.known.count == operators
            var answers: [(name: String, error: Nanoseconds, margin: Nanoseconds)] = []
            for number in isAlone ? liars..<liars + 1 : 0..<operators {
                let margin = time(3_000) + .milliseconds(1)
                let most = number < liars ? margin.count * 2 + 2_000_000_000 : margin.count
                answers.append(("\(number)", Nanoseconds(.random(in: -most...most, using: &random)), margin))
            }
            answers.sort { $0.error - $0.margin < $1.error - $1.margin }
            for (place, answer) in answers.enumerated() {
                try device.ask(
                    answer.name, error: answer.error, margin: answer.margin,
                    isJudgedWithNext: place < answers.count - 1)
            }
        }

        mutating func read() throws {
            try device.read()
            bootOfLast = device.bootCount
        }

        mutating func launch() throws {
            bootAtLaunch = bootOfLast
            try device.launch()
            bootOfLast = device.bootCount
        }

        /// What is claimed, and is not so.
        func lies() throws -> [String] {
            var lies: [String] = []
            let verdict = try device.boot()
            if let didReboot = verdict.didReboot, didReboot != (bootAtLaunch != device.bootCount) {
                lies.append("verdict \(verdict)")
            }
            if !device.isTruthful { lies.append("trusted time, off by \(device.slack?.count ?? 0) \(device.trusted)") }
            if let floor = device.floor, floor > device.trueTime { lies.append("floor") }
            return lies
        }
    }

    static let seeds: Range<UInt64> = 0..<TestExtent.choose(part: 40, gate: 400, nightly: 4_000)

    @Test(.computesForLong, arguments: [ClockModel.linux, .darwin, .darwinIntel], seeds)
    func nothingProvenIsWrong(model: ClockModel, seed: UInt64) throws {
        var history = try History(model, seed: seed)
        for round in 0..<150 {
            try history.step()
            let lies = try history.lies()
            #expect(lies.isEmpty, "seed \(seed), round \(round), operators \(history.operators)")
            if !lies.isEmpty { return }
        }
    }
}
