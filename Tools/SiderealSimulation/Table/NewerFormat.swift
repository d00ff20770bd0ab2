import SiderealCore

/// What a version of the library that does not exist yet would write.
enum NewerFormat {
    /// The same commits in a newer format: their headers are whole, and say so.
    static func file(from bytes: [UInt8]) -> [UInt8] {
        let slotSize = bytes.count / 2
        return slot(Array(bytes.prefix(slotSize)), .zero) + slot(Array(bytes.dropFirst(slotSize)), .one)
    }

    private static func slot(_ bytes: [UInt8], _ number: SlotNumber) -> [UInt8] {
        guard case .valid(let slot) = SlotContent(decoding: bytes, in: number, upTo: .logged) else { return bytes }
        let newer = Slot(
            generation: slot.generation, fileID: slot.fileID, payload: slot.payload,
            version: SlotFormat.logged.rawValue + 1)
        return newer.bytes + bytes.dropFirst(newer.bytes.count)
    }
}
