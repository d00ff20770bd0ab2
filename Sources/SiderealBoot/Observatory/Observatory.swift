package import SiderealClocks
public import SiderealCore
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An object that reads this device's clocks and keeps their readings from one launch to the next.
///
/// ```swift
/// let observatory = try Observatory()
/// if observatory.bootVerdict.didReboot == true { forgetWhatWasRunning() }
///
/// let began = try observatory.moment()
/// // Later, in any launch:
/// print(try observatory.elapsed(since: began))
/// ```
///
/// Open an observatory at your app's launch. Opening is fast. The observatory then reads the clocks and the record (the
/// file of saved readings). Opening an observatory never waits for a lock, a disk sync or the network. The observatory
/// saves in the background, or when you call ``save()``. Two observatories of one directory in one process share their
/// state.
///
/// You can use an observatory from any thread.
public final class Observatory: Sendable {
    /// The directory of the record, as a path without symbolic links.
    public var directory: URL { URL(filePath: shared.directory, directoryHint: .isDirectory) }
    /// The observer (the app or extension) whose saved readings this observatory compares.
    public let observer: String

    package let shared: SharedObservatory
    /// The simulated network, which only trusted clocks use, or `nil` for the real network.
    package let network: (any Sendable)?

    /// Opens the observatory of the app's own directory. On Apple platforms the directory is in Application Support.
    /// On Linux, the directory is `$XDG_STATE_HOME/sidereal` or `~/.local/state/sidereal`.
    ///
    /// - Parameters:
    ///   - observer: The name of your app or extension in the record. An app and its widget are two observers with
    ///     separate readings in one directory. The default is the bundle identifier, or the name of the executable. The
    ///     name has 1 to 255 bytes.
    ///   - journal: A file to which the observatory appends every input, for replay. Pass `nil` for no journal. The
    ///     file stays under one megabyte, and contains the boot's identity as plain text. If the journal can't be
    ///     written, ``journalError`` contains the error, and everything else still works.
    ///   - savesAutomatically: Pass `true` to save in the background after opening, and after each input that is worth
    ///     saving.
    ///   - driftPartsPerMillion: The largest rate error of this device's clocks, from 1 to 100,000. The default is 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: `directoryUnusable` if the system provides no directory, `clocksUnreadable` if the clocks can't be
    ///   read, or `conflictingOptions` if the directory is open in this process with another drift. Invalid arguments
    ///   throw `invalidObserverName`, `invalidDrift` or `tooManyObservers`. A missing, unreadable or damaged record is
    ///   not an error. ``bootVerdict`` reports such a record.
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
    ///   - directory: The directory of the record. Use the directory only for the record. The first save creates the
    ///     directory. An existing directory keeps its protection class and its backup setting, because the record's
    ///     file has its own settings. On Apple platforms
    ///     `init(appGroup:observer:journal:savesAutomatically:driftPartsPerMillion:)` finds the directory of an app
    ///     group.
    ///   - observer: The name of your app or extension in the record. An app and its widget are two observers with
    ///     separate readings in one directory. The default is the bundle identifier, or the name of the executable. The
    ///     name has 1 to 255 bytes.
    ///   - journal: A file to which the observatory appends every input, for replay. Pass `nil` for no journal. The
    ///     file stays under one megabyte, and contains the boot's identity as plain text.
    ///   - savesAutomatically: Pass `true` to save in the background after opening, and after each input that is worth
    ///     saving.
    ///   - driftPartsPerMillion: The largest rate error of this device's clocks, from 1 to 100,000. The default is 100
    ///     on Apple platforms, and 500 on Linux.
    /// - Throws: `clocksUnreadable` if the clocks can't be read, or `conflictingOptions` if the directory is open in
    ///   this process with another drift. Invalid arguments throw `invalidObserverName`, `invalidDrift` or
    ///   `tooManyObservers`. A missing, unreadable or damaged record is not an error. ``bootVerdict`` reports such a
    ///   record.
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
        clocks: DeviceClocks? = nil
    ) throws(ObservatoryError) {
        let name = observer ?? StateDirectory.standardObserver
        guard (1...255).contains(name.utf8.count) else {
            throw ObservatoryError(.invalidObserverName, "the observer's name '\(name)' does not have 1 to 255 bytes")
        }
        var drift: Rate?
        if let driftPartsPerMillion {
            guard let parts = Int32(exactly: driftPartsPerMillion), (1...100_000).contains(parts) else {
                throw ObservatoryError(
                    .invalidDrift, "the drift of \(driftPartsPerMillion) parts per million is outside 1 to 100,000")
            }
            drift = .partsPerMillion(parts)
        }
        self.observer = name
        network = nil
        shared = try SharedObservatory.of(
            directory: path, observer: name, journal: journal?.path, savesAutomatically: savesAutomatically,
            drift: drift, clocks: clocks)
    }

    /// Creates an observatory that shares nothing with other observatories, as if it ran in a separate process. The
    /// observatory uses the given environment, clocks and network.
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

    /// The verdict on reboots and clock changes between the last saved reading of the ``observer`` and this launch.
    ///
    /// In one process, the verdict changes only in two cases:
    ///
    /// - Trusted time proves an answer that was not proven at launch.
    /// - A record that couldn't be read at launch becomes readable.
    ///
    /// While the answer is `unavailable`, each access tries to read the record again. With any other answer, an access
    /// doesn't use the disk.
    public var bootVerdict: BootVerdict {
        let verdict = shared.launchAnswer(for: observer).verdict
        guard case .unavailable = verdict.answer else { return verdict }
        shared.readRecordAgain()
        return shared.launchAnswer(for: observer).verdict
    }

    /// The date at which this boot began, according to the system clock at launch, or `nil` if there is no reading.
    public var bootTime: Date? { shared.launchAnswer(for: observer).kernelBootTime?.date }

    /// Returns the present moment. Store the moment together with the event that it dates.
    ///
    /// This method reads all clocks. Without a journal, the method neither waits for another process nor uses the disk.
    ///
    /// - Throws: `clocksUnreadable` if the clocks can't be read. A working kernel never causes this error.
    public func moment() throws(ObservatoryError) -> Moment { try shared.moment() }

    /// Returns the verdict on reboots and clock changes between a moment and now.
    ///
    /// - Parameter moment: A moment of this device.
    /// - Returns: The verdict, which is `indeterminate` for a moment of another device.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func verdict(since moment: Moment) throws(ObservatoryError) -> BootVerdict {
        try shared.freshKeeper().verdict(since: moment.mark) ?? BootVerdict(.indeterminate, evidence: .noEvidence)
    }

    /// Returns the true time between a moment and now. The result includes the time during sleep and reboots. Changes
    /// to the system clock don't affect the result.
    ///
    /// - Parameter moment: A moment of this device.
    /// - Returns: Bounds of the true time. `atMost` is `nil` if there is no upper bound, for example after a reboot
    ///   offline.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(since moment: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(since: moment, on: .proven) ?? .unbounded)
    }

    /// Returns the true time from one moment to a later moment, based on all evidence so far.
    ///
    /// Three kinds of evidence bound this time:
    /// - the time that the clocks counted from one moment to the other
    /// - the bounds of the true time at each moment
    /// - the time that has passed since each moment
    ///
    /// The bounds narrow as servers answer. So you can bill a session that began and ended offline as soon as servers
    /// have answered. This method uses only proven bounds of the true time. `TrustedClock.elapsed(from:to:requiring:)`
    /// uses all bounds that its clock accepts.
    ///
    /// - Parameters:
    ///   - start: A moment of this device.
    ///   - end: A later moment of this device. If `end` is earlier than `start`, `atLeast` is zero and `atMost` is
    ///     `nil`.
    /// - Returns: Bounds of the true time. `atMost` is `nil` if there is no upper bound, for example after a reboot
    ///   offline.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(from start: Moment, to end: Moment) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try shared.freshKeeper().elapsed(from: start, to: end, on: .proven) ?? .unbounded)
    }

    /// A Boolean value that indicates whether the kernel reports that a hypervisor may stop this machine and all its
    /// clocks at any time.
    ///
    /// If the value is true, `TrustedTime.latestDate` and elapsed times rest on the premise that the hypervisor did not
    /// stop the machine. ``ElapsedTime`` describes the effect on each of its bounds. On such a machine, a gap between
    /// true and counted time doesn't prove a reboot, because stopped clocks also cause a gap.
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

    /// Saves the readings, and returns once they are durable. Call `save()` before your app exits, for example.
    ///
    /// Don't call `save()` on the main thread. The method waits for the disk. The method also waits for the record's
    /// lock, which other processes hold for a short time. If the record could not be read, `save()` throws and
    /// overwrites nothing.
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

/// The bounds of the true time that passed.
public struct ElapsedTime: Sendable, Hashable {
    /// The least true time that can have passed, never negative. The bound is certain, unless the machine was paused
    /// (``Observatory/mayBePaused``) between a server's answer and the start moment.
    public let atLeast: Duration
    /// The most true time that can have passed, or `nil` if there is no upper bound. If the machine may be paused
    /// (``Observatory/mayBePaused``), this value rests on the premise that the machine was not paused.
    public let atMost: Duration?

    package init(_ bounds: Bounds) {
        atLeast = .nanoseconds(max(0, bounds.lower.count))
        atMost = bounds.hasUpper ? .nanoseconds(bounds.upper.count) : nil
    }
}

extension ElapsedTime: CustomStringConvertible {
    /// The bounds as text for a person or a log: `from 2 d 3 h to 2 d 4 h`, `at least 2 d 3 h`.
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
