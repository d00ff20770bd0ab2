import SiderealCore
import SiderealSystem

/// A store's file as version 1 wrote it: its slots name neither a place nor a random number, and the first commit has
/// zeros beside it.
enum Version1File {
    private static let slotSize = 16_384

    /// Writes one more commit in place, durably.
    static func write(_ payload: [UInt8], to path: String, on disk: any FileSystem) throws {
        let file = try disk.openIfPresent(path, .readWrite) ?? disk.open(path, .createExclusively(.afterFirstUnlock))
        defer { disk.close(file) }
        var bytes = try disk.readFully(file, at: 0, count: 2 * slotSize)
        if bytes.isEmpty { bytes = [UInt8](repeating: 0, count: 2 * slotSize) }
        let newest = max(bytes.word(at: 24), bytes.word(at: slotSize + 24))
        let slot = Slot(generation: newest + 1, fileID: FileID(high: 1, low: 1), payload: payload)
        let start = SlotLayout(fileSize: Int64(bytes.count))?.offset(of: slot.number) ?? 0
        bytes.replaceSubrange(Int(start)..<Int(start) + slot.bytes.count, with: slot.bytes)
        try disk.writeFully(file, bytes, at: 0)
        try disk.sync(file, .everything)
        try disk.syncDirectory(path.parentDirectory ?? ".")
    }
}
