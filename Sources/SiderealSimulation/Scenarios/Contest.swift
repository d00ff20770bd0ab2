import SiderealCore
import SiderealTesting

/// A history that all contestants live through: the timekeeper, and the baselines beside it.
struct Contest {
    /// What the baselines keep on the disk, and what they should remember of it.
    private struct Notes {
        var boots: [any BootBaseline] = Baselines.boot.map { $0.init() }
        var lastLaunch: LaunchTruth?
    }

    /// What was last said of the boot by those who run.
    private struct Standing {
        var verdict: BootVerdict
        var truth: BootTruth
        var baselines: [ScenarioRun.Answer]
    }

    private var run: CoreRun
    private var notes = Notes()
    private var backup = Notes()
    private var memory: [any TimeBaseline] = Baselines.time.map { $0.init() }
    private var snapshot: (notes: Notes, memory: [any TimeBaseline], standing: Standing?)?
    private var standing: Standing?

    init(_ setting: HistorySetting) { run = CoreRun(setting) }

    var now: TrueInstant { run.truth.now }

    mutating func step(_ event: HistoryEvent) throws(Breach) -> [ScenarioRun.Exchange] {
        try run.step(event)
        for answer in run.heard {
            for index in memory.indices {
                memory[index].heard(
                    server: answer.said, roundTrip: answer.roundTrip, source: answer.source, answer.reading)
            }
        }
        switch event {
        case .launch(_, let isLocked): return launch(isLocked: isLocked)
        case .look: return bootAgain() + time()
        case .unlock, .ask: return bootAgain()
        case .backUp: backup = notes
        case .restore: notes = backup
        // Their files are no better than ours.
        case .damage: notes.boots = Notes().boots
        case .takeSnapshot: snapshot = (notes, memory, standing)
        case .goBackToSnapshot: if let snapshot { (notes, memory, standing) = snapshot }
        default: break
        }
        return []
    }

    // MARK: - Did it reboot?

    private mutating func launch(isLocked: Bool) -> [ScenarioRun.Exchange] {
        for index in memory.indices { memory[index].rebootedProcess() }
        let launch = LaunchTruth(run.truth)
        let (reading, model) = (run.truth.machine.reading, run.truth.machine.make.model)
        // What they saved cannot be read either, and is taken for missing.
        if isLocked { notes.boots = Notes().boots }
        let truth = notes.lastLaunch.map { BootTruth(from: $0, to: launch) }
        notes.lastLaunch = launch
        var answers: [ScenarioRun.Answer] = []
        for index in notes.boots.indices {
            let answer = notes.boots[index].launch(reading, at: model)
            guard let truth else { continue }
            answers.append(
                ScenarioRun.Answer(
                    contestant: type(of: notes.boots[index]).name, text: answer.text,
                    judgement: truth.judges(answer) ? .right : .wrong))
        }
        standing = nil
        guard let truth, let verdict else { return time() }
        standing = Standing(verdict: verdict, truth: truth, baselines: answers)
        return [exchange(.boot, verdict, truth, answers)] + time()
    }

    /// Asked anew where ours has something else to say.
    private mutating func bootAgain() -> [ScenarioRun.Exchange] {
        guard let standing, let verdict,
            verdict.answer != standing.verdict.answer || verdict.certainty != standing.verdict.certainty
        else { return [] }
        self.standing?.verdict = verdict
        return [exchange(.bootAgain, verdict, standing.truth, standing.baselines)]
    }

    private var verdict: BootVerdict? {
        guard let keeper = run.keeper, let observer = keeper.observers.first else { return nil }
        return keeper.verdict(for: observer)
    }

    private func exchange(
        _ question: ScenarioRun.Question, _ verdict: BootVerdict, _ truth: BootTruth, _ baselines: [ScenarioRun.Answer]
    ) -> ScenarioRun.Exchange {
        let ours = ScenarioRun.Answer(
            contestant: ScenarioRun.ours, text: verdict.text, judgement: truth.judges(verdict),
            isProven: verdict.isProven)
        return ScenarioRun.Exchange(question: question, truth: truth.rawValue, answers: [ours] + baselines)
    }

    // MARK: - What time is it?

    private func time() -> [ScenarioRun.Exchange] {
        guard let keeper = run.keeper else { return [] }
        let reading = run.truth.machine.reading
        let trusted = keeper.trust.trusted(at: reading.clockState)
        let ours = ScenarioRun.Answer(
            contestant: ScenarioRun.ours, text: trusted.text(at: now), judgement: trusted.judgement(at: now))
        let theirs = memory.map { baseline in
            let error = baseline.now(reading).map { $0 - now }
            return ScenarioRun.Answer(
                contestant: type(of: baseline).name, text: error?.asError ?? "unknown",
                judgement: error.map { $0.magnitude <= TrustedTime.close ? .right : .wrong } ?? .cannotTell)
        }
        return [ScenarioRun.Exchange(question: .time, truth: now.text, answers: [ours] + theirs)]
    }
}
