import SiderealBase
import SiderealGate
import SiderealTesting
import TestSupport
import Testing

/// The gate for users' tests.
@Suite("HeldGate") struct HeldGateTests {
    @Test("a held gate is closed until the test opens it, and never closes again")
    func itIsClosedUntilTheTestOpensIt() async {
        let held = HeldGate()
        #expect(held.gate.state == .beforeFirstUnlock)
        let runs = Count()
        held.gate.onFirstUnlock { runs.add() }
        let waiting = Task { await GateWaitingTests.end(held.gate, .seconds(5)) }
        held.set(.indeterminate(errno: 24))
        #expect(held.gate.state == .indeterminate(errno: 24))
        #expect(runs.value == 0)
        held.open()
        #expect(runs.value == 1)
        #expect(await waiting.value == nil)
        held.set(.beforeFirstUnlock)
        #expect(held.gate.state == .unlocked)
    }

    @Test("timeouts expire when the test lets them, before or after the wait begins", arguments: [false, true])
    func timeoutsPassWhenTheTestSaysSo(before: Bool) async {
        let held = HeldGate(.indeterminate(errno: 24))
        if before { held.expireTimeouts() }
        let waiting = Task { await GateWaitingTests.end(held.gate, .seconds(3600)) }
        if !before { held.expireTimeouts() }
        #expect(await waiting.value == .timedOut(.indeterminate(errno: 24)))
        held.open()
        #expect(await GateWaitingTests.end(held.gate, .seconds(1)) == nil)
    }

    @Test("a held gate can be open from the start")
    func oneMayBeginOpen() async {
        #expect(HeldGate(.unlocked).gate.state == .unlocked)
    }
}
