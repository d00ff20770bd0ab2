import SiderealSystem

/// One history on one disk, with its attempts, its acknowledged commits, and its failed checks.
final class CrashHistory: CrashSubject {
    /// A running process. When the process ends, its copy of the file's content is lost.
    private final class Runner {
        var file: TwoSlotFile

        init(_ process: SimulatedProcess) {
            file = TwoSlotFile(path: CrashExplorer.path, disk: process)
        }
    }

    let disk: SimulatedDisk
    private var runners: [Int: Runner] = [:]
    /// The payloads of all attempts, and the number of the last acknowledged attempt.
    private var attempts: [[UInt8]] = []
    private var acknowledged = 0
    private(set) var violations: [String] = []

    init(sectorSize: Int, deceit: DiskDeceit?) {
        disk = SimulatedDisk(sectorSize: sectorSize, isTracing: false)
        disk.deceive(deceit)
    }

    /// Runs the steps. For each fault, `positions` contains the number of a change in the fault's step. The fault
    /// happens at that change. Returns, for each fault, whether the fault happened.
    func run(_ steps: [CrashStep], faultsAt positions: [Int]) -> [Bool] {
        var met: [Bool] = []
        for step in steps {
            switch step {
            case .kill(let process): end(process)
            case .evictCleanPages: disk.evictCleanPages()
            case .cutPower(let answers):
                disk.cutPower(answers.answers(to: disk.questions))
                runners = [:]
            case .commits(let count, let process, let size, nil):
                for _ in 0..<count { commit(process, size: size, mayFail: false) }
            case .commits(let count, let process, let size, let fault?):
                disk.schedule(fault, process: process, change: positions[met.count])
                for _ in 0..<count { commit(process, size: size, mayFail: true) }
                met.append(disk.cancelFaults(process: process) == 0)
                if disk.isStopped(process) { end(process) }
            }
        }
        return met
    }

    private func end(_ process: Int) {
        disk.kill(process)
        runners[process] = nil
    }

    private func commit(_ process: Int, size: Int, mayFail: Bool) {
        guard !disk.isStopped(process) else { return }
        let runner = runners[process] ?? Runner(disk.process(process))
        runners[process] = runner
        attempts.append(Self.payload(attempts.count &+ 1, size: size))
        let number = attempts.count
        let payload = attempts[number &- 1]
        do throws(TwoSlotError) {
            _ = try runner.file.commit { found in
                if let complaint = complaint(about: found, before: number) {
                    violations.append("merging: \(complaint)")
                }
                return payload
            }
            acknowledged = number
        } catch {
            if !mayFail { violations.append("commit \(number): \(error)") }
        }
    }

    /// Describes what is wrong with a disk, or returns `nil` if the disk is right. No process runs on the disk any
    /// more.
    func complaint(about disk: SimulatedDisk) -> String? {
        let witness = 900
        do throws(TwoSlotError) {
            var file = TwoSlotFile(path: CrashExplorer.path, disk: disk.process(witness))
            if let complaint = complaint(about: try file.read(), before: attempts.count &+ 1) { return complaint }
            let payload = Self.payload(attempts.count &+ 1, size: 1200)
            _ = try file.commit { _ in payload }
            disk.cutPower()
            let again = try TwoSlotFile(path: CrashExplorer.path, disk: disk.process(witness)).read()
            return again.payload == payload ? nil : "the next commit was lost: \(Self.brief(again))"
        } catch {
            return "\(error)"
        }
    }

    private func complaint(about snapshot: Snapshot, before limit: Int) -> String? {
        switch snapshot {
        case .absent where acknowledged == 0: return nil
        case .value(let value):
            guard let index = attempts.firstIndex(of: value.payload) else { return "a payload that no commit wrote" }
            if index &+ 1 >= acknowledged, index &+ 1 < limit { return nil }
            fallthrough
        default: return "\(acknowledged) commits are acknowledged, but the file has \(Self.brief(snapshot))"
        }
    }

    private static func brief(_ snapshot: Snapshot) -> String {
        if case .value(let value) = snapshot { "commit \(value.payload.first ?? 0)" } else { "\(snapshot)" }
    }

    /// Returns a payload that differs from all others in every sector.
    private static func payload(_ number: Int, size: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
    }
}
