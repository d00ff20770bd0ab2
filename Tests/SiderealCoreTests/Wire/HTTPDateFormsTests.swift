import SiderealCore
import SiderealTesting
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

    /// Returns all spellings of one instant in whole seconds.
    static func forms(at seconds: Int64) -> [String] {
        let number = Int(HTTPDateFormsTests.quotientDown(seconds, 86_400))
        let second = Int(seconds - Int64(number) * 86_400)
        let first = calendar[0].number
        guard calendar.indices.contains(number - first) else { return [] }
        let time = "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        return forms(calendar[number - first], time: time)
    }
}

@Suite("HTTP dates written with an independent calendar") struct HTTPDateFormsTests {
    static func quotientDown(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }

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

    static let stuff = Array("0123456789 ,-:\tGMTSunNovday\0\r\n\u{7F}".utf8) + [0x80, 0xC3, 0xFF]

    static func mutated(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let byte = stuff[Int.random(in: 0..<stuff.count, using: &random)]
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 3: bytes.removeLast(Int.random(in: 0...bytes.count / 4, using: &random))
            default: if place < bytes.count { bytes[place] = byte }
            }
        }
        return bytes
    }

    static let rounds = TestExtent.choose(part: 5_000, whole: 1_000_000)

    @Test(
        "altered text is refused, or reads as a time that it spells",
        .computesForLong, arguments: 0..<8 as Range<UInt64>)
    func garbage(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var accepted = 0
        for round in 0..<Self.rounds {
            let seconds = Int64.random(in: -9_214_560_000..<9_214_646_400, using: &random)
            let forms = WrittenDate.forms(at: seconds).map { Array($0.utf8) } + [[]]
            let bytes = Self.mutated(forms[Int.random(in: 0..<forms.count, using: &random)], using: &random)
            let reference = TrueInstant(nanoseconds: seconds * 1_000_000_000)
            guard let date = try? HTTPDate(bytes, reference: reference) else { continue }
            accepted += 1
            let trimmed = bytes.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }
                .reversed()
            var text = String(decoding: Array(trimmed), as: UTF8.self)
            if date.resolution == .seconds(2) {
                try #require(text.contains("23:59:60"), "seed \(seed), round \(round)")
                text.replace("23:59:60", with: "23:59:59")
            }
            let spellings = WrittenDate.forms(at: date.instant.nanoseconds / 1_000_000_000)
            try #require(spellings.contains(text), "seed \(seed), round \(round): \(text)")
        }
        #expect(accepted > Self.rounds / 25 * 4, "seed \(seed): only \(accepted) were read")
    }

    @Test("random bytes are never read as a date", arguments: 0..<2 as Range<UInt64>)
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<10_000 {
            let count = Int.random(in: 0...80, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try #require((try? HTTPDate(bytes)) == nil, "seed \(seed), round \(round): \(bytes)")
        }
    }
}
