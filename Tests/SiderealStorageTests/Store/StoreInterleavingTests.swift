import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Two and three processes whose calls to the disk are carried out in turns, with every division of the calls into a
/// few turns. The other races test one process that acts in the middle of another's call.
@Suite("processes that take turns at every call", .computesForLong, .timeLimit(Patience.ofATest))
struct StoreInterleavingTests {
    /// A part that adds one.
    struct Increment: StorePart {
        func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
            try transaction.set((try transaction.value(.count) ?? 0) + 1, for: .count)
        }
    }

    enum Start: CaseIterable { case missing, written, cutShort, lost }

    /// Makes a disk, and returns the number that the store holds.
    static func disk(_ start: Start) -> (StoryDisk, count: Int) {
        let device = StoryDisk()
        guard start != .missing else { return (device, 0) }
        let files = device.files(9)
        for _ in 0..<2 { _ = commit(files) }
        if start == .cutShort {
            // The third commit is killed within its first write.
            device.disk.schedule(.killHalfway, process: 9, change: 1)
            _ = commit(files)
            device.disk.kill(9)
        }
        // Half of a short record may be all of it, so the third commit may count.
        let copy = StoreFiles(
            directory: StoryDisk.directory, name: "settings", tier: .afterFirstUnlock, coding: .json,
            disk: device.disk.copy().process(7))
        guard start != .lost, case .table(let table, _) = copy.read({ .unlocked }).content,
            let bytes = table.value(of: ExactName("count"))
        else {
            device.disk.remove(StoryDisk.path)
            return (device, 0)
        }
        return (device, Int(String(decoding: bytes, as: UTF8.self)) ?? 0)
    }

    static func commit(_ files: StoreFiles) -> StoreCommit {
        files.commit([Increment()], { .unlocked }, StoreMigrations())
    }

    /// The commits and reads of the processes.
    struct Outcome: Sendable {
        var begun = 0
        var acknowledged = 0
        var refusals: [StoreError] = []
        /// A reader's values in order, each with the number of commits that had been acknowledged when its read began.
        var reads: [(value: ProtectedReading<Int>, acknowledged: Int)] = []
    }

    /// One run of two or three processes on a new disk.
    struct Run {
        let start: Start
        let device: StoryDisk
        /// The number in the store before the run.
        let count: Int
        let outcome = Lock(Outcome())

        init(_ start: Start) {
            self.start = start
            (device, count) = StoreInterleavingTests.disk(start)
        }

        func writer(_ process: Int, times: Int = 1) -> @Sendable () -> Void {
            let (files, outcome) = (device.files(process), outcome)
            return {
                for _ in 0..<times {
                    outcome.withLock { $0.begun += 1 }
                    let commit = StoreInterleavingTests.commit(files)
                    outcome.withLock { outcome in
                        if let error = commit.failure ?? commit.refusals[0] {
                            outcome.refusals.append(error)
                        } else {
                            outcome.acknowledged += 1
                        }
                    }
                }
            }
        }

        func reader(_ process: Int) throws -> @Sendable () -> Void {
            let (store, outcome) = (try device.launch(process).store, outcome)
            return {
                for _ in 0..<3 {
                    let acknowledged = outcome.withLock { $0.acknowledged }
                    let value = store.read(.count)
                    outcome.withLock { $0.reads.append((value, acknowledged)) }
                }
            }
        }

        /// Runs the processes, and returns what was wrong.
        func problems(_ legs: [Int], _ works: [@Sendable () -> Void]) throws -> [String] {
            let refusal: Unavailability? = start == .lost ? .lost : nil
            Turns.run(on: device.disk, legs: legs, works)
            let outcome = outcome.withLock { $0 }
            var problems: [String] = []
            for error in outcome.refusals where refusal == nil || error.unavailability != refusal {
                problems.append("refused: \(error)")
            }
            let last = try device.launch(8).store.read(.count)
            let wanted: ProtectedReading<Int> = refusal.map { .unavailable($0) } ?? .value(count + outcome.acknowledged)
            if last != wanted { problems.append("\(last) in the end, not \(wanted)") }
            var least = count
            for (value, acknowledged) in outcome.reads {
                least = max(least, count + acknowledged)
                switch value {
                case .value(let number):
                    if number < least || number > count + outcome.begun {
                        problems.append("read \(number), with at least \(least) stored")
                    }
                    least = max(least, number)
                case .absent: if least > 0 { problems.append("read nothing, with at least \(least) stored") }
                // A reader of a whole file needs no lock, so no writer makes it wait.
                case .unavailable(let why):
                    if why != refusal, why != .busy || start == .written { problems.append("read \(value)") }
                }
            }
            return problems
        }
    }

    /// Returns every division of calls into turns of at most these lengths. By day a few of them.
    static func legs(_ limits: [Int]) -> some Sequence<[Int]> {
        let every = TestExtent.choose(part: 23, whole: 1)
        let count = limits.reduce(1, *)
        return stride(from: 0, to: count, by: every).lazy.map { number -> [Int] in
            var rest = number
            return limits.reversed().map { limit in
                defer { rest /= limit }
                return rest % limit + 1
            }.reversed()
        }
    }

    /// The number of calls to the disk of one process that runs alone.
    static func calls(of work: (Run) throws -> @Sendable () -> Void, _ start: Start) throws -> Int {
        let run = Run(start)
        let work = try work(run)
        let before = run.device.disk.trace.count
        work()
        return run.device.disk.trace.count - before
    }

    @Test("two writers keep each other's changes", arguments: Start.allCases)
    func twoWriters(start: Start) throws {
        let calls = try Self.calls(of: { $0.writer(1) }, start)
        let limits = TestExtent.choose(part: [calls, calls], whole: [calls, calls, calls])
        for legs in Self.legs(limits) {
            let run = Run(start)
            let works = [run.writer(1), run.writer(2)]
            let problems = try run.problems(legs, works)
            #expect(problems.isEmpty, "turns \(legs): \(problems)")
        }
        #expect(calls >= (start == .lost ? 4 : 10))
    }

    @Test("a reader that runs beside a writer never returns to an older value", arguments: Start.allCases)
    func aReader(start: Start) throws {
        let calls = try Self.calls(of: { $0.writer(1, times: 2) }, start)
        let reads = try Self.calls(of: { try $0.reader(2) }, start)
        let limits = TestExtent.choose(part: [calls, reads], whole: [calls, reads, calls])
        for legs in Self.legs(limits) {
            let run = Run(start)
            let works = [run.writer(1, times: 2), try run.reader(2)]
            let problems = try run.problems(legs, works)
            #expect(problems.isEmpty, "turns \(legs): \(problems)")
        }
    }

    @Test("with two writers, no change is lost, and a reader never sees an older value", arguments: Start.allCases)
    func twoWritersAndAReader(start: Start) throws {
        let calls = try Self.calls(of: { $0.writer(1) }, start)
        let reads = try Self.calls(of: { try $0.reader(3) }, start)
        let limits = TestExtent.choose(part: [calls, 2, reads], whole: [calls, calls, reads])
        for legs in Self.legs(limits) {
            let run = Run(start)
            let works = [run.writer(1), run.writer(2), try run.reader(3)]
            let problems = try run.problems(legs, works)
            #expect(problems.isEmpty, "turns \(legs): \(problems)")
        }
    }
}
