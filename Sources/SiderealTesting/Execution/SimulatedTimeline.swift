package import SiderealCore

/// The time line of a simulated device: true time, and the clock that the device counts it by.
package protocol SimulatedTimeline: AnyObject, Sendable {
    /// The true time.
    var now: TrueInstant { get }
    /// What the device's elapsed clock shows.
    var elapsed: ElapsedInstant { get }
    /// Lets time pass to an instant; one that lies behind changes nothing.
    func advance(to instant: TrueInstant)
    /// The first instant at which the elapsed clock will have counted so much more, as far as can be told now.
    func instant(after span: Nanoseconds) -> TrueInstant
}

extension SimulatedTimeline {
    /// For an elapsed clock that runs right.
    package func instant(after span: Nanoseconds) -> TrueInstant { now + span }
}
