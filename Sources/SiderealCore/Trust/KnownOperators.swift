/// An operator of time servers that the app named, as far as it is known in this boot.
package struct KnownOperator: Sendable, Hashable {
    package let name: ExactName
    /// Its vote: its greatest earliest and its least latest time; nil where it has said neither.
    package var vote: CarriedBounds?

    package init(_ name: ExactName, vote: CarriedBounds? = nil) {
        self.name = name
        self.vote = vote
    }

    /// Takes another answer of it. False where the answer contradicts the vote, and replaces it.
    ///
    /// They are compared where the answer was given; which ends are tighter is decided where they are used from now on.
    fileprivate mutating func receive(
        _ answer: Bounds, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool {
        let said = CarriedBounds(answer, at: state)
        guard vote?.bounds(at: state, model: model)?.meets(answer) == true,
            vote?.tighten(with: said, at: now, model: model) == true
        else {
            defer { vote = said }
            return vote == nil
        }
        return true
    }

    /// Takes what another process knows of it; where the votes contradict each other, the newer one stays.
    fileprivate mutating func join(_ other: KnownOperator, model: ClockModel) {
        guard let theirs = other.vote else { return }
        guard let mine = vote else { return vote = theirs }
        let newer = mine.learned.elapsed >= theirs.learned.elapsed ? mine : theirs
        var both = mine
        vote = both.tighten(with: theirs, at: newer.learned, model: model) ? both : newer
    }
}

/// The operators that are known in one boot, one vote for each: those that prove who they are, or the others.
///
/// Only those count that an app named, whether they answer or not: which ones answer must not decide. What anybody else
/// says leaves no trace.
package struct KnownOperators: Sendable, Hashable {
    /// In the order in which they were named.
    package private(set) var all: [KnownOperator]

    package static let most = 64

    package init(_ all: [KnownOperator] = []) { self.all = all }

    package subscript(name: ExactName) -> KnownOperator? { all.first { $0.name == name } }

    // MARK: - What comes in

    /// Names an operator. False where too many are named already.
    package mutating func name(_ name: ExactName) -> Bool {
        if self[name] != nil { return true }
        guard all.count < KnownOperators.most else { return false }
        all.append(KnownOperator(name))
        return true
    }

    /// Takes an answer of an operator; why it is not taken as it is, or nil.
    package mutating func receive(
        _ answer: Bounds, of name: ExactName, at state: ClockState, now: ClockState, model: ClockModel
    ) -> AnswerRejection? {
        guard let index = index(of: name) else { return .notNamed }
        guard answer != .unbounded else { return nil }
        return all[index].receive(answer, at: state, now: now, model: model) ? nil : .contradictsItself
    }

    /// Takes in whom others named, and what they know of them. None is refused.
    package mutating func join(_ others: KnownOperators, model: ClockModel) {
        for other in others.all {
            if let index = index(of: other.name) {
                all[index].join(other, model: model)
            } else {
                all.append(other)
            }
        }
    }

    /// The same operators, and nothing that they said.
    package var withoutVotes: KnownOperators { KnownOperators(all.map { KnownOperator($0.name) }) }

    private func index(of name: ExactName) -> Int? { all.firstIndex { $0.name == name } }

    // MARK: - What it proves

    /// What the votes prove at a state of the boot, each carried there from where it was learned.
    package func judgement(at state: ClockState, model: ClockModel) -> Judgement {
        Judgement(of: all.compactMap { $0.vote?.bounds(at: state, model: model) }, known: all.count)
    }

    /// The bounds at a state, each end only where it may raise the floor or prove a boot: corroborated, or that of a
    /// lone operator.
    package func bindingBounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let judgement = judgement(at: state, model: model)
        guard let bounds = judgement.bounds else { return nil }
        let lower = judgement.lowerSupport == .uncorroborated ? .min : bounds.lower
        let upper = judgement.upperSupport == .uncorroborated ? .max : bounds.upper
        return lower == .min && upper == .max ? nil : Bounds(lower: lower, upper: upper)
    }

    /// The floor that the votes prove at a state: the lower of these bounds; nil where there is none.
    package func floor(at state: ClockState, model: ClockModel) -> Floor? {
        guard let bounds = bindingBounds(at: state, model: model) else { return nil }
        return Floor(offset: bounds.lower, at: state, isLone: all.count == 1)
    }

    /// Whether more operators than may be wrong put the true time before a floor of the same state.
    package func deny(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        let denying = all.count { $0.vote?.bounds(at: state, model: model)?.isBefore(floor, at: state) == true }
        return denying > Judgement.mostWrong(of: all.count)
    }
}

/// How an operator stands, by all that it has said in this boot.
package enum OperatorStatus: Sendable, Hashable {
    /// Nothing that it said counts at all.
    case unheard
    /// It agrees with what is trusted.
    case believed
    /// It does not, and why.
    case rejected(AnswerRejection)

    package var rejection: AnswerRejection? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}

/// The operator of a host, by its name: hosts whose last two labels are equal are of one operator.
///
/// So two owners under `co.uk` are put together, which costs a vote. To part one owner in two would give it two.
package func operatorName(ofHost host: String) -> String {
    var name = host.lowercased()
    // By scalars: a dot before a combining mark is another `Character`.
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
    let isAddress =
        name.utf8.contains(UInt8(ascii: ":"))
        || labels.last.map { !$0.isEmpty && $0.allSatisfy { $0.isNumber } } ?? false
    return isAddress ? name : labels.suffix(2).joined(separator: ".")
}

/// An operator that the app asks for the time, or listens to, as the app itself says.
package struct NamedOperator: Sendable, Hashable {
    /// Who runs the source: ``TimeSample/operator``.
    package var `operator`: String
    /// Whether its exchanges prove who answered.
    package var isAuthenticated: Bool

    /// An operator whose exchanges prove who answered, or not.
    package init(_ operator: String, isAuthenticated: Bool) {
        self.operator = `operator`
        self.isAuthenticated = isAuthenticated
    }

    /// Names are the same where their bytes are.
    package static func == (left: NamedOperator, right: NamedOperator) -> Bool {
        left.isAuthenticated == right.isAuthenticated && ExactName(left.operator) == ExactName(right.operator)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(self.operator))
        hasher.combine(isAuthenticated)
    }
}
