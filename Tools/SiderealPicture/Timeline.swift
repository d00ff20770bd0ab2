import Sidereal
import SiderealCore

/// The steps of a history in order. Each step has its time, its boot and its readings of the clocks.
struct Timeline {
    /// A moment without errors, because the zero of its boot's errors is not yet known.
    struct Draft {
        var moment: Picture.Moment
        /// The value of the elapsed clock at the step. If the step contains no reading, the expected value.
        var elapsed: ElapsedInstant
        var truth: TrueInstant?
        var wall: WallInstant?
        /// The amount by which the wall clock was set at this moment.
        var step = Nanoseconds.zero
        var trustedBefore: TrustedTime?
        var trusted: TrustedTime?
        var claim: Claim?
        /// A Boolean value that indicates whether the timekeeper found its previous bounds to be wrong at this moment.
        var replacesTrust = false
    }

    /// The bounds that a server's own answer gives.
    struct Claim {
        var earliest: TrueInstant?
        var latest: TrueInstant?
        var isRejected: Bool
    }

    private static let launchWords = "A process starts."
    private let isTruthKnown: Bool
    private let settled: [Int: BootVerdict]
    private var boots: [(boot: Picture.Boot, drafts: [Draft])] = []
    /// The journal lines of a launch that have no time yet. The timeline gives them the time of the launch's first
    /// reading.
    private var waiting: [Snapshot] = []
    /// The launches that the drawing shows at the next moment.
    private var leads: [(line: Int?, words: String)] = []
    /// The latest reading of the elapsed clock in this boot.
    private var lastRead: ElapsedInstant?
    private var isOff = false
    private var offUntil: TrueInstant?
    private var wentOff: TrueInstant?
    private var last: Draft?
    /// The sum of the wall clock's steps since its last reading that a simulator reported.
    private var reportedStep = Nanoseconds.zero
    private var lastModel: ClockModel?
    private var slept: Nanoseconds?
    private var lock: Picture.Lock?
    private var identity: BootIdentity?
    private var said = Legend()

    init(isTruthKnown: Bool, settled: [Int: BootVerdict]) {
        self.isTruthKnown = isTruthKnown
        self.settled = settled
    }

    /// The boots to draw. If a launch has no reading, its lines belong to the last boot.
    var finished: [Picture.Boot] {
        var rest = self
        rest.placeRest()
        if rest.isOff, !rest.boots.isEmpty { rest.boots[rest.boots.count - 1].boot.endsOff = true }
        var references: [Nanoseconds?] = []
        var finished = rest.boots.map { boot, drafts in
            let (drawn, estimate) = Picture.Boot.drawn(boot, drafts, isTruthKnown: isTruthKnown)
            references.append(estimate)
            return drawn
        }
        for index in finished.indices.dropFirst() {
            guard case .rebooted = finished[index].beginning, let before = references[index - 1],
                let after = references[index], let end = rest.boots[index - 1].drafts.last,
                let start = rest.boots[index].drafts.first
            else { continue }
            let unseen =
                (after + Nanoseconds(start.elapsed.nanoseconds)) - (before + Nanoseconds(end.elapsed.nanoseconds))
            if unseen > .zero { finished[index].beginning = .rebooted(about: unseen) }
        }
        return finished
    }

    // MARK: - One step

    mutating func follow(_ snapshot: Snapshot) {
        lastModel = snapshot.model
        if snapshot.step.truth == nil, snapshot.isLaunch || (!waiting.isEmpty && snapshot.elapsed == nil) {
            waiting.append(snapshot)
            return
        }
        let instant = snapshot.elapsed ?? expected(snapshot)
        if let beginning = beginning(of: snapshot, at: instant) { begin(beginning, snapshot) }
        placeWaiting(at: instant)
        if snapshot.isOnlyLaunch {
            leads.append((snapshot.line, Timeline.launchWords))
        } else {
            place(snapshot, at: instant)
        }
    }

    /// Returns the expected value of the elapsed clock at a step without a reading.
    private func expected(_ snapshot: Snapshot) -> ElapsedInstant {
        guard let last else { return ElapsedInstant(nanoseconds: 0) }
        guard let truth = snapshot.step.truth, let before = last.truth else { return last.elapsed }
        return last.elapsed + (truth - before).orZero
    }

    /// Returns how a boot begins if a new boot begins at the step, or `nil` if the current boot continues.
    private func beginning(of snapshot: Snapshot, at instant: ElapsedInstant) -> Picture.Boot.Beginning? {
        guard let current = boots.last else { return .first }
        guard !current.drafts.isEmpty else { return nil }
        if isOff {
            guard let wentOff, let until = offUntil ?? snapshot.step.truth else { return .rebooted(about: nil) }
            return .off((until - wentOff).orZero)
        }
        guard case .reading(_, let read) = snapshot.step.entry else { return nil }
        let hasFallen = lastRead.map { instant < $0 - .seconds(1) } ?? false
        if snapshot.state?.findings.contains(.clockFault) == true { return hasFallen ? .fault : nil }
        let isOther = identity.flatMap { before in read.map { $0 != before } } ?? false
        if isTruthKnown { return hasFallen || isOther ? .rebooted(about: nil) : nil }
        guard let verdict = snapshot.line.flatMap({ settled[$0] }) else { return hasFallen ? .fault : nil }
        switch verdict.answer {
        case .sameBoot: return hasFallen ? .perhaps : nil
        case .rebooted: return .rebooted(about: nil)
        case .indeterminate, .firstObservation, .unavailable, .damaged: return .perhaps
        }
    }

    private mutating func begin(_ beginning: Picture.Boot.Beginning, _ snapshot: Snapshot) {
        boots.append(
            (Picture.Boot(number: boots.count + 1, beginning: beginning, platform: snapshot.model.platform), []))
        isOff = false
        last = nil
        lastRead = nil
        reportedStep = .zero
        slept = nil
        lock = nil
        identity = nil
    }

    private mutating func placeWaiting(at instant: ElapsedInstant) {
        let snapshots = waiting
        waiting = []
        for snapshot in snapshots {
            if snapshot.isOnlyLaunch {
                leads.append((snapshot.line, Timeline.launchWords))
            } else {
                if boots.isEmpty { begin(.first, snapshot) }
                place(snapshot, at: instant)
            }
        }
    }

    /// Adds the lines and launches that have no time yet to the last boot.
    private mutating func placeRest() {
        placeWaiting(at: last?.elapsed ?? ElapsedInstant(nanoseconds: 0))
        guard !leads.isEmpty, let model = lastModel else { return }
        var snapshot = Snapshot(step: PictureStep(nil, truth: last?.truth), model: model)
        snapshot.line = nil
        if boots.isEmpty { begin(.first, snapshot) }
        place(snapshot, at: last?.elapsed ?? ElapsedInstant(nanoseconds: 0))
    }

    private mutating func place(_ snapshot: Snapshot, at instant: ElapsedInstant) {
        guard !boots.isEmpty else { return }
        let boot = boots.count - 1
        let earliest = isTruthKnown ? instant : last?.elapsed ?? instant
        var draft = Draft(moment: Picture.Moment(), elapsed: max(instant, earliest))
        draft.truth = snapshot.step.truth.map { max($0, last?.truth ?? $0) }
        let passed = passed(to: draft)
        draft.moment.line = snapshot.line
        draft.moment.offset = (last?.moment.offset ?? .zero) + passed
        draft.wall = last?.wall.map { $0 + passed }
        draft.trustedBefore = last?.trusted.map { $0.carried(over: passed, drift: snapshot.model.drift) }
        draft.trusted = draft.trustedBefore
        draft.moment.lead = leads
        draft.moment.isLaunch = !leads.isEmpty
        leads = []
        take(snapshot, &draft)
        if case .reading(let reading, _) = snapshot.step.entry, boots[boot].boot.uptime == nil {
            boots[boot].boot.platform = snapshot.model.platform
            boots[boot].boot.uptime = snapshot.model.timeSinceBoot(reading).orZero
        }
        draft.moment.lock = lock
        draft.moment.marks += said.marks(of: snapshot, draft)
        boots[boot].drafts.append(draft)
        last = draft
    }

    private func passed(to draft: Draft) -> Nanoseconds {
        guard let last else { return .zero }
        if let truth = draft.truth, let before = last.truth { return (truth - before).orZero }
        return (draft.elapsed - last.elapsed).orZero
    }

    // MARK: - The content of a step

    private mutating func take(_ snapshot: Snapshot, _ draft: inout Draft) {
        if let event = snapshot.step.event { take(event, &draft) }
        guard let entry = snapshot.step.entry, let state = snapshot.state else { return }
        switch entry {
        case .launch:
            draft.moment.words = Timeline.launchWords
            draft.moment.isLaunch = true
        case .reading(let reading, let current):
            draft.moment.isReading = true
            draft.moment.words = "All clocks are read; the wall clock shows \(Formatting.date(reading.wall.asShown))."
            draft.wall = reading.wall
            let grown = slept.map { (reading.slept - $0).orZero } ?? .zero
            // A smaller difference does not show a sleep, because it can arise from reading the clocks one after the
            // other.
            if grown > .milliseconds(100), !isTruthKnown { draft.moment.asleep = grown }
            slept = reading.slept
            lastRead = reading.elapsed
            if let current { identity = current }
            // The picture draws a reported step at the time of its report, so this moment shows only the other steps.
            let noticed = state.findings.reduce(.zero) { $0 + ($1.clockStep ?? .zero) }
            if noticed != .zero { draft.step = noticed - reportedStep }
            reportedStep = .zero
            draft.trusted = state.trusted
        case .sample(let sample):
            draft.moment.words = Timeline.words(of: sample)
            draft.claim = Claim(
                earliest: sample.earliest,
                latest: sample.latest.map { $0 + (sample.received - sample.sent).orZero }, isRejected: false)
            if state.findings.contains(where: { $0.isRejection }) { draft.claim?.isRejected = true }
            draft.trusted = state.trusted
            draft.replacesTrust = state.findings.contains(.floorReplaced)
        case .sources(let sources):
            let names = sources.map { Formatting.visible($0.shownName) }.joined(separator: ", ")
            draft.moment.words = "The app names its sources: \(names)."
            draft.trusted = state.trusted
        case .protectedData(let data):
            draft.moment.words = data == .locked ? "Protected data are locked." : "Protected data are available."
            lock = data == .locked ? .locked : .unlocked
        case .reset:
            draft.moment.words = "The app forgets all trusted time."
            draft.trusted = state.trusted
        }
    }

    private mutating func take(_ event: PictureEvent, _ draft: inout Draft) {
        switch event {
        case .off(let until):
            isOff = true
            wentOff = draft.truth
            offUntil = until
            draft.moment.words = "The device turns off."
        case .slept(let span):
            draft.moment.asleep = span.orZero
            draft.moment.words = "The device wakes up after \(Formatting.length(span))."
        case .locked: lock = .locked
        case .unlocked: lock = .unlocked
        case .clockSet(let step):
            draft.step = step
            draft.wall = draft.wall.map { $0 + step }
            reportedStep = reportedStep + step
        case .launched(_, let isEarly):
            if isEarly {
                nothingWasUnlocked()
                lock = .beforeFirstUnlock
            }
        case .killed, .remark: break
        }
    }

    /// Marks the device as locked from the start of the boot until its first unlock.
    private mutating func nothingWasUnlocked() {
        guard let boot = boots.indices.last else { return }
        for index in boots[boot].drafts.indices where boots[boot].drafts[index].moment.lock == nil {
            boots[boot].drafts[index].moment.lock = .beforeFirstUnlock
        }
    }

    private static func words(of sample: TimeSample) -> String {
        let trust = sample.isAuthenticated ? "" : ", unauthenticated,"
        let name = (sample.source.isEmpty ? "A source without a name" : Formatting.visible(sample.source)) + trust
        // The latest end is valid when the request leaves, so this line converts it to the arrival of the answer.
        let latest = sample.latest.map { $0 + (sample.received - sample.sent).orZero }
        guard Bounds(sample.earliest, sample.latest) != nil, let bounds = Bounds(sample.earliest, latest) else {
            return "\(name) sends impossible bounds."
        }
        return Formatting.dates(bounds).map { "\(name) sends \($0)." } ?? "\(name) sends no bounds."
    }
}

extension Snapshot {
    fileprivate var isLaunch: Bool {
        if case .launch = step.entry { true } else { false }
    }

    /// A Boolean value that indicates whether the step contains only the start of a process.
    fileprivate var isOnlyLaunch: Bool { isLaunch && step.event == nil }

    /// The value of the elapsed clock in the entry, or `nil` if the entry contains no such value.
    fileprivate var elapsed: ElapsedInstant? {
        switch step.entry {
        case .reading(let reading, _): reading.elapsed
        case .sample(let sample): sample.received
        case .launch, .sources, .protectedData, .reset, nil: nil
        }
    }
}

extension WallInstant {
    /// A true time with the same number of nanoseconds, to be formatted as a date.
    var asShown: TrueInstant { TrueInstant(nanoseconds: nanoseconds) }
}

extension Timekeeper.Finding {
    /// The step of the wall clock that the finding reports, or `nil` if the finding reports no step.
    fileprivate var clockStep: Nanoseconds? {
        switch self {
        case .boot(_, let verdict): verdict.clockStepNanoseconds
        case .clockStepped(let step, _): step
        case .settled, .clockFault, .elapsedClockWrong, .rejected, .floorReplaced: nil
        }
    }

    fileprivate var isRejection: Bool {
        if case .rejected = self { true } else { false }
    }
}
