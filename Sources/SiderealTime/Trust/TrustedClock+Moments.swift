public import SiderealCore

extension TrustedClock {
    /// Returns this moment, to store beside the data that it dates. Later evidence can still date it.
    ///
    ///     receipt.issued = try clock.moment()
    ///     // Then, or at a later launch, once servers have answered:
    ///     print(try clock.time(of: receipt.issued))
    ///
    /// - Parameter requirement: The evidence that the moment's time must rest on, if it is more than the clock
    ///   requires.
    /// - Returns: The moment at which all clocks were read.
    /// - Throws: If the clocks can't be read.
    public func moment(requiring requirement: TrustedTime.Requirement? = nil) throws(ObservatoryError) -> Moment {
        try shared.moment(on: basis.requiring(requirement))
    }

    /// Returns the true time at an earlier moment, by all evidence until now. Settings of the clock since then have no
    /// effect.
    ///
    /// The result combines two pieces of knowledge: the bounds that the moment holds, and the current bounds less the
    /// time that has passed since. So a moment without network gets a date once a server answers in the same boot.
    /// After a reboot it stays between the floor at that moment and the current time, less the time that has certainly
    /// passed.
    ///
    /// - Parameters:
    ///   - moment: A moment of this device. A moment of another device keeps the bounds that it holds.
    ///   - requirement: The evidence that the answer must rest on, if it is more than the clock requires. Pass
    ///     `.proven` for evidence that costs you more if it is wrong than if it is missing.
    /// - Returns: `unknown` without a lower bound, or if the moment's bounds and the current bounds contradict each
    ///   other.
    /// - Throws: If the clocks can't be read.
    public func time(
        of moment: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> TrustedTime {
        try shared.freshKeeper().time(of: moment, on: basis.requiring(requirement)) ?? .unknown
    }

    /// Returns the true time that passed between two moments, by all evidence until now.
    ///
    /// The result combines `Observatory.elapsed(from:to:)` with the bounds of the true time at both moments. So a
    /// session that ran over a reboot is bounded from both sides once its ends are.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device.
    ///   - requirement: The evidence that the times must rest on, if it is more than the clock requires.
    /// - Returns: Bounds of the true time. `atMost` is `nil` without an upper bound.
    /// - Throws: If the clocks can't be read.
    public func elapsed(
        from start: Moment, to end: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> ElapsedTime {
        let basis = basis.requiring(requirement)
        return ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: basis) ?? .unbounded)
    }
}
