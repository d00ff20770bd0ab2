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

    @Test("the boot identity proves that a later launch is in the same boot")
    func theNextLaunchIsInTheSameBoot() throws {
        try device.launchAndSave()
        device.pass(seconds: 86_400)
        let verdict = try device.launch().bootVerdict
        #expect(verdict.answer == .sameBoot)
        #expect(verdict.evidence == .bootIdentity)
        #expect(verdict.clockStep == nil)
        #expect(verdict.didReboot == false)
    }

    @Test("a clock that was set is reported as a step, not as a reboot", arguments: [86_400, -86_400, 2] as [Int64])
    func aClockThatWasSetIsToldApartFromTheVerdict(step: Int64) throws {
        try device.launchAndSave()
        device.setClock(forward: step)
        device.pass(seconds: 60)
        let verdict = try device.launch().bootVerdict
        #expect(verdict.didReboot == false)
        #expect(verdict.clockStep == .seconds(step))
    }

    @Test("the boot identity proves a reboot, and the reboot is reported once")
    func aRebootIsProven() throws {
        try device.launchAndSave()
        // "Reboot and wait": the new boot is up for longer than the old one was.
        device.reboot(upFor: 5_000)
        let app = try device.launch()
        #expect(app.bootVerdict.answer == .rebooted)
        #expect(app.bootVerdict.evidence == .bootIdentity)
        #expect(app.bootVerdict.didReboot == true)
        try app.save()
        #expect(try device.launch().bootVerdict.didReboot == false, "told once")
    }

    @Test("a reboot is reported again after a launch that didn't save")
    func anUnsavedLaunchUsesNothingUp() throws {
        try device.launchAndSave()
        device.reboot()
        #expect(try device.launch().bootVerdict.didReboot == true)
        #expect(try device.launch().bootVerdict.didReboot == true)
    }

    @Test("without a boot identity, the same boot is only probable, and a reboot is indeterminate")
    func withoutAnIdentityTheAnswerIsOnlyProbable() throws {
        let device = StoryDevice(identity: nil)
        try device.launchAndSave()
        device.pass(seconds: 60)
        let same = try device.launch().bootVerdict
        #expect(same.answer == .sameBoot)
        #expect(same.certainty == .probable)
        #expect(same.didReboot == nil)
        device.reboot(upFor: 5_000)
        let open = try device.launch().bootVerdict
        #expect(open.answer == .indeterminate)
        #expect(open.evidence == .bootTime)
    }

    @Test("a record of another machine makes the verdict indeterminate")
    func aRecordOfAnotherMachineSaysNothing() throws {
        try device.launchAndSave()
        device.reboot()
        device.change { $0.machine = "another" }
        let verdict = try device.launch().bootVerdict
        #expect(verdict.answer == .indeterminate)
        #expect(verdict.evidence == .otherMachine)
    }

    @Test("each observer has a checkpoint of its own")
    func observersHaveCheckpointsOfTheirOwn() throws {
        try device.launchAndSave("app")
        try device.launchAndSave("widget")
        device.reboot()
        let widget = try device.launch("widget")
        #expect(widget.bootVerdict.didReboot == true)
        try widget.save()
        #expect(try device.launch("widget").bootVerdict.didReboot == false)
        #expect(try device.launch("app").bootVerdict.didReboot == true, "the widget's launch did not use it up")
        #expect(try device.launch("intent").bootVerdict.answer == .firstObservation)
    }

    @Test("the verdict stays the same in one process, whatever the clocks do", arguments: [false, true])
    func theAnswerStaysTheSameInOneProcess(rebooted: Bool) throws {
        try device.launchAndSave()
        if rebooted { device.reboot() }
        let app = try device.launch()
        let first = app.bootVerdict
        #expect(first.didReboot == rebooted)
        for step in [0, 7_200, -86_400] as [Int64] {
            device.setClock(forward: step)
            device.pass(seconds: 600)
            _ = try app.reading()
            _ = try app.moment()
            try app.save()
            #expect(app.bootVerdict == first)
        }
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
}
