package import SiderealSystem

/// A file whose existence says that its store was written once. In the tier `always`, so that it says so at any time.
///
/// It is made after the store's own file is durable, and is durable itself before anything is acknowledged.
package struct CreationMarker: Sendable {
    let path: String
    private let disk: RetryingFileSystem
    /// Whether this process has synced the directory after it saw or made the record: that it is there does not mean
    /// that it will be after a power cut.
    private var isDurable = false

    package init(path: String, disk: RetryingFileSystem) {
        self.path = path
        self.disk = disk
    }

    /// By its name alone, which can be seen whatever is locked.
    func state() -> StoreSnapshot.Marker {
        do throws(SystemError) {
            return try disk.identityIfPresent(ofPath: path) == nil ? .notRecorded : .recorded
        } catch {
            return .unreadable(errno: error.number.rawValue)
        }
    }

    /// It may not be there any more.
    mutating func forget() { isDurable = false }

    /// Makes sure that it is there for good; only under the store's lock.
    package mutating func record() throws(SystemError) {
        if isDurable { return }
        if try disk.identityIfPresent(ofPath: path) == nil {
            let file = try disk.open(path, .openOrCreate)
            defer { disk.close(file) }
            try disk.retrying { () throws(SystemError) in try disk.sync(file, .everything) }
        }
        guard let directory = path.parentDirectory else { return }
        try disk.syncDirectory(directory)
        isDurable = true
    }
}
