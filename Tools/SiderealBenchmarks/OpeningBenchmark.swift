import Sidereal
import SiderealClocks
import SiderealSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The cost of opening an observatory on an existing record, at an app's launch.
enum OpeningBenchmark {
    static func run() throws {
        let directory = try Scratch.directory("opening")
        try Observatory(directory: URL(filePath: directory), savesAutomatically: false).save()
        var opening = Figures()
        for round in 0..<500 {
            // Each round uses another path to the record, so the observatory shares nothing with an earlier
            // observatory.
            let alias = directory + "/alias-\(round)"
            try RealFileSystem().makeDirectories(alias)
            try RealFileSystem().link(directory + "/state", to: alias + "/state")
            _ = try opening.measure { try Observatory(directory: URL(filePath: alias), savesAutomatically: false) }
        }
        print("opening an Observatory on an existing record, without a lock or a sync (500 rounds)")
        print("  opening      \(opening.summary)")
    }
}

/// The cost of reading all clocks, compared with the cost of reading one clock.
enum ReadingBenchmark {
    static func run() throws {
        var clocks = SystemClocks()
        var all = Figures()
        var one = Figures()
        for _ in 0..<20_000 {
            _ = try all.measure { try clocks.read() }
            _ = one.measure { ContinuousClock.now }
        }
        print("reading all clocks together, compared with ContinuousClock.now (20000 rounds)")
        print("  all clocks   \(all.summary)")
        print("  one clock    \(one.summary)")
    }
}

/// The cost of a durable commit of the two-slot file, compared with the cost of overwriting and syncing the same bytes.
enum CommitBenchmark {
    static func run() throws {
        let directory = try Scratch.directory("commit")
        for size in [1_000, 100_000, 1_000_000] {
            var file = TwoSlotFile(path: directory + "/slots-\(size)", disk: RealFileSystem())
            var content = [UInt8](repeating: 0, count: size)
            _ = try file.commit { _ in content }
            _ = try file.commit { _ in content }
            let plain = directory + "/plain-\(size)"
            try PlainWriter.run(path: plain, bytes: size)
            var commits = Figures()
            var plains = Figures()
            for round in 0..<100 {
                content[0] = UInt8(truncatingIfNeeded: round)
                _ = try commits.measure { try file.commit { _ in content } }
                try plains.measure { try PlainWriter.run(path: plain, bytes: size) }
            }
            print("a durable commit of \(size) bytes, compared with overwriting and syncing them (100 rounds)")
            print("  commit       \(commits.summary)")
            print("  plain write  \(plains.summary)")
            print("  ratio        \(Figures.ratio(commits.median, plains.median))")
        }
    }
}
