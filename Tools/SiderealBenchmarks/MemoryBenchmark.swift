import Sidereal
import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Measures the memory that a process uses while its timekeeper receives a million samples.
enum MemoryBenchmark {
    private static let samples = 1_000_000

    static func run() throws {
        let directory = try Scratch.directory("memory")
        let observatory = try Observatory(
            directory: URL(filePath: directory), observer: "benchmark", savesAutomatically: false)
        guard var reading = observatory.keeper.latest?.reading else { return }
        var keeper = observatory.keeper
        let wall = reading.wall
        let start = reading.elapsed
        print("the memory of the process (VmRSS) after \(samples) samples of 5,000 sources, a tenth of them false")
        for number in 1...samples {
            let passed = Nanoseconds.milliseconds(Int64(number))
            let truth = TrueInstant(nanoseconds: wall.nanoseconds) + passed
            if number % 16 == 0 {
                reading.elapsed = start + passed
                reading.awake = AwakeInstant(nanoseconds: reading.elapsed.nanoseconds)
                reading.wall = wall + passed
                _ = keeper.handle(.reading(DeviceReading(reading: reading, bootIdentity: nil, machine: nil)))
            }
            let name = "source \(number &* 7_919 % 5_000)"
            let reported = number % 10 == 0 ? truth + .seconds(100) : truth
            _ = keeper.handle(.sources([NamedSource(of: name, isAuthenticated: number % 3 != 0)]))
            _ = keeper.handle(
                .sample(
                    TimeSample(
                        source: name, isAuthenticated: number % 3 != 0, sent: start + passed, received: start + passed,
                        earliest: reported - .milliseconds(50), latest: reported + .milliseconds(50))))
            if number % (samples / 5) == 0 || number == samples / 100 {
                print("  after \(number)  \(residentKilobytes) kB")
            }
        }
    }

    private static var residentKilobytes: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.split(separator: " ", omittingEmptySubsequences: true).dropFirst().first ?? "") }
            ?? 0
    }
}
