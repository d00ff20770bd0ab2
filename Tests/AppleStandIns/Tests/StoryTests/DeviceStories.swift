import AppleFoundation
import DarwinMachine
import Foundation
import FoundationNetworking
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing
import os

extension Stories {
    /// An app from its launch to the next one. Only what lies below Darwin's C library is simulated.
    @Suite @MainActor final class Device {
        static let boots = ["8D0F7B52-1F3C-4B6E-9A27-C0FFEE123456", "8D0F7B52-1F3C-4B6E-9A27-C0FFEE123457"]
        static let second: Int64 = 1_000_000_000

        let root = URL(filePath: "/tmp/sidereal-device-\(UUID().uuidString)")
        /// A process shares its state by path, so each launch finds the same files under another path.
        var launches = 0
        var directory: URL { root.appending(path: "state-\(launches)") }
        var record: [String] {
            (try? Foundation.FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()) ?? []
        }

        init() throws {
            try Foundation.FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        }

        deinit { try? Foundation.FileManager.default.removeItem(at: root) }

        /// Makes a device that is up for so many seconds, in the boot of that number.
        func machine(boot: Int, up seconds: Int64, asleep: Int64 = 0, startedAt start: Int64) -> DarwinMachine {
            let machine = DarwinMachine()
            machine.set("kern.bootsessionuuid", .text(Self.boots[boot]))
            machine.set("kern.boottime", .time(seconds: start, microseconds: 0))
            machine.set("CLOCK_REALTIME", .nanoseconds((start + seconds) * Self.second))
            machine.set("CLOCK_MONOTONIC_RAW", .nanoseconds(seconds * Self.second))
            machine.set("CLOCK_UPTIME_RAW", .nanoseconds((seconds - asleep) * Self.second))
            return machine
        }

        /// Launches the app, saves, and ends it.
        func launch(_ machine: DarwinMachine, journal: URL? = nil) throws -> BootVerdict {
            let before = directory.path
            launches += 1
            if Foundation.FileManager.default.fileExists(atPath: before) {
                try RealFileSystem().rename(before, to: directory.path)
            }
            return try machine.run {
                let observatory = try Observatory(
                    directory: directory, observer: "app", journal: journal, savesAutomatically: false)
                try observatory.save()
                #expect(observatory.journalError == nil)
                return observatory.bootVerdict
            }
        }

        func protectionClass(_ machine: DarwinMachine, _ path: String) throws -> Int32? {
            let identity = try RealFileSystem().identity(ofPath: path)
            return machine.protectionClass(of: DarwinMachine.Inode(device: identity.device, number: identity.inode))
        }

        // MARK: - Boots

        @Test("the kernel's boot identity proves a restart") func aRestartIsProvenByTheKernelsIdentity() throws {
            let first = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            #expect(try launch(first).answer == .firstObservation)
            let later = machine(boot: 0, up: 90_000, asleep: 80_000, startedAt: 1_700_000_000)
            let same = try launch(later)
            #expect(same.answer == .sameBoot && same.certainty == .proven && same.evidence == .bootIdentity)
            // The clock is set so that the boot time looks unchanged.
            let restarted = machine(boot: 1, up: 90_100, startedAt: 1_700_000_000)
            let verdict = try launch(restarted)
            #expect(verdict.answer == .rebooted && verdict.certainty == .proven && verdict.evidence == .bootIdentity)
        }

        /// EPERM, ENOENT.
        @Test("without a boot identity, the counters decide the verdict", arguments: [1, 2] as [Int32])
        func withoutAnIdentityTheCountersDecide(number: Int32) throws {
            let first = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            first.set("kern.bootsessionuuid", .error(number))
            #expect(try launch(first).answer == .firstObservation)
            let later = machine(boot: 0, up: 9_000, startedAt: 1_700_000_000)
            later.set("kern.bootsessionuuid", .error(number))
            let same = try launch(later)
            #expect(same.answer == .sameBoot && same.certainty == .probable)
            let restarted = machine(boot: 1, up: 20, startedAt: 1_700_010_000)
            restarted.set("kern.bootsessionuuid", .error(number))
            let verdict = try launch(restarted)
            #expect(verdict.answer == .rebooted && verdict.evidence == .counterDecreased)
        }

        @Test("clocks that can't be read cause an error") func clocksThatCannotBeReadAreAnError() {
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            machine.fail("kern.boottime", 1)
            let error = #expect(throws: ObservatoryError.self) { try launch(machine) }
            #expect(error?.cause == .clocksUnreadable && error?.errno == 1)
        }

        // MARK: - Saving

        @Test("the record is always readable, and stays on the device")
        func whatIsKeptIsReadableAlwaysAndStaysOnTheDevice() throws {
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            machine.keys = .beforeFirstUnlock
            let journal = root.appending(path: "journal")
            #expect(try launch(machine, journal: journal).answer == .firstObservation)
            let files = record.filter { !$0.hasSuffix(".lock") }.map { directory.path + "/" + $0 }
            #expect(files.count == 1)
            for path in files + [directory.path, journal.path] {
                #expect(BackupMarks.isExcluded(path), "\(path)")
                #expect(try protectionClass(machine, path) == 4, "\(path)")
            }
            #expect(try launch(machine).answer == .sameBoot)
        }

        /// An existing directory keeps its owner's protection class and backup mark.
        @Test("an existing directory is left as it is") func aDirectoryThatIsThereIsLeftAsItIs() throws {
            try Foundation.FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            _ = try launch(machine)
            #expect(!BackupMarks.isExcluded(directory.path))
            #expect(try protectionClass(machine, directory.path) == nil)
            #expect(record.contains { BackupMarks.isExcluded(directory.path + "/" + $0) })
        }

        @Test("the record is kept even without backup marks") func aVolumeWithoutMarksKeepsTheRecordToo() throws {
            var app = InstalledApp()
            app.volumeKnowsMarks = false
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            #expect(try app.run { try launch(machine) }.answer == .firstObservation)
            #expect(try app.run { try launch(machine) }.answer == .sameBoot)
        }

        /// EIO, ENOSPC, EROFS from the calls of a save.
        @Test(
            "a failed save is reported",
            arguments: ["mkdir", "open_dprotected_np", "pwrite", "F_FULLFSYNC", "flock"], [5, 28, 30] as [Int32])
        func whatCannotBeSavedIsSaid(call: String, number: Int32) throws {
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            machine.fail(call, number)
            let error = #expect(throws: ObservatoryError.self) { try launch(machine) }
            #expect(error?.errno == number, "\(call): \(String(describing: error))")
            machine.heal(call)
            #expect(try launch(machine).answer == .firstObservation)
        }

        @Test("the verdict is written to the system's log") func theVerdictIsInTheSystemsLog() throws {
            let observer = "log-\(UUID().uuidString)"
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            try machine.run {
                _ = try Observatory(directory: directory, observer: observer, savesAutomatically: false)
            }
            let entry = LogDaemon.entries.first { $0.plainText.hasPrefix(observer) }
            #expect(entry?.level == .notice)
            #expect(entry?.text == "<private>")
        }

        // MARK: - The store

        /// Two processes of an app group: one writes; notify(3) notifies the other, which reads.
        @Test("a write of another process is reported") func aWriteOfAnotherProcessIsTold() async throws {
            let key = StoreKey<[Int]>("numbers")
            let stores = try (0..<2).map { _ in
                try ProtectedStore(
                    "settings", directory: root.path, gate: FirstUnlockGate(directory: root), environment: .live)
            }
            var changes = stores[0].changes(of: key).makeAsyncIterator()
            #expect(await changes.next() == .absent)
            for number in 1...5 {
                let numbers = Array(repeating: 0, count: 10_000) + [number]
                try await stores[1].set(numbers, for: key)
                #expect(await changes.next() == .value(numbers))
                #expect(stores[0].read(key) == .value(numbers))
            }
        }

        // MARK: - URLSession

        /// Metrics of a real session can't be made by hand: these are empty, so only the session counts.
        @Test("metrics are captured by their session") func metricsAreCapturedByTheirSession() throws {
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            let observatory = try machine.run {
                try Observatory(directory: directory, observer: "app", savesAutomatically: false)
            }
            let clock = try TrustedClock(observatory: observatory)
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            #expect(clock.capture(URLSessionTaskMetrics(), in: session) == [])
        }

        /// A session of the source's own, and one of the app's. No server listens at that port of this machine.
        @Test("a source sends its requests over a session", arguments: [false, true])
        func aSourceAsksOverASession(isGiven: Bool) async throws {
            let machine = machine(boot: 0, up: 500, startedAt: 1_700_000_000)
            let observatory = try machine.run {
                try Observatory(directory: directory, observer: "app", savesAutomatically: false)
            }
            let session = isGiven ? URLSession(configuration: .ephemeral) : nil
            let address = "127.0.0.1:9"
            let server = session.map { TimeServer.https(address, over: $0) } ?? .http(address)
            let clock = try TrustedClock(server, observatory: observatory, alsoAccepting: .unauthenticated)
            let report = await clock.synchronize(timeout: .seconds(30))
            #expect("\(report)".contains("127.0.0.1"))
            #expect(clock.now().kind == .unknown)
            session?.invalidateAndCancel()
        }
    }
}
