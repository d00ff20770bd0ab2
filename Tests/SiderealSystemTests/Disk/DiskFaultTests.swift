import SiderealBase
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// `StoreFaultTests` makes each call of a commit fail.
@Suite("disk calls that fail") struct DiskFaultTests {
    static let path = "dir/state"

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
    func replacedFileAlwaysExists() throws {
        let bytes: [UInt8] = [1, 2, 3]
        var change = 0
        var states = 0
        while true {
            let disk = SimulatedDisk()
            var file = TwoSlotFile(path: Self.path, disk: disk.process(1))
            for number in [1, 2] as [UInt8] { _ = try file.commit { _ in [number] } }
            disk.place(bytes, at: Self.path)
            disk.schedule(.kill, process: 1, change: change)
            let commit = try? file.commit { _ in [3] }
            let wasMet = disk.cancelFaults(process: 1) == 0
            for answers in CrashExplorer().allAnswers(to: disk.questions) {
                let copy = disk.copy()
                copy.cutPower(answers)
                states += 1
                let seen = try TwoSlotFile(path: Self.path, disk: copy.process(2)).read()
                #expect(seen == .damaged(.size(3)) && commit == nil || seen.payload == [3], "killed at \(change)")
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
        #expect(TwoSlotError.failed(error, leavesOld: true).description == "can't commit: \(error)")
    }
}
