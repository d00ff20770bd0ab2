import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// One step of a store's history that ends with a power cut.
enum StoreStep: Sendable {
    /// A process commits several times, each commit of so many parts, with a further one that throws if requested. With
    /// a fault, each call that changes the disk meets it once.
    case commits(
        Int, by: Int, parts: Int = 1, throwing: Bool = false, size: Int = 600, ballast: Int = 0,
        meeting: DiskFault? = nil)
    case reset(by: Int, meeting: DiskFault? = nil)
    case kill(Int)
    case evictCleanPages(isMixed: Bool = false)
    /// A power cut before the last one.
    case cutPower(CrashAnswers)
    /// Another program harms the store's file.
    case harm(Harm)

    enum Harm: Sendable, Equatable { case removed, spoiled, spoiledPayload }

    var fault: DiskFault? {
        switch self {
        case .commits(_, _, _, _, _, _, let fault), .reset(_, let fault): fault
        case .kill, .evictCleanPages, .cutPower, .harm: nil
        }
    }
}

/// A change that is distinguishable from all others: it appends its number to a list, and sets each byte of another
/// value to it. With size zero it removes that value and the ballast.
struct Append: StorePart {
    static let log: ExactName = "log"
    static let filler: ExactName = "filler"
    /// Unchanging bytes in front of those.
    static let ballast: ExactName = "ballast"

    let number: UInt8
    var size = 600
    var ballast = 0
    var isThrowing = false

    func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
        if ballast > 0, !transaction.contains(Self.ballast) {
            transaction.setBytes([UInt8](repeating: 7, count: ballast), of: Self.ballast)
        }
        transaction.setBytes((transaction.bytes(of: Self.log) ?? []) + [number], of: Self.log)
        transaction.setBytes(size > 0 ? [UInt8](repeating: number, count: size) : nil, of: Self.filler)
        if size == 0 { transaction.setBytes(nil, of: Self.ballast) }
        if isThrowing { throw .abandoned }
    }
}

/// One history of a store on one disk: the attempted and the acknowledged commits, and the checks that failed.
final class StoreHistory: CrashSubject {
    typealias Files = StoreFiles

    static let directory = "dir/store"
    static let path = "dir/store/settings.store"

    let disk: SimulatedDisk
    private(set) var violations: [String] = []
    private var living: [Int: Files] = [:]
    /// The numbers of each attempted commit since the last harm, without those that threw.
    private var attempts: [[UInt8]] = []
    private var acknowledged: [UInt8] = []
    private var lastNumber: UInt8 = 0
    /// A Boolean value that indicates whether a commit was ever acknowledged.
    private var markerState = false
    /// The harm done to the file, until a reset is acknowledged.
    private var harm: StoreStep.Harm?
    private var isResetTried = false
    private var isAnyFrozen = false

    /// Creates a history. Without the directory the first commit makes it, and the one above.
    init(sectorSize: Int, knowsProtection: Bool, isDirectoryThere: Bool) {
        disk = SimulatedDisk(sectorSize: sectorSize, isTracing: false)
        if isDirectoryThere {
            try? disk.process(990).makeDirectories(Self.directory)
            disk.kill(990)
        }
        if knowsProtection { disk.setLock(.unlocked) }
    }

    static func open(_ disk: SimulatedDisk, _ process: Int) -> Files {
        StoreFiles(
            directory: directory, name: "settings", tier: .afterFirstUnlock, coding: .json, disk: disk.process(process))
    }

    // MARK: - The history

    /// Runs the steps. The n-th fault hits the given change of its step. Returns which faults were hit.
    func run(_ steps: [StoreStep], faultsAt positions: [Int]) -> [Bool] {
        var met: [Bool] = []
        for step in steps {
            switch step {
            case .kill(let process): end(process)
            case .evictCleanPages(let isMixed): disk.evictCleanPages(isMixed: isMixed)
            case .cutPower(let answers):
                disk.cutPower(answers.answers(to: disk.questions))
                living = [:]
            case .harm(let kind): suffer(kind)
            case .commits(let count, let process, let parts, let isThrowing, let size, let ballast, let fault):
                meet(fault, process, positions, &met) {
                    for _ in 0..<count {
                        commit(process, parts, isThrowing, size, ballast, mayFail: fault != nil)
                    }
                }
            case .reset(let process, let fault):
                meet(fault, process, positions, &met) { reset(process, mayFail: fault != nil) }
            }
        }
        return met
    }

    private func meet(
        _ fault: DiskFault?, _ process: Int, _ positions: [Int], _ met: inout [Bool], _ body: () -> Void
    ) {
        guard let fault else { return body() }
        disk.schedule(fault, process: process, change: positions[met.count])
        body()
        met.append(disk.cancelFaults(process: process) == 0)
        guard disk.isStopped(process) else { return }
        if fault == .freeze { isAnyFrozen = true } else { end(process) }
    }

    private func end(_ process: Int) {
        disk.kill(process)
        living[process] = nil
        isAnyFrozen = false
    }

    private func files(_ process: Int) -> Files {
        let files = living[process] ?? Self.open(disk, process)
        living[process] = files
        return files
    }

    private func suffer(_ kind: StoreStep.Harm) {
        disk.remove(Self.path)
        switch kind {
        case .removed: break
        case .spoiled: disk.place([1, 2, 3], at: Self.path, tier: .afterFirstUnlock)
        case .spoiledPayload:
            var file = TwoSlotFile(path: "dir/store/foreign", disk: disk.process(990), tier: .afterFirstUnlock)
            _ = try? file.commit { _ in [9] }
            disk.place(disk.contents(of: "dir/store/foreign") ?? [], at: Self.path, tier: .afterFirstUnlock)
            disk.remove("dir/store/foreign")
            disk.kill(990)
        }
        harm = kind
        isResetTried = false
        attempts = []
        acknowledged = []
    }

    private func commit(
        _ process: Int, _ count: Int, _ isThrowing: Bool, _ size: Int, _ ballast: Int, mayFail: Bool
    ) {
        guard !disk.isStopped(process) else { return }
        var parts: [Append] = []
        for _ in 0..<count {
            lastNumber &+= 1
            parts.append(Append(number: lastNumber, size: size, ballast: ballast))
        }
        let numbers = parts.map(\.number)
        if isThrowing {
            lastNumber &+= 1
            parts.insert(Append(number: lastNumber, size: size, isThrowing: true), at: parts.count / 2)
        }
        attempts.append(numbers)
        let wasHarmed = harm != nil
        let commit = files(process).commit(parts, gate(of: disk), StoreMigrations())
        if disk.isStopped(process) { return }
        if let failure = commit.failure {
            if !mayFail, !wasHarmed, !isAnyFrozen { violations.append("commit of \(numbers): \(failure)") }
            if failure.path == nil { violations.append("no path: \(failure)") }
            return
        }
        if wasHarmed { violations.append("replaced what was not to be read: \(numbers)") }
        if zip(parts, commit.refusals).contains(where: { $0.isThrowing != ($1 == .abandoned) }) {
            violations.append("refused: \(commit.refusals)")
        }
        acknowledged += numbers
        markerState = true
        for (other, files) in living where !disk.isStopped(other) && other != process {
            if let complaint = complaint(about: files.read(gate(of: disk)).content) {
                violations.append("\(other) after commit of \(numbers): \(complaint)")
            }
        }
    }

    private func reset(_ process: Int, mayFail: Bool) {
        guard !disk.isStopped(process) else { return }
        isResetTried = true
        let commit = files(process).reset(gate(of: disk))
        if disk.isStopped(process) { return }
        if let failure = commit.failure {
            if !mayFail { violations.append("reset: \(failure)") }
            if failure.path == nil { violations.append("no path: \(failure)") }
        } else if harm != nil {
            harm = nil
            markerState = true
        }
    }

    private func gate(of disk: SimulatedDisk) -> () -> FirstUnlockGate.State {
        { disk.lock == .beforeFirstUnlock ? .beforeFirstUnlock : .unlocked }
    }

    // MARK: - Afterwards

    func complaint(about disk: SimulatedDisk) -> String? {
        complaintBeforeUnlock(disk.copy()) ?? complaintWithoutFile(disk.copy()) ?? complaintAboutNext(disk)
    }

    /// Returns a complaint if stored values aren't unavailable before the first unlock.
    private func complaintBeforeUnlock(_ disk: SimulatedDisk) -> String? {
        let isProtected = disk.lock != nil
        if isProtected { disk.setLock(.beforeFirstUnlock) }
        let isThere = disk.names.contains(Self.path)
        let seen = Self.open(disk, 901).read({ .beforeFirstUnlock }).content
        switch seen {
        case .unavailable(.beforeFirstUnlock): return nil
        case .absent where isProtected && !markerState && !isThere: return nil
        case .table where !isProtected, .unavailable(.damaged) where !isProtected: return nil
        default: return "before the first unlock: \(Self.brief(seen))"
        }
    }

    /// Returns a complaint if missing acknowledged values aren't lost: the creation marker is as durable as the store.
    private func complaintWithoutFile(_ disk: SimulatedDisk) -> String? {
        guard markerState else { return nil }
        disk.remove(Self.path)
        let seen = Self.open(disk, 902).read(gate(of: disk)).content
        if case .unavailable(.lost) = seen { return nil }
        return "without its file: \(Self.brief(seen))"
    }

    /// Returns a complaint if another process can't continue with a durable commit.
    private func complaintAboutNext(_ disk: SimulatedDisk) -> String? {
        let files = Self.open(disk, 903)
        let seen = files.read(gate(of: disk)).content
        if let complaint = complaint(about: seen) { return complaint }
        if case .unavailable = seen, let failure = files.reset(gate(of: disk)).failure { return "reset: \(failure)" }
        let next = lastNumber &+ 1
        if let failure = files.commit([Append(number: next, size: 900)], gate(of: disk), StoreMigrations()).failure {
            return "next: \(failure)"
        }
        disk.cutPower()
        let again = Self.open(disk, 904).read(gate(of: disk)).content
        guard Self.log(of: again) == (Self.log(of: seen) ?? []) + [next] else {
            return "the next commit was lost: \(Self.brief(again)) after \(Self.brief(seen))"
        }
        disk.remove(Self.path)
        let lost = Self.open(disk, 905).read(gate(of: disk)).content
        if case .unavailable(.lost) = lost { return nil }
        return "the next commit left no birth record: \(Self.brief(lost))"
    }

    private func complaint(about content: StoreReadOutcome.Content) -> String? {
        let complaint = "\(acknowledged) acknowledged, but \(Self.brief(content))"
        switch content {
        case .absent: return markerState ? complaint : nil
        case .unavailable(.lost): return harm == .removed ? nil : complaint
        case .unavailable(.damaged): return harm != nil && harm != .removed ? nil : complaint
        case .unavailable: return complaint
        case .table(let table, _):
            if harm != nil, !isResetTried { return complaint }
            let log = Array(table.value(of: Append.log) ?? [])
            let isWhole = attempts.allSatisfy { numbers in
                numbers.allSatisfy(log.contains) || !numbers.contains(where: log.contains)
            }
            guard isWhole, log == log.sorted(), Set(log).count == log.count else { return complaint }
            guard Set(log).isSubset(of: attempts.joined()), Set(acknowledged).isSubset(of: log) else {
                return complaint
            }
            let filler = table.value(of: Append.filler) ?? []
            return filler.allSatisfy { $0 == log.last } ? nil : "mixed: \(complaint)"
        }
    }

    private static func log(of content: StoreReadOutcome.Content) -> [UInt8]? {
        if case .table(let table, _) = content { Array(table.value(of: Append.log) ?? []) } else { nil }
    }

    private static func brief(_ content: StoreReadOutcome.Content) -> String {
        switch content {
        case .absent: "absent"
        case .unavailable(let why): "unavailable: \(why)"
        case .table: "\(log(of: content) ?? [])"
        }
    }
}
