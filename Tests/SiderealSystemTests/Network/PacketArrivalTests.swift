import SiderealCore
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite("when a packet came, by the kernel's stamp") struct PacketArrivalTests {
    /// In microseconds: the wall clock began at a hundred thousand, the other one at zero.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let stamp: Int64
        let wall: Int64
        let raw: Int64
        let age: Int64
    }

    static let cases = [
        Case(
            testDescription: "of 80 us since the stamp a tenth of the whole way is given away", stamp: 100_320,
            wall: 100_400, raw: 400, age: 39),
        Case(testDescription: "it has just come", stamp: 100_400, wall: 100_400, raw: 400, age: 0),
        Case(
            testDescription: "what the wall clock was set forward by does not count", stamp: 100_320, wall: 200_400,
            raw: 400, age: 39),
        Case(
            testDescription: "nor where it was set forward before the stamp: nobody knows which it was", stamp: 200_320,
            wall: 200_400, raw: 400, age: 0),
        Case(
            testDescription: "the wall clock was set back: the stamp lies ahead", stamp: 100_320, wall: 100_200,
            raw: 400, age: 0),
        Case(
            testDescription: "the wall clock was set back to before the question", stamp: 99_320, wall: 99_400,
            raw: 400, age: 0),
        Case(
            testDescription: "a wall clock that lost 20 us says that much less", stamp: 100_320, wall: 100_380,
            raw: 400, age: 19),
        Case(
            testDescription: "the machine slept, which the other clock does not count", stamp: 100_320, wall: 9_100_400,
            raw: 400, age: 39),
        Case(
            testDescription: "on a long way slewing may hide more than what passed since", stamp: 100_920,
            wall: 101_000, raw: 1_000, age: 0),
        Case(
            testDescription: "the raw clock runs backward", stamp: 100_320, wall: 100_400, raw: -1, age: 0),
    ]

    @Test("no more than what passed for certain", arguments: cases)
    func noMoreThanWhatPassed(_ example: Case) {
        func micro(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000) }
        let age = PacketArrival.age(
            stamp: micro(example.stamp), sent: PacketClocks(wall: micro(100_000), raw: .zero),
            now: PacketClocks(wall: micro(example.wall), raw: micro(example.raw)))
        #expect(age.count / 1_000 == example.age)
    }

    /// A world in which the wall clock is slewed and set at random, in whole nanoseconds.
    @Test("whatever the wall clock does in one step and by slewing, the packet is never said to be older than it is")
    func neverOlderThanItIs() {
        var random = SplitMix64(seed: 7)
        var believed = 0
        for _ in 0..<100_000 {
            let whole = Int64.random(in: 1...1_000_000_000, using: &random)
            let arrival = Int64.random(in: 0...whole, using: &random)
            // Slewed by as much as the calls allow, another way after the packet came.
            let rates = [arrival, whole - arrival].map { _ in Double.random(in: -0.101...0.101, using: &random) }
            let step = Bool.random(using: &random) ? Int64.random(in: -2_000_000...2_000_000, using: &random) : 0
            let isBefore = Bool.random(using: &random)
            let start: Int64 = 1_000_000_000_000
            let stamp = start + arrival + Int64(Double(arrival) * rates[0]) + (isBefore ? step : 0)
            let wall = stamp + (whole - arrival) + Int64(Double(whole - arrival) * rates[1]) + (isBefore ? 0 : step)
            let age = PacketArrival.age(
                stamp: Nanoseconds(stamp), sent: PacketClocks(wall: Nanoseconds(start), raw: .zero),
                now: PacketClocks(wall: Nanoseconds(wall), raw: Nanoseconds(whole)))
            if age.count > whole - arrival { Issue.record("\(age.count) ns, \(whole - arrival) passed") }
            if age > .zero { believed += 1 }
        }
        #expect(believed > 5_000)
    }
}

#if canImport(Glibc)
    extension SystemNetworkTests {
        static func raw() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }

        @Test("a packet that lay there has the age that the kernel tells, and is never older than it is")
        func aPacketHasItsAge() throws {
            let peer = try #require(LoopbackPeer())
            let socket = try connect(to: peer)
            var age: Int64 = 0
            // The kernel begins to stamp some time after it was asked to.
            for _ in 0..<1_000 where age == 0 {
                try socket.send([1])
                let sender = try #require(peer.receive()).sender
                let before = Self.raw()
                peer.send([2], to: sender)
                // Both clocks pass the time that it lies there.
                let sent = Self.raw()
                while Self.raw() - sent < 1_000_000 {}
                age = try #require(try socket.receive(until: Self.never, unless: WakeUp())).age.count
                #expect(age <= Self.raw() - before)
            }
            #expect(age > 0)
        }
    }
#endif
