import SiderealCore
import SiderealTesting
import Testing

/// Resets of trust in several processes. Each voids what came before it, whoever saves first.
@Suite("resets of trust") struct ResetTests {
    @Test("trust forgotten while a save was under way doesn't return with that save")
    func whatIsForgottenDuringASaveStaysForgotten() throws {
        var device = Device()
        try device.launch()
        device.ask("a", margin: .milliseconds(10))
        let saved = try #require(device.keeper.recordToSave)
        #expect(saved.floor != nil)
        _ = device.keeper.handle(.forgetTrust)
        #expect(device.keeper.adopt(saved).findings == [])
        #expect(device.keeper.floor == nil && device.keeper.floors.timesGivenUp == 0)
        #expect(device.keeper.recordToSave(over: saved)?.floor == nil)
    }

    @Test("trust that one process reset is void in the other, too")
    func aHigherRevisionWinsAll() throws {
        var both = try MergeTests.Both(learning: true)
        _ = both.other.keeper.handle(.forgetTrust)
        #expect(both.other.keeper.trustRevision == 1)
        both.other.ask("b", margin: .milliseconds(10))
        let record = try both.merged()
        let theirs = try both.otherSaved()
        #expect(record.trustRevision == 1 && record.floor == theirs.floor)
        #expect(record.authenticated["a"]?.isHeard == false)
        #expect(record.authenticated["b"]?.isHeard == true)
        // Later answers count.
        _ = both.mine.keeper.adopt(record)
        both.mine.ask("a", margin: .milliseconds(10))
        #expect(both.mine.keeper.trustRevision == 1)
        #expect(both.mine.keeper.recordToSave?.authenticated["a"]?.isHeard == true)
    }

    /// A reset by another process may come before or after the answers that arrived while the record was locked.
    @Test(
        "an answer that arrived while the record was locked doesn't survive a reset in the same boot",
        arguments: [true, false])
    func aResetHoldsForThoseThatCouldNotRead(resets: Bool) throws {
        var device = Device()
        try device.launch()
        let atFirst = try #require(device.keeper.recordToSave)
        var other = device
        try device.launch(.unavailable(.locked))
        device.ask(margin: .milliseconds(10))
        if resets { _ = other.keeper.handle(.forgetTrust) }
        let found = try #require(other.keeper.recordToSave(over: atFirst))
        _ = device.keeper.handle(.record(.loaded(found, isRecovered: false)))
        device.read()
        #expect((device.trusted.kind == .unknown) == resets && device.isTruthful)
        #expect((try #require(device.keeper.recordToSave(over: found)).floor == nil) == resets)
        // A reboot ends that: the reset came before any answer to this process.
        device.reboot()
        try device.launch(.unavailable(.locked))
        device.ask(margin: .milliseconds(10))
        _ = device.keeper.handle(.record(.loaded(found, isRecovered: false)))
        device.read()
        #expect(device.trusted.kind == .bounded && device.isTruthful)
    }

    @Test("a reset while the record is locked is newer than the resets and answers in the record")
    func aLockedResetIsNewer() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        device.ask(margin: .milliseconds(10))
        let saved = try #require(device.keeper.recordToSave)
        #expect(saved.trustRevision == 1 && saved.floor != nil)
        try device.launch(.unavailable(.locked))
        _ = device.keeper.handle(.forgetTrust)
        _ = device.keeper.handle(.record(.loaded(saved, isRecovered: false)))
        device.read()
        #expect(device.trusted.kind == .unknown)
        let later = try #require(device.keeper.recordToSave(over: saved))
        #expect(later.trustRevision == 2 && later.floor == nil)
    }

    @Test("if no process saw both resets, the reset that is saved later voids all earlier trust")
    func twoUnseenResets() throws {
        var both = try MergeTests.Both(learning: true)
        _ = both.other.keeper.handle(.forgetTrust)
        both.other.ask("b", margin: .milliseconds(10))
        let theirs = try both.otherSaved()
        _ = both.other.keeper.adopt(theirs, madeAt: both.other.keeper.trustRevision)
        #expect(theirs.trustRevision == 1 && both.other.trusted.kind == .bounded)

        _ = both.mine.keeper.handle(.forgetTrust)
        #expect(try #require(both.mine.keeper.recordToSave(over: theirs)).floor == nil)
        both.mine.ask("a", margin: .milliseconds(10))
        let revision = both.mine.keeper.trustRevision
        let record = try #require(both.mine.keeper.recordToSave(over: theirs))
        #expect(record.trustRevision == 2)
        #expect(record.authenticated["a"]?.isHeard == true)
        #expect(record.authenticated["b"]?.isHeard != true)

        // Its own save takes nothing from this process. The other process forgets.
        _ = both.mine.keeper.adopt(record, madeAt: revision)
        #expect(both.mine.keeper.trustRevision == 2 && both.mine.trusted.kind == .bounded)
        let next = try #require(both.mine.keeper.recordToSave(over: record))
        #expect(next.trustRevision == 2 && next.authenticated["a"]?.isHeard == true)
        _ = both.other.keeper.adopt(record)
        #expect(both.other.keeper.recordToSave?.authenticated["b"]?.isHeard != true)
    }

    @Test("a second reset during the save of the first must still be saved")
    func aSecondResetDuringASave() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        device.ask("a", margin: .milliseconds(10))
        let (revision, saved) = (device.keeper.trustRevision, try #require(device.keeper.recordToSave))
        _ = device.keeper.handle(.forgetTrust)
        _ = device.keeper.adopt(saved, madeAt: revision)
        #expect(device.trusted.kind == .unknown)
        // Another process has saved more in the meantime.
        var other = saved
        other.trustRevision = 2
        let next = try #require(device.keeper.recordToSave(over: other))
        #expect(next.trustRevision == 3 && next.floor == nil)
    }
}
