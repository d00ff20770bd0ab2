/// The value of an HTTP Date field (RFC 9110, section 5.6.7), read strictly.
///
/// All three forms that a recipient must know are read: IMF-fixdate, that of RFC 850, and that of C's asctime. Letter
/// case counts. White space around the value (spaces, tabs) does not count; within the value, every byte counts.
package struct HTTPDate: Sendable, Equatable {
    /// The earliest true time at which a right clock shows this value.
    package let instant: TrueInstant
    /// The time for which a right clock shows this value: a second, or two around a leap second.
    package let resolution: Nanoseconds

    /// Reads the bytes of a field.
    ///
    /// - Parameters:
    ///   - field: The value alone, without the name of the field.
    ///   - reference: An instant that places the two-digit years of RFC 850 into the hundred years that end 50 years
    ///     after its own. `nil` counts as 2026.
    /// - Throws: The first cause found, from left to right. A day that the calendar excludes comes last.
    package init(_ field: some Sequence<UInt8>, reference: TrueInstant? = nil) throws(HTTPDateError) {
        var scanner = try HTTPDateScanner(field)
        try self.init(try scanner.date(referenceYear: CivilDate(reference ?? .codeExists).year))
    }

    private init(_ parts: HTTPDateScanner.Parts) throws(HTTPDateError) {
        guard parts.year >= 1 else { throw .badYear }
        guard let date = CivilDate(year: parts.year, month: parts.month, day: parts.day) else { throw .badDay }
        guard date.weekday == parts.weekday else { throw .wrongDayName }

        // True time has no 23:59:60. Clocks that count as we do show 23:59:59 twice or stay at 0:00:00 meanwhile, so
        // the true time may be anywhere in the two seconds from 23:59:59.
        let isLeapSecond = parts.second == 60
        let secondOfDay = (parts.hour * 60 + parts.minute) * 60 + (isLeapSecond ? 59 : parts.second)
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(secondOfDay)
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { throw .outOfRange }
        instant = TrueInstant(nanoseconds: nanoseconds)
        resolution = .seconds(isLeapSecond ? 2 : 1)
    }

    /// Reads the bytes of a field that a server has just sent.
    ///
    /// A proxy may have written a Date of its own beside the server's. The true time lies in the span that several
    /// Dates make up.
    ///
    /// - Parameter field: The value alone, without the name of the field. Several values are joined by commas.
    /// - Throws: `longPast` if the Date lies before this code was written, which no server with the true time can send;
    ///   `severalDates` if the span is wider than a proxy and a server differ by.
    package init(sentNow field: some Sequence<UInt8>) throws(HTTPDateError) {
        var scanner = try HTTPDateScanner(field)
        let parts = try scanner.dates(referenceYear: CivilDate(.codeExists).year)
        var dates: [HTTPDate] = []
        for each in parts { dates.append(try HTTPDate(each)) }
        guard let first = dates.map({ $0.instant }).min(), let last = dates.map({ $0.instant + $0.resolution }).max()
        else {
            throw .empty
        }
        if first.isLongPast { throw .longPast }
        guard last - first <= Self.mostBetween else { throw .severalDates }
        self.init(instant: first, resolution: last - first)
    }

    /// The most that the Dates of a server and its proxies may be apart, their own second included.
    static let mostBetween = Nanoseconds.seconds(11)

    private init(instant: TrueInstant, resolution: Nanoseconds) {
        self.instant = instant
        self.resolution = resolution
    }

    /// Returns an instant as a server writes it, cut down to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func text(of instant: TrueInstant) -> String {
        let date = CivilDate(instant)
        let secondOfDay = Int(instant.nanoseconds.dividedDown(by: 1_000_000_000) - Int64(date.daysSince1970) * 86_400)
        var bytes = HTTPDateNames.days[date.weekday].prefix(3) + Array(", ".utf8)
        func append(_ number: Int, digits: Int, then end: String) {
            var divisor = 1
            for _ in 1..<digits { divisor *= 10 }
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
            bytes += Array(end.utf8)
        }
        append(date.day, digits: 2, then: " ")
        bytes += HTTPDateNames.months[date.month - 1] + Array(" ".utf8)
        append(date.year, digits: 4, then: " ")
        append(secondOfDay / 3_600, digits: 2, then: ":")
        append(secondOfDay / 60 % 60, digits: 2, then: ":")
        append(secondOfDay % 60, digits: 2, then: " GMT")
        return String(decoding: bytes, as: UTF8.self)
    }
}
