import SiderealCore
import Testing

@Suite("boot and machine identities as evidence") struct IdentityWitnessTests {
    @Test(
        "equal boot identities exclude a reboot, and different identities exclude the same boot",
        arguments: [
            ("a", "a", .onlySameBoot), ("a", "b", .onlyReboot), ("a", nil, .both), (nil, "a", .both), (nil, nil, .both),
        ] as [(String?, String?, Possibilities)])
    func speaks(before: String?, now: String?, expected: Possibilities) {
        #expect(Pair(identityBefore: before, identityNow: now).comparison.identityCheck == expected)
    }

    @Test(
        "equal boot identities or equal machine identities prove the same machine",
        arguments: [
            // Identity before and now, machine before and now.
            (nil, nil, "m", "m", true), (nil, nil, "m", "n", false), (nil, nil, nil, "m", false),
            (nil, nil, "m", nil, false), (nil, nil, nil, nil, false), ("a", "b", "m", "m", true),
            ("a", "b", nil, nil, false), ("a", "b", "m", "n", false), ("a", "a", nil, nil, true),
            ("a", "a", "m", "n", true),
        ] as [(String?, String?, String?, String?, Bool)])
    func tellsTheMachine(_ old: String?, _ new: String?, _ machine: String?, _ current: String?, isSame: Bool) {
        let pair = Pair(identityBefore: old, identityNow: new, machineBefore: machine, machineNow: current)
        #expect(pair.mark.isOfSameMachine(as: pair.deviceReading) == isSame)
    }

    @Test("on another or an unknown machine, only an equal boot identity proves a verdict")
    func noWitnessIsAskedAcrossMachines() {
        let unknown = BootVerdict(.indeterminate, evidence: .noEvidence)
        let other = BootVerdict(.indeterminate, evidence: .otherMachine)
        #expect(Pair(machineNow: "other").verdict == other)
        #expect(Pair(machineNow: nil).verdict == unknown)
        #expect(Pair(identityBefore: "a", identityNow: "b", machineBefore: nil).verdict == unknown)
        #expect(Pair(now: .invented(elapsed: .seconds(5)), machineNow: "other").verdict == other)
        let same = Pair(identityBefore: "a", identityNow: "a", machineBefore: nil, machineNow: nil)
        #expect(same.verdict == BootVerdict(.sameBoot, .proven, evidence: .bootIdentity))
    }

    /// Probable verdicts rely on a hardware clock that ran while the power was off.
    @Test("without a hardware clock, the boot time can't make a verdict probable")
    func bootTimeIsNoEvidenceWithoutHardwareClock() {
        var pair = Pair()
        #expect(pair.verdict == BootVerdict(.sameBoot, .probable, evidence: .bootTime))
        pair.model = .linux.withoutHardwareClock
        #expect(pair.verdict == BootVerdict(.indeterminate, evidence: .noHardwareClock))
        #expect(pair.verdict.isOpen)
        // A proof needs no hardware clock.
        pair.now = .invented(elapsed: .seconds(5))
        #expect(pair.verdict.didReboot == true)
    }

    @Test("once the evidence of a boot contradicts itself, all of it is discarded")
    func aContradictionIsRemembered() {
        var pair = Pair(identityBefore: "a", identityNow: "a")
        #expect(pair.verdict.didReboot == false)
        pair.isContradicted = true
        #expect(pair.verdict == BootVerdict(.indeterminate, evidence: .contradiction))
        pair.machineNow = "other"
        pair.identityNow = "b"
        #expect(pair.verdict == BootVerdict(.indeterminate, evidence: .otherMachine))
    }

    @Test("an empty string is not an identity, and a salt has exactly 16 bytes")
    func emptyTextIsNoIdentity() {
        #expect(BootIdentity("") == nil)
        #expect(MachineIdentity("") == nil)
        #expect(Salt([UInt8](repeating: 0, count: 15)) == nil)
        #expect(Salt([UInt8](repeating: 0, count: 17)) == nil)
    }

    @Test("a sealed identity depends on the salt and on the kind of identity")
    func digestsDependOnTheSaltAndTheKind() throws {
        let boot = try #require(BootIdentity("x"))
        let machine = try #require(MachineIdentity("x"))
        let sealed = SealedIdentity(boot, salt: .zero)
        #expect(sealed.digest.count == SealedIdentity.byteCount)
        #expect(sealed == SealedIdentity(boot, salt: .zero))
        #expect(sealed != SealedIdentity(boot, salt: Salt(high: 0, low: 1)))
        #expect(sealed != SealedIdentity(machine, salt: .zero))
    }
}

@Suite("counters as evidence of a boot") struct CounterWitnessTests {
    /// One counter of a machine that has slept, and its change until the next reading.
    struct Fall: Sendable, CustomTestStringConvertible {
        var counter: String
        var elapsed = Nanoseconds.zero
        var asleep = Nanoseconds.zero
        var sinceBoot = Nanoseconds.zero
        var expected: Possibilities
        var testDescription: String { "\(counter) \(elapsed.count) \(asleep.count) \(sinceBoot.count)" }
    }

    static let second = Nanoseconds.seconds(1)
    static let half = Nanoseconds.milliseconds(500)
    static let falls: [Fall] = [
        Fall(counter: "R", elapsed: -second, asleep: -half, expected: .both),
        Fall(counter: "R", elapsed: -second - .nanosecond, asleep: -half, expected: .onlyReboot),
        Fall(counter: "A", asleep: second, expected: .both),
        Fall(counter: "A", asleep: second + .nanosecond, expected: .onlyReboot),
        Fall(counter: "S", asleep: -second, expected: .both),
        Fall(counter: "S", asleep: -second - .nanosecond, expected: .onlyReboot),
        Fall(counter: "S, while R grows", elapsed: .seconds(60), asleep: -second - .nanosecond, expected: .onlyReboot),
        Fall(counter: "U", sinceBoot: -second, expected: .both),
        Fall(counter: "U", sinceBoot: -second - .nanosecond, expected: .onlyReboot),
        Fall(
            counter: "U, while R grows", elapsed: .seconds(60), sinceBoot: -second - .nanosecond, expected: .onlyReboot),
    ]

    @Test("a counter may fall by one second, and a greater fall proves a reboot", arguments: falls)
    func toleratesASecond(fall: Fall) {
        let (elapsed, asleep, sinceBoot) = (
            Nanoseconds.seconds(10_000), Nanoseconds.seconds(4_000), Nanoseconds.seconds(9_000)
        )
        let pair = Pair(
            before: .invented(elapsed: elapsed, asleep: asleep, sinceBoot: sinceBoot),
            now: .invented(
                elapsed: elapsed + fall.elapsed, asleep: asleep + fall.asleep, sinceBoot: sinceBoot + fall.sinceBoot))
        #expect(pair.comparison.counterCheck == fall.expected)
    }

    @Test(
        "on Darwin, a time since boot that lags behind the elapsed clock proves a reboot",
        arguments: [
            // Growth of the elapsed clock, of the time since boot less its limit, and the verdicts that remain.
            (.seconds(1_000), .zero, .both), (.seconds(1_000), -.nanosecond, .onlyReboot),
            (.zero, .zero, .both), (.zero, -.nanosecond, .onlyReboot), (.seconds(1_000), .seconds(6), .both),
        ] as [(Nanoseconds, Nanoseconds, Possibilities)])
    func onDarwinTimeSinceBootKeepsUp(growth: Nanoseconds, beyond: Nanoseconds, expected: Possibilities) {
        // (1 - 36,850 ppm) dR - 0.5 s.
        let limit = Nanoseconds(growth.count / 100_000 * 96_315) - .milliseconds(500)
        let (elapsed, sinceBoot) = (Nanoseconds.seconds(20_000), Nanoseconds.seconds(9_000))
        var pair = Pair(
            before: .invented(elapsed: elapsed, sinceBoot: sinceBoot),
            now: .invented(elapsed: elapsed + growth, sinceBoot: sinceBoot + limit + beyond), model: .darwin)
        #expect(pair.comparison.counterCheck == expected)
        pair.model = .darwinIntel
        #expect(pair.comparison.counterCheck == expected)
        pair.model = .linux
        #expect(pair.comparison.counterCheck == .both)
    }

    /// The elapsed clock continues through a warm reboot, and the time since boot reveals the reboot.
    @Test("on Darwin, the time since boot proves a reboot during which the counter kept counting")
    func aWarmRebootOnDarwinShows() {
        let pair = Pair(
            before: .invented(elapsed: .seconds(10_000), sinceBoot: .seconds(500)),
            now: .invented(elapsed: .seconds(12_000), sinceBoot: .seconds(600), bootTime: .seconds(1_700_001_900)),
            model: .darwin)
        #expect(pair.verdict == BootVerdict(.rebooted, .proven, evidence: .counterDecreased))
    }
}
