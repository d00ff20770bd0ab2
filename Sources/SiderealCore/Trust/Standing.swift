extension Consensus {
    /// Why a source is not among those that are believed, by all that it has said; nil where it is, or was not heard.
    package func objection(to source: String, at state: ClockState, model: ClockModel) -> SampleRejection? {
        let said = sources.filter { $0.name == source }
        guard !said.isEmpty else { return nil }
        guard let agreed = anchor?.offset.bounds(at: state, model: model) else {
            return isDisputed ? .outvoted : nil
        }
        let meets = said.allSatisfy { $0.offset.bounds(at: state, model: model)?.meets(agreed) ?? false }
        // Nobody is believed while what stands is withheld.
        if isDisputed { return meets ? .outvoted : .disagreesWithAnchor }
        return meets ? nil : .outvoted
    }
}

extension Timekeeper {
    /// Why a source is not among those that are believed now; nil where it is, or was not heard in this launch.
    public func objection(to source: String) -> SampleRejection? {
        guard let state = now else { return nil }
        if let reason = authenticated.objection(to: source, at: state, model: model) { return reason }
        let said = unauthenticated.sources.filter { $0.name == source }
        if let agreed = authenticatedOffset(at: state), !said.isEmpty,
            !said.allSatisfy({ $0.offset.bounds(at: state, model: model)?.meets(agreed) ?? false })
        {
            return .outsideAuthenticated
        }
        return unauthenticated.objection(to: source, at: state, model: model)
    }
}
