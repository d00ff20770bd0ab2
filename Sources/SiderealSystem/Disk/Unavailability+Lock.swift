package import SiderealBase

extension ErrorNumber {
    /// Returns whether the system gives this answer for something locked. A lack of rights looks the same, except for a
    /// missing key. `mayDeny` says whether a lock could deny this at all.
    package func isOfLock(mayDeny: Bool) -> Bool {
        isMissingKey || mayDeny && (self == .accessDenied || self == .notPermitted)
    }
}

/// The one place that decides whether something is locked.
extension Unavailability {
    /// Returns the lock that made a call fail, or `nil` if the cause is another one.
    ///
    /// The caller's tier does not matter: the file may have been created in another one. A denial by a lock is never
    /// final.
    ///
    /// - Parameters:
    ///   - number: The error number of the call.
    ///   - closed: The reason that the gate was closed *before* the call. A gate that opens meanwhile explains nothing.
    ///   - hasClasses: Whether files have protection classes here. If they have none, a denial counts as a lock only
    ///     while the gate is closed.
    /// - Returns: The lock, or `nil` if the cause is another one.
    package static func ofLock(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) -> Unavailability? {
        // A gate that could not find out explains nothing.
        let isEarly = closed == .beforeFirstUnlock
        return number.isOfLock(mayDeny: hasClasses || isEarly) ? isEarly ? .beforeFirstUnlock : .locked : nil
    }

    /// Creates the reason that a call failed.
    package init(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) {
        self =
            Self.ofLock(number, closed: closed, hasClasses: hasClasses) ?? .unreadable(errno: number.rawValue)
    }
}
