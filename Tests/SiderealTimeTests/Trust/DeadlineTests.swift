import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("deadlines", .timeLimit(Patience.ofATest)) struct DeadlineTests {
    let device = StoryDevice()

    func deadline(in seconds: Double) -> Date { device.truth.date.addingTimeInterval(seconds) }

    @Test(
        "a deadline has passed or is pending only when the bounds prove it",
        arguments: [
            (-10, .passed), (-0.02, .passed), (0, .undetermined), (0.02, .pending), (10, .pending), (1e7, .pending),
        ] as [(Double, TrustedTime.DeadlineStatus)])
    func status(seconds: Double, status: TrustedTime.DeadlineStatus) async throws {
        let clock = try await device.launchAndSynchronize()
        let deadline = deadline(in: seconds)
        #expect(clock.status(of: deadline) == status)
        let remaining = clock.remaining(until: deadline)
        let exactly = Duration.seconds(seconds)
        #expect(try #require(remaining.atLeast) <= exactly + .microseconds(1))
        #expect(try #require(remaining.atMost) >= exactly - .microseconds(1))
        #expect(try #require(remaining.atMost) - #require(remaining.atLeast) == .milliseconds(20))
    }

    /// In seconds since 1970.
    @Test(
        "far and infinite dates are passed or pending, and NaN is undetermined",
        arguments: [
            (Date.distantFuture.timeIntervalSince1970, .pending), (Date.distantPast.timeIntervalSince1970, .passed),
            (.nan, .undetermined), (.infinity, .pending), (-.infinity, .passed), (1e300, .pending), (-1e300, .passed),
            (9_223_372_036.854775, .pending), (-9_223_372_036.854775, .passed),
        ] as [(Double, TrustedTime.DeadlineStatus)])
    func farDates(seconds: Double, status: TrustedTime.DeadlineStatus) async throws {
        let date = Date(timeIntervalSince1970: seconds)
        let unknowing = try TrustedClock(device.launch())
        // A date before this software has passed.
        #expect(unknowing.status(of: date) == (status == .passed ? .passed : .undetermined))
        #expect(unknowing.remaining(until: date).atLeast == nil)
        let clock = try await device.launchAndSynchronize()
        #expect(clock.status(of: date) == status)
        let remaining = clock.remaining(until: date)
        if status == .passed {
            #expect(try #require(remaining.atMost) < .zero)
            try await clock.sleep(until: date)
            return
        }
        #expect(try #require(remaining.atLeast) > .zero)
        let sleeper = Task { try await clock.sleep(until: date) }
        await device.waits.reached(held: 1)
        #expect(device.waits.spans.last == .seconds(60))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    // MARK: - Sleeping

    @Test(
        "a sleep ends only when its deadline has provably passed, and soon after",
        arguments: [0.001, 1, 59, 61, 3_600, 200_000] as [Double])
    func itEndsOnlyWhenTheInstantHasPassedForCertain(seconds: Double) async throws {
        let clock = try await device.launchAndSynchronize()
        let deadline = deadline(in: seconds)
        device.change { $0.passesByItself = true }
        try await clock.sleep(until: deadline)
        #expect(clock.status(of: deadline) == .passed)
        let late = device.truth.date.timeIntervalSince(deadline)
        #expect(late >= 0 && late < 0.03 + 2 * 0.000_51 * seconds, "late by \(late)")
    }

    @Test("a sleep until a passed deadline doesn't wait")
    func itReturnsAtOnceWhereTheInstantHasPassed() async throws {
        let clock = try await device.launchAndSynchronize()
        let waits = device.waits.spans.count
        try await clock.sleep(until: deadline(in: -0.02))
        #expect(device.waits.spans.count == waits)
    }

    /// Without sources it waits for the app's own requests, and plans again after each answer.
    @Test("an observed request that proves the deadline ends a sleep")
    func aSampleThatMovesTheBoundsEndsTheWait() async throws {
        let clock = try TrustedClock(device.launch(), policy: .own)
        let deadline = deadline(in: -100)
        let sleeper = Task { try await clock.sleep(until: deadline) }
        await device.waits.reached(begun: 1, held: 1)
        #expect(device.capture(clock) == .used)
        try await sleeper.value
        #expect(device.waits.spans == [.seconds(60)])
    }

    @Test("setting the system clock doesn't end a sleep")
    func aSettingOfTheClockDoesNotEndIt() async throws {
        let clock = try await device.launchAndSynchronize()
        // Notifications need a listener.
        let events = clock.events
        let begun = device.waits.spans.count
        let deadline = deadline(in: 50)
        let sleeper = Task { try await clock.sleep(until: deadline) }
        await device.waits.reached(begun: begun + 1, held: 1)
        device.setClock(forward: 86_400)
        device.announceThatTheClockWasSet()
        await device.waits.reached(begun: begun + 2, held: 1)
        #expect(clock.status(of: deadline) == .pending)
        device.pass(seconds: 51)
        try await sleeper.value
        #expect(clock.status(of: deadline) == .passed)
        _ = events
    }

    @Test("the time that the device is asleep counts toward a deadline")
    func itSeesThatTheDeviceSlept() async throws {
        let clock = try await device.launchAndSynchronize()
        let begun = device.waits.spans.count
        let sleeper = Task { try await clock.sleep(until: deadline(in: 3_600)) }
        await device.waits.reached(begun: begun + 1, held: 1)
        device.suspend(seconds: 7_200)
        try await sleeper.value
        #expect(device.waits.spans.count == begun + 1)
    }

    @Test("a sleep asks its sources less and less often while the time is unknown")
    func whileNothingIsKnownItAsksEverMoreRarely() async throws {
        let asked = Collected<Int64>()
        let source = ScriptedSource("late") { poll in
            asked.add(device.now.now)
            guard asked.all.count == 9 else { throw TimeSourceError(.refused, "nobody listens") }
            device.answer(poll)
        }
        device.change { $0.passesByItself = true }
        let clock = try TrustedClock(device.launch(), sources: [source])
        try await clock.sleep(until: deadline(in: 0))
        let times = asked.all
        #expect(times.count == 9)
        let pauses = zip(times.dropFirst(), times).map { ($0 - $1) / 1_000_000_000 }
        for (pause, least) in zip(pauses, [30, 60, 120, 240, 480, 900, 900, 900] as [Int64]) {
            #expect(pause >= least && pause <= least + 90, "\(pauses)")
        }
    }

    @Test("a cancelled sleep throws CancellationError")
    func itIsCancelled() async throws {
        let gate = Gate()
        let endless = ScriptedSource("endless") { _ in await gate.wait() }
        for sources in [[], [endless]] {
            let clock = try TrustedClock(device.launch(), sources: sources)
            let begun = device.waits.spans.count
            let sleeper = Task { try await clock.sleep(until: .distantFuture) }
            await device.waits.reached(begun: begun + 1, held: 1)
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
        gate.open()
        let clock = try await device.launchAndSynchronize()
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: .distantFuture)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}
