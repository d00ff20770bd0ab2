import Foundation
import SiderealClocks
import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import Testing

@Suite("launches of an app") struct LaunchTests {
    let device = StoryDevice()

    @Test("a first launch gives the verdict `firstObservation` and writes no file")
    func theFirstLaunchHasNothingToCompareWith() throws {
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .firstObservation)
        let check = app.bootVerdict
        #expect(check.didReboot == nil)
        #expect(app.bootTime == Date(timeIntervalSince1970: 1_799_999_000))
        #expect(check.reason.contains("first observation"))
        #expect(device.disk.names == [".", "/"], "opening leaves nothing behind")
    }

    @Test("a reboot is reported again after a launch that didn't save")
    func anUnsavedLaunchUsesNothingUp() throws {
        try device.launchAndSave()
        device.reboot()
        #expect(try device.launch().bootVerdict.didReboot == true)
        #expect(try device.launch().bootVerdict.didReboot == true)
    }

    @Test("if a clock can't be read, the error names the clock and the errno")
    func clocksThatFailAreAnError() throws {
        let app = try device.launch()
        device.change { $0.clockError = .unreadable(clock: "CLOCK_BOOTTIME", .invalid) }
        let error = #expect(throws: ObservatoryError.self) { try device.launch() }
        #expect(error?.cause == .clocksUnreadable)
        #expect(error?.errno == 22)
        #expect(error?.description.contains("CLOCK_BOOTTIME") == true)
        device.change { $0.clockError = .unsteady(attempts: 16) }
        let unsteady = #expect(throws: ObservatoryError.self) { try app.save() }
        #expect(unsteady?.cause == .clocksUnreadable)
        #expect(unsteady?.errno == nil)
    }

    /// Each file that an observatory makes, including the journal and the lock, can be read and written at any time.
    @Test(
        "each file that an observatory makes has the protection class `always`",
        arguments: [DeviceLock.unlocked, .beforeFirstUnlock])
    func allThatAnObservatoryMakesIsReadableAlways(lock: DeviceLock) throws {
        device.disk.setLock(lock)
        let observatory = try device.launch(journal: StoryDevice.directory + "/journal")
        try observatory.save()
        // Another commit, so that both slots are written.
        device.pass(seconds: 60)
        _ = try observatory.reading()
        try observatory.save()
        let made = device.disk.names.filter { $0.hasPrefix(StoryDevice.directory + "/") }
        #expect(made.contains(StoryDevice.record) && made.contains(StoryDevice.directory + "/journal"))
        for path in made { #expect(device.disk.protection(of: path) == .always, "\(path)") }
        #expect(try device.launch().bootVerdict.answer == .sameBoot)
    }
}
