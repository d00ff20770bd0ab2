/// The latest lower bound on the true time that survives reboots, without any network.
///
/// Only authenticated time raises the floor. The floor falls only if more than f known operators
/// (``Judgement/mostWrong(of:)``) deny it.
package struct Floor: Sendable, Equatable {
    package var earliest: TrueInstant
    package var at: ClockState

    package init(earliest: TrueInstant, at: ClockState) {
        self.earliest = earliest
        self.at = at
    }

    /// Creates a floor from the least possible offset, or returns `nil` if the instant is out of range.
    package init?(offset: Nanoseconds, at state: ClockState) {
        let instant = Bounds.exactly(offset) + Nanoseconds(state.elapsed.nanoseconds)
        guard offset != .min, instant.hasLower else { return nil }
        self.init(earliest: TrueInstant(nanoseconds: instant.lower.count), at: state)
    }

    /// The same floor, not tied to a clock of this boot. It does not grow until a launch reads it.
    package var untied: Floor {
        let never = ElapsedInstant(nanoseconds: .max)
        return Floor(earliest: earliest, at: ClockState(elapsed: never, slept: .zero, suspendMark: nil))
    }

    package var isTied: Bool { at.elapsed.nanoseconds != .max }

    /// Returns the floor at a state of the same boot. For a later state, adds the least time that passed. For an
    /// earlier state, subtracts the most time that can have passed.
    package func moved(to state: ClockState, model: ClockModel) -> Floor? {
        if state.elapsed >= at.elapsed {
            return Floor(earliest: earliest + model.leastTrueTime(from: at, to: state), at: state)
        }
        let change = model.offsetChange(from: at, to: state) + (state.elapsed - at.elapsed)
        let instant = Bounds.exactly(Nanoseconds(earliest.nanoseconds)) + change
        guard instant.hasLower else { return nil }
        return Floor(earliest: TrueInstant(nanoseconds: instant.lower.count), at: state)
    }

    /// Returns the floor to keep at a state. Moves the floor only if the device slept since the floor's own state.
    ///
    /// Each move rounds the floor down, so a needless move could put the floor below a time that was already reported.
    /// After a sleep, the floor moves to the end of that sleep. Otherwise each later move would subtract the error of
    /// the sleep once more. Noise in the measured time asleep is not a sleep.
    func kept(until state: ClockState, model: ClockModel) -> Floor? {
        state.elapsed < at.elapsed || !at.hasSlept(until: state) ? self : moved(to: state, model: model)
    }

    /// Returns whether the floor is later than another floor of the same boot, by more than `margin`. Compares both at
    /// the latest of their states and `latest`. If a floor is not tied to this boot's clocks, compares only the
    /// instants.
    ///
    /// A process reports a floor at its own latest state, with the time asleep that it measured itself. Noise in the
    /// measurement of another process could change the order.
    func isLater(
        than other: Floor, margin: Nanoseconds = .zero, by latest: ClockState? = nil, model: ClockModel
    ) -> Bool {
        guard isTied, other.isTied else { return earliest > other.earliest }
        var state = at.elapsed >= other.at.elapsed ? at : other.at
        if let latest, latest.elapsed > state.elapsed || !latest.hasSlept(until: state) {
            state = latest.at(max(latest.elapsed, state.elapsed))
        }
        guard let mine = moved(to: state, model: model), let theirs = other.moved(to: state, model: model) else {
            return false
        }
        return mine.earliest - theirs.earliest > margin
    }

    /// The most that moving from here loses in comparison with a floor at another state of the same boot: the rounding
    /// of one more move, and the noise in the measured time asleep.
    func mostLost(inComparisonWith other: Floor) -> Nanoseconds {
        let noise = other.at.hasSlept(until: at) ? .zero : (at.slept - other.at.slept).magnitude
        return noise + Nanoseconds(1)
    }

    /// Returns the later of two floors of one boot, compared at the later of their states.
    package static func later(_ one: Floor?, _ other: Floor?, model: ClockModel) -> Floor? {
        guard let one, let other else { return one ?? other }
        let later = other.isLater(than: one, model: model) ? other : one
        guard one.isTied, other.isTied else { return later }
        return later.moved(to: one.at.elapsed >= other.at.elapsed ? one.at : other.at, model: model)
    }

    /// Returns the lower bound that a saved floor still proves at a reading, given the verdict on the boot. If no
    /// evidence ties the saved state to this boot, the floor grows only from `loadedAt`, the first state that this
    /// launch read.
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
        // A hardware counter may keep counting through a reboot. If so, it counts the time since the saved state,
        // whether or not the device rebooted. (The counters of Apple's earlier chips may run on, too. But they lose the
        // sleep of the old boot, and count the sleep of the new boot only as accurately as the kernel does.)
        let runsOn = model.sleepAccount == .hardwareCounter
        switch verdict.answer {
        case .rebooted:
            return runsOn ? max(ifSame, ifRebooted) : ifRebooted
        case .sameBoot where verdict.isProven:
            return ifSame
        case .sameBoot, .indeterminate:
            // Both answers are possible, so use the earlier floor.
            if verdict.isOpen { return runsOn ? ifSame : min(ifSame, ifRebooted) }
        case .firstObservation, .unavailable, .damaged:
            break
        }
        return model.leastTrueTime(from: loadedAt, to: reading.clockState)
    }
}

/// The date of the software as a lower bound, valid from this launch's first reading on.
package struct SoftwareFloor: Sendable {
    /// The floor at the first reading. It applies to answers from before a sleep that `latest` already includes.
    let start: Floor
    /// The floor at the end of the last sleep since the first reading.
    private var latest: Floor

    package init(_ date: TrueInstant, at state: ClockState) {
        start = Floor(earliest: date, at: state)
        latest = start
    }

    /// Moves the floor to the end of a sleep, as ``Floor/kept(until:model:)`` does.
    package mutating func keep(until state: ClockState, model: ClockModel) {
        guard state.elapsed >= latest.at.elapsed, latest.at.hasSlept(until: state) else { return }
        // A single move from the start may lose less than all moves together.
        latest = moved(to: state, model: model) ?? latest
    }

    /// Returns the later of both floors at a state of the same boot, or `nil` if no floor is certain at such an early
    /// state.
    package func moved(to state: ClockState, model: ClockModel) -> Floor? {
        let (first, last) = (start.moved(to: state, model: model), latest.moved(to: state, model: model))
        guard let first, let last else { return first ?? last }
        return last.earliest > first.earliest ? last : first
    }
}

extension Bounds {
    /// Returns whether these bounds of the offset end before a floor of the same state.
    package func isBefore(_ floor: Floor, at state: ClockState) -> Bool {
        let instant = self + Nanoseconds(state.elapsed.nanoseconds)
        return instant.hasUpper && instant.upper.count < floor.earliest.nanoseconds
    }
}
