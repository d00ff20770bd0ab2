/// A kind of history that has a description for readers.
package struct Scenario: Sendable {
    /// The name that selects the scenario on a command line.
    package let name: String
    package let title: String
    /// A description of the events, the question, and the reason why simple approaches fail.
    package let story: String
    /// The kind of history for the app's data, or `nil` if the scenario is not about data.
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

    /// Returns the history for a seed. The seed varies lengths, sizes and the platform. Seed 0 gives the standard
    /// history.
    ///
    /// Each launch of the app names the servers that it asks.
    package func history(seed: UInt64 = 0) -> History {
        var dice = ScenarioDice(seed: seed)
        var history = make(&dice)
        let servers = Array(history.setting.servers.indices)
        history.events = history.events.flatMap { event -> [HistoryEvent] in
            if case .launch = event, !servers.isEmpty { [event, .name(servers)] } else { [event] }
        }
        return history
    }

    /// All scenarios, in the order in which to read them.
    package static let all: [Scenario] = clocks + reboots + servers + storage + machines

    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

extension History {
    /// Creates a history of a device whose clock is right at the beginning.
    init(_ setting: HistorySetting, _ events: [HistoryEvent]...) {
        self.init(setting: setting, events: [.correctClock(error: 0)] + events.flatMap { $0 })
    }
}
