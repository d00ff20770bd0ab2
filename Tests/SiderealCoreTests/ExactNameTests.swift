import SiderealCore
import Testing

/// Names that are equal as String, but differ in their bytes.
@Suite("names compared byte for byte") struct ExactNameTests {
    /// Composed and decomposed, one character for another, with the same number of bytes, and in another order.
    static let twins: [(String, String)] = [
        ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{F900}", "\u{8C48}"),
        ("a\u{323}\u{301}", "a\u{301}\u{323}"),
    ]

    @Test("names with different bytes are different, even if String treats them as equal", arguments: twins)
    func bytesDecide(one: String, other: String) {
        #expect(one == other, "or this test shows nothing")
        #expect(ExactName(one) == ExactName(one))
        #expect(ExactName(one) != ExactName(other))
        #expect(Set([ExactName(one), ExactName(other), ExactName(one)]).count == 2)
        #expect((ExactName(one) < ExactName(other)) != (ExactName(other) < ExactName(one)))
        #expect(
            ExactName(one).text.utf8.elementsEqual(one.utf8) && ExactName(other).text.utf8.elementsEqual(other.utf8))
    }

    @Test("names are ordered by their bytes")
    func theOrderIsThatOfTheBytes() {
        #expect(ExactName("e\u{301}") < ExactName("f") && ExactName("f") < ExactName("\u{E9}"))
        #expect(
            ExactName("a") < ExactName("ab") && ExactName("") < ExactName("a") && !(ExactName("a") < ExactName("a")))
    }

    // MARK: - Values that the core keeps by name

    @Test("observers whose names differ only in bytes have verdicts of their own", arguments: twins)
    func twoObserversHaveTwoQuestions(one: String, other: String) throws {
        var device = Device()
        device.read()
        let record = try #require(device.keeper.recordToSave)
        let checkpoint = try #require(record.observers["story"])
        var kept = record
        kept.observers = [:]
        kept.observers[.init(one)] = checkpoint
        kept = try TimekeeperRecord(bytes: kept.bytes)
        var keeper = Timekeeper(
            .init(
                record: .loaded(kept, isRecovered: false), model: .linux, salt: Salt(high: 3, low: 4),
                observers: [one, other]))
        _ = keeper.handle(.reading(device.deviceReading))
        #expect(keeper.verdict(for: one)?.answer == .sameBoot)
        #expect(keeper.verdict(for: other)?.answer == .firstObservation)
        let saved = try #require(keeper.recordToSave)
        #expect(saved.observers.count == 2)
        #expect(try TimekeeperRecord(bytes: saved.bytes).observers.count == 2)
    }

    @Test("operators whose names differ only in bytes have votes of their own", arguments: twins)
    func twoOperatorsHaveTwoVotes(one: String, other: String) throws {
        var device = Device()
        try device.launch()
        device.ask(one)
        #expect(device.ask(other, error: .seconds(9_000)).isEmpty)
        #expect(device.keeper.authenticated.all.count == 2)
    }

    @Test("a dot before a combining mark divides a host name")
    func aDotBeforeACombiningMarkIsADot() {
        #expect(operatorName(ofHost: "a.\u{301}b.com") == "\u{301}b.com")
    }
}
