package import SiderealBase

/// A file that always has an intact commit, even if a process is killed. After a power cut, the file has the last
/// acknowledged commit.
///
/// Whole commits use the two slots in turn. A commit overwrites a slot only while the other slot is known to be
/// durable. In a logged file, a commit appends a change to the newer slot while there is room, so the cost of the
/// commit depends on the size of the change. Processes exclude each other with a sidecar's lock. A reader takes the
/// lock only to check for damage, and never waits for the lock.
///
/// The value can't be copied, and a commit changes it, so the owner makes one commit at a time. Keep one value for each
/// path in a process. A second value for the same path is safe, but slower. `readPlaced()` may run at the same time as
/// a commit by another value or process. If you pass a sidecar, its descriptor stays open between commits. No other
/// descriptor stays open.
package struct TwoSlotFile: ~Copyable, Sendable {
    /// The data that this process keeps about the file.
    struct Known: Sendable {
        let identity: FileIdentity
        /// The last commit that this process itself has written and synced in the file with this identity.
        var synced: CommitPlace?
        /// The word that this process last wrote to the sidecar.
        var word: UInt64?
        /// A Boolean value that indicates whether this process has made the file's name durable.
        var isNameSynced = false
    }

    package let path: String
    let tier: ProtectionTier
    let format: SlotFormat
    let sidecar: Sidecar
    let isSidecarKept: Bool
    var known: Known?
    /// A Boolean value that indicates whether other processes may already read a part of the present commit.
    var isExposed = false

    var disk: RetryingFileSystem { sidecar.disk }

    /// Creates a value for the file at a path. On systems that lock their storage, the file gets the protection tier.
    /// Opens nothing yet.
    ///
    /// If you pass a sidecar, `PATH.lock` stays open.
    package init(
        path: String, disk: any FileSystem, tier: ProtectionTier = .always, format: SlotFormat = .plain,
        sidecar: Sidecar? = nil
    ) {
        self.path = path
        self.tier = tier
        self.format = format
        self.sidecar = sidecar ?? Sidecar(path: path + ".lock", disk: disk)
        isSidecarKept = sidecar != nil
    }

    // MARK: - Reading

    /// Returns the newest commit. Reports damage only after a check under the lock.
    ///
    /// - Throws: `unreadable`, `replaced`, or `busy` if no intact commit is visible while another process holds the
    ///   lock.
    package func read() throws(TwoSlotError) -> Snapshot {
        let found = try readPlaced()
        return found.isSettled ? found.snapshot : try judge(found).found.snapshot
    }

    /// Returns the content that is visible without the lock. The commit may not be durable yet.
    package func readPlaced() throws(TwoSlotError) -> PlacedSnapshot {
        var seen: FileReading?
        for _ in 0..<Self.readAttempts {
            switch try look() {
            case .absent: return PlacedSnapshot(snapshot: .absent, isSettled: true, place: nil)
            case .overtaken: continue
            case .file(let reading):
                let before = seen?.pair
                seen = reading
                // Both slots look torn if a writer changed one slot during this read and is still writing the other
                // slot.
                if case .damaged = reading.pair, reading.pair != before { continue }
            }
            break
        }
        guard let seen else { throw .replaced(path: path) }
        return PlacedSnapshot(
            snapshot: Snapshot(seen, isJudged: false), isSettled: !seen.isUnsettled, place: seen.place)
    }

    /// Returns the changes after a place, in order, or `nil` if the caller must read everything. The caller must check
    /// that all changes belong to one run (``CommitWords/areOfOneRun(_:_:)``).
    package func changes(since place: CommitPlace) throws(TwoSlotError) -> (changes: [[UInt8]], place: CommitPlace)? {
        do throws(SystemError) {
            guard let file = try disk.openIfPresent(path, .readOnly) else { return nil }
            defer { disk.close(file) }
            guard let records = try disk.readFurther(in: file, from: place) else { return nil }
            var place = place
            for record in records { place.append(record) }
            return (records.map(\.payload), place)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Checks, while holding the lock, whether a part that looks torn is really torn. Skips this check if another
    /// process holds the lock. Calls `whileLocked` before it reads.
    package func judge(
        _ found: PlacedSnapshot, _ whileLocked: () -> Void = {}
    ) throws(TwoSlotError) -> (found: PlacedSnapshot, isJudged: Bool) {
        let isWhole = if case .damaged = found.snapshot { false } else { true }
        let taken: SidecarLock?
        do throws(SystemError) {
            taken = try .take(sidecar.path, on: disk, attempts: 1, creatingDirectory: false)
        } catch {
            // A reader that can't take the lock (on a read-only volume) can still trust an intact commit.
            guard isWhole else { throw .unreadable(error) }
            return (found, false)
        }
        guard let lock = taken else {
            guard isWhole else { throw .busy }
            return (found, false)
        }
        defer { lock.release() }
        whileLocked()
        switch try look() {
        case .absent: return (PlacedSnapshot(snapshot: .absent, isSettled: true, place: nil), true)
        case .overtaken: throw .replaced(path: path)
        case .file(let reading):
            return (PlacedSnapshot(snapshot: Snapshot(reading), isSettled: true, place: reading.place), true)
        }
    }

    private static var readAttempts: Int { 8 }

    /// The result of one read of the path, without a lock.
    private enum Look {
        case absent
        /// During the read, another file replaced the file at the path, or writers overwrote both slots.
        case overtaken
        case file(FileReading)
    }

    private func look() throws(TwoSlotError) -> Look {
        do throws(SystemError) {
            guard let file = try disk.openIfPresent(path, .readOnly) else { return .absent }
            defer { disk.close(file) }
            let status = try disk.status(of: file)
            guard let reading = try disk.readSlots(of: file, size: status.size, format),
                try disk.identityIfPresent(ofPath: path) == status.identity
            else { return .overtaken }
            return .file(reading)
        } catch {
            throw .unreadable(error)
        }
    }
}

/// The content of a file that is visible without its lock.
package struct PlacedSnapshot: Equatable, Sendable {
    package let snapshot: Snapshot
    /// A Boolean value that indicates whether no part of the content looks torn.
    package let isSettled: Bool
    /// The place of the commit, or `nil` if there is no intact commit.
    package let place: CommitPlace?
}

extension Snapshot {
    /// Creates the snapshot of a file. If `isJudged` is false, a torn part may be a commit in progress, so it does not
    /// count as damage.
    init(_ reading: FileReading, isJudged: Bool = true) {
        switch reading.pair {
        case .current(let slot, let torn):
            // Before the check under the lock, a torn part may be a commit in progress. A part with decayed bits can't
            // be a commit in progress.
            let damage = isJudged ? torn ?? (reading.isCutOff ? .checksum : nil) : nil
            self = .value(
                SlotValue(
                    payload: slot.payload, changes: reading.records.map(\.payload),
                    generation: slot.generation, recovered: damage ?? (reading.isMended ? .checksum : nil)))
        case .newerVersion(let version): self = .newerVersion(version)
        case .damaged(let damage): self = .damaged(damage)
        }
    }
}
