public import SiderealCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Answers whether the device rebooted since this app last ran.
///
///     let verdict = try RebootDetector().check()
///     verdict.didReboot      // true, false, or nil: not proven
///     verdict.wasClockSet    // true, false, or nil: across a reboot nothing tells
///     print(verdict)         // the answer and its reason
public struct RebootDetector: Sendable {
    /// What remembers the clocks from one launch to the next.
    public let observatory: Observatory

    /// A detector with the observatory of the app's own directory. All in a process share one observatory.
    ///
    /// - Parameter observer: Whose launches are counted; by default the bundle identifier, or the name of the
    ///   executable.
    /// - Throws: As ``Observatory`` does: if the system names no directory, or the clocks can't be read. A record that
    ///   is missing, unreadable or damaged is not an error: the verdict says so.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public init(observer: String? = nil) throws(ObservatoryError) { self.init(try Observatory(observer: observer)) }

    /// A detector with the observatory of a directory. All that have one directory in common share one observatory.
    ///
    /// - Parameters:
    ///   - directory: Where the record is kept. On Apple platforms `init(appGroup:observer:)` finds that of an app
    ///     group.
    ///   - observer: Whose launches are counted; by default the bundle identifier, or the name of the executable.
    /// - Throws: As ``Observatory`` does: if the clocks can't be read. A record that is missing, unreadable or damaged
    ///   is not an error: the verdict says so.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public init(directory: URL, observer: String? = nil) throws(ObservatoryError) {
        self.init(try Observatory(directory: directory, observer: observer))
    }

    /// A detector for the observer of an observatory.
    public init(_ observatory: Observatory) { self.observatory = observatory }

    /// Reads the clocks, and says whether the device rebooted between the last saved reading of this observer and this
    /// launch.
    ///
    /// The answer is the same however often you ask in one process, with two exceptions: trusted time settles a
    /// question that was open at first, and a record that couldn't be read is compared once it can be. Each call tries
    /// to read such a record again.
    ///
    /// It waits for no lock, no sync and no network; don't ask in a loop: it reads all clocks, and may read the record.
    ///
    /// - Throws: If the clocks can't be read; a working kernel's always can.
    public func check() throws(ObservatoryError) -> BootVerdict {
        try observatory.shared.readAgain()
        return observatory.bootVerdict
    }
}
