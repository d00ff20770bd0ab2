import Foundation
import SiderealBase
import SiderealGate
import SiderealSystem
import TestSupport
import Testing

@Suite("cancelling listeners of a gate", .needsManyTurns, .timeLimit(Patience.ofATest)) struct GateCancellationTests {
    /// A deadlock would reach the time limit of the suite.
    @Test("a listener can be cancelled while the gate reports a change")
    func cancellingThoseWhoListenWaitsForNobody() async {
        let device = GateDevice()
        let gate = device.gate()
        let isOver = Lock(false)
        let (ended, end) = AsyncStream<Void>.makeStream()
        // A thread instead of a task: on one core the pool has a single thread, which this would block.
        Thread.detachNewThread {
            var number: Int32 = 0
            while !isOver.withLock({ $0 }) {
                number = number == 0 ? 5 : 0
                device.found = number == 0 ? .beforeFirstUnlock : .indeterminate(errno: number)
                _ = gate.state
            }
            end.finish()
        }
        for _ in 0..<TestExtent.choose(part: 40, whole: 400) {
            let heard = Lock(0)
            let listening = Task.on(.talking) {
                for await _ in gate.states { heard.withLock { $0 += 1 } }
            }
            await until { heard.withLock { $0 } >= 2 }
            listening.cancel()
            await listening.value
        }
        isOver.withLock { $0 = true }
        for await _ in ended {}
    }
}
