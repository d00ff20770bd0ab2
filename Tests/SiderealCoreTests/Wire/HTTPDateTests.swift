import SiderealCore
import Testing

@Suite struct HTTPDateTests {
    static func seconds(_ count: Int64) -> TrueInstant { TrueInstant(nanoseconds: count * 1_000_000_000) }

    @Test(
        "each form of an HTTP date reads as its instant, to the second",
        arguments: [
            // The three forms, from RFC 9110.
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 06 08:49:37 1994", 784_111_777),
            ("Wed Nov 16 08:49:37 1994", 784_975_777), ("Wednesday, 16-Nov-94 08:49:37 GMT", 784_975_777),
            // Around the value.
            (" \t Sun, 06 Nov 1994 08:49:37 GMT\t ", 784_111_777), ("\tSun Nov  6 08:49:37 1994 ", 784_111_777),
            // The ends of days, of a leap year, of our zero, of the range.
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
            ("Fri, 11 Apr 2262 23:47:16 GMT", 9_223_372_036), ("Tue, 21 Sep 1677 00:12:44 GMT", -9_223_372_036),
        ] as [(String, Int64)])
    func reads(text: String, seconds: Int64) throws {
        let date = try HTTPDate(text.utf8)
        #expect(date.instant == Self.seconds(seconds))
        #expect(date.resolution == .seconds(1))
    }

    /// The second is accepted although it has no number: the truth is in the second before it, or in the one after.
    @Test(
        "a leap second reads as the second before it, with a resolution of two seconds",
        arguments: [
            ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_799), ("Saturday, 31-Dec-16 23:59:60 GMT", 1_483_228_799),
            ("Sat Dec 31 23:59:60 2016", 1_483_228_799),
        ] as [(String, Int64)])
    func aLeapSecondIsTwoSecondsWide(text: String, seconds: Int64) throws {
        let date = try HTTPDate(text.utf8, reference: Self.seconds(1_400_000_000))
        #expect(date.instant == Self.seconds(seconds))
        #expect(date.resolution == .seconds(2))
    }

    /// The year in the hundred that end 50 years after the reference; the day name is right for it and for no
    /// neighbour.
    @Test(
        "a two-digit year is the latest possible year that is at most 50 years after the reference",
        arguments: [
            (nil, "Wednesday, 01-Jan-76 00:00:00 GMT", 2076), (nil, "Saturday, 01-Jan-77 00:00:00 GMT", 1977),
            (nil, "Saturday, 01-Jan-00 00:00:00 GMT", 2000), (nil, "Friday, 01-Jan-99 00:00:00 GMT", 1999),
            (1950, "Saturday, 01-Jan-00 00:00:00 GMT", 2000), (1949, "Monday, 01-Jan-00 00:00:00 GMT", 1900),
            (2080, "Wednesday, 01-Jan-10 00:00:00 GMT", 2110), (2080, "Sunday, 01-Jan-30 00:00:00 GMT", 2130),
            (2080, "Wednesday, 01-Jan-31 00:00:00 GMT", 2031),
            (1700, "Wednesday, 01-Jan-49 00:00:00 GMT", 1749),
        ] as [(Int?, String, Int)])
    func twoDigitsOfAYear(reference: Int?, text: String, year: Int) throws {
        let reference = try reference.map { year in
            let days = try #require(CivilDate(year: year, month: 7, day: 1)).daysSince1970
            return Self.seconds(Int64(days) * 86_400)
        }
        #expect(CivilDate(try HTTPDate(text.utf8, reference: reference).instant).year == year)
    }

    @Test(
        "text that isn't an HTTP date is refused, with the reason",
        arguments: [
            ("", .empty), (" \t ", .empty), (String(repeating: " ", count: 64), .empty),
            (String(repeating: " ", count: 161), .tooLong), (String(repeating: "x", count: 200), .tooLong),
            ("Sun, 06 Nov 1994 08:49:37 GMT" + String(repeating: " ", count: 136), .tooLong),
            // The shape.
            ("784111777", .unknownForm), ("1994-11-06T08:49:37Z", .unknownForm), (",", .unknownForm),
            ("\r\nSun, 06 Nov 1994 08:49:37 GMT", .unknownForm), ("\0", .unknownForm), ("é", .unknownForm),
            ("Sun,06 Nov 1994 08:49:37 GMT", .unknownForm), ("Sun;06 Nov 1994 08:49:37 GMT", .unknownForm),
            ("Sun, 06-Nov-1994 08:49:37 GMT", .unknownForm), ("Sun, 06 Nov-1994 08:49:37 GMT", .unknownForm),
            ("Sunday, 06 Nov 1994 08:49:37 GMT", .unknownForm), ("Sunday, 06-Nov 94 08:49:37 GMT", .unknownForm),
            ("Sunday,06-Nov-94 08:49:37 GMT", .unknownForm), ("Sunday, 06-Nov-1994 08:49:37 GMT", .unknownForm),
            ("Sun, 06 Nov 1994T08:49:37 GMT", .unknownForm), ("Sun, 06 Nov 1994 08:49:37.5 GMT", .unknownForm),
            ("Sun, 06 Nov 1994 08:49:37GMT", .unknownForm), ("Sun, 6 Nov 1994 08:49:37 GMT", .badDay),
            ("Sun\u{A0}Nov  6 08:49:37 1994", .unknownForm), ("Sun Nov-06 08:49:37 1994", .unknownForm),
            ("Sun Nov  6T08:49:37 1994", .unknownForm), ("Sun Nov  6 08:49:37-1994", .unknownForm),
            ("Sun Nov  06 08:49:37 1994", .unknownForm), ("Sun-Nov  6 08:49:37 1994", .unknownForm),
            ("Sunday, 06-Nov-94-08:49:37 GMT", .unknownForm), ("Sunday, 06-Nov-94 08:49:37-GMT", .unknownForm),
            ("Sunday; 06-Nov-94 08:49:37 GMT", .badDayName),
            // Truncated.
            ("Sun", .endsTooEarly), ("Sun,", .endsTooEarly), ("Sun, 0", .endsTooEarly), ("Sun, 06 N", .endsTooEarly),
            ("Sun, 06 Nov 199", .endsTooEarly), ("Sun, 06 Nov 1994 08:49", .endsTooEarly),
            ("Sun, 06 Nov 1994 08:49:37", .endsTooEarly), ("Sun, 06 Nov 1994 08:49:37 GM", .endsTooEarly),
            ("Sunday, 06-Nov-9", .endsTooEarly), ("Sunday, 06-Nov-94 08:49:37 ", .endsTooEarly),
            ("Sun Nov  6 08:49:37 199", .endsTooEarly), ("Sun Nov  ", .endsTooEarly),
            // The day of the week.
            ("sun, 06 Nov 1994 08:49:37 GMT", .badDayName), ("SUN, 06 Nov 1994 08:49:37 GMT", .badDayName),
            ("So, 06 Nov 1994 08:49:37 GMT", .badDayName), ("Sund, 06-Nov-94 08:49:37 GMT", .badDayName),
            ("Sunday Nov  6 08:49:37 1994", .badDayName), ("SunNov  6 08:49:37 1994", .badDayName),
            ("never", .badDayName), ("GMT", .badDayName), ("sunday, 06-Nov-94 08:49:37 GMT", .badDayName),
            ("Sat, 06 Nov 1994 08:49:37 GMT", .wrongDayName), ("Mon, 06 Nov 1994 08:49:37 GMT", .wrongDayName),
            ("Monday, 06-Nov-94 08:49:37 GMT", .wrongDayName), ("Mon Nov  6 08:49:37 1994", .wrongDayName),
            // The day.
            ("Sun, 00 Nov 1994 08:49:37 GMT", .badDay), ("Thu, 31 Nov 1994 08:49:37 GMT", .badDay),
            ("Wed, 29 Feb 2023 00:00:00 GMT", .badDay), ("Mon, 29 Feb 2100 00:00:00 GMT", .badDay),
            ("Thu, 32 Dec 1994 08:49:37 GMT", .badDay), ("Sun,  6 Nov 1994 08:49:37 GMT", .badDay),
            ("Sun, -6 Nov 1994 08:49:37 GMT", .badDay), ("Sun, +6 Nov 1994 08:49:37 GMT", .badDay),
            ("Sun Nov   6 08:49:37 1994", .badDay), ("Sun Nov 6 08:49:37 1994", .badDay),
            ("Sun Nov  0 08:49:37 1994", .badDay), ("Sunday, 6-Nov-94 08:49:37 GMT", .badDay),
            ("Sunday, 31-Feb-94 08:49:37 GMT", .badDay), ("Sun, 0/ Nov 1994 08:49:37 GMT", .badDay),
            ("Sun, 0: Nov 1994 08:49:37 GMT", .badDay),
            // The month.
            ("Sun, 06 nov 1994 08:49:37 GMT", .badMonth), ("Sun, 06 NOV 1994 08:49:37 GMT", .badMonth),
            ("Sun, 06 11. 1994 08:49:37 GMT", .badMonth), ("Sun Okt  6 08:49:37 1994", .badMonth),
            ("Sunday, 06-Mai-94 08:49:37 GMT", .badMonth), ("Sun, 06 November 1994 08:49:37 GMT", .unknownForm),
            // The year.
            ("Sun, 06 Nov 0000 08:49:37 GMT", .badYear), ("Sun, 06 Nov 94 08:49:37 GMT", .badYear),
            ("Sun, 06 Nov -994 08:49:37 GMT", .badYear), ("Sun, 06 Nov 199x 08:49:37 GMT", .badYear),
            ("Sunday, 06-Nov-9x 08:49:37 GMT", .badYear), ("Sun Nov  6 08:49:37 0000", .badYear),
            ("Sun Nov  6 08:49:37 GMT 1994", .badYear), ("Sun, 06 Nov 19940 08:49:37 GMT", .unknownForm),
            // The time.
            ("Sun, 06 Nov 1994 24:00:00 GMT", .badTime), ("Sun, 06 Nov 1994 08:60:00 GMT", .badTime),
            ("Sun, 06 Nov 1994 08:49:60 GMT", .badTime), ("Sun, 06 Nov 1994 23:58:60 GMT", .badTime),
            ("Sun, 06 Nov 1994 22:59:60 GMT", .badTime), ("Sun, 06 Nov 1994 23:59:61 GMT", .badTime),
            ("Sun, 06 Nov 1994 8:49:37 GMT", .badTime), ("Sun, 06 Nov 1994 08-49:37 GMT", .badTime),
            ("Sun, 06 Nov 1994 08:49 GMT", .badTime), ("Sun, 06 Nov 1994 08:49:3 GMT", .badTime),
            ("Sun, 06 Nov 1994  8:49:37 GMT", .badTime), ("Sun, 06 Nov 1994 08:49.37 GMT", .badTime),
            ("Sun, 06 Nov 1994 08:4x:37 GMT", .badTime), ("Sun Nov  6 99:49:37 1994", .badTime),
            // The zone.
            ("Sun, 06 Nov 1994 08:49:37 UTC", .badZone), ("Sun, 06 Nov 1994 08:49:37 gmt", .badZone),
            ("Sun, 06 Nov 1994 08:49:37 +0000", .badZone), ("Sun, 06 Nov 1994 08:49:37 GMX", .badZone),
            ("Sunday, 06-Nov-94 08:49:37 EST", .badZone), ("Sun, 06 Nov 1994 08:49:37  GMT", .badZone),
            // After the end.
            ("Sun, 06 Nov 1994 08:49:37 GMT+1", .trailing), ("Sun, 06 Nov 1994 08:49:37 GMT\r\n", .trailing),
            ("Sun, 06 Nov 1994 08:49:37 GMT\0", .trailing), ("Sunday, 06-Nov-94 08:49:37 GMTx", .trailing),
            ("Sun Nov  6 08:49:37 1994 GMT", .trailing), ("Sun Nov  6 08:49:37 19940", .trailing),
            ("Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", .trailing),
            // Valid dates, but too far away.
            ("Fri, 11 Apr 2262 23:47:17 GMT", .outOfRange), ("Tue, 21 Sep 1677 00:12:43 GMT", .outOfRange),
            ("Mon, 01 Jan 0001 00:00:00 GMT", .outOfRange), ("Fri, 31 Dec 9999 23:59:59 GMT", .outOfRange),
            ("Fri, 31 Dec 9999 23:59:60 GMT", .outOfRange), ("Fri Dec 31 23:59:59 9999", .outOfRange),
        ] as [(String, HTTPDateError)])
    func refuses(text: String, expected: HTTPDateError) {
        #expect(throws: expected) { try HTTPDate(text.utf8) }
    }

    /// A proxy and the server behind it may each write one.
    @Test(
        "several Dates in one answer count as one Date that spans them all",
        arguments: [
            ("Tue, 01 Dec 2026 12:00:00 GMT", 0, 1),
            ("Tue, 01 Dec 2026 12:00:00 GMT, Tue, 01 Dec 2026 12:00:00 GMT", 0, 1),
            ("Tue, 01 Dec 2026 12:00:00 GMT,Tue, 01 Dec 2026 12:00:01 GMT", 0, 2),
            ("Tue, 01 Dec 2026 12:00:01 GMT \t, Tue, 01 Dec 2026 12:00:00 GMT", 0, 2),
            ("Tuesday, 01-Dec-26 12:00:05 GMT, Tue Dec  1 12:00:09 2026, Tue, 01 Dec 2026 12:00:02 GMT", 2, 8),
            ("Tue, 01 Dec 2026 12:00:00 GMT, Tue, 01 Dec 2026 12:00:10 GMT", 0, 11),
        ] as [(String, Int64, Int64)])
    func several(text: String, first: Int64, seconds: Int64) throws {
        let date = try HTTPDate(sentNow: text.utf8)
        #expect(date.instant.nanoseconds == (1_796_126_400 + first) * 1_000_000_000)
        #expect(date.resolution == .seconds(seconds))
    }

    @Test(
        "several Dates are refused, with the reason",
        arguments: [
            ("Tue, 01 Dec 2026 12:00:00 GMT, Tue, 01 Dec 2026 12:00:11 GMT", .severalDates),
            ("Tue, 01 Dec 2026 12:00:11 GMT, Tue, 01 Dec 2026 12:00:00 GMT", .severalDates),
            ("Tue, 01 Dec 2026 12:00:00 GMT, Thu, 01 Jan 1970 00:00:00 GMT", .longPast),
            ("Tue, 01 Dec 2026 12:00:00 GMT,", .unknownForm), ("Tue, 01 Dec 2026 12:00:00 GMT, x", .badDayName),
            ("Tue, 01 Dec 2026 12:00:00 GMT Tue, 01 Dec 2026 12:00:00 GMT", .trailing),
            (Array(repeating: "Tue, 01 Dec 2026 12:00:00 GMT", count: 6).joined(separator: ", "), .tooLong),
        ] as [(String, HTTPDateError)])
    func refusesSeveral(text: String, expected: HTTPDateError) {
        #expect(throws: expected) { try HTTPDate(sentNow: text.utf8) }
    }

    @Test("each refusal has a sentence of its own")
    func everyRefusalHasItsSentence() {
        let all = HTTPDateError.allCases
        #expect(Set(all.map { $0.reason }).count == all.count)
        #expect(all.allSatisfy { $0.reason.hasSuffix(".") })
    }

    @Test(
        "an instant is written as a date, rounded down to the second",
        arguments: [
            (.min, "Tue, 21 Sep 1677 00:12:43 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777_999_999_999, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (.max, "Fri, 11 Apr 2262 23:47:16 GMT"),
        ] as [(Int64, String)])
    func writes(nanoseconds: Int64, text: String) {
        #expect(HTTPDate.text(of: TrueInstant(nanoseconds: nanoseconds)) == text)
    }
}
