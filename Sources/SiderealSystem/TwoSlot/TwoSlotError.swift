/// The reason why a two-slot file could not be read, or why a commit was not acknowledged.
package enum TwoSlotError: Error, Equatable, Sendable {
    /// The present content could not be read, so the commit did not replace it.
    case unreadable(SystemError)
    /// A system call failed before the commit was durable. If `leavesOld` is true, the file certainly has the old
    /// content. Otherwise, a later read shows whether the file has the old or the new content.
    case failed(SystemError, leavesOld: Bool)
    /// Another process holds the lock, and the content that is visible without the lock is not intact.
    case busy
    /// The file has a newer version of this format. This version did not change the file.
    case newerVersion(UInt32)
    /// The payload is larger than any slot.
    case tooLarge(path: String, count: Int)
    /// A process that does not take the lock replaced the file during the commit or the read.
    case replaced(path: String)

    /// The underlying call that failed, with its path and error number.
    package var systemError: SystemError? {
        switch self {
        case .unreadable(let error), .failed(let error, _): error
        case .busy, .newerVersion, .tooLarge, .replaced: nil
        }
    }
}

extension TwoSlotError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .failed(let error, _): "can't commit: \(error)"
        case .busy: "another process holds the lock"
        case .newerVersion(let version): "a newer version of the library wrote the file, in format \(version)"
        case .tooLarge(let path, let count): "\(path): a payload of \(count) bytes is too large for the file"
        case .replaced(let path): "\(path): another program replaced the file during the call"
        }
    }
}
