import Dispatch
import Foundation
import SiderealSystem

/// Threads on which a test runs instead of on the cooperative pool.
///
/// Swift Testing starts all tests at once, on a pool with one thread for each core. A task there can wait for the
/// computations of all other tests: for minutes on a slow machine. Three kinds of tests therefore have threads of their
/// own, and none of them waits for another.
package enum OwnThreads: Sendable {
    /// For tests that compute for long: as many threads as there are cores.
    case computing
    /// For tests that start other processes, and hold a thread until those have ended.
    case waiting
    /// For tests that use real sockets, or keep a thread busy until they end. Long work may not run there.
    case talking

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    var executor: ThreadExecutor {
        switch self {
        case .computing: .computing
        case .waiting: .waiting
        case .talking: .talking
        }
    }
}

/// Runs jobs in order, on a few threads that live as long as the process.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
final class ThreadExecutor: TaskExecutor {
    static let computing = ThreadExecutor("computing", count: ProcessInfo.processInfo.activeProcessorCount)
    static let waiting = ThreadExecutor("waiting", count: 4)
    static let talking = ThreadExecutor("talking", count: 2)

    private let jobs = Lock<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    private init(_ name: String, count: Int) {
        for number in 1...max(count, 1) {
            let thread = Thread { [self] in serve() }
            thread.name = "\(name) \(number)"
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrived.signal()
    }

    private func serve() {
        while true {
            arrived.wait()
            jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
