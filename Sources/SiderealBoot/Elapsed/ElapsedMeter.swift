import SiderealCore

/// Counts the true time since a moment through clock changes, sleep, reboots and reinstallation.
///
/// Store the meter where it outlives these: the keychain survives reinstallation, and a backup moves to another phone.
/// Update the meter at each launch, now and then, and after `synchronize`, and store it again.
///
///     var meter = try ElapsedMeter(startingAt: observatory)
///
///     // Later, in any launch.
///     let passed = try meter.update(from: observatory)
///     print(passed.atLeast, passed.atMost as Any)
///
/// | Meanwhile | `atLeast` counts | `atMost` |
/// | --- | --- | --- |
/// | nothing but time, sleep and clock changes | all of it, less the drift | all of it, plus the drift |
/// | a reboot, offline | all until the last update, and since the boot | nil until the true time is known |
/// | a new phone, or reinstalled and rebooted, offline | all until the last update, and from the next one on | nil |
/// | any of these, the true time proven at both ends | all of it | all of it |
///
/// - **The time between a boot and its first reading.** On Apple platforms up to 4% of it stays unproven: a counter may
///   have run on through a warm reboot, so only the slewed wall clock measures it.
/// - **Counters that run on through a warm reboot**, as on the simulated `newPhone`. A meter with a dated start then
///   counts the time across the reboot, too.
/// - **Reinstallation.** An app deleted and installed again in one boot keeps the whole count if the kernel identifies
///   its boots.
/// - **The start.** It is also proven if the true time becomes known later in the same boot. If the true time becomes
///   known only after a reboot, the time until then has no upper bound, and `atLeast` counts everything from then on.
///
/// - Important: A restored older copy states true bounds. But it has not seen the reboots since, and can't show its
///   age. The bytes are not signed: code that can write them can restart the count.
public struct ElapsedMeter: Sendable, Hashable {
    private(set) var account: ElapsedAccount

    init(_ account: ElapsedAccount) { self.account = account }

    /// Starts counting now.
    ///
    /// The true time may still be unknown. If it becomes known later in the same boot, the meter works out when it
    /// started. If it is proven now, by any clock of the observatory, the meter starts with it. Only a time that meets
    /// `TrustedTime.Requirement.proven` counts as proven: of three named operators, two have to answer.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - counted: The time that already counts as passed, such as the count of an earlier meter. Negative values
    ///     count as zero.
    /// - Throws: `clocks` if the clocks can't be read.
    public init(
        startingAt observatory: Observatory, alreadyElapsed counted: Duration = .zero
    ) throws(ObservatoryError) {
        let keeper = try observatory.shared.freshKeeper()
        guard let account = ElapsedAccount(startingAt: keeper, alreadyElapsed: Nanoseconds(clamping: counted)) else {
            throw ObservatoryError(.clocks, "the meter can't start: the clocks have not been read")
        }
        self.account = account
    }

    /// Indicates whether the bounds of the start's true time span at most an hour. A dated meter counts the time across
    /// a reboot as soon as servers bound the true time again. An undated meter leaves that time open.
    ///
    /// Servers that contradict each other can leave a date open by days. It is no date then, until an update in the
    /// same boot finds the servers agreed.
    public var isDated: Bool { account.isDated }

    /// The time that had passed at the last update, or zero for a meter that was never updated.
    public var elapsed: ElapsedTime { ElapsedTime(account.latest.sinceStart) }

    /// Returns the time that has passed now, without updating the meter.
    ///
    /// - Returns: Bounds of the true time since the start. `atMost` is `nil` without an upper bound.
    /// - Throws: `clocks` if the clocks can't be read.
    public func elapsed(at observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try balance(at: observatory).total)
    }

    /// Counts the time until now, and remembers this moment. Store the meter afterwards.
    ///
    /// It reads the clocks and computes some digests: no disk, no waiting. Frequent calls don't widen the bounds: in
    /// one boot the meter carries each bound in one step from the moment of its evidence.
    ///
    /// A meter that started without the true time, and then lost its upper bound in a reboot or a move, never regains
    /// one, or only one that may be days too high: the time before can't be proven. With `omittingUnprovenTime` the
    /// meter starts anew with the proven time, as soon as it gets the true time. It leaves out unproven time once, also
    /// from `atMost`; from then on it counts across reboots. Pass `true` for a limit that may be reached late, but
    /// never early, such as the end of a trial. Time proven at the last update counts even if its server takes the
    /// answer back.
    ///
    /// - Parameters:
    ///   - observatory: The observatory that reads the clocks.
    ///   - omitsUnprovenTime: Pass `true` to leave out time that can no longer be proven.
    /// - Returns: The time that has passed now, as ``elapsed``.
    /// - Throws: `clocks` if the clocks can't be read; the meter is then unchanged. A meter of another device is not an
    ///   error.
    @discardableResult
    public mutating func update(
        from observatory: Observatory, omittingUnprovenTime omitsUnprovenTime: Bool = false
    ) throws(ObservatoryError) -> ElapsedTime {
        let keeper = try observatory.shared.freshKeeper()
        guard let updated = omitsUnprovenTime ? account.countingOn(at: keeper) : account.updated(at: keeper) else {
            throw ObservatoryError(.clocks, "the meter can't be updated: the clocks have not been read")
        }
        account = updated
        return elapsed
    }

    func balance(at observatory: Observatory) throws(ObservatoryError) -> ElapsedAccount.Balance {
        guard let balance = account.balance(at: try observatory.shared.freshKeeper()) else {
            throw ObservatoryError(.clocks, "the meter can't be read: the clocks have not been read")
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

/// A meter is encoded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension ElapsedMeter: Codable {
    /// Decodes a meter. Throws `DecodingError.dataCorrupted` if a newer version wrote the bytes, or they are damaged.
    ///
    /// Both errors can hide a valid count, so don't start a new meter because of one. `GatedKeychain` and
    /// `ProtectedStore` report them as `newerVersion` and `undecodable`, with the damage in its reason.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.decode("meter") { bytes throws(RecordError) in try ElapsedAccount(bytes: bytes) })
    }

    /// Encodes the meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: account.bytes)
    }
}
