import SiderealCore
import SiderealTime
import TestSupport
import Testing

@Suite("verdicts on the system clock as they change", .timeLimit(Patience.ofATest)) struct VerdictSequenceTests {
    let device = StoryDevice()

    @Test("a new verdict is sent only if its answer changes or it contradicts the last verdict")
    func newVerdicts() async throws {
        let clock = try TrustedClock(device.launch(), sources: [device.server()])
        var verdicts = clock.systemClockVerdicts().makeAsyncIterator()
        #expect(await verdicts.next()?.answer == .unknown)
        await clock.synchronize()
        #expect(await verdicts.next()?.answer == .agrees)
        // Neither another poll nor a reading changes the verdict.
        await clock.synchronize()
        for hours in [1, 2] {
            device.setClock(forward: 3_600)
            _ = try clock.observatory.reading()
            let verdict = try #require(await verdicts.next())
            #expect(verdict.answer == .ahead)
            let error = try #require(verdict.offset.atLeast)
            #expect(error > .seconds(hours * 3_600 - 2) && error <= .seconds(hours * 3_600))
        }
        device.setClock(forward: -7_200)
        _ = try clock.observatory.reading()
        #expect(await verdicts.next()?.answer == .agrees)
    }

    @Test("the sequence ends with its task")
    func cancelled() async throws {
        let clock = try TrustedClock(device.launch())
        let task = Task {
            var count = 0
            for await _ in clock.systemClockVerdicts() { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }

    static func verdict(_ atLeast: Int64?, _ atMost: Int64?, _ answer: SystemClockVerdict.Answer) -> SystemClockVerdict
    {
        SystemClockVerdict(
            answer, atLeast: atLeast.map { .seconds($0) }, atMost: atMost.map { .seconds($0) }, isAuthenticated: true,
            assumesSameBoot: false, assumesNoPause: false)
    }

    @Test(
        "an unchanged answer is reported if its error contradicts the last error, or is twice as exact",
        arguments: [
            (verdict(3_590, 3_610, .ahead), verdict(3_592, 3_608, .ahead), false),
            (verdict(3_590, 3_610, .ahead), verdict(3_596, 3_604, .ahead), true),
            (verdict(3_590, 3_610, .ahead), verdict(3_610, 3_630, .ahead), false),
            (verdict(3_590, 3_610, .ahead), verdict(3_611, 3_631, .ahead), true),
            (verdict(3_590, 3_610, .ahead), verdict(3_560, 3_589, .ahead), true),
            (verdict(nil, -10, .behind), verdict(nil, -20, .behind), false),
            (verdict(nil, -10, .behind), verdict(-30, -20, .behind), true),
            (verdict(-30, -20, .behind), verdict(nil, -20, .behind), false),
            (verdict(-1, 1, .agrees), verdict(0, 0, .agrees), false),
            (verdict(nil, nil, .unknown), verdict(-9, 9, .unknown), false),
            (verdict(-1, 1, .agrees), verdict(-9, 9, .unknown), true),
        ])
    func news(last: SystemClockVerdict, next: SystemClockVerdict, isNews: Bool) {
        #expect(next.isNews(after: last) == isNews)
    }
}
