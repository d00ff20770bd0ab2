import Foundation
import SiderealSystem
import SiderealTesting

/// Runs processes of one simulated disk on threads of their own, of which only one runs at a time.
///
/// The turn passes to the next process after a given number of calls to the disk, when a process pauses because another
/// one has the lock, and when a process ends. The same legs always give the same order of calls.
final class Turns: Sendable {
    private struct State: Sendable {
        var legs: ArraySlice<Int>
        /// The calls that the running process may still make in this turn.
        var left: Int
        var isRunning: [Bool]

        /// Begins the turn of the next process that still runs. Returns `nil` if there is no other.
        mutating func pass(from process: Int) -> Int? {
            let others = (1..<isRunning.count).map { (process + $0) % isRunning.count }
            guard let next = others.first(where: { isRunning[$0] }) else { return nil }
            left = legs.popFirst() ?? .max
            return next
        }
    }

    private let state: Lock<State>
    private let mayRun: [DispatchSemaphore]
    private let allEnded = DispatchSemaphore(value: 0)

    private init(_ count: Int, _ legs: [Int]) {
        state = Lock(
            State(legs: legs.dropFirst(), left: legs.first ?? .max, isRunning: .init(repeating: true, count: count)))
        mayRun = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    }

    /// Runs the work of the processes 1, 2, ... of a disk, and returns when all of them have ended. `legs` has the
    /// numbers of calls after which the turn passes, beginning with the first process. After the last of them, each
    /// process runs to its end.
    static func run(on disk: SimulatedDisk, legs: [Int], _ works: [@Sendable () -> Void]) {
        let turns = Turns(works.count, legs)
        disk.interposeEverywhere { process, isPause in turns.step(process - 1, isPause) }
        for (process, work) in works.enumerated() {
            Thread.detachNewThread {
                turns.mayRun[process].wait()
                work()
                turns.end(process)
            }
        }
        turns.mayRun[0].signal()
        turns.allEnded.wait()
        disk.interposeEverywhere(nil)
    }

    private func step(_ process: Int, _ isPause: Bool) {
        let next = state.withLock { $0.left > 0 && !isPause ? nil : $0.pass(from: process) }
        if let next {
            mayRun[next].signal()
            mayRun[process].wait()
        }
        if !isPause { state.withLock { $0.left -= 1 } }
    }

    private func end(_ process: Int) {
        let next = state.withLock { state in
            state.isRunning[process] = false
            return state.pass(from: process)
        }
        if let next { mayRun[next].signal() } else { allEnded.signal() }
    }
}
