import SiderealTesting

/// A generator of random changes to histories. The changed histories stay within the premises. Mutators with the same
/// seed make the same changes on every machine.
package struct HistoryMutator {
    private var random: SplitMix64
    private var maker: HistoryMaker
    /// The largest number of events in a history.
    private let most: Int

    fileprivate static let identities: [MachineMake.Identities] = [.fresh, .hidden, .repeated]

    package init(seed: UInt64, events most: Int = 20) {
        random = SplitMix64(seed: seed)
        maker = HistoryMaker(seed: seed, index: 1)
        self.most = max(1, most)
    }

    /// Returns a history that differs from `history` in one to four places. Some of the changes copy events from
    /// `other`.
    ///
    /// In half of the results, the first `kept` events stay the same, because they lead to a new branch or situation.
    package mutating func mutated(_ history: History, keeping kept: Int = 0, other: History) -> History {
        let start = chance(1, in: 2) ? min(kept, history.events.count) : 0
        for _ in 0..<8 {
            var changed = history
            for _ in 0..<(1 + geometric(most: 3)) { change(&changed, from: start, other) }
            changed.events = Array(changed.events.prefix(most))
            changed = changed.withinPremises
            if changed != history, changed.isSane, !changed.events.isEmpty { return changed }
        }
        return history
    }

    // MARK: - Chance

    private mutating func chance(_ one: Int, in many: Int) -> Bool { Int.random(in: 0..<many, using: &random) < one }

    private mutating func geometric(most: Int) -> Int {
        var count = 0
        while count < most, chance(1, in: 2) { count += 1 }
        return count
    }

    private mutating func place(in range: Range<Int>) -> Int? { range.randomElement(using: &random) }

    /// Returns the range of a few consecutive events within a range.
    private mutating func run(in range: Range<Int>) -> Range<Int>? {
        guard let start = place(in: range) else { return nil }
        return start..<min(range.upperBound, start + 1 + geometric(most: 4))
    }

    // MARK: - Changes

    private mutating func change(_ history: inout History, from start: Int, _ other: History) {
        let places = min(start, history.events.count)..<history.events.count
        switch Int.random(in: 0..<18, using: &random) {
        case 0...2: drawTail(&history, from: start)
        case 3...4: insert(maker.someEvents(history.setting), into: &history, from: start)
        case 5: insert([bareEvent()], into: &history, from: start)
        case 6: if let run = run(in: places) { history.events.removeSubrange(run) }
        case 7: if let run = run(in: places) { insert(Array(history.events[run]), into: &history, from: start) }
        case 8:
            guard let one = place(in: places), let two = place(in: places) else { return }
            history.events.swapAt(one, two)
        case 9:
            guard let run = run(in: places) else { return }
            let moved = Array(history.events[run])
            history.events.removeSubrange(run)
            insert(moved, into: &history, from: start)
        case 10...12: if let place = place(in: places) { alter(&history.events[place], history.setting) }
        case 13:
            guard let run = run(in: other.events.indices) else { return }
            insert(Array(other.events[run]), into: &history, from: start)
        case 14:
            guard let place = place(in: start..<history.events.count + 1) else { return }
            let tail = other.events.suffix(other.events.count - min(place, other.events.count))
            history.events.replaceSubrange(place..., with: tail)
        case 15...16: if let run = run(in: places) { repeatOften(run, of: &history) }
        default: history.setting.alter(using: &random, other.setting)
        }
    }

    /// Repeats a few consecutive events in place, so counts and sums grow. In half of the cases, also changes the
    /// events' numbers.
    private mutating func repeatOften(_ run: Range<Int>, of history: inout History) {
        var events = Array(history.events[run])
        if chance(1, in: 2) { for place in events.indices { events[place].alterNumbers { altered($0) } } }
        let times = Int.random(in: 2...12, using: &random)
        history.events.replaceSubrange(run, with: repeatElement(events, count: times).joined())
    }

    /// Returns a single event of a kind that `HistoryMaker` usually or always draws together with other events.
    private mutating func bareEvent() -> HistoryEvent {
        let observer = Int.random(in: 0...1, using: &random)
        let events: [HistoryEvent] = [
            .launch(observer: observer, isRecordLocked: false), .launch(observer: observer, isRecordLocked: true),
            .turnTo(observer: observer), .unlock, .readClocks, .save, .kill, .mark, .meter, .reset, .changeMachine,
            .backUp,
            .restore,
        ]
        return events.randomElement(using: &random) ?? .readClocks
    }

    /// Keeps the beginning of the history, and draws new events for the rest.
    private mutating func drawTail(_ history: inout History, from start: Int) {
        guard let place = place(in: start..<history.events.count + 1) else { return }
        history.events.removeSubrange(place...)
        while history.events.count < most { history.events += maker.someEvents(history.setting) }
    }

    private mutating func insert(_ events: [HistoryEvent], into history: inout History, from start: Int) {
        guard let place = place(in: start..<history.events.count + 1) else { return }
        history.events.insert(contentsOf: events, at: place)
        // If the history is too long, events elsewhere are removed, so the events at its end remain.
        while history.events.count > most {
            let free =
                Array(start..<place) + Array(min(place + events.count, history.events.count)..<history.events.count)
            guard let removed = free.randomElement(using: &random) else { return }
            history.events.remove(at: removed)
            if removed < place { return history.events.removeSubrange(min(most, history.events.count)...) }
        }
    }

    private mutating func alter(_ event: inout HistoryEvent, _ setting: HistorySetting) {
        event.alterNumbers { self.altered($0) }
        switch event {
        case .launch(let observer, let isLocked, let identities):
            switch Int.random(in: 0..<3, using: &random) {
            case 0: event = .launch(observer: 1 - min(observer, 1), isRecordLocked: isLocked, identities: identities)
            case 1: event = .launch(observer: observer, isRecordLocked: !isLocked, identities: identities)
            default:
                let seen = HistoryMutator.identities.randomElement(using: &random)
                event = .launch(observer: observer, isRecordLocked: isLocked, identities: seen)
            }
        case .turnTo(let observer): event = .turnTo(observer: 1 - min(observer, 1))
        case .sleep(let span, let error, let isHibernation) where chance(1, in: 4):
            event = .sleep(milliseconds: span, miscounted: error, isHibernation: !isHibernation)
        case .reboot(let off, let calendar, let isWarm) where chance(1, in: 2):
            let fates: [HistoryEvent.Calendar] = [.kept, .lost, .restarted]
            event = .reboot(off: off, calendar: fates.randomElement(using: &random) ?? calendar, isWarm: isWarm)
        case .reboot(let off, let calendar, let isWarm) where chance(1, in: 2):
            event = .reboot(off: off, calendar: calendar, isWarm: !isWarm)
        case .name(let servers):
            guard let server = setting.servers.indices.randomElement(using: &random) else { return }
            event = .name(servers.contains(server) ? servers.filter { $0 != server } : servers + [server])
        case .ask(var questions):
            guard let place = questions.indices.randomElement(using: &random) else { return }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: questions[place].isLost.toggle()
            case 1: questions[place].readsClocks.toggle()
            case 2: questions[place].isReportedLate.toggle()
            case 3: questions.remove(at: place)
            default: questions[place].jitter = [-1_000, 0, 1_000].randomElement(using: &random) ?? 0
            }
            event = .ask(questions)
        default: break
        }
    }

    /// Returns another number. Often the result is an end of the number's range, a neighboring number, or a number of
    /// another magnitude.
    private mutating func altered(_ number: Int64) -> Int64 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return number
        case 1: return 0
        case 2: return -number
        case 3: return number &+ Int64.random(in: -2...2, using: &random)
        case 4: return number / 2
        case 5: return number.multipliedReportingOverflow(by: 2).partialValue
        // This value is far outside the range, so `withinPremises` later clamps it to an end of the range.
        case 6: return chance(1, in: 2) ? History.most : -History.most
        default:
            let span = Int64(1) << Int64.random(in: 0...36, using: &random)
            return Int64.random(in: -span...span, using: &random)
        }
    }
}

extension HistoryEvent {
    /// Changes the event's numbers.
    mutating func alterNumbers(_ altered: (Int64) -> Int64) {
        switch self {
        case .pass(let span): self = .pass(milliseconds: altered(span))
        case .sleep(let span, let error, let isHibernation):
            self = .sleep(milliseconds: altered(span), miscounted: altered(error), isHibernation: isHibernation)
        case .setClock(let step): self = .setClock(by: altered(step))
        case .matchBootTime(let residue): self = .matchBootTime(residue: altered(residue))
        case .correctClock(let error): self = .correctClock(error: altered(error))
        case .slew(let rate): self = .slew(partsPerMillion: altered(rate))
        case .adjust(let step): self = .adjust(by: altered(step))
        case .setFrequency(let rate): self = .setFrequency(partsPerBillion: altered(rate))
        case .correctPhase(let step, let constant):
            self = .correctPhase(by: altered(step), timeConstant: altered(constant))
        case .wander(let share): self = .wander(thousandths: altered(share))
        case .reboot(let off, .offBy(let error), let isWarm):
            self = .reboot(off: altered(off), calendar: .offBy(milliseconds: altered(error)), isWarm: isWarm)
        case .reboot(let off, let calendar, let isWarm):
            self = .reboot(off: altered(off), calendar: calendar, isWarm: isWarm)
        case .waitPastUptime(let excess): self = .waitPastUptime(excess: altered(excess))
        case .ask(let questions): self = .ask(questions.map { $0.altered(altered) })
        case .disturbPowerManagement(let step): self = .disturbPowerManagement(by: altered(step))
        case .pauseMachine(let span): self = .pauseMachine(milliseconds: altered(span))
        default: break
        }
    }
}

extension HistoryEvent.Question {
    fileprivate func altered(_ altered: (Int64) -> Int64) -> HistoryEvent.Question {
        var question = self
        question.outbound = altered(outbound)
        question.inbound = altered(inbound)
        question.lag = altered(lag)
        question.jitter = altered(jitter)
        question.shortSleep = altered(shortSleep)
        question.shortSleepError = altered(shortSleepError)
        return question
    }
}

extension HistorySetting {
    /// Changes one property of the device or its servers, or copies the property from another setting.
    fileprivate mutating func alter(using random: inout SplitMix64, _ other: HistorySetting) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: make = Make.allCases.randomElement(using: &random) ?? make
        case 1: identities = HistoryMutator.identities.randomElement(using: &random) ?? identities
        case 2: hasOtherMachine.toggle()
        case 3: hidesWakes.toggle()
        case 4: (crystal, batteryCrystal) = (other.crystal, other.batteryCrystal)
        case 5: (upFor, bootTakes) = (other.upFor, other.bootTakes)
        case 6: servers = other.servers
        case 7: if servers.count > 1 { servers.removeLast() }
        default:
            guard let place = servers.indices.randomElement(using: &random) else { return }
            servers[place] = other.servers.randomElement(using: &random) ?? servers[place]
        }
    }
}
