import SiderealClocks
package import SiderealCore
import SiderealSystem

extension SharedObservatory {
    /// Returns the trusted time now.
    ///
    /// If a caller queries again within milliseconds, the method advances the last answer to the present with one
    /// clock. Otherwise, the method reads all required clocks outside the lock, and holds the lock only to copy the
    /// trusted time of the latest input. If the device has slept, the method reads all clocks under the lock.
    package func trusted(_ basis: TrustBasis) -> TrustedTime {
        guard let question = CommonQuestion(basis) else { return trustedAfterReading(basis) }
        let reading = clocks.source.quickReading()
        if let reading, let trusted = quickly(question, at: reading) { return trusted }
        return awake(question, since: reading) ?? trustedAfterReading(basis)
    }

    /// Returns a recent trusted time, advanced to the present with one clock. Takes no lock and retains no objects.
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

    /// Returns the trusted time of the latest input, advanced to the present, or `nil` if the device has slept since
    /// that input.
    private func awake(_ question: CommonQuestion, since before: QuickReading?) -> TrustedTime? {
        let last = guarded.withLock { $0.state.trust(question) }
        guard let now = stateNow(since: last.known) else { return nil }
        let trusted = last.trusted.carried(over: now.elapsed - last.elapsed, drift: clocks.model.drift)
        // Store the time for callers that soon query again. The span is so short that the bounds widen by at most a
        // 64th.
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

    /// Returns the clocks now, or `nil` if the device has slept since `known`, or the clocks can't be read.
    func stateNow(since known: ClockState) -> ClockState? {
        guard let now = try? clocks.source.state(slept: known.slept), !known.hasSlept(until: now) else {
            return nil
        }
        return now
    }
}
