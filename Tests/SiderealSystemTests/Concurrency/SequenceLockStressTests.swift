import Dispatch
import SiderealSystem
import TestSupport
import Testing

/// Readers of a sequence lock beside its writers. `Scripts/sanitizer-check` runs them under the thread sanitizer.
@Suite("a sequence lock with many readers and writers", .timeLimit(Patience.ofATest)) struct SequenceLockStressTests {
    /// Large enough that a thread is often stopped in the middle.
    private static let count = 3_000

    private func read(_ lock: SequenceLock) -> [UInt64]? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.count) { copy in
            copy.initialize(repeating: 0)
            guard let start = copy.baseAddress, lock.read(into: start) else { return nil }
            return Array(copy)
        }
    }

    @Test("a reader never sees half of a change")
    func nobodySeesHalfOfAChange() {
        let lock = SequenceLock(count: Self.count)
        let replaced = Count()
        let torn = Count()
        let seen = Count()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for turn in 0..<1_000 as Range<UInt64> {
                let new = [UInt64](repeating: turn * 4 + UInt64(thread), count: Self.count)
                if lock.replace(by: new) { replaced.add() }
                if let words = read(lock) {
                    seen.add()
                    if words.contains(where: { $0 != words[0] }) { torn.add() }
                }
            }
        }
        #expect(torn.value == 0)
        #expect(seen.value > 0)
        #expect(replaced.value > 0)
    }

    @Test("a read returns the new value, or the present value if the condition keeps it")
    func whatWasReplacedIsRead() {
        let lock = SequenceLock(count: Self.count)
        #expect(read(lock) == [UInt64](repeating: 0, count: Self.count))
        let words = Array(1...UInt64(Self.count))
        #expect(lock.replace(by: words))
        #expect(read(lock) == words)
        // The present value may stay, and another one can still be replaced.
        #expect(!lock.replace(by: [UInt64](repeating: 0, count: Self.count)) { $0[1] == 2 })
        #expect(read(lock) == words)
        #expect(lock.replace(by: [UInt64](repeating: 5, count: Self.count)) { $0[1] == 3 })
        #expect(read(lock)?.last == 5)
    }
}
