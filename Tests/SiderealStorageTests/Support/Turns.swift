import Foundation
import SiderealSystem
import SiderealTesting

/// Runs threads that use one simulated disk, of which only one runs at a time. The threads may be processes of their
/// own, or tasks of one process.
///
/// The turn passes to the next thread after a given number of calls to the disk, when a thread pauses because another
/// one has a lock, and when a thread ends. The same legs always give the same order of calls.
final class Turns: Sendable {
    private struct State: Sendable {
        var legs: ArraySlice<Int>
        /// The calls that the running thread may still make in this turn.
        var left: Int
        var isRunning: [Bool]

        /// Begins the turn of the next thread that still runs. Returns `nil` if there is no other.
        mutating func pass(from thread: Int) -> Int? {
            let others = (1..<isRunning.count).map { (thread + $0) % isRunning.count }
            guard let next = others.first(where: { isRunning[$0] }) else { return nil }
            left = legs.popFirst() ?? .max
            return next
        }
    }

    /// The number of the present thread, or `nil` for a thread that takes no turns.
    @TaskLocal private static var thread: Int?

    private let state: Lock<State>
    private let mayRun: [DispatchSemaphore]
    private let allEnded = DispatchSemaphore(value: 0)

    private init(_ count: Int, _ legs: [Int]) {
        state = Lock(
            State(legs: legs.dropFirst(), left: legs.first ?? .max, isRunning: .init(repeating: true, count: count)))
        mayRun = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    }

    /// Runs each work on a thread, and returns when all of them have ended. `legs` has the numbers of calls after which
    /// the turn passes, beginning with the first thread. After the last of them, each thread runs to its end.
    /// `beforeEach` runs before each call, with the number of its thread.
    static func run(
        on disk: SimulatedDisk, legs: [Int], beforeEach: @escaping @Sendable (_ thread: Int) -> Void = { _ in },
        _ works: [@Sendable () -> Void]
    ) {
        let turns = Turns(works.count, legs)
        disk.interposeEverywhere { _, isPause in
            guard let thread else { return }
            turns.step(thread, isPause)
            if !isPause { beforeEach(thread) }
        }
        for (number, work) in works.enumerated() {
            Thread.detachNewThread {
                turns.mayRun[number].wait()
                $thread.withValue(number) { work() }
                turns.end(number)
            }
        }
        turns.mayRun[0].signal()
        turns.allEnded.wait()
        disk.interposeEverywhere(nil)
    }

    private func step(_ thread: Int, _ isPause: Bool) {
        let next = state.withLock { $0.left > 0 && !isPause ? nil : $0.pass(from: thread) }
        if let next {
            mayRun[next].signal()
            mayRun[thread].wait()
        }
        if !isPause { state.withLock { $0.left -= 1 } }
    }

    private func end(_ thread: Int) {
        let next = state.withLock { state in
            state.isRunning[thread] = false
            return state.pass(from: thread)
        }
        if let next { mayRun[next].signal() } else { allEnded.signal() }
    }
}
