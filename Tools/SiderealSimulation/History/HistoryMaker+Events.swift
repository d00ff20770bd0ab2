import SiderealCore
import SiderealTesting

extension HistoryMaker {
    /// Returns the events with which a process starts and names its servers.
    mutating func started(_ observer: Int = 0, isRecordLocked: Bool = false) -> [HistoryEvent] {
        let launch = HistoryEvent.launch(observer: observer, isRecordLocked: isRecordLocked)
        let named = chance(1, in: 12) ? [] : named()
        return named.isEmpty ? [launch] : [launch, .name(named)]
    }

    mutating func named() -> [Int] {
        switch naming {
        case .nobody: return []
        case .always(let servers): return servers
        case .some(let servers): return servers.filter { _ in chance(1, in: 2) }
        }
    }

    mutating func opening(_ setting: HistorySetting) -> [HistoryEvent] {
        let make = setting.machineMake(number: 0)
        if make.runsThroughReboots, chance(1, in: 8) { return slowestReboot(setting) }
        if setting.isDarwin, chance(1, in: 8) { return slowestCalendar(setting) }
        if setting.isDarwin, chance(1, in: 8) { return newStart(setting) }
        if setting.make == .intelMac, chance(1, in: 4) {
            return [askQuickly(setting), quickReboot()] + shortSleeps(setting) + started()
        }
        if [.oldPhone, .intelMac].contains(setting.make), chance(1, in: 3) { return apart(setting) }
        guard setting.servers.contains(where: { $0.isAuthenticated && !$0.isHonest }), chance(1, in: 2) else {
            return []
        }
        if setting.make == .linux, chance(1, in: 2) { return twoMiscounts(setting) }
        if chance(1, in: 3) { return oneByOne(setting) }
        return [quickReboot()] + started() + [askAll(setting)] + started() + [askAll(setting)] + shortSleeps(setting)
            + [askSome(setting)]
    }

    mutating func next(_ setting: HistorySetting, withStore: Bool) -> [HistoryEvent] {
        if !setting.keepsPremises, chance(1, in: 8) { return [breach(setting)] }
        if setting.mayBePaused, chance(1, in: 8) { return paused(setting) }
        if withStore, chance(2, in: 5) { return storage(setting) }
        if setting.isDarwin, chance(1, in: 6) { return disciplined(setting) }
        switch Int.random(in: 0..<34, using: &random) {
        case 0...4: return [.pass(milliseconds: span())]
        case 5...7: return chance(1, in: 4) ? shortSleeps(setting) : [sleep(setting)]
        case 8, 9: return [.setClock(by: either(far()))]
        case 10: return [.setClock(by: either(far())), .readClocks, .correctClock(error: number(-500...500))]
        case 11: return [.slew(partsPerMillion: slew(setting)), .pass(milliseconds: span())]
        case 12: return [.wander(thousandths: chance(1, in: 2) ? either(990) : number(-990...990))]
        case 13, 14: return reboot(setting)
        case 15: return chance(1, in: 2) ? shortBoots(setting) : reboot(setting)
        case 16: return reboot(setting) + [.matchBootTime(residue: either(number(0...40_000)))] + launch()
        case 17: return reboot(setting) + [.waitPastUptime(excess: either(number(0...60_000)))] + launch()
        case 18: return launch()
        case 19:
            guard chance(1, in: 3) else { return launch() }
            return [askAll(setting)] + shortSleeps(setting) + launch() + [askAll(setting)]
        case 20: return [chance(1, in: 3) ? .readClocks : .meter]
        case 21:
            guard chance(1, in: 3) else { return [.turnTo(observer: chance(1, in: 2) ? 1 : 0)] }
            // When a running process saves, it receives the answers that another process has saved.
            return started() + started(1) + [askQuickly(setting), .turnTo(observer: 0), .save]
        case 22...26: return [ask(setting)]
        case 27: return [chance(1, in: 2) ? .save : .kill]
        case 28:
            if chance(1, in: 3) {
                return chance(1, in: 2) ? [.mark] : [.mark, .pass(milliseconds: number(0...20)), .readClocks]
            }
            let named = named()
            return named.isEmpty ? [.mark] : [.name(named)]
        case 29: return record()
        case 30: return started(isRecordLocked: true) + [askAll(setting), .unlock]
        case 31: return chance(1, in: 4) ? [.reset] : launch() + [.reset, askAll(setting)]
        default: return setting.hasOtherMachine ? otherMachine(setting) : [.readClocks]
        }
    }

    /// Returns a reboot during which the hardware counter continues. After the reboot, the time since boot falls
    /// behind the counter by nearly as much as slewing allows.
    mutating func slowestReboot(_ setting: HistorySetting) -> [HistoryEvent] {
        let passed = setting.upFor * 100_000 / number(3_650...3_720)
        return [
            .wander(thousandths: either(990)), askQuickly(setting), quickReboot(), .pass(milliseconds: passed),
        ] + started() + [askQuickly(setting)]
    }

    /// Returns events over several hours of one boot, during which the calendar falls behind as fast as it can.
    mutating func slowestCalendar(_ setting: HistorySetting) -> [HistoryEvent] {
        let passed = pick([number(2_000_000...30_000_000), number(20_000_000...900_000_000)], else: 10_000_000)
        return [
            .wander(thousandths: 990), .slew(partsPerMillion: -36_750), askQuickly(setting),
            .pass(milliseconds: passed),
        ] + started() + [askQuickly(setting)]
    }

    /// Returns two reboots. The first reboot restarts the power management clock, which measures sleep on some
    /// machines.
    mutating func newStart(_ setting: HistorySetting) -> [HistoryEvent] {
        let reboot = HistoryEvent.reboot(off: number(0...90_000), calendar: .restarted, isWarm: false)
        let aged = HistoryEvent.pass(milliseconds: number(0...2 * setting.powerManagementAge))
        return [askQuickly(setting), .mark, reboot] + started() + [aged, quickReboot()] + started() + [.readClocks]
    }

    /// Returns events in which two clocks that measure sleep drift apart. Then the device sleeps for less than the gap
    /// between the clocks, and the wake adds the gap.
    mutating func apart(_ setting: HistorySetting) -> [HistoryEvent] {
        let awake = HistoryEvent.pass(milliseconds: number(0...pick([3_600_000, 20 * 86_400_000], else: 0)))
        let before = chance(1, in: 2) ? disciplined(setting) + [awake] : [awake]
        let after = chance(1, in: 2) ? started() : []
        return before + [askQuickly(setting)] + shortSleeps(setting) + after + [askQuickly(setting)]
    }

    /// Returns events that ask one server at a time. Each server may start or stop lying. New processes ask some of the
    /// questions.
    mutating func oneByOne(_ setting: HistorySetting) -> [HistoryEvent] {
        (0..<number(3...5)).flatMap { _ -> [HistoryEvent] in
            let one = question(pick(Array(setting.servers.indices), else: 0), setting)
            return [.ask([one])] + (chance(1, in: 3) ? started() : [])
        }
    }

    /// Returns events with a sleep that the kernel miscounts by seconds, so a lie may seem true. Then the device
    /// hibernates, with the same error.
    mutating func twoMiscounts(_ setting: HistorySetting) -> [HistoryEvent] {
        mayHibernate = false
        let miscounted: Int64 = pick([-2_830, 1_860], else: 0)
        let all = setting.servers.indices.map { server in
            var question = question(server, setting)
            question.jitter = miscounted < 0 ? -1_000 : 1_000
            return question
        }
        return [
            .ask(all),
            .sleep(milliseconds: number(3_000...6_000), miscounted: miscounted, isHibernation: false),
            askSome(setting),
            .sleep(milliseconds: number(500...3_500), miscounted: miscounted, isHibernation: true),
        ]
    }

    mutating func otherMachine(_ setting: HistorySetting) -> [HistoryEvent] {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return [.changeMachine]
        case 1, 2: return [.changeMachine] + launch() + [askAll(setting), .changeMachine, .save] + launch()
        case 3: return [askAll(setting), .mark, .changeMachine, .pass(milliseconds: span())] + launch()
        default: return [.changeMachine] + launch()
        }
    }

    mutating func launch() -> [HistoryEvent] {
        started(chance(1, in: 4) ? 1 : 0, isRecordLocked: chance(1, in: 12))
    }

    mutating func sleep(_ setting: HistorySetting) -> HistoryEvent {
        let isHibernation = mayHibernate && setting.make == .linux && chance(1, in: 6)
        if isHibernation { mayHibernate = false }
        // The limit is half a year. An uncounted hibernation can make one counted sleep seem twice as long, and the
        // core allows sleeps of up to a year.
        return .sleep(
            milliseconds: span() / 2, miscounted: miscount(), isHibernation: isHibernation)
    }

    /// Returns an error of the counted sleep that is within the measured range.
    mutating func miscount() -> Int64 {
        chance(1, in: 3) ? pick([-2_830, 1_860], else: 0) : number(-2_830...1_860)
    }

    /// Returns several short sleeps, all with the same miscount. The last sleep may be a hibernation.
    mutating func shortSleeps(_ setting: HistorySetting) -> [HistoryEvent] {
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

    mutating func slew(_ setting: HistorySetting) -> Int64 {
        if setting.isDarwin { return chance(1, in: 2) ? either(36_750) : number(-36_750...36_750) }
        return chance(1, in: 4) ? either(80_000) : number(-500...500)
    }

    /// Returns events of Darwin's time daemon: a slew, a frequency change, or several phase corrections in one
    /// direction.
    mutating func disciplined(_ setting: HistorySetting) -> [HistoryEvent] {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return [.adjust(by: either(number(0...pick([2_000, 60_000, 40_000_000], else: 0))))]
        case 1: return [.setFrequency(partsPerBillion: chance(1, in: 3) ? either(500_000) : number(-500_000...500_000))]
        default:
            let isBack = chance(1, in: 2)
            let constant = chance(1, in: 2) ? 0 : number(0...10)
            return (0..<number(1...6)).flatMap { _ -> [HistoryEvent] in
                let step = chance(1, in: 3) ? 500 : number(1...500)
                return [
                    .correctPhase(by: isBack ? -step : step, timeConstant: constant),
                    .pass(milliseconds: number(0...pick([1_500, 60_000, 3_600_000], else: 0))),
                ]
            } + (chance(1, in: 2) ? [.readClocks] : [])
        }
    }

    mutating func reboot(_ setting: HistorySetting) -> [HistoryEvent] {
        mayHibernate = true
        let calendar: HistoryEvent.Calendar =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: setting.isDarwin && chance(1, in: 2) ? .restarted : .lost
            case 1, 2: .offBy(milliseconds: either(far()))
            default: .kept
            }
        let boot = HistoryEvent.reboot(
            off: pick([moment(), number(5_000...90_000), span(), span()], else: 0), calendar: calendar,
            isWarm: chance(2, in: 3))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return [boot]
        case 1, 2: return [boot] + launch()
        case 3: return [boot] + shortSleeps(setting) + launch()
        default: return [boot, .pass(milliseconds: number(0...200_000))] + launch()
        }
    }

    /// Returns a fast reboot, such as a reboot with kexec or a reboot of a virtual machine.
    mutating func quickReboot() -> HistoryEvent {
        mayHibernate = true
        return .reboot(off: moment(), calendar: .kept, isWarm: true)
    }

    /// Returns a length of at most 300 ms. Half of the results are zero.
    mutating func moment() -> Int64 { chance(1, in: 2) ? 0 : number(0...300) }

    /// Returns events of boots that last for seconds and contain more time asleep than time awake.
    mutating func shortBoots(_ setting: HistorySetting) -> [HistoryEvent] {
        [quickReboot()] + started() + shortSleeps(setting) + [askQuickly(setting), quickReboot()] + shortSleeps(setting)
            + started()
    }

    mutating func ask(_ setting: HistorySetting) -> HistoryEvent {
        chance(1, in: 2) ? askAll(setting) : askSome(setting)
    }

    mutating func askAll(_ setting: HistorySetting) -> HistoryEvent {
        .ask(setting.servers.indices.map { question($0, setting) })
    }

    /// Returns an event that asks all servers. Each server answers immediately and as accurately as it can.
    mutating func askQuickly(_ setting: HistorySetting) -> HistoryEvent {
        .ask(
            setting.servers.indices.map { server in
                var question = question(server, setting)
                (question.isLost, question.shortSleep, question.lag) = (false, 0, 0)
                (question.outbound, question.inbound) = (number(1...20), number(1...20))
                return question
            })
    }

    mutating func askSome(_ setting: HistorySetting) -> HistoryEvent {
        if chance(1, in: 2) { return .ask([question(pick(Array(setting.servers.indices), else: 0), setting)]) }
        return .ask(setting.servers.indices.filter { _ in chance(1, in: 2) }.map { question($0, setting) })
    }

    mutating func question(_ server: Int, _ setting: HistorySetting) -> HistoryEvent.Question {
        let isSlow = chance(1, in: 10)
        return HistoryEvent.Question(
            server: server, outbound: number(1...(isSlow ? pick([5, 20_000], else: 5) : 80)),
            inbound: number(1...(isSlow ? 20_000 : 80)),
            lag: setting.servers[server].isStale ? span() : chance(1, in: 2) ? 0 : number(0...1_000),
            isLost: chance(1, in: 8),
            jitter: pick([0, either(1_000), number(-1_000...1_000), number(-1_000...1_000)], else: 0),
            shortSleep: chance(1, in: 16) ? number(1...600_000) : 0, shortSleepError: miscount(),
            readsClocks: !chance(1, in: 4),
            isReportedLate: chance(1, in: 12))
    }

    mutating func record() -> [HistoryEvent] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: [.backUp]
        case 1: [.restore] + (chance(1, in: 2) ? launch() : [])
        case 2: [.mark, .reinstall] + launch()
        default: [.kill, .damage] + launch()
        }
    }

    /// Returns events in which a host pauses its virtual machine.
    mutating func paused(_ setting: HistorySetting) -> [HistoryEvent] {
        let pause = HistoryEvent.pauseMachine(milliseconds: span())
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return [pause]
        case 1: return [pause, askAll(setting)]
        case 2: return [askAll(setting), pause] + launch() + [askAll(setting)]
        // One process receives answers before the pause, and the other process receives answers after the pause.
        default: return started() + started(1) + [askAll(setting), .turnTo(observer: 0), pause, askAll(setting), .mark]
        }
    }

    mutating func breach(_ setting: HistorySetting) -> HistoryEvent {
        if setting.isDarwin, chance(1, in: 3) { return .disturbPowerManagement(by: either(far())) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: return .pauseMachine(milliseconds: span())
        case 2: return .takeSnapshot
        default: return .goBackToSnapshot
        }
    }

    mutating func storage(_ setting: HistorySetting) -> [HistoryEvent] {
        let key = Int.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: return [.readSetting(key: key)]
        case 3...5: return [.writeSetting(key: key)]
        case 6: return [.lock, .writeSetting(key: key)]
        case 7: return [.unlock]
        case 8: return [.cutPower] + started()
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
            // A process changes a value that a killed process wrote. Then this process is killed, too, and the power is
            // cut.
            let launch = HistoryEvent.launch(observer: 0, isRecordLocked: false)
            let key = chance(1, in: 2) ? 3 : key
            return [
                .writeSettingKilled(key: key, afterChanges: Int.random(in: 0..<8, using: &random)), launch,
                .writeSettingKilled(key: key, afterChanges: Int.random(in: 0..<8, using: &random)), .cutPower, launch,
                .unlock, .readSetting(key: key),
            ]
        case 12:
            // Two processes alternate.
            return [
                .launch(observer: 0, isRecordLocked: false), .writeSetting(key: key),
                .launch(observer: 1, isRecordLocked: false), .writeSetting(key: key), .turnTo(observer: 0),
                chance(1, in: 2) ? .readSetting(key: key) : .writeSetting(key: key),
            ]
        default: return reboot(setting) + launch() + [.readSetting(key: key), .unlock]
        }
    }
}
