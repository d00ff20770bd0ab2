import SiderealCore
import SiderealSystem
import SiderealTesting
import Testing

@Suite("waits in virtual time") struct ExecutionTimeTests {
    typealias Notes = ExecutionTests.Notes

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("waits end in the order of their times, and waits with equal times in the order in which they began")
    func theOrderIsThatOfTheirEnds() throws {
        let parts = NetworkDevice.parts()
        let notes = Notes()
        let spans: [Int64] = [3, 1, 2, 1, 3, 0, 2, 1]
        try parts.executor.run {
            await withTaskGroup(of: Void.self) { group in
                for (number, span) in spans.enumerated() {
                    group.addTask {
                        try? await parts.time.wait(.seconds(span))
                        notes.add("\(span): \(number)")
                    }
                }
                group.addTask {
                    // The second of these waits begins later than those that end with it, and is shorter.
                    for _ in 0..<2 { try? await parts.time.wait(.seconds(1)) }
                    notes.add("2: late")
                }
            }
        }
        #expect(notes.words == ["0: 5", "1: 1", "1: 3", "1: 7", "2: 2", "2: 6", "2: late", "3: 0", "3: 4"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a cancelled wait ends at once")
    func whatIsCalledOffEndsAtOnce() throws {
        let parts = NetworkDevice.parts()
        let begin = parts.device.now
        let outcomes = try parts.executor.run { () -> [Bool] in
            await withTaskGroup(of: Bool.self) { group in
                group.addTask { (try? await parts.time.wait(.seconds(1_000))) != nil }
                group.addTask { (try? await parts.time.wait(.seconds(1))) != nil }
                let first = await group.next()
                group.cancelAll()
                // Cancelled before it began.
                group.addTask { (try? await parts.time.wait(.zero)) != nil }
                var all = [first ?? false]
                for await one in group { all.append(one) }
                return all
            }
        }
        #expect(outcomes == [true, false, false])
        #expect(parts.device.now == begin + .seconds(1))
        #expect(parts.time.count == 0)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the waits of a process end with it, and the waits of another process continue")
    func waitsEndWithTheirProcess() throws {
        let parts = NetworkDevice.parts()
        let notes = Notes()
        for process in [1, 2] {
            for seconds in [5, 6] as [Int64] {
                _ = parts.executor.start {
                    let isOver = (try? await parts.time.wait(.seconds(seconds), by: process)) != nil
                    notes.add("\(process) \(seconds) \(isOver)")
                }
            }
        }
        try parts.executor.drain()
        parts.time.end(process: 1)
        try parts.executor.drain()
        #expect(notes.words == ["1 5 false", "1 6 false"])
        #expect(throws: CancellationError.self) { try parts.executor.run { try await parts.time.wait(.zero, by: 1) } }
        try parts.time.pass(to: parts.device.now + .seconds(10), on: parts.executor)
        #expect(notes.words == ["1 5 false", "1 6 false", "2 5 true", "2 6 true"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("time passes up to a given instant, and each wait ends at its own instant")
    func timeIsLetPass() throws {
        let parts = NetworkDevice.parts()
        let begin = parts.device.now
        let notes = Notes()
        _ = parts.executor.start {
            while (try? await parts.time.wait(.seconds(4))) != nil {
                notes.add("\((parts.device.now - begin).count / 1_000_000_000)")
            }
        }
        try parts.time.pass(to: begin + .seconds(13), on: parts.executor)
        #expect(notes.words == ["4", "8", "12"])
        #expect(parts.device.now == begin + .seconds(13))
        #expect(parts.time.nextDue == begin + .seconds(16))
        #expect(!parts.time.passToNextDue(notBeyond: begin + .seconds(15)))
        try parts.time.pass(to: begin + .seconds(16), on: parts.executor)
        #expect(notes.words == ["4", "8", "12", "16"])
        parts.time.end(process: 0)
        try parts.executor.drain()
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the device's own clock measures the length of a wait")
    func waitsFollowTheDevicesClock() throws {
        let line = SlowLine()
        let time = VirtualTime(line)
        let executor = DrainedExecutor { time.passToNextDue() }
        try executor.run { try await time.wait(.seconds(10)) }
        #expect(line.now == TrueInstant(nanoseconds: 20_000_000_000))
        try executor.run { try await time.wait(until: line.now + .seconds(1)) }
        #expect(line.now == TrueInstant(nanoseconds: 21_000_000_000))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "an endless wait ends at the end of the time range, and a wait of zero or less ends at once",
        arguments: [
            (.seconds(Int64.max), true), (.seconds(Int64.min), false), (.zero, false), (.nanoseconds(-1), false),
        ]
            as [(Duration, Bool)])
    func waitsOfAnyLength(span: Duration, isEndless: Bool) throws {
        let parts = NetworkDevice.parts()
        let begin = parts.device.now
        try parts.executor.run { try await parts.time.wait(span) }
        #expect(parts.device.now == (isEndless ? TrueInstant(nanoseconds: .max) : begin))
    }

    /// A timeline whose clock counts half of the time.
    final class SlowLine: SimulatedTimeline {
        private let state = Lock<Int64>(0)
        var now: TrueInstant { TrueInstant(nanoseconds: state.withLock { $0 }) }
        var elapsed: ElapsedInstant { ElapsedInstant(nanoseconds: now.nanoseconds / 2) }
        func advance(to instant: TrueInstant) { state.withLock { $0 = max($0, instant.nanoseconds) } }
        func instant(after span: Nanoseconds) -> TrueInstant { now + span + span }
    }
}
