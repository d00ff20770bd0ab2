import SiderealCore
import SiderealTesting
import Testing

@Suite("the floor: the latest lower bound on the true time, which survives reboots") struct FloorTests {
    static let earliest = TrueInstant(nanoseconds: 1_750_000_000_000_000_000)
    static let proven = BootVerdict.Certainty.proven

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var model = ClockModel.linux
        var verdict: BootVerdict
        var now = ClockReading.invented(elapsed: .seconds(2_000))
        var suspendsBefore: Int64 = 0
        /// The rise above the saved floor, in milliseconds.
        var expected: Int64
        var testDescription: String { name }
    }

    /// Saved at R0 = 500 s, loaded at 1,500 s, read at 2,000 s.
    static let rows: [Row] = [
        // Linux: T_boot alone, (1 - rho) 2,000 s - 1.01 s.
        Row(name: "rebooted", verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity), expected: 1_997_990),
        // (1 - rho) 1,500 s.
        Row(name: "same", verdict: BootVerdict(.sameBoot, proven, evidence: .bootIdentity), expected: 1_499_250),
        Row(name: "probable", verdict: BootVerdict(.sameBoot, .probable, evidence: .bootTime), expected: 1_499_250),
        Row(name: "open", verdict: BootVerdict(.indeterminate, evidence: .tooEarly), expected: 1_499_250),
        // An open question uses the lesser: here a new boot, in which 600 sleeps may have taken no time.
        Row(
            name: "open, T_boot is less", verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), asleep: .seconds(1_400), suspends: 600), suspendsBefore: 600,
            expected: 598_990),
        Row(
            name: "open, many sleeps", verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), asleep: .seconds(1_900), suspends: 1_800), expected: 0),
        Row(
            name: "same, many sleeps", verdict: BootVerdict(.sameBoot, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), asleep: .seconds(1_900), suspends: 200), expected: 896_250),
        Row(
            name: "same, sleeps uncounted", verdict: BootVerdict(.sameBoot, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), asleep: .seconds(600), suspends: nil), expected: 899_550),
        // Since it was loaded, (1 - rho) 500 s.
        Row(name: "contradiction", verdict: BootVerdict(.indeterminate, evidence: .contradiction), expected: 499_750),
        Row(name: "another machine", verdict: BootVerdict(.indeterminate, evidence: .noEvidence), expected: 499_750),
        Row(
            name: "nothing recorded", verdict: BootVerdict(.firstObservation, evidence: .noEvidence), expected: 499_750),
        // Darwin's counter may keep counting through a reboot: (1 - 100 ppm) 1,500 s, or (1 - 36,850 ppm) U - 0.51 s.
        Row(
            name: "rebooted, counter ran on", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 1_499_850),
        Row(
            name: "rebooted, counter fell", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(400), sinceBoot: .seconds(100)), expected: 95_805),
        Row(
            name: "rebooted, up for longer", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(2_000)), expected: 1_925_790),
        Row(
            name: "open on Darwin", model: .darwin, verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 1_499_850),
        Row(
            name: "rebooted Intel Mac", model: .darwinIntel,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 95_805),
        Row(
            name: "open on an Intel Mac", model: .darwinIntel,
            verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 95_805),
    ]

    @Test("a loaded floor rises by the certainly elapsed time, as far as the boot verdict allows", arguments: rows)
    func carried(row: Row) {
        let before = ClockReading.invented(elapsed: .seconds(500), suspends: row.suspendsBefore)
        let now = Floor(earliest: Self.earliest, at: before.clockState).carried(
            to: row.now, loadedAt: ClockReading.invented(elapsed: .seconds(1_500)).clockState, verdict: row.verdict,
            model: row.model)
        #expect(now.earliest - Self.earliest == .milliseconds(row.expected))
        #expect(now.at == row.now.clockState)
    }

    static func state(_ elapsed: Nanoseconds, asleep: Nanoseconds = .zero, _ suspends: Int64? = 0) -> ClockState {
        ClockReading.invented(elapsed: elapsed, asleep: asleep, suspends: suspends).clockState
    }

    static func floor(_ elapsed: Nanoseconds, later: Nanoseconds = .zero) -> Floor {
        Floor(earliest: earliest + later, at: state(elapsed))
    }

    @Test("a floor moves with the clock by the certainly elapsed time, or not at all if that time is unknown")
    func moving() {
        let floor = Self.floor(.seconds(1_000))
        #expect(floor.moved(to: floor.at, model: .linux) == floor)
        let later = floor.moved(to: Self.state(.seconds(3_000)), model: .linux)
        #expect(later == Self.floor(.seconds(3_000), later: .seconds(1_999)))
        // At an earlier state it is lower by the most that can have passed.
        let before = floor.moved(to: Self.state(.zero), model: .linux)
        #expect(before == Self.floor(.zero, later: .milliseconds(-1_000_500)))
        let unknown = Floor(
            earliest: Self.earliest, at: Self.state(.seconds(1_000), asleep: .seconds(500), nil))
        #expect(unknown.moved(to: Self.state(.seconds(400), nil), model: .linux) == nil)
    }

    @Test("the later of two floors counts, in either order")
    func laterOfTwo() {
        let old = Self.floor(.seconds(1_000))
        let new = Self.floor(.seconds(2_000), later: .seconds(500))
        // The old one has grown by 999.5 s when the new one begins.
        let expected = Self.floor(.seconds(2_000), later: .milliseconds(999_500))
        #expect(Floor.later(old, new, model: .linux) == expected)
        #expect(Floor.later(new, old, model: .linux) == expected)
        #expect(Floor.later(nil, new, model: .linux) == new)
        #expect(Floor.later(old, nil, model: .linux) == old)
        #expect(Floor.later(nil, nil, model: .linux) == nil)
        // Only the instant counts of a floor that no clock of this boot dates.
        #expect(Floor.later(old, new.untied, model: .linux) == new.untied)
        #expect(Floor.later(old.untied, new, model: .linux) == new)
    }

    /// On this clock the error of a sleep grows with the time since the boot: a floor from before the sleep that is
    /// later now loses more on the way than the other one.
    @Test("a slightly later floor doesn't lower the combined floor, even when that floor moves past a sleep")
    func laterFromBeforeASleep() throws {
        let model = ClockModel.darwinPowerManagement
        let before = Self.state(.seconds(1_000))
        let after = Self.state(.seconds(1_007), asleep: .seconds(5), 1)
        let other = Floor(earliest: Self.earliest, at: after)
        let little = model.leastTrueTime(from: before, to: after) - .nanosecond
        var kept = KeptFloor(other)
        kept.rise(to: Floor(earliest: Self.earliest - little, at: before), model: model)
        let later = Self.state(.seconds(10_007), asleep: .seconds(5), 1)
        let floor = try #require(kept.floor?.moved(to: later, model: model))
        #expect(floor.earliest > (try #require(other.moved(to: later, model: model)).earliest))
    }

    /// The time asleep is measured anew at each reading, to within a nanosecond or more, so either of two floors may be
    /// the later one.
    @Test(
        "a floor that is later when saved, but not when shown, doesn't lower the combined floor",
        arguments: [
            // The time asleep by this process's count and by the other's, and whether this one read its clocks last
            // before the other saved, or after.
            (Nanoseconds.nanosecond, Nanoseconds.zero, false),
            (Nanoseconds.zero, Nanoseconds(3), true),
        ])
    func laterWhereItWasSaved(asleep: Nanoseconds, theirs theirSleep: Nanoseconds, isReadBefore: Bool) throws {
        let model = ClockModel.darwinPowerManagement
        let span = Nanoseconds(10_000_002_000)
        let start = Self.state(.seconds(1_000), asleep: asleep, 1)
        let saved = Self.state(.seconds(1_000) + span, asleep: theirSleep, 1)
        let shown = isReadBefore ? start.at(saved.elapsed) : start.at(saved.elapsed + span)
        let own = Floor(earliest: Self.earliest, at: start)
        let theirs = Floor(
            earliest: try #require(own.moved(to: saved, model: model)).earliest + .nanosecond, at: saved)
        let before = try #require(own.moved(to: shown, model: model)).earliest
        #expect(try #require(theirs.moved(to: shown, model: model)).earliest < before)
        var kept = KeptFloor(own)
        kept.rise(to: theirs, by: isReadBefore ? start : shown, model: model)
        #expect(try #require(kept.floor?.moved(to: shown, model: model)).earliest == before)
    }

    @Test(
        "a floor never falls at the ends of the range",
        arguments: [Int64.max, .max - 5, .min, .min + 5, 0] as [Int64])
    func atTheEdges(instant: Int64) throws {
        let clocks: [Int64] = [
            .min, .min + 1_000, -5_000_000_000_000_000_000, 0, 5_000_000_000_000_000_000, .max - 9,
        ]
        for elapsed in clocks {
            let state = ClockState(elapsed: ElapsedInstant(nanoseconds: elapsed), slept: .zero, suspendMark: 0)
            let floor = Floor(earliest: TrueInstant(nanoseconds: instant), at: state)
            for span in [Nanoseconds(0), Nanoseconds(1), .seconds(1), .seconds(4_000_000_000), .max] {
                let later = try #require(floor.moved(to: state.at(state.elapsed + span), model: .linux))
                #expect(later.earliest >= floor.earliest, "\(elapsed), \(span)")
            }
        }
    }

    @Test(
        "the lower bound from the software's date never falls, however often the device sleeps",
        arguments: [ClockModel.linux, .darwin, .darwinPowerManagement, .darwinIntel])
    func theSoftwareFloorNeverFalls(model: ClockModel) {
        var random = SplitMix64(seed: 7)
        for history in 0..<300 {
            var state = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: 0)
            var floor = SoftwareFloor(TrueInstant(nanoseconds: 1_800_000_000_000_000_000), at: state)
            var last = TrueInstant(nanoseconds: 0)
            for step in 0..<12 {
                let awake = Nanoseconds.milliseconds(Int64.random(in: 1...90_000, using: &random))
                var asleep = Nanoseconds.zero
                if Bool.random(using: &random) {
                    let most: Int64 = [300, 4_000, 400_000].randomElement(using: &random) ?? 300
                    asleep = .milliseconds(Int64.random(in: 150...most, using: &random))
                }
                state = ClockState(
                    elapsed: state.elapsed + awake + asleep, slept: state.slept + asleep,
                    suspendMark: state.suspendMark.map { asleep > .zero ? $0 + 1 : $0 })
                let now = floor.moved(to: state, model: model)?.earliest ?? last
                #expect(now >= last, "history \(history), step \(step): by \((last - now).count) ns")
                floor.keep(until: state, model: model)
                let kept = floor.moved(to: state, model: model)?.earliest ?? last
                #expect(kept >= now, "history \(history), step \(step), kept: by \((now - kept).count) ns")
                last = kept
            }
        }
    }
}
