import SiderealCore
import Testing

/// The answers of several operators, in any order, or missing.
@Suite("orders of answers") struct AnswerOrderTests {
    /// One operator's answer: the true time, off by so much, with its margin.
    struct Voice: Sendable {
        var name: String
        var error: Nanoseconds
        var margin = Nanoseconds.milliseconds(500)
        var isAuthenticated = true
        /// A Boolean value that indicates whether the answer has an upper end.
        var isFresh = true

        var source: NamedSource { NamedSource(of: name, isAuthenticated: isAuthenticated) }
    }

    static let day = Nanoseconds.seconds(86_400)
    static let honest = (1...3).map { Voice(name: "honest \($0)", error: .zero, margin: .milliseconds($0 * 100)) }
    static let liar = Voice(name: "liar", error: day)

    /// Groups of operators, and the error of the floor at the end, or `nil` for no floor.
    static let companies: [(voices: [Voice], floor: Nanoseconds?)] = [
        ([honest[0]], .milliseconds(-100)),
        // Two can't tolerate a liar above: the lesser claim counts.
        ([honest[0], honest[1]], .milliseconds(-200)), ([honest[2], liar], .milliseconds(-300)),
        ([honest[0], honest[1], liar], .milliseconds(-100)), (honest, .milliseconds(-200)),
        (honest + [liar], .milliseconds(-200)),
        (honest + [Voice(name: "behind", error: -day)], .milliseconds(-200)),
        // One with a low claim, and one with high claims that are never too low.
        ([honest[0], Voice(name: "cached", error: .seconds(-50), isFresh: false)], .milliseconds(-50_500)),
        // Unauthenticated answers raise no floor, and a liar among them has no effect.
        ([Voice(name: "ntp", error: .zero, margin: .milliseconds(5), isAuthenticated: false)], nil),
        (
            [
                honest[0], honest[1],
                Voice(name: "ntp", error: .zero, margin: .milliseconds(5), isAuthenticated: false),
                Voice(name: "ntp liar", error: day, isAuthenticated: false),
            ], .milliseconds(-200)
        ),
    ]

    /// One of three: far off, or near enough to agree with an honest one, and with or without an upper end.
    static let liars: [Voice] = [
        liar, Voice(name: "behind", error: -day), Voice(name: "cached", error: day, isFresh: false),
        Voice(name: "a little ahead", error: .milliseconds(250), margin: .milliseconds(200)),
        Voice(name: "a little behind", error: .milliseconds(-250), margin: .milliseconds(200)),
    ]

    /// Returns all orders of so many elements.
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

    /// Returns the orders in which some of so many answer, while the others don't.
    static func ordersOfSome(of count: Int) -> Set<[Int]> {
        Set(orders(of: count).flatMap { order in (0...count).map { Array(order.prefix($0)) } })
    }

    /// Makes a device whose app has named all operators, and passes it the answers of some, in this order.
    static func device(
        _ voices: [Voice], answering order: [Int], afterEach: (Device) throws -> Void = { _ in }
    ) throws -> Device {
        var device = Device(ClockModel.linux.withoutTicks)
        device.namesServers = false
        try device.launch()
        _ = device.keeper.handle(.sources(voices.map { $0.source }))
        for number in order {
            let voice = voices[number]
            device.ask(
                voice.name, error: voice.error, margin: voice.margin, isAuthenticated: voice.isAuthenticated,
                isFresh: voice.isFresh)
            try afterEach(device)
        }
        return device
    }

    /// Returns for each operator whether it excludes each other one.
    static func contradictions(_ voices: [Voice], _ device: Device) -> [[Bool]] {
        voices.map { one in voices.map { other in device.keeper.excludes(one.source, other.source) } }
    }

    @Test("the order of answers changes neither the bounds nor the floor", arguments: companies.indices)
    func theOrderOfAnswersDoesNotMatter(company: Int) throws {
        let (voices, floor) = Self.companies[company]
        let expected = try Self.device(voices, answering: Array(voices.indices))
        #expect(expected.floor.map { $0 - expected.trueTime } == floor)
        for order in Self.orders(of: voices.count) {
            let device = try Self.device(voices, answering: order)
            try #require(device.trusted == expected.trusted && device.accepted == expected.accepted, "order \(order)")
            try #require(device.floor == expected.floor, "order \(order)")
            let isSame = Self.contradictions(voices, device) == Self.contradictions(voices, expected)
            try #require(isSame, "order \(order)")
        }
    }

    /// One of three named operators lies, with answers in any order, and any of them missing.
    @Test("if one of three operators lies, no proven bound and no floor passes the true time", arguments: liars.indices)
    func oneLiarOfThreeMovesNothingBeyondTheTruth(liar: Int) throws {
        let voices = [Self.liars[liar], Self.honest[0], Self.honest[1]]
        for order in Self.ordersOfSome(of: voices.count) {
            let last = try Self.device(voices, answering: order) { device in
                try #require(device.holds(PremiseTests.proven(device)), "order \(order)")
                try #require(device.floor.map { $0 <= device.trueTime } ?? true, "order \(order)")
            }
            let proven = PremiseTests.proven(last)
            // The missing one may be the honest one.
            if order.count < 2 { try #require(proven.kind == .unknown && last.floor == nil, "order \(order)") }
            // Both honest ones are enough.
            if order.contains(1), order.contains(2) { try #require(proven.isCorroborated, "order \(order)") }
        }
    }
}
