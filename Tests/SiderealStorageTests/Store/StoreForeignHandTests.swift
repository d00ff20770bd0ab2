import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Another program, a backup or a person removes, truncates, restores or replaces the files. The store neither trusts
/// the changed files, nor overwrites them without a check.
@Suite("a store's files, changed by other programs") struct StoreForeignHandTests {
    /// A sidecar that a killed creator left short, or of an unexpected size or kind.
    @Test("a sidecar of any size and tier hides no commit", arguments: [0, 1, 7, 8, 9, 100], ProtectionTier.allCases)
    func aSidecarAsItWasLeftServes(size: Int, tier: ProtectionTier) async throws {
        let device = StoryDisk()
        try await device.launch(9).store.set(1, for: .count)
        device.disk.remove(StoryDisk.sidecar)
        device.disk.place([UInt8](repeating: 7, count: size), at: StoryDisk.sidecar, tier: tier)
        let writer = try device.launch(1)
        let reader = try device.launch(2)
        for number in 2...4 {
            #expect(reader.store.read(.count) == .value(number - 1))
            try await writer.store.set(number, for: .count)
            #expect(reader.store.read(.count) == .value(number))
            #expect(writer.store.read(.count) == .value(number))
        }
    }

    @Test("a process reads the file that its own commit was based on, not its memory", arguments: [false, true])
    func whatACommitWasBuiltOnIsRead(isReset: Bool) async throws {
        let (device, writer, _) = try await StoryDisk.prepare(.remembered, .unlocked)
        let saved = try #require(device.disk.contents(of: StoryDisk.path))
        try await writer.store.set(2, for: .count)
        #expect(writer.store.read(.count) == .value(2))
        if isReset {
            device.disk.place([1, 2, 3], at: StoryDisk.path, tier: .afterFirstUnlock)
            try await writer.store.resetIfUnrecoverable()
        } else {
            device.disk.place(saved, at: StoryDisk.path, tier: .afterFirstUnlock)
            try await writer.store.set(5, for: .other)
        }
        for store in [writer.store, try device.launch(5).store] {
            #expect(store.read(.count) == (isReset ? .absent : .value(1)))
        }
    }

    @Test("after the sidecar is restored, a process overwrites no value of another process")
    func aSidecarRestoredInPlace() async throws {
        let (device, writer, other) = try await StoryDisk.prepare(.remembered, .unlocked)
        try await writer.store.set(2, for: .count)
        let word = try #require(device.disk.contents(of: StoryDisk.sidecar))
        try await other.store.set(7, for: .other)
        let foreign = device.disk.process(9)
        let file = try foreign.open(StoryDisk.sidecar, .readWrite)
        try foreign.writeFully(file, word, at: 0)
        try await writer.store.set(3, for: .count)
        #expect(try device.launch(5).store.read(.other) == .value(7))
        #expect(writer.store.read(.other) == .value(7))
    }

    /// A process that has read its store keeps the values until it has to look at the file.
    @Test("the files of two stores that were exchanged are damaged, and come back if they are exchanged again")
    func exchangedFilesAreNoticed() async throws {
        let device = StoryDisk()
        let first = try device.launch(1)
        try await first.store.set(1, for: .count)
        let second = try device.launch(2, "other")
        try await second.store.set(2, for: .count)
        let other = StoryDisk.directory + "/other.store"
        let own = try #require(device.disk.contents(of: StoryDisk.path))
        let foreign = try #require(device.disk.contents(of: other))
        device.disk.place(foreign, at: StoryDisk.path, tier: .afterFirstUnlock)
        device.disk.place(own, at: other, tier: .afterFirstUnlock)
        for process in [first, second, try device.launch(3), try device.launch(4, "other")] {
            await #expect(throws: StoreError.self) { try await process.store.set(9, for: .count) }
            #expect(process.store.read(.count) == .unavailable(.damaged))
        }
        device.disk.place(own, at: StoryDisk.path, tier: .afterFirstUnlock)
        device.disk.place(foreign, at: other, tier: .afterFirstUnlock)
        #expect(first.store.read(.count) == .value(1))
        #expect(second.store.read(.count) == .value(2))
    }

    /// Volumes of Apple's systems find a file by each of these spellings. Linux has two files. The last one is the sign
    /// for kelvins.
    @Test(
        "a file belongs to its store, whichever spelling of the name the file system accepts",
        arguments: [
            ("caf\u{e9}", "cafe\u{301}"), ("\u{e9}t\u{e9}", "\u{c9}T\u{c9}"), ("Kept", "kEPT"), ("kept", "\u{212a}ept"),
        ])
    func spellingsOfAName(one: String, other: String) async throws {
        for (name, spelling) in [(one, other), (other, one)] {
            let device = StoryDisk()
            try await device.launch(1, name).store.set(1, for: .count)
            for file in ["store", "born"] {
                let bytes = try #require(device.disk.contents(of: "\(StoryDisk.directory)/\(name).\(file)"))
                device.disk.place(bytes, at: "\(StoryDisk.directory)/\(spelling).\(file)", tier: .afterFirstUnlock)
            }
            #expect(try device.launch(2, spelling).store.read(.count) == .value(1))
        }
    }

    /// The table of values has a version of its own, inside the file's format.
    @Test(
        "a file or a table of a newer version is left alone, also by a reset, and a table of no version is damaged",
        arguments: [(2, 1), (1, 2), (1, 0)] as [(UInt32, UInt8)])
    func anotherVersion(ofFile: UInt32, ofTable: UInt8) async throws {
        let device = StoryDisk()
        let writer = try device.launch(1).store
        try await writer.set(1, for: .count)
        let fileID = FileID(random: 1, name: "settings.store")
        var file: [UInt8] = []
        for generation in [2, 3] as [UInt64] {
            let table = [ofTable, 0, 0, 0, 0, 0, 0, 0]
            let slot = Slot(generation: generation, fileID: fileID, payload: table, version: ofFile).bytes
            file += slot + [UInt8](repeating: 0, count: SlotLayout.alignment - slot.count)
        }
        device.disk.place(file, at: StoryDisk.path, tier: .afterFirstUnlock)
        let expected: Unavailability = ofTable == 0 ? .damaged : .newerVersion(2)
        for store in [writer, try device.launch(2).store] {
            let error = await #expect(throws: StoreError.self) { try await store.set(2, for: .count) }
            #expect(error?.unavailability == expected)
            #expect(store.read(.count) == .unavailable(expected))
            #expect(device.disk.contents(of: StoryDisk.path) == file)
        }
        guard expected == .newerVersion(2) else {
            try await writer.resetIfUnrecoverable()
            #expect(writer.read(.count) == .absent)
            return
        }
        await #expect(throws: StoreError.self) { try await writer.resetIfUnrecoverable() }
        #expect(device.disk.contents(of: StoryDisk.path) == file)
    }

    @Test("a removed creation marker is recreated, and processes that have seen the store don't need it")
    func aRemovedCreationMarkerIsMadeAgain() async throws {
        let (device, _, _) = try await StoryDisk.prepare(.written, .unlocked)
        let marker = StoryDisk.directory + "/settings.born"
        let files = device.files(3)
        guard case .table = files.read({ .unlocked }).content else { throw LostStore() }
        for path in [marker, StoryDisk.path] { device.disk.remove(path) }
        guard case .unavailable(.lost) = files.read({ .unlocked }).content else { throw LostStore() }
        let put = [Put(key: .count, number: 2)]
        #expect(files.commit(put, { .unlocked }, StoreMigrations()).failure?.unavailability == .lost)
        #expect(files.reset({ .unlocked }).failure == nil)
        device.disk.remove(marker)
        #expect(files.commit(put, { .unlocked }, StoreMigrations()).failure == nil)
        #expect(device.disk.names.contains(marker))
        device.disk.remove(StoryDisk.path)
        #expect(try device.launch(5).store.read(.count) == .unavailable(.lost))
    }

    private struct LostStore: Error {}

    @Test("a sidecar that was moved away doesn't make a reader trust its memory")
    func aSidecarThatWasMovedIsNotBelieved() async throws {
        let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
        #expect(reader.store.read(.count) == .value(1))
        let foreign = device.disk.process(9)
        try foreign.link(StoryDisk.sidecar, to: StoryDisk.sidecar + ".old")
        device.disk.remove(StoryDisk.sidecar)
        try await writer.store.set(2, for: .count)
        #expect(reader.store.read(.count) == .value(2))
    }

    @Test("a file that was made in another tier reads as locked, not unreadable, until that tier can be read")
    func aFileOfAnotherTierIsLocked() async throws {
        let device = StoryDisk()
        try await device.launch(2).store.set(1, for: .count)
        device.restart()
        let store = try device.launch(1, tier: .always).store
        #expect(store.read(.count) == .unavailable(.beforeFirstUnlock))
        await #expect(throws: StoreError.self) { try await store.set(2, for: .count) }
        device.disk.setLock(.unlocked)
        #expect(store.read(.count) == .value(1))
        try await store.set(2, for: .count)
        device.restart()
        #expect(try device.launch(3, tier: .always).store.read(.count) == .value(2), "it has moved")
    }

    @Test("the first read moves a file in another tier to the store's tier")
    func aReadMovesTheFileToItsTier() async throws {
        let device = StoryDisk()
        try await device.launch(2).store.set(1, for: .count)
        #expect(try device.launch(1, tier: .always).store.read(.count) == .value(1))
        #expect(device.disk.protection(of: StoryDisk.path) == .always)
        device.restart()
        #expect(try device.launch(3, tier: .always).store.read(.count) == .value(1))
    }

    @Test("the move to a tier that is locked waits for the unlock, and locks no value before it")
    func aMoveToALockedTierWaits() async throws {
        let device = StoryDisk()
        try await device.launch(2, tier: .always).store.set(1, for: .count)
        device.restart()
        let app = try device.launch(1)
        #expect(app.store.read(.count) == .value(1))
        #expect(device.disk.protection(of: StoryDisk.path) == .always)
        #expect(app.store.read(.count) == .value(1))
        device.disk.setLock(.unlocked)
        await until { device.disk.protection(of: StoryDisk.path) == .afterFirstUnlock }
        device.restart()
        #expect(try device.launch(3).store.read(.count) == .unavailable(.beforeFirstUnlock))
    }

    @Test("after the move to its tier, a readable file opens a gate whose probe failed")
    func aMovedFileProvesTheUnlock() async throws {
        let device = StoryDisk()
        try await device.launch(2, tier: .always).store.set(1, for: .count)
        let environment = device.environment(of: 1)
        let gate = FirstUnlockGate(environment: environment) { .indeterminate(errno: 28) }
        let store = try ProtectedStore(
            "settings", directory: StoryDisk.directory, tier: .afterFirstUnlock, gate: gate, environment: environment)
        #expect(gate.state == .indeterminate(errno: 28))
        #expect(store.read(.count) == .value(1))
        #expect(gate.state == .unlocked)
    }

    @Test("a move to another tier that fails is tried again by the next process")
    func aFailedMoveIsTriedAgain() async throws {
        let device = StoryDisk()
        try await device.launch(2).store.set(1, for: .count)
        device.disk.limitSpace(to: 0)
        #expect(try device.launch(1, tier: .always).store.read(.count) == .value(1))
        #expect(device.disk.protection(of: StoryDisk.path) == .afterFirstUnlock)
        device.disk.limitSpace(to: .max)
        #expect(try device.launch(3, tier: .always).store.read(.count) == .value(1))
        #expect(device.disk.protection(of: StoryDisk.path) == .always)
    }

    @Test("a shortage of file descriptors is temporary, and a read can wait until it ends")
    func aShortageOfDescriptorsPasses() async throws {
        let (device, _, _) = try await StoryDisk.prepare(.written, .unlocked)
        let app = try device.launch(3)
        for call in 0..<40 { device.disk.schedule(.fail(.tooManyFiles), process: 3, call: call) }
        guard case .unavailable(let why) = app.store.read(.count) else {
            Issue.record("it could be read")
            return
        }
        #expect(why == .unreadable(errno: ErrorNumber.tooManyFiles.rawValue) && why.isTemporary)
        // Each read of the waiting tasks hits some of the faults, until they are used up.
        #expect(try await app.store.value(.count) == .value(1))
    }

    @Test("a truncated or overwritten sidecar hides no commit")
    func truncatedSidecarHidesNoCommit() async throws {
        let (device, writer, reader) = try await StoryDisk.prepare(.remembered, .unlocked)
        let foreign = device.disk.process(9)
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 9, count: 8)] as [[UInt8]] {
            device.disk.truncate(StoryDisk.sidecar)
            let file = try foreign.open(StoryDisk.sidecar, .readWrite)
            try foreign.writeFully(file, bytes, at: 0)
            foreign.close(file)
            #expect(reader.store.read(.count) == writer.store.read(.count))
            let next = bytes.count + 10
            try await writer.store.set(next, for: .count)
            #expect(reader.store.read(.count) == .value(next))
        }
    }

    #if os(Linux)
        /// In an encrypted directory without its key each name seems missing. Only an attempt to create a file shows
        /// it.
        @Test("an encrypted directory without its key doesn't count as empty")
        func aDirectoryWithoutItsKeyIsNotEmpty() throws {
            let device = StoryDisk(nil)
            let app = try device.launch()
            for change in 0..<40 { device.disk.schedule(.fail(.noKey), process: 1, change: change) }
            #expect(app.store.read(.count) == .unavailable(.locked))
            device.disk.cancelFaults(process: 1)
            #expect(app.store.read(.count) == .absent)
        }
    #endif

    /// On a disk without protection classes only the gate keeps a missing file from being made anew.
    @Test("no store file is made before the gate opens", arguments: [false, true])
    func nothingIsMadeBeforeTheGateOpens(markerState: Bool) async throws {
        let device = StoryDisk(nil)
        if markerState {
            try await device.launch(2).store.set(1, for: .count)
            device.disk.remove(StoryDisk.path)
        }
        for failure in [
            device.files(1).commit([Put(key: .count, number: 2)], { .beforeFirstUnlock }, StoreMigrations()).failure,
            device.files(1).reset({ .beforeFirstUnlock }).failure,
        ] {
            #expect(failure?.cause == .unavailable(.beforeFirstUnlock))
        }
        #expect(!device.disk.names.contains(StoryDisk.path))
    }

    /// Without hard links a damaged file is out of sight for a moment before its successor is in place. That is no
    /// loss.
    @Test("a reset in progress reads as damaged, busy or absent, and never as lost")
    func aResetInProgressIsNoLoss() async throws {
        var call = 0
        var gaps = 0
        while true {
            let device = StoryDisk()
            try await device.launch(3).store.set(1, for: .count)
            device.disk.remove(StoryDisk.path)
            device.disk.place([1, 2, 3], at: StoryDisk.path, tier: .afterFirstUnlock)
            let reader = try device.launch(2)
            let seen = Lock<[ProtectedReading<Int>]>([])
            device.disk.schedule(.fail(.notSupported), process: 1, call: call)
            for later in 1..<20 {
                device.disk.interpose(process: 1, call: call + later) {
                    let reading = reader.store.read(.count)
                    seen.withLock { $0.append(reading) }
                }
            }
            _ = device.files(1).reset({ .unlocked })
            if device.disk.cancelFaults(process: 1) > 0 { break }
            let readings = seen.withLock { $0 }
            let possible: Set<ProtectedReading<Int>> = [.unavailable(.damaged), .unavailable(.busy), .absent]
            #expect(Set(readings).isSubset(of: possible), "call \(call): \(readings)")
            gaps += readings.count { $0 == .unavailable(.busy) }
            call += 1
        }
        #expect(gaps > 0)
    }
}
