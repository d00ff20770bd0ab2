import SiderealCore

extension ElapsedMeter {
    /// Updates the meter, and if its start can't be dated any more, counts on from what is proven.
    ///
    /// A meter that started without the true time, and then lost its upper bound by a reboot or a move, stays without
    /// one: nothing tells how much passed before. As soon as the true time is known, this call starts the meter anew,
    /// with what is proven to have passed. What was not proven is left out once, also of `atMost`; from then on the
    /// meter counts over reboots. Use it for a limit that may be reached late, but never early, as the end of a trial.
    ///
    /// What was proven at the last update counts there even if the server that told it takes it back. In all other
    /// cases it does what ``update(from:)`` does.
    ///
    /// - Returns: What has passed now, as ``elapsed``.
    /// - Throws: If the clocks can't be read; the meter is then unchanged. A meter of another device is no error.
    @discardableResult
    public mutating func updateCountingOn(from observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        let before = elapsed.atLeast
        var updated = self
        let now = try updated.update(from: observatory)
        if now.atMost == nil, !updated.isDated {
            let anew = try ElapsedMeter(startingAt: observatory, havingCounted: max(before, now.atLeast))
            if anew.isDated { updated = anew }
        }
        self = updated
        return elapsed
    }
}
