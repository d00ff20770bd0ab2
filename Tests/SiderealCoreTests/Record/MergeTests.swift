import SiderealCore
import SiderealTesting
import Testing

/// Two processes that save to one record. Neither may lose what the other learned.
@Suite("merging the records of two processes") struct MergeTests {
    /// A device with two processes that started from one record.
    struct Both {
        var mine: Device
        var other: Device

        init(of model: ClockModel = .linux, learning: Bool = false) throws {
            mine = Device(model)
            try mine.launch()
            if learning { mine.ask(margin: .seconds(3)) }
            other = mine
            other.salt += 100
            try mine.launch()
            try other.launch()
        }

        mutating func wait(_ time: Nanoseconds) {
            mine.wait(time)
            other.wait(time)
        }

        func mineSaved() throws -> TimekeeperRecord { try #require(mine.keeper.recordToSave) }
        func otherSaved() throws -> TimekeeperRecord { try #require(other.keeper.recordToSave) }
        func merged() throws -> TimekeeperRecord { try #require(mine.keeper.recordToSave(over: try otherSaved())) }
    }

    static func earliest(_ record: TimekeeperRecord, on device: Device) throws -> TrueInstant {
        let state = device.deviceReading.reading.clockState
        return try #require(record.floors.later(model: device.model)?.moved(to: state, model: device.model)).earliest
    }

    /// Returns the width of an operator's vote.
    static func width(_ record: TimekeeperRecord, _ name: String, on device: Device) throws -> Nanoseconds {
        let vote = try #require(record.authenticated[ExactName(name)]?[ExactName(name)]?.said)
        return try #require(vote.bounds(at: device.deviceReading.reading.clockState, model: device.model)).width
    }

    @Test("the newer reading wins, in the record and in its observers")
    func theNewerReadingWins() throws {
        var both = try Both()
        both.wait(.seconds(60))
        both.other.read()
        let newer = try both.merged()
        #expect(newer.checkpoint.newest.reading == both.other.deviceReading.reading)
        #expect(newer.observers[ExactName(Device.name)]?.newest.reading == both.other.deviceReading.reading)
        both.wait(.seconds(60))
        both.mine.read()
        let mine = try both.merged()
        #expect(mine.checkpoint.newest.reading == both.mine.deviceReading.reading)
        #expect(mine.observers[ExactName(Device.name)]?.newest.reading == both.mine.deviceReading.reading)
    }

    @Test("if a launch recognizes a record of another boot, so does a save, even if the clocks are close")
    func theLaunchTellsTheBoot() throws {
        var device = Device(upFor: .seconds(1_000))
        device.hidesIdentity = true
        try device.launch()
        let old = try #require(device.keeper.recordToSave)
        let bootTime = device.bootTime
        device.reboot()
        device.setClock(by: bootTime - device.bootTime)
        device.wait(.seconds(10))
        #expect(try device.launch(.loaded(old, isRecovered: false)).didReboot == true)
        // Its widget has saved meanwhile, without reading the app's clocks.
        var disk = old
        disk.observers[ExactName("widget")] = old.observers[ExactName(Device.name)]
        let saved = try #require(device.keeper.recordToSave(over: disk))
        #expect(saved.checkpoint.newest.reading == device.deviceReading.reading)
        #expect(saved.observers[ExactName(Device.name)]?.newest.reading == device.deviceReading.reading)
    }

    @Test("the later floor and the tighter votes win, whichever process saves")
    func theLaterFloorAndTheTighterVotesWin() throws {
        var both = try Both(learning: true)
        both.wait(.seconds(60))
        both.other.read()
        both.other.ask("a", margin: .milliseconds(10))
        both.other.ask("b", margin: .milliseconds(20))
        let floorBefore = try Self.earliest(both.mineSaved(), on: both.mine)
        let merged = try both.merged()
        #expect(try Self.earliest(merged, on: both.mine) > floorBefore)
        #expect(merged.authenticated.all.count == 2)
        #expect(try Self.width(merged, "a", on: both.mine) <= .milliseconds(21))
        // The reverse: the record on disk is wider, and doesn't widen the process's own.
        let onDisk = try both.mineSaved()
        let back = try #require(both.other.keeper.recordToSave(over: onDisk))
        #expect(try Self.width(back, "a", on: both.mine) <= .milliseconds(21))
        #expect(try Self.earliest(back, on: both.mine) == Self.earliest(both.otherSaved(), on: both.mine))
    }

    @Test("a floor that one process discarded doesn't return through the record")
    func discardedFloorStaysDiscarded() throws {
        var both = try Both(learning: true)
        both.wait(.seconds(1))
        both.other.ask("a", error: .seconds(-5_000), margin: .zero)
        #expect(both.other.keeper.floors.timesGivenUp == 1)
        let theirs = try both.otherSaved()
        #expect(try both.merged().floor == theirs.floor && both.merged().floors.timesGivenUp == 1)
        let onDisk = try both.mineSaved()
        let back = try #require(both.other.keeper.recordToSave(over: onDisk))
        #expect(back.floor == theirs.floor && back.floors.timesGivenUp == 1)
        // Nor in the process that still has it, once it saves.
        let saved = try both.merged()
        _ = both.mine.keeper.adopt(saved)
        #expect(both.mine.keeper.floors.timesGivenUp == 1 && both.mine.floor == theirs.floor?.earliest)
    }

    @Test("after a true floor was discarded, later answers raise a new floor")
    func aFloorThatWasGivenUpForNothing() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        for name in ["a", "b"] { device.ask(name, error: .seconds(5_000), isFresh: false) }
        for name in ["a", "b"] {
            _ = device.keeper.handle(
                .sample(
                    TimeSample(
                        source: name, isAuthenticated: true, sent: device.elapsed, received: device.elapsed,
                        earliest: nil, latest: device.trueTime)))
        }
        #expect(device.keeper.floors.timesGivenUp == 1 && device.floor == nil)
        try device.launch()
        #expect(device.keeper.floors.timesGivenUp == 1)
        for name in ["a", "b"] { device.ask(name) }
        let disk = try #require(device.keeper.record.record)
        #expect(try #require(device.keeper.recordToSave(over: disk)).floor != nil)
        #expect(device.isTruthful)
    }

    @Test("time learned while the record is locked survives a reset from an earlier boot")
    func learnedWhileLocked() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        let saved = try device.saved()
        device.reboot()
        try device.launch(.unavailable(.beforeFirstUnlock))
        device.ask("a")
        _ = device.keeper.handle(.record(saved))
        device.read()
        let next = try #require(device.keeper.recordToSave)
        #expect(next.resets.identities.count == 1 && next.floor != nil)
    }

    /// The other process read its clocks later than this one.
    @Test("an earlier reading of the clocks doesn't refute a floor that another process saved later")
    func laterFloorIsNotDenied() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        device.name("a", "b")
        for name in ["a", "b"] { device.ask(name) }
        let disk = try #require(device.keeper.recordToSave)
        var other = device
        other.wait(.seconds(1_000))
        try other.launch(.loaded(disk, isRecovered: false))
        for name in ["a", "b"] { other.ask(name) }
        let saved = try #require(other.keeper.recordToSave(over: disk))
        #expect(device.keeper.adopt(saved).findings.isEmpty)
        #expect(device.keeper.floor == saved.floor && device.keeper.floors.timesGivenUp == 0)
    }

    /// A record of an earlier boot is put back, and its clocks happen to fit, so its votes would be moved by these
    /// clocks.
    @Test("votes of another boot are not adopted, even if its clocks fit")
    func votesOfAnotherBootAreNotTakenOver() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask(margin: .milliseconds(5))
        let backup = try #require(device.keeper.recordToSave)
        device.reboot(off: .zero)
        device.wait(.seconds(9_000))
        try device.launch()
        let merged = try #require(device.keeper.recordToSave(over: backup))
        _ = device.keeper.adopt(merged)
        _ = device.keeper.adopt(backup)
        #expect((merged.authenticated.all + device.keeper.authenticated.all).allSatisfy { !$0.isHeard })
        #expect(device.isTruthful)
    }

    @Test("an answer to another process settles this process's open verdict")
    func whatAnotherHeardSettles() throws {
        var mine = Device()
        mine.hidesIdentity = true
        try mine.launch()
        mine.ask("a", margin: .milliseconds(10))
        mine.wait(.seconds(60))
        mine.setClock(by: .seconds(-1_000))
        mine.hidesIdentity = false
        let verdict = try mine.launch()
        #expect(verdict.isOpen)
        var other = mine
        other.ask("a", margin: .milliseconds(10))
        let saved = try #require(other.keeper.recordToSave)
        let settled = try #require(other.keeper.verdict(for: Device.name))
        #expect(settled.isProven && settled.answer == .sameBoot)
        #expect(mine.keeper.adopt(saved).findings == [.settled(observer: Device.name, settled)])
    }

    @Test("if two processes begin a record, both take the identity that was saved first")
    func aRecordHasOneIdentity() throws {
        var one = Device(.darwin)
        one.machine = "this device"
        var other = one
        one.keeper = Timekeeper(
            .init(record: .absent, model: .darwin, salt: Salt(high: 7, low: 7), observers: [Device.name]))
        one.read()
        try other.launch(.absent)
        let first = try #require(one.keeper.recordToSave)
        let second = try #require(other.keeper.recordToSave(over: first))
        #expect(second.identity == first.identity)
        _ = other.keeper.adopt(second)
        let mark = try #require(other.keeper.mark)
        other.reboot()
        try other.launch(.loaded(second, isRecovered: false))
        #expect(other.keeper.verdict(since: mark)?.didReboot == true)
    }

    /// An observer that only the other process opened, last seen in a boot whose clock was higher.
    @Test("an observer that only the other process opened is adopted unchanged")
    func observersOfOthersAreTakenAsTheyAre() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.open(observer: "widget")
        device.reboot()
        device.wait(.seconds(100))
        try device.launch()
        var other = device
        _ = other.keeper.open(observer: "widget")
        let theirs = try #require(other.keeper.recordToSave)
        let merged = try #require(device.keeper.recordToSave(over: theirs))
        #expect(merged.observers["widget"] == theirs.observers["widget"])
        #expect(merged.observers["widget"]?.newest.reading == other.deviceReading.reading)
    }

    /// A record of another boot, from a process that began before the reboot: only values valid in any boot are
    /// adopted.
    @Test("from a record of another boot, a process adopts only values that are valid in any boot")
    func aRecordOfAnotherBoot() throws {
        var both = try Both(learning: true)
        _ = both.other.keeper.open(observer: "widget")
        both.other.ask("b", error: .seconds(2), margin: .milliseconds(10))
        both.mine.reboot()
        both.mine.wait(.seconds(5))
        try both.mine.launch()
        let merged = try both.merged()
        #expect(merged.checkpoint.newest.reading == both.mine.deviceReading.reading)
        #expect(merged.observers.keys.sorted() == [ExactName(Device.name), "widget"])
        #expect(merged.authenticated == both.mine.keeper.recordToSave?.authenticated)
        #expect(merged.observers[ExactName(Device.name)]?.newest.reading == both.mine.deviceReading.reading)
        #expect(merged.floor?.at == both.mine.deviceReading.reading.clockState)
        let floor = try #require(merged.floor).earliest
        #expect(
            try [both.otherSaved(), both.mineSaved()].allSatisfy { ($0.floor?.earliest).map { $0 <= floor } ?? false })
    }

    /// Another machine saved its floor after this process last read the clocks: the time in between isn't added to it.
    @Test("a floor that another machine saved doesn't rise before a launch reads it")
    func floorOfAnotherMachineDoesNotRise() throws {
        var mine = Device()
        mine.machine = "mine"
        mine.hidesIdentity = true
        try mine.launch()
        var other = mine
        other.machine = "other"
        for _ in 0..<2 { other.wait(.seconds(1_000)) }
        try other.launch()
        other.ask(margin: .milliseconds(10))
        let theirs = try #require(other.keeper.recordToSave)
        mine.wait(.seconds(2_000))
        let saved = try #require(mine.keeper.recordToSave(over: theirs))
        #expect(saved.floor?.earliest == theirs.floor?.earliest)
        // No clock of this boot dates it, so nothing is added to it before a launch reads it.
        #expect(saved.floor?.isTied == false)
        try mine.launch(.loaded(saved, isRecovered: false))
        #expect(try #require(mine.floor) <= mine.trueTime)
        #expect(try #require(mine.floor) >= theirs.floor?.earliest ?? mine.trueTime)
    }

    @Test("a process saves its own record over an unchanged record")
    func withoutAnyChangeMineIsSaved() throws {
        var both = try Both(learning: true)
        both.wait(.seconds(5))
        both.mine.read()
        let loaded = try #require(both.mine.keeper.record.record)
        #expect(both.mine.keeper.recordToSave(over: loaded) == both.mine.keeper.recordToSave)
    }

    @Test(
        "the saved floor never falls or passes the truth, in whatever order two processes save",
        arguments: 0..<4 as Range<UInt64>)
    func takingTurns(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var both = try Both(learning: true)
        var disk = try both.otherSaved()
        var least = try #require(disk.floor).earliest
        for round in 0..<150 {
            both.wait(.seconds(.random(in: 0...100, using: &random)))
            let isMine = Bool.random(using: &random)
            var device = isMine ? both.mine : both.other
            device.read()
            if Int.random(in: 0..<4, using: &random) == 0 {
                device.ask(
                    ["a", "b", "c"].randomElement(using: &random) ?? "a",
                    margin: .milliseconds(.random(in: 1...900, using: &random)))
            }
            disk = try #require(device.keeper.recordToSave(over: disk))
            if isMine { both.mine = device } else { both.other = device }
            let floor = try #require(disk.floor)
            try #require(floor.earliest >= least && floor.earliest <= device.trueTime, "seed \(seed), round \(round)")
            least = floor.earliest
            let state = device.deviceReading.reading.clockState
            let bounds = try #require(disk.authenticated.judgement(at: state, model: .linux).bounds)
            let truth = Nanoseconds(device.trueTime.nanoseconds) - Nanoseconds(device.elapsed.nanoseconds)
            try #require(bounds.contains(truth), "seed \(seed), round \(round)")
        }
    }
}
