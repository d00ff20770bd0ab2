import SiderealCore
import SiderealTesting

/// The operators that a process must know: authenticated operators that the process named itself, that have answered
/// any process, or that any process named recently. The names of other operators may lapse.
struct NamedTruth {
    private var own: Set<ExactName> = []
    private var others: [ExactName: ElapsedInstant] = [:]
    private var heard: Set<ExactName> = []
    /// The operators whose answers may count, authenticated or not. They answered this process, or a process whose save
    /// this process has read.
    private(set) var answered: Set<ExactName> = []

    /// The time for which a name counts as recent, which is shorter than the hour after which names lapse.
    private static let shortWhile = Nanoseconds.seconds(3_000)

    /// Adds names of operators. Adds at most `room` new names.
    mutating func name(_ names: [ExactName], room: Int, at now: ElapsedInstant) {
        var room = room
        for name in names {
            if others[name] == nil {
                guard room > 0 else { continue }
                room -= 1
            }
            own.insert(name)
            others[name] = now
        }
    }

    /// Renews the names of the process's own operators. A process names its operators again whenever it reads its
    /// clocks.
    mutating func read(at now: ElapsedInstant) {
        for name in own { others[name] = now }
    }

    /// Records an answer. If the process certainly accepted it, the name of its operator doesn't lapse any more.
    mutating func hear(_ name: ExactName, isCertain: Bool) {
        answered.insert(name)
        if isCertain { heard.insert(name) }
    }

    /// Records a reset of trust.
    mutating func forgetAnswers() { answered = [] }

    /// Adds the operators of a saved record. A record from before a reset adds no answers.
    mutating func join(_ saved: NamedTruth, addingAnswers: Bool = true) {
        others.merge(saved.others) { max($0, $1) }
        heard.formUnion(saved.heard)
        if addingAnswers { answered.formUnion(saved.answered) }
    }

    func known(at now: ElapsedInstant) -> Set<ExactName> {
        let recent = others.filter { now - $0.value < NamedTruth.shortWhile }
        return own.union(recent.keys).union(heard.intersection(others.keys))
    }
}
