#if os(Linux)
    import Dispatch
    import Foundation
    import SiderealSystem
    import TestSupport
    import Testing

    /// All threads of the cooperative pool are busy, as they are for minutes when a suite starts all its tests.
    ///
    /// A request whose next step waits that long finds its connection too old: libcurl drops connections that were idle
    /// for 118 s.
    @Suite("a busy thread pool") struct BusyPoolTests {
        @Test("requests over sockets need no thread of the cooperative pool", .usesSockets)
        func socketsNeedNoThreadOfThePool() async throws {
            let count = ProcessInfo.processInfo.processorCount
            let isOver = DispatchSemaphore(value: 0)
            let (begun, begin) = AsyncStream<Void>.makeStream()
            for _ in 0..<count {
                Task.detached {
                    begin.yield()
                    Self.hold(until: isOver)
                }
            }
            defer { for _ in 0..<count { isOver.signal() } }
            for await _ in begun { break }
            // This task is behind the others in the pool's queue. While it has not run, the pool is busy.
            let isPoolFree = Lock(false)
            Task.detached { isPoolFree.withLock { $0 = true } }

            try await RealServerTests().theSearchStaysOnOneConnection()
            try await CurlServerTests().requestIsTimedOnAnOpenConnection()

            #expect(!isPoolFree.withLock { $0 }, "the stories waited for a thread of the pool")
        }

        /// Holds a thread of the pool, which gets no other in its place.
        private static func hold(until isOver: DispatchSemaphore) {
            _ = isOver.wait(timeout: .now() + .seconds(Int(Patience.withABusyPool.components.seconds)))
        }
    }
#endif
