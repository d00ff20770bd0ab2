import SiderealCore
import SiderealTesting

/// Invents histories: the same seed gives the same one, everywhere.
package struct HistoryMaker {
    private var random: SplitMix64
    /// Linux does not count hibernations: that there is one at most in a boot is a premise.
    private var mayHibernate = true
    private var heard: HeardVoices?

    package init(seed: UInt64, index: UInt64) {
        random = SplitMix64(seed: seed &+ index &* 0xD134_2543_DE82_EF95)
    }

    /// A history of so many events; with the app's settings and what happens to the disk, if that is wanted.
    package static func history(
        seed: UInt64, index: UInt64, events: Int = 20, withStore: Bool = false
    ) -> History {
        var maker = HistoryMaker(seed: seed, index: index)
        let setting = maker.setting()
        var all: [HistoryEvent] = [.launch(observer: 0, isRecordLocked: false)]
        maker.heard = HeardVoices(setting)
        all += maker.opening(setting)
        for event in all { maker.heard?.note(event) }
        while all.count < events {
            let next = maker.next(setting, withStore: withStore)
            for event in next { maker.heard?.note(event) }
            all += next
        }
        return History(setting: setting, events: Array(all.prefix(events)))
    }

    // MARK: - Chance

    private mutating func chance(_ one: Int, in many: Int) -> Bool { Int.random(in: 0..<many, using: &random) < one }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

    private mutating func pick<Value>(_ values: [Value], else otherwise: Value) -> Value {
        values.randomElement(using: &random) ?? otherwise
    }

    /// From a moment to a year, all orders of magnitude alike.
    private mutating func span() -> Int64 {
        let most: Int64 = pick([1_000, 60_000, 3_600_000, 86_400_000, 30 * 86_400_000, 365 * 86_400_000], else: 1_000)
        return number(0...most)
    }

    private mutating func either(_ value: Int64) -> Int64 { chance(1, in: 2) ? value : -value }

    // MARK: - The setting

    private mutating func setting() -> HistorySetting {
        let make = pick(
            [.iPhone, .newPhone, .newestPhone, .intelMac, .linux, .linux, .board, .oldLinux] as [HistorySetting.Make],
            else: .linux)
        let keepsPremises = !chance(1, in: 8)
        var identities = pick([.fresh, .hidden, .hidden, .hidden] as [HistorySetting.Identities], else: .fresh)
        if !keepsPremises, chance(1, in: 4) { identities = .repeated }
        return HistorySetting(
            make: make, identities: identities, servers: servers(keepsPremises, identities),
            keepsPremises: keepsPremises,
            hasOtherMachine: chance(1, in: 8), crystal: chance(1, in: 3) ? either(990) : number(-990...990),
            upFor: number(0...(chance(1, in: 4) ? 2_000 : 5_000_000)))
    }

    private mutating func servers(
        _ keepsPremises: Bool, _ identities: HistorySetting.Identities
    ) -> [HistorySetting.Server] {
        let count = pick([1, 2, 3, 3, 5], else: 3)
        // Fewer than half lie, unless premises are broken, or the floor alone is looked at.
        let mostLiars = keepsPremises ? (count == 2 && identities == .fresh ? 1 : (count - 1) / 2) : count
        let liars = chance(1, in: 3) ? Int(number(0...Int64(mostLiars))) : 0
        let areFine = chance(1, in: 3)
        var servers = (0..<count).map { place in
            HistorySetting.Server(
                isAuthenticated: true, error: chance(1, in: 3) ? either(50) : number(-50...50),
                lie: place < liars ? pick([100, 3_000, 3_000, 120_000, 86_400_000, 365 * 86_400_000], else: 3_000) : 0,
                isStale: chance(1, in: liars > 0 && place == count - 1 ? 2 : 10), isFine: areFine,
                hasThreeNames: chance(1, in: 6))
        }
        if chance(1, in: 3) {
            servers.append(
                HistorySetting.Server(
                    isAuthenticated: false, error: number(-50...50), lie: chance(1, in: 3) ? span() : 0, isStale: false)
            )
        }
        return servers
    }

    // MARK: - Events

    /// Where somebody lies, it may be asked again when all have been heard: after some sleep, or by the next process.
    private mutating func opening(_ setting: HistorySetting) -> [HistoryEvent] {
        if setting.machineMake(number: 0).runsThroughReboots, chance(1, in: 8) { return slowestReboot(setting) }
        guard setting.servers.contains(where: { $0.isAuthenticated && !$0.isHonest }), setting.isMajorityHonest,
            chance(1, in: 2)
        else { return [] }
        let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
        let all = ask(setting, isFirst: true)
        if setting.make == .linux, chance(1, in: 2) { return twoMiscounts(setting) }
        if setting.identities == .fresh, chance(1, in: 2) {
            return twoThatAgree(setting) ?? [all, launch, askOne(setting)]
        }
        return [quickReboot(), launch, all, launch, ask(setting, isFirst: true)] + naps(setting) + [askOne(setting)]
    }

    private mutating func next(_ setting: HistorySetting, withStore: Bool) -> [HistoryEvent] {
        if !setting.keepsPremises, chance(1, in: 8) { return [breach()] }
        if withStore, chance(2, in: 5) { return storage(setting) }
        switch Int.random(in: 0..<34, using: &random) {
        case 0...4: return [.pass(milliseconds: span())]
        case 5...7: return chance(1, in: 4) ? naps(setting) : [sleep(setting)]
        case 8, 9: return [.setClock(by: either(span()))]
        case 10: return [.setClock(by: either(span())), .look, .correctClock(error: number(-500...500))]
        case 11: return [.slew(partsPerMillion: slew(setting)), .pass(milliseconds: span())]
        case 12: return [.wander(thousandths: chance(1, in: 2) ? either(990) : number(-990...990))]
        case 13, 14: return reboot(setting)
        case 15: return chance(1, in: 4) ? shortBoots(setting) : reboot(setting)
        case 16: return reboot(setting) + [.matchBootTime(residue: either(number(0...40_000))), launch()]
        case 17: return reboot(setting) + [.outwait(excess: either(number(0...60_000))), launch()]
        case 18: return [launch()]
        case 19:
            guard chance(1, in: 3) else { return [launch()] }
            return [ask(setting, isFirst: true)] + naps(setting) + [launch(), ask(setting, isFirst: true)]
        case 20: return [.look]
        case 21: return [.turnTo(observer: chance(1, in: 2) ? 1 : 0)]
        case 22...26: return [ask(setting)]
        case 27: return [chance(1, in: 2) ? .save : .kill]
        case 28: return [.mark]
        case 29: return record()
        case 30: return [.launch(observer: 0, isRecordLocked: true), ask(setting, isFirst: true), .unlock]
        case 31: return chance(1, in: 4) ? [.reset] : [launch(), .reset, ask(setting, isFirst: true)]
        default: return setting.hasOtherMachine ? otherMachine(setting) : [.look]
        }
    }

    /// The counter runs on through a reboot, and the time since boot falls behind it by hardly less than if it had been slewed.
    private mutating func slowestReboot(_ setting: HistorySetting) -> [HistoryEvent] {
        let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
        let passed = setting.upFor * 100_000 / number(555...562)
        return [
            .wander(thousandths: either(990)), ask(setting, isFirst: true), quickReboot(), .pass(milliseconds: passed),
            launch, ask(setting, isFirst: true),
        ]
    }

    /// A liar changes its mind, and an honest server that says only how late it is at least agrees with anything.
    private mutating func twoThatAgree(_ setting: HistorySetting) -> [HistoryEvent]? {
        let servers = setting.servers
        guard let stale = servers.indices.last(where: { servers[$0].isHonest && servers[$0].isStale }),
            let liar = servers.indices.first(where: { servers[$0].isAuthenticated && !servers[$0].isHonest })
        else { return nil }
        let all = servers.indices.map { question($0, setting, mayBeLost: false) }
        let alone = [liar, stale, liar].map { question($0, setting, mayBeLost: false) }
        return [
            .ask(all), .ask([alone[0]]), .launch(observer: 0, isRecordLocked: false), .ask([alone[1]]),
            .ask([alone[2]]),
        ]
    }

    /// A sleep is miscounted by seconds: what a liar says may hold then. A hibernation does as much again.
    private mutating func twoMiscounts(_ setting: HistorySetting) -> [HistoryEvent] {
        mayHibernate = false
        let miscounted: Int64 = pick([-2_830, 1_860], else: 0)
        let all = setting.servers.indices.map { server in
            var question = question(server, setting, mayBeLost: false)
            question.whim = miscounted < 0 ? -1_000 : 1_000
            return question
        }
        return [
            .ask(all),
            .sleep(milliseconds: number(3_000...6_000), miscounted: miscounted, isHibernation: false), askOne(setting),
            .sleep(milliseconds: number(500...3_500), miscounted: miscounted, isHibernation: true),
        ]
    }

    private mutating func otherMachine(_ setting: HistorySetting) -> [HistoryEvent] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [.changeMachine]
        case 1, 2: return [.changeMachine, launch(), ask(setting, isFirst: true), .changeMachine, .save, launch()]
        default: return [.changeMachine, launch()]
        }
    }

    private mutating func launch() -> HistoryEvent {
        .launch(observer: chance(1, in: 4) ? 1 : 0, isRecordLocked: chance(1, in: 12))
    }

    private mutating func sleep(_ setting: HistorySetting) -> HistoryEvent {
        let isHibernation = mayHibernate && setting.make == .linux && chance(1, in: 6)
        if isHibernation { mayHibernate = false }
        return .sleep(
            milliseconds: span(), miscounted: miscount(), isHibernation: isHibernation)
    }

    /// By how much a sleep is miscounted: as far as it was measured.
    private mutating func miscount() -> Int64 {
        chance(1, in: 3) ? pick([-2_830, 1_860], else: 0) : number(-2_830...1_860)
    }

    /// Short sleeps one after the other, all miscounted alike; the last one may be a hibernation.
    private mutating func naps(_ setting: HistorySetting) -> [HistoryEvent] {
        let miscounted = miscount()
        let hibernates = mayHibernate && setting.make == .linux && chance(1, in: 3)
        if hibernates { mayHibernate = false }
        let count = number(1...4)
        let longest: Int64 = pick([10, 1_000, 60_000], else: 10)
        return (1...count).map { place in
            .sleep(
                milliseconds: number(0...longest), miscounted: miscounted, isHibernation: hibernates && place == count)
        }
    }

    private mutating func slew(_ setting: HistorySetting) -> Int64 {
        switch setting.make {
        case .iPhone, .newPhone, .newestPhone, .intelMac: chance(1, in: 2) ? either(5_500) : number(-5_500...5_500)
        case .linux, .board, .oldLinux: chance(1, in: 4) ? either(80_000) : number(-500...500)
        }
    }

    private mutating func reboot(_ setting: HistorySetting) -> [HistoryEvent] {
        mayHibernate = true
        let calendar: HistoryEvent.Calendar =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .lost
            case 1, 2: .offBy(milliseconds: either(span()))
            default: .kept
            }
        mayHibernate = true
        let boot = HistoryEvent.reboot(
            off: pick([moment(), number(5_000...90_000), span(), span()], else: 0), calendar: calendar,
            isWarm: chance(2, in: 3))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return [boot]
        case 1, 2: return [boot, launch()]
        case 3: return [boot] + naps(setting) + [launch()]
        default: return [boot, .pass(milliseconds: number(0...200_000)), launch()]
        }
    }

    /// As by kexec, or on a virtual machine.
    private mutating func quickReboot() -> HistoryEvent {
        mayHibernate = true
        return .reboot(off: moment(), calendar: .kept, isWarm: true)
    }

    /// At most a third of a second, and often nothing.
    private mutating func moment() -> Int64 { chance(1, in: 2) ? 0 : number(0...300) }

    /// Boots of seconds, with more sleep than time awake.
    private mutating func shortBoots(_ setting: HistorySetting) -> [HistoryEvent] {
        let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
        let asked = ask(setting, isFirst: true)
        return [quickReboot(), launch] + naps(setting) + [asked, quickReboot()] + naps(setting) + [launch]
    }

    /// All are asked together, so that fewer than half of those who answer lie; or one who does not.
    private mutating func ask(_ setting: HistorySetting, isFirst: Bool = false) -> HistoryEvent {
        let honest = setting.servers.indices.filter { setting.servers[$0].isHonest }
        let alone = honest.filter { setting.servers[$0].isAuthenticated }
        let hasLiars = setting.servers.contains { $0.isAuthenticated && !$0.isHonest }
        // Where somebody lies, one who is asked alone would narrow what all said before; and so might a liar.
        if !hasLiars, chance(1, in: 2), let one = alone.randomElement(using: &random) {
            return .ask([question(one, setting, mayBeLost: true)])
        }
        if hasLiars, setting.isMajorityHonest, !isFirst, heard?.all == true, chance(1, in: 2) {
            return askOne(setting)
        }
        return .ask(setting.servers.indices.map { question($0, setting, mayBeLost: !hasLiars) })
    }

    private mutating func askOne(_ setting: HistorySetting) -> HistoryEvent {
        .ask([question(pick(Array(setting.servers.indices), else: 0), setting, mayBeLost: false)])
    }

    private mutating func question(
        _ server: Int, _ setting: HistorySetting, mayBeLost: Bool
    ) -> HistoryEvent.Question {
        let isSlow = chance(1, in: 10)
        return HistoryEvent.Question(
            server: server, outbound: number(1...(isSlow ? pick([5, 20_000], else: 5) : 80)),
            inbound: number(1...(isSlow ? 20_000 : 80)),
            lag: setting.servers[server].isStale ? span() : chance(1, in: 2) ? 0 : number(0...1_000),
            isLost: mayBeLost && chance(1, in: 8), whim: chance(1, in: 4) ? either(1_000) : number(-1_000...1_000),
            nap: mayBeLost && chance(1, in: 12) ? number(1...600_000) : 0, napError: miscount())
    }

    private mutating func record() -> [HistoryEvent] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: [.backUp]
        case 1: [.restore, launch()]
        default: [.kill, .damage, launch()]
        }
    }

    private mutating func breach() -> HistoryEvent {
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: .pauseMachine(milliseconds: span())
        case 2: .takeSnapshot
        default: .goBackToSnapshot
        }
    }

    private mutating func storage(_ setting: HistorySetting) -> [HistoryEvent] {
        let key = Int.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: return [.readSetting(key: key)]
        case 3...5: return [.writeSetting(key: key)]
        case 6: return [.lock, .writeSetting(key: key)]
        case 7: return [.unlock]
        case 8: return [.cutPower, .launch(observer: 0, isRecordLocked: false)]
        case 9:
            return [
                .writeSettingKilled(key: key, afterChanges: Int.random(in: 0..<14, using: &random)),
                .launch(observer: 0, isRecordLocked: false),
            ]
        case 10:
            return [
                .writeSetting(key: key), .cutPower, .launch(observer: 0, isRecordLocked: false), .readSetting(key: key),
            ]
        case 11:
            // What a killed process wrote, another one builds on, and is killed itself just before the power is cut.
            let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
            let key = chance(1, in: 2) ? 3 : key
            return [
                .writeSettingKilled(key: key, afterChanges: Int.random(in: 0..<8, using: &random)), launch,
                .writeSettingKilled(key: key, afterChanges: Int.random(in: 0..<8, using: &random)), .cutPower, launch,
                .unlock, .readSetting(key: key),
            ]
        case 12:
            // Two processes take turns.
            return [
                .launch(observer: 0, isRecordLocked: false), .writeSetting(key: key),
                .launch(observer: 1, isRecordLocked: false), .writeSetting(key: key), .turnTo(observer: 0),
                chance(1, in: 2) ? .readSetting(key: key) : .writeSetting(key: key),
            ]
        default: return reboot(setting) + [launch(), .readSetting(key: key), .unlock]
        }
    }
}
