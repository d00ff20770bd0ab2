/// How an operator stands, by all that it has said in this boot.
public enum OperatorStanding: Sendable, Hashable {
    /// Nothing that it said counts at all.
    case unheard
    /// It agrees with what is trusted.
    case believed
    /// It does not, and why.
    case rejected(SampleRejection)

    package var rejection: SampleRejection? {
        if case .rejected(let reason) = self { reason } else { nil }
    }
}

extension Timekeeper {
    /// How an operator stands now.
    public func standing(of operator: String) -> OperatorStanding {
        guard let state = now else { return .unheard }
        let key = OperatorKey(`operator`)
        if let vote = authenticated[key]?.vote {
            return standing(of: vote, among: authenticated, at: state, mayDenyFloor: true)
        }
        guard let vote = others[key]?.vote else { return .unheard }
        if let trusted = trust.shownOffset(at: state), vote.bounds(at: state, model: model)?.meets(trusted) != true {
            return .rejected(.outsideAuthenticated)
        }
        return standing(of: vote, among: others, at: state, mayDenyFloor: false)
    }

    private func standing(
        of vote: CarriedBounds, among operators: KnownOperators, at state: ClockState, mayDenyFloor: Bool
    ) -> OperatorStanding {
        guard let hull = operators.judgement(at: state, model: model).bounds else { return .rejected(.disputed) }
        guard let said = vote.bounds(at: state, model: model), said.meets(hull) else { return .rejected(.outvoted) }
        if mayDenyFloor, let floor = floor?.moved(to: state, model: model), said.isBefore(floor, at: state) {
            return .rejected(.belowFloor)
        }
        return .believed
    }

    /// Whether what one operator said excludes what the other one said.
    public func excludes(_ one: String, _ other: String) -> Bool {
        guard let state = now, let one = said(by: one, at: state), let other = said(by: other, at: state) else {
            return false
        }
        return !one.meets(other)
    }

    private func said(by operator: String, at state: ClockState) -> Bounds? {
        let key = OperatorKey(`operator`)
        return (authenticated[key]?.vote ?? others[key]?.vote)?.bounds(at: state, model: model)
    }
}

extension Bounds {
    /// Whether these bounds of the offset end before a floor of the same state.
    package func isBefore(_ floor: Floor, at state: ClockState) -> Bool {
        let instant = self + Nanoseconds(state.elapsed.nanoseconds)
        return instant.hasUpper && instant.upper.count < floor.earliest.nanoseconds
    }
}
