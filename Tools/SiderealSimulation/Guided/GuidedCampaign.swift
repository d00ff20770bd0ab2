import SiderealTesting

/// A campaign that searches for broken promises. It changes histories that reached a new branch or situation.
///
/// The campaign keeps a history, and later changes it, if the history is the first to reach a branch of the core or a
/// situation of the timekeeper. The same seed gives the same histories if the code has the same branches.
package struct GuidedCampaign {
    /// The features for which the campaign keeps a history: situations alone, or branches too.
    package enum Way: String, Sendable {
        case situations
        case both
    }

    package var seed: UInt64
    package var histories: UInt64
    package var way: Way
    private let eventsEach = 20
    /// The campaign draws a history at random if the history's index is a multiple of this number.
    private let randomEvery: UInt64 = 4

    package init(seed: UInt64, histories: UInt64, way: Way) {
        self.seed = seed
        self.histories = histories
        self.way = way
    }

    /// The result of a campaign.
    package struct Result {
        package var histories: UInt64 = 0
        package var events: UInt64 = 0
        /// The numbers of branches and situations. Each branch counts once for each magnitude of the number of its
        /// runs.
        package var branches = 0
        package var situations = 0
        package var found: Campaign.Found?
    }

    /// Runs until a history breaks a promise and `isWanted` accepts the violation, or until all histories are done.
    package func run(
        _ branches: any BranchCounts, until isWanted: (History, Violation) -> Bool = { _, _ in true }
    ) -> Result {
        var result = Result()
        var random = SplitMix64(seed: seed ^ 0x5EED)
        var mutator = HistoryMutator(seed: seed, events: eventsEach)
        var corpora = Corpora()
        while result.histories < histories {
            let index = result.histories
            let history = next(index, corpora, &mutator, &random)
            result.histories += 1
            let run = WatchedRun(history, branches, way)
            result.events += UInt64(run.events)
            if let violation = run.violation {
                if isWanted(history, violation) {
                    result.found = Campaign.Found(index: index, history: history, violation: violation)
                    break
                }
                continue
            }
            for number in run.branches {
                corpora.branches.record(number, of: .init(history: history, events: 0), using: &random)
            }
            for (situation, events) in run.situations {
                corpora.situations[situation.view.rawValue].record(
                    situation.number, of: .init(history: history, events: events), using: &random)
            }
        }
        result.branches = corpora.branches.count
        result.situations = corpora.situations.reduce(0) { $0 + $1.count }
        return result
    }

    private struct Corpora {
        var branches = HistoryCorpus()
        /// One corpus for each view. In a shared corpus, a view with many situations would displace the other views.
        var situations = Situation.View.allCases.map { _ in HistoryCorpus() }
    }

    private func next(
        _ index: UInt64, _ corpora: Corpora, _ mutator: inout HistoryMutator, _ random: inout SplitMix64
    ) -> History {
        let drawn = HistoryMaker.history(seed: seed, index: index, events: eventsEach)
        if index % randomEvery == 0 { return drawn }
        let corpus: HistoryCorpus? =
            switch way {
            case .situations: corpora.situations.randomElement(using: &random)
            case .both:
                random.next() % 2 == 0 ? corpora.branches : corpora.situations.randomElement(using: &random)
            }
        guard let corpus, let entry = corpus.pick(using: &random) else { return drawn }
        let other = random.next() % 2 == 0 ? corpus.pick(using: &random)?.history ?? drawn : drawn
        return mutator.mutated(entry.history, keeping: entry.events, other: other)
    }
}

/// The number of runs of each branch of the tested code since the last call of `forget()`.
package protocol BranchCounts {
    func forget()
    /// Calls `body` with each branch that ran and the number of its runs. The number wraps around above 255.
    func each(_ body: (_ branch: Int, _ count: UInt8) -> Void)
}

/// One run of a history. It records the branches that the run reached, and the number of events before each situation.
struct WatchedRun {
    private(set) var violation: Violation?
    private(set) var events = 0
    private(set) var branches: [UInt64] = []
    private(set) var situations: [(situation: Situation, events: Int)] = []

    init(_ history: History, _ counts: any BranchCounts, _ way: GuidedCampaign.Way) {
        var run = CoreRun(history.setting)
        counts.forget()
        violation = history.violation { event throws(Breach) in
            events += 1
            try run.step(event)
            for view in Situation.View.allCases {
                let situation = Situation(view, of: run)
                if !situations.contains(where: { $0.situation == situation }) {
                    situations.append((situation, events))
                }
            }
        }
        if way == .both, violation == nil { counts.each { branches.append(UInt64($0) &* 8 &+ Self.size($1)) } }
    }

    /// Returns the magnitude of a count. Each count up to three is its own magnitude. Larger counts share a magnitude
    /// with all counts in a range.
    private static func size(_ count: UInt8) -> UInt64 {
        switch count {
        case 0...3: UInt64(count)
        case 4...7: 4
        case 8...31: 5
        case 32...127: 6
        default: 7
        }
    }
}
