#if os(Linux)
    import Foundation
    import SiderealSystem
    import TestSupport
    import Testing

    /// All threads of the cooperative pool compute, as they do for minutes when a suite starts all its tests at once.
    ///
    /// A question whose next step waits that long finds its connection too old: libcurl drops what was idle for 118 s.
    @Suite("a busy thread pool") struct BusyPoolTests {
        @Test("requests over sockets need no thread of the cooperative pool", .usesSockets)
        func socketsNeedNoThreadOfThePool() async throws {
            let isOver = Lock(false)
            let (begun, begin) = AsyncStream<Void>.makeStream()
            for _ in 0..<ProcessInfo.processInfo.processorCount {
                Task.detached {
                    let giveUp = ContinuousClock.now + Patience.withABusyPool
                    begin.yield()
                    while !isOver.withLock({ $0 }), ContinuousClock.now < giveUp {}
                }
            }
            defer { isOver.withLock { $0 = true } }
            for await _ in begun { break }
            // This stands behind the others in the pool's queue. While it has not run, the pool is busy.
            let isPoolFree = Lock(false)
            Task.detached { isPoolFree.withLock { $0 = true } }

            try await RealServerTests().theSearchStaysOnOneConnection()
            try await CurlServerTests().theQuestionLeavesOverAConnectionThatIsMade()

            #expect(!isPoolFree.withLock { $0 }, "the stories waited for a thread of the pool")
        }
    }
#endif
