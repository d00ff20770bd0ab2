import SiderealSystem

/// Work that the system is asked not to suspend, as `ProcessInfo.performExpiringActivity(withReason:using:)` lets one ask.
package enum ExpiringActivity {
    /// Runs work once: at once where the system agrees, and else as soon as it does.
    ///
    /// - Parameters:
    ///   - work: Short, since it is not called off when time is running out.
    ///   - begin: Asks the system. It calls back with whether time is running out: with false to begin, and then once
    ///     more with true where the process is to be suspended while the work is under way; with true alone, where it
    ///     refuses.
    ///   - again: Calls back once the process goes on.
    package static func run(
        _ work: @escaping @Sendable () -> Void,
        begin: @escaping @Sendable (_ step: @escaping @Sendable (_ isExpired: Bool) -> Void) -> Void,
        again: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
    ) {
        let hasBegun = Lock(false)
        begin { isExpired in
            let isFirst = hasBegun.withLock { hasBegun in
                defer { hasBegun = true }
                return !hasBegun
            }
            // The second call, while the work is under way: it is short.
            guard isFirst else { return }
            if !isExpired { return work() }
            again { run(work, begin: begin, again: again) }
        }
    }
}
