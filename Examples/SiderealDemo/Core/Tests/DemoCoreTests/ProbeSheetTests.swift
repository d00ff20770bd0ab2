import DemoCore
import Foundation
import Sidereal
import SiderealTesting
import Testing

/// The answers that are derived from recorded launches.
@Suite struct ProbeSheetTests {
    let phone = PretendedPhone()

    /// Makes two records: one of a boot in use, and an early one of the next boot.
    private func records() throws -> [LaunchRecord] {
        let device = try SimulatedDevice.restarted(phone)
        let demo = try LaunchedDemo(on: device)
        try device.run { _ = try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag) }
        return demo.records
    }

    @Test(arguments: [
        (Probe.bootSession, "readable"), (.bootSessionChange, "changed"), (.continuousClock, "restarted"),
        (.monotonicClock, "refused"), (.monotonicClockRun, "notComparable"), (.processorFamily, "refused"),
        (.virtualMachine, "refused"), (.sleepTimes, "refused"), (.bootTime, "notComparable"),
        (.createProtectedFile, "failed"),
        (.readProtectedFile, "failed"), (.newCanary, "beforeFirstUnlock"), (.createUnprotectedFile, "created"),
        (.keychain, "interactionNotAllowed"),
        (.defaultsEarly, "empty"), (.defaultsAfterUnlock, "notObserved"), (.prewarmVariable, "set"),
        (.protectedDataAvailable, "notAsked"), (.passcode, "notProven"), (.ownFiles, "kept"),
    ])
    func anEarlyLaunchAnswers(probe: Probe, word: String) throws {
        let records = try records()
        #expect(ProbeSheet(records[1], before: records[0]).answer(probe).answer == word)
    }

    @Test(
        arguments: [
            ("record", 4, true, "kept", true), ("record", nil, true, "lost", false), ("record", 3, true, "lost", true),
            ("record", 4, false, "lost", true), ("record", nil, nil, "notThere", false),
            ("store", 3, false, "kept", true),
            ("store", 4, false, "lost", true), ("store", nil, nil, "kept", false),
        ] as [(String, Int32?, Bool?, String, Bool)])
    func theLibrarysOwnFiles(
        file: String, protectionClass: Int32?, isExcluded: Bool?, word: String, isConclusive: Bool
    ) throws {
        phone.mark(file, FileMarks(protectionClass: protectionClass, isExcludedFromBackup: isExcluded))
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        try device.run { _ = try await demo.recorder.record(phone, naiveFlag: false) }
        let answer = ProbeSheet(try #require(demo.records.first), before: nil).answer(.ownFiles)
        #expect(answer.answer == word)
        #expect(answer.isConclusive == isConclusive)
    }

    @Test func aSecondLaunchInTheSameBootSaysSo() throws {
        let device = SimulatedDevice(.iPhone)
        for minutes in [0, 30] {
            device.advance(by: .seconds(minutes * 60))
            let demo = try LaunchedDemo(on: device)
            try device.run { _ = try await demo.recorder.record(phone, naiveFlag: false) }
            demo.app.kill()
        }
        device.setClock(.forward(.seconds(5 * 3_600)))
        let demo = try LaunchedDemo(on: device)
        try device.run { _ = try await demo.recorder.record(phone, naiveFlag: false) }
        let sheets = ProbeSheet.of(demo.records)
        #expect(sheets[0].answer(.bootSessionChange).answer == "notComparable")
        #expect(sheets[1].answer(.bootSessionChange).answer == "same")
        #expect(sheets[1].answer(.bootSessionChange).details["agrees"] == .flag(true))
        #expect(sheets[1].answer(.bootTime).answer == "still")
        #expect(sheets[2].answer(.bootTime).answer == "moved")
        #expect(sheets[2].answer(.bootTime).details["milliseconds"] == .number(5 * 3_600_000))
        // The clock that was set gives no separate answer.
        #expect(sheets[2].answer(.bootSessionChange).details["clocks"] == .text("open"))
        #expect(sheets[2].answer(.bootSessionChange).isConclusive == false)
    }

    @Test func aCounterThatRanThroughTheRestartIsSeen() throws {
        var records = try records()
        let minutes: Int64 = 60_000_000_000
        records[1].clocks?.elapsed += 1_234 * minutes
        let answer = ProbeSheet(records[1], before: records[0]).answer(.continuousClock)
        #expect(answer.answer == "runsOn")
        #expect(answer.details["excessMinutes"] == .number(1_200))
        #expect(answer.isConclusive)
        // A launch in the same boot gives no new answer.
        #expect(!ProbeSheet(records[1], before: records[1]).answer(.continuousClock).isConclusive)
    }

    @Test func anIdentityThatContradictsTheClocksIsPointedOut() throws {
        var records = try records()
        records[1].bootPrint = records[0].bootPrint
        let answer = ProbeSheet(records[1], before: records[0]).answer(.bootSessionChange)
        #expect(answer.answer == "same")
        #expect(answer.details["clocks"] == .text("restarted"))
        #expect(answer.details["agrees"] == .flag(false))
    }

    @Test(arguments: [
        (Observations.BootSession.refused(errno: 2), "refused"), (.malformed, "malformed"), (.changing, "changing"),
    ])
    func aKernelThatGivesNoIdentityIsToldApart(_ session: Observations.BootSession, _ word: String) throws {
        var record = try records()[1]
        record.observations.bootSession = session
        record.bootPrint = nil
        let sheet = ProbeSheet(record, before: nil)
        #expect(sheet.answer(.bootSession).answer == word)
        #expect(sheet.answer(.bootSessionChange).answer == "notComparable")
    }

    @Test(arguments: [
        ([KernelAnswer.failed(errno: 1)], Observations.BootSession.refused(errno: 1)),
        ([.bytes(Array("no identity".utf8)), .bytes(Array("no identity".utf8))], .malformed),
        ([.bytes(Array("0a1b2c3d-0000-4111-8222-333344445550".utf8))], .changing),
    ])
    func anIdentityIsReadTwice(_ texts: [KernelAnswer], _ expected: Observations.BootSession) throws {
        phone.say(texts)
        let device = SimulatedDevice(.iPhone)
        let demo = try LaunchedDemo(on: device)
        let record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
        #expect(record.observations.bootSession == expected)
        #expect(record.bootPrint == nil)
    }

    /// The digests of two installations don't reveal that both are on the same device.
    @Test func eachInstallationHasItsOwnDigests() throws {
        var prints: Set<UInt64> = []
        for _ in 0..<2 {
            let device = SimulatedDevice(.iPhone)
            let demo = try LaunchedDemo(on: device)
            for _ in 0..<2 {
                let record = try device.run { try await demo.recorder.record(phone, naiveFlag: false) }
                prints.insert(try #require(record.bootPrint))
            }
        }
        #expect(prints.count == 2)
    }

    @Test(arguments: [
        (Int32(0), "found"), (-25300, "notFound"), (-25308, "interactionNotAllowed"), (-34018, "other"),
    ])
    func theKeychainsStatusIsNamed(_ status: Int32, _ word: String) throws {
        var record = try records()[1]
        record.observations.keychain["afterFirstUnlock"] = status
        let answer = ProbeSheet(record, before: nil).answer(.keychain)
        #expect(answer.answer == word)
        #expect(answer.details["afterFirstUnlock"] == .number(Int(status)))
    }

    @Test func aFileThatIsCreatedAndCannotBeReadIsItsOwnAnswer() throws {
        var record = try records()[1]
        record.observations.createProtectedFile = .unreadable(errno: 1)
        #expect(ProbeSheet(record, before: nil).answer(.createProtectedFile).answer == "unreadable")
    }

    @Test(arguments: [(LaunchRecord.Gate.open, "open"), (.indeterminate(errno: 5), "indeterminate")])
    func aGateWithoutACanaryThatSeesNoLockIsToldApart(_ gate: LaunchRecord.Gate, _ word: String) throws {
        var record = try records()[1]
        record.observations.newCanary = gate
        let answer = ProbeSheet(record, before: nil).answer(.newCanary)
        #expect(answer.answer == word)
        #expect(answer.details["errno"] == (gate == .open ? nil : .number(5)))
        #expect(answer.isConclusive)
    }

    @Test func theSummaryPrefersALaunchThatCouldTell() throws {
        var records = try records()
        var late = records[1]
        late.gate = .open
        late.observations.createProtectedFile = .succeeded
        records.append(late)
        let summary = ProbeSheet.summary(records)
        #expect(summary.map { $0.probe } == Probe.allCases)
        #expect(summary.first { $0.probe == .createProtectedFile }?.answer == "failed")
        #expect(ProbeSheet.summary([]).isEmpty)
    }

    @Test func everyProbeSaysWhatItAsksHowAndWhy() {
        for probe in Probe.allCases {
            #expect(probe.question.hasSuffix("?"))
            #expect(probe.method.hasSuffix("."))
            #expect(probe.reason.hasSuffix("."))
        }
    }
}

/// The JSON that leaves the device.
@Suite struct ProbeReportTests {
    let phone = PretendedPhone()

    private func report() throws -> (ProbeReport, [LaunchRecord]) {
        let device = try SimulatedDevice.restarted(phone)
        let demo = try LaunchedDemo(on: device)
        try device.run { _ = try await demo.recorder.record(phone, naiveFlag: phone.naiveFlag) }
        let kind = ProbeReport.Device(model: "iPhone15,2", system: "iOS 18.2", isSimulator: false)
        return (ProbeReport(demo.records, device: kind, library: "1.0"), demo.records)
    }

    @Test func itIsReadAgainAsItWas() throws {
        let (report, _) = try report()
        #expect(try JSONDecoder().decode(ProbeReport.self, from: report.json) == report)
        #expect(report.schema == "sidereal-device-probes/2")
        #expect(report.launches.map { $0.gate } == ["open", "beforeFirstUnlock"])
        #expect(report.launches.map { $0.boot } == ["notComparable", "changed"])
        #expect(report.launches.map { $0.verdict } == ["notProven", "rebooted"])
        #expect(Set(report.summary.keys) == Set(Probe.allCases.map { $0.rawValue }))
    }

    /// The report contains no data that distinguishes two devices of the same kind: no identities, digests, clocks or
    /// dates.
    @Test func nothingInItIdentifiesADevice() throws {
        let (report, records) = try report()
        let text = String(decoding: try report.json, as: UTF8.self)
        for record in records {
            let clocks = try #require(record.clocks)
            let numbers: [any CustomStringConvertible] = [
                record.process, try #require(record.bootPrint), clocks.wall, clocks.elapsed, clocks.awake,
                clocks.bootTime, clocks.wall / 1_000_000_000, clocks.elapsed / 1_000_000_000,
                clocks.bootTime / 1_000_000_000,
            ]
            // Short numbers also occur in other texts, so only longer numbers are checked.
            for number in numbers.map({ $0.description }) where number.count > 3 {
                #expect(!text.contains(number), "\(number)")
            }
        }
        #expect(!text.uppercased().contains("0A1B2C3D"))
        // No number in the report is long enough to identify a device. The exceptions are spans that give a rate.
        let spans = /"(wall|elapsed|awake)?[mM]icroseconds" : -?[0-9]+/
        #expect(text.replacing(spans, with: "").firstMatch(of: /[0-9]{7,}/) == nil)
    }

    /// The README documents all keys and words. If you add one, add it there, too.
    @Test func theReadmeNamesEveryKeyOfTheJSON() throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
        let text = try String(contentsOf: readme, encoding: .utf8)
        for probe in Probe.allCases { #expect(text.contains("`\(probe.rawValue)`"), "\(probe)") }
        let (report, _) = try report()
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        let launch = (object?["launches"] as? [[String: Any]])?.last
        let keys = Array(try #require(object).keys) + Array(try #require(launch).keys)
        for key in keys { #expect(text.contains("`\(key)`"), "\(key)") }
    }
}
