import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("events of a trusted clock", .timeLimit(Patience.ofATest)) struct EventTests {
    let device = StoryDevice()

    /// Returns all events so far. The last one is known, because the clock is set for it.
    func drain(_ events: AsyncStream<TrustedClock.Event>, _ clock: TrustedClock) async throws -> [TrustedClock.Event] {
        device.setClock(forward: 12_345)
        _ = try clock.observatory.reading()
        var all: [TrustedClock.Event] = []
        for await event in events {
            if case .systemClockStepped(by: .seconds(12_345), _) = event { break }
            all.append(event)
        }
        device.setClock(forward: -12_345)
        return all
    }

    @Test("each listener receives the first bounds, and then only tighter bounds")
    func samples() async throws {
        let width = Collected<Bool>()
        let clock = try TrustedClock(
            try device.launch(),
            sources: [
                ScriptedSource("s") { poll in
                    device.answer(poll, above: width.all.isEmpty ? .seconds(5) : .milliseconds(10))
                }
            ])
        let (events, others) = (clock.events, clock.events)
        await clock.synchronize()
        let first = clock.now()
        width.add(true)
        await clock.synchronize()
        let second = clock.now()
        await clock.synchronize()
        let all = try await drain(events, clock)
        #expect(all == [.synchronized(first), .tightened(second)])
        var iterator = others.makeAsyncIterator()
        #expect(await iterator.next() == .synchronized(first), "each listener hears everything")
        #expect(await iterator.next() == .tightened(second))
    }

    @Test("failures and rejections are reported with their source")
    func failuresAndRejections() async throws {
        let error = TimeSourceError(.refused, "nobody listens")
        let clock = try TrustedClock(
            try device.launch(),
            sources: [
                ScriptedSource("a") { poll in
                    device.answer(poll)
                    device.answer(poll, lyingBy: .seconds(60))
                    throw error
                }
            ])
        let events = clock.events
        await clock.synchronize()
        let all = try await drain(events, clock)
        #expect(all.contains(.failed(source: "a", error)))
        #expect(all.contains(.rejected(source: "a", .contradictsItself)))
        // Neither answer is excluded.
        #expect(clock.now().allows(device.truth) && clock.now().allows(device.truth + .seconds(60)))
    }

    /// Two of three change their answers, each to another time: no time is left that at most one of them excludes.
    @Test("the clock withholds its bounds while no time fits the answers")
    func boundsAreWithheldWhileNoneIsPossible() async throws {
        let lies = Collected<Int64>()
        let sources = [("a", 0), ("b", 1), ("c", -1)].map { (name: String, way: Int64) in
            ScriptedSource(name) { poll in device.answer(poll, lyingBy: .seconds(way * (lies.all.last ?? 0))) }
        }
        let clock = try TrustedClock(device.launch(), sources: sources)
        await clock.synchronize()
        let floor = try #require(clock.now().earliest)
        let events = clock.events
        lies.add(600)
        await clock.synchronize()
        #expect(clock.now().kind == .bounded, "either of their answers may be the true one")
        device.pass(seconds: 3_600)
        await clock.synchronize()
        let withheld = clock.now()
        #expect(try #require(withheld.earliest) > floor && withheld.kind == .atLeast)
        lies.add(0)
        await clock.synchronize()
        let all = try await drain(events, clock)
        #expect(all.contains(.withheld(withheld)))
        #expect(all.contains(.rejected(source: "b", .contradictsItself)))
        #expect(all.contains(.rejected(source: "c", .contradictsItself)))
        #expect(all.contains(.synchronized(clock.now())))
        #expect(clock.now().allows(device.truth) && clock.now().kind == .bounded)
    }

    @Test(
        "if the clock was set, the step and its direction are reported",
        arguments: [
            (0, 600, .awayFromTruth), (600, -600, .towardTruth), (-600, 600, .towardTruth), (0, -600, .awayFromTruth),
            (600, -1_800, .awayFromTruth), (600, -900, .towardTruth),
        ] as [(Int64, Int64, SystemClockVerdict.StepDirection)])
    func theClockIsSet(error: Int64, step: Int64, direction: SystemClockVerdict.StepDirection) async throws {
        device.setClock(forward: error)
        let clock = try await device.launchAndSynchronize()
        var events = clock.events.makeAsyncIterator()
        device.setClock(forward: step)
        device.announceThatTheClockWasSet()
        #expect(await events.next() == .systemClockStepped(by: .seconds(step), direction))
    }

    @Test("a synchronization settles an open boot question and reports it")
    func anOpenQuestionIsSettled() async throws {
        let device = StoryDevice(identity: nil)
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 100)
        device.setClock(forward: -86_400)
        let clock = try TrustedClock(device.launch(), sources: [device.server()])
        #expect(clock.observatory.bootVerdict.answer == .indeterminate)
        let events = clock.events
        await clock.synchronize()
        var settled: BootVerdict?
        for await event in events {
            guard case .bootVerdictSettled("app", let verdict) = event else { continue }
            settled = verdict
            break
        }
        #expect(settled?.didReboot == false)
        #expect(settled == clock.observatory.bootVerdict)
    }

    @Test("a clock fault is reported and leaves only a lower bound")
    func aFaultOfTheClocks() async throws {
        let clock = try await device.launchAndSynchronize()
        var events = clock.events.makeAsyncIterator()
        device.reboot()
        _ = try clock.observatory.reading()
        #expect(await events.next() == .clockFault)
        guard case .withheld(let least) = await events.next() else { throw Unexpected("no word of it") }
        #expect(least.kind == .atLeast && least.allows(device.truth))
        let wider = try TrustedClock(clock.observatory, alsoAccepting: [.unauthenticated, .probableBoot])
        #expect(wider.now().kind == .atLeast)
    }

    // MARK: - Listeners

    @Test("a listener that doesn't read keeps only the newest 256 events")
    func whoDoesNotReadIsBounded() async throws {
        let clock = try TrustedClock(device.launch())
        let events = clock.events
        for step in 1...1_000 as ClosedRange<Int64> {
            device.setClock(forward: 10 * step)
            _ = try clock.observatory.reading()
        }
        let all = try await drain(events, clock)
        #expect(all.count == 255, "and the one that ended it")
        #expect(all.last == .systemClockStepped(by: .seconds(10_000), .unknown))
    }

    @Test("notifications of the kernel are registered once, and only if there is a listener")
    func theKernelIsAskedOnceAndOnlyWhereSomebodyListens() throws {
        let clock = try TrustedClock(device.launch())
        _ = clock.now()
        #expect(device.notifications.count == 0)
        _ = clock.events
        _ = clock.events
        _ = try TrustedClock(clock.observatory).events
        #expect(device.notifications.count == 1)
    }
}
