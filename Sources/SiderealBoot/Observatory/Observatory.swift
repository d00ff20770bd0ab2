package import SiderealClocks
public import SiderealCore
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads this device's clocks, and saves their readings from one launch to the next.
///
/// Open an observatory at your app's launch. Opening is fast: the observatory reads the record and the clocks, and
/// doesn't wait for a lock, a sync or the network. It saves in the background, or when you call ``save()``. Two
/// observatories of one directory in one process share their state.
///
/// An observatory is `Sendable`: use it from any thread.
public final class Observatory: Sendable {
    /// The directory of the record: the path that the kernel resolved, without symbolic links.
    public var directory: URL { URL(filePath: shared.directory, directoryHint: .isDirectory) }
    /// The observer whose checkpoints this observatory compares.
    public let observer: String

    package let shared: SharedObservatory
    /// The simulated network, which only trusted clocks use, or `nil` for the real network.
    package let network: (any Sendable)?

    /// Opens the observatory of the app's own directory. On Apple platforms the directory is in Application Support. On
    /// Linux it is `$XDG_STATE_HOME/sidereal` or `~/.local/state/sidereal`.
    ///
    /// - Parameters:
    ///   - observer: The name of your app or extension in the record. An app and its widget are two observers with
    ///     separate checkpoints in one directory. The default is the bundle identifier, or the name of the executable.
    ///     The name has 1 to 255 bytes.
    ///   - journal: A file to which the observatory appends every input, for replay, or `nil` for no journal. The file
    ///     stays under one megabyte, and contains the boot's identity as plain text. If the journal can't be written,
    ///     ``journalError`` contains the error, and everything else still works.
    ///   - savesAutomatically: Pass `true` to save in the background after opening, and after each input that is worth
    ///     saving.
    ///   - driftPartsPerMillion: The largest rate error of this device's clocks, from 1 to 100,000. The default is 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: `directoryUnusable` if the system names no directory, `clocksUnreadable` if the clocks can't be read,
    ///   or `conflictingOptions` if the directory is open in this process with another drift. Invalid arguments throw
    ///   `invalidObserverName`, `invalidDrift` or `tooManyObservers`. A missing, unreadable or damaged record is not an
    ///   error here: ``bootVerdict`` reports it.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
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
    ///   - directory: The directory of the record. Use it only for the record. The first save creates the directory. An
    ///     existing directory keeps its protection class and its place in backups, because the record has settings of
    ///     its own. On Apple platforms `init(appGroup:observer:journal:savesAutomatically:driftPartsPerMillion:)` finds
    ///     the directory of an app group.
    ///   - observer: The name of your app or extension in the record. An app and its widget are two observers with
    ///     separate checkpoints in one directory. The default is the bundle identifier, or the name of the executable.
    ///     The name has 1 to 255 bytes.
    ///   - journal: A file to which the observatory appends every input, for replay, or `nil` for no journal. The file
    ///     stays under one megabyte, and contains the boot's identity as plain text. If the journal can't be written,
    ///     ``journalError`` contains the error, and everything else still works.
    ///   - savesAutomatically: Pass `true` to save in the background after opening, and after each input that is worth
    ///     saving.
    ///   - driftPartsPerMillion: The largest rate error of this device's clocks, from 1 to 100,000. The default is 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: `clocksUnreadable` if the clocks can't be read, or `conflictingOptions` if the directory is open in
    ///   this process with another drift. Invalid arguments throw `invalidObserverName`, `invalidDrift` or
    ///   `tooManyObservers`. A missing, unreadable or damaged record is not an error here: ``bootVerdict`` reports it.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
    )
    public convenience init(
        directory: URL, observer: String? = nil, journal: URL? = nil, savesAutomatically: Bool = true,
        driftPartsPerMillion: Int? = nil
    ) throws(ObservatoryError) {
        try self.init(
            path: directory.path, observer: observer, journal: journal, savesAutomatically: savesAutomatically,
            driftPartsPerMillion: driftPartsPerMillion)
    }

    /// Opens the observatory of a directory, with clocks that differ from those of ``DeviceClocks/live``.
    package init(
        path: String, observer: String?, journal: URL?, savesAutomatically: Bool, driftPartsPerMillion: Int?,
        clocks: DeviceClocks = .live
    ) throws(ObservatoryError) {
        let name = observer ?? StateDirectory.standardObserver
        guard (1...255).contains(name.utf8.count) else {
            throw ObservatoryError(.invalidObserverName, "the observer's name '\(name)' does not have 1 to 255 bytes")
        }
        var drift: Rate?
        if let driftPartsPerMillion {
            guard let parts = Int32(exactly: driftPartsPerMillion), (1...100_000).contains(parts) else {
                throw ObservatoryError(
                    .invalidDrift, "the drift of \(driftPartsPerMillion) parts per million is not from 1 to 100,000")
            }
            drift = .partsPerMillion(parts)
        }
        self.observer = name
        network = nil
        shared = try SharedObservatory.of(
            directory: path, observer: name, journal: journal?.path, savesAutomatically: savesAutomatically,
            drift: drift, clocks: clocks)
    }

    /// Creates an observatory that shares nothing, as if it ran in a separate process. It uses the given environment,
    /// clocks and network.
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

    /// The first error of a write to the journal, or `nil` if every write succeeded or there is no journal.
    public var journalError: ObservatoryError? { shared.journalError }

    /// The verdict on reboots and clock changes between the observer's last saved reading and this launch.
    ///
    /// In one process, the verdict changes only in two cases: trusted time settles a question that was open at launch,
    /// or a record that couldn't be read at launch becomes readable. While the answer is `unavailable`, each access
    /// tries to read the record again. With any other answer, an access doesn't use the disk.
    public var bootVerdict: BootVerdict {
        let verdict = shared.launchAnswer(for: observer).verdict
        guard case .unavailable = verdict.answer else { return verdict }
        shared.readRecordAgain()
        return shared.launchAnswer(for: observer).verdict
    }

    /// The beginning of this boot by the device's own clock at launch, or `nil` without a reading.
    public var bootTime: Date? { shared.launchAnswer(for: observer).kernelBootTime?.date }

    /// Returns the present moment, to store beside the event that it dates.
    ///
    /// The method reads all clocks. Without a journal, it neither waits for another process nor uses the disk.
    ///
    /// - Throws: `clocksUnreadable` if the clocks can't be read, which does not happen in a working kernel.
    public func moment() throws(ObservatoryError) -> Moment { try shared.moment() }

    /// Returns the verdict on reboots and clock changes between a moment and now.
    ///
    /// - Parameter moment: A moment of this device.
    /// - Returns: The verdict, which is `indeterminate` for a moment of another device.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func verdict(since moment: Moment) throws(ObservatoryError) -> BootVerdict {
        try shared.freshKeeper().verdict(since: moment.mark) ?? BootVerdict(.indeterminate, evidence: .noEvidence)
    }

    /// Returns the true time between a moment and now. Sleep and reboots count. Clock changes don't affect the result.
    ///
    /// - Parameter moment: A moment of this device.
    /// - Returns: Bounds of the true time. `atMost` is `nil` without an upper bound, for example after a reboot
    ///   offline.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(since moment: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(since: moment, on: .proven) ?? .unbounded)
    }

    /// Returns the true time from one moment to a later moment, by all evidence until now.
    ///
    /// Three kinds of evidence bound this time:
    /// - the time that the clocks counted from one moment to the other
    /// - the bounds of the true time at each moment
    /// - the time that has passed since each moment
    ///
    /// The bounds narrow as servers answer, so you can bill a session later that began and ended offline. Only proven
    /// times count. `TrustedClock.elapsed(from:to:requiring:)` uses every time that its clock accepts.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device. If it is earlier than `start`, `atLeast` is zero and `atMost` is `nil`.
    /// - Returns: Bounds of the true time. `atMost` is `nil` without an upper bound, for example after a reboot
    ///   offline.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(from start: Moment, to end: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: .proven) ?? .unbounded)
    }

    /// Indicates whether a hypervisor may stop this machine and all its clocks at any time, as the kernel reports.
    ///
    /// If so, the upper ends of elapsed times, and `TrustedTime.latestDate`, rest on the premise that the hypervisor
    /// did not stop the machine. A pause stops the clocks. So on such a machine, a gap between true and counted time
    /// doesn't prove a reboot.
    public var mayBePaused: Bool { shared.clocks.model.mayBePaused }

    /// A stream of the results of later background saves: an error, or `nil` for success.
    package var backgroundSaves: AsyncStream<ObservatoryError?> { shared.backgroundSaves.stream() }

    /// Returns the present value of the elapsed clock, for timing a request.
    package func elapsed() -> ElapsedInstant { shared.elapsed() }

    /// Reads all clocks now.
    package func reading() throws(ObservatoryError) -> ClockReading {
        let keeper = try shared.freshKeeper()
        guard let reading = keeper.latest?.reading else {
            throw ObservatoryError.clocksUnread
        }
        return reading
    }

    /// Saves the readings, and returns after they are durable. You can call it before your app exits.
    ///
    /// Don't call it on the main thread: it waits for the disk, and for a lock that other processes of the same
    /// directory hold for a short time. If the record could not be read, `save()` throws and overwrites nothing.
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

    /// Saves the readings so far, without reading the clocks again.
    package func saveAsSeen() throws(ObservatoryError) { try shared.save(readingAgain: false) }

    /// The current timekeeper.
    package var keeper: Timekeeper { shared.keeper }
}

/// Bounds of a span of true time.
public struct ElapsedTime: Sendable, Hashable {
    /// The least true time that can have passed. It is never negative. It is certain, unless the machine may be paused,
    /// and was paused between a server's answer and the moment.
    public let atLeast: Duration
    /// The most true time that can have passed, or `nil` without an upper bound. If the machine may be paused
    /// (``Observatory/mayBePaused``), this value rests on the premise that the machine was not paused.
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

/// The default places and names of a record.
package enum StateDirectory {
    /// Returns the standard state directory of this system.
    package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(ObservatoryError)
        -> String
    {
        if let directory = StandardDirectories.state(environment: environment) { return directory }
        throw ObservatoryError(.directoryUnusable, StandardDirectories.stateReason)
    }

    /// The default name of this process's observer: the app's bundle identifier, or the name of the executable.
    static var standardObserver: String { StandardDirectories.applicationName }
}
