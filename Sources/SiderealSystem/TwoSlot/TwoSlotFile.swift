package import SiderealCore

/// A small file that always holds a whole commit, whatever is killed, and the last acknowledged one after a power cut.
///
/// Two slots take commits in turn; each is overwritten only while the other one is known to be durable. Processes
/// exclude each other by a lock on `NAME.lock`. Reading takes no lock.
///
/// The value cannot be copied and commits mutate it: its owner serialises them. Keep one for each path in a process; a
/// second one is safe, merely slower. `read()` may run beside a commit of another value or process.
package struct TwoSlotFile<Disk: FileSystem>: ~Copyable, Sendable {
    /// What this process knows of the file that it keeps open; open, so that its inode number is not used again.
    struct Held: Sendable {
        let file: OpenFile
        let identity: FileIdentity
        /// What this process itself has written and synced last, in this very inode.
        var synced: OwnCommit?
        /// What it wrote and synced in the other slot just before that.
        var before: OwnCommit?
        /// Whether this process has made the file's name durable.
        var isNameSynced = false
        /// Whether the file was made in another protection tier than it should be in now.
        var isOfOtherTier = false

        func canHold(_ draft: borrowing SlotDraft, in layout: SlotLayout) -> Bool {
            !isOfOtherTier && draft.payloadCount <= layout.capacity
        }
    }

    package let path: String
    let tier: ProtectionTier
    let disk: PatientFileSystem<Disk>
    var held: Held?
    /// The sidecar, kept open between commits and not locked there.
    var sidecar: SidecarLock<PatientFileSystem<Disk>>?

    /// A file of a path, in a protection tier on systems that lock their storage; nothing is opened yet.
    package init(path: String, disk: Disk, tier: ProtectionTier = .always) {
        self.path = path
        self.tier = tier
        self.disk = PatientFileSystem(base: disk)
    }

    deinit {
        if let held { disk.close(held.file) }
        sidecar?.close()
    }

    /// Closes the file and forgets what was durable, at the price of one more sync at the next commit.
    package mutating func release() {
        if let held { disk.close(held.file) }
        held = nil
    }

    /// Reads the newest commit without taking the lock.
    ///
    /// A writer at work shows as a torn slot, so that is read again a few times, and damage is told only by a look under
    /// the lock. The commit read may be one that is not durable yet.
    ///
    /// - Throws: `unreadable`; `busy` if nothing whole is to be seen while another process holds the lock; `replaced`.
    package func read() throws(TwoSlotError) -> Snapshot {
        var seen: SlotPair?
        for attempt in 0..<Self.readAttempts {
            if attempt > 0 { disk.pause() }
            switch try look() {
            case .absent: return .absent
            case .replaced: continue
            case .pair(let pair):
                if !pair.isUnsettled { return Snapshot(pair) }
                seen = pair
            }
        }
        guard let seen else { throw .replaced(path: path) }
        return try judge(seen)
    }

    private static var readAttempts: Int { 4 }
}

extension TwoSlotFile {
    /// What one look at the path shows, no lock taken.
    private enum Sight {
        case absent
        /// The name was given to another file during the look.
        case replaced
        case pair(SlotPair)
    }

    private func look() throws(TwoSlotError) -> Sight {
        do throws(SystemError) {
            guard let file = try disk.openIfPresent(path, .readOnly) else { return .absent }
            defer { disk.close(file) }
            let identity = try disk.identity(of: file)
            let contents = try disk.readSlots(of: file)
            guard try disk.identityIfPresent(ofPath: path) == identity else { return .replaced }
            return .pair(contents.pair)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Decides under the lock, taken without waiting, whether what looks torn is so.
    private func judge(_ seen: SlotPair) throws(TwoSlotError) -> Snapshot {
        let lock: SidecarLock<PatientFileSystem<Disk>>?
        do throws(SystemError) {
            lock = try .take(path + ".lock", on: disk, attempts: 1, creatingDirectory: false)
        } catch {
            // A reader that may not lock (a read-only volume) can still believe a whole commit.
            guard case .current = seen else { throw .unreadable(error) }
            return Snapshot(seen, isJudged: false)
        }
        guard let lock else {
            guard case .current = seen else { throw .busy }
            return Snapshot(seen, isJudged: false)
        }
        defer { lock.release() }
        switch try look() {
        case .absent: return .absent
        case .replaced: throw .replaced(path: path)
        case .pair(let pair): return Snapshot(pair)
        }
    }
}

extension Snapshot {
    /// What a pair means; not judged, a torn slot may be a commit under way rather than one that was cut off.
    init(_ pair: SlotPair, isJudged: Bool = true) {
        switch pair {
        case .current(let slot, let torn):
            let recovered = isJudged ? torn : nil
            self = .value(SlotValue(payload: slot.payload, generation: slot.generation, recovered: recovered))
        case .newerVersion(let version): self = .newerVersion(version)
        case .damaged(let damage): self = .damaged(damage)
        }
    }
}
