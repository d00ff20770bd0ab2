import SiderealCore
import Testing

@Suite("named operators through the life of a device") struct NamesStoryTests {
    /// The library reads its clocks before an app can name a server.
    @Test("other names lapse only an hour after a process named its own, and its own names never lapse")
    func namesLapseLate() throws {
        var device = try Device.launched()
        device.name("a", "b", "liar")
        device.ask("liar", error: .seconds(86_400))
        device.wait(.seconds(7_200))
        try device.launch()
        #expect(device.keeper.authenticated.all.count == 3 && device.floor == nil)
        #expect(device.keeper.trusted(at: device.elapsed, on: .proven).kind == .unknown)
        // One part of the app after the other.
        for part in ["liar", "a", "b"] {
            device.name(part)
            try device.save()
            #expect(device.keeper.authenticated.all.count == 3 && device.floor == nil)
        }
        // A name that is no longer given lapses, if its server never answered.
        device.wait(.seconds(7_200))
        try device.launch()
        device.name("c", "liar")
        try device.save()
        #expect(device.keeper.authenticated.all.count == 4)
        device.wait(.seconds(3_599))
        try device.save()
        #expect(device.keeper.authenticated.all.count == 4)
        device.wait(.seconds(1))
        try device.save()
        #expect(device.keeper.authenticated.all.map { $0.name } == ["liar", "c"])
    }

    /// A process that was suspended for long names a server, and receives other names.
    @Test(
        "no process drops a name within an hour after it was given", arguments: [false, true], [false, true])
    func oldReadingLapsesNoName(hidesIdentity: Bool, namesBefore: Bool) throws {
        var device = try Device.launched(hidesIdentity: hidesIdentity)
        if namesBefore {
            device.name("b")
            device.read()
        }
        var (widget, disk) = try device.another(after: .seconds(5_000))
        widget.name("a")
        let saved = try #require(widget.keeper.recordToSave(over: disk))
        device.wait(.seconds(5_000))
        try device.save(over: saved)
        device.name("b")
        _ = device.keeper.adopt(try #require(device.keeper.recordToSave))
        #expect(device.keeper.authenticated["a"] != nil)
        // Nor in the widget, which has read its clocks all the while.
        widget.wait(.seconds(3_600))
        widget.read()
        device.wait(.seconds(3_600))
        device.name("c")
        let given = try #require(device.keeper.recordToSave)
        let next = try #require(widget.keeper.recordToSave(over: given))
        _ = widget.keeper.adopt(next)
        #expect(next.authenticated["c"] != nil && widget.keeper.authenticated["c"] != nil)
        _ = device.keeper.adopt(next)
        for _ in 0..<2 {
            try device.save()
            #expect(Set(device.keeper.authenticated.all.map { $0.name }).isSuperset(of: ["a", "b", "c"]))
            device.wait(.seconds(3_500))
        }
    }

    /// Each save merges the record of the save before.
    @Test(
        "a name that another process gave after this process's latest reading still lapses", arguments: [false, true])
    func laterNamesLapse(hidesIdentity: Bool) throws {
        var device = try Device.launched(hidesIdentity: hidesIdentity)
        var (other, disk) = try device.another()
        other.wait(.seconds(100))
        device.name("a")
        other.name("typo")
        disk = try #require(other.keeper.recordToSave(over: disk))
        _ = device.keeper.adopt(disk)
        for _ in 0..<6 {
            device.read()
            disk = try #require(device.keeper.recordToSave(over: disk))
            _ = device.keeper.adopt(disk)
            device.wait(.seconds(900))
        }
        #expect(disk.authenticated.all.map { $0.name } == ["a"])
    }

    /// A process that was suspended merges its older date into the record of the process that gave the name again.
    @Test("the later date of a name stays", arguments: [false, true])
    func laterDateStays(hidesIdentity: Bool) throws {
        var device = try Device.launched(hidesIdentity: hidesIdentity)
        device.name("b")
        let disk = try device.saved()
        try device.launch(disk)
        device.name("a")
        device.read()
        var widget = device
        widget.wait(.seconds(3_000))
        try widget.launch(disk)
        widget.name("b")
        let renewed = try #require(widget.keeper.recordToSave)
        try device.save(over: renewed)
        device.wait(.seconds(6_599))
        try device.save()
        #expect(device.keeper.authenticated["b"] != nil)
        device.wait(.seconds(1))
        try device.save()
        #expect(device.keeper.authenticated.all.map { $0.name } == ["a"])
    }

    /// The record that was loaded at launch does not show which names other processes have renewed since then.
    @Test("answers that prove the boot of the record neither drop a name nor bring one back", arguments: [false, true])
    func settlingKeepsTheNames(isLapsedBefore: Bool) throws {
        var device = try Device.launched(hidesIdentity: true)
        device.name("a")
        device.ask("a")
        var record = try #require(device.keeper.recordToSave)
        _ = record.authenticated.name("typo", of: "typo", at: device.elapsed)
        try device.launch(.loaded(record, isRecovered: false))
        device.name("b", "c")
        device.read()
        device.wait(.seconds(7_200))
        if isLapsedBefore { try device.save() } else { device.read() }
        let names: [ExactName] = isLapsedBefore ? ["a", "b", "c"] : ["a", "typo", "b", "c"]
        #expect(device.keeper.authenticated.all.map { $0.name } == names)
        #expect(device.keeper.recordQuestion?.verdict.isProven == false)
        for server in ["b", "c", "a"] { device.ask(server) }
        #expect(device.keeper.recordQuestion?.verdict.isProven == true)
        #expect(device.keeper.authenticated.all.map { $0.name } == names)
        #expect(device.keeper.authenticated["a"]?.isHeard == true)
    }

    @Test(
        "a name of another machine's record lapses, though its date is later than this boot", arguments: [false, true])
    func namesOfAnotherMachineLapse(resetsTrust: Bool) throws {
        var device = try Device.launched(upFor: .seconds(100_000), hidesIdentity: true)
        device.name("typo")
        let restored = try device.saved()
        device.reboot()
        device.machine = "another"
        #expect(try device.launch(restored).evidence == .otherMachine)
        device.name("a")
        device.read()
        #expect(Set(device.keeper.authenticated.all.map { $0.name }) == ["a", "typo"])
        if resetsTrust {
            let disk = try #require(restored.record)
            _ = device.keeper.handle(.forgetTrust)
            try device.save(over: disk)
        }
        device.wait(.seconds(3_600))
        try device.save()
        #expect(device.keeper.authenticated.all.map { $0.name } == ["a"])
    }

    @Test("names of an earlier boot do not return with a reset of trust")
    func aResetBringsNoNameBack() throws {
        var device = Device(upFor: .seconds(100_000))
        device.hidesIdentity = true
        try device.launch()
        device.ask("a")
        let saved = try device.saved()
        device.reboot()
        #expect(try device.launch(saved).didReboot == true)
        let disk = try #require(saved.record)
        _ = device.keeper.handle(.forgetTrust)
        try device.save(over: disk)
        #expect(device.keeper.authenticated.all.isEmpty)
    }

    @Test("after a fault of the clocks, a name lapses by the new readings")
    func aFaultVoidsDates() throws {
        var device = try Device.launched(upFor: .seconds(100_000), hidesIdentity: true)
        device.name("typo")
        try device.launch()
        device.name("a")
        let disk = try #require(device.keeper.recordToSave)
        device.reboot()
        #expect(device.read() == [.clockFault])
        try device.save(over: disk)
        _ = device.keeper.adopt(disk)
        device.wait(.seconds(3_600))
        try device.save()
        #expect(device.keeper.authenticated.all.map { $0.name } == ["a"])
    }

    @Test("a process whose clocks failed takes no answers from a record that becomes readable")
    func aFaultyProcessTakesNoAnswers() throws {
        var device = Device()
        try device.launch()
        device.ask("a")
        let saved = try device.saved()
        device.wait(.seconds(100_000))
        try device.launch(.unavailable(.beforeFirstUnlock))
        device.repeatsIdentity = true
        device.reboot()
        device.wait(.seconds(50_000))
        #expect(device.read() == [.clockFault])
        _ = device.keeper.handle(.record(saved))
        device.read()
        #expect(device.keeper.authenticated["a"]?.isHeard == false && device.isTruthful)
    }

    @Test("a source that a record adds to an operator judges the floor again")
    func sourcesComeLater() throws {
        var device = try Device.launched()
        func sources(_ names: String...) -> Timekeeper.Input {
            .sources(names.map { NamedSource($0, of: "O", isAuthenticated: true) })
        }
        _ = device.keeper.handle(sources("s1"))
        var other = device
        try other.launch()
        _ = other.keeper.handle(sources("s1", "s2", "s3"))
        device.ask("s1", of: "O", error: .seconds(9_000))
        #expect(try #require(device.floor) > device.trueTime)
        _ = device.keeper.adopt(try #require(other.keeper.recordToSave))
        #expect(device.floor.map { $0 <= device.trueTime } ?? true)
    }

    @Test("earlier answers are judged again when more operators are named")
    func namesComeLater() throws {
        var device = try Device.launched()
        device.name("l")
        var (other, disk) = try device.another()
        other.name("a", "b")
        other.ask("a")
        other.ask("b")
        let merged = try #require(other.keeper.recordToSave(over: disk))
        device.ask("l", error: .seconds(9_000))
        #expect(try #require(device.floor) > device.trueTime)
        // Nor does it go into the record.
        let kept = try #require(device.keeper.recordToSave(over: merged)?.floor)
        #expect(kept.earliest <= device.trueTime)
        let outcome = device.keeper.adopt(merged)
        #expect(outcome.findings.isEmpty && !outcome.hasUnsavedFacts)
        #expect(try #require(device.floor) <= device.trueTime)
        // Once it is saved there is no more news.
        let saved = try #require(device.keeper.recordToSave(over: merged))
        let next = device.keeper.adopt(saved)
        #expect(next.findings.isEmpty && !next.hasUnsavedFacts)
    }

    @Test("no answer raises a floor before the record is read, because the record may know more operators")
    func aLockedRecordRaisesNoFloor() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        let saved = try device.saved()
        try device.launch(.unavailable(.beforeFirstUnlock))
        device.name("l")
        device.ask("l", error: .seconds(86_400))
        device.name("a", "b", "c")
        #expect(device.floor == nil)
        _ = device.keeper.handle(.record(saved))
        device.read()
        #expect(device.floor == nil && device.keeper.authenticated["l"]?.isHeard == true)
    }

    /// A relaunch that can't identify its boot still has the names of the launch before.
    @Test("names are known until a reboot is proven", arguments: [false, true])
    func namesOutliveAHiddenBoot(isRecordLocked: Bool) throws {
        var device = try Device.launched()
        device.name("a", "b", "c")
        let saved = try device.saved()
        device.wait(.seconds(1_000))
        device.hidesIdentity = true
        try device.launch(isRecordLocked ? .unavailable(.beforeFirstUnlock) : saved)
        device.name("l")
        device.ask("l", error: .seconds(86_400))
        if isRecordLocked {
            #expect(device.trusted.earliestSupport == .lone && !device.isTruthful)
            _ = device.keeper.handle(.record(saved))
            device.read()
        }
        #expect(device.keeper.authenticated.all.count == 4)
        #expect(device.floor == nil && device.trusted.earliestSupport == .uncorroborated)
        // A proven reboot removes them.
        device.reboot()
        device.hidesIdentity = false
        try device.launch(saved)
        #expect(device.keeper.authenticated.all.isEmpty)
    }
}

extension Device {
    /// Launches a process that knows only the names that the test gives.
    fileprivate static func launched(
        upFor uptime: Nanoseconds = .seconds(5_000), hidesIdentity: Bool = false
    ) throws -> Device {
        var device = Device(upFor: uptime)
        device.namesServers = false
        device.hidesIdentity = hidesIdentity
        try device.launch()
        return device
    }

    /// Launches another process beside this one, from the record that this one would save now.
    fileprivate func another(after time: Nanoseconds = .zero) throws -> (other: Device, record: TimekeeperRecord) {
        let record = try #require(keeper.recordToSave)
        var other = self
        other.wait(time)
        try other.launch(.loaded(record, isRecovered: false))
        return (other, record)
    }

    /// Reads the clocks and saves.
    fileprivate mutating func save() throws {
        read()
        _ = keeper.adopt(try #require(keeper.recordToSave))
    }

    /// Saves over the record of another process, without a reading.
    fileprivate mutating func save(over record: TimekeeperRecord) throws {
        _ = keeper.adopt(try #require(keeper.recordToSave(over: record)))
    }
}
