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

    @Test("a reset in one process also voids the trust of the other process")
    func aResetWinsOverAll() throws {
        var both = try MergeTests.Both(learning: true)
        _ = both.other.keeper.handle(.forgetTrust)
        #expect(both.other.keeper.resets.identities.count == 1)
        both.other.ask("b", margin: .milliseconds(10))
        let record = try both.merged()
        let theirs = try both.otherSaved()
        #expect(record.resets == theirs.resets && record.floor == theirs.floor)
        #expect(record.authenticated["a"]?.isHeard == false)
        #expect(record.authenticated["b"]?.isHeard == true)
        // Later answers count.
        _ = both.mine.keeper.adopt(record)
        both.mine.ask("a", margin: .milliseconds(10))
        #expect(both.mine.keeper.resets == theirs.resets)
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

    @Test("a reset while the record is locked counts as newer than the resets and answers in the record")
    func aLockedResetIsNewer() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        device.ask(margin: .milliseconds(10))
        let saved = try #require(device.keeper.recordToSave)
        #expect(saved.resets.identities.count == 1 && saved.floor != nil)
        try device.launch(.unavailable(.locked))
        _ = device.keeper.handle(.forgetTrust)
        _ = device.keeper.handle(.record(.loaded(saved, isRecovered: false)))
        device.read()
        #expect(device.trusted.kind == .unknown)
        let later = try #require(device.keeper.recordToSave(over: saved))
        #expect(later.resets.identities.count == 2 && later.floor == nil)
    }

    @Test("if two processes reset trust without seeing each other's reset, a merge voids all earlier trust")
    func twoUnseenResets() throws {
        var both = try MergeTests.Both(learning: true)
        _ = both.other.keeper.handle(.forgetTrust)
        both.other.ask("b", margin: .milliseconds(10))
        let theirs = try both.otherSaved()
        _ = both.other.keeper.adopt(theirs)
        #expect(both.other.trusted.kind == .bounded)

        // The order of the two resets and of the answers is unknown.
        _ = both.mine.keeper.handle(.forgetTrust)
        both.mine.ask("a", margin: .milliseconds(10))
        let record = try #require(both.mine.keeper.recordToSave(over: theirs))
        #expect(record.resets.identities.count == 2)
        #expect(!record.authenticated.all.contains { $0.isHeard } && record.floor == nil)

        // Later answers count.
        _ = both.mine.keeper.adopt(record)
        #expect(both.mine.trusted.kind == .unknown)
        both.mine.ask("a", margin: .milliseconds(10))
        let next = try #require(both.mine.keeper.recordToSave(over: record))
        #expect(next.resets == record.resets && next.authenticated["a"]?.isHeard == true)
        _ = both.other.keeper.adopt(next)
        #expect(both.other.keeper.recordToSave?.authenticated["b"]?.isHeard != true)
    }

    @Test("a second reset while the first is being saved voids the trust in that save")
    func aSecondResetDuringASave() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        device.ask("a", margin: .milliseconds(10))
        let saved = try #require(device.keeper.recordToSave)
        _ = device.keeper.handle(.forgetTrust)
        _ = device.keeper.adopt(saved)
        #expect(device.trusted.kind == .unknown)
        // Another process has reset trust in the meantime.
        let other = saved.counting(in: saved.resets.adding(by: Salt(high: 9, low: 9)))
        let next = try #require(device.keeper.recordToSave(over: other))
        #expect(next.resets.identities.count == 3 && next.floor == nil)
    }

    /// A running process holds trust that is newer than its own resets. The record is then replaced by an older one,
    /// or by none, and a process that sees only that record resets trust.
    @Test("a reset holds even if an older record is restored while a process runs", arguments: [1, 2, 3])
    func aResetOfARestoredRecord(resets: Int) throws {
        var device = Device()
        try device.launch()
        let atFirst = try #require(device.keeper.recordToSave)
        for _ in 0..<resets { _ = device.keeper.handle(.forgetTrust) }
        device.ask("a", margin: .milliseconds(10))
        var other = device
        try other.launch(.loaded(atFirst, isRecovered: false))
        _ = other.keeper.handle(.forgetTrust)
        let restored = try #require(other.keeper.recordToSave(over: atFirst))
        let next = try #require(device.keeper.recordToSave(over: restored))
        #expect(next.floor == nil && !next.authenticated.all.contains { $0.isHeard })
    }

    @Test("after more resets than a record keeps, each of them still holds")
    func manyResets() throws {
        var device = Device()
        try device.launch()
        let other = device
        for count in 1...(3 * TrustResets.most) {
            device.ask("a", margin: .milliseconds(10))
            let saved = try #require(device.keeper.recordToSave)
            _ = device.keeper.handle(.forgetTrust)
            #expect(device.keeper.resets.identities.count <= TrustResets.most)
            #expect(try #require(device.keeper.recordToSave(over: saved)).floor == nil, "reset \(count)")
        }
        // A process that knows none of them forgets its trust once.
        var late = other
        late.ask("b", margin: .milliseconds(10))
        let record = try #require(device.keeper.recordToSave)
        _ = late.keeper.adopt(record)
        #expect(late.trusted.kind == .unknown && late.keeper.resets == record.resets)
        late.ask("b", margin: .milliseconds(10))
        #expect(try #require(late.keeper.recordToSave(over: record)).authenticated["b"]?.isHeard == true)
    }
}
