package import SiderealCore
import SiderealSystem

/// Holds back the first answers of sources that are asked together, until each has answered or ended.
///
/// A clock that knows nothing believes whoever speaks first, and lets the floor rise by it. Where several are asked at once, who
/// is quickest must not matter: what most of them agree on is handed on first and, where there is no majority, what claims the
/// least.
package final class HeldSamples: Sendable {
    private struct Held: Sendable {
        var sample: TimeSample
        var hear: @Sendable (TimeSample) -> Void
    }

    private struct State: Sendable {
        var awaited: Set<Int>
        var held: [Held] = []
    }

    private let drift: Rate
    private let state: Lock<State>

    package init(count: Int, drift: Rate) {
        self.drift = drift
        // One alone has nobody to wait for.
        state = Lock(State(awaited: count > 1 ? Set(0..<count) : []))
    }

    /// Takes an answer of a source. False where it need not be held any more.
    package func hold(_ sample: TimeSample, of index: Int, hear: @escaping @Sendable (TimeSample) -> Void) -> Bool {
        state.withLock { state in
            guard !state.awaited.isEmpty else { return false }
            state.held.append(Held(sample: sample, hear: hear))
            state.awaited.remove(index)
            release(&state)
            return true
        }
    }

    /// A source ended, with an answer or without.
    package func end(_ index: Int) {
        state.withLock { state in
            guard !state.awaited.isEmpty else { return }
            state.awaited.remove(index)
            release(&state)
        }
    }

    /// Under the lock, so that no later answer overtakes these.
    private func release(_ state: inout State) {
        guard state.awaited.isEmpty else { return }
        let order = HeldSamples.order(state.held.map { $0.sample }, drift: drift)
        for (place, index) in order.enumerated() {
            var sample = state.held[index].sample
            // The authenticated ones come first, and are judged apart.
            let next = place + 1 < order.count ? state.held[order[place + 1]].sample : nil
            sample.isJudgedWithNext = next?.isAuthenticated == sample.isAuthenticated
            state.held[index].hear(sample)
        }
        state.held = []
    }

    /// In which order samples are handed on: authenticated ones first, then those of the majority, then by what they claim.
    static func order(_ samples: [TimeSample], drift: Rate) -> [Int] {
        guard let end = samples.map({ $0.received }).max() else { return [] }
        let offsets = samples.map { sample in
            sample.offset(drift: drift).map { $0 + .plusOrMinus(drift.error(over: end - sample.received)) }
        }
        let claims = samples.indices.map { index in
            let alike = samples.indices.filter { samples[$0].isAuthenticated == samples[index].isAuthenticated }
            let hull = majority(
                alike.compactMap { other in offsets[other].map { (OperatorKey(samples[other].operator), $0) } })
            let isOutvoted = hull.map { hull in !(offsets[index]?.meets(hull) ?? false) } ?? false
            return Claim(
                isUnauthenticated: !samples[index].isAuthenticated, isOutvoted: isOutvoted,
                earliest: offsets[index]?.lower ?? .min)
        }
        return samples.indices.sorted { claims[$0] == claims[$1] ? $0 < $1 : claims[$0] < claims[$1] }
    }

    /// What more than half of the operators agree on.
    private static func majority(_ votes: [(operator: OperatorKey, offset: Bounds)]) -> Bounds? {
        var said: [OperatorKey: Bounds?] = [:]
        for vote in votes {
            said[vote.operator] = said[vote.operator].map { $0?.intersection(vote.offset) } ?? vote.offset
        }
        return majorityHull(of: said.values.compactMap { $0 }, threshold: said.count / 2 + 1)
    }

    private struct Claim: Comparable {
        var isUnauthenticated: Bool
        var isOutvoted: Bool
        var earliest: Nanoseconds

        static func < (left: Claim, right: Claim) -> Bool {
            if left.isUnauthenticated != right.isUnauthenticated { return right.isUnauthenticated }
            if left.isOutvoted != right.isOutvoted { return right.isOutvoted }
            return left.earliest < right.earliest
        }
    }
}
