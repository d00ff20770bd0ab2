import SiderealBase
import SiderealGate
import Testing

@Suite("the latch of the first unlock") struct LatchTests {
    static let reads: [(found: FirstUnlockGate.State, change: FirstUnlockGate.State?)] = [
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
            let change = latch.record(readState.found)
            #expect(change == readState.change)
        }
        #expect(latch.state == .unlocked)
    }
}
