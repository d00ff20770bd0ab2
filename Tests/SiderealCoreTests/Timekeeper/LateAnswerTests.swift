import SiderealCore
import Testing

/// Late or foreign input: samples, observers, and records that another program put in place.
@Suite("samples, observers and records that come late") struct LateAnswerTests {
    /// A process that saves over its own earlier save must not restore an answer that votes have undone since.
    @Test("an outvoted early answer doesn't return through the process's own save")
    func aLiarsEarlyWordDoesNotComeBackThroughTheProcessesOwnSave() throws {
        var device = Device()
        try device.launch()
        device.ask("l", error: .milliseconds(-750), margin: .milliseconds(250))
        let early = try #require(device.keeper.recordToSave)
        device.ask("a", margin: .seconds(1))
        device.ask("b", margin: .seconds(1))
        #expect(device.isTruthful)
        let late = try #require(device.keeper.recordToSave(over: early))
        var replayed = device
        try replayed.launch(device.saved())
        #expect(replayed.isTruthful)
        try device.launch(.loaded(late, isRecovered: false))
        #expect(device.isTruthful)
    }

    /// A sample that is recorded late arrived before the sleep that the latest reading has seen.
    @Test("a sample from before the latest reading is adjusted for the sleep in between")
    func sampleIsAdjustedForASleepSince() throws {
        var device = Device()
        try device.launch()
        device.name("a")
        let at = device.elapsed
        let told = device.trueTime
        device.sleep(.seconds(10), miscounted: .milliseconds(-900))
        device.wait(.seconds(1))
        device.read()
        _ = device.keeper.handle(
            .sample(
                TimeSample(
                    source: "a", isAuthenticated: true, sent: at, received: at, earliest: told, latest: told)))
        #expect(device.isTruthful)
        #expect(device.keeper.trusted(at: device.elapsed).kind == .bounded)
    }

    /// The floor of such a sample counts from the latest input on: carried from before both sleeps, it would lose the
    /// error of the first one once more.
    @Test("the floor doesn't fall when the device sleeps after a late sample")
    func theFloorDoesNotFallAtTheSleepAfterALateSample() throws {
        var device = Device()
        try device.launch()
        let at = device.elapsed
        let told = device.trueTime
        device.name("a")
        device.sleep(.seconds(10))
        device.read()
        _ = device.keeper.handle(
            .sample(
                TimeSample(source: "a", isAuthenticated: true, sent: at, received: at, earliest: told, latest: told)))
        let before = try #require(device.floor)
        device.sleep(.zero)
        device.read()
        #expect(try #require(device.floor) >= before)
    }

    /// An app reads only the clocks to show the time, and records nothing. The drift of 500 ppm is rounded up over each
    /// part.
    @Test("a new answer doesn't lower the floor that was shown for a later instant")
    func theFloorDoesNotFallByAnAnswerOfBefore() throws {
        var device = Device()
        try device.launch()
        device.ask()
        let part = Nanoseconds(1_000_000_001)
        let later = device.deviceReading.reading.clockState.at(device.elapsed + part + part)
        let shown = try #require(device.keeper.floor(at: later)).earliest
        device.wait(part)
        device.ask(margin: .seconds(60))
        #expect(device.keeper.floor(at: later)?.earliest == shown)
    }

    @Test("a restored record of an earlier boot doesn't count as a record of this boot")
    func aRestoredRecordOfAnEarlierBootIsNotOfThisBoot() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask(margin: .milliseconds(5))
        let backup = try #require(device.keeper.recordToSave)
        device.reboot(off: .seconds(100_000))
        device.hidesIdentity = false
        device.wait(.seconds(6_000))
        try device.launch(.absent)
        let merged = try #require(device.keeper.recordToSave(over: backup))
        try device.launch(.loaded(merged, isRecovered: false))
        #expect(device.isTruthful)
        #expect(device.keeper.trusted(at: device.elapsed).kind == .atLeast)
    }

    @Test("the oldest mark's boot identity proves the same boot without a sample")
    func theOldestMarksIdentityDecidesAtOnce() throws {
        var device = Device()
        try device.launch()
        device.ask()
        device.hidesIdentity = true
        try device.launch()
        device.hidesIdentity = false
        try device.launch()
        #expect(try device.boot().didReboot == false)
        #expect(try device.boot().evidence == .bootIdentity)
    }
}
