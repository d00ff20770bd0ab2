public import SiderealCore

extension TrustedClock {
    /// Returns the current moment. Store the moment together with the data that it dates. If the true time is unknown
    /// now, servers that answer later can still date the moment.
    ///
    /// ```swift
    /// receipt.issued = try clock.moment()
    /// // Then, or at a later launch, once servers have answered:
    /// print(try clock.time(of: receipt.issued))
    /// ```
    ///
    /// - Parameter requirement: A stricter requirement for the moment's time than that of the clock, or `nil`.
    /// - Returns: A reading of all clocks.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func moment(requiring requirement: TrustedTime.Requirement? = nil) throws(ObservatoryError) -> Moment {
        try shared.moment(on: basis.requiring(requirement))
    }

    /// Returns the true time at an earlier moment, based on all evidence so far. Changes to the system clock since the
    /// moment have no effect.
    ///
    /// The result combines two kinds of bounds. The first are the bounds that the moment contains. The second are the
    /// current bounds, minus the time that has passed since the moment. So a moment that was made offline gets a date
    /// as soon as a server answers in the same boot. After a reboot, the result's lower bound is the lower bound that
    /// the moment contains. The result's upper bound is the current upper bound, minus the time that has certainly
    /// passed.
    ///
    /// - Parameters:
    ///   - moment: A moment of this device. For a moment of another device, the result has only the bounds that the
    ///     moment contains.
    ///   - requirement: A stricter requirement than that of the clock, or `nil`. Pass `.proven` if a wrong answer costs
    ///     you more than a missing answer.
    /// - Returns: The bounds of the true time at the moment. The result is `unknown` if there is no lower bound, or if
    ///   the moment's bounds and the current bounds contradict each other.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func time(
        of moment: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> TrustedTime {
        try shared.freshKeeper().time(of: moment, on: basis.requiring(requirement)) ?? .unknown
    }

    /// Returns the true time that passed between two moments, based on all evidence so far.
    ///
    /// The result combines `Observatory.elapsed(from:to:)` with the bounds of the true time at both moments. If the
    /// device rebooted between the moments, the result has both bounds as soon as each moment has both bounds.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device.
    ///   - requirement: A stricter requirement than that of the clock, or `nil`.
    /// - Returns: The bounds of the true time between the moments. `atMost` is `nil` if there is no upper bound.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(
        from start: Moment, to end: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> ElapsedTime {
        let basis = basis.requiring(requirement)
        return ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: basis) ?? .unbounded)
    }
}
