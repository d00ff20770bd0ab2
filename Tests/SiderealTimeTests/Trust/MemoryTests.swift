import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// A clock's memory is bounded, however many answers it receives.
@Suite("memory of a timekeeper") struct MemoryTests {
    /// Returns the number of elements in all arrays and dictionaries of a value, and of its parts.
    static func elements(of value: Any) -> Int {
        let mirror = Mirror(reflecting: value)
        let isCollection = mirror.displayStyle == .collection || mirror.displayStyle == .dictionary
        return mirror.children.reduce(isCollection ? mirror.children.count : 0) { $0 + elements(of: $1.value) }
    }

    @Test("state and record stay small, however many samples and names arrive", .computesForLong)
    func aTimekeeperThatHearsALot() throws {
        let device = StoryDevice()
        var keeper = try device.launch().keeper
        var random = SplitMix64(seed: 1)
        var (counts, bytes): ([Int], [Int]) = ([], [])
        let samples = TestExtent.choose(part: 600, whole: 1_000_000)
        let start = try #require(keeper.latest)
        for number in 1...samples {
            let passed = Int64(number) * 20_000_000
            let truth = device.truth + Nanoseconds(passed)
            let elapsed = start.reading.elapsed + Nanoseconds(passed)
            if number % 8 == 0 {
                var deviceReading = start
                deviceReading.reading.elapsed = elapsed
                deviceReading.reading.awake = AwakeInstant(nanoseconds: elapsed.nanoseconds)
                deviceReading.reading.wall = WallInstant(nanoseconds: truth.nanoseconds)
                _ = keeper.handle(.reading(deviceReading))
            }
            // Thousands of names, most of them honest.
            let name = "https://\(UInt32.random(in: 0..<5_000, using: &random)).example"
            let lie = UInt8.random(in: 0..<10, using: &random) == 0 ? Nanoseconds.seconds(100) : .zero
            _ = keeper.handle(.sources([NamedSource(of: name, isAuthenticated: number % 3 != 0)]))
            _ = keeper.handle(
                .sample(
                    TimeSample(
                        source: name, operator: name, isAuthenticated: number % 3 != 0, sent: elapsed,
                        received: elapsed, earliest: truth + lie - .milliseconds(50),
                        latest: truth + lie + .milliseconds(50))))
            if number % (samples / 4) == 0 {
                counts.append(MemoryTests.elements(of: keeper))
                bytes.append(try #require(keeper.recordToSave).bytes.count)
            }
        }
        #expect(counts.allSatisfy { $0 < 3_000 }, "\(counts)")
        // 128 names, each with its present answer, and an earlier one that it excludes now.
        #expect(bytes.allSatisfy { $0 < 25_000 }, "\(bytes)")
        #expect(keeper.authenticated.all.count == 64 && keeper.others.all.count == 64)
        #expect(keeper.readStates.count <= 16)
    }
}
