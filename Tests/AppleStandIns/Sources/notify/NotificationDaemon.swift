// Stands in for notify(3), a separate module in the SDK: notifications of the whole system, by name.
//
// Models: each post of a name calls the registration on its queue, with its token, until the registration is cancelled.
// A process uses each token only once. A suspended process runs nothing, and misses posts. Setting the system clock
// posts `com.apple.system.clock_set` (notify_keys.h), as Libc's settimeofday does.
//
// https://developer.apple.com/documentation/darwinnotify/notify_register_dispatch
// https://developer.apple.com/documentation/darwinnotify/notify_cancel
// https://developer.apple.com/documentation/darwinnotify/notify_post
// https://github.com/apple-oss-distributions/Libc/blob/main/sys/settimeofday.c
//
// Leaves out: all other ways to register, states, and the merging of posts in quick succession.
import Dispatch
import Foundation

/// The system's side: the work of notifyd.
public final class NotificationDaemon: Sendable {
    public static let shared = NotificationDaemon()
    /// A Boolean value that indicates whether registrations of this task fail.
    @TaskLocal public static var isRefusing = false

    private struct Registration {
        let name: String
        let queue: DispatchQueue
        let handler: notify_handler_t
    }

    private let lock = NSLock()
    nonisolated(unsafe) private var registrations: [Int32: Registration] = [:]
    nonisolated(unsafe) private var lastToken: Int32 = 0
    nonisolated(unsafe) private var isSuspendedNow = false
    private let underWay = DispatchGroup()

    /// A Boolean value that indicates whether the process that registered is suspended.
    public var isSuspended: Bool {
        get { lock.withLock { isSuspendedNow } }
        set { lock.withLock { isSuspendedNow = newValue } }
    }

    /// Returns the number of registrations for a name.
    public func registrationCount(of name: String) -> Int {
        lock.withLock { registrations.values.count { $0.name == name } }
    }

    /// Waits until all posts were delivered.
    public func waitUntilNotified() { underWay.wait() }

    // NOTIFY_STATUS_INVALID_NAME, _INVALID_TOKEN and _FAILED (notify.h)
    private static let (invalidName, invalidToken, failed) = (UInt32(1), UInt32(2), UInt32(1_000_000))

    static func register(
        _ name: UnsafePointer<CChar>?, _ token: UnsafeMutablePointer<Int32>?, _ queue: DispatchQueue?,
        _ handler: notify_handler_t?
    ) -> UInt32 {
        guard let name, let token, let queue, let handler else { return invalidName }
        if isRefusing { return failed }
        token.pointee = shared.lock.withLock {
            shared.lastToken += 1
            shared.registrations[shared.lastToken] = Registration(
                name: String(cString: name), queue: queue, handler: handler)
            return shared.lastToken
        }
        return UInt32(NOTIFY_STATUS_OK)
    }

    static func cancel(_ token: Int32) -> UInt32 {
        let wasThere = shared.lock.withLock { shared.registrations.removeValue(forKey: token) != nil }
        return wasThere ? UInt32(NOTIFY_STATUS_OK) : invalidToken
    }

    static func post(_ name: UnsafePointer<CChar>?) -> UInt32 {
        guard let name else { return invalidName }
        shared.post(String(cString: name))
        return UInt32(NOTIFY_STATUS_OK)
    }

    private func post(_ name: String) {
        let tokens = lock.withLock {
            isSuspendedNow ? [] : registrations.filter { $0.value.name == name }.keys.sorted()
        }
        for token in tokens {
            guard let queue = lock.withLock({ registrations[token]?.queue }) else { continue }
            queue.async(group: underWay) { self.tell(token) }
        }
    }

    /// Delivers a post to a token, unless it was cancelled meanwhile.
    private func tell(_ token: Int32) {
        nonisolated(unsafe) let handler = lock.withLock { registrations[token]?.handler }
        handler?(token)
    }
}
