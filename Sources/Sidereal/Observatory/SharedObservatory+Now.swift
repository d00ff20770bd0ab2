import SiderealCore
import SiderealSystem

/// What was trusted when the timekeeper was last told something. It is carried on while the device is awake.
struct TrustAtInput: Sendable {
    /// Which input it was.
    var input: UInt64 = 0
    /// The sleep that was known of then.
    var known = ClockState(elapsed: ElapsedInstant(nanoseconds: 0), slept: .zero, suspendMark: nil)
    var elapsed = ElapsedInstant(nanoseconds: 0)
    var trusted = TrustedTime.unknown
}

/// What most callers accept.
enum CommonQuestion {
    /// They do not say: all that is believed.
    case believed
    /// `Acceptance.standard`.
    case usual
    /// `Acceptance.provenOnly`.
    case proven

    init?(_ accepting: Acceptance?) {
        switch accepting {
        case nil: self = .believed
        case .some(.standard): self = .usual
        case .some(.provenOnly): self = .proven
        case .some: return nil
        }
    }
}

extension SharedObservatory.State {
    func trust(_ question: CommonQuestion) -> TrustAtInput {
        switch question {
        case .believed: believed
        case .usual: usual
        case .proven: proven
        }
    }
}

/// What was trusted a moment ago, for whoever asks again.
struct TrustedLately: Sendable, BitwiseCopyable {
    /// The last input that it takes into account.
    var input: UInt64
    var trusted: TrustedTime
    /// Before `trusted` was true.
    var before: ClockGlance
    /// For how long it is carried on, by the elapsed clock.
    var longest: Int64

    /// How long a look at all clocks may take.
    static let longestLook: Int64 = 10_000

    func isNewer(than other: TrustedLately) -> Bool {
        (input, before.shown) > (other.input, other.before.shown)
    }

    /// The same, carried on to another glance; nil where that is too far away.
    func carried(to now: ClockGlance, drift: Rate) -> TrustedTime? {
        guard let span = now.span(since: before), span.atMost <= longest else { return nil }
        let least = Nanoseconds(max(0, span.atLeast - TrustedLately.longestLook))
        return trusted.carried(over: least, to: Nanoseconds(span.atMost), drift: drift)
    }
}

/// What was trusted a moment ago, read without a lock.
struct TrustedLatelyCell: Sendable {
    private static let wordCount = (MemoryLayout<TrustedLately>.size + 7) / 8
    private let words = SequenceLock(count: wordCount)

    /// What was trusted a moment ago, if `input` is the latest.
    func value(input: UInt64) -> TrustedLately? {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: TrustedLatelyCell.wordCount) { copy in
            guard let start = copy.baseAddress, words.read(into: start), start[0] == input, input > 0 else {
                return nil
            }
            return UnsafeRawPointer(start).load(as: TrustedLately.self)
        }
    }

    /// Keeps what is there if it is newer: whoever was held up since it looked would take `earliest` back.
    func replace(_ value: TrustedLately) {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: TrustedLatelyCell.wordCount) { copy in
            copy.initialize(repeating: 0)
            UnsafeMutableRawBufferPointer(copy).storeBytes(of: value, as: TrustedLately.self)
            guard let start = copy.baseAddress else { return }
            words.replace(by: start) { UnsafeRawPointer($0).load(as: TrustedLately.self).isNewer(than: value) }
        }
    }
}

/// One cell for each common question.
struct TrustedLatelyCells: Sendable {
    /// Counts what the timekeeper was told, from one.
    let inputs = SharedCount()
    let believed = TrustedLatelyCell()
    let usual = TrustedLatelyCell()
    let proven = TrustedLatelyCell()
}

extension SharedObservatory {
    /// What is known of the true time now.
    ///
    /// Whoever asks again within milliseconds gets what was true then, carried on by one clock. Else all clocks that it
    /// takes are read, outside of the lock, which is held only to copy what was known at the latest input.
    func trusted(_ accepting: Acceptance?) -> TrustedTime {
        guard let question = CommonQuestion(accepting) else { return trustedLookingAgain(accepting) }
        let glance = device.clocks.glance()
        if let glance, let trusted = quickly(question, at: glance) { return trusted }
        return awake(question, since: glance) ?? trustedLookingAgain(accepting)
    }

    /// What was trusted a moment ago, carried on by one clock. Nothing here takes a lock, or counts references.
    private func quickly(_ question: CommonQuestion, at now: ClockGlance) -> TrustedTime? {
        let input = lately.inputs.count
        let recent =
            switch question {
            case .believed: lately.believed.value(input: input)
            case .usual: lately.usual.value(input: input)
            case .proven: lately.proven.value(input: input)
            }
        return recent?.carried(to: now, drift: device.model.drift)
    }

    /// What was trusted at the latest input, carried on; nil where the device has slept since.
    private func awake(_ question: CommonQuestion, since before: ClockGlance?) -> TrustedTime? {
        let last = state.withLock { $0.trust(question) }
        guard let now = stateNow(since: last.known) else { return nil }
        let trusted = last.trusted.carried(over: now.elapsed - last.elapsed, drift: device.model.drift)
        // For whoever asks again soon; so briefly that no bounds get wider by more than the 64th part.
        if let before, let look = device.clocks.glance()?.span(since: before), look.atMost <= TrustedLately.longestLook
        {
            let part = before.isSlewed ? (trusted.width?.count ?? .max) / 64 : .max
            let moment = TrustedLately(
                input: last.input, trusted: trusted, before: before, longest: min(part, ClockGlance.longest))
            switch question {
            case .believed: lately.believed.replace(moment)
            case .usual: lately.usual.replace(moment)
            case .proven: lately.proven.replace(moment)
            }
        }
        return trusted
    }

    /// After a look at all clocks, where the device has slept.
    private func trustedLookingAgain(_ accepting: Acceptance?) -> TrustedTime {
        defer { saveIfWanted() }
        return state.withLock { state in
            guard let now = clockState(&state) else { return .unknown }
            guard let accepting else { return state.trust.trusted(at: now) }
            return state.trust.trusted(at: now, accepting: accepting)
        }
    }

    /// The clocks now; nil where the device has slept since a state, or they cannot be read.
    func stateNow(since known: ClockState) -> ClockState? {
        guard let now = try? device.clocks.state(slept: known.slept), !known.hasSlept(until: now) else { return nil }
        return now
    }
}
