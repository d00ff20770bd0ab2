/// Both floors: the one that two and more known operators raised, and the one that a lone operator raised.
///
/// They are kept apart, so that a caller who wants corroboration loses nothing where a later lone answer raises the
/// other one.
package struct Floors: Sendable, Equatable {
    package var corroborated: KeptFloor
    package var lone: KeptFloor

    package init(corroborated: KeptFloor = KeptFloor(), lone: KeptFloor = KeptFloor()) {
        self.corroborated = corroborated
        self.lone = lone
    }

    /// How often one of them was given up.
    package var timesGivenUp: UInt32 {
        let (sum, isOver) = corroborated.timesGivenUp.addingReportingOverflow(lone.timesGivenUp)
        return isOver ? .max : sum
    }

    /// The later one, at the later of their states; nil where there is none.
    package func later(model: ClockModel) -> Floor? { .later(corroborated.floor, lone.floor, model: model) }

    /// The same counts, and no floor.
    package var emptied: Floors {
        Floors(
            corroborated: KeptFloor(timesGivenUp: corroborated.timesGivenUp),
            lone: KeptFloor(timesGivenUp: lone.timesGivenUp))
    }

    /// The later one of those whose support is admitted, at a state of this boot; nil where there is none.
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

    /// The state of the later one, where another process saved it after a state.
    func latestState(orAt state: ClockState) -> ClockState {
        [corroborated.floor?.at, lone.floor?.at].reduce(state) { latest, other in
            other.map { $0.elapsed > latest.elapsed ? $0 : latest } ?? latest
        }
    }

    /// Both at a state of this boot.
    func moved(to state: ClockState, model: ClockModel) -> Floors {
        var moved = self
        moved.change { $0.floor = $0.floor?.moved(to: state, model: model) }
        return moved
    }

    /// Changes both in the same way.
    mutating func change(_ body: (inout KeptFloor) -> Void) {
        body(&corroborated)
        body(&lone)
    }

    /// Changes both by those of another process or launch.
    mutating func change(by other: Floors, _ body: (inout KeptFloor, KeptFloor) -> Void) {
        body(&corroborated, other.corroborated)
        body(&lone, other.lone)
    }
}

/// A floor over launches and processes. Of two records the one that gave it up more often knows better.
package struct KeptFloor: Sendable, Equatable {
    package var floor: Floor?
    /// How often it was given up.
    package var timesGivenUp: UInt32

    package init(_ floor: Floor? = nil, timesGivenUp: UInt32 = 0) {
        self.floor = floor
        self.timesGivenUp = timesGivenUp
    }

    mutating func giveUp() {
        floor = nil
        timesGivenUp = timesGivenUp.next
    }

    /// Takes another floor of this boot where it is later by a state. The later one stays where it is, but over sleep.
    package mutating func rise(to other: Floor, by latest: ClockState? = nil, model: ClockModel) {
        guard let floor else { return self.floor = other }
        let isLater = other.isLater(than: floor, by: latest, model: model)
        self.floor = (isLater ? other : floor).kept(until: (isLater ? floor : other).at, model: model)
    }

    /// Takes what is left of that of an earlier launch.
    mutating func recall(_ saved: KeptFloor, model: ClockModel, _ carried: (Floor) -> Floor) {
        guard saved.timesGivenUp >= timesGivenUp else { return }
        if saved.timesGivenUp > timesGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        if let theirs = saved.floor { rise(to: carried(theirs), model: model) }
    }

    /// Takes what another process of this boot saved, as it is by this one's latest state. True where that one gave up
    /// what this one believes.
    mutating func adopt(_ saved: KeptFloor, by latest: ClockState?, model: ClockModel) -> Bool {
        let isGivenUp = saved.timesGivenUp > timesGivenUp
        if isGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        // What another boot or machine saved since this process read its clocks is tied to no reading of it.
        if saved.timesGivenUp == timesGivenUp, let theirs = saved.floor, theirs.isTied {
            rise(to: theirs, by: latest, model: model)
        }
        return isGivenUp
    }

    /// What to save of two of one boot.
    mutating func merge(_ disk: KeptFloor, model: ClockModel) {
        if timesGivenUp == disk.timesGivenUp {
            floor = .later(floor, disk.floor, model: model)
        } else if timesGivenUp < disk.timesGivenUp {
            self = disk
        }
    }

    /// What to save over that of another boot or machine.
    mutating func mergeFromElsewhere(_ disk: KeptFloor) {
        guard disk.timesGivenUp >= timesGivenUp else { return }
        // It was certain when they saved it, which may be after this process's latest input.
        let mine = disk.timesGivenUp > timesGivenUp ? nil : floor
        if mine.map({ $0.earliest < (disk.floor?.earliest ?? $0.earliest) }) ?? true { floor = disk.floor?.untied }
        timesGivenUp = disk.timesGivenUp
    }
}

extension UInt32 {
    /// One more, as far as there is room.
    var next: UInt32 { self == .max ? self : self + 1 }
}
