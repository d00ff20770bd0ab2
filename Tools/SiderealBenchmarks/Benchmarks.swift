import Sidereal
import SiderealSimulation
import SiderealSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `swift run -c release SiderealBenchmarks`: measures the library's basic operations, and the least work that each
/// operation needs.
///
/// People judge the output. Compare only figures from one run. A run measures the operations in turn, because a
/// machine's speed varies.
@main
enum Benchmarks {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            if arguments.first == "losses", arguments.dropFirst() == [] || arguments.dropFirst() == ["--markdown"] {
                let table = await LossTable.make(histories: 500, seed: 1)
                print(arguments.count == 2 ? table.markdown : table.text)
            } else if let path = arguments.first, arguments.count == 2, let bytes = arguments.last.flatMap({ Int($0) })
            {
                try PlainWriter.run(path: path, bytes: bytes)
            } else if arguments.first == "store-writer", arguments.count == 3 {
                try await StoreWriter.run(directory: arguments[2], gate: arguments[3])
            } else if arguments == ["widths"] {
                WidthTable.run()
            } else if arguments == ["memory"] {
                try MemoryBenchmark.run()
            } else if arguments == ["store"] {
                try await StoreBenchmark.run()
            } else if arguments == ["now"] {
                try NowBenchmark.run()
            } else if arguments == ["simulated"] {
                try SimulatedNetworkBenchmark.run()
            } else if arguments.isEmpty {
                try CheckBenchmark.run()
                try OpeningBenchmark.run()
                try ReadingBenchmark.run()
                try CommitBenchmark.run()
                try NowBenchmark.run()
                try SimulatedNetworkBenchmark.run()
                try await StoreBenchmark.run()
            } else {
                print("usage: SiderealBenchmarks            prints all figures except the memory figures")
                print("       SiderealBenchmarks now        prints the cost of now()")
                print("       SiderealBenchmarks simulated  prints the cost of polls of simulated servers")
                print("       SiderealBenchmarks store      prints the cost of a store, beside SQLite and UserDefaults")
                print("       SiderealBenchmarks losses [--markdown]")
                print(
                    "                                     prints the losses of this store and of other stores")
                print("       SiderealBenchmarks widths     prints the width of bounds with one to five operators")
                print("       SiderealBenchmarks memory     prints the memory that a million samples need")
                print("       SiderealBenchmarks store-writer DIRECTORY GATE   for Scripts/store-check")
                print(
                    "       SiderealBenchmarks FILE COUNT opens FILE, writes COUNT bytes, syncs, to compare with check"
                )
            }
        } catch {
            print("SiderealBenchmarks: \(error)")
            exit(1)
        }
    }
}

/// The figures of one measurement, in nanoseconds.
struct Figures {
    private var samples: [Int64] = []

    mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = Self.instant
        let result = try body()
        samples.append(Self.instant - start)
        return result
    }

    var median: Int64 { percentile(50) }

    /// Returns a percentile of the samples: 50 gives the median.
    func percentile(_ hundredths: Int) -> Int64 {
        samples.isEmpty ? 0 : samples.sorted()[min(samples.count * hundredths / 100, samples.count - 1)]
    }

    var summary: String {
        let sorted = samples.sorted()
        let low = sorted.first ?? 0
        let high = sorted.isEmpty ? 0 : sorted[sorted.count * 9 / 10]
        return "median \(Figures.text(median)), least \(Figures.text(low)), 90 % below \(Figures.text(high))"
    }

    static func text(_ nanoseconds: Int64) -> String {
        if nanoseconds < 10_000 { return "\(nanoseconds) ns" }
        if nanoseconds < 10_000_000 { return "\(nanoseconds / 1_000) µs" }
        return "\(nanoseconds / 1_000_000) ms"
    }

    static func ratio(_ one: Int64, _ other: Int64) -> String {
        let hundredths = other == 0 ? 0 : one * 100 / other
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    mutating func add(_ sample: Int64) { samples.append(sample) }

    static var instant: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// An error that prevents a benchmark from running.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}

/// A directory for a benchmark's files, on the disk rather than in memory.
enum Scratch {
    static func directory(_ name: String) throws -> String {
        let path = ".build/benchmarks-\(getpid())/\(name)"
        try RealFileSystem().makeDirectories(path)
        return path
    }
}
