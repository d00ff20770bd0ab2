import Sidereal

extension Trial.Standing {
    /// A Boolean value that indicates whether the elapsed time is known, apart from the drift of the clocks.
    public nonisolated var isExact: Bool {
        guard let elapsed, let atMost = elapsed.atMost else { return false }
        return atMost - elapsed.atLeast <= drift
    }

    /// A Boolean value that indicates whether the trial ends about now. Its end is then nearer than the drift of the
    /// clocks.
    public nonisolated var endsNow: Bool {
        guard case .undetermined(.tooClose(let exceededBy)) = decision else { return false }
        return exceededBy <= drift
    }

    /// The number of days to show. It is exact if `isExact` is true. Otherwise it is the greatest possible number. It
    /// is `nil` if the trial is over or the meter can't be read.
    public nonisolated var daysLeft: Int? {
        guard decision != .over, let elapsed else { return nil }
        // Because clocks drift, the proven time is a little less than the real one.
        let left = length - elapsed.atLeast - drift / 2
        return max(1, Int((left / .seconds(86_400)).rounded(.up)))
    }

    /// A bound on the drift of the clocks: three quarters of an hour in fourteen days.
    private nonisolated var drift: Duration { length / 600 + .seconds(600) }
}
