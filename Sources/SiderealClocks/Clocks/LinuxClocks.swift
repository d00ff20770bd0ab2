package import SiderealCore

/// The clocks of Linux that make up a reading, in nanoseconds.
package protocol LinuxKernelClocks: Sendable {
    func realtime() throws(ClockError) -> Int64
    func monotonic() throws(ClockError) -> Int64
    func monotonicRaw() throws(ClockError) -> Int64
    func bootTime() throws(ClockError) -> Int64
    /// Returns the number of successful suspensions since boot: ``ClockReading/suspendMark``.
    func suspendCount() -> Int64?
    /// Returns the marker of ``ClockReading/disruptionMarker``.
    func disruptionMarker() throws(ClockError) -> Int64?
}

extension LinuxKernelClocks {
    package func disruptionMarker() throws(ClockError) -> Int64? { nil }
}

/// The amounts by which a time namespace (time_namespaces(7)) shifts a process's clocks, or zero without a namespace.
package struct TimeNamespace: Sendable, Equatable {
    package var monotonic: Int64 = 0
    package var bootTime: Int64 = 0

    package init(monotonic: Int64 = 0, bootTime: Int64 = 0) {
        self.monotonic = monotonic
        self.bootTime = bootTime
    }

    /// Parses the text of /proc/self/timens_offsets: a clock, seconds and nanoseconds in each line. If a line can't be
    /// parsed, its clock has no shift, as on kernels without time namespaces.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard fields.count == 3, let seconds = Int64(fields[1]), let rest = Int64(fields[2]) else { continue }
            let offset = Nanoseconds.seconds(seconds) + Nanoseconds(rest)
            if fields[0] == "monotonic" { monotonic = offset.count }
            if fields[0] == "boottime" { bootTime = offset.count }
        }
    }
}

/// A reader of Linux's clocks.
///
/// The elapsed clock is raw time plus time asleep, because the kernel slews CLOCK_BOOTTIME: R = MONOTONIC_RAW +
/// (BOOTTIME - MONOTONIC).
///
/// With three separate reads, the elapsed clock could fall by milliseconds under load. So the reader keeps the time
/// asleep, and raises this time only as far as a bracket of reads proves. The time asleep starts from zero, which is
/// exact on a machine that never slept. On other machines, the time asleep approaches the true value from below. So the
/// elapsed clock can't fall.
package struct LinuxClocks<Kernel: LinuxKernelClocks>: ClockSource {
    private let kernel: Kernel
    private let namespace: TimeNamespace
    private var slept: Int64 = 0

    package init(kernel: Kernel, namespace: TimeNamespace) {
        self.kernel = kernel
        self.namespace = namespace
    }

    package mutating func attempt() throws(ClockError) -> ClockAttempt {
        let markerBefore = try kernel.disruptionMarker()
        let suspensionsBefore = kernel.suspendCount()
        let bootTimeBefore = try kernelBootTime()
        let elapsedBefore = try elapsed()
        let wall = try kernel.realtime()
        let elapsedAfter = try elapsed()
        let bootTimeAfter = try kernelBootTime()
        let suspensionsAfter = kernel.suspendCount()
        let markerAfter = try kernel.disruptionMarker()
        // A suspension during one of the two brackets widens that bracket. The other bracket stays narrow.
        let bootTime = bootTimeBefore.intersection(bootTimeAfter)
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: wall),
            elapsed: ElapsedInstant(nanoseconds: elapsedBefore.elapsed),
            awake: AwakeInstant(nanoseconds: elapsedBefore.awake),
            kernelBootTime: WallInstant(nanoseconds: (bootTime ?? bootTimeBefore).middle),
            suspendMark: suspensionsAfter, disruptionMarker: markerAfter)
        return ClockAttempt(
            reading: reading,
            span: Nanoseconds(elapsedAfter.elapsed) - Nanoseconds(elapsedBefore.elapsed),
            isSteady: bootTime != nil && suspensionsBefore == suspensionsAfter && markerBefore == markerAfter)
    }

    package func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        let asleep = try sleep(provenBefore: slept.count)
        let awake = try kernel.monotonicRaw().subtractingSaturated(namespace.monotonic)
        return ClockState(
            elapsed: ElapsedInstant(nanoseconds: awake.addingSaturated(asleep)), slept: Nanoseconds(asleep),
            suspendMark: kernel.suspendCount(), disruptionMarker: try kernel.disruptionMarker())
    }

    /// Reads CLOCK_BOOTTIME and the count of suspensions. The other clocks stop during sleep. CLOCK_BOOTTIME without
    /// the count is not enough, because processes may run before the kernel adds a suspension to this clock.
    package func quickReading() -> QuickReading? {
        do throws(ClockError) {
            return QuickReading(
                shown: try kernel.bootTime(), suspendMark: kernel.suspendCount(),
                disruptionMarker: try kernel.disruptionMarker(), isSlewed: true)
        } catch {
            return nil
        }
    }

    private mutating func elapsed() throws(ClockError) -> (elapsed: Int64, awake: Int64) {
        slept = try sleep(provenBefore: slept)
        let awake = try kernel.monotonicRaw().subtractingSaturated(namespace.monotonic)
        return (awake.addingSaturated(slept), awake)
    }

    /// Returns the time asleep: the proven value, unless a bracket of readings excludes it.
    ///
    /// A new value needs a narrow bracket. If an interruption between the reads made the value too small, the elapsed
    /// clock would later seem to run ahead by the same amount.
    private func sleep(provenBefore known: Int64) throws(ClockError) -> Int64 {
        var bracket = try sleepBracket()
        if bracket.nearest(to: known) == known { return known }
        for _ in 0..<LinuxClocks.mostBrackets where bracket.width > LinuxClocks.narrow {
            // If the device slept between the two brackets, use the later bracket.
            let next = try sleepBracket()
            bracket = bracket.intersection(next) ?? next
        }
        return bracket.nearest(to: known)
    }

    private static var mostBrackets: Int { 16 }
    private static var narrow: Int64 { 1_000 }

    private func sleepBracket() throws(ClockError) -> Bracket {
        let before = try kernel.monotonic()
        let bootTime = try kernel.bootTime()
        let after = try kernel.monotonic()
        let sinceBoot = bootTime.subtractingSaturated(namespace.bootTime)
        return Bracket(
            from: sinceBoot.subtractingSaturated(after.subtractingSaturated(namespace.monotonic)),
            to: sinceBoot.subtractingSaturated(before.subtractingSaturated(namespace.monotonic)))
    }

    private func kernelBootTime() throws(ClockError) -> Bracket {
        let before = try kernel.bootTime().subtractingSaturated(namespace.bootTime)
        let wall = try kernel.realtime()
        let after = try kernel.bootTime().subtractingSaturated(namespace.bootTime)
        return Bracket(from: wall.subtractingSaturated(after), to: wall.subtractingSaturated(before))
    }
}

/// The limits of a difference between two clocks that can't be read at one moment.
private struct Bracket {
    let from: Int64
    let to: Int64

    var middle: Int64 { from.addingSaturated(to.subtractingSaturated(from) / 2) }

    var width: Int64 { to.subtractingSaturated(from) }

    func nearest(to value: Int64) -> Int64 { min(max(value, from), to) }

    func intersection(_ other: Bracket) -> Bracket? {
        let common = Bracket(from: max(from, other.from), to: min(to, other.to))
        return common.from <= common.to ? common : nil
    }
}
