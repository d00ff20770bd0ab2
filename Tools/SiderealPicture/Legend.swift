import Sidereal
import SiderealCore

/// The latest statements about the time. A step gets a mark only if the step changes these statements.
struct Legend {
    private var kind = TrustedTime.Kind.unknown
    private var answer = SystemClockVerdict.Answer.unknown

    mutating func marks(of snapshot: Snapshot, _ draft: Timeline.Draft) -> [Picture.Mark] {
        var marks = snapshot.step.event.map { Legend.marks(of: $0) } ?? []
        if let state = snapshot.state {
            if case .protectedData(let data) = snapshot.step.entry {
                marks.append(Legend.mark(of: data))
            }
            if case .reset = snapshot.step.entry {
                marks.append(
                    .init(kind: .unknown, tone: .notable, headline: "trust forgotten", reason: draft.moment.words))
            }
            marks += state.findings.map { Legend.mark(of: $0) }
            if let news = news(state) { marks.append(news) }
        }
        if let truth = draft.truth, let broken = Legend.broken(snapshot.state?.trusted, truth) { marks.append(broken) }
        return marks
    }

    // MARK: - Findings

    private static func mark(of finding: Timekeeper.Finding) -> Picture.Mark {
        let (headline, reason) = Formatting.describe(finding)
        var mark = Picture.Mark(
            kind: kind(of: finding), tone: headline.tone, headline: headline.text, reason: reason, isFinding: true)
        switch finding {
        case .boot(_, let verdict), .settled(_, let verdict):
            if let certainty = verdict.certainty {
                mark.facts.append(.init(name: "certainty", value: certainty == .proven ? "proven" : "probable"))
            }
            if verdict.evidence != .noEvidence {
                mark.facts.append(.init(name: "evidence", value: Formatting.evidence(verdict.evidence)))
            }
            if let step = verdict.clockStepNanoseconds {
                mark.facts.append(.init(name: "clock step", value: Formatting.step(step)))
            }
        case .clockStepped(let step, _):
            mark.reason = "The wall clock was set since it was last read in this launch."
            mark.facts.append(.init(name: "clock step", value: Formatting.step(step)))
        case .clockFault, .elapsedClockWrong, .rejected, .floorReplaced: break
        }
        return mark
    }

    private static func kind(of finding: Timekeeper.Finding) -> Picture.Mark.Kind {
        switch finding {
        case .boot(_, let verdict), .settled(_, let verdict):
            switch verdict.answer {
            case .firstObservation: .first
            case .sameBoot: .same
            case .rebooted: .rebooted
            case .indeterminate: .open
            case .unavailable, .damaged: .alarm
            }
        case .clockStepped(let step, _): step > .zero ? .forward : .back
        case .clockFault, .elapsedClockWrong: .alarm
        case .rejected: .rejected
        case .floorReplaced: .replaced
        }
    }

    // MARK: - Knowledge of the time

    /// Returns a mark if the statements about the time have changed.
    private mutating func news(_ state: JournalReplay.State) -> Picture.Mark? {
        guard state.boot != nil, state.trusted.kind != kind || state.systemClock.answer != answer else { return nil }
        let isAnswerNew = state.systemClock.answer != answer
        (kind, answer) = (state.trusted.kind, state.systemClock.answer)
        let clock = Formatting.describe(state.systemClock)
        return Picture.Mark(
            kind: isAnswerNew ? Legend.kind(of: answer) : Legend.kind(of: kind),
            tone: isAnswerNew ? clock.tone : kind == .bounded ? .good : .plain, headline: "system clock: " + clock.text,
            reason: "True time: " + Formatting.describe(state.trusted) + ".",
            facts: state.trusted.kind == .unknown
                ? [] : [.init(name: "rests on", value: Legend.basis(state.trusted))])
    }

    private static func basis(_ trusted: TrustedTime) -> String {
        let sources = trusted.isAuthenticated ? "authenticated sources" : "unauthenticated sources"
        let support = trusted.isCorroborated ? "corroborated" : Formatting.support(trusted)
        return trusted.kind == .bounded ? sources + (support.map { ", " + $0 } ?? "") : sources
    }

    private static func kind(of answer: SystemClockVerdict.Answer) -> Picture.Mark.Kind {
        switch answer {
        case .agrees: .agrees
        case .ahead: .ahead
        case .behind: .behind
        case .unknown: .unknown
        }
    }

    private static func kind(of kind: TrustedTime.Kind) -> Picture.Mark.Kind {
        switch kind {
        case .bounded: .bounded
        case .atLeast: .atLeast
        case .unknown: .unknown
        }
    }

    /// Returns a mark if the bounds exclude the true time. Such bounds are a defect of the library.
    private static func broken(_ trusted: TrustedTime?, _ truth: TrueInstant) -> Picture.Mark? {
        guard let trusted else { return nil }
        let isLate = trusted.earliest.map { $0 > truth } ?? false
        let isEarly = trusted.latest.map { $0 < truth } ?? false
        guard isLate || isEarly else { return nil }
        return Picture.Mark(
            kind: .broken, tone: .bad, headline: "the bounds exclude the truth",
            reason: "Bounds: \(Formatting.describe(trusted)). True time: \(Formatting.exactDate(truth)).")
    }

    // MARK: - Facts from a simulator

    private static func mark(of data: ProtectedDataState) -> Picture.Mark {
        switch data {
        case .locked: .init(kind: .locked, tone: .plain, headline: "locked", reason: "Protected data can't be read.")
        case .available:
            .init(kind: .unlocked, tone: .plain, headline: "unlocked", reason: "Protected data are available.")
        }
    }

    private static func marks(of event: PictureEvent) -> [Picture.Mark] {
        switch event {
        case .off, .slept: []
        case .locked: [mark(of: .locked)]
        case .unlocked: [mark(of: .available)]
        case .clockSet(let step):
            [
                .init(
                    kind: step > .zero ? .forward : .back, tone: .plain,
                    headline: "the clock is set \(Formatting.step(step))",
                    reason: "The simulation reports this event, even if no app noticed it.")
            ]
        case .launched(let name, let isEarly):
            [
                .init(
                    kind: isEarly ? .early : .launch, tone: isEarly ? .notable : .plain,
                    headline: (isEarly ? "early launch of " : "launch of ") + Formatting.visible(name),
                    reason: isEarly ? "The system starts the process before the first unlock." : "")
            ]
        case .killed: [.init(kind: .killed, tone: .plain, headline: "the process is killed")]
        case .remark(let text): [.init(kind: .remark, tone: .plain, headline: Formatting.visible(text))]
        }
    }
}
