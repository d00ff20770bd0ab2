extension History {
    /// Simpler versions of the history, in order from the shortest to the longest.
    var simpler: [History] {
        var all: [History] = []
        var size = events.count / 2
        while size > 0 {
            for start in stride(from: 0, through: events.count - size, by: size) {
                var shorter = self
                shorter.events.removeSubrange(start..<(start + size))
                all.append(shorter)
            }
            size /= 2
        }
        for place in events.indices {
            for event in events[place].simpler {
                var simpler = self
                simpler.events[place] = event
                all.append(simpler)
            }
        }
        return all + settingsSimpler
    }

    private var settingsSimpler: [History] {
        var all: [History] = []
        func add(_ change: (inout HistorySetting) -> Void) {
            var simpler = self
            change(&simpler.setting)
            if simpler != self, simpler.setting.servers.allSatisfy({ $0.operators > 0 }) { all.append(simpler) }
        }
        add { $0.crystal = 0 }
        add { $0.upFor = 0 }
        add { $0.batteryCrystal = 0 }
        add { $0.bootTakes = 0 }
        add { $0.hidesWakes = false }
        add { $0.hasOtherMachine = false }
        if !setting.servers.isEmpty { add { $0.servers.removeLast() } }
        for place in setting.servers.indices {
            add { $0.servers[place].error = 0 }
            add { $0.servers[place].isStale = false }
            add { $0.servers[place].isFine = false }
            add { $0.servers[place].isDate = false }
            add { $0.servers[place].broken = 0 }
            add { if $0.servers[place].broken == 0 { $0.servers[place].sources = 1 } }
            add { $0.servers[place].operators = 1 }
            add { $0.servers[place].operators /= 2 }
            add { $0.servers[place].operators -= 1 }
            add { $0.servers[place].lie = 0 }
            add { $0.servers[place].stoppedAt = nil }
        }
        return all
    }
}

extension HistoryEvent {
    /// Simpler versions of the event, with rounder and smaller numbers or with fewer parts.
    fileprivate var simpler: [HistoryEvent] {
        switch self {
        case .sleep(let span, let error, let isHibernation):
            (error == 0 ? [] : [.sleep(milliseconds: span, miscounted: 0, isHibernation: isHibernation)])
                + Self.rounder(span).map { .sleep(milliseconds: $0, miscounted: error, isHibernation: isHibernation) }
        case .correctPhase(let step, let constant):
            (constant == 0 ? [] : [.correctPhase(by: step, timeConstant: 0)])
                + Self.rounder(step).map { .correctPhase(by: $0, timeConstant: constant) }
        case .reboot(let off, let calendar, let isWarm):
            (calendar == .kept ? [] : [.reboot(off: off, calendar: .kept, isWarm: isWarm)])
                + Self.rounder(off).map { .reboot(off: $0, calendar: calendar, isWarm: isWarm) }
        case .name(let servers):
            servers.indices.map { place in
                var fewer = servers
                fewer.remove(at: place)
                return .name(fewer)
            }
        case .ask(let questions):
            questions.indices.map { place in
                var fewer = questions
                fewer.remove(at: place)
                return .ask(fewer)
            }
                + questions.indices.flatMap { place in
                    questions[place].simpler.map { question in
                        var other = questions
                        other[place] = question
                        return .ask(other)
                    }
                }
        case .launch(let observer, let isLocked, let identities):
            (isLocked ? [.launch(observer: observer, isRecordLocked: false, identities: identities)] : [])
                + (identities == nil ? [] : [.launch(observer: observer, isRecordLocked: isLocked)])
                + (observer == 0 || isLocked
                    ? [] : [.launch(observer: 0, isRecordLocked: false, identities: identities)])
        default:
            // All other events have at most one number.
            numbers.flatMap { Self.rounder($0) }.map { number in
                var rounder = self
                rounder.alterNumbers { _ in number }
                return rounder
            }
        }
    }

    /// Returns zero and a simpler number. The simpler number keeps only the first digit, or is half of an already round
    /// number.
    private static func rounder(_ number: Int64) -> [Int64] {
        guard number != 0 else { return [] }
        var unit: Int64 = 1
        while abs(number) / unit >= 10 { unit *= 10 }
        let round = number / unit * unit
        return round == number ? [0, number / 2] : [0, round]
    }
}

extension HistoryEvent.Question {
    fileprivate var simpler: [HistoryEvent.Question] {
        var all: [HistoryEvent.Question] = []
        func add(_ change: (inout HistoryEvent.Question) -> Void) {
            var simpler = self
            change(&simpler)
            if simpler != self { all.append(simpler) }
        }
        add { ($0.outbound, $0.inbound) = (1, 1) }
        add { $0.lag = 0 }
        add { ($0.shortSleep, $0.shortSleepError) = (0, 0) }
        add { $0.jitter = 1_000 }
        add { $0.readsClocks = true }
        add { $0.isReportedLate = false }
        return all
    }
}
