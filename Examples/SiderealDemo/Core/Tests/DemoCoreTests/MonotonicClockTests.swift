import DemoCore
import Foundation
import Sidereal
import SiderealTesting
import Testing

/// The exported answers about the power management clock.
@Suite struct MonotonicClockTests {
    let phone = PretendedPhone()
    static let second: Int64 = 1_000_000_000

    /// Returns the 16 bytes of `kern.monotonicclock_usecs`, with mach time in ticks of 125/3 ns.
    private static func bytes(_ microseconds: UInt64, awake nanoseconds: Int64) -> KernelAnswer {
        bytes([microseconds, UInt64(nanoseconds) * 3 / 125])
    }

    private static func bytes(_ words: [UInt64]) -> KernelAnswer {
        .bytes(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } })
    }

    private static func clocks(wall: Int64, elapsed: Int64, slept: Int64 = 0, sinceBoot: Int64) -> LaunchRecord.Clocks {
        LaunchRecord.Clocks(
            wall: wall, elapsed: elapsed, awake: elapsed - slept, bootTime: wall - sinceBoot)
    }

    /// Makes the record of a launch at this true time in seconds, with the clock at this number of microseconds.
    private func record(
        boot: UInt64, at seconds: Int64, bootAt: Int64, slept: Int64 = 0, count: UInt64?, wallError: Int64 = 0
    ) throws -> LaunchRecord {
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        var record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        record.bootPrint = boot
        let sinceBoot = (seconds - bootAt) * Self.second
        let before = Self.clocks(
            wall: (1_700_000_000 + seconds + wallError) * Self.second, elapsed: sinceBoot, slept: slept * Self.second,
            sinceBoot: sinceBoot)
        var after = before
        after.elapsed += 10_000
        after.awake += 10_000
        after.wall += 10_000
        record.clocks = before
        record.observations.monotonicClock = MonotonicReading(
            answer: count.map { Self.bytes($0, awake: before.awake + 5_000) } ?? .failed(errno: 1), before: before,
            after: after, timebase: phone.timebase())
        return record
    }

    private func run(_ old: LaunchRecord, _ new: LaunchRecord) -> ProbeAnswer {
        ProbeSheet(new, before: old).answer(.monotonicClockRun)
    }

    /// The device is off from second 2,000 to second 3,000. The app launches at second 1,000 and at second 3,600.
    @Test(
        arguments: [
            (502_600_000_000, 0, "ranThrough"), (501_600_000_000, 0, "stoodStill"), (607_000_000, 0, "restarted"),
            (1_000_000, 0, "restarted"), (502_600_000_000, -86_400, "ahead"), (502_600_000_000, 1, "ranThrough"),
        ] as [(UInt64, Int64, String)])
    func aPowerOffIsCompared(count: UInt64, wallError: Int64, course: String) throws {
        let old = try record(boot: 1, at: 1_000, bootAt: 0, count: 500_000_000_000)
        let new = try record(boot: 2, at: 3_600, bootAt: 3_000, count: count, wallError: wallError)
        let answer = run(old, new)
        #expect(answer.answer == course)
        #expect(answer.isConclusive)
        #expect(answer.details["microseconds"] == .number(Int(count) - 500_000_000_000))
        #expect(answer.details["wallMicroseconds"] == .number((2_600 + Int(wallError)) * 1_000_000))
        #expect(answer.details["elapsedMicroseconds"] == nil)
        #expect(answer.details["awakeMicroseconds"] == nil)
        #expect(answer.details["partsPerMillion"] == nil)
    }

    /// An hour passes within a boot. The device sleeps for half of it, and its clock is 40 ppm fast.
    @Test func itsRateIsTold() throws {
        let old = try record(boot: 1, at: 1_000, bootAt: 0, count: 500_000_000_000)
        let new = try record(
            boot: 1, at: 4_600, bootAt: 0, slept: 1_800, count: 503_600_144_000)
        let answer = run(old, new)
        #expect(answer.answer == "sameBoot")
        #expect(answer.isConclusive)
        #expect(answer.details["partsPerMillion"] == .number(40))
        #expect(answer.details["elapsedMicroseconds"] == .number(3_600_000_000))
        #expect(answer.details["awakeMicroseconds"] == .number(1_800_000_000))
        #expect(answer.details["uncertaintyMicroseconds"] == .number(20))
    }

    @Test func aMinuteTellsNoRate() throws {
        let old = try record(boot: 1, at: 1_000, bootAt: 0, count: 500_000_000_000)
        let answer = run(old, try record(boot: 1, at: 1_060, bootAt: 0, count: 500_060_000_000))
        #expect(answer.answer == "sameBoot")
        #expect(!answer.isConclusive)
        #expect(answer.details["partsPerMillion"] == nil)
    }

    @Test func aClockThatIsRefusedComparesWithNothing() throws {
        let old = try record(boot: 1, at: 1_000, bootAt: 0, count: nil)
        let new = try record(boot: 1, at: 4_600, bootAt: 0, count: 1)
        #expect(run(old, new).answer == "notComparable")
        #expect(run(new, old).answer == "notComparable")
        let refused = ProbeSheet(old, before: nil).answer(.monotonicClock)
        #expect(refused.answer == "refused")
        #expect(refused.details["errno"] == .number(1))
    }

    @Test func theReadingSaysWhatItIsWorth() throws {
        var record = try record(boot: 1, at: 7_200, bootAt: 3_600, count: 500_000_000_000)
        record.observations.extensionValues["kern.monotonicclock_usecs"] = Self.bytes(
            499_999_000_000, awake: 3_599 * Self.second)
        var answer = ProbeSheet(record, before: nil).answer(.monotonicClock)
        #expect(answer.answer == "readable")
        #expect(answer.details["size"] == .number(16))
        #expect(answer.details["fresh"] == .flag(true))
        #expect(answer.details["bracketMicroseconds"] == .number(10))
        // 500,000 s less 3,600, in hours.
        #expect(answer.details["aheadOfBootHours"] == .number(130))
        #expect(answer.details["extension"] == .text("readable"))
        #expect(answer.details["extensionAgrees"] == .flag(true))
        // The extension's reading is earlier but larger, so app and extension read two different clocks.
        record.observations.extensionValues["kern.monotonicclock_usecs"] = Self.bytes(
            500_009_000_000, awake: 3_599 * Self.second)
        record.observations.monotonicClock.answer = Self.bytes(500_000_000_000, awake: 3_500 * Self.second)
        answer = ProbeSheet(record, before: nil).answer(.monotonicClock)
        #expect(answer.details["fresh"] == .flag(false))
        record.observations.monotonicClock.answer = Self.bytes(500_000_000_000, awake: 3_600 * Self.second)
        answer = ProbeSheet(record, before: nil).answer(.monotonicClock)
        #expect(answer.details["extensionAgrees"] == .flag(false))
        record.observations.monotonicClock.answer = .bytes([1, 2, 3, 4])
        #expect(ProbeSheet(record, before: nil).answer(.monotonicClock).answer == "malformed")
    }

    /// The recorder reads the library's clocks before and after, and the other kernel values.
    @Test func aLaunchReadsTheKernelsValues() throws {
        phone.answer(.processorFamily, .bytes([0x02, 0x36, 0x53, 0xda]))
        phone.answer(.virtualMachine, .bytes([0, 0, 0, 0]))
        phone.answer(.virtualMachine, .failed(errno: 1), toExtension: true)
        phone.answer(.sleepTime, .bytes([0, 0, 0, 0, 0, 0, 0, 0]))
        let device = SimulatedDevice(.iPhone)
        device.advance(by: .seconds(2 * 3_600))
        phone.answer(.monotonicClock, Self.bytes(1, awake: 0))
        phone.answer(.wakeTime, Self.bytes([UInt64(3_600 * Self.second) * 3 / 125]))
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(record.observations.monotonicClock.before != nil)
        #expect(record.observations.monotonicClock.after != nil)
        let sheet = ProbeSheet(record, before: nil)
        #expect(sheet.answer(.processorFamily).details["value"] == .text("0xda533602"))
        #expect(sheet.answer(.virtualMachine).details["value"] == .number(0))
        #expect(sheet.answer(.virtualMachine).details["extensionErrno"] == .number(1))
        #expect(sheet.answer(.sleepTimes).answer == "readable")
        #expect(sheet.answer(.sleepTimes).details["sleepMinutes"] == .text("never"))
        let awake = try #require(record.clocks).awake - 3_600 * Self.second
        #expect(awake > 0 && awake < 100 * 60 * Self.second)
        #expect(sheet.answer(.sleepTimes).details["wakeMinutes"] == .number(Int(awake / (60 * Self.second))))
    }

    @Test(arguments: [
        KernelAnswer.failed(errno: 1), .failed(errno: -1), .bytes([]), .bytes([1, 2, 3, 4]),
        .bytes(Array(1...16)),
    ])
    func anAnswerIsCarriedInThreeWords(_ answer: KernelAnswer) {
        #expect(KernelAnswer(carried: answer.carried) == answer)
    }

    @Test func wordsThatNobodySetCarryNothing() {
        #expect(KernelAnswer(carried: [0, 0, 0]) == nil)
        #expect(KernelAnswer(carried: [1 << 63]) == nil)
        #expect(KernelAnswer(carried: [1 << 63 | 17, 0, 0]) == nil)
        #expect(KernelAnswer(carried: KernelAnswer.bytes(Array(1...20)).carried) == .bytes(Array(1...16)))
    }

    /// If the extension runs after the launch, the app receives the extension's values once the device is unlocked.
    @Test func theExtensionIsHeardLater() throws {
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        try device.run { _ = try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(demo.records.first?.observations.extensionValues == [:])
        phone.answer(.virtualMachine, .bytes([0, 0, 0, 0]), toExtension: true)
        try device.run { try await demo.recorder.afterUnlock(phone) }
        #expect(demo.records.first?.observations.extensionValues == ["kern.hv_vmm_present": .bytes([0, 0, 0, 0])])
    }
}
