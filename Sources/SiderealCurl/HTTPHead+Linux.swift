#if canImport(Glibc)
    /// The head of a final answer. You add its lines one by one. It skips the heads of interim answers (1xx).
    package struct HTTPHead: Sendable, Hashable {
        /// The progress of the head after a line.
        package enum Progress: Sendable, Hashable {
            case incomplete
            case complete
            case malformed
            /// The head is longer than ``HTTPHead/mostBytes``.
            case tooLong
        }

        package struct Field: Sendable, Hashable {
            /// The name in lower case.
            package let name: String
            package fileprivate(set) var value: [UInt8]
        }

        /// The maximum size of all heads together, in bytes.
        package static let mostBytes = 256 * 1_024

        package private(set) var status: Int?
        /// A Boolean value that indicates whether the connection keeps answers apart by frames, as HTTP/2 does.
        package private(set) var isFramed = false
        package private(set) var fields: [Field] = []
        private var bytes = 0

        package init() {}

        /// Adds the next line. The line may include its line ending.
        package mutating func take(line: [UInt8]) -> Progress {
            bytes = bytes.addingReportingOverflow(line.count).partialValue
            guard bytes >= 0, bytes <= Self.mostBytes else { return .tooLong }
            var line = line[...]
            while let last = line.last, last == 0x0a || last == 0x0d { line = line.dropLast() }
            guard let status else { return takeStatus(line) }
            guard let first = line.first else { return end(status) }
            // This line continues the previous line. The form is obsolete, but servers still use it.
            if first == 0x20 || first == 0x09 {
                guard !fields.isEmpty else { return .malformed }
                fields[fields.count - 1].value += [0x20] + Self.trimmed(line)
                return .incomplete
            }
            guard let colon = line.firstIndex(of: 0x3a) else { return .malformed }
            let name = line[..<colon]
            guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return .malformed }
            fields.append(
                Field(
                    name: String(decoding: name, as: UTF8.self).lowercased(),
                    value: Self.trimmed(line[line.index(after: colon)...])))
            return .incomplete
        }

        /// Returns the values of a field, joined by commas as the HTTP standard requires, or `nil` if the field is
        /// missing.
        ///
        /// - Parameter name: The name in lower case.
        /// - Returns: The text of all values.
        package func value(of name: String) -> String? {
            let values = fields.filter { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        /// Drops the lines so far, because they are not part of the final answer. Their bytes still count toward
        /// ``mostBytes``.
        package mutating func restart() { (status, fields) = (nil, []) }

        /// A Boolean value that indicates whether bytes may follow this head on the connection, although it answers a
        /// HEAD request. Some servers wrongly send the body that the head describes.
        package var mayLeaveBody: Bool {
            if isFramed || status == 204 || status == 304 { return false }
            return value(of: "content-length") != "0" || value(of: "transfer-encoding") != nil
        }

        private mutating func takeStatus(_ line: ArraySlice<UInt8>) -> Progress {
            // "HTTP/1.1 200 OK", "HTTP/2 200".
            let words = line.split(separator: 0x20, maxSplits: 2)
            guard words.count > 1, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
                let status = Int(String(decoding: words[1], as: UTF8.self)), status >= 100
            else { return .malformed }
            self.status = status
            isFramed = !words[0].starts(with: "HTTP/1".utf8)
            return .incomplete
        }

        private mutating func end(_ status: Int) -> Progress {
            // After 101, no further HTTP answer arrives on this connection.
            guard status >= 200 || status == 101 else {
                restart()
                return .incomplete
            }
            return .complete
        }

        private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
            return Array(start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
        }
    }
#endif
