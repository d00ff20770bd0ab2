import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// One task of a process that writes, and two that read. Their calls to the disk are carried out in turns.
@Suite("reading tasks beside a writer of their process", .computesForLong, .timeLimit(Patience.ofATest))
struct TaskInterleavingTests {
    enum Start: CaseIterable {
        case missing, written
        /// Another process has announced a commit, and has failed before it changed the file.
        case failedByOther
        /// The sidecar, which has the word that announces commits, is gone.
        case withoutWord
    }

    struct TooLarge: StorePart {
        func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
            try transaction.set(String(repeating: "x", count: 50_000), for: .name)
        }
    }

    /// A process with a write that has not begun.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    struct Run {
        let device = StoryDisk()
        let app: StoryApp
        private let executor = DrainedExecutor()
        private let update: DrainedExecutor.Begun<Bool>
        private let reads = Lock<(greatest: Int, problems: [String])>((0, []))

        init(_ start: Start) async throws {
            let first = try device.launch(start == .withoutWord ? 9 : 1)
            if start != .missing { for number in [0, 1] { try await first.store.set(number, for: .count) } }
            if start == .failedByOther {
                device.disk.limitSpace(to: 0)
                let commit = device.files(2).commit([TooLarge()], { .unlocked }, StoreMigrations())
                #expect(commit.failure?.cause == .noSpace)
                device.disk.limitSpace(to: .max)
            }
            if start == .withoutWord {
                device.disk.kill(9)
                device.disk.remove(StoryDisk.sidecar)
            }
            app = start == .withoutWord ? try device.launch(1) : first
            app.background.hold()
            let store = app.store
            update = executor.begin { (try? await store.update(.count) { $0 = ($0 ?? 0) + 1 }) != nil }
            try executor.drain()
        }

        var writer: @Sendable () -> Void { { [app] in app.background.release() } }

        /// Reads twice. A read may return only what survives a power cut, and no less than a read that ended before it.
        func reader(isDurable: Bool) -> @Sendable () -> Void {
            { [device, store = app.store, reads] in
                for _ in 0..<2 {
                    let least = reads.withLock { $0.greatest }
                    let found = store.read(.count)
                    let limit = isDurable ? Self.number(Self.afterPowerCut(device.disk)) : .max
                    reads.withLock { reads in
                        let isAnswer = if case .unavailable = found { false } else { true }
                        let number = Self.number(found)
                        if !isAnswer || number < least || number > limit {
                            reads.problems.append("read \(found), between \(least) and \(limit)")
                        }
                        reads.greatest = max(reads.greatest, number)
                    }
                }
            }
        }

        /// Runs the tasks. Returns whether the write succeeded, and what was wrong. If `failing` is a number, this call
        /// of the writer fails. The cache drops the pages of a failed sync at once.
        func problems(_ legs: [Int], failing: Int? = nil) throws -> (isDone: Bool, problems: [String]) {
            let reader = reader(isDurable: failing == nil)
            let (disk, writerCalls) = (device.disk, Lock(-1))
            let beforeEach: @Sendable (Int) -> Void = { thread in
                disk.evictCleanPages()
                guard thread == 0 else { return }
                let call = writerCalls.withLock { calls in
                    calls += 1
                    return calls
                }
                if call == failing { disk.schedule(.fail(.inputOutput), process: 1, call: 0) }
            }
            Turns.run(on: disk, legs: legs, beforeEach: beforeEach, [writer, reader, reader])
            return (try executor.finish(update) { .deadlock }, reads.withLock { $0.problems })
        }

        /// Returns the number of calls that the writer makes if it runs alone, and the number of them before the sync.
        func callsOfWriter() throws -> (all: Int, beforeSync: Int) {
            let before = device.disk.trace.count
            writer()
            _ = try executor.finish(update) { .deadlock }
            let calls = Array(device.disk.trace[before...])
            return (calls.count, calls.firstIndex { $0.contains("sync") } ?? calls.count)
        }

        private static func number(_ reading: ProtectedReading<Int>) -> Int { reading.valueIfPresent ?? 0 }

        private static func afterPowerCut(_ disk: SimulatedDisk) -> ProtectedReading<Int> {
            let copy = disk.copy()
            copy.interposeEverywhere(nil)
            copy.cutPower()
            let files = StoreFiles(
                directory: StoryDisk.directory, name: "settings", tier: .afterFirstUnlock, coding: .json,
                disk: copy.process(7))
            guard case .table(let table, _) = files.read({ .unlocked }).content,
                let bytes = table.value(of: ExactName("count"))
            else { return .absent }
            return .value(Int(String(decoding: bytes, as: UTF8.self)) ?? 0)
        }
    }

    /// Returns the numbers of calls to the disk that a writer and a reader make if they run alone, and the number of
    /// the writer's calls before its first sync.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func calls(_ start: Start) async throws -> (writer: Int, beforeSync: Int, reader: Int) {
        let run = try await Run(start)
        let count = { run.device.disk.trace.count }
        let first = count()
        run.reader(isDurable: false)()
        let second = count()
        _ = try run.problems([])
        let writer = try await Run(start).callsOfWriter()
        return (writer.all, writer.beforeSync, second - first)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("reads at any moment of a commit return what survives a power cut", arguments: Start.allCases)
    func atAnyMoment(start: Start) async throws {
        let calls = try await Self.calls(start).writer
        for call in 1...calls {
            let (isDone, problems) = try await Run(start).problems([call])
            #expect(isDone && problems.isEmpty, "after call \(call): \(problems)")
        }
        #expect(calls > 10)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("in any order of calls, reads return what survives a power cut, and never go back", arguments: Start.allCases)
    func inAnyOrder(start: Start) async throws {
        let calls = try await Self.calls(start)
        let limits = TestExtent.choose(
            part: [calls.writer, min(calls.reader, 3), 1, calls.writer],
            whole: [calls.writer, calls.reader, 2, calls.writer])
        // The reader has looked at its memory before the commit, and goes on right before the sync.
        let atSync = (1..<calls.beforeSync).map { [$0, 1, 1, calls.beforeSync - $0] }
        for legs in atSync + Array(StoreInterleavingTests.legs(limits)) {
            let (isDone, problems) = try await Run(start).problems(legs)
            #expect(isDone && problems.isEmpty, "turns \(legs): \(problems)")
        }
    }

    /// If the sync of a commit fails, the disk loses the changes that a read may have found.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if a call of the commit fails, reads never go back", arguments: [Start.written, .failedByOther])
    func failing(start: Start) async throws {
        let calls = try await Self.calls(start)
        // The reader has begun before the commit, reads the file right before the sync, and ends after it has failed.
        let overSync = (1...8).flatMap { first in
            (1...30).map { [1, first, 1, calls.beforeSync - 1, $0] }
        }
        let limits = TestExtent.choose(
            part: [calls.writer, 2], whole: [calls.writer, calls.reader, 2, calls.writer])
        let others = Array(StoreInterleavingTests.legs(limits))
        var failures = 0
        for failing in calls.beforeSync - 2...calls.beforeSync + 1 {
            for legs in failing == calls.beforeSync ? overSync + others : others {
                let (isDone, problems) = try await Run(start).problems(legs, failing: failing)
                #expect(problems.isEmpty, "call \(failing) fails, turns \(legs): \(problems)")
                failures += isDone ? 0 : 1
            }
        }
        #expect(failures > overSync.count / 2)
    }
}
