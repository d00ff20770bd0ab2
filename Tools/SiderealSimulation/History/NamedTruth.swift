import SiderealCore
import SiderealTesting

/// The authenticated operators that a process must know: operators that the process named itself, operators that have
/// answered any process, and operators that any process named recently. The names of other operators may lapse.
struct NamedTruth {
    private var own: Set<ExactName> = []
    private var others: [ExactName: ElapsedInstant] = [:]
    private var heard: Set<ExactName> = []

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

    mutating func hear(_ name: ExactName) { heard.insert(name) }

    /// Adds the operators of a saved record.
    mutating func join(_ saved: NamedTruth) {
        others.merge(saved.others) { max($0, $1) }
        heard.formUnion(saved.heard)
    }

    func known(at now: ElapsedInstant) -> Set<ExactName> {
        let recent = others.filter { now - $0.value < NamedTruth.shortWhile }
        return own.union(recent.keys).union(heard.intersection(others.keys))
    }
}
