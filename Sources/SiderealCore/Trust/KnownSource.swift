/// A source of the time that the app named, as far as it is known in this boot.
///
/// One name may stand for several machines, of which some are wrong. So what it says is believed as long as it agrees
/// with itself; where it does not, it bounds nothing that excludes one of its answers, until it has told one time for
/// an hour. Its answers are all Dates, or none is.
package struct KnownSource: Sendable, Equatable {
    /// What it said before, and excludes by what it says now.
    package struct Retracted: Sendable, Equatable {
        package var said: CarriedBounds
        /// When it last contradicted itself.
        package var at: ElapsedInstant

        package init(said: CarriedBounds, at: ElapsedInstant) {
            self.said = said
            self.at = at
        }
    }

    package let name: ExactName
    /// What it has said since it last contradicted itself: its greatest earliest and its least latest time. Nil where
    /// it has said neither.
    package private(set) var said: CarriedBounds?
    package private(set) var retracted: Retracted?
    /// The Date that one has to pass before its latest times count, and before anything lasting rests on it: a server's
    /// clock may stand still. Once it has a latest time, only another answer with one passes it: what may be old agrees
    /// with any Date that stands still later.
    package private(set) var dateToPass: TrueInstant?
    /// Whether it was heard in this boot, or in one that may be this.
    package private(set) var wasHeard: Bool
    /// When it last bounded the time from above, or was first heard; of one that was not heard, when it was named:
    /// ``undated`` until a reading tells.
    package private(set) var last: ElapsedInstant

    /// How long a source has to tell one time before it is believed again, and how long a name is known that nobody
    /// hears and nobody names any more.
    package static let patience = Nanoseconds.seconds(3_600)

    /// Later than any reading, which lets no name lapse.
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

    // MARK: - What comes in

    /// It was named again.
    mutating func nameAgain() { if !wasHeard { last = KnownSource.undated } }

    /// The same, named at an instant if it was since the reading before.
    func dated(at instant: ElapsedInstant) -> KnownSource {
        guard last == KnownSource.undated else { return self }
        return KnownSource(
            name, said: said, retracted: retracted, dateToPass: dateToPass, wasHeard: wasHeard, last: instant)
    }

    /// Takes an answer of it, and the Date that it shows if it is one. False where it contradicts what it said.
    ///
    /// They are compared where the answer was given; which ends are tighter is decided where they are used from now on.
    mutating func receive(
        _ answer: Bounds, date: TrueInstant?, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool {
        defer {
            // An answer that bounds nothing from above agrees with any lie that is late.
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

    /// The same, and nothing that it said as long as its Date was not seen to run.
    var running: KnownSource { dateToPass == nil ? self : withoutVote(by: last) }

    /// The same, and nothing that it said before.
    var acquitted: KnownSource {
        KnownSource(name, said: said, retracted: nil, dateToPass: dateToPass, wasHeard: wasHeard, last: last)
    }

    /// Takes what another process knows of it.
    mutating func join(_ other: KnownSource, model: ClockModel) {
        defer { forgive() }
        let isNewer = other.said.map { theirs in
            said.map { theirs.learned.elapsed > $0.learned.elapsed } ?? true
        }
        // That it was named is no word of it.
        if wasHeard == other.wasHeard {
            // A date that is known wins: else each save would bring back an entry without one.
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

    /// The same source, and nothing that it said, as known at an instant of another boot, perhaps.
    func withoutVote(by instant: ElapsedInstant) -> KnownSource {
        KnownSource(
            name, said: nil, retracted: nil, dateToPass: nil, wasHeard: wasHeard,
            last: last <= instant ? last : wasHeard ? instant : KnownSource.undated)
    }

    /// Whether nobody has heard it or named it for long.
    func hasLapsed(at instant: ElapsedInstant) -> Bool {
        !wasHeard && last != KnownSource.undated && instant - last >= KnownSource.patience
    }

    // MARK: - What it says

    /// What it says at a state, as far as nothing that it said excludes it; nil where that is nothing.
    package func bounds(at state: ClockState, model: ClockModel) -> Bounds? {
        guard let said, var bounds = said.bounds(at: state, model: model) else { return nil }
        if dateToPass != nil { bounds = bounds.withoutUpper }
        if let before = retracted?.said {
            guard let old = before.bounds(at: state, model: model) else { return nil }
            bounds = bounds.hull(old)
        }
        return bounds == .unbounded ? nil : bounds
    }

    /// Whether what it said last lies before a floor of the same state.
    func denies(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        dateToPass == nil && said?.bounds(at: state, model: model)?.isBefore(floor, at: state) == true
    }
}
