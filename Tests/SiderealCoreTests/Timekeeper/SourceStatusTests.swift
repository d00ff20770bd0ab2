import SiderealCore
import Testing

@Suite("the status of each source") struct SourceStatusTests {
    /// The answers: a letter for each operator, upper case if authenticated, and the hours by which it is off.
    typealias Words = [(source: String, hours: Int64)]

    static func device(_ words: Words) throws -> Device {
        var device = Device()
        device.read()
        for (source, hours) in words { try device.say(source, hours) }
        return device
    }

    @Test(
        "the answers of all sources decide which source is believed and which is rejected",
        arguments: [
            ([], [("A", .unheard), ("a", .unheard)]),
            ([("A", 0)], [("A", .believed), ("B", .unheard)]),
            ([("a", 0)], [("a", .believed)]),
            ([("A", 0), ("B", 0)], [("A", .believed), ("B", .believed)]),
            // Either may be wrong: no time between them is excluded.
            ([("A", 0), ("B", 5)], [("A", .believed), ("B", .believed)]),
            ([("a", 0), ("b", 5)], [("a", .believed), ("b", .believed)]),
            (
                [("A", 0), ("B", 5), ("C", 9)],
                [("A", .rejected(.disputed)), ("B", .rejected(.disputed)), ("C", .rejected(.disputed))]
            ),
            ([("A", 0), ("B", 0), ("C", 5)], [("A", .believed), ("B", .believed), ("C", .rejected(.outvoted))]),
            // In any order.
            ([("C", 5), ("A", 0), ("B", 0)], [("A", .believed), ("B", .believed), ("C", .rejected(.outvoted))]),
            ([("a", 0), ("b", 0), ("c", 5)], [("a", .believed), ("b", .believed), ("c", .rejected(.outvoted))]),
            ([("A", 0), ("B", -5), ("C", 0)], [("A", .believed), ("B", .rejected(.outvoted)), ("C", .believed)]),
            ([("A", 0), ("B", -5)], [("A", .believed), ("B", .rejected(.belowFloor))]),
            (
                [("A", 0), ("B", 0), ("C", 5), ("D", 5)],
                [("A", .believed), ("B", .believed), ("C", .believed), ("D", .believed)]
            ),
            ([("A", 0), ("n", 0)], [("A", .believed), ("n", .believed)]),
            ([("A", 0), ("n", 5)], [("A", .believed), ("n", .rejected(.outsideAuthenticated))]),
            // Earlier answers are judged by later ones, too.
            ([("n", 5), ("A", 0)], [("A", .believed), ("n", .rejected(.outsideAuthenticated))]),
            ([("n", 5), ("m", 5), ("A", 0)], [("n", .rejected(.outsideAuthenticated)), ("A", .believed)]),
        ] as [(Words, [(String, SourceStatus)])])
    func after(words: Words, expected: [(source: String, status: SourceStatus)]) throws {
        let device = try Self.device(words)
        for (source, status) in expected {
            #expect(device.keeper.status(of: source, of: source) == status, "\(source) after \(words)")
        }
    }

    /// An operator corrects its answer.
    @Test("a source's status changes with the answers of the other sources")
    func statusChangesWithOtherAnswers() throws {
        var device = try Self.device([("A", 0), ("B", 5)])
        #expect(device.keeper.status(of: "B", of: "B") == .believed)
        #expect(device.keeper.excludes(.named("A"), .named("B")) && device.keeper.excludes(.named("B"), .named("A")))
        #expect(!device.keeper.excludes(.named("A"), .named("A")) && !device.keeper.excludes(.named("A"), .named("C")))
        try device.say("C", 5)
        #expect(device.keeper.status(of: "A", of: "A") == .rejected(.outvoted))
        #expect(
            device.keeper.status(of: "B", of: "B") == .believed && device.keeper.status(of: "C", of: "C") == .believed)
    }

    @Test("a source's status is kept across launches, but not across a reboot")
    func itOutlivesTheProcess() throws {
        let unread = Device()
        #expect(unread.keeper.status(of: "A", of: "A") == .unheard)
        var device = try Self.device([("A", 0), ("B", 0), ("C", 5)])
        try device.launch()
        #expect(device.keeper.status(of: "A", of: "A") == .believed)
        #expect(device.keeper.status(of: "C", of: "C") == .rejected(.outvoted))
        device.reboot()
        try device.launch()
        #expect(device.keeper.status(of: "A", of: "A") == .unheard)
    }

    @Test("each source of an operator has its own status, authenticated or not")
    func bothKindsOfOneOperator() throws {
        var device = try Self.device([])
        let sources = [("https", true), ("ntp", false), ("silent", false)]
        let names = sources.map { NamedSource($0.0, of: "O", isAuthenticated: $0.1) }
        _ = device.keeper.handle(.sources(names))
        for (source, isAuthenticated) in sources.dropLast() {
            let sample = TimeSample(
                source: source, operator: "O", isAuthenticated: isAuthenticated, sent: device.elapsed,
                received: device.elapsed, earliest: device.trueTime, latest: device.trueTime)
            #expect(device.keeper.handle(.sample(sample)).findings == [])
        }
        let expected: [SourceStatus] = [.believed, .believed, .unheard]
        #expect(sources.map { device.keeper.status(of: $0.0, of: "O") } == expected)
    }
}

extension Device {
    fileprivate mutating func say(_ source: String, _ hours: Int64) throws {
        ask(source, error: .seconds(hours * 3_600), isAuthenticated: source == source.uppercased())
    }
}

extension NamedSource {
    fileprivate static func named(_ name: String) -> NamedSource { NamedSource(of: name, isAuthenticated: true) }
}
