import SiderealClocks
import SiderealCore
import SiderealSystem

/// Why an observatory couldn't read the clocks or the record, or couldn't save.
public struct ObservatoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    public enum Cause: Sendable, Hashable {
        /// The clocks could not be read together.
        case clocks
        /// The state directory could not be found, created or written; `errno` has the number where there is one.
        case stateDirectory
        /// The record is there and could not be read, so nothing replaced it.
        case recordUnreadable
        /// Another process held the lock for too long.
        case lockBusy
        /// The system is about to suspend this process, which may hold no lock then. Saved with the next chance.
        case aboutToBeSuspended
        /// A newer version of this library wrote the record. It was left untouched.
        case newerVersion
        /// The journal could not be written.
        case journal
        /// A name of an observer is empty or longer than 255 bytes.
        case observerName
        /// The bound on the clocks' drift is none of 1 to 100,000 parts per million.
        case drift
        /// The directory is open in this process with other options.
        case otherOptions
        /// The name of a time server is none.
        case server
        /// A source of a clock can never count for what the clock was made with, or no answer could satisfy it.
        case neverSatisfied
        /// The directory keeps checkpoints of 256 observers, and this would be one more.
        case tooManyObservers
    }

    /// Which of them it was.
    public let cause: Cause
    /// The number of the system call that failed, or nil.
    public let errno: Int32?
    /// The file or directory that it was about, or nil.
    public let path: String?
    /// What and where, in one line.
    public let description: String

    package init(_ cause: Cause, errno: Int32? = nil, path: String? = nil, _ description: String) {
        self.cause = cause
        self.errno = errno
        self.path = path
        self.description = description
    }

    package static let clocksUnread = ObservatoryError(.clocks, "the clocks have not been read")

    static func otherOptions(_ directory: String, _ which: String) -> ObservatoryError {
        ObservatoryError(.otherOptions, path: directory, "\(directory) is open in this process with \(which)")
    }

    init(_ error: ClockError) {
        var number: Int32?
        if case .unreadable(_, let failed) = error { number = failed.rawValue }
        self.init(.clocks, errno: number, error.description)
    }

    /// Why nothing is saved over a record that was not read.
    init(unread: Unavailability, path: String) {
        let cause: Cause =
            switch unread {
            case .busy: .lockBusy
            case .newerVersion: .newerVersion
            default: .recordUnreadable
            }
        self.init(cause, errno: unread.errno, path: path, "\(path) is left as it is: \(unread)")
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
                .stateDirectory, errno: number, path: failed.path,
                "can't write \(failed.path): \(failed.number.message)")
        case .busy: self.init(.lockBusy, path: path, "can't write \(path): another process holds the lock")
        case .newerVersion(let version):
            self.init(
                .newerVersion, path: path,
                "\(path) was written by a newer version (format \(version)) and is left untouched")
        case .tooLarge, .replaced: self.init(.stateDirectory, path: path, error.description)
        }
    }
}
