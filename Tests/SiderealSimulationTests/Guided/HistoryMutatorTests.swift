import SiderealSimulation
import Testing

@Suite("mutated histories") struct HistoryMutatorTests {
    /// Makes histories that derive from each other by many mutations.
    static func changed(seed: UInt64, count: Int) -> [History] {
        var mutator = HistoryMutator(seed: seed)
        var all = (0..<8 as Range<UInt64>).map { HistoryMaker.history(seed: seed, index: $0) }
        for index in 0..<count {
            all.append(
                mutator.mutated(all[index * 7 % all.count], keeping: index % 21, other: all[index * 3 % all.count]))
        }
        return Array(all.dropFirst(8))
    }

    @Test("a random history of one machine keeps the premises")
    func whatTheMakerDrawsIsWithinThePremises() throws {
        for index in 0..<4_000 as Range<UInt64> {
            let history = HistoryMaker.history(seed: 21, index: index)
            // With two machines the maker may let one hibernate twice in one boot, which `withinPremises` corrects.
            if history.setting.hasOtherMachine { continue }
            let isWithin = history.withinPremises == history
            try #require(isWithin, "history \(index) of seed 21")
        }
    }

    @Test("a mutated history keeps the premises and has 1 to 20 events")
    func whatIsChangedIsWithinThePremises() throws {
        for (index, history) in Self.changed(seed: 22, count: 2_000).enumerated() {
            let isWithin = history.withinPremises == history
            try #require(isWithin, "history \(index) of seed 22")
            try #require((1...20).contains(history.events.count), "history \(index) of seed 22")
        }
    }

    @Test("a mutated history is read back as it was written")
    func aChangedHistoryIsReadBackAsItWasWritten() throws {
        for (index, history) in Self.changed(seed: 24, count: 300).enumerated() {
            let lines = HistoryFile.lines(of: history, withStore: false).map { Array($0.utf8) }
            let isSame = try HistoryFile.history(from: lines).history == history
            try #require(isSame, "history \(index) of seed 24")
        }
    }

    @Test("the same seed makes the same mutations, and another seed makes other mutations")
    func theSameSeedMakesTheSameChanges() {
        #expect(Self.changed(seed: 25, count: 200) == Self.changed(seed: 25, count: 200))
        #expect(Self.changed(seed: 25, count: 200) != Self.changed(seed: 26, count: 200))
    }

    @Test("nearly all mutations give another history")
    func nearlyAllChangesChangeSomething() {
        var mutator = HistoryMutator(seed: 27)
        let other = HistoryMaker.history(seed: 27, index: 1)
        let history = HistoryMaker.history(seed: 27, index: 0)
        let changed = (0..<500).map { _ in mutator.mutated(history, other: other) }
        #expect(changed.count { $0 != history } > 495)
        #expect(Set(changed).count > 400)
    }

    @Test("some mutations repeat one event up to the end of the history")
    func aRunIsRepeatedOften() {
        var mutator = HistoryMutator(seed: 28)
        let history = History(
            setting: CampaignTests.lied.setting, events: [.launch(observer: 0, isRecordLocked: false), .reset])
        let changed = (0..<500).map { _ in mutator.mutated(history, keeping: 1, other: history) }
        #expect(changed.contains { $0.events.count { $0 == .reset } >= 10 })
    }

    @Test(
        "an event that breaks a premise is removed or corrected",
        arguments: [
            ([.pauseMachine(milliseconds: 5)], []), ([.disturbPowerManagement(by: 5)], []), ([.takeSnapshot], []),
            ([.goBackToSnapshot], []), ([.adjust(by: 5)], []), ([.pass(milliseconds: -5)], [.pass(milliseconds: 0)]),
            ([.wander(thousandths: 2_000)], [.wander(thousandths: 990)]),
            ([.slew(partsPerMillion: -200_000)], [.slew(partsPerMillion: -80_000)]),
            ([.name([0, 7, -1])], [.name([0])]),
            (
                [.reboot(off: 5, calendar: .restarted, isWarm: true)], [.reboot(off: 5, calendar: .lost, isWarm: true)]
            ),
            (
                [.sleep(milliseconds: 5, miscounted: -9_000, isHibernation: false)],
                [.sleep(milliseconds: 5, miscounted: -2_830, isHibernation: false)]
            ),
            ([hibernation, .readClocks, hibernation], [hibernation, .readClocks, sleep]),
            (
                [hibernation, .reboot(off: 5, calendar: .kept, isWarm: true), hibernation],
                [hibernation, .reboot(off: 5, calendar: .kept, isWarm: true), hibernation]
            ),
        ] as [([HistoryEvent], [HistoryEvent])])
    func aBrokenPremiseIsMended(_ events: [HistoryEvent], _ mended: [HistoryEvent]) {
        let history = History(setting: CampaignTests.lied.setting, events: events)
        #expect(history.withinPremises.events == mended)
    }

    static let hibernation = HistoryEvent.sleep(milliseconds: 5, miscounted: 0, isHibernation: true)
    static let sleep = HistoryEvent.sleep(milliseconds: 5, miscounted: 0, isHibernation: false)

    @Test("a server's error that breaks a premise is clamped to the largest allowed error")
    func aServerThatIsOffIsMended() {
        #expect(CampaignTests.lied.withinPremises.setting.servers[0].error == 50)
    }
}
