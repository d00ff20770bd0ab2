/// Both floors: one that two or more known operators raised, and one that a lone operator raised.
///
/// They are kept apart, so a later lone answer takes nothing from a caller that wants corroboration.
package struct Floors: Sendable, Equatable {
    package var corroborated: KeptFloor
    package var lone: KeptFloor

    package init(corroborated: KeptFloor = KeptFloor(), lone: KeptFloor = KeptFloor()) {
        self.corroborated = corroborated
        self.lone = lone
    }

    /// The number of times that a floor was given up.
    package var timesGivenUp: UInt32 {
        let (sum, isOver) = corroborated.timesGivenUp.addingReportingOverflow(lone.timesGivenUp)
        return isOver ? .max : sum
    }

    /// Returns the later floor, at the later of their states, or `nil` if there is none.
    package func later(model: ClockModel) -> Floor? { .later(corroborated.floor, lone.floor, model: model) }

    /// The same counts, without floors.
    package var emptied: Floors {
        Floors(
            corroborated: KeptFloor(timesGivenUp: corroborated.timesGivenUp),
            lone: KeptFloor(timesGivenUp: lone.timesGivenUp))
    }

    /// Returns the later floor of admitted support, at a state of this boot, or `nil` if there is none.
    package func highest(
        at state: ClockState, model: ClockModel, admitting isAdmitted: (TrustedTime.Support) -> Bool = { _ in true }
    ) -> (floor: Floor, support: TrustedTime.Support)? {
        func shown(_ kept: KeptFloor, _ support: TrustedTime.Support) -> (Floor, TrustedTime.Support)? {
            guard isAdmitted(support) else { return nil }
            return kept.floor?.moved(to: state, model: model).map { ($0, support) }
        }
        guard let first = shown(corroborated, .corroborated) else { return shown(lone, .lone) }
        guard let second = shown(lone, .lone) else { return first }
        return second.0.earliest > first.0.earliest ? second : first
    }

    /// Returns the latest of a state and the states of both floors, which another process may have saved later.
    func latestState(orAt state: ClockState) -> ClockState {
        [corroborated.floor?.at, lone.floor?.at].reduce(state) { latest, other in
            other.map { $0.elapsed > latest.elapsed ? $0 : latest } ?? latest
        }
    }

    /// Returns both floors at a state of this boot.
    func moved(to state: ClockState, model: ClockModel) -> Floors {
        var moved = self
        moved.change { $0.floor = $0.floor?.moved(to: state, model: model) }
        return moved
    }

    /// Changes both floors in the same way.
    mutating func change(_ body: (inout KeptFloor) -> Void) {
        body(&corroborated)
        body(&lone)
    }

    /// Changes both floors by those of another process or launch.
    mutating func change(by other: Floors, _ body: (inout KeptFloor, KeptFloor) -> Void) {
        body(&corroborated, other.corroborated)
        body(&lone, other.lone)
    }
}

/// A floor over launches and processes. Of two records, the one that gave the floor up more often is right.
package struct KeptFloor: Sendable, Equatable {
    package var floor: Floor?
    /// The number of times that the floor was given up.
    package var timesGivenUp: UInt32

    package init(_ floor: Floor? = nil, timesGivenUp: UInt32 = 0) {
        self.floor = floor
        self.timesGivenUp = timesGivenUp
    }

    mutating func giveUp() {
        floor = nil
        timesGivenUp = timesGivenUp.next
    }

    /// Raises the floor to another one of this boot if that is later. The later floor stays unmoved, except over sleep.
    package mutating func rise(to other: Floor, by latest: ClockState? = nil, model: ClockModel) {
        guard let floor else { return self.floor = other }
        let isLater = other.isLater(than: floor, by: latest, model: model)
        self.floor = (isLater ? other : floor).kept(until: (isLater ? floor : other).at, model: model)
    }

    /// Takes what is left of the floor of an earlier launch.
    mutating func recall(_ saved: KeptFloor, model: ClockModel, _ carried: (Floor) -> Floor) {
        guard saved.timesGivenUp >= timesGivenUp else { return }
        if saved.timesGivenUp > timesGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        if let theirs = saved.floor { rise(to: carried(theirs), model: model) }
    }

    /// Adopts the floor that another process of this boot saved, compared at this process's latest state. Returns true
    /// if that process gave up what this one trusts.
    mutating func adopt(_ saved: KeptFloor, by latest: ClockState?, model: ClockModel) -> Bool {
        let isGivenUp = saved.timesGivenUp > timesGivenUp
        if isGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        // A floor that another boot or machine saved since this process read its clocks is tied to none of its
        // readings.
        if saved.timesGivenUp == timesGivenUp, let theirs = saved.floor, theirs.isTied {
            rise(to: theirs, by: latest, model: model)
        }
        return isGivenUp
    }

    /// Merges the floor to save from two of one boot.
    mutating func merge(_ disk: KeptFloor, model: ClockModel) {
        if timesGivenUp == disk.timesGivenUp {
            floor = .later(floor, disk.floor, model: model)
        } else if timesGivenUp < disk.timesGivenUp {
            self = disk
        }
    }

    /// Merges the floor to save over that of another boot or machine.
    mutating func mergeFromElsewhere(_ disk: KeptFloor) {
        guard disk.timesGivenUp >= timesGivenUp else { return }
        // Their floor was certain when they saved it, which may be after this process's latest input.
        let mine = disk.timesGivenUp > timesGivenUp ? nil : floor
        if mine.map({ $0.earliest < (disk.floor?.earliest ?? $0.earliest) }) ?? true { floor = disk.floor?.untied }
        timesGivenUp = disk.timesGivenUp
    }
}

extension UInt32 {
    /// The next number, or the same one at the maximum.
    var next: UInt32 { self == .max ? self : self + 1 }
}
