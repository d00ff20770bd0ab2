import SiderealClocks
package import SiderealCore
import SiderealSystem

extension SharedObservatory {
    /// What is known of the true time now.
    ///
    /// A caller that asks again within milliseconds gets what was true then, carried on by one clock. Else all clocks
    /// it takes are read, outside of the lock, which is held only to copy what was known at the latest input.
    package func trusted(_ basis: TrustBasis) -> TrustedTime {
        guard let question = CommonQuestion(basis) else { return trustedAfterReading(basis) }
        let reading = clocks.source.quickReading()
        if let reading, let trusted = quickly(question, at: reading) { return trusted }
        return awake(question, since: reading) ?? trustedAfterReading(basis)
    }

    /// What was trusted a moment ago, carried on by one clock. Nothing here takes a lock, or counts references.
    private func quickly(_ question: CommonQuestion, at now: QuickReading) -> TrustedTime? {
        let input = recentTrust.inputs.count
        let recent =
            switch question {
            case .usual: recentTrust.usual.value(input: input)
            case .proven: recentTrust.proven.value(input: input)
            case .unauthenticated: recentTrust.unauthenticated.value(input: input)
            }
        return recent?.carried(to: now, drift: clocks.model.drift)
    }

    /// What was trusted at the latest input, carried on; nil where the device has slept since.
    private func awake(_ question: CommonQuestion, since before: QuickReading?) -> TrustedTime? {
        let last = guarded.withLock { $0.state.trust(question) }
        guard let now = stateNow(since: last.known) else { return nil }
        let trusted = last.trusted.carried(over: now.elapsed - last.elapsed, drift: clocks.model.drift)
        // For callers that ask again soon; so briefly that no bounds get wider by more than the 64th part.
        if let before, let reading = clocks.source.quickReading()?.span(since: before),
            reading.atMost <= RecentTrust.longestReading
        {
            let part = before.isSlewed ? (trusted.width?.count ?? .max) / 64 : .max
            let moment = RecentTrust(
                input: last.input, trusted: trusted, before: before, longest: min(part, QuickReading.longest))
            switch question {
            case .usual: recentTrust.usual.replace(moment)
            case .proven: recentTrust.proven.replace(moment)
            case .unauthenticated: recentTrust.unauthenticated.replace(moment)
            }
        }
        return trusted
    }

    /// The clocks now; nil where the device has slept since a state, or they can't be read.
    func stateNow(since known: ClockState) -> ClockState? {
        guard let now = try? clocks.source.state(slept: known.slept), !known.hasSlept(until: now) else {
            return nil
        }
        return now
    }
}
