import SiderealBase
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Each call fails once, in each way: no acknowledged value is lost, and each error gives the call and the path.
@Suite("disk calls that fail") struct DiskFaultTests {
    static let numbers: [ErrorNumber] = [
        .inputOutput, .noSpace, .tooManyFiles, .accessDenied, .notPermitted, .readOnly, .quotaExceeded,
    ]
    static let path = "dir/state"

    enum Start: CaseIterable { case absent, steady, reopened, growing, damaged }

    /// Makes a disk in its starting state, the file that continues from there, and the expected content of the next
    /// commit.
    static func prepare(_ start: Start) throws -> (SimulatedDisk, Holder, [UInt8]) {
        let disk = SimulatedDisk()
        let holder = Holder(disk)
        if start != .absent {
            for number in 1...2 { _ = try holder.file.commit { _ in [UInt8(number)] } }
        }
        if start == .reopened { holder.file = TwoSlotFile(path: path, disk: disk.process(1)) }
        if start == .damaged { disk.place([1, 2, 3], at: path) }
        return (disk, holder, [UInt8](repeating: 3, count: start == .growing ? 20_000 : 3))
    }

    final class Holder {
        var file: TwoSlotFile
        init(_ disk: SimulatedDisk) { file = TwoSlotFile(path: DiskFaultTests.path, disk: disk.process(1)) }
    }

    @Test(
        "a failing call loses no acknowledged value, and the error names the call and the path",
        .computesForLong, arguments: Start.allCases, numbers)
    func aFailingCallLosesNothing(start: Start, number: ErrorNumber) throws {
        for halfway in [false, true] {
            var call = 0
            while true {
                let (disk, holder, payload) = try Self.prepare(start)
                disk.schedule(halfway ? .failHalfway(number) : .fail(number), process: 1, call: call)
                var failure: TwoSlotError?
                do throws(TwoSlotError) {
                    _ = try holder.file.commit { _ in payload }
                } catch {
                    failure = error
                }
                if disk.cancelFaults(process: 1) > 0 { break }
                if let failure {
                    let error = try #require(failure.systemError, "\(failure)")
                    #expect(error.number == number)
                    #expect(error.path.hasPrefix("dir") || error.path == ".")
                    #expect(failure.description.contains(error.path))
                    #expect(failure.description.contains(error.operation.words))
                    #expect(!disk.names.contains(Self.path + ".new"), "the temporary file stays behind")
                }
                let old: [UInt8]? = start == .absent || start == .damaged ? nil : [2]
                let seen = try TwoSlotFile(path: Self.path, disk: disk.process(2)).read()
                if failure == nil {
                    #expect(seen.payload == payload)
                } else {
                    #expect(seen.payload == payload || seen.payload == old)
                    if case .unreadable = failure { #expect(seen.payload == old, "replaced although not read") }
                }
                #expect(
                    start != .damaged || disk.contents(of: Self.path + ".damaged-1") == [1, 2, 3] || failure != nil)
                // The same process continues as if nothing had happened.
                _ = try holder.file.commit { _ in [4] }
                disk.cutPower()
                #expect(try TwoSlotFile(path: Self.path, disk: disk.process(3)).read().payload == [4])
                call += 1
            }
            #expect(call > 8)
        }
    }

    @Test("a full disk is reported, and no temporary file is left behind")
    func aFullDiskIsToldAndLeavesNothingBehind() throws {
        let disk = SimulatedDisk()
        disk.limitSpace(to: 20_000)
        var file = TwoSlotFile(path: Self.path, disk: disk.process(1))
        #expect(throws: TwoSlotError.failed(SystemError(.write, Self.path + ".new", .noSpace), leavesOld: true)) {
            try file.commit { _ in [1] }
        }
        #expect(disk.names == [".", "/", "dir", "dir/state.lock"])
        disk.limitSpace(to: 60_000)
        _ = try file.commit { _ in [1] }
        // A full disk doesn't stop commits that fit.
        disk.limitSpace(to: 0)
        #expect(try file.commit { _ in [2] }?.generation == 4)
    }

    @Test("while a damaged file is replaced, a file always exists, and the damaged bytes are kept")
    func replacingDamageLeavesNoGap() throws {
        let bytes: [UInt8] = [1, 2, 3]
        var change = 0
        var states = 0
        while true {
            let (disk, holder, payload) = try Self.prepare(.damaged)
            disk.schedule(.kill, process: 1, change: change)
            let commit = try? holder.file.commit { _ in payload }
            let wasMet = disk.cancelFaults(process: 1) == 0
            for answers in CrashExplorer().allAnswers(to: disk.questions) {
                let copy = disk.copy()
                copy.cutPower(answers)
                states += 1
                let seen = try TwoSlotFile(path: Self.path, disk: copy.process(2)).read()
                #expect(seen == .damaged(.size(3)) && commit == nil || seen.payload == payload, "killed at \(change)")
                let evidence = [Self.path, Self.path + ".damaged-1"].map { copy.contents(of: $0) }
                #expect(evidence.contains(bytes))
                // Another process finishes, and keeps no second copy.
                var next = TwoSlotFile(path: Self.path, disk: copy.process(3))
                _ = try next.commit { _ in [9] }
                #expect(!copy.names.contains(Self.path + ".damaged-2"))
            }
            if !wasMet { break }
            change += 1
        }
        #expect(states > 40)
    }

    @Test("an error gives what failed, on what and why")
    func errorsSpeak() {
        let error = SystemError(.open, "dir/state", .accessDenied)
        #expect(error.description == "can't open dir/state: Permission denied (errno 13)")
        #expect(error.isPermissionDenied && !error.isNoSpace && !error.isNotFound)
        #expect(TwoSlotError.unreadable(error).description == "\(error)")
    }
}
