import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// A record that can't be read is never a first launch and never a reboot, and no save overwrites it.
@Suite("records that can't be read or written") struct RecordTroubleTests {
    let device = StoryDevice()
    var bytes: [UInt8]? { device.disk.contents(of: StoryDevice.record) }

    init() throws { try device.launchAndSave() }

    /// Makes the next launch's process fail at its first calls, each of which opens the record.
    func fail(_ number: ErrorNumber, times: Int = 1) {
        for call in 0..<times { device.disk.schedule(.fail(number), process: device.nextProcess, call: call) }
    }

    @Test(
        "an unreadable record is neither a first launch nor a reboot, and the verdict gives the reason",
        arguments: [
            (.accessDenied, false, .unreadable(errno: 13)), (.notPermitted, false, .unreadable(errno: 1)),
            (.accessDenied, true, .locked), (.notPermitted, true, .locked),
            (.inputOutput, true, .unreadable(errno: 5)), (.notDirectory, true, .unreadable(errno: 20)),
        ] as [(ErrorNumber, Bool, Unavailability)])
    func unreadableIsNeitherFirstNorReboot(number: ErrorNumber, hasClasses: Bool, cause: Unavailability) throws {
        // The gate stays closed, or the record would be read again at once.
        if hasClasses { device.disk.setLock(.beforeFirstUnlock) }
        device.reboot()
        fail(number, times: 2)
        let app = try device.launch()
        let verdict = app.bootVerdict
        #expect(verdict.answer == .unavailable(cause))
        #expect(verdict.certainty == nil)
        #expect(verdict.didReboot == nil)
        #expect(verdict.reason.contains("\(cause)"))
        #expect(app.bootTime != nil)
    }

    @Test("each request for the verdict tries to read the record again, until a read succeeds")
    func theVerdictReadsAgain() throws {
        device.reboot()
        fail(.inputOutput, times: 3)
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .unavailable(.unreadable(errno: 5)))
        #expect(app.bootVerdict.answer == .unavailable(.unreadable(errno: 5)))
        #expect(app.bootVerdict.didReboot == true)
        device.disk.schedule(.fail(.inputOutput), process: device.now.launches, call: 0)
        #expect(app.bootVerdict.didReboot == true)
        #expect(device.disk.cancelFaults(process: device.now.launches) == 1, "nothing is read any more")
    }

    @Test("a save over an unreadable record fails and leaves it as it is")
    func nothingIsSavedOverWhatCannotBeRead() throws {
        let before = bytes
        fail(.accessDenied)
        let app = try device.launch()
        device.disk.schedule(.fail(.accessDenied), process: device.now.launches, call: 0)
        let error = #expect(throws: ObservatoryError.self) { try app.save() }
        #expect(error?.cause == .recordUnreadable)
        #expect(error?.errno == 13)
        #expect(error?.recoverySuggestion?.contains("Check the path and the permissions") == true)
        #expect(difference(bytes, from: before) == nil)
        device.reboot()
        #expect(try device.launch().bootVerdict.didReboot == true, "the old checkpoint is still there")
    }

    @Test("a record that becomes readable is compared before a save replaces it")
    func onceItCanBeReadItIsComparedAndSaved() throws {
        device.reboot()
        fail(.accessDenied)
        let app = try device.launch()
        device.pass(seconds: 30)
        try app.save()
        #expect(app.bootVerdict.didReboot == true)
        #expect(try device.launch().bootVerdict.didReboot == false)
    }

    /// A record that a backup or another version left in a locked class is read at the unlock, without a call.
    @Test("a locked record is read at the first unlock")
    func aLockedRecordIsReadAtTheFirstUnlock() throws {
        let saved = try #require(bytes)
        device.reboot()
        device.disk.place(saved, at: StoryDevice.record, tier: .afterFirstUnlock)
        device.disk.setLock(.beforeFirstUnlock)
        let app = try device.launch(savesAutomatically: true)
        #expect(app.bootVerdict.answer == .unavailable(.locked))
        device.pass(seconds: 30)
        device.unlock()
        #expect(app.bootVerdict.answer == .rebooted)
        device.runBackground()
        #expect(device.disk.protection(of: StoryDevice.record) == .always)
        #expect(try device.launch().bootVerdict.answer == .sameBoot)
        #expect(device.unlocks.count == 0, "nobody else waits")
    }

    @Test("a damaged record is reported, and the first save keeps it aside")
    func damageIsReportedAndKeptAside() throws {
        let garbage = [UInt8](repeating: 0xa5, count: 32_768)
        device.disk.place(garbage, at: StoryDevice.record)
        device.pass(seconds: 60)
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .damaged)
        #expect(app.bootVerdict.didReboot == nil)
        #expect(difference(bytes, from: garbage) == nil, "looking changes nothing")
        try app.save()
        #expect(app.bootVerdict.answer == .damaged, "the answer stays")
        #expect(difference(device.disk.contents(of: StoryDevice.record + ".damaged-1"), from: garbage) == nil)
        device.reboot()
        #expect(try device.launch().bootVerdict.didReboot == true, "compared with the new record")
    }

    @Test("a damaged record in an intact slot is reported and kept aside")
    func aDamagedRecordInAWholeSlotIsDamage() throws {
        var bytes = Slot(
            generation: 1, fileID: FileID(random: 1, name: StoryDevice.record.lastPathComponent), payload: [1, 2, 3]
        ).bytes
        // The first generation belongs in the second slot.
        bytes = [UInt8](repeating: 0, count: 16_384) + bytes
        bytes += [UInt8](repeating: 0, count: 32_768 - bytes.count)
        device.disk.place(bytes, at: StoryDevice.record)
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .damaged)
        try app.save()
        #expect(difference(device.disk.contents(of: StoryDevice.record + ".damaged-1"), from: bytes) == nil)
        #expect(try device.launch().bootVerdict.didReboot == false)
    }

    /// A dropped observer's next launch would be a first one.
    @Test("a record holds 256 observers, and refuses one more", .computesForLong)
    func thereIsALimitToObservers() throws {
        for number in 1...255 { try device.launchAndSave("observer \(number)") }
        let error = #expect(throws: ObservatoryError.self) { try device.launch("one more") }
        #expect(error?.cause == .tooManyObservers)
        #expect(try device.launch("observer 255").bootVerdict.didReboot == false)
    }

    @Test("a torn slot is recovered from the other slot, and the verdict reports that")
    func oneTornSlotIsRecovery() throws {
        device.pass(seconds: 10)
        try device.launchAndSave()
        device.pass(seconds: 10)
        // The newest of two commits has an even generation, and so lies in the first slot.
        var torn = try #require(bytes)
        torn[100] ^= 0xff
        device.disk.place(torn, at: StoryDevice.record)
        let app = try device.launch()
        #expect(app.bootVerdict.didReboot == false)
        #expect(app.bootVerdict.isFromRecoveredRecord)
        #expect(app.bootVerdict.reason.contains("newest copy"))
        try app.save()
        #expect(try device.launch().bootVerdict.isFromRecoveredRecord == false)
    }

    /// Returns a file of a newer format, or of this one around a newer record.
    static func newerFile(isSlotNewer: Bool) -> [UInt8] {
        let record = Frame.wrap([1, 2, 3], kind: Array("SDRC".utf8), version: 9)
        let slot = Slot(
            generation: 2, fileID: FileID(random: 1, name: StoryDevice.record.lastPathComponent), payload: record,
            version: isSlotNewer ? 9 : 1)
        return slot.bytes + [UInt8](repeating: 0, count: 32_768 - slot.bytes.count)
    }

    @Test(
        "a record of a newer version is left untouched",
        arguments: [newerFile(isSlotNewer: true), newerFile(isSlotNewer: false)])
    func aNewerVersionIsLeftUntouched(newer: [UInt8]) throws {
        let early = try device.launch()
        device.disk.place(newer, at: StoryDevice.record)
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .unavailable(.newerVersion(9)))
        #expect(app.bootVerdict.didReboot == nil)
        // One that found it at launch, and one that had opened before it appeared.
        for observatory in [app, early] {
            let error = #expect(throws: ObservatoryError.self) { try observatory.save() }
            #expect(error?.cause == .newerVersion)
            #expect(difference(bytes, from: newer) == nil)
        }
    }

    @Test("a save on a full disk fails and loses no checkpoint")
    func aFullDiskLosesNothing() throws {
        let app = try device.launch(
            "another app with a long name that needs more room " + String(repeating: "x", count: 200))
        device.disk.schedule(.fail(.noSpace), process: device.now.launches, change: 0)
        let error = #expect(throws: ObservatoryError.self) { try app.save() }
        #expect(error?.cause == .directoryUnusable)
        #expect(error?.errno == 28)
        #expect(try device.launch().bootVerdict.didReboot == false)
        try app.save()
        #expect(try device.launch(app.observer).bootVerdict.didReboot == false)
    }
}
