import SiderealCore
import Testing

@Suite("the boot verdict through the life of a device") struct BootStoryTests {
    static let models = [ClockModel.linux, .darwin, .darwinIntel]
    static let day = Nanoseconds.seconds(86_400)

    static func verdict(
        _ answer: BootVerdict.Answer, _ certainty: BootVerdict.Certainty? = nil, _ evidence: BootVerdict.Evidence,
        step: Nanoseconds? = nil, isSettled: Bool = false
    ) -> BootVerdict {
        BootVerdict(answer, certainty, evidence: evidence, clockStep: step, isSettled: isSettled)
    }

    @Test("a quiet relaunch is the same boot: proven by the identity, probable without it", arguments: models)
    func quietRelaunch(model: ClockModel) throws {
        var device = Device(model)
        #expect(try device.launch() == Self.verdict(.firstObservation, nil, .noEvidence))
        device.wait(.seconds(600))
        #expect(try device.launch() == Self.verdict(.sameBoot, .proven, .bootIdentity))
        device.hidesIdentity = true
        device.wait(.seconds(600))
        #expect(try device.launch() == Self.verdict(.sameBoot, .probable, .bootTime))
        #expect(try device.boot().didReboot == nil)
    }

    @Test("the boot identity proves a reboot, and without it the counters do", arguments: models)
    func reboot(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        device.reboot()
        device.wait(.seconds(60))
        #expect(try device.launch() == Self.verdict(.rebooted, .proven, .bootIdentity))
        #expect(try device.launch().didReboot == false)
        // Without the identity the counters prove it.
        device.hidesIdentity = true
        device.reboot()
        #expect(try device.launch() == Self.verdict(.rebooted, .proven, .counterDecreased))
    }

    /// The uptime is longer than before: no counter has fallen, and only a server can decide.
    @Test("a reboot that no counter shows stays open until a sample proves it", arguments: models)
    func rebootAndWait(model: ClockModel) throws {
        var device = Device(model)
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.reboot(off: .seconds(300))
        device.wait(.seconds(9_000))
        #expect(try device.launch() == Self.verdict(.indeterminate, nil, .bootTime))
        let expected = Self.verdict(.rebooted, .proven, .trustedTime, isSettled: true)
        #expect(device.ask() == [.settled(observer: Device.name, expected)])
        #expect(try device.boot() == expected)
        #expect(device.keeper.steadyVerdict(for: Device.name) == expected)
        #expect(device.isTruthful && device.trusted.kind == .bounded)
        // It is settled only once.
        #expect(device.ask().isEmpty)
    }

    /// The clock set forward by more than the uptime looks the same, and is settled the other way.
    @Test("after a large clock step, the verdict is open until a sample proves the same boot", arguments: models)
    func clockForwardByADayWithTheIdentityHidden(model: ClockModel) throws {
        var device = Device(model)
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.setClock(by: Self.day)
        device.wait(.seconds(600))
        #expect(try device.launch() == Self.verdict(.indeterminate, nil, .bootTime))
        #expect(device.trusted.kind == .atLeast)
        let expected = Self.verdict(.sameBoot, .proven, .trustedTime, step: Self.day, isSettled: true)
        #expect(device.ask(margin: .seconds(1)) == [.settled(observer: Device.name, expected)])
        // Earlier trust is carried over, tighter than the new sample.
        #expect(device.isTruthful && (device.slack ?? .max) < .milliseconds(900))
        #expect(try #require(device.trusted.latest) - device.trueTime < .milliseconds(900))
        #expect(device.systemClock.answer == .ahead)
    }

    @Test("a repeated boot identity is not trusted in that boot")
    func aRepeatedIdentityIsNotBelievedAgain() throws {
        var device = Device()
        try device.launch()
        let early = try #require(device.keeper.mark)
        device.wait(.seconds(5_000))
        try device.launch()
        device.repeatsIdentity = true
        device.reboot()
        // By now the uptime is longer than at the early mark.
        device.wait(.seconds(7_000))
        let contradiction = Self.verdict(.indeterminate, nil, .contradiction)
        #expect(try device.launch() == contradiction)
        #expect(device.keeper.verdict(since: early) == contradiction)
        #expect(device.keeper.elapsed(since: early)?.lower == .zero)
        // Nor in a later process of that boot, whose own last reading fits.
        device.wait(.seconds(60))
        #expect(try device.launch() == contradiction)
        #expect(device.keeper.verdict(since: early) == contradiction)
        // A boot with an identity of its own is trusted.
        device.repeatsIdentity = false
        device.reboot()
        #expect(try device.launch().didReboot == true)
    }

    @Test("the steady verdict changes only when it is settled")
    func theSteadyAnswer() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.setClock(by: Self.day)
        device.wait(.seconds(60))
        let initial = try device.launch()
        // Less true time than any history needs: earlier trust is void, and the question stays as it was.
        #expect(device.ask(error: .seconds(-4_000), margin: .zero) == [.floorReplaced])
        #expect(try device.boot().answer == initial.answer && device.boot().evidence == initial.evidence)
        #expect(device.keeper.steadyVerdict(for: Device.name) == initial)
        #expect(device.keeper.steadyVerdict(for: "nobody") == nil)
    }

    @Test("an observer that is added later gets its verdict as a finding, once")
    func lateObserver() throws {
        var device = Device()
        try device.launch()
        #expect(device.keeper.add(observer: "widget").findings.count == 1)
        device.reboot()
        try device.launch()
        let rebooted = Self.verdict(.rebooted, .proven, .bootIdentity)
        #expect(device.keeper.add(observer: "widget").findings == [.boot(observer: "widget", rebooted)])
        #expect(device.keeper.add(observer: "widget").findings.isEmpty, "its question is asked once")
        #expect(device.keeper.open(observer: "widget") == rebooted)
        #expect(device.keeper.add(observer: Device.name).findings.isEmpty, "it was there at the first reading")
    }

    @Test("the existing trust settles the verdict of an observer that is added later")
    func lateObserverIsSettled() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        _ = device.keeper.add(observer: "widget")
        device.ask()
        device.reboot(off: .seconds(100_000))
        device.wait(.seconds(9_000))
        try device.launch()
        device.ask()
        let outcome = device.keeper.add(observer: "widget")
        let verdict = try #require(device.keeper.verdict(for: "widget"))
        #expect(verdict.isSettled && verdict.didReboot == true)
        #expect(outcome.findings.contains(.settled(observer: "widget", verdict)))
    }

    @Test("a clock set forward or back is reported as a step", arguments: models)
    func clockForwardAndBack(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        device.setClock(by: Self.day)
        #expect(try device.launch() == Self.verdict(.sameBoot, .proven, .bootIdentity, step: Self.day))
        device.setClock(by: -Self.day - Self.day)
        #expect(try device.launch() == Self.verdict(.sameBoot, .proven, .bootIdentity, step: -Self.day - Self.day))
        device.hidesIdentity = true
        device.setClock(by: -Self.day)
        #expect(try device.launch() == Self.verdict(.indeterminate, nil, .clockStep))
        // Within a launch the step is reported, and the verdict stays.
        device.setClock(by: Self.day)
        #expect(device.read() == [.clockStepped(by: Self.day, .unknown)])
        #expect(try device.boot() == Self.verdict(.indeterminate, nil, .clockStep))
        device.setClock(by: .seconds(1))
        #expect(device.read().isEmpty)
    }

    @Test("on another machine, the verdict is indeterminate, and samples settle nothing")
    func anotherMachine() throws {
        var device = Device()
        try device.launch()
        device.ask()
        device.reboot()
        device.machine = "another"
        #expect(try device.launch() == Self.verdict(.indeterminate, nil, .otherMachine))
        // Its samples settle nothing.
        #expect(device.ask().isEmpty)
        #expect(try device.boot().answer == .indeterminate)
    }

    @Test(
        "an unavailable record is neither absent nor a reboot, and is not overwritten",
        arguments: [Unavailability.locked, .unreadable(errno: 5), .busy, .newerVersion(9)])
    func unavailableThenReadable(cause: Unavailability) throws {
        var device = Device()
        try device.launch()
        let record = try device.saved()
        device.wait(.seconds(60))
        #expect(try device.launch(.unavailable(cause)) == Self.verdict(.unavailable(cause), nil, .noEvidence))
        #expect(device.keeper.recordToSave == nil)
        device.ask()
        #expect(try device.boot() == Self.verdict(.unavailable(cause), nil, .noEvidence))
        #expect(device.keeper.handle(.record(record)).findings.isEmpty)
        let expected = Self.verdict(.sameBoot, .proven, .bootIdentity)
        #expect(device.read() == [.boot(observer: Device.name, expected)])
        #expect(device.keeper.recordToSave != nil)
        // It is compared once: another reading opens no question.
        #expect(device.read().isEmpty)
    }

    @Test("a damaged record is neither a first observation nor a reboot")
    func damagedIsNeitherFirstNorReboot() throws {
        var device = Device()
        #expect(try device.launch(.damaged) == Self.verdict(.damaged, nil, .noEvidence))
        #expect(try device.boot().didReboot == nil)
        // A new record begins.
        #expect(device.keeper.recordToSave != nil)
        #expect(try device.launch().didReboot == false)
    }

    @Test("a sample before any reading is rejected, and bounds nothing")
    func aSampleBeforeAnyReading() {
        var device = Device()
        #expect(device.ask() == [.rejected(source: "a", .tooLate)])
        #expect(device.trusted.kind == .unknown)
        #expect(device.systemClock.answer == .unknown)
        #expect(device.keeper.mark == nil && device.keeper.recordToSave == nil)
    }

    @Test("each observer is compared with its own last reading")
    func observersKeepTheirOwnPace() throws {
        var device = Device()
        try device.launch()
        #expect(device.keeper.open(observer: "widget")?.answer == .firstObservation)
        device.reboot()
        #expect(try device.launch().didReboot == true)
        try device.launch()
        #expect(try device.boot().didReboot == false)
        #expect(device.keeper.open(observer: "widget")?.didReboot == true)
        #expect(device.keeper.open(observer: "widget")?.didReboot == true)
        try device.launch()
        #expect(device.keeper.open(observer: "widget")?.didReboot == false)
        #expect(device.keeper.open(observer: "newcomer")?.answer == .firstObservation)
    }

    @Test("a mark with infinite bounds doesn't replace an older mark with finite bounds")
    func aMarkWithoutAnyBoundIsNotTheOldestWithBounds() throws {
        var device = Device(.darwinIntel)
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.sleep(.seconds(30))
        device.read()
        try device.launch()
        device.ask(margin: .milliseconds(5))
        try device.launch()
        device.wait(.seconds(10))
        try device.launch()
        device.ask(margin: .milliseconds(5))
        #expect(try device.boot().didReboot == false)
    }
}
