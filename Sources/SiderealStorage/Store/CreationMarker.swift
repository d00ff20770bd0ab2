package import SiderealSystem

/// A file whose existence records that its store was written at least once. The file is in the tier `always`, so it can
/// be read at any time.
///
/// The first commit creates the marker after the store's own file is durable. The commit makes the marker durable
/// before it acknowledges a write. Once this process has read the store, the store counts as written even if another
/// program removes the marker.
package final class CreationMarker: Sendable {
    private struct State: Sendable {
        /// A Boolean value that indicates whether this process has seen that the store was written.
        var isKnown = false
        /// A Boolean value that indicates whether this process has synced the directory since it saw or created the
        /// file. An unsynced file may vanish in a power cut.
        var isDurable = false
    }

    let path: String
    private let disk: RetryingFileSystem
    private let seen = Lock(State())

    package init(path: String, disk: RetryingFileSystem) {
        self.path = path
        self.disk = disk
    }

    /// Returns the state of the marker. The state depends only on whether the marker's name exists. The name is
    /// visible in any lock state.
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

    /// Creates the marker if it is missing, and makes it durable. Call this method only under the store's lock.
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
