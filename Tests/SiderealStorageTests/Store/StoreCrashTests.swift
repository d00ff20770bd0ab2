import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Histories of a store that end in a power cut. Each is explored at each call, and with many answers of the medium:
/// all writes kept or lost up to a point, each alone, and one random mixture.
@Suite("histories of a store that end in a power cut") struct StoreCrashTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        let name: String
        let leastStates: Int
        /// A Boolean value that indicates whether the system has protection classes. Without them other calls prove
        /// that no file exists.
        let knowsProtection: Bool
        /// A Boolean value that indicates whether the directory exists. Otherwise the first commit makes it and the one
        /// above.
        let isDirectoryThere: Bool
        let steps: [StoreStep]
        /// The number of combinations of the medium's answers up to which all are tried.
        let limit: Int
        var testDescription: String { name }

        init(
            _ name: String, atLeast states: Int, limit: Int = 8, knowsProtection: Bool = true,
            isDirectoryThere: Bool = true,
            _ steps: [StoreStep]
        ) {
            self.name = name
            leastStates = states
            self.limit = limit
            self.knowsProtection = knowsProtection
            self.isDirectoryThere = isDirectoryThere
            self.steps = steps
        }

        static let checkedEvery = TestExtent.choose(part: 16, whole: 1)
        /// The bytes that a power cut can't tear. By day, larger sectors leave fewer states.
        static let sectorSize = TestExtent.choose(part: 1024, whole: 512)
        /// Faults hit one in so many calls.
        static let metEvery = TestExtent.choose(part: 2, whole: 1)

        private var faults: Int { steps.count { $0.fault != nil } }
        var statesToExpect: Int { (0..<faults).reduce(leastStates) { least, _ in least / Self.metEvery } }

        func explore() -> CrashReport {
            var explorer = CrashExplorer()
            explorer.exhaustiveLimit = limit
            explorer.sampleCount = 1
            explorer.checkedEvery = Self.checkedEvery
            return explorer.explore(faults: faults) { positions in
                let history = StoreHistory(
                    sectorSize: Self.sectorSize, knowsProtection: knowsProtection, isDirectoryThere: isDirectoryThere)
                // The first fault hits the even calls, the next one the odd ones.
                let calls = positions.enumerated().map { $1 * Self.metEvery + $0 % Self.metEvery }
                return (history, history.run(steps, faultsAt: calls))
            }
        }
    }

    static let scenarios: [Scenario] = [
        Scenario(
            "first commits, killed at every call", atLeast: 100, limit: 300, isDirectoryThere: false,
            [.commits(3, by: 1, meeting: .kill)]),
        Scenario(
            "first commits without protection classes", atLeast: 100, limit: 300, knowsProtection: false,
            isDirectoryThere: false,
            [.commits(3, by: 1, meeting: .killHalfway)]),
        Scenario(
            "killed while creating, and again", atLeast: 100,
            [.commits(1, by: 1, meeting: .kill), .commits(2, by: 1, meeting: .killHalfway)]),
        Scenario(
            "created by one that is killed, continued by another", atLeast: 100, isDirectoryThere: false,
            [.commits(1, by: 1, meeting: .killHalfway), .commits(1, by: 2, meeting: .kill)]),
        Scenario(
            "killed, reopened, committed, cut", atLeast: 100,
            [.commits(2, by: 1), .commits(2, by: 1, meeting: .kill), .commits(2, by: 1, meeting: .killHalfway)]),
        Scenario(
            "several parts share a commit, one of them throws", atLeast: 100,
            [
                .commits(1, by: 1, parts: 3, throwing: true),
                .commits(2, by: 1, parts: 2, throwing: true, meeting: .killHalfway),
                .commits(1, by: 2, parts: 4, throwing: true, meeting: .kill),
            ]),
        Scenario(
            "a commit whose only part throws", atLeast: 10,
            [
                .commits(1, by: 1), .commits(1, by: 2), .commits(1, by: 1, meeting: .kill),
                .commits(1, by: 2, parts: 0, throwing: true), .commits(1, by: 2, meeting: .kill),
            ]),
        Scenario(
            "two processes in turn, both killed", atLeast: 100,
            [
                .commits(1, by: 1), .commits(1, by: 2), .commits(1, by: 1, meeting: .kill),
                .commits(2, by: 2, meeting: .killHalfway),
            ]),
        Scenario(
            "a whole commit that was killed, and another one over what was acknowledged before", atLeast: 20,
            [
                .commits(1, by: 1, size: 9_300), .commits(1, by: 1), .commits(1, by: 1, size: 18_000, meeting: .kill),
                .commits(1, by: 2, size: 12_300, meeting: .kill),
            ]),
        Scenario(
            "growing, killed", atLeast: 100,
            [
                .commits(2, by: 1), .commits(2, by: 1, size: 17_000, meeting: .killHalfway),
                .commits(1, by: 2, meeting: .kill),
            ]),
        Scenario(
            "growing under another process that has the old file open", atLeast: 100,
            [
                .commits(1, by: 2), .commits(1, by: 1), .commits(1, by: 1, size: 17_000, meeting: .kill),
                .commits(2, by: 2, meeting: .kill),
            ]),
        Scenario(
            "changes appended until the room is used up, killed at every call", atLeast: 100,
            [.commits(3, by: 1), .commits(3, by: 1, meeting: .kill), .commits(2, by: 2, meeting: .killHalfway)]),
        Scenario(
            "changes of several blocks, half written", atLeast: 100,
            [
                .commits(2, by: 1, size: 5_000, ballast: 9_000),
                .commits(3, by: 1, size: 5_000, meeting: .killHalfway), .commits(2, by: 2, size: 5_000, meeting: .kill),
            ]),
        Scenario(
            "changes appended behind another's, both killed", atLeast: 100,
            [
                .commits(1, by: 1), .commits(1, by: 2, meeting: .kill), .commits(1, by: 1, meeting: .killHalfway),
                .commits(2, by: 3, meeting: .kill),
            ]),
        Scenario(
            "changes appended behind another's, which failed and half reached the medium", atLeast: 100,
            [
                .commits(2, by: 1, ballast: 9_000), .commits(1, by: 2, meeting: .fail(.inputOutput)), .kill(2),
                .evictCleanPages(isMixed: true), .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "the whole written over while another's changes are in the cache alone", atLeast: 100,
            [
                .commits(3, by: 1), .commits(1, by: 2, meeting: .kill), .commits(4, by: 3, meeting: .killHalfway),
            ]),
        Scenario(
            "the whole failed, the cache is dropped, others go on", atLeast: 100,
            [
                .commits(4, by: 1), .commits(2, by: 1, meeting: .failHalfway(.inputOutput)),
                .evictCleanPages(isMixed: true), .commits(1, by: 2, meeting: .fail(.inputOutput)),
                .evictCleanPages(isMixed: true), .commits(2, by: 3),
            ]),
        Scenario(
            "calls are interrupted while the whole is written", atLeast: 30,
            [.commits(3, by: 1), .commits(3, by: 1, meeting: .fail(.interrupted)), .commits(1, by: 2)]),
        Scenario(
            "the whole cut off, cut again, and the same tried again", atLeast: 100,
            [
                .commits(4, by: 1), .commits(1, by: 1, meeting: .fail(.inputOutput)), .commits(1, by: 2),
                .cutPower(.seeded(3)), .commits(1, by: 1), .cutPower(.seeded(4)), .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "values removed, killed at every call", atLeast: 100,
            [
                .commits(2, by: 1), .commits(1, by: 1, size: 0, meeting: .killHalfway), .commits(1, by: 1),
                .commits(1, by: 2, size: 0, meeting: .kill),
            ]),
        Scenario(
            "a large value removed, so that the file shrinks, killed at every call", atLeast: 50,
            [
                .commits(1, by: 1, ballast: 200_000), .commits(1, by: 1, size: 0, meeting: .kill),
                .commits(2, by: 2, meeting: .killHalfway),
            ]),
        Scenario(
            "a call fails, the same process goes on", atLeast: 100,
            [
                .commits(1, by: 1, meeting: .fail(.inputOutput)),
                .commits(1, by: 1, meeting: .failHalfway(.inputOutput)), .commits(1, by: 1),
            ]),
        Scenario(
            "a call fails, another process goes on", atLeast: 100,
            [
                .commits(2, by: 1), .commits(1, by: 2), .commits(1, by: 1, meeting: .fail(.inputOutput)),
                .commits(2, by: 2, meeting: .kill),
            ]),
        Scenario(
            "a call fails, the cache is dropped, the same process goes on", atLeast: 100,
            [
                .commits(2, by: 1), .commits(1, by: 1, meeting: .failHalfway(.inputOutput)), .evictCleanPages(),
                .commits(2, by: 1, meeting: .kill),
            ]),
        Scenario(
            "a call fails while creating, the cache is dropped", atLeast: 100, isDirectoryThere: false,
            [.commits(1, by: 1, meeting: .fail(.inputOutput)), .evictCleanPages(), .commits(1, by: 2, meeting: .kill)]),
        Scenario(
            "calls are interrupted", atLeast: 50,
            [.commits(3, by: 1, meeting: .fail(.interrupted)), .commits(1, by: 2, meeting: .fail(.interrupted))]),
        Scenario(
            "frozen with the lock held, killed, continued by another", atLeast: 50,
            [
                .commits(1, by: 2), .commits(2, by: 1, meeting: .freeze), .commits(1, by: 2), .kill(1),
                .commits(1, by: 2, meeting: .kill),
            ]),
        Scenario(
            "lost, given up, killed", atLeast: 100,
            [
                .commits(2, by: 1), .harm(.removed), .commits(1, by: 2), .reset(by: 1, meeting: .killHalfway),
                .reset(by: 2), .commits(2, by: 2, meeting: .kill),
            ]),
        Scenario(
            "lost, given up by one that is killed, written by another", atLeast: 50,
            [.commits(1, by: 1), .harm(.removed), .reset(by: 1, meeting: .kill)]),
        Scenario(
            "damaged, given up, killed", atLeast: 100,
            [
                .commits(2, by: 1), .harm(.spoiled), .commits(1, by: 2), .reset(by: 1, meeting: .kill),
                .reset(by: 2), .commits(1, by: 2, meeting: .kill),
            ]),
        Scenario(
            "damaged in its payload, given up, killed, a call fails", atLeast: 100,
            [
                .commits(1, by: 1), .harm(.spoiledPayload), .commits(1, by: 1),
                .reset(by: 2, meeting: .fail(.inputOutput)),
                .reset(by: 2), .commits(1, by: 1, meeting: .kill),
            ]),
        Scenario(
            "cut, nothing kept, and cut again", atLeast: 100,
            [.commits(2, by: 1, meeting: .kill), .cutPower(.oldest), .commits(2, by: 1, meeting: .killHalfway)]),
        Scenario(
            "cut, all kept, and cut again", atLeast: 100,
            [.commits(2, by: 1, meeting: .killHalfway), .cutPower(.newest), .commits(2, by: 1, meeting: .kill)]),
        Scenario(
            "cut in the middle, and cut again", atLeast: 100, knowsProtection: false,
            [
                .commits(1, by: 1, meeting: .kill), .cutPower(.seeded(7)), .commits(2, by: 2, meeting: .kill),
                .cutPower(.seeded(8)), .commits(1, by: 1),
            ]),
    ]

    @Test("no history loses an acknowledged value", .computesForLong, arguments: scenarios)
    func losesNothing(in scenario: Scenario) {
        let report = scenario.explore()
        print("store, \(scenario.name): \(report.histories) histories, \(report.checked) of \(report.states) states")
        #expect(report.violations == [])
        #expect(report.states >= scenario.statesToExpect)
        #expect(report.checked >= report.states / Scenario.checkedEvery)
    }

    /// A value that a transaction read and returned survives the power cut, even if its writer was killed before the
    /// sync.
    @Test("a value that a transaction read survives a power cut")
    func readValueSurvivesAPowerCut() throws {
        struct ReadCommand: StorePart {
            let seen = Lock<[UInt8]?>(nil)

            func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError) {
                let bytes = transaction.bytes(of: Append.log)
                seen.withLock { $0 = bytes }
            }
        }
        var change = 0
        while true {
            let disk = SimulatedDisk(isTracing: false)
            let writer = StoreHistory.open(disk, 1)
            let other = StoreHistory.open(disk, 2)
            for number in [1, 2] as [UInt8] {
                _ = writer.commit([Append(number: number)], { .unlocked }, StoreMigrations())
            }
            disk.schedule(.kill, process: 1, change: change)
            _ = writer.commit([Append(number: 3)], { .unlocked }, StoreMigrations())
            let isMet = disk.cancelFaults(process: 1) == 0
            disk.kill(1)
            let read = ReadCommand()
            #expect(other.commit([read], { .unlocked }, StoreMigrations()).failure == nil)
            let seen = read.seen.withLock { $0 }
            #expect(seen == [1, 2] || seen == [1, 2, 3])
            disk.cutPower()
            let again = ReadCommand()
            _ = StoreHistory.open(disk, 3).commit([again], { .unlocked }, StoreMigrations())
            #expect(again.seen.withLock { $0 } == seen, "killed at change \(change)")
            if !isMet { break }
            change += 1
        }
        #expect(change > 2)
    }
}
