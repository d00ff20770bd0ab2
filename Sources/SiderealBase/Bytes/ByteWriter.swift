/// The reason why saved bytes can't be used.
package enum RecordError: Error, Sendable, Equatable {
    /// A newer version of the library wrote the bytes. The bytes are intact, and this version must not change them.
    case newerVersion(UInt32)
    /// The bytes were truncated or changed, or this library never wrote them.
    case damaged(String)
}

/// A writer that appends integers in little-endian order, regardless of the machine's own order.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    package mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }

    /// Appends bytes without their count. The reader must pass the count.
    package mutating func append(fixed value: [UInt8]) { bytes += value }

    package mutating func append(counted value: [UInt8]) {
        append(UInt32(truncatingIfNeeded: value.count))
        bytes += value
    }

    package mutating func append<Value>(
        optional value: Value?, _ appendValue: (inout ByteWriter, Value) -> Void
    ) {
        append(value != nil)
        if let value { appendValue(&self, value) }
    }
}

/// A reader of the bytes that ``ByteWriter`` appended. It never reads beyond the end.
package struct ByteReader: Sendable {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var isAtEnd: Bool { position == bytes.endIndex }

    package mutating func integer<Value: FixedWidthInteger>(
        _ type: Value.Type = Value.self
    ) throws(RecordError) -> Value {
        var value: Value = 0
        var shift = 0
        for byte in try take(Value.bitWidth / 8) {
            value |= Value(truncatingIfNeeded: byte) << shift
            shift += 8
        }
        return value
    }

    package mutating func flag() throws(RecordError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw .damaged("a flag is neither 0 nor 1")
        }
    }

    package mutating func fixed(_ count: Int) throws(RecordError) -> [UInt8] { Array(try take(count)) }

    package mutating func counted() throws(RecordError) -> [UInt8] {
        let count = try integer(UInt32.self)
        guard let size = Int(exactly: count) else { throw .damaged("a field's length exceeds the remaining bytes") }
        return Array(try take(size))
    }

    package mutating func optional<Value>(
        _ value: (inout ByteReader) throws(RecordError) -> Value
    ) throws(RecordError) -> Value? {
        try flag() ? try value(&self) : nil
    }

    private mutating func take(_ count: Int) throws(RecordError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw .damaged("the bytes end too early") }
        defer { position += count }
        return bytes[position..<position + count]
    }
}

/// The frame around all saved data: kind, version and checksum. The frame itself never changes.
///
/// ```
/// 4 bytes  kind
/// 4 bytes  version, little-endian like all later fields
/// 4 bytes  length of the body
/// n bytes  body
/// 8 bytes  XXH64 of all bytes before
/// ```
package enum Frame {
    package static func wrap(_ body: [UInt8], kind: [UInt8], version: UInt32) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(fixed: kind)
        writer.append(version)
        writer.append(counted: body)
        writer.append(XXH64.checksum(of: writer.bytes))
        return writer.bytes
    }

    /// Returns the body and its version. Throws the reason if the frame is invalid, or newer than the given version.
    package static func unwrap(
        _ bytes: [UInt8], kind: [UInt8], version: UInt32
    ) throws(RecordError) -> (version: UInt32, body: [UInt8]) {
        guard bytes.count >= kind.count + 16 else { throw .damaged("the bytes end too early") }
        guard Array(bytes.prefix(kind.count)) == kind else { throw .damaged("the bytes are another kind of data") }
        let content = bytes.dropLast(8)
        var trailer = ByteReader(bytes.suffix(8))
        guard try trailer.integer(UInt64.self) == XXH64.checksum(of: Array(content)) else {
            throw .damaged("the checksum is wrong")
        }
        var reader = ByteReader(content.dropFirst(kind.count))
        let written = try reader.integer(UInt32.self)
        let body = try reader.counted()
        guard reader.isAtEnd else { throw .damaged("the length is wrong") }
        guard written <= version else { throw .newerVersion(written) }
        guard written > 0 else { throw .damaged("the version is unknown") }
        return (written, body)
    }
}
