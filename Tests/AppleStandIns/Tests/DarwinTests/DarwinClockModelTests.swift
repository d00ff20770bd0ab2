import DarwinMachine
import SiderealCore
import SiderealSystem
import Testing

/// Which kind of clocks a device has, by what its kernel says.
@Suite struct DarwinClockModelTests {
    @Test(
        arguments: [
            (.bytes(Array(repeating: 1, count: 16)), .darwin), (.error(2), .darwinIntel), (.error(1), .darwinIntel),
        ] as [(DarwinMachine.Answer, ClockModel)])
    func theClocksOfADevice(answer: DarwinMachine.Answer, model: ClockModel) {
        let machine = DarwinMachine()
        machine.set("kern.monotonicclock_usecs", answer)
        #expect(machine.run { ClockModel.system } == model)
    }
}
