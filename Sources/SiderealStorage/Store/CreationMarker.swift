package import SiderealSystem

/// A file whose existence says that its store was written once. In the tier `always`, so that it says so at any time.
///
/// It is made after the store's own file is durable, and is durable itself before anything is acknowledged. What this
/// process has seen of the store is as good: it knows that there was one, whoever removes the marker.
package final class CreationMarker: Sendable {
    private struct State: Sendable {
        /// Whether this process has seen that the store was written.
        var isKnown = false
        /// Whether this process has synced the directory after it saw or made the file: that it is there does not mean
        /// that it will be after a power cut.
        var isDurable = false
    }

    let path: String
    private let disk: RetryingFileSystem
    private let seen = Lock(State())

    package init(path: String, disk: RetryingFileSystem) {
        self.path = path
        self.disk = disk
    }

    /// By its name alone, which can be seen whatever is locked.
    func state() -> StoreSnapshot.Marker {
        if seen.withLock({ $0.isKnown }) { return .recorded }
        do throws(SystemError) {
            return try isThere() ? .recorded : .notRecorded
        } catch {
            return .unreadable(error.number)
        }
    }

    private func isThere() throws(SystemError) -> Bool { try disk.identityIfPresent(ofPath: path) != nil }

    /// The store was read.
    func storeIsThere() { seen.withLock { $0.isKnown = true } }

    /// Makes sure that it is there for good; only under the store's lock.
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
