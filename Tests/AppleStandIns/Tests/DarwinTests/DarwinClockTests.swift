import DarwinMachine
import SiderealClocks
import SiderealCore
import SiderealSystem
import Testing

/// The clocks and the identity of a boot, through the calls that a device gets.
@Suite struct DarwinClockTests {
    static let boot: Int64 = 1_700_000_000
    static let clocks = ["CLOCK_REALTIME", "CLOCK_MONOTONIC_RAW", "CLOCK_UPTIME_RAW"]
    /// The calls that read the kind of machine, once, and the last wake.
    static let kind = ["kern.hv_vmm_present", "hw.cpufamily", "kern.monotonicclock_usecs"]
    static let wake = "kern.wake_abs_time"

    /// Makes a machine that is up for a hundred seconds, ten of them asleep.
    func machine() -> DarwinMachine {
        let machine = DarwinMachine()
        machine.set("CLOCK_REALTIME", .nanoseconds((Self.boot + 100) * 1_000_000_000 + 7))
        machine.set("CLOCK_MONOTONIC_RAW", .nanoseconds(100_000_000_042))
        machine.set("CLOCK_UPTIME_RAW", .nanoseconds(90_000_000_042))
        machine.set("kern.boottime", .time(seconds: Self.boot, microseconds: 250_000))
        return machine
    }

    func read(_ machine: DarwinMachine) throws -> ClockReading {
        try machine.run {
            var clocks = SystemClocks()
            return try clocks.read()
        }
    }

    // MARK: - Clocks

    @Test("the clocks are read in a fixed order, and each value reaches the reading") func eachClockIsReadWhereItIs()
        throws
    {
        let machine = machine()
        let reading = try read(machine)
        #expect(reading.wall.nanoseconds == (Self.boot + 100) * 1_000_000_000 + 7)
        #expect(reading.elapsed.nanoseconds == 100_000_000_042)
        #expect(reading.awake.nanoseconds == 90_000_000_042)
        #expect(reading.kernelBootTime.nanoseconds == Self.boot * 1_000_000_000 + 250_000_000)
        #expect(reading.suspendMark == nil)
        let order = ["kern.boottime", Self.clocks[1], Self.clocks[2], Self.clocks[0], Self.clocks[1], "kern.boottime"]
        #expect(machine.calls == Self.kind + [Self.wake] + order + [Self.wake])
    }

    /// A counter that runs through sleep needs no further calls.
    @Test("with a hardware counter, the last wake is not read") func aHardwareCounterNeedsNoWakes() throws {
        let machine = machine()
        machine.set("hw.cpufamily", .number(0x07D3_4B9F as UInt32))
        machine.set("kern.hv_vmm_present", .number(0 as Int32))
        machine.set(Self.wake, .number(77 as UInt64))
        #expect(try read(machine).suspendMark == nil)
        #expect(!machine.calls.contains(Self.wake))
    }

    @Test("a reading contains the last wake") func theLastWakeIsInTheReading() throws {
        let machine = machine()
        machine.set(Self.wake, .number(77 as UInt64))
        #expect(try read(machine).suspendMark == 77)
        #expect(try machine.run { try SystemClocks().state(slept: .zero) }.suspendMark == 77)
    }

    @Test("the clocks of this machine advance") func theClocksOfThisMachineGoOn() throws {
        var clocks = SystemClocks()
        let (first, second) = (try clocks.read(), try clocks.read())
        #expect(second.elapsed >= first.elapsed)
        #expect(second.kernelBootTime == first.kernelBootTime)
        #expect(SystemClocks.areComparable)
        #expect(SystemClocks.changedClocks.isEmpty)
    }

    @Test("the error names the clock that fails", arguments: clocks + ["kern.boottime"], [1, 5, 22] as [Int32])
    func aClockThatFailsIsNamed(name: String, number: Int32) {
        let machine = machine()
        machine.fail(name, number)
        #expect(throws: ClockError.unreadable(clock: name, ErrorNumber(rawValue: number))) { try read(machine) }
    }

    /// The second read of the elapsed clock, and the second read of the boot time.
    @Test("the error names a clock that fails at its second read", arguments: ["CLOCK_MONOTONIC_RAW", "kern.boottime"])
    func aClockThatFailsLaterIsNamed(name: String) {
        let machine = machine()
        machine.fail(name, 5, after: 1)
        #expect(throws: ClockError.unreadable(clock: name, .inputOutput)) { try read(machine) }
    }

    /// The kernel refuses a buffer of another size with an error. An answer that is too short has no value.
    @Test("a boot time of unexpected size counts as missing", arguments: [(0, 5), (8, 5), (24, 12)] as [(Int, Int32)])
    func aBootTimeOfAnotherSizeIsNone(size: Int, number: Int32) {
        let machine = machine()
        machine.set("kern.boottime", .bytes(Array(repeating: 0, count: size)))
        #expect(throws: ClockError.unreadable(clock: "kern.boottime", ErrorNumber(rawValue: number))) {
            try read(machine)
        }
    }

    /// The clock is set by an hour between two reads of one reading: that reading is made again.
    @Test("a boot time that changes is read again") func aBootTimeThatMovesIsReadAgain() throws {
        let machine = machine()
        let hour = DarwinMachine.Answer.time(seconds: Self.boot + 3_600, microseconds: 250_000)
        machine.set("kern.boottime", .time(seconds: Self.boot, microseconds: 250_000), hour)
        machine.set(
            "CLOCK_REALTIME", .nanoseconds((Self.boot + 100) * 1_000_000_000),
            .nanoseconds((Self.boot + 3_700) * 1_000_000_000))
        let reading = try read(machine)
        #expect(reading.kernelBootTime.nanoseconds == (Self.boot + 3_600) * 1_000_000_000 + 250_000_000)
        #expect(reading.wall.nanoseconds == (Self.boot + 3_700) * 1_000_000_000)
        #expect(machine.calls.count { $0 == "kern.boottime" } == 4)
    }

    @Test("a boot time that changes at each read makes the reading fail")
    func aBootTimeThatNeverStandsStillIsNoReading() {
        let machine = machine()
        machine.set("kern.boottime", (0..<40).map { .time(seconds: Self.boot + Int64($0), microseconds: 0) })
        #expect(throws: ClockError.unsteady(attempts: 16)) { try read(machine) }
    }

    /// The reads that carry trusted time to now: two clocks, and the last wake before and after them.
    @Test("reading the elapsed clock alone takes few reads") func theElapsedClockAloneTakesFewLooks() throws {
        let machine = machine()
        let state = try machine.run { try SystemClocks().state(slept: .zero) }
        #expect(state.elapsed.nanoseconds == 100_000_000_042)
        #expect(state.slept == .seconds(10))
        #expect(machine.calls == Self.kind + [Self.wake, "CLOCK_UPTIME_RAW", "CLOCK_MONOTONIC_RAW", Self.wake])
    }

    // MARK: - Identity

    static let first = "8D0F7B52-1F3C-4B6E-9A27-C0FFEE123456"
    static let second = "8D0F7B52-1F3C-4B6E-9A27-C0FFEE123457"

    @Test(
        arguments: [
            ([.text(first)], BootIdentity(first.lowercased()).map { .valid($0) } ?? .malformed),
            ([.text(first), .text(second)], .changing),
            ([.text("")], .empty),
            ([.bytes([])], .empty),
            ([.text("no identity")], .malformed),
            ([.error(2)], .missing),
            ([.error(1)], .unreadable(.notPermitted)),
            ([.text(first), .error(2)], .unreadable(.notFound)),
            ([.text(first), .error(1)], .unreadable(.notPermitted)),
            ([.bytes(Array(repeating: 0x41, count: 65))], .unreadable(ErrorNumber(rawValue: 12))),
        ] as [([DarwinMachine.Answer], BootIdentityStatus)])
    func theIdentityOfABoot(answers: [DarwinMachine.Answer], status: BootIdentityStatus) {
        let machine = DarwinMachine()
        machine.set("kern.bootsessionuuid", answers)
        #expect(machine.run { BootIdentityStatus.system() } == status)
    }

    @Test("on Darwin, the record identifies the machine") func theRecordStandsForTheDevice() {
        #expect(MachineIdentity.system(stateDirectory: "/anywhere") == .thatOfTheRecord)
    }
}
