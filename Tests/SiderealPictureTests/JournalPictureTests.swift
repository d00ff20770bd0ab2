import Sidereal
import SiderealCore
import SiderealPicture
import Testing

/// A journal doesn't contain the true time.
@Suite("the picture of a journal") struct JournalPictureTests {
    @Test("errors are measured against the middle of the narrowest bounds")
    func errorsAreMeasuredAgainstTheMiddleOfTheNarrowestBounds() throws {
        var story = Storyteller()
        try story.launch()
        try story.hear(half: .milliseconds(500))
        try story.hear(half: .milliseconds(100))
        try story.set(.hours(2))
        story.wait(.minutes(1))
        try story.read()
        let picture = story.picture
        let boot = try #require(picture.boots.first)
        #expect(picture.boots.count == 1 && !picture.isTruthKnown)
        // The upper bound counts from the request, 40 ms before the answer, plus a tick.
        #expect(boot.reference == .estimate(plusOrMinus: Nanoseconds(100_002_300), isAuthenticated: true))
        let errors = boot.moments.compactMap(\.error)
        #expect(errors.count == 5)
        for error in errors.dropLast() { #expect(error.magnitude < .milliseconds(1)) }
        let last = try #require(boot.moments.last)
        #expect((try #require(last.error) - .hours(2)).magnitude < .milliseconds(1))
        // The clock is set earlier, and the step is drawn at the reading that shows it.
        #expect(try #require(last.errorBefore).magnitude < .milliseconds(1))
        #expect(try #require(last.band?.lower) < .zero && #require(last.band?.upper) > .zero)
    }

    @Test("without samples, only steps of the wall clock are drawn")
    func whereNobodyToldTheTimeOnlyStepsAreSeen() throws {
        var story = Storyteller()
        try story.launch()
        try story.set(-.days(3))
        story.wait(.hours(1))
        try story.read()
        let boot = try #require(story.picture.boots.first)
        #expect(boot.reference == .wall)
        #expect(boot.moments.map(\.error) == [.zero, -.days(3)])
        #expect(boot.moments.map(\.errorBefore) == [nil, .zero])
        #expect(boot.moments.allSatisfy { $0.band == nil })
        #expect(story.picture.kinds == [.first, .back])
    }

    @Test("a reboot starts a new boot, and a later sample shows how long no clock was read")
    func aRebootBeginsABootAndTheUnseenTimeIsTold() throws {
        var story = Storyteller()
        try story.launch()
        try story.name(Storyteller.source)
        try story.hear()
        story.wait(.hours(1))
        try story.reboot(off: .minutes(30))
        try story.launch()
        let offline = story.picture
        #expect(offline.boots.map(\.beginning) == [.first, .rebooted(about: nil)])
        let least = try #require(offline.boots[1].moments.last?.band)
        #expect(least.lower != nil && least.upper == nil)
        try story.hear()
        let online = story.picture
        guard case .rebooted(let span?) = online.boots[1].beginning else {
            Issue.record("\(online.boots[1].beginning)")
            return
        }
        // From the last reading of the old boot to the first one of the new.
        #expect((span - .hours(1) - .minutes(30) - .seconds(20)).magnitude < .seconds(2))
        #expect(online.kinds == [.first, .agrees, .rebooted, .unknown, .agrees])
    }

    @Test("an indeterminate launch begins a possible boot")
    func anUndecidedLaunchMayBeAnotherBoot() throws {
        var story = Storyteller(knowsBoot: false, model: .linux)
        try story.launch()
        story.wait(.hours(1))
        try story.launch()
        try story.set(.days(2))
        story.wait(.hours(1))
        try story.launch()
        let picture = story.picture
        #expect(picture.boots.map(\.beginning) == [.first, .perhaps])
        #expect(picture.kinds == [.first, .same, .open])
        #expect(picture.boots.map(\.moments.count) == [2, 1])
    }

    @Test("a reboot that is proven later makes a possible boot certain")
    func whatIsSettledLaterBeginsItsBootAfterAll() throws {
        var story = Storyteller(knowsBoot: false, model: .linux)
        try story.launch()
        try story.name(Storyteller.source)
        story.wait(.hours(1))
        try story.hear()
        story.wait(.minutes(1))
        try story.read()
        try story.reboot(off: .hours(20), up: .hours(5))
        try story.launch()
        try story.name(Storyteller.source)
        #expect(story.picture.boots.map(\.beginning) == [.first, .perhaps])
        try story.hear()
        let picture = story.picture
        guard case .rebooted(_?) = try #require(picture.boots.last).beginning else {
            Issue.record("\(picture.boots.map(\.beginning))")
            return
        }
        let settled = try #require(picture.marks.last { $0.isFinding })
        #expect(settled.kind == .rebooted && settled.reason.hasPrefix("Trusted time decides whether"))
        #expect(settled.facts.contains { $0.name == "evidence" && $0.value == "trusted time" })
        #expect(settled.facts.contains { $0.name == "certainty" && $0.value == "proven" })
    }

    @Test("each moment shows its sleep, its launch and its lock")
    func sleepsLaunchesAndLocksAreKept() throws {
        var story = Storyteller()
        try story.launch()
        try story.ingest(.protectedData(.locked))
        try story.sleep(.hours(8))
        story.wait(.minutes(1))
        try story.read()
        try story.ingest(.protectedData(.available))
        story.wait(.minutes(1))
        try story.launch()
        let moments = try #require(story.picture.boots.first).moments
        #expect(moments.map(\.asleep) == [.zero, .zero, .hours(8), .zero, .zero])
        #expect(moments.map(\.lock) == [nil, .locked, .locked, .unlocked, .unlocked])
        #expect(moments.map(\.isLaunch) == [true, false, false, false, true])
        // A launch has no time of its own, so it belongs to the reading that follows.
        #expect(moments.map(\.line) == [2, 3, 4, 5, 7])
        #expect(moments.map { $0.lead.map(\.line) } == [[1], [], [], [], [6]])
        #expect(moments.last?.offset == .hours(8) + .minutes(2))
    }

    @Test("a rejected sample is marked at its own moment")
    func aClaimThatIsRejectedIsMarkedWhereItWasMade() throws {
        var story = Storyteller()
        try story.launch()
        for (name, error) in [("a", Nanoseconds.zero), ("b", .zero), ("liar", .hours(1)), ("c", .zero)] {
            story.wait(.seconds(1))
            try story.hear(name, error: error)
        }
        let moments = try #require(story.picture.boots.first).moments
        #expect(moments.compactMap { $0.claim?.isRejected } == [false, false, true, false])
        let rejected = moments.flatMap(\.marks).filter { $0.kind == .rejected }
        #expect(Set(rejected.map(\.headline)) == ["rejected liar"])
    }

    @Test("each finding has one mark, in order")
    func everyFindingHasAMark() throws {
        var story = Storyteller()
        var replay = JournalReplay()
        var findings: [(line: Int, headline: String)] = []
        try story.launch()
        for round in 0..<40 {
            story.wait(.minutes(Int64(round)))
            switch round % 7 {
            case 0: try story.hear()
            case 1: try story.hear("liar", error: .hours(2))
            case 2: try story.set(.minutes(10))
            case 3: try story.read()
            case 4: try story.reboot(off: .minutes(1))
            case 5: try story.launch()
            default: try story.hear("other")
            }
        }
        for (line, entry) in story.entries {
            let state = try replay.ingest(entry, line: line)
            findings += state.findings.map { (line, Formatting.describe($0).headline.text) }
        }
        let marked = story.picture.moments.flatMap { moment in
            moment.marks.filter(\.isFinding).map { (moment.line ?? 0, $0.headline) }
        }
        #expect(findings.count > 12)
        #expect(marked.map { "\($0.0) \($0.1)" } == findings.map { "\($0.line) \($0.headline)" })
    }

    @Test("a new boot within one launch raises an alarm")
    func aFaultWithinALaunchIsAnAlarm() throws {
        var story = Storyteller()
        try story.launch()
        story.wait(.hours(1))
        try story.read()
        try story.reboot(off: .seconds(5))
        try story.read()
        let picture = story.picture
        #expect(picture.kinds == [.first, .alarm])
        #expect(picture.boots.map(\.beginning) == [.first, .fault])
    }

    /// The narrowest bounds are a liar's.
    @Test("the picture does not measure errors against replaced bounds")
    func whatWasReplacedIsNoReference() throws {
        var story = Storyteller()
        try story.launch()
        try story.name("liar")
        try story.hear("liar", error: .hours(3), half: .milliseconds(10))
        try story.name("a", "b", "c")
        for name in ["a", "b", "c"] {
            story.wait(.seconds(5))
            try story.hear(name)
        }
        let picture = story.picture
        #expect(picture.kinds.contains(.replaced))
        #expect(picture.moments.contains { $0.words.hasSuffix("names its sources: a, b, c.") })
        let last = try #require(picture.moments.last)
        #expect(try #require(last.error).magnitude < .milliseconds(1))
    }

    @Test("bounds keep their upper end until the reading that shows a sleep")
    func boundsWidenUntilTheReadingThatShowsASleep() throws {
        var story = Storyteller(model: .darwinIntel)
        story.wakes = 0
        try story.launch()
        try story.hear()
        try story.sleep(.hours(1))
        try story.read()
        let last = try #require(story.picture.moments.last)
        // Only the floor is left.
        #expect(last.band?.upper == nil && last.bandBefore?.upper != nil)
        #expect(try #require(last.bandBefore?.lower) <= #require(last.band?.lower))
    }

    @Test("a lock before the first reading of a launch belongs to the new boot")
    func aLockBeforeTheFirstReadingIsOfTheNewBoot() throws {
        var story = Storyteller()
        try story.launch()
        story.wait(.hours(1))
        try story.reboot(off: .minutes(1))
        try story.ingest(.launch(.init(model: .darwin, machine: MachineIdentity("machine"))))
        try story.ingest(.protectedData(.locked))
        try story.read()
        let boots = story.picture.boots
        #expect(boots.map { $0.moments.map(\.lock) } == [[nil], [.locked, .locked]])
        #expect(boots.map { $0.moments.map(\.line) } == [[2], [4, 5]])
    }

    @Test("a reset is marked and ends the bounds")
    func forgettingIsTold() throws {
        var story = Storyteller()
        try story.launch()
        try story.hear()
        try story.ingest(.reset)
        let picture = story.picture
        #expect(picture.kinds == [.first, .agrees, .unknown, .unknown])
        #expect(picture.moments.last?.band == nil && picture.moments.last?.bandBefore != nil)
    }
}
