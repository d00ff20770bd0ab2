package import SiderealCore

/// Replays a journal with the library's own timekeeper, launch by launch, as if each launch were a separate process.
package struct JournalReplay: Sendable {
    /// The state after one line.
    package struct State: Sendable {
        /// The number of the line, counted from one.
        package let line: Int
        /// The verdict on the boot, or `nil` before a launch's first reading.
        package let boot: BootVerdict?
        /// The verdict on the wall clock at its last reading.
        package let systemClock: SystemClockVerdict
        /// The trusted time.
        package let trusted: TrustedTime
        /// The findings of this line.
        package let findings: [Timekeeper.Finding]
    }

    private static let observer = "replay"
    private let drift: Rate?
    private var launch = JournalEntry.Launch.unnamed
    private var keeper: Timekeeper
    private var now: ElapsedInstant?

    /// Creates a replay.
    ///
    /// - Parameter drift: The bound on the clocks' rate that replaces the bound of each platform.
    package init(drift: Rate? = nil) {
        self.drift = drift
        keeper = JournalReplay.keeper(.absent, launch: .unnamed, drift: drift)
    }

    private static func keeper(_ record: LoadedRecord, launch: JournalEntry.Launch, drift: Rate?) -> Timekeeper {
        let model = drift.map { launch.model.withDrift($0) } ?? launch.model
        // No digest from this salt leaves the replay, so the salt need not be secret.
        let salt = Salt(high: 0, low: 0)
        return Timekeeper(
            .init(
                record: record, model: model, salt: salt, observers: [observer], softwareDate: launch.softwareDate))
    }

    /// Ingests the next entry of a journal. Throws if the entry can't follow the previous entry.
    package mutating func ingest(_ entry: JournalEntry, line: Int) throws(JournalError) -> State {
        var findings: [Timekeeper.Finding] = []
        switch entry {
        case .launch(let next):
            launch = next
            keeper = JournalReplay.keeper(try saved(line: line), launch: next, drift: drift)
            now = nil
        case .reading(let reading, let identity):
            now = reading.elapsed
            let deviceReading = DeviceReading(reading: reading, bootIdentity: identity, machine: launch.machine)
            findings = keeper.handle(.reading(deviceReading)).findings
            // Merge the record, because a merge removes lapsed names. The process that wrote the journal did the same.
            if let record = keeper.recordToSave { _ = keeper.adopt(record) }
        case .sample(let sample):
            guard keeper.first != nil else {
                throw JournalError(line: line, reason: "the sample comes before the first reading of its launch")
            }
            findings = keeper.handle(.sample(sample)).findings
            now = sample.received
        case .sources(let sources):
            findings = keeper.handle(.sources(sources)).findings
        case .protectedData: break
        case .reset:
            findings = keeper.handle(.forgetTrust).findings
        }
        return state(line: line, findings)
    }

    /// Returns the record that the next process would load, by encoding the record and decoding it again.
    private func saved(line: Int) throws(JournalError) -> LoadedRecord {
        guard let record = keeper.recordToSave else { return keeper.record }
        do {
            return .loaded(try TimekeeperRecord(bytes: record.bytes), isRecovered: false)
        } catch {
            throw JournalError(line: line, reason: "can't read the record of the previous launch: \(error)")
        }
    }

    private func state(line: Int, _ findings: [Timekeeper.Finding]) -> State {
        let instant = now ?? ElapsedInstant(nanoseconds: 0)
        return State(
            line: line, boot: keeper.steadyVerdict(for: JournalReplay.observer),
            systemClock: keeper.systemClock(on: .unauthenticated),
            trusted: keeper.shown(at: instant),
            findings: findings)
    }
}
