import SiderealBase
import SiderealGate
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("waiting for the gate") struct GateWaitingTests {
    /// Returns the error that ends a wait, or `nil` if the gate opens.
    static func end(_ gate: FirstUnlockGate, _ timeout: Duration? = nil) async -> UnlockError? {
        do throws(UnlockError) {
            try await gate.waitForFirstUnlock(timeout: timeout)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - ready

    @Test(
        "all waits for an open gate end at once, even in a cancelled task",
        arguments: [nil, Duration.zero, .seconds(-1), .seconds(60)])
    func anOpenGateLetsEveryonePassAtOnce(timeout: Duration?) async {
        let device = GateDevice(.unlocked)
        let gate = device.gate()
        #expect(await Self.end(gate, timeout) == nil)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.end(gate, timeout)
        }
        #expect(await cancelled.value == nil)
        #expect(device.reads == 1 && device.observationsBegun == 0 && device.waits.spans.isEmpty)
    }

    enum Opener: CaseIterable { case notice, question, pause, reader }

    @Test(
        "all waits end, however the gate finds that it is open",
        arguments: Opener.allCases, [nil, Duration.seconds(60)])
    func whoeverFindsItOpenWakesThoseWhoWait(opener: Opener, timeout: Duration?) async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = (0..<4).map { _ in Task { await Self.end(gate, timeout) } }
        await device.waits.reached(begun: timeout == nil ? 1 : 5)
        device.unlock(announcing: opener == .notice)
        switch opener {
        case .notice: break
        case .question: #expect(gate.state == .unlocked)
        case .pause: device.waits.end(.seconds(0.25))
        case .reader: gate.recordReadable()
        }
        for task in waiting { #expect(await task.value == nil) }
        #expect(device.waits.heldCount == 0)
    }

    @Test("a failure that needs the user to act ends each wait", arguments: [Int32(1), 2, 13, 20, 28, 30])
    func aFailureThatLastsEndsTheWait(number: Int32) async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = [Task { await Self.end(gate) }, Task { await Self.end(gate, .seconds(60)) }]
        await device.waits.reached(begun: 2)
        device.found = .indeterminate(errno: number)
        device.announce()
        for task in waiting { #expect(await task.value == .unavailable(.indeterminate(errno: number))) }
        // The next wait begins no pause either.
        let begun = device.waits.spans.count
        #expect(await Self.end(gate) == .unavailable(.indeterminate(errno: number)))
        #expect(device.waits.spans.count == begun)
        device.unlock()
        #expect(await Self.end(gate) == nil)
    }

    @Test("an indeterminate state that may be temporary doesn't end a wait")
    func indeterminateIsNoEnd() async {
        let device = GateDevice(.indeterminate(errno: 24))
        let gate = device.gate()
        let waiting = Task { await Self.end(gate) }
        await device.waits.reached(begun: 1)
        device.waits.end()
        await device.waits.reached(begun: 2)
        device.unlock()
        #expect(await waiting.value == nil)
    }

    @Test("a cancelled wait leaves no timer behind", arguments: [nil, Duration.seconds(60)])
    func aCancelledWaitLeavesNothingBehind(timeout: Duration?) async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = Task { await Self.end(gate, timeout) }
        await device.waits.reached(begun: timeout == nil ? 1 : 2)
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(device.waits.heldCount == 0)
        // A wait that is cancelled before it begins starts no pauses either.
        let begun = device.waits.spans.count
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.end(gate, timeout)
        }
        #expect(await late.value == .cancelled)
        #expect(device.waits.spans.count == begun && device.waits.heldCount == 0)
    }

    @Test("a task can be cancelled while its wait begins")
    func aTaskMayBeCancelledWhileItArrives() async {
        let device = GateDevice()
        let gate = device.gate()
        device.whileObservationBegins { withUnsafeCurrentTask { $0?.cancel() } }
        #expect(await Task { await Self.end(gate) }.value == .cancelled)
        #expect(device.waits.heldCount == 0)
    }

    @Test("a cancelled wait doesn't end another wait")
    func oneThatIsCancelledTakesNobodyAlong() async {
        let device = GateDevice()
        let gate = device.gate()
        let first = Task { await Self.end(gate) }
        let second = Task { await Self.end(gate, .seconds(9)) }
        await device.waits.reached(begun: 2)
        first.cancel()
        #expect(await first.value == .cancelled)
        #expect(device.waits.heldCount == 2)
        device.unlock()
        #expect(await second.value == nil)
    }

    @Test(
        "a timeout reports the last state and leaves no timer behind",
        arguments: [
            (.beforeFirstUnlock, .beforeFirstUnlock), (.indeterminate(errno: 24), .indeterminate(errno: 24)),
        ] as [(FirstUnlockGate.State, Unavailability)])
    func aTimeoutNamesTheStateAndLeavesNothingBehind(found: FirstUnlockGate.State, why: Unavailability) async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = Task { await Self.end(gate, .seconds(9)) }
        await device.waits.reached(begun: 2)
        device.found = found
        device.waits.end(.seconds(9))
        #expect(await waiting.value == .timedOut(why))
        #expect(device.waits.heldCount == 0)
    }

    @Test("a wait that times out reads the state once more")
    func theLastLookCounts() async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = Task { await Self.end(gate, .seconds(9)) }
        await device.waits.reached(begun: 2)
        device.unlock(announcing: false)
        device.waits.end(.seconds(9))
        #expect(await waiting.value == nil)
    }

    @Test(
        "a timeout of zero or less only reads the state",
        arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func withoutTimeItOnlyLooks(timeout: Duration) async {
        let device = GateDevice()
        #expect(await Self.end(device.gate(), timeout) == .timedOut(.beforeFirstUnlock))
        #expect(device.reads == 1 && device.observationsBegun == 0 && device.waits.spans.isEmpty)
    }

    @Test("a timeout is at most ten years")
    func noTimeoutIsTooLong() async {
        let device = GateDevice()
        let gate = device.gate()
        let waiting = Task { await Self.end(gate, .seconds(Int64.max)) }
        await device.waits.reached(begun: 2)
        #expect(device.waits.spans.contains(.seconds(315_360_000)))
        device.unlock()
        #expect(await waiting.value == nil)
    }

    // MARK: - onFirstUnlock

    @Test("a later onFirstUnlock reads the state again, and runs the earlier body, too")
    func whoRegistersLaterLooksToo() {
        let device = GateDevice()
        let gate = device.gate()
        let runs = Count()
        gate.onFirstUnlock { runs.add() }
        device.unlock(announcing: false)
        gate.onFirstUnlock { runs.add() }
        #expect(runs.value == 2)
    }

    @Test("a body of onFirstUnlock can use the gate")
    func itMayAskTheGate() {
        let device = GateDevice()
        let gate = device.gate()
        let runs = Count()
        gate.onFirstUnlock {
            #expect(gate.state == .unlocked)
            runs.add()
            gate.onFirstUnlock { runs.add() }
        }
        device.unlock()
        device.announce()
        #expect(runs.value == 2)
    }

    @Test("the bodies of onFirstUnlock run in the order of their registration")
    func theyRunInTheirOrder() {
        let device = GateDevice()
        let gate = device.gate()
        let order = Lock<[Int]>([])
        for number in 0..<20 { gate.onFirstUnlock { order.withLock { $0.append(number) } } }
        device.unlock()
        #expect(order.withLock { $0 } == Array(0..<20))
    }

    @Test("an unlock during the registration is noticed, and runs the body once", arguments: [false, true])
    func anUnlockDuringTheRegistrationIsNotMissed(telling: Bool) {
        let device = GateDevice()
        let gate = device.gate()
        device.whileObservationBegins { device.unlock(announcing: telling) }
        let runs = Count()
        gate.onFirstUnlock { runs.add() }
        #expect(runs.value == 1)
        device.announce()
        #expect(runs.value == 1 && device.observationsBegun == 1 && device.observationsEnded == 1)
        #expect(device.waits.spans.isEmpty)
    }

    // MARK: - states

    @Test("`states` yields the present state, then each change, and ends when the gate opens")
    func thePresentStateComesFirstThenEachChange() async {
        let device = GateDevice()
        let gate = device.gate()
        var early = gate.states.makeAsyncIterator()
        device.found = .indeterminate(errno: 24)
        device.announce()
        device.announce()
        device.found = .indeterminate(errno: 28)
        var late = gate.states.makeAsyncIterator()
        device.found = .beforeFirstUnlock
        _ = gate.state
        device.unlock()
        device.announce()
        for expected: FirstUnlockGate.State in [
            .beforeFirstUnlock, .indeterminate(errno: 24), .indeterminate(errno: 28), .beforeFirstUnlock, .unlocked,
        ] {
            #expect(await early.next() == expected)
        }
        #expect(await early.next() == nil)
        for expected: FirstUnlockGate.State in [.indeterminate(errno: 28), .beforeFirstUnlock, .unlocked] {
            #expect(await late.next() == expected)
        }
        #expect(await late.next() == nil)
    }

    @Test("the `states` of an open gate yield `unlocked` and end")
    func anOpenGateHasOneState() async {
        var states: [FirstUnlockGate.State] = []
        for await state in GateDevice(.unlocked).gate().states { states.append(state) }
        #expect(states == [.unlocked])
    }

    @Test("a listener that stops leaves no timer behind")
    func whoListensNoMoreLeavesNothingBehind() async {
        let device = GateDevice()
        let gate = device.gate()
        for await state in gate.states {
            #expect(state == .beforeFirstUnlock)
            break
        }
        let listening = Task {
            for await _ in gate.states {}
        }
        await device.waits.reached(begun: 2)
        listening.cancel()
        await listening.value
        #expect(device.waits.heldCount == 0)
        #expect(device.waits.spans == [.seconds(0.25), .seconds(0.25)])
    }

    @Test("a slow listener receives only 64 states, and the last one is `unlocked`")
    func whoDoesNotKeepUpStillHearsOfTheOpening() async {
        let device = GateDevice()
        let gate = device.gate()
        var states = gate.states.makeAsyncIterator()
        for number in 1...1000 {
            device.found = .indeterminate(errno: Int32(number))
            device.announce()
        }
        device.unlock()
        var heard: [FirstUnlockGate.State] = []
        while let state = await states.next() { heard.append(state) }
        #expect(heard.count == 64 && heard.last == .unlocked)
    }
}
