/// Answers to the app's own requests that tell an earlier time than their source did before, as those of a cache do,
/// which replays an old Date: such an answer waits for one with a later Date that agrees with it.
///
/// An answer that tells a later time waits for nothing: no cache makes it, and what was known may be a cache's.
package struct HeldAnswers: Sendable {
    private struct Held {
        var date: TrueInstant
        var said: CarriedBounds
    }

    private var held: [ExactName: Held] = [:]

    package init() {}

    /// Whether to take a sample now. One that is not taken is held until one of its source agrees with it.
    package mutating func admits(_ sample: TimeSample, by keeper: Timekeeper) -> Bool {
        let name = ExactName(sample.source)
        guard let date = sample.earliest, let (said, before, state) = keeper.compare(sample),
            said.upper < before.lower
        else { return true }
        if let earlier = held[name], earlier.date < date,
            earlier.said.bounds(at: state, model: keeper.model)?.meets(said) == true
        {
            held[name] = nil
            return true
        }
        held[name] = Held(date: date, said: CarriedBounds(said, at: state))
        return false
    }
}
