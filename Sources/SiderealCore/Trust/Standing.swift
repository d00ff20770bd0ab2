/// How a source stands, by all that it has said in this launch.
public enum SourceStanding: Sendable, Hashable {
    /// Nothing that it said counts at all.
    case unheard
    /// It agrees with what is trusted.
    case believed
    /// It does not, and why.
    case rejected(SampleRejection)
}

extension Consensus {
    /// How a source stands against what is agreed on now.
    package func standing(of source: ExactName, at state: ClockState, model: ClockModel) -> SourceStanding {
        let said = sources.filter { $0.name == source }
        guard !said.isEmpty else { return .unheard }
        guard let anchor, let agreed = anchor.offset.bounds(at: state, model: model) else {
            return isDisputed ? .rejected(.disputed) : .believed
        }
        let meets = said.allSatisfy { $0.offset.bounds(at: state, model: model)?.meets(agreed) ?? false }
        guard isDisputed else { return meets ? .believed : .rejected(.outvoted) }
        return .rejected(!meets && anchor.operators.count >= 2 ? .disagreesWithAnchor : .disputed)
    }
}

extension Timekeeper {
    /// How a source stands now, by its name.
    public func standing(of source: String) -> SourceStanding {
        guard let state = now else { return .unheard }
        let source = ExactName(source)
        let proven = authenticated.standing(of: source, at: state, model: model)
        if proven != .unheard { return proven }
        let said = unauthenticated.sources.filter { $0.name == source }
        if let agreed = authenticatedOffset(at: state), !said.isEmpty,
            !said.allSatisfy({ $0.offset.bounds(at: state, model: model)?.meets(agreed) ?? false })
        {
            return .rejected(.outsideAuthenticated)
        }
        return unauthenticated.standing(of: source, at: state, model: model)
    }
}
