import SiderealCore
import Testing

@Suite("the latch of the first unlock") struct LatchTests {
    static let reads: [(found: FirstUnlockState, change: FirstUnlockState?)] = [
        (.unknown, nil),
        (.beforeFirstUnlock, .beforeFirstUnlock),
        (.beforeFirstUnlock, nil),
        (.indeterminate(errno: 5), .indeterminate(errno: 5)),
        (.indeterminate(errno: 28), .indeterminate(errno: 28)),
        (.unlocked, .unlocked),
        (.beforeFirstUnlock, nil),
        (.unlocked, nil),
    ]

    @Test("the latch reports each change, opens once and never closes")
    func opensOnceAndNeverCloses() {
        var latch = FirstUnlockLatch()
        #expect(latch.state == .unknown)
        for readState in Self.reads {
            let outcome = latch.record(readState.found)
            #expect(outcome.change == readState.change)
            #expect(outcome.wake.isEmpty)
        }
        #expect(latch.state == .unlocked)
    }

    @Test("the latch wakes each waiter once, in order")
    func wakesEachOnceInOrder() {
        var latch = FirstUnlockLatch()
        var waiters: [UInt64] = []
        for _ in 0..<4 {
            if let waiter = latch.enter() { waiters.append(waiter) }
        }
        #expect(waiters.count == 4)
        #expect(latch.record(.unlocked).wake == waiters)
        #expect(latch.record(.unlocked).wake.isEmpty && latch.enter() == nil)
    }
}
