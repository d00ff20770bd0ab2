/// The reason why the value of a Date field is not a date.
package enum HTTPDateError: Error, Sendable, Equatable, CaseIterable {
    /// The value is empty, or only white space.
    case empty
    /// The value has more bytes than any date, white space around it included.
    case tooLong
    /// The value has none of the three forms.
    case unknownForm
    /// The value ends in the middle of a date.
    case endsTooEarly
    /// The name of the day is not an English one, in the letter case and length that the form demands.
    case badDayName
    /// The date fell on another day of the week.
    case wrongDayName
    /// The day is not a number, or the month does not have it.
    case badDay
    /// The name of the month is not an English one of three letters.
    case badMonth
    /// The year is not a number, or is zero.
    case badYear
    /// The time is not written as hours, minutes and seconds, or the day has no such time.
    case badTime
    /// The zone is not GMT.
    case badZone
    /// A whole date is followed by more text.
    case trailing
    /// There are several dates, more than ten seconds apart.
    case severalDates
    /// The date lies before this code was written, so no clock that is right shows it now.
    case longPast
    /// The date is real, but before 1677 or after 2262: too far away for nanoseconds.
    case outOfRange

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .empty: "The date is empty."
        case .tooLong: "The date is longer than any date can be."
        case .unknownForm: "The date has none of the three forms that HTTP knows."
        case .endsTooEarly: "The date ends too early."
        case .badDayName: "The date does not begin with the name of a day."
        case .wrongDayName: "The date was another day of the week than it says."
        case .badDay: "The day of the date does not exist."
        case .badMonth: "The month of the date does not exist."
        case .badYear: "The year of the date does not exist."
        case .badTime: "The time of the date does not exist."
        case .badZone: "The time zone of the date is not GMT."
        case .trailing: "Something follows after the date."
        case .severalDates: "There are several dates, more than ten seconds apart."
        case .longPast: "The date lies before this software was written."
        case .outOfRange: "The date lies before 1677 or after 2262."
        }
    }
}
