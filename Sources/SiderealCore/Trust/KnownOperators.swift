/// One operator of time servers, as far as it is known in this boot.
package struct KnownOperator: Sendable, Hashable {
    package var key: OperatorKey
    /// Whether the app named it: then it counts even while it says nothing.
    package var isNamed: Bool
    /// Its vote: its greatest earliest and its least latest time; nil where it has said neither.
    package var vote: CarriedBounds?

    package init(key: OperatorKey, isNamed: Bool, vote: CarriedBounds? = nil) {
        self.key = key
        self.isNamed = isNamed
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
        isNamed = isNamed || other.isNamed
        guard let theirs = other.vote else { return }
        guard let mine = vote else { return vote = theirs }
        let newer = mine.learned.elapsed >= theirs.learned.elapsed ? mine : theirs
        var both = mine
        vote = both.tighten(with: theirs, at: newer.learned, model: model) ? both : newer
    }
}

/// The operators that are known in one boot, one vote for each: those that prove who they are, or the others.
///
/// Which operators answer must not decide: where the app named some, only these count, whether they answer or not.
package struct KnownOperators: Sendable, Hashable {
    /// All of them, named or overheard, in the order in which they became known.
    package private(set) var all: [KnownOperator]

    package static let most = 64

    package init(_ all: [KnownOperator] = []) { self.all = all }

    package var hasNamed: Bool { all.contains { $0.isNamed } }

    /// The operators that count: the named ones and, where none is named, those that were overheard.
    package var counted: [KnownOperator] { hasNamed ? all.filter { $0.isNamed } : all }

    package subscript(key: OperatorKey) -> KnownOperator? { all.first { $0.key == key } }

    // MARK: - What comes in

    /// Names an operator. False where too many are named already.
    package mutating func name(_ key: OperatorKey) -> Bool {
        if self[key]?.isNamed == true { return true }
        guard all.count(where: { $0.isNamed }) < KnownOperators.most else { return false }
        if let index = index(of: key) {
            all[index].isNamed = true
        } else {
            all.append(KnownOperator(key: key, isNamed: true))
        }
        return true
    }

    /// Takes an answer of an operator; why it is not taken as it is, or nil.
    package mutating func receive(
        _ answer: Bounds, of key: OperatorKey, at state: ClockState, now: ClockState, model: ClockModel
    ) -> AnswerRejection? {
        // An answer that says nothing makes no operator known.
        guard answer != .unbounded else { return nil }
        if let index = index(of: key) {
            return all[index].receive(answer, at: state, now: now, model: model) ? nil : .contradictsItself
        }
        // An overheard operator counts from now on, even where a sleep takes away what it said.
        guard all.count < KnownOperators.most else { return .tooManyOperators }
        all.append(KnownOperator(key: key, isNamed: false, vote: CarriedBounds(answer, at: state)))
        return nil
    }

    /// Takes in what others of this boot know. A named one is never refused.
    package mutating func join(_ others: [KnownOperator], model: ClockModel) {
        for other in others {
            if let index = index(of: other.key) {
                all[index].join(other, model: model)
            } else if other.isNamed || all.count < KnownOperators.most {
                all.append(other)
            }
        }
    }

    /// Takes out the operators that do not count since some are named.
    package mutating func removeUncounted() -> [KnownOperator] {
        guard hasNamed else { return [] }
        let uncounted = all.filter { !$0.isNamed }
        all.removeAll { !$0.isNamed }
        return uncounted
    }

    /// The same operators where they were named, and nothing that they said.
    package var withoutVotes: KnownOperators {
        KnownOperators(all.filter { $0.isNamed }.map { KnownOperator(key: $0.key, isNamed: true) })
    }

    private func index(of key: OperatorKey) -> Int? { all.firstIndex { $0.key == key } }

    // MARK: - What it proves

    /// What the votes prove at a state of the boot, each carried there from where it was learned.
    package func judgement(at state: ClockState, model: ClockModel) -> Judgement {
        let counted = counted
        return Judgement(of: counted.compactMap { $0.vote?.bounds(at: state, model: model) }, known: counted.count)
    }

    /// The bounds at a state, each end only where it may raise the floor or prove a boot: corroborated, or that of a
    /// lone operator which the app named.
    package func bindingBounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let judgement = judgement(at: state, model: model)
        guard isBinding, let bounds = judgement.bounds else { return nil }
        let lower = judgement.lowerSupport == .uncorroborated ? .min : bounds.lower
        let upper = judgement.upperSupport == .uncorroborated ? .max : bounds.upper
        return lower == .min && upper == .max ? nil : Bounds(lower: lower, upper: upper)
    }

    /// The floor that the votes prove at a state: the lower of these bounds; nil where there is none.
    package func floor(at state: ClockState, model: ClockModel) -> Floor? {
        guard let bounds = bindingBounds(at: state, model: model) else { return nil }
        return Floor(offset: bounds.lower, at: state, isLone: counted.count == 1)
    }

    /// Whether more of the operators that count than may be wrong put the true time before a floor of the same state.
    package func deny(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        let counted = counted
        let denying = counted.count { $0.vote?.bounds(at: state, model: model)?.isBefore(floor, at: state) == true }
        return isBinding && denying > Judgement.mostWrong(of: counted.count)
    }

    /// Whether what they prove may last: one alone must have been named, or the first to answer would decide alone.
    private var isBinding: Bool { hasNamed || all.count > 1 }
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

/// A short stand-in for an operator's name, so that saved state stays small.
package struct OperatorKey: Sendable, Hashable, Comparable {
    package let hash: UInt64

    package init(hash: UInt64) { self.hash = hash }

    package init(_ name: String) { hash = XXH64.checksum(of: Array(name.utf8)) }

    package static func < (left: OperatorKey, right: OperatorKey) -> Bool { left.hash < right.hash }
}

/// Guesses who runs a host from its name: the registrable domain, as far as that is possible without the list of all
/// public suffixes.
///
/// Too few labels put two operators together, which costs a vote; too many would give one operator two.
package func operatorName(ofHost host: String) -> String {
    var name = host.lowercased()
    // By scalars: a dot before a combining mark is another `Character`.
    while name.unicodeScalars.last == "." { name.unicodeScalars.removeLast() }
    let labels = name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
    let isAddress =
        name.utf8.contains(UInt8(ascii: ":"))
        || labels.last.map { !$0.isEmpty && $0.allSatisfy { $0.isNumber } } ?? false
    guard labels.count > 2, !isAddress else { return name }
    // "co.uk" and "com.au" are shared, "example.de" has one owner.
    let isShared = labels[labels.count - 1].utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
    return labels.suffix(isShared ? 3 : 2).joined(separator: ".")
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
