import SiderealCore

/// Counts the true time since a moment, across clock changes, sleep, reboots and reinstallation.
///
/// Store the meter in a place that survives these events: the keychain survives reinstallation, and a backup moves to
/// another phone. Update the meter at each launch, from time to time, and after `synchronize`. Store it after each
/// update.
///
///     var meter = try ElapsedMeter(startingAt: observatory)
///
///     // Later, in any launch.
///     let passed = try meter.update(from: observatory)
///     print(passed.atLeast, passed.atMost as Any)
///
/// | Meanwhile | `atLeast` counts | `atMost` |
/// | --- | --- | --- |
/// | only time, sleep and clock changes | all time, less the drift | all time, plus the drift |
/// | a reboot, offline | the time until the last update, and since the boot | nil until the true time is known |
/// | a new phone, or reinstalled and rebooted, offline | the time until the last update, and from the next on | nil |
/// | any of these, the true time proven at both ends | all time | all time |
///
/// - **The time between a boot and its first reading.** On Apple platforms, up to 4% of this time stays unproven. A
///   counter may have run on through a warm reboot, so only the slewed wall clock measures this time.
/// - **Counters that run on through a warm reboot**, as on the simulated `newPhone`. On such a device, a meter with a
///   dated start counts the time across the reboot, too.
/// - **Reinstallation.** If an app is deleted and installed again in one boot, the meter keeps the whole count. This
///   requires a kernel that identifies its boots.
/// - **The start.** The start is also proven if the true time becomes known later in the same boot. If the true time
///   becomes known only after a reboot, the time until then has no upper bound. From then on, `atLeast` counts all
///   time.
///
/// - Important: A restored older copy gives true bounds. But it doesn't include the reboots since then, and can't show
///   its age. The bytes are not signed, so code that can write them can restart the count.
public struct ElapsedMeter: Sendable, Hashable {
    private(set) var account: ElapsedAccount

    init(_ account: ElapsedAccount) { self.account = account }

    /// Starts counting now.
    ///
    /// The true time may still be unknown. If it becomes known later in the same boot, the meter computes its start
    /// date. If any clock of the observatory proves the true time now, the meter starts with that date. Only a time
    /// that meets `TrustedTime.Requirement.proven` counts as proven. For example, two of three named operators must
    /// answer.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - counted: The time that already counts as passed, such as the count of an earlier meter. Negative values
    ///     count as zero.
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

    /// Indicates whether the bounds of the start's true time span at most an hour. A dated meter counts the time across
    /// a reboot as soon as servers bound the true time again. An undated meter can't count that time.
    ///
    /// If servers contradict each other, the bounds of the start can be days apart. The meter is then undated until an
    /// update in the same boot at which the servers agree.
    public var isDated: Bool { account.isDated }

    /// The time that had passed at the last update, or zero for a meter that was never updated.
    public var elapsed: ElapsedTime { ElapsedTime(account.latest.sinceStart) }

    /// Returns the time that has passed now, without updating the meter.
    ///
    /// - Returns: Bounds of the true time since the start. `atMost` is `nil` without an upper bound.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func elapsed(at observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try balance(at: observatory).total)
    }

    /// Counts the time until now, and keeps this moment as the last update. Store the meter afterwards.
    ///
    /// The method reads the clocks and computes some digests. Without a journal, it neither waits for another process
    /// nor uses the disk. Frequent calls don't widen the bounds. In one boot, the meter carries each bound in one step
    /// from the moment of its evidence.
    ///
    /// A meter may start without the true time, and then lose its upper bound in a reboot or a move. It can't prove the
    /// time before that event. So it never gets an upper bound again, or only one that may be days too high.
    ///
    /// With `omittingUnprovenTime`, such a meter starts anew with the proven time as soon as it gets the true time. It
    /// omits unproven time once, also from `atMost`, and then counts across reboots. Pass `true` for a limit that may
    /// be reached late, but never early, such as the end of a trial. Time that was proven at the last update counts,
    /// even if its server retracts the answer.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - omitsUnprovenTime: Pass `true` to leave out time that can no longer be proven.
    /// - Returns: The time that has passed now, the same as ``elapsed``.
    /// - Throws: `clocksUnreadable` if the clocks can't be read. In that case the meter is unchanged. A meter of
    ///   another device is not an error.
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
    /// The time that had passed at the last update. It omits the marks, which identify a device and a boot.
    public var description: String { "ElapsedMeter(\(DurationBounds(account.latest.sinceStart)))" }

    /// An empty mirror, so that `dump` does not show the marks either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The encoding of a meter is one value of bytes, with a version and a checksum. Code that stores a meter can't read
/// it.
extension ElapsedMeter: Codable {
    /// Decodes a meter. Throws `DecodingError.dataCorrupted` if a newer version wrote the bytes, or they are damaged.
    ///
    /// Both errors can hide a valid count, so don't start a new meter because of such an error. `GatedKeychain` and
    /// `ProtectedStore` report the errors as `newerVersion` and `undecodable`. The reason of `undecodable` describes
    /// the damage.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.decode("meter") { bytes throws(RecordError) in try ElapsedAccount(bytes: bytes) })
    }

    /// Encodes the meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: account.bytes)
    }
}
