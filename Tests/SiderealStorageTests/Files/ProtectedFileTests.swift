import Foundation
import SiderealBase
import SiderealGate
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

@Suite("a file of the app's own") struct ProtectedFileTests {
    enum Lock: CaseIterable { case beforeFirstUnlock, locked, unlocked }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func state(_ tier: ProtectionTier, _ lock: Lock) -> ProtectedFile.State {
        switch (tier, lock) {
        case (.always, _), (.afterFirstUnlock, .locked), (_, .unlocked): .readable(tier)
        case (_, .beforeFirstUnlock): .unavailable(.beforeFirstUnlock)
        case (.whenUnlocked, .locked): .unavailable(.locked)
        }
    }

    /// Makes a device that was locked, or restarted, while the app ran.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func device(_ lock: Lock) throws -> (SimulatedDevice, SimulatedApp) {
        let device = SimulatedDevice()
        if lock == .beforeFirstUnlock { device.reboot() }
        let app = try device.launch()
        _ = app.gate.state
        if lock == .locked { device.lock() }
        return (device, app)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the file's tier and the lock decide whether the file can be read", arguments: Lock.allCases)
    func states(_ lock: Lock) throws {
        let (device, app) = try Self.device(lock)
        for tier in ProtectionTier.allCases {
            device.putFile("notes.sqlite", holding: Data([1, 2, 3]), tier: tier)
            let file = app.file("notes.sqlite")
            #expect(file.readState() == Self.state(tier, lock), "\(tier)")
            switch Self.state(tier, lock) {
            case .unavailable(let why): #expect(file.read() == .unavailable(why))
            default: #expect(file.read() == .value(Data([1, 2, 3])))
            }
            device.putFile("empty", holding: Data(), tier: tier)
            #expect(app.file("empty").readState() == Self.state(tier, lock))
        }
        // A missing file is missing before the first unlock, too, because its name would be visible.
        #expect(app.file("other").readState() == .missing && app.file("other").read() == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a database is readable only if all existing files beside it are readable, too", arguments: Lock.allCases)
    func alongside(_ lock: Lock) throws {
        let (device, app) = try Self.device(lock)
        device.putFile("notes.sqlite", holding: Data([1]), tier: .always)
        let file = app.file("notes.sqlite", alongside: ["-wal", "-shm"])
        #expect(file.readState() == .readable(.always))
        device.putFile("notes.sqlite-shm", holding: Data([1]), tier: .whenUnlocked)
        let why: Unavailability = lock == .locked ? .locked : .beforeFirstUnlock
        #expect(file.readState() == (lock == .unlocked ? .readable(.whenUnlocked) : .unavailable(why)))
        device.removeFile("notes.sqlite")
        #expect(file.readState() == .missing)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a wait ends with the unlock that the file's tier needs", arguments: [Lock.beforeFirstUnlock, .locked])
    func waits(_ lock: Lock) throws {
        let (device, app) = try Self.device(lock)
        device.putFile("notes.sqlite", holding: Data([1]), tier: .whenUnlocked)
        let file = app.file("notes.sqlite")
        let isThere = try device.run {
            try await file.waitUntilReadable()
        } whileWaiting: {
            device.advance(by: .seconds(100))
            device.unlock()
        }
        #expect(isThere)
        device.lock()
        #expect(throws: UnlockError.timedOut(.locked)) {
            try device.run {
                try await file.waitUntilReadable(timeout: .seconds(9))
            } whileWaiting: {
                device.advance(by: .seconds(10))
            }
        }
        #expect(try device.run { try await app.file("other").waitUntilReadable() } == false)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "if the gate's probe failed, only a readable file in the tier `afterFirstUnlock` opens the gate",
        arguments: ProtectionTier.allCases
    )
    func opensTheGate(_ tier: ProtectionTier) {
        let disk = SimulatedDisk()
        disk.setLock(.unlocked)
        disk.place([1], at: "/notes", tier: tier)
        let gate = FirstUnlockGate(environment: .still(on: disk.process(1))) { .indeterminate(errno: 28) }
        let file = ProtectedFile(URL(filePath: "/notes"), alongside: [], gate: gate, path: { "/notes" })
        #expect(file.readState() == .readable(tier))
        #expect(gate.state == (tier == .afterFirstUnlock ? .unlocked : .indeterminate(errno: 28)))
    }

    #if os(Linux)
        /// An encrypted directory without its key (fscrypt): each name is missing, and no file can be created.
        @Test("a file whose name an encrypted directory hides is locked, not missing", arguments: [true, false])
        func hiddenNames(_ isHidden: Bool) {
            let disk = SimulatedDisk()
            disk.placeDirectory("/home")
            let gate = FirstUnlockGate(environment: .still(on: disk.process(1))) { .unlocked }
            // In a directory that seems missing itself, no file can be created either.
            for (path, attempts) in [("/home/notes", 0), ("/home/a/b/notes", 2)] {
                let file = ProtectedFile(URL(filePath: path), alongside: [], gate: gate, path: { path })
                if isHidden { disk.schedule(.fail(.noKey), process: 1, change: attempts) }
                #expect(file.readState() == (isHidden ? .unavailable(.locked) : .missing))
                if isHidden { disk.schedule(.fail(.noKey), process: 1, change: attempts) }
                #expect(file.read() == (isHidden ? .unavailable(.locked) : .absent))
            }
            #expect(disk.names.filter { $0.hasPrefix("/home/") }.isEmpty, "nothing is left there")
        }
    #endif

    // MARK: - On a real disk

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("on a real disk, a file is readable, missing, or refused for a lasting reason")
    func real() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("file \(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let gate = FirstUnlockGate(directory: directory.appendingPathComponent("state"))
        let url = directory.appendingPathComponent("notes é.sqlite")
        let file = ProtectedFile(url, alongside: ["-wal"], gate: gate)
        #expect(file.readState() == .missing && file.read() == .absent)
        try Data("abc".utf8).write(to: url)
        #expect(file.readState() == .readable(nil) && file.read() == .value(Data("abc".utf8)))
        let link = directory.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
        #expect(ProtectedFile(link, gate: gate).read() == .value(Data("abc".utf8)))
        // A directory with that name: EISDIR.
        #expect(ProtectedFile(directory, gate: gate).readState() == .unavailable(.unreadable(errno: 21)))
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent("notes é.sqlite-wal"), withIntermediateDirectories: true)
        #expect(file.readState() == .unavailable(.unreadable(errno: 21)))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("while a held gate is closed, a real file reads as locked, and a read can wait for the gate")
    func heldGate() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("held \(UUID())")
        try Data([1]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let held = HeldGate()
        let file = ProtectedFile(url, gate: held.gate)
        #expect(file.readState() == .unavailable(.beforeFirstUnlock))
        let waiting = Task { try await file.waitUntilReadable() }
        held.open()
        #expect(try await waiting.value)
        #expect(file.readState() == .readable(nil))
    }
}
