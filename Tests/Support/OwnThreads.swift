import Dispatch
import Foundation
import SiderealSystem

/// Threads that run a test outside the cooperative pool.
///
/// Swift Testing starts all tests at once, on a pool with one thread for each core. In the pool, a task may wait until
/// the computations of all other tests end. On a slow machine, that takes minutes. Three kinds of tests therefore have
/// their own threads, and no kind waits for another.
package enum OwnThreads: Sendable {
    /// For tests with long computations. There is one thread for each core.
    case computing
    /// For tests that start other processes. Each test holds a thread until its processes have ended.
    case waiting
    /// For tests that use real sockets, or that keep a thread busy until they end. These tests must not compute for
    /// long.
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

/// Runs jobs in order on a few threads. The threads live as long as the process.
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
