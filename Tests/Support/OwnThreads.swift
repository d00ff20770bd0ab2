import Dispatch
import Foundation
import SiderealSystem

/// A few threads on which a test runs instead of on the cooperative pool.
///
/// Swift Testing starts all tests at once, on a pool with one thread for each core. What waits there for a free thread
/// waits for the computations of all other tests: for minutes on a slow machine. So what computes for long, what waits
/// for another process and what speaks to real sockets each has threads of its own, and none of them waits for another.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
package final class OwnThreads: TaskExecutor {
    /// For tests that compute for long: as many as there are cores.
    package static let computing = OwnThreads("computing", count: ProcessInfo.processInfo.activeProcessorCount)
    /// For tests that wait for other processes, each holding its thread meanwhile.
    package static let waiting = OwnThreads("waiting", count: 4)
    /// For tests that speak to real sockets. Nothing that takes long may run there.
    package static let talking = OwnThreads("talking", count: 2)

    private let jobs = Lock<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    private init(_ name: String, count: Int) {
        for number in 1...max(count, 1) {
            let thread = Thread { [self] in serve() }
            thread.name = "\(name) \(number)"
            thread.start()
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
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
