import SiderealCore

/// A meter that counts the true time since a moment, across clock changes, sleep, reboots and reinstallation.
///
/// Store the meter in a place that survives these events. The keychain survives reinstallation. Restoring a backup on
/// another phone moves the meter there. Update the meter at each launch, from time to time, and after `synchronize`.
/// Store the meter after each update.
///
/// ```swift
/// var meter = try ElapsedMeter(startingAt: observatory)
///
/// // Later, in any launch.
/// let passed = try meter.update(from: observatory)
/// print(passed.atLeast, passed.atMost as Any)
/// ```
///
/// | Since the start | `atLeast` counts | `atMost` |
/// | --- | --- | --- |
/// | only time, sleep and clock changes | all time, less the drift | all time, plus the drift |
/// | a reboot, offline | the time until the last update, and since the boot | nil until the true time is known |
/// | a new phone, or reinstalled and rebooted, offline | the time before the last and after the next update | nil |
/// | any of these, with the true time proven at both ends | all time | all time |
///
/// - **The time between a boot and its first reading.** On Apple platforms, `atLeast` omits up to 4% of this time. The
///   elapsed clock may have kept counting through a warm reboot. So only the system clock measures this time, and the
///   system may slew (slowly adjust) that clock.
/// - **A warm reboot during which the elapsed clock keeps running**, as on the simulated `newPhone`. If the start has a
///   date, the meter includes the time from its last update to the boot.
/// - **Reinstallation.** If an app is deleted and installed again in one boot, the meter keeps the whole count. This
///   requires a kernel that identifies its boots.
/// - **The start.** If servers give the true time later in the same boot, the meter computes the date of its start. If
///   servers give the true time only after a reboot, the time before their answer has no upper bound. `atLeast` counts
///   all time after their answer.
///
/// - **A machine that a hypervisor may pause.** See ``ElapsedTime/atLeast`` and ``Observatory/mayBePaused``.
///
/// - Important: If you restore an older copy of the meter, its bounds are still true. But the copy doesn't include
///   later reboots, and can't show its age. The bytes are not signed. So code that can write the bytes can restart the
///   count.
public struct ElapsedMeter: Sendable, Hashable {
    private(set) var account: ElapsedAccount

    init(_ account: ElapsedAccount) { self.account = account }

    /// Starts counting now.
    ///
    /// You can start a meter while the true time is unknown. If servers give the true time later in the same boot, the
    /// meter computes the date of its start. If a clock of the observatory already has a time that meets
    /// `TrustedTime.Requirement.proven`, the meter starts with a date from that time. For example, the time meets this
    /// requirement if two of three named operators have answered.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - counted: The elapsed time with which the meter starts, such as the count of an earlier meter. A negative
    ///     value counts as zero.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public init(
        startingAt observatory: Observatory, alreadyElapsed counted: Duration = .zero
    ) throws(ObservatoryError) {
        let keeper = try observatory.shared.freshKeeper()
        guard let account = ElapsedAccount(startingAt: keeper, alreadyElapsed: Nanoseconds(clamping: counted)) else {
            throw ObservatoryError(.clocksUnreadable, "the meter can't start: the clocks have not been read")
        }
        self.account = account
    }

    /// A Boolean value that indicates whether the bounds of the start's true time span at most one hour. A meter with
    /// such bounds is called *dated*. A dated meter counts the time across a reboot once servers bound the true time
    /// again. An undated meter can't count the time across a reboot.
    ///
    /// If servers contradict each other, the bounds of the start's true time can be days apart. In that case, the meter
    /// is undated until the servers agree at an update in the same boot.
    public var isDated: Bool { account.isDated }

    /// The time that had passed at the last update, or zero for a meter that was never updated.
    public var elapsed: ElapsedTime { ElapsedTime(account.latest.sinceStart) }

    /// Returns the time that has passed now, without updating the meter.
    ///
    /// - Returns: Bounds of the true time since the start. `atMost` is `nil` if there is no upper bound.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(at observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try balance(at: observatory).total)
    }

    /// Counts the time until now, and records the present moment as the last update. Store the meter after this call.
    ///
    /// This method reads the clocks and computes some digests. Without a journal, the method neither waits for another
    /// process nor uses the disk. Frequent calls don't widen the bounds. In one boot, the meter computes each bound
    /// directly from the moment that gave the bound.
    ///
    /// If a meter starts before the true time is known, a reboot or a move to another device can remove its upper
    /// bound. Such a meter can't prove how much time passed before that event. So the meter never gets an upper bound
    /// again, or gets an upper bound that may be days too high.
    ///
    /// Pass `true` for `omittingUnprovenTime` if a limit may be reached late, but never early, such as the end of a
    /// trial. As soon as servers give the true time, a meter without an upper bound starts again with the proven time.
    /// The meter leaves out the unproven time once, from both `atLeast` and `atMost`. From then on, the meter counts
    /// across reboots. The meter still counts time that was proven at the last update, even if the server retracts its
    /// answer.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - omitsUnprovenTime: Pass `true` to leave out time that can no longer be proven.
    /// - Returns: The time that has passed now, the same as ``elapsed``.
    /// - Throws: `clocksUnreadable` if the clocks can't be read. In that case the meter is unchanged. Updating a meter
    ///   of another device is not an error.
    @discardableResult
    public mutating func update(
        from observatory: Observatory, omittingUnprovenTime omitsUnprovenTime: Bool = false
    ) throws(ObservatoryError) -> ElapsedTime {
        let keeper = try observatory.shared.freshKeeper()
        guard let updated = omitsUnprovenTime ? account.countingOn(at: keeper) : account.updated(at: keeper) else {
            throw ObservatoryError(.clocksUnreadable, "the meter can't be updated: the clocks have not been read")
        }
        account = updated
        return elapsed
    }

    func balance(at observatory: Observatory) throws(ObservatoryError) -> ElapsedAccount.Balance {
        guard let balance = account.balance(at: try observatory.shared.freshKeeper()) else {
            throw ObservatoryError(.clocksUnreadable, "the meter can't be read: the clocks have not been read")
        }
        return balance
    }
}

extension ElapsedMeter: CustomStringConvertible, CustomReflectable {
    /// The time that had passed at the last update. The text omits the identities of the device and the boot.
    public var description: String { "ElapsedMeter(\(DurationBounds(account.latest.sinceStart)))" }

    /// A mirror without children, so that `dump` doesn't show the identities of the device and the boot.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A meter is encoded as a single `Data` value, with a version and a checksum. Code that stores a meter can't read
/// it.
extension ElapsedMeter: Codable {
    /// Decodes a meter. Throws `DecodingError.dataCorrupted` if a newer version of the library wrote the bytes, or if
    /// the bytes are damaged.
    ///
    /// In both cases, the count may still be valid, so don't start a new meter. `GatedKeychain` and `ProtectedStore`
    /// report these cases as the errors `newerVersion` and `undecodable`.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.decode("meter") { bytes throws(RecordError) in try ElapsedAccount(bytes: bytes) })
    }

    /// Encodes the meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: account.bytes)
    }
}
