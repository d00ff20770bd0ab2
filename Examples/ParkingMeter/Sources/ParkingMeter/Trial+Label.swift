import Sidereal

extension Trial.Standing {
    /// Whether it is known what has passed, but for the drift of the clocks.
    public nonisolated var isExact: Bool {
        guard let elapsed, let atMost = elapsed.atMost else { return false }
        return atMost - elapsed.atLeast <= drift
    }

    /// Whether the trial ends about now: its end is nearer than the drift of the clocks.
    public nonisolated var endsNow: Bool {
        guard case .undetermined(.tooClose(let exceededBy)) = decision else { return false }
        return exceededBy <= drift
    }

    /// The days to show: so many are left, or at most so many unless it `isExact`. Nil if nothing is left, or the meter
    /// can't be read.
    public nonisolated var daysLeft: Int? {
        guard decision != .over, let elapsed else { return nil }
        // By the drift of the clocks a little less is certain to have passed than really has.
        let left = length - elapsed.atLeast - drift / 2
        return max(1, Int((left / .seconds(86_400)).rounded(.up)))
    }

    /// More than the drift of the clocks leaves open: of fourteen days three quarters of an hour.
    private nonisolated var drift: Duration { length / 600 + .seconds(600) }
}
