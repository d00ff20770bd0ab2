import SiderealClocks
import SiderealCore
import SiderealSystem

/// A failure to read the clocks or the record, a failed save, or an invalid option.
public struct ObservatoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A cause that a caller can act on.
    public enum Cause: Sendable, Hashable {
        /// The clocks could not be read together at one moment.
        case clocksUnreadable
        /// The state directory could not be found, created or written. `errno` contains the error number if a system
        /// call failed.
        case directoryUnusable
        /// The record exists but could not be read, so the library did not replace it.
        case recordUnreadable
        /// Another process held the record's lock for too long.
        case busy
        /// The system is about to suspend this process, and a suspended process must not hold a lock. The next save
        /// includes all readings.
        case aboutToBeSuspended
        /// A newer version of this library wrote the record. This version does not change the record.
        case newerVersion
        /// The journal could not be written.
        case journalUnwritable
        /// The observer's name is empty or longer than 255 bytes.
        case invalidObserverName
        /// The bound on the clocks' drift is outside the range from 1 to 100,000 parts per million.
        case invalidDrift
        /// The directory is open in this process with other options.
        case conflictingOptions
        /// The name of a time server, or of a host in a capture policy, is invalid.
        case invalidServer
        /// A source can never meet the requirements of its clock, or these requirements exclude every answer.
        case unsatisfiableRequirement
        /// The record already contains the readings of 256 observers, the most that it can hold.
        case tooManyObservers
    }

    /// The cause of the error.
    public let cause: Cause
    /// The error number of the system call that failed, or `nil`.
    public let errno: Int32?
    /// The file or directory on which the call failed, or `nil`.
    public let path: String?
    /// A one-line description of the error.
    public let description: String

    package init(_ cause: Cause, errno: Int32? = nil, path: String? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.path = path
        self.description = description
    }

    package static let clocksUnread = ObservatoryError(.clocksUnreadable, "the clocks have not been read")

    static func conflictingOptions(_ directory: String, _ which: String) -> ObservatoryError {
        ObservatoryError(
            .conflictingOptions, path: directory, "\(directory) is already open in this process with \(which)")
    }

    init(_ error: ClockError) {
        var number: Int32?
        if case .unreadable(_, let failed) = error { number = failed.rawValue }
        self.init(.clocksUnreadable, errno: number, error.description)
    }

    /// Creates the error for a save that the observatory refuses because it has not read the record.
    init(unread: Unavailability, path: String) {
        let cause: Cause =
            switch unread {
            case .busy: .busy
            case .newerVersion: .newerVersion
            default: .recordUnreadable
            }
        self.init(cause, errno: unread.errno, path: path, "\(path) stays unchanged: \(unread)")
    }

    init(_ error: TwoSlotError, path: String) {
        let number = error.systemError?.number.rawValue
        switch error {
        case .unreadable(let failed):
            self.init(
                .recordUnreadable, errno: number, path: failed.path,
                "can't read \(failed.path): \(failed.number.message)")
        case .failed(let failed, _):
            self.init(
                .directoryUnusable, errno: number, path: failed.path,
                "can't write \(failed.path): \(failed.number.message)")
        case .busy: self.init(.busy, path: path, "can't write \(path): another process holds the lock")
        case .newerVersion(let version):
            self.init(
                .newerVersion, path: path,
                "\(path) stays unchanged: a newer version of the library wrote it (format \(version))")
        case .tooLarge, .replaced: self.init(.directoryUnusable, path: path, error.description)
        }
    }
}
