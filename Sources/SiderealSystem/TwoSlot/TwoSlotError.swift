/// The reason that a two-slot file could not be read, or a commit was not acknowledged.
package enum TwoSlotError: Error, Equatable, Sendable {
    /// The present content could not be read, and was not replaced.
    case unreadable(SystemError)
    /// A call failed on the way to durability. The content is certainly the old one, or a later read shows which of the
    /// two it is.
    case failed(SystemError, leavesOld: Bool)
    /// Another process holds the lock, and the content that is visible without it is not whole.
    case busy
    /// The file belongs to a newer version of this format. Nothing was changed.
    case newerVersion(UInt32)
    /// The payload is larger than any slot.
    case tooLarge(path: String, count: Int)
    /// A process that does not take the lock put another file in place meanwhile.
    case replaced(path: String)

    /// The failed call beneath, with its path and error number.
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
        case .newerVersion(let version): "written in the newer format \(version)"
        case .tooLarge(let path, let count): "\(path): \(count) bytes are too many"
        case .replaced(let path): "\(path): replaced by something else meanwhile"
        }
    }
}
