import SiderealCore
import TestSupport
import Testing

/// The forms as a writer would make them, by another calendar than the reader's.
struct WrittenDate {
    static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func padded(_ number: Int, _ width: Int = 2, with filler: String = "0") -> String {
        let digits = String(number)
        return String(repeating: filler, count: width - digits.count) + digits
    }

    /// Returns IMF-fixdate, RFC 850, and asctime's two.
    static func forms(_ day: CountedCalendar.Day, time: String) -> [String] {
        let name = days[day.weekday]
        let month = months[day.month - 1]
        return [
            "\(name.prefix(3)), \(padded(day.day)) \(month) \(padded(day.year, 4)) \(time) GMT",
            "\(name), \(padded(day.day))-\(month)-\(padded(day.year % 100)) \(time) GMT",
            "\(name.prefix(3)) \(month) \(padded(day.day, with: " ")) \(time) \(padded(day.year, 4))",
            "\(name.prefix(3)) \(month) \(padded(day.day)) \(time) \(padded(day.year, 4))",
        ]
    }

    static let calendar = CountedCalendar().filter { (1678...2261).contains($0.year) }
}

@Suite("HTTP dates written with an independent calendar") struct HTTPDateFormsTests {
    /// A part is every eleventh day, so that all days of the week and of the month occur.
    @Test("each day is read in each form, and written in the preferred form", .computesForLong)
    func everyDayIsReadInEveryForm() {
        var wrong: [String] = []
        let stride = TestExtent.choose(part: 11, whole: 1)
        for day in WrittenDate.calendar where (1970...2261).contains(day.year) && day.number % stride == 0 {
            let second = Int64(day.number * 7_919 % 86_400)
            let time = [second / 3_600, second / 60 % 60, second % 60].map { WrittenDate.padded(Int($0)) }
            let instant = TrueInstant(nanoseconds: (Int64(day.number) * 86_400 + second) * 1_000_000_000)
            let forms = WrittenDate.forms(day, time: time.joined(separator: ":"))
            for form in forms where (try? HTTPDate(form.utf8, reference: instant))?.instant != instant {
                wrong.append(form)
            }
            if HTTPDate.text(of: instant) != forms[0] { wrong.append(forms[0]) }
        }
        #expect(wrong.isEmpty, "\(wrong.count), the first \(wrong.first ?? "")")
    }
}
