/// The value of an HTTP Date field (RFC 9110, section 5.6.7), read strictly.
///
/// This type accepts the three forms that a recipient must accept: IMF-fixdate, the form of RFC 850, and the form of
/// C's asctime. Letter case matters. Spaces and tabs around the value don't matter. Within the value, every byte
/// matters.
package struct HTTPDate: Sendable, Equatable {
    /// The earliest true time at which a correct clock shows this value.
    package let instant: TrueInstant
    /// The time for which a correct clock shows this value: one second, or two seconds around a leap second.
    package let resolution: Nanoseconds

    /// Reads the bytes of a field.
    ///
    /// - Parameters:
    ///   - field: The value alone, without the name of the field.
    ///   - reference: An instant that decides the century of the two-digit years of RFC 850. The hundred possible years
    ///     end 50 years after the year of this instant. `nil` means 2026.
    /// - Throws: The first error from left to right. The error for a day that does not exist in the calendar comes
    ///   last.
    package init(_ field: some Sequence<UInt8>, reference: TrueInstant? = nil) throws(HTTPDateError) {
        var scanner = try HTTPDateScanner(field)
        try self.init(try scanner.date(referenceYear: CivilDate(reference ?? .codeExists).year))
    }

    private init(_ parts: HTTPDateScanner.Parts) throws(HTTPDateError) {
        guard parts.year >= 1 else { throw .badYear }
        guard let date = CivilDate(year: parts.year, month: parts.month, day: parts.day) else { throw .badDay }
        guard date.weekday == parts.weekday else { throw .wrongDayName }

        // The library's true time has no 23:59:60. In a leap second, clocks without it repeat 23:59:59 or stay at
        // 0:00:00. So the true time may be anywhere in the two seconds from 23:59:59.
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
    /// A proxy may have added its own Date to the server's Date. The true time lies in the span from the earliest
    /// Date to the end of the latest Date.
    ///
    /// - Parameter field: The value alone, without the name of the field. Commas join several values.
    /// - Throws: `longPast` if the Date is before this code was written, because no server with the true time sends
    ///   such a Date. `severalDates` if the span is too wide for the Dates of a server and its proxies.
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

    /// The longest allowed span from the earliest Date of a server and its proxies to the end of the latest Date.
    static let mostBetween = Nanoseconds.seconds(11)

    private init(instant: TrueInstant, resolution: Nanoseconds) {
        self.instant = instant
        self.resolution = resolution
    }

    /// Returns the text that a server sends for an instant, rounded down to the second: `Sun, 06 Nov 1994 08:49:37
    /// GMT`.
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
