import Foundation
import SiderealCore
import SiderealTime
import TestSupport
import Testing

/// Many threads read and update one clock, all at once. `Scripts/sanitizer-check` runs them under the thread sanitizer.
@Suite("many threads on one clock", .timeLimit(Patience.ofATest)) struct ClockStressTests {
    let device = StoryDevice()

    @Test("with concurrent readers and writers, no answer is false, and no call throws")
    func readersAndWriters() async throws {
        let observatory = try device.launch(savesAutomatically: true)
        let sources =
            (0..<3).map { device.server("https://\($0).example") }
            + [
                ScriptedSource("dead") { _ in throw TimeSourceError(.refused, "nobody listens") },
                device.server("ntp", isAuthenticated: false),
                ScriptedSource("https://turns.example") { poll in
                    try await poll.waitForTurn(at: "turns")
                    device.answer(poll)
                },
            ]
        let clock = try TrustedClock(observatory, sources: sources, policy: .own, alsoAccepting: .unauthenticated)
        let failures = Collected<String>()
        let heard = Collected<TrustedClock.Event>()
        let listeners = (0..<3).map { _ in
            let events = clock.events
            return Task { for await event in events { heard.add(event) } }
        }
        let deadline = device.truth.date.addingTimeInterval(5)
        let sleepers = (0..<4).map { _ in
            Task { [device] in
                try await clock.sleep(until: deadline)
                if device.truth.date < deadline { failures.add("a sleep ended before its deadline") }
            }
        }
        // Time passes while a task waits for it.
        let pump = Task { [device] in
            while !Task.isCancelled {
                device.pass(nanoseconds: 20_000_000)
                device.runBackground()
                await Task.yield()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask {
                    do {
                        try await step(index, clock, failures)
                    } catch {
                        failures.add("\(index): \(error)")
                    }
                }
            }
        }
        // A task that still sleeps has the time by now.
        try await TrustedClock(observatory, sources: [device.server()]).synchronize()
        for sleeper in sleepers { try await sleeper.value }
        #expect(failures.all == [])
        for listener in listeners {
            listener.cancel()
            await listener.value
        }
        pump.cancel()
        await pump.value
        #expect(!heard.all.isEmpty)
        device.runBackground()
    }

    private func step(_ index: Int, _ clock: TrustedClock, _ failures: Collected<String>) async throws {
        func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
            if !isRight { failures.add("\(index): \(what())") }
        }
        switch index % 12 {
        case 0: await clock.synchronize(timeout: .seconds(1)) { _ in }
        case 1: _ = device.capture(clock)
        case 2:
            // The clock is only ever set forward.
            let before = Nanoseconds(device.now.wallError)
            let verdict = try clock.systemClockVerdict()
            let after = Nanoseconds(device.now.wallError)
            check(verdict.atLeast ?? .min <= after && verdict.atMost ?? .max >= before, "\(verdict)")
        case 3: try clock.observatory.save()
        case 4: device.pass(nanoseconds: 700_000_000)
        case 5: if index % 60 == 5 { clock.forgetTrustedTime() }
        case 6:
            var events = clock.events.makeAsyncIterator()
            device.announceThatTheClockWasSet()
            let waiting = Task.detached { [device] in
                device.setClock(forward: 100)
                device.announceThatTheClockWasSet()
            }
            _ = await events.next()
            await waiting.value
        case 7: device.runBackground()
        case 8:
            let verdict = try clock.observatory.verdict(since: try clock.observatory.moment())
            check(verdict.didReboot == false, "\(verdict)")
        default: break
        }
        for _ in 0..<20 {
            let before = device.truth
            let now = index.isMultiple(of: 2) ? clock.now() : clock.now(requiring: .proven)
            let after = device.truth
            check(now.earliest.map { $0 <= after } ?? true && now.latest.map { $0 >= before } ?? true, "\(now)")
            check(clock.status(of: .distantFuture) != .passed, "the distant future has passed")
            check(clock.remaining(until: .distantPast).atMost ?? .zero <= .zero, "the distant past remains")
            // Other tests check these; here they only run beside the others.
            _ = (clock.date, clock.meetsTargetUncertainty)
        }
    }
}
