package import SiderealClocks
package import SiderealCore

/// The clocks of a device that never sleeps. They are always right.
package struct PlainClocks: ClockSource {
    private let now: @Sendable () -> (truth: TrueInstant, elapsed: ElapsedInstant)

    package init(_ now: @escaping @Sendable () -> (truth: TrueInstant, elapsed: ElapsedInstant)) { self.now = now }

    /// Creates clocks that show the time of a timeline.
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

extension DeviceClocks {
    /// Returns the clocks of one machine that never restarts. They are always right.
    package static func plain(_ timeline: any SimulatedTimeline) -> DeviceClocks {
        DeviceClocks(
            model: .linux, source: PlainClocks(timeline), bootIdentity: { BootIdentity("boot") },
            machineIdentity: { _ in MachineIdentity("machine") })
    }
}
