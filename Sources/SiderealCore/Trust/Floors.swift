/// Both floors: one that two or more known operators raised, and one that a lone operator raised.
///
/// The two floors are separate. So a later answer from a lone operator doesn't replace the floor for a caller that
/// requires corroboration.
package struct Floors: Sendable, Equatable {
    package var corroborated: KeptFloor
    package var lone: KeptFloor

    package init(corroborated: KeptFloor = KeptFloor(), lone: KeptFloor = KeptFloor()) {
        self.corroborated = corroborated
        self.lone = lone
    }

    /// The number of times that the timekeeper discarded a floor.
    package var timesGivenUp: UInt32 {
        let (sum, isOver) = corroborated.timesGivenUp.addingReportingOverflow(lone.timesGivenUp)
        return isOver ? .max : sum
    }

    /// Returns the later floor, compared at the later of both states, or `nil` if there is no floor.
    package func later(model: ClockModel) -> Floor? { .later(corroborated.floor, lone.floor, model: model) }

    /// A copy without the floors, but with the numbers of times that they were discarded.
    package var emptied: Floors {
        Floors(
            corroborated: KeptFloor(timesGivenUp: corroborated.timesGivenUp),
            lone: KeptFloor(timesGivenUp: lone.timesGivenUp))
    }

    /// Returns the later floor at a state of this boot, from the floors whose support the caller admits. Returns `nil`
    /// if there is no such floor.
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

    /// Changes each floor with the matching floor of another process or launch.
    mutating func change(by other: Floors, _ body: (inout KeptFloor, KeptFloor) -> Void) {
        body(&corroborated, other.corroborated)
        body(&lone, other.lone)
    }
}

/// A floor that persists across launches and processes. If two records differ, the record with the higher
/// ``timesGivenUp`` takes precedence.
package struct KeptFloor: Sendable, Equatable {
    package var floor: Floor?
    /// The number of times that the timekeeper discarded the floor.
    package var timesGivenUp: UInt32

    package init(_ floor: Floor? = nil, timesGivenUp: UInt32 = 0) {
        self.floor = floor
        self.timesGivenUp = timesGivenUp
    }

    mutating func giveUp() {
        floor = nil
        timesGivenUp = timesGivenUp.next
    }

    /// Replaces the floor with another floor of this boot if that floor is later by more than `margin`. Moves the later
    /// floor forward only if the device slept, as ``Floor/kept(until:model:)`` does.
    package mutating func rise(
        to other: Floor, margin: Nanoseconds = .zero, by latest: ClockState? = nil, model: ClockModel
    ) {
        guard let floor else { return self.floor = other }
        guard other.isLater(than: floor, margin: margin, by: latest, model: model) else { return }
        self.floor = other.kept(until: floor.at, model: model)
    }

    /// Adopts the floor of an earlier launch. `carried` moves that floor to this launch.
    mutating func recall(_ saved: KeptFloor, model: ClockModel, _ carried: (Floor) -> Floor) {
        guard saved.timesGivenUp >= timesGivenUp else { return }
        if saved.timesGivenUp > timesGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        if let theirs = saved.floor { rise(to: carried(theirs), model: model) }
    }

    /// Adopts the floor that another process of this boot saved, if the saved floor is later at this process's latest
    /// state. Returns true if the other process discarded the floor that this process trusts.
    mutating func adopt(_ saved: KeptFloor, by latest: ClockState?, model: ClockModel) -> Bool {
        let isGivenUp = saved.timesGivenUp > timesGivenUp
        if isGivenUp { self = KeptFloor(timesGivenUp: saved.timesGivenUp) }
        // If another boot or machine has since saved the floor, the floor is not tied to any reading of this process.
        if saved.timesGivenUp == timesGivenUp, let theirs = saved.floor, theirs.isTied {
            // Later by a rounding, their floor would be lower at a later state.
            let margin = floor.map { theirs.mostLost(inComparisonWith: $0) } ?? .zero
            rise(to: theirs, margin: margin, by: latest, model: model)
        }
        return isGivenUp
    }

    /// Merges this floor with a saved floor of the same boot, for the next save.
    mutating func merge(_ disk: KeptFloor, model: ClockModel) {
        if timesGivenUp == disk.timesGivenUp {
            floor = .later(floor, disk.floor, model: model)
        } else if timesGivenUp < disk.timesGivenUp {
            self = disk
        }
    }

    /// Merges this floor with a saved floor of another boot or machine, for the next save.
    mutating func mergeFromElsewhere(_ disk: KeptFloor) {
        guard disk.timesGivenUp >= timesGivenUp else { return }
        // The saved floor was certain when the other process saved it, perhaps after this process's latest input.
        let mine = disk.timesGivenUp > timesGivenUp ? nil : floor
        if mine.map({ $0.earliest < (disk.floor?.earliest ?? $0.earliest) }) ?? true { floor = disk.floor?.untied }
        timesGivenUp = disk.timesGivenUp
    }
}

extension UInt32 {
    /// The next number, or the same number at the maximum.
    var next: UInt32 { self == .max ? self : self + 1 }
}
