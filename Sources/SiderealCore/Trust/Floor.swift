/// The least that the true time can be: still certain after a reboot without any network.
///
/// Only authenticated time raises it. It never falls, but where more known operators deny it than may be wrong.
package struct Floor: Sendable, Equatable {
    package var earliest: TrueInstant
    package var at: ClockState

    package init(earliest: TrueInstant, at: ClockState) {
        self.earliest = earliest
        self.at = at
    }

    /// From a least offset; nil where the instant is not to be expressed.
    package init?(offset: Nanoseconds, at state: ClockState) {
        let instant = Bounds.exactly(offset) + Nanoseconds(state.elapsed.nanoseconds)
        guard offset != .min, instant.hasLower else { return nil }
        self.init(earliest: TrueInstant(nanoseconds: instant.lower.count), at: state)
    }

    /// What was certain at a moment that no clock of this boot can date: nothing is added to it until a launch reads
    /// it.
    package var untied: Floor {
        let never = ElapsedInstant(nanoseconds: .max)
        return Floor(earliest: earliest, at: ClockState(elapsed: never, slept: .zero, suspendMark: nil))
    }

    package var isTied: Bool { at.elapsed.nanoseconds != .max }

    /// The floor at a state of the same boot: later by the least time that passed, or as much earlier as can have
    /// passed.
    package func moved(to state: ClockState, model: ClockModel) -> Floor? {
        if state.elapsed >= at.elapsed {
            return Floor(earliest: earliest + model.leastTrueTime(from: at, to: state), at: state)
        }
        let change = model.offsetChange(from: at, to: state) + (state.elapsed - at.elapsed)
        let instant = Bounds.exactly(Nanoseconds(earliest.nanoseconds)) + change
        guard instant.hasLower else { return nil }
        return Floor(earliest: TrueInstant(nanoseconds: instant.lower.count), at: state)
    }

    /// The floor to keep from a state on: where it stands, unless the device slept on the way.
    ///
    /// Each move rounds it down anew, so that it would fall below what was shown meanwhile. And what is known of a
    /// sleep holds at its end: a longer way would take its error off once more. To what each process measures the time
    /// asleep is no sleep.
    func kept(until state: ClockState, model: ClockModel) -> Floor? {
        state.elapsed < at.elapsed || !at.hasSlept(until: state) ? self : moved(to: state, model: model)
    }

    /// True if it is later than another floor of one boot, at the latest of their states and of another one. Of one
    /// that no clock of this boot tells only the instant counts.
    ///
    /// A process shows a floor at its own latest state, and by the time asleep as it measures it: the noise in another
    /// process's measure could change the order.
    func isLater(than other: Floor, by latest: ClockState? = nil, model: ClockModel) -> Bool {
        guard isTied, other.isTied else { return earliest > other.earliest }
        var state = at.elapsed >= other.at.elapsed ? at : other.at
        if let latest, latest.elapsed > state.elapsed || !latest.hasSlept(until: state) {
            state = latest.at(max(latest.elapsed, state.elapsed))
        }
        guard let mine = moved(to: state, model: model), let theirs = other.moved(to: state, model: model) else {
            return false
        }
        return mine.earliest > theirs.earliest
    }

    /// The later of two floors of one boot, at the later of their states.
    package static func later(_ one: Floor?, _ other: Floor?, model: ClockModel) -> Floor? {
        guard let one, let other else { return one ?? other }
        let later = other.isLater(than: one, model: model) ? other : one
        guard one.isTied, other.isTied else { return later }
        return later.moved(to: one.at.elapsed >= other.at.elapsed ? one.at : other.at, model: model)
    }

    /// What remains certain of a saved floor at a reading, by what is known about the boot. Where nothing ties the
    /// saved state to this boot, time is certain to have passed only since the first state that this launch read,
    /// `loadedAt`.
    package func carried(
        to reading: ClockReading, loadedAt: ClockState, verdict: BootVerdict, model: ClockModel
    ) -> Floor {
        let passed = leastPassed(until: reading, loadedAt: loadedAt, verdict: verdict, model: model)
        return Floor(earliest: earliest + passed, at: reading.clockState)
    }

    private func leastPassed(
        until reading: ClockReading, loadedAt: ClockState, verdict: BootVerdict, model: ClockModel
    ) -> Nanoseconds {
        let ifSame = model.leastTrueTime(from: at, to: reading.clockState)
        let ifRebooted = model.leastTimeSinceBoot(reading)
        // A hardware counter may run on through a reboot, and then counts the time since the saved state in either
        // case. (So may Apple's earlier ones, but without the sleep of the old boot, and with that of the new one as it
        // was counted.)
        let runsOn = model.sleepAccount == .hardwareCounter
        switch verdict.answer {
        case .rebooted:
            return runsOn ? max(ifSame, ifRebooted) : ifRebooted
        case .sameBoot where verdict.isProven:
            return ifSame
        case .sameBoot, .indeterminate:
            // Either may be true, so only what both allow is certain.
            if verdict.isOpen { return runsOn ? ifSame : min(ifSame, ifRebooted) }
        case .firstObservation, .unavailable, .damaged:
            break
        }
        return model.leastTrueTime(from: loadedAt, to: reading.clockState)
    }
}

/// The date of the software as the least time: certain since this launch's first reading.
package struct SoftwareFloor: Sendable {
    /// At the first reading: an answer may have come before a sleep that a later one has seen.
    let start: Floor
    /// Brought on over each sleep since.
    private var latest: Floor

    package init(_ date: TrueInstant, at state: ClockState) {
        start = Floor(earliest: date, at: state)
        latest = start
    }

    mutating func keep(until state: ClockState, model: ClockModel) {
        latest = latest.kept(until: state, model: model) ?? latest
    }

    /// The later one at a state of the same boot; nil where it is so much earlier that nothing is certain.
    package func moved(to state: ClockState, model: ClockModel) -> Floor? {
        let (first, last) = (start.moved(to: state, model: model), latest.moved(to: state, model: model))
        guard let first, let last else { return first ?? last }
        return last.earliest > first.earliest ? last : first
    }
}

extension Bounds {
    /// Whether these bounds of the offset end before a floor of the same state.
    package func isBefore(_ floor: Floor, at state: ClockState) -> Bool {
        let instant = self + Nanoseconds(state.elapsed.nanoseconds)
        return instant.hasUpper && instant.upper.count < floor.earliest.nanoseconds
    }
}
