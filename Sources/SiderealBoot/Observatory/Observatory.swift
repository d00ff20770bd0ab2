package import SiderealClocks
public import SiderealCore
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Watches this device's clocks, and remembers what it saw from one launch to the next.
///
/// Opening one is cheap and belongs at an app's launch: it reads the record and the clocks, and waits for no lock, no
/// sync and no network. What it saw is saved in the background, or by ``save()``. Two of them on one directory in one
/// process share everything.
///
/// It is `Sendable`: use it from any thread.
public final class Observatory: Sendable {
    /// Where the record is kept: the directory's path as the kernel resolved it, without links.
    public var directory: URL { URL(filePath: shared.directory, directoryHint: .isDirectory) }
    /// The observer whose checkpoints this observatory's own answers compare with.
    public let observer: String

    package let shared: SharedObservatory
    /// The simulated network, which only trusted clocks know how to ask; nil for the real one.
    package let network: (any Sendable)?

    /// Opens the observatory of the app's own directory: in Application Support on Apple platforms, else
    /// `$XDG_STATE_HOME/sidereal` or `~/.local/state/sidereal`.
    ///
    /// - Parameters:
    ///   - observer: Whose launches are counted: an app and its widget have checkpoints of their own in one directory.
    ///     By default the bundle identifier, or the name of the executable. One to 255 bytes.
    ///   - journal: A file to append every input to, for replay; nil for none. Kept under one megabyte. It holds the
    ///     boot's identity as it is. If it can't be written, ``journalError`` says why, and nothing else is disturbed.
    ///   - savesAutomatically: Whether to save in the background after opening and whenever something is learned.
    ///   - driftPartsPerMillion: How wrong the rate of this device's clocks can be, from 1 to 100,000; by default 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: If the system names no directory, or the clocks can't be read; `otherOptions` if the directory is open
    ///   in this process with another drift. A record that is missing, unreadable or damaged is not an error here: the
    ///   verdict says so.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        observer: String? = nil, journal: URL? = nil, savesAutomatically: Bool = true,
        driftPartsPerMillion: Int? = nil
    ) throws(ObservatoryError) {
        try self.init(
            path: try StateDirectory.standard(), observer: observer, journal: journal,
            savesAutomatically: savesAutomatically, driftPartsPerMillion: driftPartsPerMillion)
    }

    /// Opens the observatory of a directory.
    ///
    /// - Parameters:
    ///   - directory: Where the record is kept, and nothing else: created when it is first saved; one that is there
    ///     keeps its protection class and its place in backups, and the record has its own. On Apple platforms
    ///     `init(appGroup:observer:journal:savesAutomatically:driftPartsPerMillion:)` finds that of an app group.
    ///   - observer: Whose launches are counted: an app and its widget have checkpoints of their own in one directory.
    ///     By default the bundle identifier, or the name of the executable. One to 255 bytes.
    ///   - journal: A file to append every input to, for replay; nil for none. Kept under one megabyte. It holds the
    ///     boot's identity as it is. If it can't be written, ``journalError`` says why, and nothing else is disturbed.
    ///   - savesAutomatically: Whether to save in the background after opening and whenever something is learned.
    ///   - driftPartsPerMillion: How wrong the rate of this device's clocks can be, from 1 to 100,000; by default 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: If the clocks can't be read; `otherOptions` if the directory is open in this process with another
    ///   drift. A record that is missing, unreadable or damaged is not an error here: the verdict says so.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        directory: URL, observer: String? = nil, journal: URL? = nil, savesAutomatically: Bool = true,
        driftPartsPerMillion: Int? = nil
    ) throws(ObservatoryError) {
        try self.init(
            path: directory.path, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
            driftPartsPerMillion: driftPartsPerMillion)
    }

    init(
        path: String, observer: String?, journal: URL?, savesAutomatically: Bool, driftPartsPerMillion: Int?
    ) throws(ObservatoryError) {
        let name = observer ?? StateDirectory.standardObserver
        guard (1...255).contains(name.utf8.count) else {
            throw ObservatoryError(.observerName, "the observer's name '\(name)' is not of 1 to 255 bytes")
        }
        var drift: Rate?
        if let driftPartsPerMillion {
            guard let parts = Int32(exactly: driftPartsPerMillion), (1...100_000).contains(parts) else {
                throw ObservatoryError(
                    .drift, "the drift of \(driftPartsPerMillion) parts per million is not from 1 to 100,000")
            }
            drift = .partsPerMillion(parts)
        }
        self.observer = name
        network = nil
        shared = try SharedObservatory.of(
            directory: path, observer: name, journal: journal?.path, savesAutomatically: savesAutomatically,
            drift: drift)
    }

    /// An observatory that shares nothing, as if it were of a process of its own, in the environment, by the clocks
    /// and on the network that it is given.
    package init(
        directory: String, observer: String, journal: String? = nil, savesAutomatically: Bool = false,
        gate: FirstUnlockGate? = nil, environment: Environment, clocks: DeviceClocks,
        network: (any Sendable)? = nil
    ) throws(ObservatoryError) {
        self.observer = observer
        self.network = network
        shared = try SharedObservatory(
            directory: directory, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
            environment: environment, clocks: clocks)
        shared.awaitUnlock(at: gate ?? FirstUnlockGate(directory: directory, environment: environment))
    }

    /// Why the journal could not be written, the first time that it could not; nil where it could, or there is none.
    public var journalError: ObservatoryError? { shared.journalError }

    /// The verdict on reboots and clock changes between the observer's last saved reading and this launch.
    ///
    /// It stays the same in one process, with two exceptions: trusted time settles a question that was open at first,
    /// and a record that couldn't be read is compared once it can be. While the answer is `unavailable`, each access
    /// tries to read the record again; any other one leaves the disk alone.
    public var bootVerdict: BootVerdict {
        let verdict = shared.launchAnswer(for: observer).verdict
        guard case .unavailable = verdict.answer else { return verdict }
        shared.readRecordAgain()
        return shared.launchAnswer(for: observer).verdict
    }

    /// When this boot began, by the device's own clock as it stood at launch; nil where the kernel did not say.
    public var bootTime: Date? { shared.launchAnswer(for: observer).kernelBootTime?.date }

    /// Returns the present moment, to be stored beside what happens at it.
    ///
    /// It reads all clocks; no lock is waited for, and the disk is left alone.
    ///
    /// - Throws: If the clocks can't be read; a working kernel's always can.
    public func moment() throws(ObservatoryError) -> Moment { try shared.moment() }

    /// Returns the verdict on reboots and clock changes between a moment and now.
    ///
    /// - Parameter moment: A moment of this device. For one of another device the verdict is `indeterminate`.
    /// - Throws: If the clocks can't be read.
    public func verdict(since moment: Moment) throws(ObservatoryError) -> BootVerdict {
        try shared.freshKeeper().verdict(since: moment.mark) ?? BootVerdict(.indeterminate, evidence: .noEvidence)
    }

    /// Returns the true time between a moment and now: clock changes don't matter, and sleep and reboots count.
    ///
    /// - Parameter moment: A moment of this device.
    /// - Returns: Bounds of the true time. `atMost` is `nil` if nothing bounds it, as after a reboot offline.
    /// - Throws: If the clocks can't be read.
    public func elapsed(since moment: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(since: moment, on: .proven) ?? .unbounded)
    }

    /// Returns the true time from one moment to a later one, by all that is known by now.
    ///
    /// Three things bound it: the time that the clocks counted from one to the other, the true time at each as far as it
    /// was known, and the time that has passed since each. The bounds narrow as servers answer, so a session that began
    /// and ended offline can be billed later. Only proven times count; `TrustedClock.elapsed(from:to:requiring:)` counts
    /// all that its clock accepts.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device. If it is earlier, at least zero has passed, and nothing else is known.
    /// - Returns: Bounds of the true time. `atMost` is `nil` if nothing bounds it, as after a reboot offline.
    /// - Throws: If the clocks can't be read.
    public func elapsed(from start: Moment, to end: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: .proven) ?? .unbounded)
    }

    /// Whether a hypervisor may stop this machine and all its clocks at any time, as the kernel tells.
    ///
    /// Then the upper ends of elapsed times, and `TrustedTime.latestDate`, rest on the premise that it did not. More
    /// time than the clocks counted proves no reboot there.
    public var mayBePaused: Bool { shared.clocks.model.mayBePaused }

    /// Each save in the background from now on: why it failed, or nil.
    package var backgroundSaves: AsyncStream<ObservatoryError?> { shared.backgroundSaves.stream() }

    /// The elapsed clock now, to time a request by.
    package func stamp() -> ElapsedStamp { ElapsedStamp(shared.elapsed()) }

    /// All clocks, read now.
    package func reading() throws(ObservatoryError) -> ClockReading {
        let keeper = try shared.freshKeeper()
        guard let reading = keeper.latest?.reading else {
            throw ObservatoryError.clocksUnread
        }
        return reading
    }

    /// Saves what was seen, and returns once it is durable: an app may call it before it exits.
    ///
    /// Not for the main thread: it waits for a short lock that other processes of the same directory take, and for the
    /// disk. Where the record could not be read, nothing is saved over it, and this throws.
    public func save() throws(ObservatoryError) {
        let isDone: Void? = try BackgroundWork.whileAwake { () throws(ObservatoryError) in
            try shared.save(readingAgain: true)
        }
        guard isDone != nil else {
            throw ObservatoryError(
                .aboutToBeSuspended, path: directory.path,
                "can't save in \(directory.path): the system is about to suspend this process")
        }
    }

    /// Saves what was seen without reading the clocks again.
    package func saveAsSeen() throws(ObservatoryError) { try shared.save(readingAgain: false) }

    /// The timekeeper as it stands.
    package var keeper: Timekeeper { shared.keeper }
}

/// Bounds of a time that passed.
public struct ElapsedTime: Sendable, Hashable {
    /// At least so much true time has passed; never negative. It is certain; on a machine that may be paused,
    /// unless it was so between a server's answer and the mark.
    public let atLeast: Duration
    /// Nil where nothing bounds it from above. On a machine that may be paused (``Observatory/mayBePaused``) it rests
    /// on the premise that it was not.
    public let atMost: Duration?

    package init(_ bounds: Bounds) {
        atLeast = .nanoseconds(max(0, bounds.lower.count))
        atMost = bounds.hasUpper ? .nanoseconds(bounds.upper.count) : nil
    }
}

extension ElapsedTime: CustomStringConvertible {
    /// The bounds for a person or a log: `from 2 d 3 h to 2 d 4 h`, `at least 2 d 3 h`.
    public var description: String { DurationBounds(atLeast: atLeast, atMost: atMost).description }
}

/// Where the record is kept, unless the caller says otherwise.
package enum StateDirectory {
    /// The standard state directory of this system.
    package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(ObservatoryError)
        -> String
    {
        if let directory = StandardDirectories.state(environment: environment) { return directory }
        throw ObservatoryError(.stateDirectory, StandardDirectories.stateReason)
    }

    /// The observer of this process, unless it names another: the app's bundle identifier, or the name of the
    /// executable.
    static var standardObserver: String { StandardDirectories.applicationName }
}
