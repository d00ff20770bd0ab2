import SiderealCore
import SiderealNetwork
import SiderealTesting
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("the kernel's stamps of packets") struct PacketStampTests {
    /// Microseconds: the wall clock began at a hundred thousand, the other clock at zero.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let stamp: Int64
        let wall: Int64
        let monotonic: Int64
        /// The least time before the stamp, and after it.
        let least: [Int64]
    }

    static let cases = [
        Case(
            testDescription: "a tenth is given away, as both clocks may be hurried", stamp: 100_320, wall: 100_400,
            monotonic: 400, least: [287, 71]),
        Case(testDescription: "it has just come", stamp: 100_400, wall: 100_400, monotonic: 400, least: [359, 0]),
        Case(testDescription: "it left at once", stamp: 100_000, wall: 100_400, monotonic: 400, least: [0, 359]),
        Case(
            testDescription: "what the wall clock was set forward by does not count", stamp: 100_320, wall: 200_400,
            monotonic: 400, least: [0, 71]),
        Case(
            testDescription: "a step forward before the stamp does not count either: nothing tells when it was",
            stamp: 200_320, wall: 200_400, monotonic: 400, least: [287, 0]),
        Case(
            testDescription: "the wall clock was set back: the stamp lies ahead", stamp: 100_320, wall: 100_200,
            monotonic: 400, least: [0, 0]),
        Case(
            testDescription: "the wall clock was set back to before the first reading", stamp: 99_320, wall: 99_400,
            monotonic: 400, least: [0, 0]),
        Case(
            testDescription: "a wall clock that was set back by 20 us in between says that much less", stamp: 100_320,
            wall: 100_380, monotonic: 400, least: [287, 53]),
        Case(
            testDescription: "the machine slept, which the other clock does not count", stamp: 100_320, wall: 9_100_400,
            monotonic: 400, least: [0, 71]),
        Case(
            testDescription: "on a long way it says no less", stamp: 100_900, wall: 101_000, monotonic: 1_000,
            least: [809, 89]),
        Case(
            testDescription: "the other clock runs backward", stamp: 100_320, wall: 100_400, monotonic: -1,
            least: [0, 0]),
    ]

    static func micro(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000) }

    @Test("a packet's stamp claims only the time that certainly passed", arguments: cases)
    func noMoreThanWhatPassed(_ example: Case) {
        let stamp = PacketStamp(
            Self.micro(example.stamp), before: PacketClocks(wall: Self.micro(100_000), monotonic: .zero),
            after: PacketClocks(wall: Self.micro(example.wall), monotonic: Self.micro(example.monotonic)))
        let least: [Int64] = [stamp.leastBefore.count / 1_000, stamp.leastAfter.count / 1_000]
        #expect(least == example.least)
    }

    @Test("clocks at the end of their range never trap", arguments: [Int64.min, -1, 0, .max], [Int64.min, 0, .max])
    func noClockTraps(_ one: Int64, _ other: Int64) {
        for stamp in [Int64.min, 0, .max].map({ Nanoseconds($0) }) {
            let stamp = PacketStamp(
                stamp, before: PacketClocks(wall: Nanoseconds(one), monotonic: Nanoseconds(other)),
                after: PacketClocks(wall: Nanoseconds(other), monotonic: Nanoseconds(one)))
            #expect(stamp.leastBefore >= .zero && stamp.leastAfter >= .zero)
        }
    }

    /// A world in which both clocks are slewed and one is set at random, in whole nanoseconds.
    @Test("a stamp claims no more time than passed, however the clocks are slewed or set")
    func neverMoreThanPassed() {
        var random = SplitMix64(seed: 7)
        var believed = (before: 0, after: 0)
        for _ in 0..<100_000 {
            let whole = Int64.random(in: 1...1_000_000_000, using: &random)
            let moment = Int64.random(in: 0...whole, using: &random)
            let spans = [moment, whole - moment]
            // Slewed by as much as the calls allow, in another way after the stamp.
            let shown = spans.map { $0 + Int64(Double($0) * Double.random(in: -0.101...0.101, using: &random)) }
            let step = Bool.random(using: &random) ? Int64.random(in: -2_000_000...2_000_000, using: &random) : 0
            let isBefore = Bool.random(using: &random)
            let start: Int64 = 1_000_000_000_000
            let stamped = start + shown[0] + (isBefore ? step : 0)
            let stamp = PacketStamp(
                Nanoseconds(stamped), before: PacketClocks(wall: Nanoseconds(start), monotonic: .zero),
                after: PacketClocks(
                    wall: Nanoseconds(stamped + shown[1] + (isBefore ? 0 : step)),
                    monotonic: Nanoseconds(shown[0] + shown[1])))
            let (before, after) = (stamp.leastBefore, stamp.leastAfter)
            if before.count > spans[0] || after.count > spans[1] {
                Issue.record("\(before.count) and \(after.count) ns, \(spans) passed")
            }
            if before > .zero { believed.before += 1 }
            if after > .zero { believed.after += 1 }
        }
        #expect(believed.before > 50_000 && believed.after > 50_000)
    }
}

#if canImport(Glibc)
    extension SystemNetworkTests {
        static func raw() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }

        @Test("the kernel's stamps of sending and arrival claim no more time than passed")
        func kernelStampsClaimNoExtraTime() throws {
            let peer = try #require(LoopbackPeer())
            let socket = try connect(to: peer)
            var (age, delay): (Int64, Int64) = (0, 0)
            // The kernel starts to stamp some time after the request.
            let giveUp = ContinuousClock.now + Patience.forAnAnswer
            while age == 0 || delay == 0, ContinuousClock.now < giveUp {
                let start = Self.raw()
                try socket.send([1])
                let sender = try #require(peer.receive()).sender
                let before = Self.raw()
                peer.send([2], to: sender)
                let sent = Self.raw()
                while Self.raw() - sent < Patience.nanosecondsOfALyingPacket {}
                let packet = try #require(try socket.receive(until: Self.never, unless: WakeUp()))
                #expect(packet.age.count <= Self.raw() - before)
                #expect(packet.delay.count <= before - start)
                (age, delay) = (max(age, packet.age.count), max(delay, packet.delay.count))
            }
            #expect(age > 0 && delay > 0)
        }
    }
#endif
