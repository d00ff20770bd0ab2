import SiderealCore
import SiderealTesting

extension CoreRun {
    /// Saves if the process has requested a save. Does nothing if the event kills the process, or if another process
    /// acts before the save.
    mutating func saveWanted(unless event: HistoryEvent) throws(Breach) {
        switch event {
        case .kill, .cutPower, .turnTo: return
        case .launch(let observer, _, _) where observer != self.observer: return
        default: if processes[slot]?.wantsSave == true { try save() }
        }
    }

    mutating func save() throws(Breach) {
        guard let process = processes[slot] else { return }
        process.wantsSave = false
        if case .unavailable = process.keeper.record { return }
        if kept.isNewer { return }
        let saved = kept.record.map { process.keeper.recordToSave(over: $0) } ?? process.keeper.recordToSave
        guard let saved else { return }
        let bytes = saved.bytes
        guard let read = try? TimekeeperRecord(bytes: bytes) else { return }
        if read != saved { throw Breach(.durability, "the record that is read differs from the saved record") }
        try checkSaved(read, by: process)
        let outcome = process.keeper.adopt(saved)
        if outcome.hasUnsavedFacts { process.wantsSave = true }
        recordSave(bytes, read, by: process)
        try check.judgePremise(process.keeper, truth, &process.memory, saved: savedNames)
        try check.check(outcome.findings, truth, &process.memory)
    }

    /// Updates the record, and the data that the saving process has adopted from other processes.
    mutating func recordSave(_ bytes: [UInt8], _ saved: TimekeeperRecord, by process: Process) {
        let old = kept
        let oldResets = old.record?.resets ?? TrustResets()
        if old.writer != process.keeper.salt, oldResets == saved.resets { process.receivedSince = nil }
        let keepsOld = old.record != nil && oldResets == saved.resets
        if keepsOld, old.isTainted { process.memory.isTainted = true }
        let boot = process.memory.launch.boot
        if old.boot == boot { process.memory.named.join(old.named, addingAnswers: keepsOld) }
        if old.contradicted == boot, process.memory.launch.bootIdentity != nil, !process.memory.isContradicted {
            process.memory.isContradicted = true
            process.memory.saidBeforeContradiction = process.keeper.steadyVerdict(for: process.memory.observer)
        }
        kept = Kept(
            bytes: bytes, record: saved, isTainted: process.memory.isTainted || keepsOld && old.isTainted,
            contradicted: process.memory.isContradicted ? boot : nil, writer: process.keeper.salt,
            boot: bootOfRecord(saved, savedIn: boot), named: process.memory.named)
    }

    /// Returns the boot to which the next launch assigns the record. Without boot identities, a restored backup's mark
    /// from an earlier boot may remain the newest mark. In that case, the next launch proves a reboot.
    func bootOfRecord(_ saved: TimekeeperRecord, savedIn boot: TrueBoot) -> TrueBoot {
        check.launches[saved.checkpoint.newest.salt]?.boot ?? boot
    }

    mutating func checkSaved(_ saved: TimekeeperRecord, by process: Process) throws(Breach) {
        try check.check(saved, over: kept.record, by: process.keeper, of: "\(observer)")
        try check.checkAges(saved.authenticated.all + saved.others.all, saved.resets, in: process.memory.launch.boot)
        switch forgotten {
        case .nothing: return
        case .byProcess(let salt): if salt == process.keeper.salt { forgotten = .byAll }
        case .byAll: break
        }
        if forgotten == .byAll, saved.isTrusting { throw Breach(.floor, "the record contains discarded trust again") }
    }
}

extension TimekeeperRecord {
    /// A Boolean value that indicates whether the record contains data that came from servers.
    fileprivate var isTrusting: Bool {
        floors.later(model: .linux) != nil || (authenticated.all + others.all).contains { $0.isHeard }
            || ([checkpoint] + observers.values).contains { $0.newest.offset != nil || $0.oldest != nil }
    }
}
