import SiderealCore
import SiderealPicture
import Testing

@Suite("durations, dates and names in words") struct FormattingTests {
    @Test(
        "a duration is printed without its sign, rounded down, in at most two units",
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1_999, "1.9 µs"), (999_999, "999 µs"), (250_000_000, "250 ms"),
            (1_500_000_000, "1.5 s"), (59_999_999_999, "59 s"),
            (72_000_000_000, "1 min 12 s"),
            (-3_600_000_000_000, "1 h"), (273_600_000_000_000, "3 d 4 h"), (.min, "106751 d 23 h"),
        ] as [(Int64, String)])
    func lengths(nanoseconds: Int64, text: String) { #expect(Formatting.length(Nanoseconds(nanoseconds)) == text) }

    @Test(
        "a date is printed in UTC, rounded down to the second or the minute",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (1_772_357_412_999_999_999, "2026-03-01T09:30:12Z"),
            (.min, "1677-09-21T00:12:43Z"), (.max, "2262-04-11T23:47:16Z"),
        ] as [(Int64, String)])
    func dates(nanoseconds: Int64, text: String) {
        #expect(Formatting.date(TrueInstant(nanoseconds: nanoseconds)) == text)
        #expect(Formatting.minute(TrueInstant(nanoseconds: nanoseconds)) == text.prefix(16).replacing("T", with: " "))
    }

    @Test("control characters are printed as escapes")
    func whatSteersIsSpelledOut() {
        #expect(Formatting.visible("a\nb\u{1b}[31m\u{202e}c\u{9f}") == "a\\nb\\u{1B}[31m\\u{202E}c\\u{009F}")
        #expect(Formatting.visible("Zürich, 東京 🏴") == "Zürich, 東京 🏴")
    }
}
