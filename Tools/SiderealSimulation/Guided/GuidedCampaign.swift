import SiderealTesting

/// Looks for histories that break a promise by changing those that did something new.
///
/// Each history that reaches a branch of the core, or a situation of the timekeeper, that none before it reached is
/// kept, and changed later. The same seed gives the same histories, if the branches are the same.
package struct GuidedCampaign {
    /// What counts as new.
    package enum Way: String, Sendable, CaseIterable {
        /// Nothing: all histories are drawn at random, as in a ``Campaign``.
        case random
        /// Nothing, but histories are changed all the same.
        case changes
        case branches
        case situations
        case both
    }

    package var seed: UInt64
    package var histories: UInt64
    package var way: Way
    package var eventsEach = 20
    /// One history in so many is drawn at random.
    package var randomEvery: UInt64 = 4

    package init(seed: UInt64, histories: UInt64, way: Way) {
        self.seed = seed
        self.histories = histories
        self.way = way
    }

    /// What came of it.
    package struct Result {
        package var histories: UInt64 = 0
        package var events: UInt64 = 0
        /// How many branches, each with how often it ran, and how many situations.
        package var branches = 0
        package var situations = 0
        package var found: Campaign.Found?
        /// The first violation that was not looked for.
        package var other: Campaign.Found?
    }

    /// Runs until a violation is found that is looked for.
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
                let found = Campaign.Found(index: index, history: history, violation: violation)
                if isWanted(history, violation) {
                    result.found = found
                    break
                }
                if result.other == nil { result.other = found }
                continue
            }
            for number in run.branches {
                corpora.branches.record(number, of: .init(history: history, events: 0), using: &random)
            }
            for (situation, events) in run.situations {
                corpora.situations[situation.view.rawValue].record(
                    situation.number, of: .init(history: history, events: events), using: &random)
            }
            if way == .changes {
                corpora.all.record(index % 1_024, of: .init(history: history, events: 0), using: &random)
            }
        }
        result.branches = corpora.branches.count
        result.situations = corpora.situations.reduce(0) { $0 + $1.count }
        return result
    }

    private struct Corpora {
        var branches = HistoryCorpus()
        /// One for each view, so that a view with many situations does not starve the others.
        var situations = Situation.View.allCases.map { _ in HistoryCorpus() }
        var all = HistoryCorpus()
    }

    private func next(
        _ index: UInt64, _ corpora: Corpora, _ mutator: inout HistoryMutator, _ random: inout SplitMix64
    ) -> History {
        let drawn = HistoryMaker.history(seed: seed, index: index, events: eventsEach)
        if way == .random || index % randomEvery == 0 { return drawn }
        let corpus: HistoryCorpus? =
            switch way {
            case .random, .changes: corpora.all
            case .branches: corpora.branches
            case .situations: corpora.situations.randomElement(using: &random)
            case .both:
                random.next() % 2 == 0 ? corpora.branches : corpora.situations.randomElement(using: &random)
            }
        guard let corpus, let entry = corpus.pick(using: &random) else { return drawn }
        let other = random.next() % 2 == 0 ? corpus.pick(using: &random)?.history ?? drawn : drawn
        return mutator.mutated(entry.history, keeping: entry.events, other: other)
    }
}

/// How often each branch of the code under test ran since they were forgotten.
package protocol BranchCounts {
    func forget()
    /// Calls with each branch that ran, and how often, at most 255 times; more wraps around.
    func each(_ body: (_ branch: Int, _ count: UInt8) -> Void)
}

/// One history, and what it reached: each feature with how many events lead to it.
struct WatchedRun {
    private(set) var violation: Violation?
    private(set) var events = 0
    private(set) var branches: [UInt64] = []
    private(set) var situations: [(situation: Situation, events: Int)] = []

    init(_ history: History, _ counts: any BranchCounts, _ way: GuidedCampaign.Way) {
        var run = CoreRun(history.setting)
        let watchesBranches = [.branches, .both].contains(way)
        let watchesSituations = [.situations, .both].contains(way)
        counts.forget()
        for (place, event) in history.events.enumerated() {
            events = place + 1
            do throws(Breach) {
                try run.step(event)
            } catch {
                violation = Violation(error.promise, event: place, error.text)
                return
            }
            if watchesSituations {
                for view in Situation.View.allCases {
                    let situation = Situation(view, of: run)
                    if !situations.contains(where: { $0.situation == situation }) {
                        situations.append((situation, events))
                    }
                }
            }
        }
        if watchesBranches { counts.each { branches.append(UInt64($0) &* 8 &+ Self.size($1)) } }
    }

    /// Once, twice, three times, and then by powers of two.
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
