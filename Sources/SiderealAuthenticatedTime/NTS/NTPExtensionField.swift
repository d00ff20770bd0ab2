/// An extension field, which follows the header of an NTP packet (RFC 7822).
package struct NTPExtensionField: Sendable {
    package enum Kind: UInt16, Sendable {
        case identifier = 0x0104
        case cookie = 0x0204
        case placeholder = 0x0304
        case proof = 0x0404
    }

    /// The type of the field, or `nil` for an unknown type. An unknown type is not an error.
    package let kind: Kind?
    package let body: [UInt8]
    /// The field's position in the packet.
    package let start: Int

    /// Creates a field, and pads its body with zeros to a multiple of four bytes.
    package init(_ kind: Kind, _ body: [UInt8]) {
        self.kind = kind
        self.body = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        start = 0
    }

    private init(kind: Kind?, body: [UInt8], start: Int) {
        self.kind = kind
        self.body = body
        self.start = start
    }

    package var bytes: [UInt8] {
        (kind?.rawValue ?? 0).bytes + UInt16(truncatingIfNeeded: body.count + 4).bytes + body
    }

    /// Returns the fields from a position to the end of the packet, or `nil` if the fields do not fill that part of
    /// the packet exactly.
    package static func all(in packet: [UInt8], from start: Int = 48) -> [NTPExtensionField]? {
        var fields: [NTPExtensionField] = []
        var position = start
        while position < packet.count {
            guard packet.count - position >= 4 else { return nil }
            let number = UInt16(packet[position]) << 8 | UInt16(packet[position + 1])
            let count = Int(packet[position + 2]) << 8 | Int(packet[position + 3])
            guard count >= 4, count % 4 == 0, packet.count - position >= count else { return nil }
            let body = Array(packet[position + 4..<position + count])
            fields.append(NTPExtensionField(kind: Kind(rawValue: number), body: body, start: position))
            position += count
        }
        return fields
    }
}
