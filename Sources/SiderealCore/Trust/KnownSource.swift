/// A source of the time that the app named, with its answers in this boot.
///
/// One name may stand for several machines, and some of them may be wrong. So the library trusts the source as long as
/// its answers agree. After a contradiction, the source's bounds contain all its answers until the source has given one
/// consistent time for an hour. Either all answers from a source contain a Date, or no answer does.
package struct KnownSource: Sendable, Equatable {
    /// The earlier answers from a source that its later answers exclude.
    package struct Retracted: Sendable, Equatable {
        package var said: CarriedBounds
        /// The instant of the latest contradiction, but no earlier than the source's latest answer at that time.
        package var at: ElapsedInstant

        package init(said: CarriedBounds, at: ElapsedInstant) {
            self.said = said
            self.at = at
        }
    }

    package let name: ExactName
    /// The bounds since the latest contradiction: the latest lower end and the earliest upper end. `nil` without an
    /// answer.
    package private(set) var said: CarriedBounds?
    package private(set) var retracted: Retracted?
    /// The Date that a later answer must exceed, because the server's clock may have stopped. Until an answer exceeds
    /// this Date, the library does not use the source's upper end, and the source can't deny a floor. If its operator
    /// is the only one, the source can't raise a floor or prove a boot verdict either.
    ///
    /// If the source has given an upper end, only another answer with an upper end can exceed the Date. An answer
    /// without an upper end may be old, so it agrees with any later Date that stands still.
    package private(set) var dateToPass: TrueInstant?
    /// A Boolean value that indicates whether the source answered in this boot, or in a boot that may be the present
    /// boot.
    package private(set) var wasHeard: Bool
    /// The instant at which the source last gave an upper end, or first answered, in this boot. Before any answer, the
    /// instant at which an app last named the source.
    package private(set) var last: ElapsedInstant

    /// After a contradiction, the time for which a source must give one consistent time before the library trusts it
    /// again. Also the time after which a name lapses if it never answered and no process gives it any more.
    package static let patience = Nanoseconds.seconds(3_600)

    package init(_ name: ExactName, at instant: ElapsedInstant) {
        self.init(name, said: nil, retracted: nil, dateToPass: nil, wasHeard: false, last: instant)
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
    mutating func nameAgain(at instant: ElapsedInstant) { if !wasHeard { last = max(last, instant) } }

    /// Records an answer, with its Date if it has one. Returns false if the answer contradicts earlier answers.
    ///
    /// Compares the answers at the state of this answer. Chooses the ends that are tighter at `now`, because later
    /// calls use these ends from `now` on.
    mutating func receive(
        _ answer: Bounds, date: TrueInstant?, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool {
        defer {
            // An answer without an upper end agrees with any later time, even a false one, so it does not renew `last`.
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
        retract(before, at: max(state.elapsed, last), now: now, model: model)
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

    /// The source, or a copy without its bounds if its Date has not advanced yet.
    var running: KnownSource { dateToPass == nil ? self : withoutVote }

    /// The source without its retracted answers.
    var acquitted: KnownSource {
        KnownSource(name, said: said, retracted: nil, dateToPass: dateToPass, wasHeard: wasHeard, last: last)
    }

    /// Adopts the answers and dates that another process has for the source.
    mutating func join(_ other: KnownSource, model: ClockModel) {
        defer { forgive() }
        let isNewer = other.said.map { theirs in
            said.map { theirs.learned.elapsed > $0.learned.elapsed } ?? true
        }
        // The date of a name and the date of an answer can't be compared.
        if wasHeard == other.wasHeard {
            last = max(last, other.last)
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
        retract(isNewer ? mine : theirs, at: max(now.elapsed, last), now: now, model: model)
        if isNewer { (said, dateToPass) = (theirs, other.dateToPass) }
    }

    /// The source without its answers, which may come from another boot.
    var withoutVote: KnownSource {
        KnownSource(
            name, said: nil, retracted: nil, dateToPass: nil, wasHeard: wasHeard,
            last: wasHeard ? ElapsedInstant(nanoseconds: .min) : last)
    }

    /// Returns the source as if it was named, and last gave an upper end, at `instant` at the latest.
    func dated(by instant: ElapsedInstant) -> KnownSource {
        KnownSource(
            name, said: said, retracted: retracted, dateToPass: dateToPass, wasHeard: wasHeard, last: min(last, instant)
        )
    }

    /// Returns whether the source has never answered, and an app last named it long ago.
    func hasLapsed(at instant: ElapsedInstant) -> Bool {
        !wasHeard && instant - last >= KnownSource.patience
    }

    // MARK: - Bounds

    /// Returns the source's bounds at a state, wide enough to contain its retracted answers. Returns `nil` without
    /// bounds.
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
