import SiderealCore
import SiderealTesting

/// A run of one history with all contestants: the timekeeper and the baselines.
struct Contest {
    /// The state that the baselines have saved on the disk, and the launch that saved the state.
    private struct Notes {
        var baselines = BootContest()
        var lastLaunch: LaunchTruth?
    }

    /// The latest answers of the running contestants to the question about the boot.
    private struct Standing {
        var verdict: BootVerdict
        var truth: BootTruth
        var baselines: [ScenarioRun.Answer]
    }

    private var run: CoreRun
    private var notes = Notes()
    private var backup = Notes()
    private var memory = TimeContest()
    private var snapshot: (notes: Notes, memory: TimeContest, standing: Standing?)?
    private var standing: Standing?

    init(_ setting: HistorySetting) { run = CoreRun(setting, hasExactBootTime: true) }

    var now: TrueInstant { run.truth.now }

    mutating func step(_ event: HistoryEvent) throws(Breach) -> [ScenarioRun.Exchange] {
        try run.step(event)
        for answer in run.received {
            memory.received(server: answer.said, roundTrip: answer.roundTrip, source: answer.source, answer.reading)
        }
        switch event {
        case .launch(_, let isLocked, _): return launch(isLocked: isLocked)
        case .readClocks: return bootAgain() + time()
        case .unlock, .ask: return bootAgain()
        case .backUp: backup = notes
        case .restore: notes = backup
        // This event also damages the baselines' files.
        case .damage, .upgradeRecord: notes.baselines = BootContest()
        case .takeSnapshot: snapshot = (notes, memory, standing)
        case .goBackToSnapshot: if let snapshot { (notes, memory, standing) = snapshot }
        default: break
        }
        return []
    }

    // MARK: - The question of a reboot

    private mutating func launch(isLocked: Bool) -> [ScenarioRun.Exchange] {
        memory.rebootedProcess()
        let launch = LaunchTruth(run.truth, run.setting.identities)
        let machine = run.truth.machine
        // The baselines can't read their files either, and treat the files as missing.
        if isLocked { notes.baselines = BootContest() }
        let truth = notes.lastLaunch.map { BootTruth(from: $0, to: launch) }
        notes.lastLaunch = launch
        let answers = notes.baselines.launch(machine.reading, at: machine.make.model)
        standing = nil
        guard let truth, let verdict else { return time() }
        let theirs = answers.map { name, answer in
            ScenarioRun.Answer(contestant: name, text: answer.text, worth: truth.worth(of: answer))
        }
        standing = Standing(verdict: verdict, truth: truth, baselines: theirs)
        return [exchange(.boot, verdict, truth, theirs)] + time()
    }

    /// Asks the question about the boot again if the timekeeper's answer has changed.
    private mutating func bootAgain() -> [ScenarioRun.Exchange] {
        guard let standing, let verdict,
            verdict.answer != standing.verdict.answer || verdict.certainty != standing.verdict.certainty
        else { return [] }
        self.standing?.verdict = verdict
        return [exchange(.bootAgain, verdict, standing.truth, standing.baselines)]
    }

    /// The verdict that apps see.
    private var verdict: BootVerdict? {
        guard let keeper = run.keeper, let observer = keeper.observers.first else { return nil }
        return keeper.steadyVerdict(for: observer.text)
    }

    private func exchange(
        _ question: ScenarioRun.Question, _ verdict: BootVerdict, _ truth: BootTruth, _ baselines: [ScenarioRun.Answer]
    ) -> ScenarioRun.Exchange {
        let ours = ScenarioRun.Answer(
            contestant: ScenarioRun.ours, text: verdict.text, worth: truth.worth(of: verdict))
        return ScenarioRun.Exchange(question: question, truth: truth.rawValue, answers: [ours] + baselines)
    }

    // MARK: - The question of the time

    private func time() -> [ScenarioRun.Exchange] {
        guard let keeper = run.keeper else { return [] }
        let reading = run.truth.machine.reading
        let trusted = keeper.trust.trusted(at: reading.clockState)
        let ours = ScenarioRun.Answer(
            contestant: ScenarioRun.ours, text: trusted.text(at: now), worth: trusted.worth(at: now))
        let theirs = memory.now(reading).map { name, date in
            ScenarioRun.Answer(
                contestant: name, text: date.map { ($0 - now).asError } ?? "no answer",
                worth: AnswerWorth(date: date, truth: now, within: TrustedTime.close))
        }
        return [ScenarioRun.Exchange(question: .time, truth: now.text, answers: [ours] + theirs)]
    }
}
