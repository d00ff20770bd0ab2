import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

/// A part that gives a key a number, from a process that can act in the middle of another one's call.
struct Put: StorePart {
    let key: StoreKey<Int>
    let number: Int

    func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
        try transaction.set(number, for: key)
    }
}

extension StoryDisk {
    static let sidecar = path + ".lock"

    /// Returns the files of the store, as another process has them.
    func files(_ process: Int) -> StoreFiles {
        StoreFiles(
            directory: StoryDisk.directory, name: "settings", tier: .afterFirstUnlock, coding: .json,
            disk: disk.process(process))
    }

    /// The reader's state when another process begins to write.
    enum Start: CaseIterable { case new, written, writtenByOther, remembered }

    /// Makes a device on which process 1 writes and process 2 reads.
    static func prepare(_ start: Start, _ lock: DeviceLock?) async throws -> (StoryDisk, StoryApp, StoryApp) {
        let device = StoryDisk(lock)
        let writer = try device.launch(1)
        let reader = try device.launch(2)
        switch start {
        case .new: break
        case .written: for number in [0, 1] { try await writer.store.set(number, for: .count) }
        case .writtenByOther: for number in [0, 1] { try await reader.store.set(number, for: .count) }
        case .remembered:
            _ = reader.store.read(.count)
            for number in [0, 1] {
                try await writer.store.set(number, for: .count)
                #expect(reader.store.read(.count) == .value(number))
            }
        }
        return (device, writer, reader)
    }
}
