public import SiderealBase
import SiderealSystem

/// An error that kept a store from reading or writing a value.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The causes that a caller can act on.
    public enum Cause: Sendable, Hashable {
        /// The stored values can't be read now, so no write may replace them. The associated value is the reason.
        case unavailable(Unavailability)
        /// The store could not write the file: `errno` has the error number. Later reads return either the old
        /// value or the new value.
        case notSaved
        /// The disk is full, or the quota is used up.
        case noSpace
        /// Another process held the store's lock for too long.
        case busy
        /// The value can't be encoded.
        case notEncodable
        /// The key's name is invalid: empty, longer than 255 bytes, or reserved for the library.
        case invalidKeyName
        /// The store's name is empty, begins with a dot, is longer than 100 bytes, or has a slash or a NUL byte.
        case invalidStoreName
        /// The system provides no directory to keep the store in.
        case directoryUnusable
        /// The value, or all values together, are too large for the store's file.
        case tooLarge
        /// This process has opened a store with this name in another tier.
        case otherTier
        /// The task was cancelled while the call waited. The call stored nothing.
        case cancelled
        /// The timeout passed while the call waited.
        case timedOut
        /// The transaction's closure cancelled the transaction.
        case abandoned
    }

    /// The cause of the error.
    public let cause: Cause
    /// The error number of the failed system call, or `nil` if no system call failed.
    public let errno: Int32?
    /// The path of the affected file or directory, or `nil` if the error affects no file or directory.
    public let path: String?
    /// A one-line description of the error.
    public let description: String

    package init(_ cause: Cause, errno: Int32? = nil, path: String? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.path = path
        self.description = description
    }

    /// An error that cancels a transaction if the transaction's closure throws it. The transaction stores nothing, and
    /// its caller receives the error.
    public static let abandoned = StoreError(.abandoned, "the app abandoned the transaction")

    /// Creates an error for a write that stored nothing.
    package init(_ why: Unavailability, path: String) {
        self.init(.unavailable(why), errno: why.errno, path: path, "\(path) stays unchanged: \(why)")
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

    /// The reason why the stored values are unavailable, or `nil` if the error has another cause.
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
