import Dispatch
import Sidereal
import SiderealCore
import SiderealStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A comparison of `TrustedClock.now()` with the clock reads that it needs. The benchmark measures both in turn in one
/// run.
enum NowBenchmark {
    private static let rounds = 300
    private static let calls = 1_000

    static func run() throws {
        let directory = try Scratch.directory("now")
        let observatory = try Observatory(
            directory: URL(filePath: directory), observer: "benchmark", savesAutomatically: false)
        guard let url = URL(string: "https://benchmark.example/") else { return }
        let policy = TrustedClock.CapturePolicy(hosts: [.exact("benchmark.example")])
        let clock = try TrustedClock(observatory, policy: policy)
        let rare = try TrustedClock(observatory, policy: policy, alsoAccepting: .probableBoot)
        try synchronize(clock, url)
        var bare = Figures()
        var trusted = Figures()
        var whole = Figures()
        var dates = Figures()
        var continuous = Figures()
        var quiet = Figures()
        let kernel = BareReads()
        var sink: Int64 = 0
        for _ in 0..<rounds {
            bare.measure { for _ in 0..<calls { sink &+= kernel.read() } }
            trusted.measure { for _ in 0..<calls { sink &+= clock.now().earliest?.nanoseconds ?? 0 } }
            // The clock caches no answers for the basis `probableBoot`, so each call reads all clocks and takes the
            // lock.
            whole.measure { for _ in 0..<calls { sink &+= rare.now().earliest?.nanoseconds ?? 0 } }
            dates.measure { for _ in 0..<calls { sink &+= Date().timeIntervalSinceReferenceDate > 0 ? 1 : 0 } }
            continuous.measure { for _ in 0..<calls { sink &+= ContinuousClock.now < .now ? 1 : 0 } }
            quiet.measure {
                for _ in 0..<calls {
                    let outcome = clock.captureResponse(
                        from: url, sent: TrustedClock.Timestamp(ElapsedInstant(nanoseconds: 0)),
                        received: TrustedClock.Timestamp(ElapsedInstant(nanoseconds: 0))
                    ) { _ in "" }
                    sink &+= outcome == .notNeeded ? 1 : 0
                }
            }
        }
        let what = "time per call, median of \(rounds) rounds of \(calls) calls"
        print("TrustedClock.now(), \(what); \(kernel.text) (checksum \(sink & 1))")
        print("  bare clock reads        \(each(bare))")
        print(
            "  now()                   \(each(trusted)), \(Figures.ratio(trusted.median, bare.median)) times the bare reads"
        )
        print("  now(), all clocks       \(each(whole)), \(Figures.ratio(whole.median, trusted.median)) times now()")
        print("  Date()                  \(each(dates))")
        print("  ContinuousClock.now, 2  \(each(continuous))")
        print("  a request while quiet   \(each(quiet))")
        contention("bare clock reads ") { _ = kernel.read() }
        contention("now()            ") { _ = clock.now() }
        contention("now(), all clocks") { _ = rare.now() }
        try reads(directory)
    }

    /// Compares a cached read with the system calls that it needs, on one thread and on eight threads at once.
    private static func reads(_ directory: String) throws {
        let store = try StoreBenchmark.open(directory, "cached")
        let key = StoreKey<Int>("number")
        let stored = DispatchSemaphore(value: 0)
        Task {
            try? await store.set(7, for: key)
            stored.signal()
        }
        stored.wait()
        guard store.read(key) == .value(7) else { throw BenchmarkError(description: "nothing was read") }
        let calls = try BareCalls(directory)
        contention("bare calls       ", threads: 8) { calls.make() }
        contention("a cached read    ", threads: 8) { _ = store.read(key) }
    }

    /// Measures how much slower a call is while other threads make the same call all the time.
    private static func contention(
        _ name: String, threads most: Int = 2, _ body: @escaping @Sendable () -> Void
    ) {
        func span(threads: Int) -> Figures {
            var figures = Figures()
            for _ in 0..<rounds / 10 {
                figures.measure {
                    // With this many calls, the time to start the threads is negligible.
                    DispatchQueue.concurrentPerform(iterations: threads) { _ in
                        for _ in 0..<calls * 100 { body() }
                    }
                }
            }
            return figures
        }
        let one = span(threads: 1)
        let all = span(threads: most)
        print(
            """
              \(name)       one thread \(each(one, of: calls * 100)); \(most) at once \
            \(each(all, of: calls * 100)) for each, \(Figures.ratio(all.median, one.median)) times
            """
        )
    }

    static func each(_ figures: Figures, of count: Int = calls) -> String {
        let tenths = figures.median * 10 / Int64(count)
        return "\(tenths / 10).\(tenths % 10) ns"
    }

    /// Passes one honest server answer to the clock, so the clock has bounds.
    private static func synchronize(_ clock: TrustedClock, _ url: URL) throws {
        let sent = clock.timestamp()
        var date = time(nil)
        var parts = tm()
        gmtime_r(&date, &parts)
        var text = [CChar](repeating: 0, count: 64)
        strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        let header = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Half of the bounds' width is about 1.05 s.
        let policy = TrustedClock.CapturePolicy(hosts: clock.policy.hosts, targetUncertainty: .zero)
        let headers = ["Date": header, "Cache-Control": "no-store"]
        let outcome = try TrustedClock(clock.observatory, policy: policy).captureResponse(from: url, sent: sent) {
            headers[$0]
        }
        guard outcome == .used else { throw BenchmarkError(description: "the clock rejected the sample: \(outcome)") }
    }
}

/// The system calls that read the elapsed clock on this platform, without any other work.
private struct BareReads: Sendable {
    #if canImport(Darwin)
        let text = "two clocks"

        func read() -> Int64 { read(CLOCK_UPTIME_RAW) &+ read(CLOCK_MONOTONIC_RAW) }
    #else
        private let suspensions = open("/sys/power/suspend_stats/success", O_RDONLY | O_CLOEXEC)

        var text: String { suspensions < 0 ? "four clocks" : "four clocks and the count of suspensions" }

        func read() -> Int64 {
            var sum =
                read(CLOCK_MONOTONIC) &+ read(CLOCK_BOOTTIME) &+ read(CLOCK_MONOTONIC) &+ read(CLOCK_MONOTONIC_RAW)
            if suspensions >= 0 {
                var digits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
                sum &+= Int64(pread(suspensions, &digits, 32, 0))
            }
            return sum
        }
    #endif

    private func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// The two system calls that show a reader whether another process has written. The benchmark makes these calls on a
/// file that contains one word.
private struct BareCalls: Sendable {
    private let descriptor: Int32

    init(_ directory: String) throws {
        descriptor = open(directory + "/word", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var word: UInt64 = 1
        guard descriptor >= 0, write(descriptor, &word, 8) == 8 else {
            throw BenchmarkError(description: "can't open a file for the bare calls")
        }
    }

    func make() {
        var status = stat()
        var word: UInt64 = 0
        _ = fstat(descriptor, &status)
        _ = pread(descriptor, &word, 8, 0)
    }
}
