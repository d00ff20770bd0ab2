/// A kind of history, as a story that a person can read.
package struct Scenario: Sendable {
    /// What it is called on a command line.
    package let name: String
    package let title: String
    /// What happens, what is asked, and why naive approaches fail.
    package let story: String
    /// What becomes of an app's data in it; nil where that is not the question.
    package let data: LossKind?
    private let make: @Sendable (inout ScenarioDice) -> History

    init(
        _ name: String, _ title: String, data: LossKind? = nil, _ story: String,
        _ make: @escaping @Sendable (inout ScenarioDice) -> History
    ) {
        self.name = name
        self.title = title
        self.story = story
        self.data = data
        self.make = make
    }

    /// The history that a seed gives: lengths, sizes and the platform vary with it; 0 gives the canonical one.
    package func history(seed: UInt64 = 0) -> History {
        var dice = ScenarioDice(seed: seed)
        return make(&dice)
    }

    /// All, in the order in which they are best read.
    package static let all: [Scenario] = clocks + reboots + servers + storage + machines

    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension History {
    /// A device whose clock is right at first, and what happens then.
    init(_ setting: HistorySetting, _ events: [HistoryEvent]...) {
        self.init(setting: setting, events: [.correctClock(error: 0)] + events.flatMap { $0 })
    }
}
