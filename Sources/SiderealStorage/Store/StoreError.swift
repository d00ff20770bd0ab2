public import SiderealBase
import SiderealSystem

/// Why something could not be stored.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    public enum Cause: Sendable, Hashable {
        /// What is stored can't be read now, so that nothing may replace it; the associated value says why.
        case unavailable(Unavailability)
        /// The file could not be written; `errno` has the number. What was stored before is still there, and the new
        /// value may be there, too.
        case notSaved
        /// The disk is full, or the quota used up.
        case noSpace
        /// Another process held the lock for too long.
        case busy
        /// The value can't be encoded.
        case encoding
        /// A name of a key is empty or longer than 255 bytes.
        case keyName
        /// A name of a store is empty, begins with a dot, is longer than 100 bytes, or has a slash.
        case storeName
        /// No directory can be found to keep it in.
        case directory
        /// All values together are more than a file can hold.
        case tooLarge
        /// A store of this name is open in this process in another tier.
        case otherTier
        /// The task was cancelled while it waited; nothing was stored.
        case cancelled
        /// The time was up while it waited; nothing was stored.
        case timedOut
        /// A transaction called itself off.
        case abandoned
    }

    /// Which of them it was.
    public let cause: Cause
    /// The number of the system call that failed, or nil.
    public let errno: Int32?
    /// The file that it was about, or nil.
    public let path: String?
    /// What and where, in one line.
    public let description: String

    package init(_ cause: Cause, errno: Int32? = nil, path: String? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.path = path
        self.description = description
    }

    /// Calls a transaction off: thrown by its closure, nothing of it is stored, and the caller gets it back.
    public static let abandoned = StoreError(.abandoned, "the transaction was called off")

    /// Why nothing was written.
    package init(_ why: Unavailability, path: String) {
        self.init(.unavailable(why), errno: why.errno, path: path, "\(path) is left as it is: \(why)")
    }

    /// Why a value can't be read.
    init(_ why: Unavailability, key: String, path: String) {
        self.init(.unavailable(why), errno: why.errno, path: path, "can't read '\(key)' in \(path): \(why)")
    }

    init(_ error: SystemError) {
        self.init(
            error.isNoSpace ? .noSpace : .notSaved, errno: error.number.rawValue, path: error.path,
            "can't write \(error.path): \(error.number.message)")
    }

    /// Why it is unavailable, if that is what it says.
    public var unavailability: Unavailability? {
        if case .unavailable(let why) = cause { why } else { nil }
    }
}

extension Unavailability {
    fileprivate var errno: Int32? {
        switch self {
        case .indeterminate(let number), .unreadable(let number): number
        default: nil
        }
    }
}
