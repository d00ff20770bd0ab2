import SiderealCore
import TestSupport
import Testing

/// Another calendar, which counts day by day.
struct CountedCalendar: Sequence, IteratorProtocol {
    struct Day: Hashable {
        var number: Int
        var year: Int
        var month: Int
        var day: Int
        /// The day of the week, from 0 for Sunday.
        var weekday: Int
    }

    private var today = Day(number: -719_162, year: 1, month: 1, day: 1, weekday: 1)
    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    mutating func next() -> Day? {
        guard today.year <= 9999 else { return nil }
        defer {
            today.number += 1
            today.weekday = today.weekday == 6 ? 0 : today.weekday + 1
            let isLeapYear = today.year.isMultiple(of: 400) || today.year % 4 == 0 && today.year % 100 > 0
            today.day += 1
            if today.day > Self.lengths[today.month - 1] + (today.month == 2 && isLeapYear ? 1 : 0) {
                today.day = 1
                today.month += 1
            }
            if today.month == 13 { (today.year, today.month) = (today.year + 1, 1) }
        }
        return today
    }
}

@Suite struct CivilDateTests {
    static let dayLength: Int64 = 86_400_000_000_000

    @Test("every day of the years 1 to 9999 has the number and weekday that counting the days gives", .computesForLong)
    func everyDayIsAsCounted() {
        var wrong: [CountedCalendar.Day] = []
        for day in CountedCalendar() {
            let date = CivilDate(year: day.year, month: day.month, day: day.day)
            if date?.daysSince1970 != day.number || date?.weekday != day.weekday { wrong.append(day) }
            guard (1678...2261).contains(day.year) else { continue }
            for within in [0, Self.dayLength - 1] {
                let instant = TrueInstant(nanoseconds: Int64(day.number) * Self.dayLength + within)
                if CivilDate(instant) != date { wrong.append(day) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count) days, the first \(String(describing: wrong.first))")
    }

    @Test("a date exists only if a calendar made by counting contains it", .computesForLong)
    func noOtherDayExists() throws {
        let years = [1, 4, 1600, 1700, 1900, 1999, 2000, 2023, 2024, 2100, 9999]
        let counted = Set(
            CountedCalendar().lazy.filter { years.contains($0.year) }.map { [$0.year, $0.month, $0.day] })
        for year in years {
            for month in -1...14 {
                for day in -1...33 {
                    let exists = counted.contains([year, month, day])
                    try #require(
                        (CivilDate(year: year, month: month, day: day) != nil) == exists, "\(year)-\(month)-\(day)")
                }
            }
        }
        for year in [Int.min, -1, 0, 10_000, .max] { #expect(CivilDate(year: year, month: 1, day: 1) == nil) }
    }

    @Test(
        "instants at the ends of the range and around 1970 have the right date",
        arguments: [(.min, 1677, 9, 21), (-1, 1969, 12, 31), (0, 1970, 1, 1), (.max, 2262, 4, 11)]
            as [(Int64, Int, Int, Int)])
    func extremes(nanoseconds: Int64, year: Int, month: Int, day: Int) {
        #expect(CivilDate(TrueInstant(nanoseconds: nanoseconds)) == CivilDate(year: year, month: month, day: day))
    }

    @Test("the earliest date that the code assumes is 1 January 2026")
    func theCodeExistsSince2026() {
        #expect(HTTPDate.text(of: .codeExists) == "Thu, 01 Jan 2026 00:00:00 GMT")
    }
}
