public import SiderealBase
import SiderealSystem

/// An error that kept a store from reading or writing a value.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The causes that a caller can act on.
    public enum Cause: Sendable, Hashable {
        /// The stored values can't be read now, so nothing may replace them. The associated value is the reason.
        case unavailable(Unavailability)
        /// The file could not be written; `errno` has the number. The previous values are still there, and the new
        /// value may be there, too.
        case notSaved
        /// The disk is full, or the quota is used up.
        case noSpace
        /// Another process held the lock for too long.
        case busy
        /// The value can't be encoded.
        case encoding
        /// The key's name is invalid: empty, longer than 255 bytes, or reserved for the library.
        case keyName
        /// The store's name is empty, begins with a dot, is longer than 100 bytes, or has a slash or a NUL byte.
        case storeName
        /// The system provides no directory to keep the store in.
        case directory
        /// The value, or all values together, are more than a file can hold.
        case tooLarge
        /// A store of this name is open in this process in another tier.
        case otherTier
        /// The task was cancelled while it waited, and stored nothing.
        case cancelled
        /// The timeout passed while the call waited.
        case timedOut
        /// The transaction's closure cancelled it.
        case abandoned
    }

    /// The cause of the error.
    public let cause: Cause
    /// The error number of the failed system call, or `nil`.
    public let errno: Int32?
    /// The path of the file concerned, or `nil`.
    public let path: String?
    /// A description of the error and its place, in one line.
    public let description: String

    package init(_ cause: Cause, errno: Int32? = nil, path: String? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.path = path
        self.description = description
    }

    /// An error to throw from a transaction's closure to cancel the transaction. The transaction stores nothing, and
    /// the caller receives the error.
    public static let abandoned = StoreError(.abandoned, "the transaction was called off")

    /// Creates an error for a write that stored nothing.
    package init(_ why: Unavailability, path: String) {
        self.init(.unavailable(why), errno: why.errno, path: path, "\(path) is left as it is: \(why)")
    }

    /// Creates an error for a value that can't be read.
    init(_ why: Unavailability, key: String, path: String) {
        self.init(.unavailable(why), errno: why.errno, path: path, "can't read '\(key)' in \(path): \(why)")
    }

    init(_ error: SystemError) {
        self.init(
            error.isNoSpace ? .noSpace : .notSaved, errno: error.number.rawValue, path: error.path,
            "can't write \(error.path): \(error.number.message)")
    }

    /// The reason why the stored values are unavailable, or `nil` if the cause is another.
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
