import Foundation
import Sidereal
import SiderealCore
import SiderealPicture
import Testing

/// The page is tested as text. `Scripts/picture-check` tests it in a browser.
@Suite("the picture as a page") struct PicturePageTests {
    static let layouts = ["narrow", "middle", "wide"]

    static func layout(_ name: String, of page: String) throws -> Substring {
        let start = try #require(page.range(of: #"<div class="score \#(name)""#))
        let rest = page[start.upperBound...]
        let end = rest.range(of: #"<div class="score "#)?.lowerBound ?? rest.range(of: "</section>")?.lowerBound
        return rest[..<(try #require(end))]
    }

    @Test("each layout has each mark once, in order")
    func everyLayoutHasEachMarkOnceAndInOrder() throws {
        let picture = try SimulatedPictureTests.night().picture
        let page = picture.page
        for name in Self.layouts {
            let layout = try Self.layout(name, of: page)
            let marks = layout.matches(
                of: /class="mark [a-z]+" tabindex="0" role="img" aria-labelledby="([^"]+)" data-kind="([A-Za-z]+)"/)
            #expect(marks.map { String($0.2) } == picture.marks.map(\.kind.rawValue), "\(name)")
            for mark in marks { #expect(page.count(of: #" id="\#(mark.1)""#) == 1) }
        }
    }

    @Test("each mark shows its headline and all its facts")
    func everyMarkSaysAllThatItKnows() throws {
        let picture = try SimulatedPictureTests.night().picture
        let layout = String(try Self.layout("narrow", of: picture.page))
        for mark in picture.marks {
            #expect(layout.contains("<b>\(mark.headline)</b>"), "\(mark.headline)")
            for fact in mark.facts {
                #expect(layout.contains("<i>\(fact.name)</i> " + fact.value.replacing("'", with: "&#39;")), "\(fact)")
            }
        }
    }

    static let hostile = [
        "</title><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onfocus=\"alert(1)", "' x='", "]]>-->",
        "&lt;b&gt;", "\u{202e}drawkcab", "\u{1b}[31m\0\r\n", "\u{2028}",
    ]

    @Test("a hostile name adds no tag, no quote and no control character to the page", arguments: hostile)
    func namesFromAnywhereStayText(name: String) throws {
        var story = Storyteller(title: "Journal " + name)
        try story.launch()
        try story.hear(name)
        try story.hear(name, error: .hours(9))
        let hostile = story.picture.page
        var plain = Storyteller(title: "Journal name")
        try plain.launch()
        try plain.hear("name")
        try plain.hear("name", error: .hours(9))
        // A plain name gives the same number of tags and quotes, and no control character.
        let harmless = plain.picture.page
        for character in "<>\"'" as String {
            #expect(hostile.count(of: "\(character)") == harmless.count(of: "\(character)"))
        }
        let steering: Set<UInt32> = [0x202e, 0x1b, 0, 0x0d, 0x2028]
        #expect(!hostile.unicodeScalars.contains { steering.contains($0.value) })
        #expect(hostile.split(separator: "\n").count == harmless.split(separator: "\n").count)
    }

    @Test("long names don't make the page long")
    func aNameIsShownUpToALength() throws {
        var story = Storyteller()
        try story.launch()
        for _ in 0..<10 {
            try story.hear(String(repeating: "x", count: 100_000))
            try story.hear(String(repeating: "x", count: 100_000), error: .hours(9))
        }
        #expect(story.picture.page.utf8.count < 200_000)
    }

    @Test("an empty picture says that there is nothing to draw")
    func nothingToDrawIsSaid() throws {
        let empty = Picture.Builder(title: "Nothing").picture
        #expect(empty.boots.isEmpty && empty.marks.isEmpty)
        #expect(empty.page.contains("This journal is empty"))
        #expect(!empty.page.contains(#"class="score"#))
        var unread = Picture.Builder(title: "Unread")
        try unread.add(PictureStep(.launch(.unnamed)))
        try unread.add(PictureStep(.launch(.unnamed)))
        try unread.add(PictureStep(.protectedData(.locked)))
        let picture = unread.picture
        #expect(picture.boots.map(\.reference) == [.nothing])
        #expect(picture.page.contains("No clock was read."))
        #expect(picture.moments.count == 1)
        #expect(picture.moments.first?.lead.map(\.line) == [1, 2])
        // A launch at the end of a journal is drawn.
        try unread.add(PictureStep(.launch(.unnamed)))
        #expect(unread.picture.moments.last?.lead.map(\.line) == [4])
    }

    @Test("a single reading makes a picture")
    func oneLineIsAPicture() throws {
        var story = Storyteller()
        try story.read()
        let picture = story.picture
        #expect(picture.kinds == [.first])
        #expect(picture.page.contains("1 boot, 1 line, 1 mark."))
    }

    @Test("the page loads nothing and runs no script")
    func thePageNeedsNothingElse() throws {
        let page = try SimulatedPictureTests.night().picture.page
        #expect(page.contains("default-src 'none'"))
        #expect(page.count(of: "<script") == 0)
        for name in ["src=", "@import", "http-equiv=\"refresh", "<link", "<iframe", "url(h"] {
            #expect(page.count(of: name) == 0, "\(name)")
        }
        for reference in page.matches(of: /href="([^"]*)"/) { #expect(reference.1.hasPrefix("#g-")) }
        #expect(page.contains("prefers-color-scheme:dark"))
        #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>"))
    }

    /// A thousand lines, every third one with a mark.
    @Test("the page of a thousand lines has less than three million bytes")
    func sizesStayReasonable() throws {
        var story = Storyteller()
        try story.launch()
        for round in 0..<333 {
            story.wait(.minutes(1))
            try story.set(round.isMultiple(of: 2) ? .hours(1) : -.hours(1))
            try story.read()
            try story.hear()
            try story.hear("other")
        }
        let picture = story.picture
        #expect(picture.marks.count > 333)
        #expect(picture.page.utf8.count < 3_000_000)
    }

    /// The clocks jump between the ends of Int64.
    @Test("numbers at the ends of Int64 put no NaN and no infinity on the page")
    func noNumberIsTooLarge() throws {
        var builder = Picture.Builder(title: "Ends")
        let ends: [Int64] = [.min, .min + 1, 0, .max - 1, .max]
        var line = 0
        for wall in ends {
            for elapsed in [0, 1, Int64.max / 2, .max, .min] as [Int64] {
                let reading = ClockReading(
                    wall: WallInstant(nanoseconds: wall), elapsed: ElapsedInstant(nanoseconds: elapsed),
                    awake: AwakeInstant(nanoseconds: wall), kernelBootTime: WallInstant(nanoseconds: -(wall / 2)))
                line += 1
                if line.isMultiple(of: 3) { try builder.add(PictureStep(.launch(.unnamed))) }
                let truth = line.isMultiple(of: 2) ? TrueInstant(nanoseconds: wall) : nil
                try builder.add(PictureStep(.reading(reading, bootIdentity: nil), truth: truth))
                try builder.add(
                    PictureStep(
                        .sample(
                            TimeSample(
                                source: "s", isAuthenticated: true, sent: ElapsedInstant(nanoseconds: elapsed),
                                received: ElapsedInstant(nanoseconds: elapsed),
                                earliest: TrueInstant(nanoseconds: wall),
                                latest: TrueInstant(nanoseconds: .max)))))
            }
            try builder.add(PictureStep(.clockSet(by: Nanoseconds(wall)), truth: TrueInstant(nanoseconds: wall)))
            try builder.add(PictureStep(.slept(for: Nanoseconds(wall)), truth: TrueInstant(nanoseconds: .max)))
            try builder.add(
                PictureStep(.off(until: TrueInstant(nanoseconds: wall)), truth: TrueInstant(nanoseconds: 0)))
        }
        let page = builder.picture.page
        #expect(!page.contains("nan") && !page.contains("inf\""))
    }
}
