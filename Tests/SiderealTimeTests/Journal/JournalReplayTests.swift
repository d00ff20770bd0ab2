import SiderealCore
import SiderealTime
import Testing

/// Journals, passed line by line to the timekeeper that ships.
@Suite("replay of a journal") struct JournalReplayTests {
    static let second: Int64 = 1_000_000_000

    static let tick = ClockModel.linux.tick.count

    func reading(wall: Int64, uptime: Int64, identity: String? = "b", suspends: Int64? = 0) -> JournalEntry {
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: wall * Self.second),
            elapsed: ElapsedInstant(nanoseconds: uptime * Self.second),
            awake: AwakeInstant(nanoseconds: uptime * Self.second),
            kernelBootTime: WallInstant(nanoseconds: (wall - uptime) * Self.second), suspendMark: suspends)
        return .reading(reading, bootIdentity: identity.flatMap { BootIdentity($0) })
    }

    func sample(at uptime: Int64, time: Int64, isAuthenticated: Bool = true) -> JournalEntry {
        let instant = ElapsedInstant(nanoseconds: uptime * Self.second)
        return .sample(
            TimeSample(
                source: "s", isAuthenticated: isAuthenticated, sent: instant, received: instant,
                time: TrueInstant(nanoseconds: time * Self.second), resolution: .seconds(1), lag: .zero))
    }

    let launch = JournalEntry.launch(.unnamed)

    /// Replays all entries and returns the state after each line.
    func replay(_ entries: [JournalEntry]) throws -> [JournalReplay.State] {
        var replay = JournalReplay()
        return try entries.enumerated().map { try replay.ingest($0.element, line: $0.offset + 1) }
    }

    @Test("lines before the first launch form a launch of their own")
    func linesBeforeAnyLaunchFormOne() throws {
        let states = try replay([reading(wall: 1_000, uptime: 100), launch, reading(wall: 1_100, uptime: 200)])
        #expect(states.map(\.line) == [1, 2, 3])
        #expect(states[0].boot?.answer == .firstObservation)
        #expect(states[1].boot == nil, "before a launch's first reading")
        #expect(states[1].trusted.kind == .unknown)
        #expect(states[2].boot?.didReboot == false)
    }

    @Test("a launch's first reading decides its verdict; later readings only change the base of the next verdict")
    func theLaunchsFirstReadingDecides() throws {
        let states = try replay([
            reading(wall: 1_000, uptime: 100), launch, reading(wall: 1_100, uptime: 200),
            reading(wall: 9_000, uptime: 300), launch, reading(wall: 9_100, uptime: 400),
            launch, reading(wall: 9_200, uptime: 50, identity: "c"),
        ])
        #expect(states[3].boot == states[2].boot)
        #expect(states[3].findings == [.clockStepped(by: .seconds(7_800), .unknown)])
        #expect(states[5].boot?.didReboot == false)
        #expect(states[5].boot?.clockStep == nil, "the step lies before the last reading")
        #expect(states[7].boot?.didReboot == true)
    }

    @Test(
        "the true time in both launches settles an open boot question",
        arguments: [(1_300, true), (5_000, false)] as [(Int64, Bool)])
    func samplesSettleOpenQuestions(time: Int64, isSame: Bool) throws {
        let states = try replay([
            reading(wall: 1_000, uptime: 100, identity: nil),
            .sources([NamedSource(of: "s", isAuthenticated: true)]), sample(at: 100, time: 1_000), launch,
            // The clock was set back.
            reading(wall: 500, uptime: 400, identity: nil),
            .sources([NamedSource(of: "s", isAuthenticated: true)]), sample(at: 400, time: time),
        ])
        #expect(states[4].boot?.answer == .indeterminate)
        let settled = try #require(states[6].boot)
        #expect(settled.didReboot == !isSame)
        #expect(settled.isSettled)
        #expect(settled.evidence == .trustedTime)
        #expect(states[6].findings.contains(.settled(observer: "replay", settled)))
        #expect(states[6].systemClock.answer == .behind)
    }

    /// The marker distinguishes virtual machines. The ordinal keeps only its changes.
    @Test("an export replaces the disruption marker with an ordinal")
    func anExportHidesTheMarker() throws {
        var reading = ClockReading(
            wall: WallInstant(nanoseconds: 5), elapsed: ElapsedInstant(nanoseconds: 5),
            awake: AwakeInstant(nanoseconds: 5), kernelBootTime: WallInstant(nanoseconds: 0))
        var export = JournalExport(shift: .zero)
        var shown: [Int64?] = []
        for marker in [-7_777, 8_888, -7_777, nil] as [Int64?] {
            reading.disruptionMarker = marker
            guard case .reading(let stripped, _) = try export.strip(.reading(reading, bootIdentity: nil), line: 1)
            else {
                continue
            }
            shown.append(stripped.disruptionMarker)
        }
        #expect(shown == [1, 2, 1, nil])
    }

    @Test("the bounds after a line are the bounds at the moment of that line")
    func boundsAtALineAreThoseOfItsMoment() throws {
        let states = try replay([
            .sources([NamedSource(of: "s", isAuthenticated: true)]), reading(wall: 1_000, uptime: 100),
            sample(at: 110, time: 1_010), reading(wall: 11_000, uptime: 10_110),
        ]).dropFirst().map { $0 }
        #expect(states[0].trusted.kind == .unknown)
        #expect(states[1].trusted.earliest?.nanoseconds == 1_010 * Self.second - Self.tick)
        #expect(states[1].trusted.latest?.nanoseconds == 1_011 * Self.second + Self.tick)
        #expect(states[1].systemClock.answer == .agrees, "the wall clock is that of the last reading, carried on")
        // 500 ppm of 10,000 s are five seconds.
        #expect(states[2].trusted.earliest?.nanoseconds == (11_010 - 5) * Self.second - Self.tick)
        #expect(states[2].trusted.latest?.nanoseconds == (11_011 + 5) * Self.second + Self.tick)
    }

    @Test(
        "a shorter uptime proves a reboot only on the same machine",
        arguments: [
            (MachineIdentity("x"), MachineIdentity("x"), true), (MachineIdentity("x"), MachineIdentity("y"), nil),
            (nil, nil, nil), (MachineIdentity("x"), nil, nil),
        ] as [(MachineIdentity?, MachineIdentity?, Bool?)])
    func machinesAreTheLaunches(old: MachineIdentity?, new: MachineIdentity?, rebooted: Bool?) throws {
        let states = try replay([
            .launch(.init(model: .linux, machine: old)), reading(wall: 1_000, uptime: 100, identity: nil),
            .launch(.init(model: .linux, machine: new)), reading(wall: 1_100, uptime: 20, identity: nil),
        ])
        #expect(states[3].boot?.didReboot == rebooted)
    }

    @Test("a line about protected data neither gives nor changes a verdict")
    func lockedStorageIsNoAnswer() throws {
        let states = try replay([.protectedData(.locked), reading(wall: 1, uptime: 1), .protectedData(.available)])
        #expect(states[0].boot == nil)
        #expect(states[2].boot == states[1].boot)
    }
}
