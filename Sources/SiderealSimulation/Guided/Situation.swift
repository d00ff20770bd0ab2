import SiderealCore

/// What a process knows, told so coarsely that it comes again and again: which verdict, how many voices, which flags.
struct Situation: Hashable {
    /// A number that stands for it, the same on every machine and in every process.
    private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Of a process; nil where none runs.
    init(_ keeper: Timekeeper?) {
        guard let keeper else { return }
        add(keeper.record)
        for question in [keeper.questions[keeper.observers.first ?? ExactName("")], keeper.shared] { add(question) }
        add(keeper.authenticated)
        add(keeper.others)
        add(count: Int(keeper.heals))
        add(count: Int(keeper.trustRevision))
        add(count: Int(keeper.powerManagement.life.number))
        add(keeper.floor.map { $0.isLone ? 1 : 2 } ?? 0)
        add(keeper.powerManagement.tie == nil ? 0 : 1)
        add(keeper.isContradicted ? 1 : 0)
        add(keeper.isFaulty ? 1 : 0)
        add(keeper.isForgotten ? 1 : 0)
    }

    /// The step from one situation to another by a kind of event.
    func step(by event: HistoryEvent, to next: Situation) -> UInt64 {
        var step = self
        step.add(event.kind)
        step.add(next.number)
        return step.number
    }

    // MARK: - Parts

    private mutating func add(_ part: UInt64) {
        number = (number ^ part) &* 0x9E37_79B9_7F4A_7C15
        number ^= number >> 29
    }

    /// None, one, two, three, or more.
    private mutating func add(count: Int) { add(UInt64(min(max(count, 0), 4))) }

    private mutating func add(_ known: KnownOperators) {
        add(count: known.all.count)
        add(count: known.all.count { $0.isNamed })
        add(count: known.all.count { $0.vote != nil })
    }

    private mutating func add(_ record: LoadedRecord) {
        switch record {
        case .absent: add(1)
        case .loaded: add(2)
        case .unavailable: add(3)
        case .damaged: add(4)
        }
    }

    private mutating func add(_ question: BootQuestion?) {
        guard let question else { return add(0) }
        add(question.verdict)
        add(question.initial)
        add(question.checkpoint?.newest.offset == nil ? 0 : 1)
        add(question.checkpoint?.oldest == nil ? 0 : 1)
        add(question.rebootedSinceOldest.map { $0 ? 2 : 1 } ?? 0)
    }

    private mutating func add(_ verdict: BootVerdict) {
        switch verdict.answer {
        case .firstObservation: add(1)
        case .sameBoot: add(2)
        case .rebooted: add(3)
        case .indeterminate: add(4)
        case .unavailable: add(5)
        case .damaged: add(6)
        }
        switch verdict.evidence {
        case .bootIdentity: add(1)
        case .counterDecreased: add(2)
        case .trustedTime: add(3)
        case .bootTime: add(4)
        case .clockStep: add(5)
        case .tooEarly: add(6)
        case .contradiction: add(7)
        case .noHardwareClock: add(8)
        case .otherMachine: add(9)
        case .none: add(10)
        }
        add((verdict.isProven ? 1 : 0) + (verdict.isSettled ? 2 : 0))
    }
}

extension HistoryEvent {
    /// A number for each kind of event.
    fileprivate var kind: UInt64 {
        switch self {
        case .pass, .outwait: 1
        case .sleep: 2
        case .setClock, .correctClock, .matchBootTime: 3
        case .slew, .adjust, .setFrequency, .correctPhase, .wander: 4
        case .reboot: 5
        case .launch: 6
        case .turnTo: 7
        case .unlock, .lock: 8
        case .look: 9
        case .name: 10
        case .ask: 11
        case .save: 12
        case .kill, .cutPower: 13
        case .mark: 14
        case .reset: 15
        case .changeMachine: 16
        case .reinstall, .backUp, .restore, .damage, .upgradeRecord: 17
        case .pauseMachine, .disturbPowerManagement, .takeSnapshot, .goBackToSnapshot: 18
        case .readSetting, .writeSetting, .writeSettingKilled: 19
        }
    }
}
