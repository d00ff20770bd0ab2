/// A day of the Gregorian calendar, also for years before that calendar was in use.
package struct CivilDate: Sendable, Equatable {
    package let year: Int
    /// The month, from 1 for January.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// Creates a day, or returns `nil` if the calendar has no such day or the year is outside 1...9999.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= Self.dayCount(ofMonth: month, in: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day in UTC to which an instant belongs.
    package init(_ instant: TrueInstant) {
        // An Int64 of nanoseconds is within 106,752 days of 1970, so the values below can't overflow or be negative.
        let sinceMarch0 = Int(instant.nanoseconds.dividedDown(by: 86_400_000_000_000)) + Self.daysFromYear0To1970
        let cycle = sinceMarch0 / 146_097
        let dayOfCycle = sinceMarch0 % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 1 January 1970. It is negative before that day.
    package var daysSince1970: Int {
        // If years begin in March, the leap day comes last, and one formula gives the lengths of the months.
        let years = month <= 2 ? year - 1 : year
        let months = (month + 9) % 12
        let days = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1
        return days - Self.daysFromYear0To1970
    }

    /// The day of the week, from 0 for Sunday to 6.
    package var weekday: Int { (daysSince1970 % 7 + 11) % 7 }

    /// The number of days from 1 March of the year 0 to 1 January 1970.
    private static let daysFromYear0To1970 = 719_468

    private static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    /// Returns the quotient, rounded down. `divisor` is positive.
    func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension TrueInstant {
    /// The start of 2026. This code did not exist before that instant. Without other evidence, this instant is the
    /// lower bound.
    package static let codeExists = TrueInstant(nanoseconds: 1_767_225_600_000_000_000)

    /// A Boolean value that indicates whether the instant is before this code was written. A server with the true time
    /// can't give such an instant.
    package var isLongPast: Bool { self < .codeExists }
}
