import SiderealCore
import SiderealPicture
import Testing

@Suite("the picture's layout") struct LayoutTests {
    static let sizes: [Int64] = [
        0, 1, 1_000_000, 300_000_000, 1_000_000_000, 90_000_000_000, 86_400_000_000_000, 1_772_355_600_000_000_000,
        .max,
    ]

    @Test("a larger error is never drawn lower, and all errors are on the axis", arguments: sizes)
    func largerErrorsStandHigher(size: Int64) {
        let scale = ErrorScale([Nanoseconds(size), Nanoseconds(-(size / 2))], height: 148)
        let values = [.min, -size, -size / 2, -size / 100, 0, size / 100, size / 2, size, .max].map {
            scale.y(Nanoseconds($0))
        }
        for (lower, higher) in zip(values, values.dropFirst()) { #expect(lower >= higher) }
        #expect(values.allSatisfy { (0...148).contains($0) })
        // Both errors are on the axis, and not at its edge.
        #expect(scale.y(Nanoseconds(size)) > 0 && scale.y(Nanoseconds(-(size / 2))) < 148)
    }

    @Test("ticks have room, distinct labels and true positions", arguments: sizes)
    func ticksHaveRoomAndAreTrue(size: Int64) {
        let scale = ErrorScale([Nanoseconds(size), Nanoseconds(-size)], height: 148)
        let ticks = scale.ticks
        #expect(ticks.contains { $0.label == "0" && $0.y == scale.y(.zero) })
        #expect((3...11).contains(ticks.count), "\(ticks)")
        let heights = ticks.map(\.y).sorted()
        for (upper, lower) in zip(heights, heights.dropFirst()) { #expect(lower - upper >= 15) }
        #expect(Set(ticks.map(\.label)).count == ticks.count)
        for tick in ticks where tick.label == "+1 h" { #expect(tick.y == scale.y(.hours(1))) }
    }

    @Test("errors of either sign are equally far from zero")
    func bothSidesAreAlike() {
        let scale = ErrorScale([.hours(5), -.hours(5)], height: 100)
        for value in [Nanoseconds.milliseconds(3), .seconds(2), .hours(1)] {
            #expect((scale.y(value) + scale.y(-value) - 2 * scale.y(.zero)).magnitude < 1e-9)
        }
    }

    @Test("each moment has its place within a line, in order, at any width", arguments: [296, 688, 1104, 120])
    func everyMomentHasItsPlace(width: Double) throws {
        var story = try SimulatedPictureTests.night()
        for _ in 0..<30 {
            story.wait(.hours(3))
            try story.hear("liar", error: .hours(40))
            try story.read()
            try story.reboot(off: .seconds(1))
            try story.launch()
        }
        let picture = story.picture
        let score = Chart(picture, width: width)
        let places = score.lines.flatMap(\.places)
        let expected = picture.boots.indices.flatMap { boot in
            picture.boots[boot].moments.indices.map { "\(boot) \($0)" }
        }
        #expect(places.map { "\($0.boot) \($0.moment)" } == expected)
        for line in score.lines {
            #expect(!line.places.isEmpty)
            for place in line.places {
                #expect(place.start <= place.x && place.x >= score.left - 0.01)
                if width > 200 { #expect(place.x <= score.right + 0.01) }
            }
            for (one, next) in zip(line.places, line.places.dropFirst()) {
                #expect(next.start == one.x && next.x > one.x)
            }
        }
        #expect(score.lines.count > 1)
    }

    /// A mark is as large as a finger needs.
    @Test("marks never overlap")
    func marksHaveRoom() throws {
        let picture = try SimulatedPictureTests.night().picture
        for width in [296.0, 688, 1104] {
            for line in Chart(picture, width: width).lines {
                for (one, next) in zip(line.places, line.places.dropFirst()) {
                    let marks = picture.boots[one.boot].moments[one.moment].marks.count
                    let others = picture.boots[next.boot].moments[next.moment].marks.count
                    if marks > 0, others > 0 { #expect(next.x - one.x >= Double(marks) * 24 - 0.01) }
                }
            }
        }
    }

    @Test("a longer span takes more room, but the room grows far more slowly than the span")
    func timeTakesRoomByItsLogarithm() throws {
        var story = Storyteller()
        try story.launch()
        for span in [Nanoseconds.seconds(1), .minutes(1), .hours(1), .days(1), .days(30)] {
            story.wait(span)
            try story.read()
        }
        let line = try #require(Chart(story.picture, width: 1104).lines.first)
        let gaps = line.places.dropFirst().map { $0.x - $0.start }
        #expect(gaps == gaps.sorted() && gaps.count == 5)
        let (least, most) = (try #require(gaps.first), try #require(gaps.last))
        #expect(most < 5 * least)
    }
}
