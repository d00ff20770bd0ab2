import Combine
import Phone
import SwiftUI
import TestSupport
import Testing

@MainActor private final class Counter: ObservableObject {
    @Published var number = 0
    @Published var other = 0
    let made: Count
    init(_ made: Count) {
        self.made = made
        made.add()
    }
}

private struct Shown: View {
    @StateObject private var counter: Counter
    private let take: (Counter) -> Void

    init(_ made: Count, _ take: @escaping (Counter) -> Void) {
        _counter = StateObject(wrappedValue: Counter(made))
        self.take = take
    }

    var body: some View {
        take(counter)
        return Text("\(counter.number)")
    }
}

private struct Branch: View {
    let isShown: Bool
    let made: Count
    let take: (Counter) -> Void
    var body: some View { if isShown { Shown(made, take) } else { EmptyView() } }
}

private struct LevelKey: EnvironmentKey { static let defaultValue = 0 }
extension EnvironmentValues {
    fileprivate var level: Int {
        get { self[LevelKey.self] }
        set { self[LevelKey.self] = newValue }
    }
}

private struct Level: View {
    @Environment(\.level) private var level
    var body: some View { Text("\(level)") }
}

extension Stories {
    /// The stand-ins, compared with the documentation of the real modules.
    @Suite @MainActor struct StandIns {
        @Test("a published property notifies before it changes") func aPublishedPropertyTellsBeforeItChanges() {
            let counter = Counter(Count())
            var seen: [Int] = []
            let subscription = counter.objectWillChange.sink { seen.append(counter.number) }
            #expect(counter.objectWillChange === counter.objectWillChange)
            counter.number = 1
            counter.other = 1
            counter.number = 2
            #expect(seen == [0, 1, 1])
            subscription.cancel()
            counter.number = 3
            #expect(seen.count == 3)
        }

        @Test("a state object lives as long as its place in the hierarchy") func aStateObjectLivesAsLongAsItsPlace()
            async throws
        {
            let made = Count()
            var isShown = true
            var last: Counter?
            let host = ViewHost { Branch(isShown: isShown, made: made) { last = $0 } }
            host.evaluateAgain()
            #expect(made.value == 1)
            weak let first = last
            last?.number = 5
            last?.other = 5
            await until { host.texts == ["5"] }
            #expect(host.history == [["0"], ["5"]])
            isShown = false
            host.evaluateAgain()
            last = nil
            #expect(first == nil)
            isShown = true
            host.evaluateAgain()
            #expect(host.texts == ["0"])
            #expect(made.value == 2)
        }

        @Test("the nearest ancestor sets the environment") func theNearestAncestorSetsTheEnvironment() {
            #expect(ViewHost { Level() }.texts == ["0"])
            #expect(ViewHost { Level().environment(\.level, 1).environment(\.level, 2) }.texts == ["1"])
        }
    }
}
