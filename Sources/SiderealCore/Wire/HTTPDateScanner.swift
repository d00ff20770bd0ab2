/// The English names that HTTP dates use in every language.
enum HTTPDateNames {
    /// The names from Sunday on. The short names are the first three letters.
    static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map {
        Array($0.utf8)
    }
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ].map { Array($0.utf8) }
}

/// A parser of a date from its first byte to its last. The parser checks only the form, so it accepts 31 February.
struct HTTPDateScanner {
    struct Parts {
        /// The day of the week, from 0 for Sunday.
        var weekday: Int
        var day = 0
        /// The month, from 1 for January.
        var month = 0
        var year = 0
        var hour = 0
        var minute = 0
        /// The second, which is 60 only in 23:59:60.
        var second = 0
    }

    /// The maximum size of a field, in bytes. The longest date has 33 bytes, but a server and its proxies may each
    /// write a date.
    static let limit = 160

    private var bytes: ArraySlice<UInt8>

    /// Creates a scanner of the bytes between the white space.
    init(_ field: some Sequence<UInt8>) throws(HTTPDateError) {
        var taken: [UInt8] = []
        for byte in field {
            guard taken.count < Self.limit else { throw .tooLong }
            taken.append(byte)
        }
        bytes = taken[...]
        while let first = bytes.first, Self.isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
        guard !bytes.isEmpty else { throw .empty }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// Reads all bytes as one date.
    mutating func date(referenceYear: Int) throws(HTTPDateError) -> Parts {
        let parts = try takeDate(referenceYear: referenceYear)
        guard bytes.isEmpty else { throw .trailing }
        return parts
    }

    /// Reads all bytes as one date, or as several dates with commas between them.
    mutating func dates(referenceYear: Int) throws(HTTPDateError) -> [Parts] {
        var dates = [try takeDate(referenceYear: referenceYear)]
        while !bytes.isEmpty {
            bytes = bytes.drop(while: Self.isSpace)
            guard bytes.popFirst() == UInt8(ascii: ",") else { throw .trailing }
            bytes = bytes.drop(while: Self.isSpace)
            dates.append(try takeDate(referenceYear: referenceYear))
        }
        return dates
    }

    /// Reads a date. The name of the day and the byte after it determine the form of the date.
    private mutating func takeDate(referenceYear: Int) throws(HTTPDateError) -> Parts {
        let name = letters()
        guard !name.isEmpty else { throw .unknownForm }
        let hasComma = bytes.first == UInt8(ascii: ",")
        var parts: Parts
        if let weekday = HTTPDateNames.days.firstIndex(where: { $0.prefix(3).elementsEqual(name) }) {
            parts = Parts(weekday: weekday)
            try hasComma ? takeFixdate(&parts) : takeAsctime(&parts)
        } else if let weekday = HTTPDateNames.days.firstIndex(where: { $0.elementsEqual(name) }), hasComma {
            parts = Parts(weekday: weekday)
            try takeRFC850(&parts, referenceYear: referenceYear)
        } else {
            throw .badDayName
        }
        return parts
    }

    /// Reads the rest of an IMF-fixdate after `Sun`: `, 06 Nov 1994 08:49:37 GMT`.
    private mutating func takeFixdate(_ parts: inout Parts) throws(HTTPDateError) {
        try take(",")
        try take(" ")
        parts.day = try number(digits: 2, else: .badDay)
        try take(" ")
        parts.month = try month()
        try take(" ")
        parts.year = try number(digits: 4, else: .badYear)
        try take(" ")
        try takeTime(&parts)
        try takeZone()
    }

    /// Reads the rest of a date of RFC 850 after `Sunday`: `, 06-Nov-94 08:49:37 GMT`.
    private mutating func takeRFC850(_ parts: inout Parts, referenceYear: Int) throws(HTTPDateError) {
        try take(",")
        try take(" ")
        parts.day = try number(digits: 2, else: .badDay)
        try take("-")
        parts.month = try month()
        try take("-")
        let latest = referenceYear + 50
        parts.year = latest - (latest - (try number(digits: 2, else: .badYear))) % 100
        try take(" ")
        try takeTime(&parts)
        try takeZone()
    }

    /// Reads the rest of an asctime date after `Sun`: ` Nov  6 08:49:37 1994`.
    private mutating func takeAsctime(_ parts: inout Parts) throws(HTTPDateError) {
        try take(" ")
        parts.month = try month()
        try take(" ")
        let isPadded = bytes.first == UInt8(ascii: " ")
        if isPadded { bytes.removeFirst() }
        parts.day = try number(digits: isPadded ? 1 : 2, else: .badDay)
        try take(" ")
        try takeTime(&parts)
        try take(" ")
        parts.year = try number(digits: 4, else: .badYear)
    }

    private mutating func takeTime(_ parts: inout Parts) throws(HTTPDateError) {
        parts.hour = try number(digits: 2, else: .badTime)
        try take(":", else: .badTime)
        parts.minute = try number(digits: 2, else: .badTime)
        try take(":", else: .badTime)
        parts.second = try number(digits: 2, else: .badTime)
        let isLeapSecond = parts.hour == 23 && parts.minute == 59 && parts.second == 60
        guard parts.hour <= 23, parts.minute <= 59, parts.second <= 59 || isLeapSecond else { throw .badTime }
    }

    private mutating func takeZone() throws(HTTPDateError) {
        try take(" ")
        for letter in "GMT".utf8 { try take(letter, else: .badZone) }
    }

    private mutating func letters() -> ArraySlice<UInt8> {
        let taken = bytes.prefix { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
        bytes = bytes.dropFirst(taken.count)
        return taken
    }

    private mutating func month() throws(HTTPDateError) -> Int {
        let name = [try next(), try next(), try next()]
        guard let index = HTTPDateNames.months.firstIndex(of: name) else { throw .badMonth }
        return index + 1
    }

    private mutating func number(digits: Int, else error: HTTPDateError) throws(HTTPDateError) -> Int {
        var value = 0
        for _ in 0..<digits {
            let byte = try next()
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw error }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private mutating func take(_ mark: Unicode.Scalar, else error: HTTPDateError = .unknownForm) throws(HTTPDateError) {
        try take(UInt8(ascii: mark), else: error)
    }

    private mutating func take(_ byte: UInt8, else error: HTTPDateError) throws(HTTPDateError) {
        guard try next() == byte else { throw error }
    }

    private mutating func next() throws(HTTPDateError) -> UInt8 {
        guard let byte = bytes.popFirst() else { throw .endsTooEarly }
        return byte
    }
}
