package import SiderealSystem

/// A file whose existence records that its store was written once. It is in the tier `always`, so it can be read at any
/// time.
///
/// The marker is created after the store's own file is durable, and is itself durable before any write is acknowledged.
/// A store that this process has read counts the same, even if the marker is removed later.
package final class CreationMarker: Sendable {
    private struct State: Sendable {
        /// Indicates whether this process has seen that the store was written.
        var isKnown = false
        /// Indicates whether this process has synced the directory since it saw or created the file. An unsynced file
        /// may vanish in a power cut.
        var isDurable = false
    }

    let path: String
    private let disk: RetryingFileSystem
    private let seen = Lock(State())

    package init(path: String, disk: RetryingFileSystem) {
        self.path = path
        self.disk = disk
    }

    /// Returns the state of the marker by its name alone, which is visible in any lock state.
    func state() -> StoreSnapshot.Marker {
        if seen.withLock({ $0.isKnown }) { return .recorded }
        do throws(SystemError) {
            return try isThere() ? .recorded : .notRecorded
        } catch {
            return .unreadable(error.number)
        }
    }

    private func isThere() throws(SystemError) -> Bool { try disk.identityIfPresent(ofPath: path) != nil }

    /// Records that the store was read.
    func storeIsThere() { seen.withLock { $0.isKnown = true } }

    /// Makes the marker durable. Call this only under the store's lock.
    package func record() throws(SystemError) {
        let isThere = try isThere()
        if isThere, seen.withLock({ $0.isDurable }) { return }
        if !isThere {
            let file = try disk.open(path, .openOrCreate)
            defer { disk.close(file) }
            try disk.retrying { () throws(SystemError) in try disk.sync(file, .everything) }
        }
        if let directory = path.parentDirectory { try disk.syncDirectory(directory) }
        seen.withLock { $0 = State(isKnown: true, isDurable: true) }
    }
}
