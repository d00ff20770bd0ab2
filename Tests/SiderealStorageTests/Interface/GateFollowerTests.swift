import SiderealStorage
import SiderealSystem
import TestSupport
import Testing

@MainActor
@Suite("GateFollower", .timeLimit(Patience.ofATest)) struct GateFollowerTests {
    @Test("a follower opens with its gate, and reports one change")
    func opensOnceAndTellsOfIt() async {
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        let changes = Count()
        let follower = GateFollower(isOpen: false, opening: { await Self.first(openings) }) { change in
            changes.add()
            change()
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(!follower.isOpen)
        opener.yield(true)
        await until { follower.isOpen }
        #expect(changes.value == 1)
    }

    @Test("a follower of an open gate neither waits nor reports a change")
    func asksNothingOfAGateThatIsOpen() async {
        let told = Count()
        let follower = GateFollower(
            isOpen: true,
            opening: {
                told.add()
                return true
            }
        ) { _ in told.add() }
        for _ in 0..<100 { await Task.yield() }
        #expect(follower.isOpen)
        #expect(told.value == 0)
    }

    @Test("a follower stays closed if its wait was given up")
    func staysClosedWhereTheWaitWasGivenUp() async {
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        let follower = GateFollower(isOpen: false, opening: { await Self.first(openings) }) { $0() }
        opener.yield(false)
        for _ in 0..<1000 { await Task.yield() }
        #expect(!follower.isOpen)
    }

    @Test("a released follower ends its wait")
    func endsWhenItIsReleased() async {
        let told = Count()
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        opener.onTermination = { _ in told.add() }
        weak var released: GateFollower?
        do {
            let follower = GateFollower(isOpen: false, opening: { await Self.first(openings) }) { $0() }
            released = follower
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(released == nil)
        await until { told.value == 1 }
    }

    private nonisolated static func first(_ openings: AsyncStream<Bool>) async -> Bool {
        for await opening in openings { return opening }
        return false
    }
}
