import SiderealCore
import Testing

/// A clock that is set, and whether the step moved it toward the truth.
struct StepDirectionTests {
    /// The clock's error after the step, in seconds, and the step.
    @Test(
        "a clock step counts as toward or away from the truth only if the bounds prove the direction",
        arguments: [
            (step: 100, after: 0...0, SystemClockVerdict.StepDirection.towardTruth),
            (step: 100, after: 100...100, .awayFromTruth),
            (step: 100, after: -5...5, .towardTruth),
            (step: 100, after: 95...105, .awayFromTruth),
            (step: -100, after: 0...0, .towardTruth),
            (step: -100, after: -100...(-100), .awayFromTruth),
            (step: -100, after: -49...10, .towardTruth),
            (step: -100, after: -300...(-51), .awayFromTruth),
            // Overshot, and still nearer than before.
            (step: 100, after: 49...49, .towardTruth),
            (step: 100, after: 51...51, .awayFromTruth),
            // As wrong as before, on the other side.
            (step: 100, after: 50...50, .unknown),
            (step: 100, after: 40...60, .unknown),
            (step: -100, after: -60...(-40), .unknown),
        ])
    func isTold(step: Int64, after: ClosedRange<Int64>, direction: SystemClockVerdict.StepDirection) {
        #expect(
            SystemClockVerdict.StepDirection(of: .seconds(step), leadingTo: verdict(after.lowerBound, after.upperBound))
                == direction)
    }

    @Test("one known end can be enough to prove the direction of a step")
    func oneEndMayDo() {
        let far = Nanoseconds.seconds(86_400)
        #expect(SystemClockVerdict.StepDirection(of: -far, leadingTo: verdict(nil, -86_400)) == .awayFromTruth)
        #expect(SystemClockVerdict.StepDirection(of: far, leadingTo: verdict(nil, 0)) == .towardTruth)
        #expect(SystemClockVerdict.StepDirection(of: far, leadingTo: verdict(nil, 86_400)) == .unknown)
        #expect(SystemClockVerdict.StepDirection(of: far, leadingTo: verdict(nil, nil)) == .unknown)
    }

    /// Returns the verdict on a clock that shows zero, and is wrong by at least and at most so many seconds.
    private func verdict(_ least: Int64?, _ most: Int64?) -> SystemClockVerdict {
        let bounds = Bounds(
            lower: most.map { -Nanoseconds.seconds($0) } ?? .min, upper: least.map { -Nanoseconds.seconds($0) } ?? .max)
        let trusted = TrustedTime(
            bounds ?? .unbounded, earliestSupport: .lone, latestSupport: .lone, isAuthenticated: true)
        return SystemClockVerdict(wall: WallInstant(nanoseconds: 0), trusted: trusted, tolerance: .zero)
    }
}
