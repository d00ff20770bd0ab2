/// The reason why the value of a Date field is not a date.
package enum HTTPDateError: Error, Sendable, Equatable, CaseIterable {
    /// The value is empty, or contains only white space.
    case empty
    /// The value has too many bytes, including the white space around it.
    case tooLong
    /// The value has none of the three forms of an HTTP date.
    case unknownForm
    /// The value ends in the middle of a date.
    case endsTooEarly
    /// The name of the day is not an English name in the letter case and length that the form requires.
    case badDayName
    /// The name of the day doesn't match the date.
    case wrongDayName
    /// The day is not a number, or the month does not have that day.
    case badDay
    /// The name of the month is not an English name of three letters.
    case badMonth
    /// The year is not a number, or is zero.
    case badYear
    /// The time is not written as hours, minutes and seconds, or no such time of day exists.
    case badTime
    /// The zone is not GMT.
    case badZone
    /// More text follows a complete date.
    case trailing
    /// The value has several dates that are more than ten seconds apart.
    case severalDates
    /// The date is before this code was written, so no correct clock shows it now.
    case longPast
    /// The date exists, but is before 1677 or after 2262, so 64 bits of nanoseconds can't represent it.
    case outOfRange

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .empty: "The date is empty."
        case .tooLong: "The date is too long."
        case .unknownForm: "The date is not in one of the three formats that HTTP allows."
        case .endsTooEarly: "The date is incomplete."
        case .badDayName: "The date does not begin with the name of a day."
        case .wrongDayName: "The date names the wrong day of the week."
        case .badDay: "The day of the date is not a day of its month."
        case .badMonth: "The month of the date is not an English name of three letters."
        case .badYear: "The year of the date is not a number, or is zero."
        case .badTime: "The time of the date is not an hour, a minute and a second."
        case .badZone: "The time zone of the date is not GMT."
        case .trailing: "Other text follows the date."
        case .severalDates: "The field has several dates that are more than ten seconds apart."
        case .longPast: "The date is earlier than the date of this software."
        case .outOfRange: "The date is before 1677 or after 2262."
        }
    }
}
