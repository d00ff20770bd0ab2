import SiderealCore
import SiderealTesting

/// Whom a process has to know of those that prove who they are: its own, and those of others whom somebody heard, or
/// named a short while ago. Names that nobody hears or names any more may lapse.
struct NamedTruth {
    private var own: Set<ExactName> = []
    private var others: [ExactName: ElapsedInstant] = [:]
    private var heard: Set<ExactName> = []

    /// Less than the hour after which they lapse.
    private static let shortWhile = Nanoseconds.seconds(3_000)

    /// No more than there is room for are taken.
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

    /// The process reads its clocks: it still names whom it named.
    mutating func read(at now: ElapsedInstant) {
        for name in own { others[name] = now }
    }

    mutating func hear(_ name: ExactName) { heard.insert(name) }

    /// Takes over whom a record knows.
    mutating func join(_ saved: NamedTruth) {
        others.merge(saved.others) { max($0, $1) }
        heard.formUnion(saved.heard)
    }

    func known(at now: ElapsedInstant) -> Set<ExactName> {
        let recent = others.filter { now - $0.value < NamedTruth.shortWhile }
        return own.union(recent.keys).union(heard.intersection(others.keys))
    }
}
