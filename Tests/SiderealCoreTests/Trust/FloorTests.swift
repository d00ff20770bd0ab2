import SiderealCore
import Testing

@Suite struct FloorTests {
    static let earliest = TrueInstant(nanoseconds: 1_750_000_000_000_000_000)
    static let proven = BootVerdict.Certainty.proven

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var model = ClockModel.linux
        var verdict: BootVerdict
        var now = ClockReading.invented(elapsed: .seconds(2_000))
        var suspendsBefore: Int64 = 0
        /// Above what was saved, in milliseconds.
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
        // An open question takes the lesser: here a new boot, in which 600 sleeps may have taken no time.
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
        Row(name: "another machine", verdict: BootVerdict(.indeterminate, evidence: .none), expected: 499_750),
        Row(name: "nothing recorded", verdict: BootVerdict(.firstObservation, evidence: .none), expected: 499_750),
        // Darwin's counter may run on through a reboot: (1 - 100 ppm) 1,500 s, or (1 - 5,600 ppm) U - 0.51 s.
        Row(
            name: "rebooted, counter ran on", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 1_499_850),
        Row(
            name: "rebooted, counter fell", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(400), sinceBoot: .seconds(100)), expected: 98_930),
        Row(
            name: "rebooted, up for longer", model: .darwin,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(2_000)), expected: 1_988_290),
        Row(
            name: "open on Darwin", model: .darwin, verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 1_499_850),
        Row(
            name: "rebooted Intel Mac", model: .darwinIntel,
            verdict: BootVerdict(.rebooted, proven, evidence: .bootIdentity),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 98_930),
        Row(
            name: "open on an Intel Mac", model: .darwinIntel,
            verdict: BootVerdict(.indeterminate, evidence: .bootTime),
            now: .invented(elapsed: .seconds(2_000), sinceBoot: .seconds(100)), expected: 98_930),
    ]

    @Test(arguments: rows)
    func carried(row: Row) {
        let before = ClockReading.invented(elapsed: .seconds(500), suspends: row.suspendsBefore)
        let floor = CarriedFloor(
            saved: Floor(earliest: Self.earliest, at: before.clockState),
            loadedAt: ClockReading.invented(elapsed: .seconds(1_500)).clockState)
        let now = floor.floor(at: row.now, verdict: row.verdict, model: row.model)
        #expect(now.earliest - Self.earliest == .milliseconds(row.expected))
        #expect(now.at == row.now.clockState)
    }

    static func state(_ elapsed: Nanoseconds, asleep: Nanoseconds = .zero, _ suspends: Int64? = 0) -> ClockState {
        ClockReading.invented(elapsed: elapsed, asleep: asleep, suspends: suspends).clockState
    }

    @Test func advancing() {
        let floor = Floor(earliest: Self.earliest, at: Self.state(.seconds(1_000)))
        let later = floor.advanced(to: Self.state(.seconds(3_000)), model: .linux)
        #expect(later.earliest - Self.earliest == .seconds(1_999))
        // Not to an earlier state.
        #expect(floor.advanced(to: Self.state(.seconds(900)), model: .linux) == floor)
        // There its offset is less certain, by the drift.
        let here = Nanoseconds(Self.earliest.nanoseconds) - .seconds(1_000)
        #expect(floor.offset(at: floor.at, model: .linux) == here)
        #expect(floor.offset(at: Self.state(.zero), model: .linux) == here - .milliseconds(500))
        #expect(later.offset(at: Self.state(.seconds(3_000)), model: .linux) == here - .seconds(1))
        let unknown = Floor(earliest: Self.earliest, at: Self.state(.seconds(1_000), asleep: .seconds(500), nil))
        #expect(unknown.offset(at: Self.state(.seconds(400), nil), model: .linux) == nil)
    }

    @Test func laterOfTwo() {
        let old = Floor(earliest: Self.earliest, at: Self.state(.seconds(1_000)))
        let new = Floor(earliest: Self.earliest + .seconds(500), at: Self.state(.seconds(2_000)))
        let state = Self.state(.seconds(3_000))
        // The old one has grown by 999.5 s when the new one begins.
        #expect(Floor.later(old, new, at: state, model: .linux) == old)
        #expect(Floor.later(new, old, at: state, model: .linux) == old)
        #expect(Floor.later(nil, new, at: state, model: .linux) == new)
        #expect(Floor.later(old, nil, at: state, model: .linux) == old)
        #expect(Floor.later(nil, nil, at: state, model: .linux) == nil)
    }

    /// Sleeps cost at most once what each may hide, and never let it fall.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func theTrackNeverFalls(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        var track = FloorTrack(Floor(earliest: Self.earliest, at: Self.state(.seconds(10))))
        var (elapsed, asleep, count) = (Nanoseconds.seconds(10), Nanoseconds.zero, Int64(0))
        var least = Self.earliest
        for round in 0..<500 {
            let span = Nanoseconds.milliseconds(.random(in: 0...5_000, using: &random))
            elapsed = elapsed + span
            if Bool.random(using: &random) {
                asleep = asleep + span
                count += 1
            }
            let state = Self.state(elapsed, asleep: asleep, count)
            track.advance(to: state, raisedBy: nil, model: .linux)
            let now = try #require(track.floor(at: state, model: .linux))
            #expect(now.earliest >= least, "seed \(seed), round \(round)")
            #expect(now.earliest <= Self.earliest + elapsed - .seconds(10), "seed \(seed), round \(round)")
            least = now.earliest
        }
    }

    @Test func theTrackRises() {
        let state = Self.state(.seconds(1_000))
        var track = FloorTrack()
        #expect(track.floor(at: state, model: .linux) == nil && track.offset(at: state, model: .linux) == nil)
        track.advance(to: state, raisedBy: Floor(earliest: Self.earliest, at: state), model: .linux)
        #expect(track.floor(at: state, model: .linux)?.earliest == Self.earliest)
        track.advance(to: state, raisedBy: Floor(earliest: Self.earliest - .seconds(5), at: state), model: .linux)
        #expect(track.floor(at: state, model: .linux)?.earliest == Self.earliest)
        track.advance(to: state, raisedBy: Floor(earliest: Self.earliest + .seconds(5), at: state), model: .linux)
        #expect(track.floor(at: state, model: .linux)?.earliest == Self.earliest + .seconds(5))
    }
}
