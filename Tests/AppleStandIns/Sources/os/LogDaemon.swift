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

/// Makes a lock that the two closures share, which is freed with the last copy of them.
func mutex() -> (take: () -> Void, give: () -> Void) {
    final class Storage {
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
    let storage = Storage()
    return ({ pthread_mutex_lock(storage.mutex) }, { pthread_mutex_unlock(storage.mutex) })
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

    static func keep(_ subsystem: String, _ category: String, _ level: LogEntry.Level, _ message: OSLogMessage) {
        let (text, plain) = (message.interpolation.text, message.interpolation.plainText)
        let entry = LogEntry(subsystem: subsystem, category: category, level: level, text: text, plainText: plain)
        kept.withLock { $0.append(entry) }
    }
}
