import SiderealCore
import SiderealTesting
import TestSupport
import Testing

/// Invented histories in which at most half of the operators, rounded down, lie. Proven bounds have to hold whatever
/// the liars answer.
@Suite("random histories with a minority of lying operators") struct DishonestMinorityTests {
    /// A device, and operators, some of which lie.
    struct History {
        var device: Device
        var random: SplitMix64
        let operators: Int
        let liars: Int
        var bootOfLast = 1
        var bootAtLaunch = 1

        init(_ model: ClockModel, seed: UInt64) throws {
            random = SplitMix64(seed: seed &+ 1_000)
            device = Device(model, upFor: .milliseconds(.random(in: 0...5_000, using: &random)))
            device.skew = .random(in: model.platform == .linux ? -450...450 : -90...90, using: &random)
            device.hidesIdentity = Int.random(in: 0..<4, using: &random) > 0
            operators = .random(in: 1...5, using: &random)
            liars = operators / 2
            try device.launch()
            try nameAll()
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

        /// Asks some operators, in any order. Any of them may fail to answer. All are named when a process starts.
        mutating func poll() throws {
            for number in (0..<operators).shuffled(using: &random) where Int.random(in: 0..<4, using: &random) > 0 {
                let margin = time(3_000) + .milliseconds(1)
                let most = number < liars ? margin.count * 2 + 2_000_000_000 : margin.count
                device.ask(
                    "\(number)", error: Nanoseconds(.random(in: -most...most, using: &random)), margin: margin,
                    isFresh: Int.random(in: 0..<4, using: &random) > 0)
            }
        }

        mutating func read() throws {
            device.read()
            bootOfLast = device.bootCount
        }

        mutating func launch() throws {
            bootAtLaunch = bootOfLast
            try device.launch()
            try nameAll()
            bootOfLast = device.bootCount
        }

        mutating func nameAll() throws {
            for number in 0..<operators { device.name("\(number)") }
        }

        /// Returns the claims that are false.
        func lies() throws -> [String] {
            var lies: [String] = []
            let verdict = try device.boot()
            if let didReboot = verdict.didReboot, didReboot != (bootAtLaunch != device.bootCount) {
                lies.append("verdict \(verdict)")
            }
            let proven = device.keeper.trusted(at: device.elapsed, on: .proven)
            if !device.holds(proven) { lies.append("trusted time, \(proven)") }
            if let floor = device.floor, floor > device.trueTime { lies.append("floor") }
            return lies
        }
    }

    static let seeds: Range<UInt64> = 0..<TestExtent.choose(part: 12, whole: 4_000)

    @Test(
        "no proven claim is wrong while at most half of the operators lie",
        .computesForLong, arguments: [ClockModel.linux, .darwin, .darwinIntel], seeds)
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
