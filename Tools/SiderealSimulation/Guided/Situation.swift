import SiderealCore
import SiderealTesting

/// A coarse description of processes and files. The description is coarse, so that the same situation can occur in
/// several histories.
///
/// A description of all processes and files would be different in each history. So there are several views, and each
/// view describes only a few parts that affect each other.
struct Situation: Hashable {
    enum View: Int, CaseIterable {
        /// The running process: its verdict, the number of its operators, and its flags.
        case knowledge
        /// The running process, the record, and the backup.
        case files
        /// The running process and the other process.
        case processes
        /// The number of sleeps in this boot, and the distance between the true time and the nearer end of the proven
        /// bounds.
        case sleeps
    }

    let view: View
    /// A number that identifies the situation. The same situation has the same number on every machine and in every
    /// process.
    private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ view: View, of run: CoreRun) {
        self.view = view
        switch view {
        case .knowledge: if let keeper = run.keeper { add(knowledge: keeper) }
        case .files:
            add(process: run.keeper)
            add(file: run.saved, beside: run.keeper)
            add(run.backup)
        case .processes:
            add(process: run.keeper)
            add(process: run.otherKeeper)
            if let one = run.keeper, let other = run.otherKeeper { add(one.resets, beside: other.resets) }
        case .sleeps: if let keeper = run.keeper { add(sleeps: keeper, run.truth) }
        }
    }

    // MARK: - Views

    private mutating func add(knowledge keeper: Timekeeper) {
        add(keeper.record)
        add(keeper.observers.first.flatMap { keeper.questions[$0]?.verdict })
        add(count: keeper.authenticated.all.count { $0.isHeard })
        add(count: keeper.authenticated.all.count)
        add(count: Int(keeper.floors.timesGivenUp), most: 8)
        add(count: keeper.resets.identities.count, most: 8)
        add(keeper.floors.lone.floor != nil)
        add(keeper.floors.corroborated.floor != nil)
        add(keeper.isContradicted)
        add(keeper.isFaulty)
    }

    private mutating func add(process keeper: Timekeeper?) {
        guard let keeper else { return add(0) }
        add(keeper.record)
        add(keeper.isContradicted)
        add(keeper.floor != nil || keeper.authenticated.all.contains { $0.isHeard })
    }

    /// Adds the record that a launch would read now, and the result of comparing the record with the current clocks.
    private mutating func add(file: LoadedRecord, beside keeper: Timekeeper?) {
        add(file)
        guard let record = file.record else { return }
        add(record.isContradicted)
        add(record.floors.later(model: .linux) != nil || record.authenticated.all.contains { $0.isHeard })
        guard let keeper, let latest = keeper.latest else { return }
        add(record.resets, beside: keeper.resets)
        add(BootComparison(before: record.checkpoint.newest, now: latest, offsetNow: nil, model: keeper.model).verdict)
    }

    private mutating func add(sleeps keeper: Timekeeper, _ truth: Truth) {
        let state = truth.machine.reading.clockState
        // On Darwin, `suspendMark` is not a count of sleeps. It is the time at which the last sleep ended.
        let sleeps = keeper.model.platform == .linux ? state.suspendMark ?? 0 : 0
        add(count: Int(clamping: sleeps), most: 16)
        let known = keeper.trust.trusted(at: state, on: .proven)
        guard let earliest = known.earliest, let latest = known.latest else { return add(known.kind == .unknown) }
        let nearest = min(truth.now - earliest, latest - truth.now).count
        add(count: Int(clamping: nearest / max((latest - earliest).count / 16, 1)), most: 8)
    }

    // MARK: - Parts

    private mutating func add(_ part: UInt64) {
        number = (number ^ part) &* 0x9E37_79B9_7F4A_7C15
        number ^= number >> 29
    }

    private mutating func add(_ flag: Bool) { add(flag ? 1 : 0) }

    private mutating func add(count: Int, most: Int = 2) { add(UInt64(min(max(count, 0), most))) }

    private mutating func add(_ resets: TrustResets, beside other: TrustResets) {
        let known = resets.union(other)
        add(known == resets)
        add(known == other)
    }

    private mutating func add(_ record: LoadedRecord) {
        switch record {
        case .absent: add(1)
        case .loaded: add(2)
        case .unavailable: add(3)
        case .damaged: add(4)
        }
    }

    private mutating func add(_ verdict: BootVerdict?) {
        switch verdict?.answer {
        case .none: add(0)
        case .firstObservation: add(1)
        case .sameBoot: add(2)
        case .rebooted: add(3)
        case .indeterminate: add(verdict?.evidence == .contradiction ? 7 : 4)
        case .unavailable: add(5)
        case .damaged: add(6)
        }
        add(verdict.map { ($0.isProven ? 1 : 0) + ($0.isSettled ? 2 : 0) } ?? 4)
    }
}
