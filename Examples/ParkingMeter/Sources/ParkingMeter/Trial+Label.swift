import Sidereal

extension Trial.Standing {
    /// Whether it is known what has passed, but for the drift of the clocks.
    public nonisolated var isExact: Bool {
        guard let elapsed, let atMost = elapsed.atMost else { return false }
        return atMost - elapsed.atLeast <= .seconds(1_800)
    }

    /// The days to show: so many are left, or at most so many unless it `isExact`. Nil if nothing is left, or the meter
    /// can't be read.
    public nonisolated var daysLeft: Int? {
        guard decision != .over, let elapsed else { return nil }
        // By the drift of the clocks a little less is certain to have passed than really has.
        let left = length - elapsed.atLeast - .seconds(900)
        return max(1, Int((left / .seconds(86_400)).rounded(.up)))
    }
}
