/// A C error number that callers can test without importing the C library.
package struct ErrorNumber: Error, RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

/// A failed call of the file system: the operation, the path, and the error number.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The failed operation.
    package enum Operation: String, Sendable {
        case open, read, write, status, identity, protection, sync, syncDirectory, rename, link, unlink, lock,
            makeDirectory

        /// The operation in words, for a message.
        package var words: String {
            switch self {
            case .open, .read, .write, .sync, .rename, .link, .lock: rawValue
            case .status: "read the status of"
            case .identity: "read the identity of"
            case .protection: "read the protection class of"
            case .syncDirectory: "sync the directory"
            case .unlink: "remove"
            case .makeDirectory: "create the directory"
            }
        }
    }

    package let operation: Operation
    package let path: String
    package let number: ErrorNumber

    package init(_ operation: Operation, _ path: String, _ number: ErrorNumber) {
        self.operation = operation
        self.path = path
        self.number = number
    }

    package var description: String {
        "can't \(operation.words) \(path): \(number.message) (errno \(number.rawValue))"
    }

    package var isNotFound: Bool { number == .notFound }
    package var isNoSpace: Bool { number == .noSpace || number == .quotaExceeded }
    /// Indicates that the file exists but can't be accessed, because the storage is locked or a permission is missing.
    package var isPermissionDenied: Bool { number == .accessDenied || number == .notPermitted }
}
