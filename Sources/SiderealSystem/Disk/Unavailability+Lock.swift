package import SiderealBase

extension ErrorNumber {
    /// Returns whether this is an error that the system reports for locked data. A missing permission also gives these
    /// errors, except the error for a missing key. Pass `true` for `mayDeny` if a lock can deny this call.
    package func isOfLock(mayDeny: Bool) -> Bool {
        isMissingKey || mayDeny && (self == .accessDenied || self == .notPermitted)
    }
}

/// The only code that determines whether data is locked.
extension Unavailability {
    /// Returns the lock that made a call fail, or `nil` if a lock was not the cause.
    ///
    /// The caller's tier does not matter, because the file may have been created in another tier. A denial by a lock is
    /// always temporary.
    ///
    /// - Parameters:
    ///   - number: The error number of the call.
    ///   - closed: The reason why the gate was closed *before* the call. If the gate opens during the call, its new
    ///     state doesn't explain the error.
    ///   - hasClasses: Indicates whether files have protection classes on this system. If not, a denial counts as a
    ///     lock only while the gate is closed.
    /// - Returns: The lock, or `nil` if a lock was not the cause.
    package static func ofLock(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) -> Unavailability? {
        number.isOfLock(mayDeny: hasClasses || closed == .beforeFirstUnlock) ? lock(closed: closed) : nil
    }

    /// Returns the lock that made a call fail. The caller knows that a lock was the cause.
    ///
    /// - Parameter closed: The reason why the gate was closed *before* the call. If the gate could not determine its
    ///   state, its state does not explain the failure.
    /// - Returns: The lock.
    package static func lock(closed: Unavailability?) -> Unavailability {
        closed == .beforeFirstUnlock ? .beforeFirstUnlock : .locked
    }

    /// Creates the reason why a call failed.
    package init(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) {
        self =
            Self.ofLock(number, closed: closed, hasClasses: hasClasses) ?? .unreadable(errno: number.rawValue)
    }
}
