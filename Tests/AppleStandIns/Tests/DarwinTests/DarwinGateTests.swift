import AppleFoundation
import DarwinMachine
import Foundation
import SiderealStorage
import SiderealSystem
import Testing

/// The gate, with the keys that a device provides.
@Suite final class DarwinGateTests {
    let root = URL(filePath: "/tmp/sidereal-darwin-\(UUID().uuidString)")
    let machine = DarwinMachine()
    let disk = RealFileSystem(pauseMilliseconds: 0)
    var canary: String { root.path + "/state/canary" }

    init() throws { try Foundation.FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

    deinit { try? Foundation.FileManager.default.removeItem(at: root) }

    func look() -> FirstUnlockGate.State {
        machine.run { FirstUnlockGate(directory: root.appending(path: "state")).state }
    }

    /// A device in its first boot, over its first restart, and locked again.
    @Test("the gate opens with the first unlock") func theGateOpensWithTheFirstUnlock() throws {
        #expect(look() == .unlocked)
        #expect(BackupMarks.isExcluded(canary))
        machine.keys = .beforeFirstUnlock
        #expect(look() == .beforeFirstUnlock)
        machine.keys = .locked
        #expect(look() == .unlocked)
    }

    /// Without a canary and before the first unlock, none can be created.
    @Test("without a canary, the gate is closed before the first unlock") func theGateIsClosedWithoutACanary() throws {
        machine.keys = .beforeFirstUnlock
        #expect(look() == .beforeFirstUnlock)
        machine.keys = .unlocked
        #expect(look() == .unlocked)
    }

    /// A canary of class `none` is always readable, so it is replaced.
    @Test("a canary of another protection class is replaced") func aCanaryOfAnotherClassIsReplaced() throws {
        #expect(look() == .unlocked)
        try machine.run {
            try disk.unlink(canary)
            let file = try disk.open(canary, .createExclusively(.always))
            try disk.writeFully(file, [1], at: 0)
            disk.close(file)
        }
        #expect(look() == .unlocked)
        let file = try machine.run { try disk.open(canary, .readOnly) }
        defer { disk.close(file) }
        #expect(try machine.run { try disk.protection(of: file) } == .afterFirstUnlock)
    }

    /// Errors that prove no lock: EIO, EMFILE, EROFS.
    @Test("an error of another kind doesn't count as a lock", arguments: [5, 24, 30] as [Int32])
    func anErrorOfAnotherKindIsNoLock(
        number: Int32
    ) throws {
        #expect(look() == .unlocked)
        machine.fail("open", number)
        #expect(look() == .indeterminate(errno: number))
    }

    @Test("the gate works on a volume without backup marks") func aVolumeWithoutMarksIsNoTrouble() {
        var app = InstalledApp()
        app.volumeKnowsMarks = false
        #expect(app.run { look() } == .unlocked)
        #expect(!BackupMarks.isExcluded(canary))
    }
}
