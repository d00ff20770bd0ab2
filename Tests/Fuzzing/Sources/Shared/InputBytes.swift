import SiderealCore

/// Takes an input apart. Bytes beyond its end are zero.
struct InputBytes {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Takes a little-endian integer.
    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
        var value: Value = 0
        for shift in stride(from: 0, to: Value.bitWidth, by: 8) { value |= Value(truncatingIfNeeded: byte()) << shift }
        return value
    }

    /// Takes so many bytes, or as many as are left.
    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(taken.count)
        return taken
    }

    /// Takes bytes after their 16-bit length.
    mutating func counted() -> [UInt8] { bytes(Int(integer(UInt16.self))) }
}

extension [UInt8] {
    /// Returns the bytes with one changed at a place that three bytes choose, and that place, or the bytes themselves
    /// if there is no such place.
    func changed(by input: inout InputBytes) -> (bytes: [UInt8], place: Int) {
        let place = Int(input.integer(UInt16.self)) % Swift.max(count, 1)
        let flip = Swift.max(input.byte(), 1)
        var bytes = self
        if place < count { bytes[place] ^= flip }
        return (bytes, place)
    }
}

/// The prefix of a record's or a mark's bytes, and the bytes.
struct FramedInput {
    /// The form of the bytes.
    let mode: UInt8
    /// Three bytes that choose one to change.
    var change: InputBytes
    /// Two of the present clocks, in nanoseconds.
    let elapsed: Int64
    let wall: Int64
    let content: [UInt8]

    init(_ bytes: [UInt8]) {
        var input = InputBytes(bytes)
        mode = input.byte()
        change = input
        _ = input.bytes(3)
        elapsed = input.integer()
        wall = input.integer()
        content = Array(input.rest)
    }
}

extension ClockModel {
    static let fuzzed: [ClockModel] = [.linux, .darwin, .darwinPowerManagement, .darwinIntel]
}
