import SiderealBase
import SiderealGate
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("the gate of the first unlock") struct GateTests {
    @Test("a gate probes at each read until it is open, and never after")
    func itLooksAtEachQuestionUntilItIsOpenAndNeverAfter() {
        let device = GateDevice()
        let gate = device.gate()
        #expect(gate.state == .beforeFirstUnlock)
        device.found = .indeterminate(errno: 5)
        #expect(gate.state == .indeterminate(errno: 5))
        #expect(device.reads == 2)
        device.found = .unlocked
        #expect(gate.state == .unlocked)
        device.found = .beforeFirstUnlock
        #expect(gate.state == .unlocked)
        #expect(device.reads == 3)
    }

    @Test("the gate observes notifications from the first wait until it opens")
    func notificationsBeginWithTheFirstWhoWaitsAndEndWithTheOpening() async {
        let device = GateDevice()
        let gate = device.gate()
        _ = gate.state
        #expect(device.observationsBegun == 0)
        let runs = Count()
        gate.onFirstUnlock { runs.add() }
        gate.onFirstUnlock { runs.add() }
        #expect(device.observationsBegun == 1)
        device.announce()
        device.found = .indeterminate(errno: 1)
        device.announce()
        #expect(device.observationsEnded == 0 && runs.value == 0)
        device.unlock()
        #expect(device.observationsBegun == 1 && device.observationsEnded == 1 && runs.value == 2)
        gate.onFirstUnlock { runs.add() }
        #expect(device.observationsBegun == 1 && runs.value == 3)
    }

    @Test("the gate keeps observing notifications after the last wait, until it opens")
    func notificationsStayWhenNobodyWaitsAnyMore() async {
        let device = GateDevice()
        let gate = device.gate()
        await #expect(throws: UnlockError.timedOut(.beforeFirstUnlock)) {
            device.waits.endForGood()
            try await gate.waitForFirstUnlock(timeout: .seconds(1))
        }
        #expect(device.observationsBegun == 1 && device.observationsEnded == 0)
        device.unlock()
        #expect(device.observationsEnded == 1)
    }

    @Test("the pause between checks doubles, to at most 30 seconds, and all waits share it")
    func thePausesDoubleUpToHalfAMinuteForAllTogether() async throws {
        let device = GateDevice()
        let gate = device.gate()
        let runs = Count()
        for _ in 0..<3 { gate.onFirstUnlock { runs.add() } }
        let waiting = Task { try await gate.waitForFirstUnlock() }
        var states = gate.states.makeAsyncIterator()
        #expect(await states.next() == .beforeFirstUnlock)
        for count in 1...10 {
            await device.waits.reached(begun: count)
            device.waits.end()
        }
        await device.waits.reached(begun: 11)
        let expected: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30]
        #expect(device.waits.spans == expected.map { .seconds($0) })
        #expect(runs.value == 0)
        device.unlock(announcing: false)
        device.waits.end()
        try await waiting.value
        #expect(await states.next() == .unlocked)
        #expect(await states.next() == nil)
        #expect(runs.value == 3 && device.waits.heldCount == 0 && device.waits.spans.count == 11)
    }

    @Test("pauses end with the last wait, and start again with the next wait")
    func thePausesEndWithTheLastWhoWaitsAndBeginAnew() async {
        let device = GateDevice()
        let gate = device.gate()
        let first = Task { try? await gate.waitForFirstUnlock() }
        let second = Task { try? await gate.waitForFirstUnlock() }
        await device.waits.reached(begun: 1)
        device.waits.end()
        await device.waits.reached(begun: 2)
        first.cancel()
        second.cancel()
        await first.value
        await second.value
        #expect(device.waits.heldCount == 0)
        let reads = device.reads
        device.waits.end()
        #expect(device.reads == reads, "the gate probes although nothing waits")

        gate.onFirstUnlock {}
        await device.waits.reached(begun: 3)
        #expect(device.waits.spans == [.seconds(0.25), .seconds(0.5), .seconds(0.25)])
        device.unlock()
    }

    @Test("if a wait is cancelled, the pauses continue for a listener")
    func thePausesGoOnForWhoListens() async {
        let device = GateDevice()
        let gate = device.gate()
        var states = gate.states.makeAsyncIterator()
        #expect(await states.next() == .beforeFirstUnlock)
        await device.waits.reached(begun: 1)
        let waiting = Task { await GateWaitingTests.end(gate, .seconds(9)) }
        await device.waits.reached(begun: 2)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(device.waits.heldCount == 1)
        device.unlock(announcing: false)
        device.waits.end()
        #expect(await states.next() == .unlocked)
    }

    @Test("a gate doesn't check at intervals if notifications announce each unlock")
    func whereEveryUnlockIsAnnouncedNobodyLooksFromTimeToTime() {
        let device = GateDevice()
        var gate: FirstUnlockGate? = device.gate(announcesEveryUnlock: true)
        let isKept = { [weak gate] in gate != nil }
        let runs = Count()
        gate?.onFirstUnlock { runs.add() }
        gate = nil
        #expect(!isKept(), "a task that probes from time to time keeps the gate")
        gate = device.gate(announcesEveryUnlock: true)
        gate?.onFirstUnlock { runs.add() }
        device.unlock()
        #expect(runs.value == 1 && device.waits.spans.isEmpty)
    }

    @Test("a body that runs after a pause is not cancelled")
    func whatAPauseEndsWithFindsItselfNotCancelled() async throws {
        let device = GateDevice()
        let gate = device.gate()
        let wasCancelled = Lock<Bool?>(nil)
        gate.onFirstUnlock {
            let isCancelled = Task.isCancelled
            wasCancelled.withLock { $0 = isCancelled }
        }
        let waiting = Task { try await gate.waitForFirstUnlock() }
        await device.waits.reached(begun: 1)
        device.unlock(announcing: false)
        device.waits.end()
        try await waiting.value
        #expect(wasCancelled.withLock { $0 } == false)
    }

    @Test("a gate that nothing references still runs its body")
    func aGateThatNobodyKeepsStillKeepsItsWord() async {
        let device = GateDevice()
        let runs = Count()
        device.gate().onFirstUnlock { runs.add() }
        await device.waits.reached(begun: 1)
        device.unlock()
        #expect(runs.value == 1)
    }
}
