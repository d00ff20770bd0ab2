// Stands in for the module os: the lock without state, and the unified log.
//
// Models: a lock that threads take in turn; log messages with their level, whose private parts appear redacted.
//
// https://developer.apple.com/documentation/os/osallocatedunfairlock
// https://developer.apple.com/documentation/os/logger
// https://developer.apple.com/documentation/os/oslogprivacy
//
// Leaves out: locks with state, all but three levels, formats, and the dropping of messages of the level debug.
internal import Glibc
internal import Synchronization

/// A lock. Its copies are the same lock, which is freed with the last of them.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        init() {
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }

    private let storage = Storage()
}

extension OSAllocatedUnfairLock where State == () {
    public init() {}

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func lock() { pthread_mutex_lock(storage.mutex) }

    @available(*, noasync, message: "Use async-safe scoped locking instead")
    public func unlock() { pthread_mutex_unlock(storage.mutex) }
}

/// A message as Console shows it.
public struct LogEntry: Sendable, Hashable {
    public enum Level: Sendable { case debug, notice, error }

    public let subsystem: String
    public let category: String
    public let level: Level
    /// The text without a profile that reveals private parts.
    public let text: String
    /// The text as it was written.
    public let plainText: String
}

/// The system's side: the messages that logd keeps.
public enum LogDaemon {
    private static let kept = Mutex<[LogEntry]>([])

    public static var entries: [LogEntry] { kept.withLock { $0 } }
    fileprivate static func keep(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }
}

public struct Logger: Sendable {
    private let subsystem: String
    private let category: String

    public init(subsystem: String, category: String) { (self.subsystem, self.category) = (subsystem, category) }

    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    public func notice(_ message: OSLogMessage) { write(.notice, message) }
    public func error(_ message: OSLogMessage) { write(.error, message) }

    private func write(_ level: LogEntry.Level, _ message: OSLogMessage) {
        let (text, plain) = (message.interpolation.text, message.interpolation.plainText)
        LogDaemon.keep(
            LogEntry(subsystem: subsystem, category: category, level: level, text: text, plainText: plain))
    }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    let interpolation: OSLogInterpolation

    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""
    var plainText = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
        text += literal
        plainText += literal
    }

    /// Strings are private unless the caller declares them public.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) {
        let argument = argumentString()
        plainText += argument
        text += privacy == .public ? argument : "<private>"
    }
}

public enum OSLogPrivacy: Sendable { case auto, `private`, `public` }
