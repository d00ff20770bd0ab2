import SiderealCore

@testable import SiderealSystem

extension FuzzTarget {
    /// Files of two slots with records behind them. The input chooses the parts: raw bytes, or payloads to which the
    /// target adds headers and checksums. A naive judge reads the file, too, and both find the same commit with the
    /// same changes behind it. If a valid byte changes, only committed values are found.
    static let slotFile = FuzzTarget(name: "slot-file", longest: 1_024) { bytes in
        var input = InputBytes(bytes)
        let format: SlotFormat = input.byte() & 1 == 0 ? .plain : .logged
        var change = InputBytes(input.bytes(4))
        var builder = SlotFileBuilder()
        for number in [SlotNumber.zero, .one] { builder.add(number, from: &input) }
        let file = builder.bytes
        let judge = NaiveJudge(file, format)
        let found = read(file, format)
        demand(found == judge.verdict, "\(found) where the naive judge finds \(judge.verdict)")

        guard !judge.whole.isEmpty else { return }
        let whole = judge.whole[Int(change.byte()) % judge.whole.count]
        let place = whole.lowerBound + Int(change.integer(UInt16.self)) % whole.count
        var damaged = file
        damaged[place] ^= max(change.byte(), 1)
        guard case .commit(let payload, let changes) = read(damaged, format) else { return }
        let isOneOfThem = judge.commits.contains { $0.payload == payload && $0.changes.starts(with: changes) }
        demand(isOneOfThem, "a changed byte at \(place) shows a commit that never was")
    }

    private static func read(_ file: [UInt8], _ format: SlotFormat) -> NaiveJudge.Verdict {
        let disk = FileOfBytes(bytes: file)
        do throws(SystemError) {
            let handle = OpenFile(descriptor: 3, path: "file")
            guard let reading = try disk.readSlots(of: handle, size: Int64(file.count), format) else {
                fail("nobody overtakes a file that nobody writes")
            }
            switch reading.pair {
            case .current(let slot, _): return .commit(slot.payload, reading.records.map { $0.payload })
            case .newerVersion: return .newer
            case .damaged: return .damaged
            }
        } catch {
            fail("a file of bytes can be read: \(error)")
        }
    }
}

/// A file in memory, which can only be read.
private struct FileOfBytes: FileSystem {
    let bytes: [UInt8]

    func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        guard offset >= 0, let start = Int(exactly: offset), start < bytes.count, count > 0 else { return [] }
        return Array(bytes[start..<min(bytes.count, start + count)])
    }

    private var unsupported: SystemError { SystemError(.read, "file", .invalid) }
    var knowsProtection: Bool { false }
    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile { throw unsupported }
    func close(_ file: OpenFile) {}
    func write(_ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64) throws(SystemError) -> Int {
        throw unsupported
    }
    func status(of file: OpenFile) throws(SystemError) -> FileStatus { throw unsupported }
    func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? { throw unsupported }
    func readWord(_ file: OpenFile) throws(SystemError) -> UInt64? { throw unsupported }
    func identity(ofPath path: String) throws(SystemError) -> FileIdentity { throw unsupported }
    func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) { throw unsupported }
    func syncDirectory(_ path: String) throws(SystemError) { throw unsupported }
    func rename(_ old: String, to new: String) throws(SystemError) { throw unsupported }
    func link(_ old: String, to new: String) throws(SystemError) { throw unsupported }
    func unlink(_ path: String) throws(SystemError) { throw unsupported }
    func tryLock(_ file: OpenFile) throws(SystemError) -> Bool { throw unsupported }
    func unlock(_ file: OpenFile) {}
    func makeDirectory(_ path: String) throws(SystemError) { throw unsupported }
    func pause() {}
    func randomWord() -> UInt64 { 1 }
}
