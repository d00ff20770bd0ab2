import SiderealBase
import SiderealStorage
import SiderealSystem
import TestSupport
import Testing

@MainActor
@Suite("GateFollower", .timeLimit(Patience.ofATest)) struct GateFollowerTests {
    /// The states of a gate that a test sends, and the number of followers that wait for them.
    private struct Gate {
        let states: AsyncStream<FirstUnlockGate.State>
        let sender: AsyncStream<FirstUnlockGate.State>.Continuation
        let waits = Count()

        init() { (states, sender) = AsyncStream.makeStream() }

        var followed: @Sendable () -> AsyncStream<FirstUnlockGate.State> {
            { [states, waits] in
                waits.add()
                return states
            }
        }
    }

    @Test("a follower reports each reason why its gate is closed, until the gate opens")
    func followsUntilTheGateOpens() async {
        let (gate, changes) = (Gate(), Count())
        let follower = GateFollower(.beforeFirstUnlock, then: gate.followed) { change in
            changes.add()
            change()
        }
        #expect(follower.reason == .beforeFirstUnlock)
        gate.sender.yield(.beforeFirstUnlock)
        gate.sender.yield(.indeterminate(errno: 30))
        await until { follower.reason == .indeterminate(errno: 30) }
        #expect(changes.value == 1)
        gate.sender.yield(.unlocked)
        await until { follower.reason == nil }
        #expect(changes.value == 2)
    }

    @Test("a follower of an open gate neither waits nor reports a change")
    func asksNothingOfAGateThatIsOpen() async {
        weak var kept: Count?
        let follower: GateFollower
        do {
            let gate = Gate()
            kept = gate.waits
            follower = GateFollower(.unlocked, then: gate.followed) { [count = gate.waits] _ in count.add() }
        }
        #expect(follower.reason == nil)
        // No task keeps the objects for a wait.
        #expect(kept == nil)
    }

    @Test("a follower stays closed if the states of its gate end without an unlock")
    func staysClosedWhereTheWaitWasGivenUp() async {
        weak var kept: Count?
        let follower: GateFollower
        do {
            let gate = Gate()
            kept = gate.waits
            follower = GateFollower(.unknown, then: gate.followed) { $0() }
            await until { gate.waits.value == 1 }
            gate.sender.finish()
        }
        // The waiting task has ended.
        await until { kept == nil }
        #expect(follower.reason == .beforeFirstUnlock)
    }

    @Test("releasing a follower ends its wait")
    func endsWhenItIsReleased() async {
        let (gate, told) = (Gate(), Count())
        gate.sender.onTermination = { _ in told.add() }
        weak var released: GateFollower?
        do {
            let follower = GateFollower(.beforeFirstUnlock, then: gate.followed) { $0() }
            released = follower
            await until { gate.waits.value == 1 }
        }
        #expect(released == nil)
        await until { told.value == 1 }
    }
}
