import SiderealCore
import SiderealTesting
import TestSupport
import Testing

/// Invented histories that keep the stated premises, with known truth. Proven claims have to hold.
@Suite("random histories in which the stated premises hold") struct HonestHistoryTests {
    static let models = [ClockModel.linux, .darwin, .darwinIntel]
    static let seeds: Range<UInt64> = 0..<TestExtent.choose(part: 12, whole: 4_000)

    /// A device, and its history so far.
    struct History {
        var device: Device
        var random: SplitMix64
        /// The boots of the last saved reading, and of this launch's first reading.
        var bootOfLast = 1
        var bootAtLaunch = 1
        var lastReadAt: TrueInstant
        /// An app's own mark, with the time and the boot in which it was made.
        var mark: (BootMark, TrueInstant, boot: Int)?

        init(_ model: ClockModel, seed: UInt64) throws {
            random = SplitMix64(seed: seed)
            device = Device(model)
            device.skew = .random(in: model.platform == .linux ? -450...450 : -90...90, using: &random)
            device.hidesIdentity = Int.random(in: 0..<3, using: &random) > 0
            lastReadAt = device.trueTime
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
                    time(9_000_000) + .seconds(2),
                    miscounted: isExact ? .zero : time(1_900) - .milliseconds(950))
            case 3: device.setClock(by: time(200_000_000) - .seconds(100_000))
            case 4:
                let runsOn = device.model.platform == .darwin && Bool.random(using: &random)
                device.reboot(off: time(10_000_000), counterRunsOn: runsOn && device.model == .darwin)
                device.wait(time(5_000))
                try launch()
            case 5, 6: try launch()
            case 7: try read()
            case 8: mark = device.keeper.mark.map { ($0, lastReadAt, device.bootCount) }
            default:
                try read()
                let margin = time(3_000) + .milliseconds(1)
                let error = Nanoseconds(.random(in: -margin.count...margin.count, using: &random))
                device.ask(
                    ["a", "b", "c"].randomElement(using: &random) ?? "a", error: error, margin: margin,
                    isAuthenticated: Int.random(in: 0..<5, using: &random) > 0)
            }
        }

        mutating func read() throws {
            device.read()
            (bootOfLast, lastReadAt) = (device.bootCount, device.trueTime)
        }

        mutating func launch() throws {
            bootAtLaunch = bootOfLast
            try device.launch()
            (bootOfLast, lastReadAt) = (device.bootCount, device.trueTime)
        }

        /// Returns the claims that are false.
        func lies() throws -> [String] {
            var lies: [String] = []
            let verdict = try device.boot()
            if let didReboot = verdict.didReboot, didReboot != (bootAtLaunch != device.bootCount) {
                lies.append("verdict \(verdict)")
            }
            if verdict.evidence == .contradiction { lies.append("contradiction") }
            // Between two readings the code assumes that the device didn't sleep.
            if device.keeper.latest?.reading.slept == device.asleep, !device.isTruthful {
                lies.append("trusted time, off by \(device.slack?.count ?? 0)")
            }
            if let floor = device.floor, floor > device.trueTime { lies.append("floor") }
            if let (mark, then, boot) = mark {
                if let since = device.keeper.verdict(since: mark), let didReboot = since.didReboot,
                    didReboot != (boot != device.bootCount)
                {
                    lies.append("verdict since mark \(since)")
                }
                if let passed = device.keeper.elapsed(since: mark), !passed.contains(lastReadAt - then) {
                    lies.append("elapsed \(passed) of \((lastReadAt - then).count)")
                }
            }
            return lies
        }
    }

    @Test("no proven claim is wrong while the premises hold", .computesForLong, arguments: models, seeds)
    func nothingProvenIsWrong(model: ClockModel, seed: UInt64) throws {
        var history = try History(model, seed: seed)
        for round in 0..<150 {
            try history.step()
            let lies = try history.lies()
            #expect(lies.isEmpty, "seed \(seed), round \(round)")
            if !lies.isEmpty { return }
        }
    }
}
