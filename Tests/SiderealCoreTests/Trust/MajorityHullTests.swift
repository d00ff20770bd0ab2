import SiderealCore
import TestSupport
import Testing

@Suite struct MajorityHullTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var intervals: [ClosedRange<Int64>]
        var expected: ClosedRange<Int64>?
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "one", intervals: [3...5], expected: 3...5),
        Case(name: "one point", intervals: [3...3], expected: 3...3),
        Case(name: "two", intervals: [0...5, 3...9], expected: 3...5),
        Case(name: "two meet at a point", intervals: [0...3, 3...9], expected: 3...3),
        Case(name: "two apart", intervals: [0...3, 4...9], expected: nil),
        // The most overlap alone would give 9...10, for a truth of 1.
        Case(name: "a liar does not narrow", intervals: [0...10, 0...2, 9...11], expected: 0...10),
        Case(name: "three, each with the next", intervals: [0...4, 4...8, 8...9], expected: 4...8),
        Case(name: "three apart", intervals: [0...1, 2...3, 4...5], expected: nil),
        Case(name: "three, one apart", intervals: [0...4, 2...6, 50...60], expected: 2...4),
        Case(name: "four need three", intervals: [0...4, 2...6, 50...60, 3...55], expected: 3...4),
        Case(name: "four, two and two", intervals: [0...4, 0...4, 7...9, 7...9], expected: nil),
        Case(name: "five, two liars", intervals: [0...4, 2...6, 3...9, 80...90, -50 ... -40], expected: 3...4),
        Case(name: "five, the hull has a gap", intervals: [0...9, 0...9, 0...2, 7...9, 40...50], expected: 0...9),
    ]

    static func hull(_ intervals: [ClosedRange<Int64>], threshold: Int? = nil) -> ClosedRange<Int64>? {
        let bounds = intervals.compactMap {
            Bounds(lower: Nanoseconds($0.lowerBound), upper: Nanoseconds($0.upperBound))
        }
        return majorityHull(of: bounds, threshold: threshold ?? bounds.count / 2 + 1).map {
            $0.lower.count...$0.upper.count
        }
    }

    @Test(arguments: cases)
    func hull(example: Case) {
        #expect(Self.hull(example.intervals) == example.expected)
        #expect(Self.hull(example.intervals.reversed()) == example.expected)
    }

    @Test func thresholdsOutOfRange() {
        #expect(Self.hull([]) == nil)
        #expect(Self.hull([0...1], threshold: 0) == nil)
        #expect(Self.hull([0...1], threshold: 2) == nil)
    }

    @Test func unknownEnds() {
        #expect(Self.hull([.min ... .max, 3 ... .max]) == 3 ... .max)
        #expect(Self.hull([.min...5, 3 ... .max, .min ... .max]) == .min ... .max)
    }

    /// Counts the cover of every point, as the definition says.
    static func counted(_ intervals: [ClosedRange<Int64>], threshold: Int) -> ClosedRange<Int64>? {
        let covered = (-12...12).filter { point in intervals.count { $0.contains(point) } >= threshold }
        guard let first = covered.first, let last = covered.last else { return nil }
        return first...last
    }

    @Test(.computesForLong, arguments: 0..<8 as Range<UInt64>)
    func asCounted(seed: UInt64) {
        var random = SplitMix64(state: seed)
        for round in 0..<700 {
            let intervals = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                let ends = (0..<2).map { _ in Int64.random(in: -12...12, using: &random) }
                return min(ends[0], ends[1])...max(ends[0], ends[1])
            }
            for threshold in 1...intervals.count {
                #expect(
                    Self.hull(intervals, threshold: threshold) == Self.counted(intervals, threshold: threshold),
                    "seed \(seed), round \(round), threshold \(threshold): \(intervals)")
            }
        }
    }

    /// With fewer than half of them lying, the truth is inside.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func holdsTheTruth(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        for round in 0..<500 {
            let count = Int.random(in: 1...9, using: &random)
            let liars = (count - 1) / 2
            let intervals = (0..<count).map { index -> ClosedRange<Int64> in
                if index < liars {
                    let start = Int64.random(in: -20...20, using: &random)
                    return start...start + .random(in: 0...20, using: &random)
                }
                return -Int64.random(in: 0...15, using: &random) ... .random(in: 0...15, using: &random)
            }
            let hull = try #require(Self.hull(intervals))
            #expect(hull.contains(0), "seed \(seed), round \(round): \(intervals)")
        }
    }
}
