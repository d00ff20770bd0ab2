import SiderealCore
import SiderealTesting
import Testing

/// Resets of trust in several processes. Each voids what came before it, whoever saves first.
@Suite("resets of trust") struct ResetTests {
    @Test("trust forgotten while a save was under way doesn't return with that save")
    func trustForgottenDuringASaveStaysForgotten() throws {
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
    func resetVoidsAnswersDuringALock(resets: Bool) throws {
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

    @Test("an answer to a request from before a reset doesn't count after it")
    func anAnswerUnderWay() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.sources([NamedSource("a", of: "a", isAuthenticated: true)]))
        let sent = device.elapsed
        device.wait(.milliseconds(20))
        device.read()
        _ = device.keeper.handle(.forgetTrust)
        device.wait(.milliseconds(20))
        let late = TimeSample(
            source: "a", isAuthenticated: true, sent: sent, received: device.elapsed, earliest: device.trueTime,
            latest: device.trueTime)
        #expect(device.keeper.handle(.sample(late)).findings == [.rejected(source: "a", .tooLate)])
        #expect(device.trusted.kind == .unknown)
        device.ask("a")
        #expect(device.trusted.kind == .bounded)
    }

    @Test("a process keeps the answers that followed its own reset while the record was locked")
    func onlyOwnResets() throws {
        var device = Device()
        try device.launch()
        let saved = try #require(device.keeper.recordToSave)
        try device.launch(.unavailable(.locked))
        _ = device.keeper.handle(.forgetTrust)
        device.ask("a")
        _ = device.keeper.handle(.record(.loaded(saved, isRecovered: false)))
        device.read()
        #expect(device.trusted.kind == .bounded && device.isTruthful)
    }

    @Test("after any number of resets, a process keeps the answers that follow its latest reset")
    func manyResets() throws {
        var device = Device()
        try device.launch()
        var disk = try #require(device.keeper.recordToSave)
        for count in 1...(3 * TrustResets.most) {
            _ = device.keeper.handle(.forgetTrust)
            #expect(try #require(device.keeper.recordToSave(over: disk)).floor == nil, "reset \(count)")
            device.ask("a", margin: .milliseconds(10))
            let saved = try #require(device.keeper.recordToSave(over: disk))
            _ = device.keeper.adopt(saved)
            try #require(device.trusted.kind == .bounded && saved.floor != nil, "reset \(count)")
            #expect(saved.resets.identities.count <= TrustResets.most)
            disk = saved
            device.wait(.seconds(1))
            device.read()
        }
    }

    @Test("processes that all reset unseen soon know the same resets", arguments: [2, 17, 40])
    func manyProcesses(count: Int) {
        var (disk, voids) = (TrustResets(), 0)
        var processes = (0..<count).map { TrustResets().adding(by: Salt(high: 7, low: UInt64($0))) }
        for round in 0..<4 {
            voids = 0
            for index in processes.indices {
                // Some processes reset again before they save.
                if round == 0, index % 3 == 0 {
                    processes[index] = processes[index].adding(by: Salt(high: 8, low: UInt64(index)))
                }
                let known = processes[index].union(disk)
                voids += known == processes[index] ? 0 : 1
                (processes[index], disk) = (known, known)
            }
        }
        #expect(voids == 0 && Set(processes).count == 1)
    }

    @Test("known resets stay known under their name, and the name of other resets does not")
    func names() {
        var known = TrustResets()
        for number in 0..<UInt64(TrustResets.most) { known = known.adding(by: Salt(high: 1, low: number)) }
        let next = known.adding(by: Salt(high: 2, low: 0))
        #expect(next.identities.count == 2 && next.union(known) == next && known.union(next) == next)
        let stranger = TrustResets().adding(by: Salt(high: 3, low: 0))
        let both = next.union(stranger)
        #expect(both != next && both != stranger && both == stranger.union(next))
        #expect(TrustResets(identities: both.identities) == both)
        #expect(TrustResets(identities: [2, 1]) == nil && TrustResets(identities: [1, 1]) == nil)
    }

    /// The answers of the mark may be false, and no clock can show that the mark comes from another machine.
    @Test("a mark without a machine identity has no trusted bounds after a reset, also after a reboot")
    func aMarkWithoutAMachine() throws {
        var device = Device()
        try device.launch()
        device.ask("a")
        let made = try #require(device.keeper.mark)
        let mark = BootMark(
            reading: made.reading, salt: Salt(high: 99, low: 99), bootIdentity: made.bootIdentity, machine: nil,
            offset: made.offset, generation: made.generation)
        #expect(!device.keeper.isVoid(mark))
        _ = device.keeper.handle(.forgetTrust)
        #expect(device.keeper.isVoid(mark))
        device.reboot()
        try device.launch()
        #expect(device.keeper.isVoid(mark))
    }

    @Test("a record that knows no reset leaves a mark its trusted bounds")
    func aMarkOfALostRecord() throws {
        var device = Device()
        try device.launch()
        _ = device.keeper.handle(.forgetTrust)
        device.ask("a")
        let mark = try #require(device.keeper.mark)
        #expect(mark.offset != nil)
        try device.launch(.absent)
        #expect(!device.keeper.isVoid(mark))
        _ = device.keeper.handle(.forgetTrust)
        #expect(device.keeper.isVoid(mark))
    }
}
