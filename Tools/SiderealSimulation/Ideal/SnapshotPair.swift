import SiderealCore

/// An interval of seconds that contains an unknown value of a history. The ends of the interval may be infinite.
struct Reach {
    var least: Double
    var most: Double

    static let anything = Reach(least: -.infinity, most: .infinity)

    func widened(by tolerance: Double) -> Reach { Reach(least: least - tolerance, most: most + tolerance) }

    /// Returns the values that both intervals contain. If the intervals have no common value, the result is empty: its
    /// `least` is greater than its `most`.
    func meeting(_ other: Reach) -> Reach { Reach(least: max(least, other.least), most: min(most, other.most)) }

    var isEmpty: Bool { least > most }
}

/// The evidence that two snapshots give together, in seconds.
struct SnapshotPair {
    let isOfOneMachine: Bool
    /// A Boolean value that indicates whether the boot identities match, or `nil` if a snapshot has no boot identity.
    let identitiesMatch: Bool?
    /// The increase of each counter between the snapshots.
    let elapsed: Double
    let awake: Double
    let slept: Double
    let sinceBoot: Double
    /// The number of suspensions between the snapshots, or `nil` if the newer snapshot has no count.
    let suspensions: (least: Double, most: Double)?
    /// A Boolean value that indicates whether Darwin's kernel reports the same last wake in both snapshots.
    let isAwakeSince: Bool
    /// A Boolean value that indicates whether the last wake in the newer snapshot is earlier than in the older
    /// snapshot.
    let hasForgottenWake: Bool
    /// The true time between the snapshots, computed from the authenticated bounds of both snapshots.
    let truePassed: Reach
    /// The newer reading's counters.
    let now: Counters

    struct Counters {
        let elapsed: Double
        let awake: Double
        let slept: Double
        let sinceBoot: Double
        let suspensions: Double?
    }

    init(_ before: ClockSnapshot, _ now: ClockSnapshot, _ model: ClockModel) {
        let identitiesMatch = SnapshotPair.agree(before.bootIdentity?.bytes, now.bootIdentity?.bytes)
        self.identitiesMatch = identitiesMatch
        // Every boot of every machine draws a random identity, so two machines have different identities.
        isOfOneMachine =
            identitiesMatch == true || SnapshotPair.agree(before.machine?.bytes, now.machine?.bytes) == true

        let (old, new) = (before.reading, now.reading)
        let elapsed = SnapshotPair.seconds(new.elapsed - old.elapsed)
        self.elapsed = elapsed
        awake = SnapshotPair.seconds(new.awake - old.awake)
        slept = SnapshotPair.seconds(new.slept - old.slept)
        sinceBoot = SnapshotPair.seconds(model.timeSinceBoot(new) - model.timeSinceBoot(old))
        let counts = model.sleepAccount == .countedSuspensions
        let counted = counts ? SnapshotPair.count(new) : nil
        let countedBefore = counts ? SnapshotPair.count(old) : nil
        suspensions = counted.map { counted in
            // If the older snapshot has no count, every number up to the newer count is possible.
            countedBefore.map { (counted - $0, counted - $0) } ?? (0, counted)
        }
        isAwakeSince = !counts && new.suspendMark != nil && new.suspendMark == old.suspendMark
        let wakes = counts ? nil : SnapshotPair.count(old).flatMap { old in SnapshotPair.count(new).map { (old, $0) } }
        hasForgottenWake = wakes.map { $1 < $0 } ?? false
        if let first = before.offset, let second = now.offset {
            truePassed = Reach(
                least: second.hasLower && first.hasUpper
                    ? elapsed + SnapshotPair.seconds(second.lower - first.upper) : -.infinity,
                most: second.hasUpper && first.hasLower
                    ? elapsed + SnapshotPair.seconds(second.upper - first.lower) : .infinity)
        } else {
            truePassed = .anything
        }
        self.now = Counters(
            elapsed: Double(new.elapsed.nanoseconds) / 1e9, awake: Double(new.awake.nanoseconds) / 1e9,
            slept: SnapshotPair.seconds(new.slept), sinceBoot: SnapshotPair.seconds(model.timeSinceBoot(new)),
            suspensions: counted)
    }

    private static func agree(_ left: [UInt8]?, _ right: [UInt8]?) -> Bool? {
        guard let left, let right else { return nil }
        return left == right
    }

    private static func seconds(_ span: Nanoseconds) -> Double { Double(span.count) / 1e9 }

    private static func count(_ reading: ClockReading) -> Double? {
        reading.suspendMark.flatMap { $0 < 0 ? nil : Double($0) }
    }
}
