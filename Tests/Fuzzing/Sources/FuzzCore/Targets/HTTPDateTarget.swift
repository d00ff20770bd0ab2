import SiderealCore

extension FuzzTarget {
    /// Dates of HTTP, as servers write them. A parsed text is one of the spellings of its date, apart from blanks
    /// around it. A parsed date survives being written and parsed again, and equals the result of counting days year
    /// by year.
    static let httpDate = FuzzTarget(name: "http-date", longest: 80) { bytes in
        guard let date = try? HTTPDate(bytes) else { return }
        let second = date.instant.nanoseconds
        demand(second % 1_000_000_000 == 0, "a date is a whole second")
        let isLeapSecond = date.resolution == .seconds(2)
        demand(isLeapSecond || date.resolution == .seconds(1), "a date shows for one second or for two")
        demand((bytes.contains { $0 == UInt8(ascii: "6") }) || !isLeapSecond, "a leap second has a 60")

        let text = HTTPDate.text(of: date.instant)
        let again = try? HTTPDate(text.utf8)
        demand(again?.instant == date.instant, "\(text) is read as the instant that it was written from")
        demand(again?.resolution == .seconds(1), "\(text) is one second")

        let blanks: [UInt8] = [0x20, 0x09]
        let start = bytes.drop { blanks.contains($0) }
        let whole = String(decoding: start.reversed().drop { blanks.contains($0) }.reversed(), as: UTF8.self)
        demand(spellings(text, isLeapSecond).contains(whole), "\(whole) is a spelling of \(text)")
        // Only years of four digits: the meaning of those of two depends on the present.
        guard whole.utf8.prefix(4).last != UInt8(ascii: "d"), !isLeapSecond, let naive = naiveSeconds(whole) else {
            return
        }
        demand(second / 1_000_000_000 == naive, "\(whole) is \(naive) seconds since 1970")
    }

    /// Returns all spellings of a date: IMF-fixdate, as in "Sun, 06 Nov 1994 08:49:37 GMT", RFC 850, and asctime's two.
    private static func spellings(_ text: String, _ isLeapSecond: Bool) -> [String] {
        let words = text.split(separator: " ").map(String.init)
        let (name, day, month, year) = (words[0].prefix(3), words[1], words[2], words[3])
        let time = isLeapSecond ? "23:59:60" : words[4]
        let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let wholeName = names.first { $0.hasPrefix(name) } ?? "no day"
        let padded = day.first == "0" ? " \(day.dropFirst())" : day
        return [
            "\(name), \(day) \(month) \(year) \(time) GMT",
            "\(wholeName), \(day)-\(month)-\(year.suffix(2)) \(time) GMT", "\(name) \(month) \(day) \(time) \(year)",
            "\(name) \(month) \(padded) \(time) \(year)",
        ]
    }

    /// Computes seconds since 1970 by counting days one year and one month after the other. Returns `nil` for the form
    /// with a year of two digits.
    private static func naiveSeconds(_ text: String) -> Int64? {
        let words = text.filter { $0 != "," }.split(separator: " ").map(String.init)
        guard words.count >= 5 else { return nil }
        let isAsctime = words[3].contains(":")
        let (day, month, year, time) =
            isAsctime ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = time.split(separator: ":").compactMap { Int64($0) }
        guard let day = Int64(day), let year = Int64(year), let month = names.firstIndex(of: month), clock.count == 3
        else { return nil }
        guard (0..<10_000).contains(year) else { return nil }
        var days = daysBefore[Int(year)] - daysBefore[1970]
        let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths.prefix(month).reduce(0, +) + day - 1
        return days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }

    private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The days from the year 0 to each year, counted once.
    private static let daysBefore: [Int64] = (0..<9_999).reduce(into: [0]) { days, year in
        days.append((days.last ?? 0) + (isLeap(Int64(year)) ? 366 : 365))
    }
}
