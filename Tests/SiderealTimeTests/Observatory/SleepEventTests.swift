import SiderealCore
import SiderealSystem
import SiderealTime
import Testing

/// A sleep is reported once, in whatever order the kernel counts it and resumes processes.
@Suite("sleep events") struct SleepEventTests {
    let device = StoryDevice()

    struct Look: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Seconds asleep, suspensions counted and seconds awake before each reading; then the reported sleeps.
        let looks: [(asleep: Int64, counted: Int64, awake: Int64)]
        let told: [Duration]
    }

    static let stories = [
        Look(testDescription: "counted with it", looks: [(4, 1, 1)], told: [.seconds(4)]),
        Look(testDescription: "counted after it", looks: [(4, 0, 1), (0, 1, 1)], told: [.seconds(4)]),
        Look(testDescription: "never counted", looks: [(4, 0, 1), (0, 0, 1)], told: [.seconds(4)]),
        Look(testDescription: "counted only", looks: [(0, 1, 1)], told: [.zero]),
        Look(testDescription: "counted only, twice", looks: [(0, 1, 1), (0, 1, 1)], told: [.zero, .zero]),
        Look(
            testDescription: "never counted, and another one later", looks: [(4, 0, 1), (0, 1, 60)],
            told: [.seconds(4), .zero]),
        Look(
            testDescription: "counted after it, and another one", looks: [(4, 0, 1), (0, 1, 1), (0, 1, 1)],
            told: [.seconds(4), .zero]),
        Look(
            testDescription: "two, both counted after", looks: [(4, 0, 1), (5, 1, 1)], told: [.seconds(4), .seconds(5)]),
    ]

    @Test("each sleep is reported once, whenever the kernel counts it", arguments: stories)
    func eachSleepIsToldOnce(story: Look) async throws {
        let app = try device.launch()
        var events = try TrustedClock(app, sources: []).events.makeAsyncIterator()
        for look in story.looks {
            device.pass(seconds: look.asleep + look.awake)
            device.change { state in
                state.slept += look.asleep * 1_000_000_000
                state.suspendMark = state.suspendMark.map { $0 + look.counted }
            }
            _ = try app.reading()
        }
        // A final event, to end the collection.
        device.setClock(forward: 3_600)
        _ = try app.reading()
        var told: [Duration] = []
        while let event = await events.next() {
            guard case .slept(let span) = event else { break }
            told.append(span)
        }
        #expect(told == story.told)
    }
}
