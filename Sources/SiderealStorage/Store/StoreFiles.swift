package import SiderealCore
package import SiderealSystem

/// A part of a commit. All of its changes count, or none.
package protocol StorePart: Sendable {
    func apply(to transaction: inout StoreTransaction) throws(StoreError)
}

/// What a look at the files came to.
package struct StoreLook: Sendable {
    package enum Content: Sendable {
        case table(StoreTable, isRecovered: Bool)
        case absent
        case unavailable(Unavailability)
    }

    package let content: Content
    /// The counting word as it was before the look, if what was seen may be remembered.
    let word: SharedWord?
    let seen: UInt64
}

/// What became of a commit.
package struct StoreCommit: Sendable {
    /// For each part why it was not taken up, or nil.
    package internal(set) var refusals: [StoreError?]
    /// Why nothing was stored, whatever the parts wanted.
    package internal(set) var failure: StoreError?
    /// Whether a failure left the old content for certain, so that it does no harm to carry the parts out again.
    var isUntouched = true
    /// What the file holds now, where something was stored.
    var content: StoreTable?
    var word: SharedWord?
    var seen: UInt64 = 0
    var keptAside: String?
}

/// Where a store is kept, behind the type of its disk.
protocol StoreBackend: Sendable {
    var path: String { get }
    var countPath: String { get }
    /// Reads. Takes no lock but to tell damage or loss; never waits for an unlock.
    func look(_ gate: () -> FirstUnlockState) -> StoreLook
    /// Whether the file can be opened and read now.
    func isReadable() -> Bool
    /// Whether the file can be read now, and the system would not allow it before the first unlock.
    func showsUnlock() -> Bool
    /// Makes sure, as far as possible, that there is a file whose writes can be told.
    func prepareNotices()
    /// Carries out the parts over what is there, and returns once that is durable.
    func commit(_ parts: [any StorePart], _ gate: () -> FirstUnlockState, _ migrations: [StoreMigrationPlan])
        -> StoreCommit
    /// Begins anew where what was stored is lost or damaged for good.
    func reset(_ gate: () -> FirstUnlockState) -> StoreCommit
}

/// The files of a store: two slots, the birth record, the counting page.
package final class StoreFiles<Disk: FileSystem>: StoreBackend {
    package let path: String
    let tier: ProtectionTier
    let coding: any StoreCoding
    let disk: PatientFileSystem<Disk>
    let page: CountPage<Disk>
    let reader: TwoSlotFile<Disk>
    let birth: BirthRecord<Disk>
    let writer: Lock<StoreWriter<Disk>>

    var countPath: String { page.path }

    package init(directory: String, name: String, tier: ProtectionTier, coding: any StoreCoding, disk base: Disk) {
        let start = "\(directory)/\(name)"
        path = start + ".store"
        self.tier = tier
        self.coding = coding
        disk = PatientFileSystem(base: base)
        page = CountPage(path: start + ".count", disk: disk)
        reader = TwoSlotFile(path: path, disk: base, tier: tier)
        birth = BirthRecord(path: start + ".born", disk: disk)
        writer = Lock(StoreWriter(file: TwoSlotFile(path: path, disk: base, tier: tier), birth: birth))
    }

    // MARK: - Looking

    func isReadable() -> Bool { isReadable { _ in true } }

    func showsUnlock() -> Bool {
        disk.knowsProtection
            && isReadable { file throws(SystemError) in try disk.protection(of: file) == .afterFirstUnlock }
    }

    /// Whether a byte can be read of a file that is as it should be, through one descriptor.
    private func isReadable(_ isRight: (OpenFile) throws(SystemError) -> Bool) -> Bool {
        do throws(SystemError) {
            let file = try disk.open(path, .readOnly)
            defer { disk.close(file) }
            guard try isRight(file) else { return false }
            return try !disk.read(file, at: 0, count: 1).isEmpty
        } catch {
            return false
        }
    }

    func prepareNotices() {
        if proveDirectory() == nil { _ = page.word(creating: true) }
    }

    package func look(_ gate: () -> FirstUnlockState) -> StoreLook {
        // Most looks succeed, and need not ask the gate.
        let count = page.word(creating: false)
        if case .table(let table, let isRecovered) = read().content {
            return StoreLook(
                content: .table(table, isRecovered: isRecovered), word: count?.word, seen: count?.seen ?? 0)
        }
        var state = tier == .always ? .available : gate()
        var look = lookAgain(state)
        for _ in 0..<3 {
            guard case .unavailable = look.content, tier != .always else { break }
            // What was denied before the gate opened is not explained by an open gate.
            let now = gate()
            guard now != state else { break }
            state = now
            look = lookAgain(state)
        }
        return look
    }

    /// Judges what is there, the gate having been asked first.
    private func lookAgain(_ gate: FirstUnlockState) -> StoreLook {
        let proof = proveDirectory()
        let count = page.word(creating: proof == nil)
        // The birth first: a store that another process makes in between is then not taken for a lost one.
        let birth = birth.sight()
        let read = read()
        let sight = StoreSight(gate: gate, birth: birth, file: read.file)
        let content: StoreLook.Content =
            switch sight.verdict(tier: tier, canReadAlways: disk.knowsProtection) {
            case .readable: read.content
            case .unavailable(.lost): confirmLoss()
            case .unavailable(let why): .unavailable(why)
            case .absent: proof.map { .unavailable($0) } ?? .absent
            }
        return StoreLook(content: content, word: count?.word, seen: count?.seen ?? 0)
    }

    /// Shows that names in the directory mean what they say; nil where that is so.
    ///
    /// In an encrypted directory without its key (fscrypt) every name seems to be missing. Only making one tells.
    private func proveDirectory() -> Unavailability? {
        guard !disk.knowsProtection else { return nil }
        do throws(SystemError) {
            if let directory = path.parentDirectory { try disk.makeDirectories(directory) }
            disk.close(try disk.open(path + ".lock", .openOrCreate))
            return nil
        } catch {
            return error.number.isMissingKey ? .beforeFirstUnlock : .unreadable(errno: error.number.rawValue)
        }
    }

    /// Loss, like damage, is told only under the lock.
    private func confirmLoss() -> StoreLook.Content {
        do throws(SystemError) {
            let isLost = try disk.underLock(path + ".lock") { () throws(SystemError) in
                guard try disk.identityIfPresent(ofPath: birth.path) != nil else { return false }
                return try disk.identityIfPresent(ofPath: path) == nil
            }
            return .unavailable(isLost == true ? .lost : .busy)
        } catch {
            return .unavailable(.unreadable(errno: error.number.rawValue))
        }
    }

    private func read() -> (file: StoreSight.File, content: StoreLook.Content) {
        do throws(TwoSlotError) {
            switch try reader.read() {
            case .absent: return (.missing, .absent)
            case .newerVersion(let version): return (.newerVersion(version), .unavailable(.newerVersion(version)))
            case .damaged: return (.damaged, .unavailable(.damaged))
            case .value(let value):
                switch StoreTable.parsing(value.payload) {
                case .success(let table):
                    return (.whole, .table(table, isRecovered: value.recovered != nil))
                case .failure(.newerVersion(let version)):
                    return (.newerVersion(version), .unavailable(.newerVersion(version)))
                case .failure(.malformed): return (.damaged, .unavailable(.damaged))
                }
            }
        } catch {
            return (error.sight, .unavailable(.busy))
        }
    }
}

extension StoreTable {
    static func parsing(_ payload: [UInt8]) -> Result<StoreTable, StoreTableError> {
        do throws(StoreTableError) {
            return .success(try StoreTable(payload: payload))
        } catch {
            return .failure(error)
        }
    }
}

extension TwoSlotError {
    /// What the failure shows of the file.
    var sight: StoreSight.File {
        switch self {
        case .unreadable(let error), .failed(let error):
            error.looksLocked ? .denied(errno: error.number.rawValue) : .failed(errno: error.number.rawValue)
        case .newerVersion(let version): .newerVersion(version)
        case .busy, .replaced, .tooLarge: .busy
        }
    }
}

extension SystemError {
    /// Whether the system denies what is locked with this number.
    var looksLocked: Bool { isPermissionDenied || number.isMissingKey }
}
