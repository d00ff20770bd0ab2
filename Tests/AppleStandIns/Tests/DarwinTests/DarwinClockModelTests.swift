import DarwinMachine
import SiderealClocks
import SiderealCore
import Testing

/// A device's kind of clocks, which follows from its kernel's answers, and whether the kernel reports the last wake.
@Suite struct DarwinClockModelTests {
    static let a12 = DarwinMachine.Answer.number(0x07D3_4B9F as UInt32)
    static let intel = DarwinMachine.Answer.number(0x0F81_7246 as UInt32)
    static let no = DarwinMachine.Answer.number(0 as Int32)
    static let yes = DarwinMachine.Answer.number(1 as Int32)
    static let clock = DarwinMachine.Answer.bytes(Array(repeating: 1, count: 16))
    static let denied = DarwinMachine.Answer.error(1)
    static let missing = DarwinMachine.Answer.error(2)

    @Test(
        arguments: [
            (a12, no, clock, .darwin), (a12, no, denied, .darwin),
            (a12, yes, clock, .darwinPowerManagement.with(mayBePaused: true)),
            (a12, denied, clock, .darwinPowerManagement.with(mayBePaused: true)),
            (a12, denied, denied, .darwinIntel.with(mayBePaused: true)),
            (denied, no, clock, .darwinPowerManagement), (.bytes([1, 2]), no, missing, .darwinIntel),
            (intel, no, missing, .darwinIntel),
        ] as [(DarwinMachine.Answer, DarwinMachine.Answer, DarwinMachine.Answer, ClockModel)])
    func theClocksOfADevice(
        family: DarwinMachine.Answer, virtual: DarwinMachine.Answer, clock: DarwinMachine.Answer, model: ClockModel
    ) {
        let machine = DarwinMachine()
        machine.set("hw.cpufamily", family)
        machine.set("kern.hv_vmm_present", virtual)
        machine.set("kern.monotonicclock_usecs", clock)
        #expect(machine.run { ClockModel.system } == model)
    }

    /// A counter that runs through sleep needs no reported wakes.
    @Test(
        "the last wake is used only if the kernel reports it",
        arguments: [(intel, 77 as Int64?), (a12, nil)] as [(DarwinMachine.Answer, Int64?)])
    func theLastWake(family: DarwinMachine.Answer, told: Int64?) {
        let machine = DarwinMachine()
        machine.set("hw.cpufamily", family)
        machine.set("kern.hv_vmm_present", Self.no)
        machine.set("kern.monotonicclock_usecs", Self.missing)
        machine.set("kern.wake_abs_time", .number(77 as UInt64))
        #expect(machine.run { DarwinKernel().lastWake() } == told)
        machine.set("kern.wake_abs_time", Self.denied)
        #expect(machine.run { DarwinKernel().lastWake() } == nil)
    }
}
