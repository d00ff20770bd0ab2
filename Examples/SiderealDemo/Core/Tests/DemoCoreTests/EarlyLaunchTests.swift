import DemoCore
import Sidereal
import SiderealTesting
import Testing

/// The steps of the example's README, on a simulated device.
@Suite struct EarlyLaunchTests {
    let phone = PretendedPhone()

    @Test func aFirstLaunchIsWelcomedByBoth() throws {
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(record.number == 1)
        #expect(record.gate == .open)
        #expect(record.storeWelcomes == true)
        #expect(!record.showsBug)
        #expect(record.didReboot == nil)
    }

    /// The app has not created the marks yet, so their absence proves nothing.
    @Test func aFirstLaunchThatIsEarlyAsksForNothingThatWasNeverThere() throws {
        let device = SimulatedDevice(.iPhone)
        device.reboot()
        phone.restart()
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(record.isEarly)
        #expect(record.storedFlag == .absent)
        #expect(record.observations.defaults == .notPlanted)
        #expect(record.observations.readProtectedFile == .notAsked)
        #expect(record.observations.keychain == ["neverAdded": -25300])
        let sheet = ProbeSheet(record, before: nil)
        for probe in [Probe.defaultsEarly, .keychain, .readProtectedFile, .defaultsAfterUnlock] {
            #expect(!sheet.answer(probe).isConclusive)
        }
    }

    @Test func anEarlyLaunchIsWrittenDownBeforeTheUnlock() throws {
        let device = try SimulatedDevice.restarted(phone)
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag) }
        #expect(record.isEarly)
        #expect(record.number == 2)
        #expect(record.naiveWelcomes)
        #expect(record.storeWelcomes == nil)
        #expect(record.showsBug)
        #expect(record.didReboot == true)
        #expect(demo.records.map { $0.number } == [1, 2])
    }

    @Test func afterTheUnlockTheNextLaunchKnowsWhatHappened() throws {
        let device = try SimulatedDevice.restarted(phone)
        let early = try LaunchedDemo(on: device)
        try device.run { _ = try await early.recorder.record(phone, naiveFlag: phone.naiveFlag) }
        early.app.kill()
        device.unlock()
        phone.unlock()
        phone.relaunch()
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag) }
        #expect(record.storedFlag == .value(true))
        #expect(!record.showsBug)
        #expect(demo.records.map { $0.showsBug } == [false, true, false])
    }

    @Test(arguments: [(false, "recovers"), (true, "staysEmpty")])
    func whetherDefaultsStayEmptyIsSeenInTheSameProcess(staysEmpty: Bool, expected: String) throws {
        let device = try SimulatedDevice.restarted(phone)
        if staysEmpty { phone.keepDefaultsEmpty() }
        let demo = try LaunchedDemo(on: device)
        try device.run {
            try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag)
            try await demo.recorder.afterUnlock(phone)
        } whileWaiting: {
            phone.unlock()
            device.unlock()
        }
        let answer = ProbeSheet.summary(demo.records).first { $0.probe == .defaultsAfterUnlock }
        #expect(answer?.answer == expected)
        #expect(answer?.details["looks"] == .number(3))
        #expect(answer?.isConclusive == true)
    }

    @Test func theApplicationObjectsAnswerIsAddedLater() throws {
        let device = try SimulatedDevice.restarted(phone)
        let demo = try LaunchedDemo(on: device)
        try device.run {
            try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag)
            try await demo.recorder.note(protectedDataAvailable: false)
        }
        let sheet = ProbeSheet.of(demo.records).last
        #expect(sheet?.answer(.protectedDataAvailable).answer == "false")
        #expect(sheet?.answer(.protectedDataAvailable).isConclusive == true)
    }

    @Test func onlyTheNewestLaunchesAreKeptAndTheCountGoesOn() throws {
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        try device.run {
            let record = try await demo.recorder.record(phone, naiveFlag: false)
            for _ in 1..<(LaunchLog.most + 5) { try await demo.log.append(record) }
        }
        #expect(demo.records.count == LaunchLog.most)
        #expect(demo.records.first?.number == 6)
        try device.run { try await demo.log.clear() }
        #expect(demo.log.records == .absent)
        let next = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(next.number == LaunchLog.most + 6)
    }
}
