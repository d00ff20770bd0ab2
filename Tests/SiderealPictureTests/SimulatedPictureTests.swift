import Sidereal
import SiderealCore
import SiderealPicture
import Testing

/// A simulation contains the true time, and the events between the journal's entries.
@Suite("the picture of a simulation") struct SimulatedPictureTests {
    /// Makes a phone that sleeps, is set, reboots, and launches an app before the first unlock.
    static func night() throws -> Storyteller {
        var story = Storyteller(knowsTruth: true)
        try story.tell(.launched(name: "parking", early: false))
        try story.launch()
        try story.hear()
        try story.sleep(.hours(8))
        try story.read()
        try story.set(.days(1))
        story.wait(.minutes(5))
        try story.tell(.killed)
        story.wait(.minutes(5))
        try story.reboot(off: .minutes(3))
        try story.tell(.launched(name: "parking", early: true))
        try story.launch()
        story.wait(.minutes(2))
        try story.tell(.unlocked)
        story.wait(.minutes(1))
        try story.tell(.locked)
        story.wait(.hours(1))
        try story.tell(.unlocked)
        try story.hear()
        try story.tell(.remark("Nothing was asked twice."))
        return story
    }

    @Test("errors are measured against the true time, which the bounds contain")
    func errorsAreMeasuredAgainstTheTruth() throws {
        let picture = try Self.night().picture
        #expect(picture.isTruthKnown)
        #expect(picture.boots.map(\.reference) == [.truth, .truth])
        for moment in picture.moments {
            if let lower = moment.band?.lower { #expect(lower <= .zero) }
            if let upper = moment.band?.upper { #expect(upper >= .zero) }
        }
        #expect(Set(picture.boots[0].moments.compactMap(\.error)) == [.zero, .days(1)])
        #expect(Set(picture.boots[1].moments.compactMap(\.error)) == [.days(1)])
    }

    @Test("boots and sleeps are drawn as the simulation reports them")
    func theTrueBootsAreDrawn() throws {
        let picture = try Self.night().picture
        #expect(picture.boots.map(\.beginning) == [.first, .off(.minutes(3))])
        let sleeps: [Nanoseconds] = picture.boots[0].moments.map(\.asleep)
        #expect(sleeps.filter { $0 > .zero } == [.hours(8)])
        #expect(!picture.boots[1].endsOff)
    }

    @Test("no moment before the first unlock is drawn as unlocked")
    func nothingIsUnlockedBeforeTheFirstUnlock() throws {
        let moments = try Self.night().picture.boots[1].moments
        let locks = moments.map(\.lock)
        let first = try #require(locks.firstIndex(of: .unlocked))
        #expect(locks[..<first].allSatisfy { $0 == .beforeFirstUnlock } && first > 1)
        #expect(locks[first...].contains(.locked) && locks.last == .unlocked)
    }

    @Test("a counter that falls shows a reboot that the simulation does not report")
    func aRebootThatIsNotToldIsSeen() throws {
        var story = Storyteller(knowsTruth: true, knowsBoot: false)
        try story.launch()
        story.wait(.hours(2))
        try story.read()
        try story.reboot(off: .seconds(5), isTold: false)
        try story.launch()
        #expect(story.picture.boots.map(\.beginning) == [.first, .rebooted(about: nil)])
    }

    @Test("events that only the simulation contains have their marks")
    func whatOnlyTheSimulatorKnowsHasItsMarks() throws {
        let kinds = try Self.night().picture.kinds
        for kind in [.launch, .early, .killed, .remark, .locked, .unlocked, .forward] as [Picture.Mark.Kind] {
            #expect(kinds.contains(kind), "\(kind)")
        }
    }

    @Test("a step of the wall clock is drawn at the moment of the step")
    func aSetClockIsDrawnWhereItIsSet() throws {
        var story = Storyteller(knowsTruth: true)
        try story.launch()
        story.wait(.hours(1))
        try story.set(-.hours(3))
        story.wait(.hours(1))
        try story.read()
        let moments = try #require(story.picture.boots.first).moments
        let late = -Nanoseconds.hours(3)
        #expect(moments.map(\.error) == [.zero, late, late])
        #expect(moments.map(\.errorBefore) == [nil, .zero, late])
    }

    @Test("only bounds that exclude the true time are marked as broken")
    func boundsThatExcludeTheTruthCryOut() throws {
        var story = Storyteller(knowsTruth: true)
        try story.launch()
        try story.hear("liar", error: .hours(1))
        let mark = try #require(story.picture.marks.last)
        #expect(mark.kind == .broken && mark.tone == .bad)
        var honest = Storyteller(knowsTruth: true)
        try honest.launch()
        try honest.hear()
        #expect(!honest.picture.kinds.contains(.broken))
    }

    @Test("if a device stays off, its last boot is drawn as ending with the device off")
    func aDeviceThatStaysOffEndsSo() throws {
        var story = Storyteller(knowsTruth: true)
        try story.launch()
        try story.tell(.off(until: nil))
        #expect(story.picture.boots.map(\.endsOff) == [true])
        #expect(story.picture.page.contains("The device stays off."))
    }

    @Test("the story and its table are on the page, with special characters escaped")
    func storyAndTablesAreOnThePage() throws {
        var story = try Self.night()
        story.add(
            story: "A phone in a drawer & its <owner>.",
            table: PictureTable(
                caption: "What others say", columns: ["Who", "Says"],
                rows: [[.init("uptimeDecreased"), .init("rebooted", .bad)]]))
        let page = story.picture.page
        #expect(page.contains("<p>A phone in a drawer &amp; its &lt;owner&gt;.</p>"))
        #expect(page.contains("What others say") && page.contains(#"<td class="bad" data-who="Says">rebooted</td>"#))
        #expect(page.contains("Zero is the true time."))
    }
}
