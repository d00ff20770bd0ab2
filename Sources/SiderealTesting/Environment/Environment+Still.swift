package import SiderealCore
package import SiderealSystem

extension Environment {
    /// An environment in which nothing happens by itself.
    ///
    /// Its clocks stand still, waits last until their task is cancelled, background work runs at once, and nothing is
    /// announced. A test replaces the parts that it drives.
    package static func still(on disk: any FileSystem) -> Environment {
        Environment(
            model: .linux,
            clocks: PlainClocks { (TrueInstant(nanoseconds: 0), ElapsedInstant(nanoseconds: 0)) },
            identity: Identity(boot: { nil }, machine: { _ in nil }), disk: disk,
            scheduler: Scheduler(
                wait: HeldWaits().wait, start: { work in Task { await work() } }, background: { $0() },
                inPlace: { _ in false }),
            notifications: Notifications(observe: { _, _ in nil }))
    }
}

/// Clocks that are always right, of a device that never sleeps.
package struct PlainClocks: ClockSource {
    private let now: @Sendable () -> (truth: TrueInstant, elapsed: ElapsedInstant)

    package init(_ now: @escaping @Sendable () -> (truth: TrueInstant, elapsed: ElapsedInstant)) { self.now = now }

    /// The clocks of a device that only counts time.
    package init(_ timeline: any SimulatedTimeline) { self.init { (timeline.now, timeline.elapsed) } }

    package func attempt() throws(ClockError) -> ClockAttempt {
        let (truth, elapsed) = now()
        return ClockAttempt(
            reading: ClockReading(
                wall: WallInstant(nanoseconds: truth.nanoseconds), elapsed: elapsed,
                awake: AwakeInstant(nanoseconds: elapsed.nanoseconds),
                kernelBootTime: WallInstant(nanoseconds: truth.nanoseconds - elapsed.nanoseconds), suspendMark: 0),
            span: .zero, isSteady: true)
    }
}
