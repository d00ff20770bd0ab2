import SiderealCore

/// Counts the true time since a moment, whatever happens to the device: clock changes, sleep, reboots, reinstallation.
///
/// Store it where it outlives what you want to count through: in the keychain it survives reinstallation, and in a
/// backup it moves to another phone. Update it at each launch, now and then, and after `synchronize`, and store it
/// again.
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
/// Of the time between a boot and the first reading in it up to 4% stay unproven on Apple platforms: a counter may have
/// run on through a warm reboot, so the slewed wall clock has to tell. Where counters run on through a warm reboot, as
/// on the simulated `newPhone`, a meter whose start is dated counts that, too. An app deleted and installed again in
/// one boot loses nothing where the kernel identifies its boots. The start is proven, too, where the true time becomes
/// known only later in the same boot. Where it becomes known only after a reboot, what had passed by then stays open
/// above, and `atLeast` counts all that passes from then on.
///
/// - Important: An older copy that is restored states true bounds, but it has not seen the reboots since, and nothing
///   in it shows that it is old. The bytes are not signed: code that can write them can start the count anew.
public struct ElapsedMeter: Sendable, Hashable {
    private(set) var account: ElapsedAccount

    init(_ account: ElapsedAccount) { self.account = account }

    /// Starts to count now.
    ///
    /// The true time need not be known: where it becomes known later in the same boot, the meter works out when it
    /// started. Where it is proven now, by any clock of the observatory, the meter starts with it. Only what
    /// `TrustedTime.Requirement.proven` lets through counts as proven: of three operators that are named, two have to
    /// be heard.
    ///
    /// - Parameters:
    ///   - observatory: Where the clocks are read.
    ///   - counted: What counts as passed already, as in an earlier meter; zero if negative.
    /// - Throws: If the clocks can't be read.
    public init(
        startingAt observatory: Observatory, havingCounted counted: Duration = .zero
    ) throws(ObservatoryError) {
        let keeper = try observatory.shared.freshKeeper()
        guard let account = ElapsedAccount(startingAt: keeper, havingCounted: Nanoseconds(clamping: counted)) else {
            throw ObservatoryError(.clocks, "the meter can't start: the clocks have not been read")
        }
        self.account = account
    }

    /// Whether the true time of the start is known, to the hour. What passes over a reboot is then counted as soon as
    /// the true time is known again; otherwise it stays open.
    ///
    /// Servers that contradict each other can leave a date open by days. It is no date then, until an update in the
    /// same boot finds them agreed.
    public var isDated: Bool { account.isDated }

    /// What had passed at the last update; nothing in a meter that was never updated.
    public var elapsed: ElapsedTime { ElapsedTime(account.latest.sinceStart) }

    /// What has passed now, without an update.
    ///
    /// - Returns: Bounds of the true time since the start. The upper one is nil where nothing bounds it.
    /// - Throws: If the clocks can't be read.
    public func elapsed(at observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        ElapsedTime(try balance(at: observatory).total)
    }

    /// Counts what has passed until now, and remembers this moment; store the meter afterwards.
    ///
    /// It reads the clocks and computes some digests: no disk, no waiting. Called often, it loses nothing: in one boot
    /// each bound is carried in one step from where it was learned.
    ///
    /// - Returns: What has passed now, as ``elapsed``.
    /// - Throws: If the clocks can't be read; the meter is then unchanged. A meter of another device is no error.
    @discardableResult
    public mutating func update(from observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        try update(from: observatory) { $0.updated(at: $1) }
    }

    private mutating func update(
        from observatory: Observatory, by update: (ElapsedAccount, Timekeeper) -> ElapsedAccount?
    ) throws(ObservatoryError) -> ElapsedTime {
        guard let updated = update(account, try observatory.shared.freshKeeper()) else {
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
    /// What had passed at the last update, and nothing of the marks, which identify a device and a boot.
    public var description: String { "ElapsedMeter(\(DurationBounds(account.latest.sinceStart)))" }

    /// No children, so that `dump` shows nothing of the marks either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ElapsedMeter {
    /// Updates the meter, and if its start can't be dated any more, counts on from what is proven.
    ///
    /// A meter that started without the true time, and then lost its upper bound by a reboot or a move, stays without
    /// one, or with one that may be days too high: nothing tells how much passed before. As soon as the true time is
    /// known, this call starts the meter anew, with what is proven to have passed. What was not proven is left out
    /// once, also of `atMost`; from then on the meter counts over reboots. Use it for a limit that may be reached late,
    /// but never early, as the end of a trial.
    ///
    /// What was proven at the last update counts there even if the server that told it takes it back. In all other
    /// cases it does what ``update(from:)`` does.
    ///
    /// - Returns: What has passed now, as ``elapsed``.
    /// - Throws: If the clocks can't be read; the meter is then unchanged. A meter of another device is no error.
    @discardableResult
    public mutating func updateCountingOn(from observatory: Observatory) throws(ObservatoryError) -> ElapsedTime {
        try update(from: observatory) { $0.countingOn(at: $1) }
    }
}

/// A meter is coded as one value of bytes, versioned and checksummed, opaque to the code that stores it.
extension ElapsedMeter: Codable {
    /// Throws `DecodingError.dataCorrupted` where a newer version wrote the bytes, or they are damaged.
    ///
    /// Neither means that nothing was counted: don't start a new meter because of it. Read through `GatedKeychain` or
    /// `ProtectedStore` the two are `newerVersion` and `undecodable`, with the damage in its reason.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.decode("meter") { bytes throws(RecordError) in try ElapsedAccount(bytes: bytes) })
    }

    /// The meter's bytes, about a kilobyte.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encode(bytes: account.bytes)
    }
}
