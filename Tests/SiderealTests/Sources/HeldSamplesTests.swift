import Sidereal
import SiderealCore
import SiderealSystem
import Testing

/// Sources that are asked together: who is quickest must not matter.
@Suite struct HeldSamplesTests {
    /// What one source says: the true time is off by so many seconds, give or take half of one.
    struct Voice: Sendable, CustomStringConvertible {
        var name: String
        var error: Int64
        var margin: Nanoseconds = .milliseconds(500)
        var isAuthenticated = true
        /// Whether the true time has an upper end.
        var isFresh = true

        var description: String { name }
    }

    static let second: Int64 = 1_000_000_000
    static let now = ElapsedInstant(nanoseconds: 5_000 * second)
    static let truth = TrueInstant(nanoseconds: 1_750_000_000 * second)

    static let honest = (1...3).map { Voice(name: "honest \($0)", error: 0, margin: .milliseconds($0 * 100)) }
    static let liar = Voice(name: "liar", error: 86_400)

    /// Companies of sources, and by how many seconds the floor is off in the end; nil for none.
    static let companies: [(voices: [Voice], floor: Double?)] = [
        ([honest[0]], -0.1),
        // Two tolerate no liar: the lesser claim.
        ([honest[0], honest[1]], -0.2), ([honest[2], liar], -0.3),
        ([honest[0], honest[1], liar], -0.1), (honest, -0.2), (honest + [liar], -0.1),
        (honest + [Voice(name: "behind", error: -86_400)], -0.1),
        // One who claims little, and one who claims much but never too little.
        ([honest[0], Voice(name: "cached", error: -50, isFresh: false)], -50.5),
        // What is not authenticated raises no floor, and a liar among them nothing at all.
        ([Voice(name: "ntp", error: 0, margin: .milliseconds(5), isAuthenticated: false)], nil),
        (
            [
                honest[0], honest[1], Voice(name: "ntp", error: 0, margin: .milliseconds(5), isAuthenticated: false),
                Voice(name: "ntp liar", error: 86_400, isAuthenticated: false),
            ], -0.2
        ),
    ]

    /// All orders of so many things; of more than four, so many drawn by a seed.
    static func orders(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(of: count - 1).flatMap { order in
            (0...order.count).map { index in
                var longer = order
                longer.insert(count - 1, at: index)
                return longer
            }
        }
    }

    static func sample(_ voice: Voice) -> TimeSample {
        let told = truth + Nanoseconds(voice.error * second)
        return TimeSample(
            source: voice.name, isAuthenticated: voice.isAuthenticated, sent: now, received: now,
            earliest: told - voice.margin, latest: voice.isFresh ? told + voice.margin : nil)
    }

    static func keeper() throws -> Timekeeper {
        var keeper = Timekeeper(
            .init(record: .absent, model: .linux, salt: Salt(high: 1, low: 2), observers: ["story"]))
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: truth.nanoseconds), elapsed: now,
            awake: AwakeInstant(nanoseconds: now.nanoseconds),
            kernelBootTime: WallInstant(nanoseconds: truth.nanoseconds - now.nanoseconds), suspendCount: 0)
        _ = try keeper.handle(.reading(DeviceReading(reading: reading, bootIdentity: nil, machine: nil)))
        return keeper
    }

    /// What samples come to, held or not.
    static func result(_ voices: [Voice], in order: [Int], isHeld: Bool = true) throws -> (TrustedTime, TrueInstant?) {
        let keeper = Lock(try keeper())
        let held = HeldSamples(count: voices.count, drift: .partsPerMillion(500))
        for index in order {
            let hear = { @Sendable (sample: TimeSample) in
                keeper.withLock { _ = try? $0.handle(.sample(sample)) }
            }
            let sample = sample(voices[index])
            if !isHeld || !held.hold(sample, of: index, hear: hear) { hear(sample) }
        }
        return keeper.withLock { keeper in
            let state = ClockState(elapsed: now, slept: .zero, suspendCount: 0)
            return (keeper.trusted(at: now), keeper.floor.floor(at: state, model: .linux)?.earliest)
        }
    }

    // MARK: - The order

    @Test(arguments: companies.indices) func theOrderOfAnswersDoesNotMatter(company: Int) throws {
        let (voices, error) = Self.companies[company]
        let expected = try Self.result(voices, in: Array(voices.indices))
        for order in Self.orders(of: voices.count) {
            let (trusted, floor) = try Self.result(voices, in: order)
            #expect(trusted == expected.0, "\(voices), in the order \(order)")
            #expect(floor == expected.1, "\(voices), in the order \(order)")
        }
        let wanted = error.map { Self.truth + Nanoseconds(Int64(($0 * 1e9).rounded())) }
        #expect(expected.1 == wanted)
    }

    /// Random companies with fewer liars than honest sources: in every order the floor is true.
    @Test(arguments: 0..<40 as Range<UInt64>) func aMinorityOfLiarsNeverRaisesTheFloor(seed: UInt64) throws {
        var random = Scrambler(state: seed)
        let honest = Int64.random(in: 1...4, using: &random)
        let liars = Int64.random(in: 0..<honest, using: &random)
        var voices = (0..<honest).map {
            Voice(name: "h\($0)", error: 0, margin: .milliseconds(.random(in: 1...900, using: &random)))
        }
        for index in 0..<liars {
            let error = Int64.random(in: -100...100, using: &random)
            voices.append(
                Voice(name: "l\(index)", error: error, margin: .milliseconds(.random(in: 1...900, using: &random))))
        }
        let expected = try Self.result(voices, in: Array(voices.indices))
        for _ in 0..<20 {
            let order = Array(voices.indices).shuffled(using: &random)
            let (trusted, floor) = try Self.result(voices, in: order)
            #expect(trusted == expected.0, "seed \(seed), in the order \(order)")
            #expect(floor == expected.1, "seed \(seed), in the order \(order)")
            if let floor { #expect(floor <= Self.truth, "seed \(seed), in the order \(order)") }
        }
    }

    /// What it is for: not held, a liar that is quickest raises the floor beyond the truth.
    @Test func withoutItTheQuickestLiarWouldRaiseTheFloor() throws {
        let voices = [Self.liar, Self.honest[0]]
        for (order, isHeld, isTrue) in [([0, 1], false, false), ([0, 1], true, true), ([1, 0], true, true)] {
            let (_, floor) = try Self.result(voices, in: order, isHeld: isHeld)
            #expect(try (#require(floor) <= Self.truth) == isTrue)
        }
    }

    // MARK: - Holding

    private func heard(_ held: HeldSamples, _ heard: Lock<[String]>, _ voice: Voice, _ index: Int) -> Bool {
        held.hold(Self.sample(voice), of: index) { sample in heard.withLock { $0.append(sample.source) } }
    }

    @Test func nobodyIsHeardUntilAllHaveAnsweredOrEnded() {
        let names = Lock<[String]>([])
        let held = HeldSamples(count: 3, drift: .partsPerMillion(500))
        #expect(heard(held, names, Self.liar, 0))
        #expect(heard(held, names, Self.honest[0], 1))
        // One that answers again still waits for the third, and ends.
        #expect(heard(held, names, Self.honest[0], 1))
        held.end(1)
        #expect(names.withLock { $0 }.isEmpty)
        held.end(2)
        #expect(names.withLock { $0 } == ["honest 1", "honest 1", "liar"])
        // From now on nobody waits.
        #expect(!heard(held, names, Self.honest[1], 2))
        held.end(2)
        held.end(0)
        #expect(names.withLock { $0.count } == 3)
    }

    @Test func aloneNobodyWaits() {
        let names = Lock<[String]>([])
        let held = HeldSamples(count: 1, drift: .partsPerMillion(500))
        #expect(!heard(held, names, Self.honest[0], 0))
    }

    @Test func whereNobodyAnswersNothingIsHeard() {
        let held = HeldSamples(count: 2, drift: .partsPerMillion(500))
        held.end(0)
        held.end(1)
        let names = Lock<[String]>([])
        #expect(!heard(held, names, Self.honest[0], 0))
    }

    @Test func theUnauthenticatedComeAfterTheOthers() {
        let names = Lock<[String]>([])
        let ntp = (0..<3).map { Voice(name: "ntp \($0)", error: -10, isAuthenticated: false) }
        let held = HeldSamples(count: 5, drift: .partsPerMillion(500))
        for (index, voice) in (ntp + [Self.liar, Self.honest[0]]).enumerated() {
            #expect(heard(held, names, voice, index))
        }
        #expect(names.withLock { $0 } == ["honest 1", "liar", "ntp 0", "ntp 1", "ntp 2"])
    }

    /// A sample that contradicts itself is handed on like any other, to be refused by the timekeeper.
    @Test func theImpossibleIsHandedOn() {
        let names = Lock<[String]>([])
        let held = HeldSamples(count: 2, drift: .partsPerMillion(500))
        #expect(heard(held, names, Voice(name: "impossible", error: 0, margin: .seconds(-5)), 0))
        #expect(heard(held, names, Self.honest[0], 1))
        #expect(names.withLock { Set($0) } == ["impossible", "honest 1"])
    }

    private final class Witness: Sendable {}

    @Test func memoryIsLetGo() {
        let held = HeldSamples(count: 2, drift: .partsPerMillion(500))
        weak var weakly: Witness?
        do {
            let witness = Witness()
            weakly = witness
            #expect(held.hold(Self.sample(Self.liar), of: 0) { _ in _ = witness })
        }
        #expect(weakly != nil)
        held.end(1)
        #expect(weakly == nil)
    }
}

/// A small generator of random numbers, the same for the same seed.
private struct Scrambler: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
