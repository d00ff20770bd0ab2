/// A source of the time that the app named, as known in this boot.
///
/// One name may stand for several machines, some of which are wrong. So the source is trusted as long as it agrees with
/// itself. After a contradiction, it bounds nothing that excludes one of its answers, until it has given one time for
/// an hour. All its answers are Dates, or none of them is.
package struct KnownSource: Sendable, Equatable {
    /// The earlier answers of a source that its later ones exclude.
    package struct Retracted: Sendable, Equatable {
        package var said: CarriedBounds
        /// The instant of the latest contradiction.
        package var at: ElapsedInstant

        package init(said: CarriedBounds, at: ElapsedInstant) {
            self.said = said
            self.at = at
        }
    }

    package let name: ExactName
    /// The bounds since the latest contradiction: the greatest earliest and the least latest time. `nil` if there is
    /// neither.
    package private(set) var said: CarriedBounds?
    package private(set) var retracted: Retracted?
    /// The Date to pass before the source's latest times count, and before anything lasting rests on the source: a
    /// server's clock may stand still. Once the source has a latest time, only another answer with one passes the Date,
    /// because an answer that may be old agrees with any Date that stands still later.
    package private(set) var dateToPass: TrueInstant?
    /// Indicates whether the source answered in this boot, or in one that may be this.
    package private(set) var wasHeard: Bool
    /// The instant at which the source last bounded the time from above, or first answered. Before any answer, the
    /// instant at which it was named: ``undated`` until a reading dates it.
    package private(set) var last: ElapsedInstant

    /// The time for which a source has to give one time before it is trusted again, and after which a name lapses that
    /// never answered and is not named any more.
    package static let patience = Nanoseconds.seconds(3_600)

    /// An instant later than any reading. It lets no name lapse.
    package static let undated = ElapsedInstant(nanoseconds: .max)

    package init(_ name: ExactName) {
        self.init(name, said: nil, retracted: nil, dateToPass: nil, wasHeard: false, last: KnownSource.undated)
    }

    package init(
        _ name: ExactName, said: CarriedBounds?, retracted: Retracted?, dateToPass: TrueInstant?, wasHeard: Bool,
        last: ElapsedInstant
    ) {
        self.name = name
        self.said = said
        self.retracted = retracted
        self.dateToPass = dateToPass
        self.wasHeard = wasHeard
        self.last = last
    }

    // MARK: - Input

    /// Records that the source was named again.
    mutating func nameAgain() { if !wasHeard { last = KnownSource.undated } }

    /// Returns the source, dated at an instant if it was named since the previous reading.
    func dated(at instant: ElapsedInstant) -> KnownSource {
        guard last == KnownSource.undated else { return self }
        return KnownSource(
            name, said: said, retracted: retracted, dateToPass: dateToPass, wasHeard: wasHeard, last: instant)
    }

    /// Takes an answer, and the Date that it shows, if any. Returns false if the answer contradicts earlier ones.
    ///
    /// Answers are compared at the state of this answer. The tighter ends are chosen at `now`, because they are used
    /// from then on.
    mutating func receive(
        _ answer: Bounds, date: TrueInstant?, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool {
        defer {
            // An answer without an upper bound agrees with any lie that is late.
            if !wasHeard { last = state.elapsed } else if answer.hasUpper { last = max(last, state.elapsed) }
            wasHeard = true
            forgive()
        }
        let word = CarriedBounds(answer, at: state)
        guard let before = said else {
            (said, dateToPass) = (word, date)
            return true
        }
        let hadUpper = before.hasUpper
        if before.bounds(at: state, model: model)?.meets(answer) == true,
            said?.tighten(with: word, at: now, model: model) == true
        {
            if answer.hasUpper, !hadUpper {
                dateToPass = date
            } else if let toPass = dateToPass, let date, date > toPass, answer.hasUpper || !hadUpper {
                dateToPass = nil
            }
            return true
        }
        retract(before, at: state.elapsed, now: now, model: model)
        (said, dateToPass) = (word, date)
        return false
    }

    private mutating func retract(
        _ before: CarriedBounds, at instant: ElapsedInstant, now: ClockState, model: ClockModel
    ) {
        let all = retracted.map { $0.said.hull(before, at: now, model: model) } ?? before
        retracted = Retracted(said: all, at: max(instant, retracted?.at ?? instant))
    }

    private mutating func forgive() {
        if let at = retracted?.at, last - at >= KnownSource.patience { retracted = nil }
    }

    /// The source without its bounds, unless its Date was seen to run.
    var running: KnownSource { dateToPass == nil ? self : withoutVote(by: last) }

    /// The source without its retracted answers.
    var acquitted: KnownSource {
        KnownSource(name, said: said, retracted: nil, dateToPass: dateToPass, wasHeard: wasHeard, last: last)
    }

    /// Takes what another process learned from the source.
    mutating func join(_ other: KnownSource, model: ClockModel) {
        defer { forgive() }
        let isNewer = other.said.map { theirs in
            said.map { theirs.learned.elapsed > $0.learned.elapsed } ?? true
        }
        // A naming is not an answer.
        if wasHeard == other.wasHeard {
            // A known date wins. Otherwise each save would bring back an entry without one.
            if other.last != KnownSource.undated { last = max(last, other.last) }
        } else if other.wasHeard {
            last = other.last
        }
        wasHeard = wasHeard || other.wasHeard
        guard let theirs = other.said, let isNewer else { return }
        guard let mine = said else {
            (said, dateToPass, retracted) = (theirs, other.dateToPass, other.retracted)
            return
        }
        let now = isNewer ? theirs.learned : mine.learned
        if let others = other.retracted {
            let all = retracted.map { $0.said.hull(others.said, at: now, model: model) } ?? others.said
            retracted = Retracted(said: all, at: max(others.at, retracted?.at ?? others.at))
        }
        if said?.tighten(with: theirs, at: now, model: model) == true {
            if mine.hasUpper != theirs.hasUpper {
                dateToPass = mine.hasUpper ? dateToPass : other.dateToPass
            } else if dateToPass != other.dateToPass {
                dateToPass = nil
            }
            return
        }
        retract(isNewer ? mine : theirs, at: now.elapsed, now: now, model: model)
        if isNewer { (said, dateToPass) = (theirs, other.dateToPass) }
    }

    /// Returns the source without its answers, as known at an instant of a boot that may be another one.
    func withoutVote(by instant: ElapsedInstant) -> KnownSource {
        KnownSource(
            name, said: nil, retracted: nil, dateToPass: nil, wasHeard: wasHeard,
            last: last <= instant ? last : wasHeard ? instant : KnownSource.undated)
    }

    /// Returns whether the source has never answered, and was last named long ago.
    func hasLapsed(at instant: ElapsedInstant) -> Bool {
        !wasHeard && last != KnownSource.undated && instant - last >= KnownSource.patience
    }

    // MARK: - Bounds

    /// Returns the source's bounds at a state as far as none of its answers excludes them, or `nil` if nothing is left.
    package func bounds(at state: ClockState, model: ClockModel) -> Bounds? {
        guard let said, var bounds = said.bounds(at: state, model: model) else { return nil }
        if dateToPass != nil { bounds = bounds.withoutUpper }
        if let before = retracted?.said {
            guard let old = before.bounds(at: state, model: model) else { return nil }
            bounds = bounds.hull(old)
        }
        return bounds == .unbounded ? nil : bounds
    }

    /// Returns whether the source's latest bounds end before a floor of the same state.
    func denies(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        dateToPass == nil && said?.bounds(at: state, model: model)?.isBefore(floor, at: state) == true
    }
}
