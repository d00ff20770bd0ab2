import Dispatch
import SiderealSystem
import TestSupport
import Testing

/// Readers of a sequence lock beside its writers; run under the thread sanitizer by `Scripts/tsan-check`.
@Suite(.timeLimit(Patience.ofATest)) struct SequenceLockStressTests {
    private static let count = 12

    private func read(_ lock: SequenceLock) -> [UInt64]? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.count) { copy in
            copy.initialize(repeating: 0)
            guard let start = copy.baseAddress, lock.read(into: start) else { return nil }
            return Array(copy)
        }
    }

    @Test func nobodySeesHalfOfAChange() {
        let lock = SequenceLock(count: Self.count)
        let replaced = Collector()
        let torn = Collector()
        let seen = Collector()
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for turn in 0..<20_000 as Range<UInt64> {
                if thread < 2 {
                    let words = [UInt64](repeating: turn * 2 + UInt64(thread), count: Self.count)
                    if lock.replace(by: words) { replaced.add() }
                } else if let words = read(lock) {
                    seen.add()
                    if Set(words).count != 1 { torn.add() }
                }
            }
        }
        #expect(torn.count == 0)
        #expect(seen.count > 0)
        // Two that come at once: one of them goes.
        #expect(replaced.count >= 20_000)
    }

    @Test func whatWasReplacedIsRead() {
        let lock = SequenceLock(count: Self.count)
        #expect(read(lock) == [UInt64](repeating: 0, count: Self.count))
        let words = Array(1...UInt64(Self.count))
        #expect(lock.replace(by: words))
        #expect(read(lock) == words)
    }

    private final class Collector: Sendable {
        private let number = Lock(0)
        func add() { number.withLock { $0 += 1 } }
        var count: Int { number.withLock { $0 } }
    }
}
