import SiderealTesting

/// The changes that keep a history within the premises. All histories that ``HistoryMaker`` draws are within the
/// premises.
extension History {
    /// A copy of the history that is within the premises. The copy clamps numbers to their ranges and omits events
    /// that break a premise. If ``HistoryMaker`` drew the history for the timekeeper alone, the copy is the same.
    package var withinPremises: History {
        var history = self
        history.setting = setting.withinPremises
        history.events = events.compactMap { $0.withinPremises(of: history.setting) }
        history.allowOneHibernationPerBoot()
        return history
    }

    /// Allows one hibernation per boot on Linux, and no hibernation elsewhere. Linux doesn't count hibernations, so it
    /// is a premise that a boot contains at most one hibernation.
    private mutating func allowOneHibernationPerBoot() {
        let machines = setting.hasOtherMachine ? 2 : 1
        var machine = 0
        var hibernated: Set<Int> = []
        for place in events.indices {
            switch events[place] {
            case .reboot: hibernated.remove(machine)
            case .changeMachine: machine = (machine + 1) % machines
            case .sleep(let span, let error, true):
                let isAllowed = setting.make == .linux && hibernated.insert(machine).inserted
                events[place] = .sleep(milliseconds: span, miscounted: error, isHibernation: isAllowed)
            default: break
            }
        }
    }
}

extension HistorySetting {
    fileprivate var withinPremises: HistorySetting {
        var setting = self
        if keepsPremises, identities == .repeated { setting.identities = .hidden }
        setting.crystal = PremiseRange.crystal.clamp(crystal)
        setting.upFor = PremiseRange.upFor.clamp(upFor)
        setting.batteryCrystal = isDarwin ? PremiseRange.crystal.clamp(batteryCrystal) : 0
        setting.bootTakes = isDarwin ? PremiseRange.bootTakes.clamp(bootTakes) : 0
        setting.hidesWakes = isDarwin && hidesWakes
        setting.powerManagementAge = PremiseRange.powerManagementAge.clamp(powerManagementAge)
        setting.servers = servers.map { server in
            var server = server
            server.error = PremiseRange.serverError.clamp(server.error)
            server.lie = PremiseRange.lie.clamp(server.lie)
            server.stoppedAt = server.stoppedAt.map { PremiseRange.stop.clamp($0) }
            server.sources = min(max(server.sources, 1), 63)
            server.operators = min(max(server.operators, 1), 70)
            return server
        }
        return setting
    }
}

extension HistorySetting {
    /// Returns identities that a process can read. The kernel's own identities are either fresh or repeated.
    func seen(_ identities: MachineMake.Identities) -> MachineMake.Identities {
        identities == .hidden ? .hidden : self.identities == .repeated ? .repeated : .fresh
    }
}

extension HistoryEvent {
    /// Returns the event, changed if necessary so that it keeps a setting's premises. Returns `nil` if no change can
    /// achieve this. Clamps numbers to their ranges.
    fileprivate func withinPremises(of setting: HistorySetting) -> HistoryEvent? {
        typealias Range = PremiseRange
        switch self {
        case .pass(let span): return .pass(milliseconds: Range.pass.clamp(span))
        case .sleep(let span, let error, let isHibernation):
            return .sleep(
                milliseconds: Range.sleep.clamp(span), miscounted: Range.miscount.clamp(error),
                isHibernation: isHibernation)
        case .setClock(let step): return .setClock(by: Range.clockStep.clamp(step))
        case .matchBootTime(let residue): return .matchBootTime(residue: Range.residue.clamp(residue))
        case .correctClock(let error): return .correctClock(error: Range.correction.clamp(error))
        case .slew(let rate):
            return .slew(partsPerMillion: (setting.isDarwin ? Range.darwinSlew : Range.linuxSlew).clamp(rate))
        case .wander(let share): return .wander(thousandths: Range.crystal.clamp(share))
        case .reboot(let off, let calendar, let isWarm):
            return .reboot(
                off: Range.span.clamp(off), calendar: calendar.withinPremises(of: setting), isWarm: isWarm)
        case .waitPastUptime(let excess): return .waitPastUptime(excess: Range.excess.clamp(excess))
        case .launch(let observer, let isLocked, let identities):
            return .launch(
                observer: observer == 0 ? 0 : 1, isRecordLocked: isLocked,
                identities: identities.map { setting.seen($0) })
        case .turnTo(let observer): return .turnTo(observer: observer == 0 ? 0 : 1)
        case .name(let servers): return .name(servers.filter { setting.servers.indices.contains($0) })
        case .ask(let questions): return .ask(questions.compactMap { $0.withinPremises(of: setting) })
        case .adjust, .setFrequency, .correctPhase: return setting.isDarwin ? disciplineWithinPremises : nil
        case .disturbPowerManagement(let step):
            return setting.keepsPremises ? nil : .disturbPowerManagement(by: Range.clockStep.clamp(step))
        case .pauseMachine(let span):
            return setting.keepsPremises && !setting.mayBePaused
                ? nil : .pauseMachine(milliseconds: Range.span.clamp(span))
        case .takeSnapshot, .goBackToSnapshot: return setting.keepsPremises ? nil : self
        case .unlock, .lock, .readClocks, .save, .kill, .cutPower, .mark, .meter, .reset, .changeMachine, .reinstall,
            .backUp,
            .restore, .damage, .upgradeRecord, .readSetting, .writeSetting, .writeSettingKilled:
            return self
        }
    }

    /// An event of Darwin's time daemon, with its numbers clamped to the kernel's limits.
    private var disciplineWithinPremises: HistoryEvent {
        switch self {
        case .adjust(let step): .adjust(by: PremiseRange.adjustment.clamp(step))
        case .setFrequency(let rate): .setFrequency(partsPerBillion: PremiseRange.frequency.clamp(rate))
        case .correctPhase(let step, let constant):
            .correctPhase(by: PremiseRange.phase.clamp(step), timeConstant: PremiseRange.timeConstant.clamp(constant))
        default: self
        }
    }
}

extension HistoryEvent.Calendar {
    fileprivate func withinPremises(of setting: HistorySetting) -> HistoryEvent.Calendar {
        switch self {
        case .offBy(let error): .offBy(milliseconds: PremiseRange.clockStep.clamp(error))
        case .restarted: setting.isDarwin ? .restarted : .lost
        case .kept, .lost: self
        }
    }
}

extension HistoryEvent.Question {
    fileprivate func withinPremises(of setting: HistorySetting) -> HistoryEvent.Question? {
        guard setting.servers.indices.contains(server) else { return nil }
        var question = self
        question.outbound = PremiseRange.wayOfAnswer.clamp(outbound)
        question.inbound = PremiseRange.wayOfAnswer.clamp(inbound)
        question.lag = (setting.servers[server].isStale ? PremiseRange.span : PremiseRange.lag).clamp(lag)
        question.jitter = PremiseRange.jitter.clamp(jitter)
        question.shortSleep = PremiseRange.shortSleep.clamp(shortSleep)
        question.shortSleepError = PremiseRange.miscount.clamp(shortSleepError)
        return question
    }
}

/// The allowed range of each number in a history, in the unit that its event or setting uses.
enum PremiseRange {
    private static let year: Int64 = 365 * 86_400_000

    static let pass = 0...2 * year
    static let span = 0...year
    /// Half a year. An uncounted hibernation can make one counted sleep seem twice as long, and the core allows sleeps
    /// of up to a year.
    static let sleep = 0...year / 2
    static let clockStep = -9 * year...9 * year
    static let lie = 0...9 * year
    static let stop = -year...2 * year
    static let miscount: ClosedRange<Int64> = -2_830...1_860
    static let residue: ClosedRange<Int64> = -40_000...40_000
    static let correction: ClosedRange<Int64> = -500...500
    static let darwinSlew: ClosedRange<Int64> = -36_750...36_750
    static let linuxSlew: ClosedRange<Int64> = -80_000...80_000
    static let adjustment: ClosedRange<Int64> = -40_000_000...40_000_000
    static let frequency: ClosedRange<Int64> = -500_000...500_000
    static let phase: ClosedRange<Int64> = -500...500
    static let timeConstant: ClosedRange<Int64> = 0...10
    static let crystal: ClosedRange<Int64> = -990...990
    static let excess: ClosedRange<Int64> = -60_000...60_000
    static let wayOfAnswer: ClosedRange<Int64> = 1...20_000
    static let lag: ClosedRange<Int64> = 0...1_000
    static let jitter: ClosedRange<Int64> = -1_000...1_000
    static let shortSleep: ClosedRange<Int64> = 0...600_000
    static let upFor: ClosedRange<Int64> = 0...5_000_000
    static let bootTakes: ClosedRange<Int64> = 0...16_000
    static let powerManagementAge = 0...2 * year
    static let serverError: ClosedRange<Int64> = -50...50
}

extension ClosedRange<Int64> {
    func clamp(_ number: Int64) -> Int64 { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
