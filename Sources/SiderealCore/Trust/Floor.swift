/// The least that the true time can be: still certain after a reboot without any network.
///
/// Only authenticated time raises it. It never falls, but where a majority of all known operators proves it wrong.
package struct Floor: Sendable, Hashable {
    package var earliest: TrueInstant
    package var at: ClockState

    package init(earliest: TrueInstant, at: ClockState) {
        self.earliest = earliest
        self.at = at
    }

    /// What was certain at a moment that no clock of this boot tells: nothing is added to it until a launch reads it.
    package static func untied(_ earliest: TrueInstant) -> Floor {
        let never = ElapsedInstant(nanoseconds: .max)
        return Floor(earliest: earliest, at: ClockState(elapsed: never, slept: .zero, suspendCount: nil))
    }

    package var isTied: Bool { at.elapsed.nanoseconds != .max }

    /// From a least offset; nil where the instant is not to be expressed.
    package init?(offset: Nanoseconds, at state: ClockState) {
        let instant = Bounds.exactly(offset) + Nanoseconds(state.elapsed.nanoseconds)
        guard offset != .min, instant.hasLower else { return nil }
        self.init(earliest: TrueInstant(nanoseconds: instant.lower.count), at: state)
    }

    /// The floor at a later state of the same boot; itself for an earlier one.
    package func advanced(to state: ClockState, model: ClockModel) -> Floor {
        guard state.elapsed >= at.elapsed else { return self }
        return Floor(earliest: earliest + model.leastTrueTime(from: at, to: state), at: state)
    }

    /// The least offset (true time less elapsed clock) at a state of the same boot; nil where nothing is certain.
    package func offset(at state: ClockState, model: ClockModel) -> Nanoseconds? {
        let nearest = advanced(to: state, model: model)
        let here = Nanoseconds(nearest.earliest.nanoseconds) - Nanoseconds(nearest.at.elapsed.nanoseconds)
        guard nearest.at.elapsed > state.elapsed else { return here }
        let before = Bounds.exactly(here) + model.offsetChange(from: nearest.at, to: state)
        return before.hasLower ? before.lower : nil
    }

    /// Whichever of two floors of one boot is later at a state; each keeps the state it was learned at, from where it is
    /// carried at the least loss.
    package static func later(_ one: Floor?, _ other: Floor?, at state: ClockState, model: ClockModel) -> Floor? {
        guard let one, let other else { return one ?? other }
        let first = one.offset(at: state, model: model) ?? .min
        let second = other.offset(at: state, model: model) ?? .min
        return first >= second ? one : other
    }
}

/// The floor within one launch.
///
/// Carrying it from where it was learned loses least; carrying it from input to input never lets it fall, whatever error a
/// sleep adds. It is the later of both.
package struct FloorTrack: Sendable, Hashable {
    private var learned: Floor?
    private var running: Floor?

    package init() {}

    package init(_ floor: Floor?) {
        learned = floor
        running = floor
    }

    /// The floor at a state of this boot.
    ///
    /// Within one sleep it is carried from the last input alone: of two roundings the coarser could win next time.
    package func floor(at state: ClockState, model: ClockModel) -> Floor? {
        if let running, state.elapsed > running.at.elapsed, !running.at.hasSlept(until: state) {
            return running.advanced(to: state, model: model)
        }
        return Floor.later(running, learned, at: state, model: model)?.advanced(to: state, model: model)
    }

    /// The least offset at a state of this boot; nil where there is no floor.
    package func offset(at state: ClockState, model: ClockModel) -> Nanoseconds? {
        floor(at: state, model: model)?.offset(at: state, model: model)
    }

    /// Comes to a state, where something else may be certain, too.
    package mutating func advance(to state: ClockState, raisedBy candidate: Floor?, model: ClockModel) {
        learned = Floor.later(learned, candidate, at: state, model: model)
        running = Floor.later(running, learned, at: state, model: model)?.advanced(to: state, model: model)
    }
}

/// What remains certain of a saved floor in this launch, by what is known about the boot.
package struct CarriedFloor: Sendable, Hashable {
    package let saved: Floor
    /// The first state that this launch read: time is certain to have passed only since then, where nothing ties the
    /// saved state to this boot.
    package let loadedAt: ClockState

    package init(saved: Floor, loadedAt: ClockState) {
        self.saved = saved
        self.loadedAt = loadedAt
    }

    package func floor(at reading: ClockReading, verdict: BootVerdict, model: ClockModel) -> Floor {
        Floor(
            earliest: saved.earliest + passed(until: reading, verdict: verdict, model: model),
            at: reading.clockState)
    }

    private func passed(until reading: ClockReading, verdict: BootVerdict, model: ClockModel) -> Nanoseconds {
        let ifSame = model.leastTrueTime(from: saved.at, to: reading.clockState)
        let ifRebooted = model.leastTimeSinceBoot(reading)
        // A counter that may run on through a reboot counts the time since the saved state in either case.
        let runsOn = model.sleepAccount == .continuousCounter
        switch verdict.answer {
        case .rebooted:
            return runsOn ? max(ifSame, ifRebooted) : ifRebooted
        case .sameBoot where verdict.isProven:
            return ifSame
        case .sameBoot, .indeterminate:
            if verdict.evidence == .contradiction || verdict.evidence == .none { break }
            // Either may be true, so only what both allow is certain.
            return runsOn ? ifSame : min(ifSame, ifRebooted)
        case .firstObservation, .unavailable, .damaged:
            break
        }
        return model.leastTrueTime(from: loadedAt, to: reading.clockState)
    }
}
