public import SiderealCore

extension TrustedClock {
    /// This moment, to be stored beside what it dates, and dated when more is known.
    ///
    ///     receipt.issued = try clock.moment()
    ///     // Then, or at a later launch, once servers have answered:
    ///     print(try clock.time(of: receipt.issued))
    ///
    /// - Parameter requirement: What the time that it holds has to rest on, where that is more than the clock requires.
    /// - Returns: The moment at which all clocks were read.
    /// - Throws: If the clocks can't be read.
    public func moment(requiring requirement: TrustedTime.Requirement? = nil) throws(ObservatoryError) -> Moment {
        try shared.moment(on: basis.requiring(requirement))
    }

    /// The true time at an earlier moment, as far as it is known now. Settings of the clock since then do not matter.
    ///
    /// It is the narrowest of what was known then, and what follows from the time that is known now and how much has
    /// passed since. So a moment without network is dated once a server answers in the same boot; after a reboot it
    /// stays between the floor of then and the time of now, less what has certainly passed.
    ///
    /// - Parameters:
    ///   - moment: A moment of this device. One of another device keeps what was known there.
    ///   - requirement: What it has to rest on, where that is more than the clock requires. For evidence that costs you
    ///     more if it is wrong than if it is missing, pass `.proven`.
    /// - Returns: `unknown` where nothing bounds it from below, or where what was known then and what is known now
    ///   contradict each other.
    /// - Throws: If the clocks can't be read.
    public func time(
        of moment: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> TrustedTime {
        try shared.freshKeeper().time(of: moment, on: basis.requiring(requirement)) ?? .unknown
    }

    /// How much time really passed from one moment to a later one, by all that is known by now.
    ///
    /// As `Observatory.elapsed(from:to:)` says of two marks, and by what is known of the true time at both moments,
    /// too. So a session that ran over a reboot is bounded from both sides once its ends are.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device.
    ///   - requirement: What the times have to rest on, where that is more than the clock requires.
    /// - Returns: Bounds of the true time. The upper one is nil where nothing bounds it.
    /// - Throws: If the clocks can't be read.
    public func elapsed(
        from start: Moment, to end: Moment, requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> ElapsedTime {
        let basis = basis.requiring(requirement)
        return ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: basis) ?? .unbounded)
    }
}
