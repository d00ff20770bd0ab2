import Dispatch
import SiderealBase
import SiderealGate
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// The gate opens while the threads use it. `Scripts/sanitizer-check` runs these tests, too.
@Suite("many threads at one gate") struct GateStressTests {
    @Test("each body of onFirstUnlock runs exactly once")
    func everyBodyRunsExactlyOnce() throws {
        for round in 0..<200 {
            let device = GateDevice()
            let gate = device.gate()
            let runs = (0..<64).map { _ in Count() }
            DispatchQueue.concurrentPerform(iterations: 64) { index in
                switch index {
                case 20: device.unlock(announcing: round % 3 != 0)
                case 40: if round % 3 == 0 { gate.recordReadable() } else { device.announce() }
                case 50..<60: _ = gate.state
                default: gate.onFirstUnlock { runs[index].add() }
                }
            }
            try #require(gate.state == .unlocked)
            let registered = runs.indices.filter { $0 != 20 && $0 != 40 && !(50..<60).contains($0) }
            try #require(registered.allSatisfy { runs[$0].value == 1 })
            try #require(device.observationsBegun == device.observationsEnded)
        }
    }

    @Test("each wait ends when the gate opens, at its timeout, or when it is cancelled")
    func everyWaitEndsOnce() async throws {
        for round in 0..<100 {
            let device = GateDevice()
            let gate = device.gate()
            let ends = await withTaskGroup(of: UnlockError?.self) { group in
                for index in 0..<32 {
                    group.addTask {
                        await GateWaitingTests.end(gate, index % 4 == 0 ? .seconds(1) : nil)
                    }
                    group.addTask {
                        let waiting = Task { await GateWaitingTests.end(gate) }
                        if index % 2 == 0 { waiting.cancel() }
                        return await waiting.value
                    }
                    group.addTask {
                        var last: FirstUnlockGate.State?
                        for await state in gate.states { last = state }
                        return last == .unlocked ? nil : .timedOut(last?.unavailability ?? .busy)
                    }
                }
                group.addTask {
                    if round % 2 == 0 { await device.waits.reached(begun: 2) }
                    device.waits.end()
                    device.unlock()
                    _ = gate.state
                    return nil
                }
                var ends: [UnlockError?] = []
                for await end in group { ends.append(end) }
                return ends
            }
            try #require(ends.count == 97)
            try #require(ends.allSatisfy { $0 == nil || $0 == .cancelled || $0 == .timedOut(.beforeFirstUnlock) })
            try #require(ends.count { $0 == .cancelled } <= 16)
        }
    }
}
