package import SiderealBase

extension ErrorNumber {
    /// Whether it is what the system answers where something is locked. A lack of rights looks the same, but for a
    /// missing key: `mayDeny` says whether a lock could deny this at all.
    package func isOfLock(mayDeny: Bool) -> Bool {
        isMissingKey || mayDeny && (self == .accessDenied || self == .notPermitted)
    }
}

/// The one answer of the file system to the question whether something is locked.
extension Unavailability {
    /// Why a call failed, if a lock is the cause; nil where it is not.
    ///
    /// Which tier its caller asked for does not count: the file may have been made in another. What a lock denied is
    /// never final.
    ///
    /// - Parameters:
    ///   - number: What the call was answered.
    ///   - closed: Why the gate was closed, as it was *before* the call: one that opens meanwhile explains nothing.
    ///   - hasClasses: Whether files have protection classes here. Where they have none, only a gate that is closed
    ///     makes a lock of a denial.
    /// - Returns: What the lock is; nil where the cause is another.
    package static func ofLock(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) -> Unavailability? {
        // A gate that could not find out explains nothing.
        let isEarly = closed == .beforeFirstUnlock
        return number.isOfLock(mayDeny: hasClasses || isEarly) ? isEarly ? .beforeFirstUnlock : .locked : nil
    }

    /// Why a call failed.
    package init(_ number: ErrorNumber, closed: Unavailability?, hasClasses: Bool) {
        self =
            Self.ofLock(number, closed: closed, hasClasses: hasClasses) ?? .unreadable(errno: number.rawValue)
    }
}
