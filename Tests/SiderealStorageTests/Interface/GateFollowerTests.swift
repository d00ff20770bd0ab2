import SiderealStorage
import SiderealSystem
import TestSupport
import Testing

@MainActor
@Suite("GateFollower", .timeLimit(Patience.ofATest)) struct GateFollowerTests {
    @Test("a follower opens when its gate opens, and reports one change")
    func opensOnceAndTellsOfIt() async {
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        let (waits, changes) = (Count(), Count())
        let opening = { @Sendable in
            waits.add()
            return await Self.first(openings)
        }
        let follower = GateFollower(isOpen: false, opening: opening) { change in
            changes.add()
            change()
        }
        await until { waits.value == 1 }
        #expect(!follower.isOpen)
        opener.yield(true)
        await until { follower.isOpen }
        #expect(changes.value == 1)
    }

    @Test("a follower of an open gate neither waits nor reports a change")
    func asksNothingOfAGateThatIsOpen() async {
        weak var kept: Count?
        let follower: GateFollower
        do {
            let count = Count()
            kept = count
            follower = GateFollower(
                isOpen: true,
                opening: {
                    count.add()
                    return true
                }
            ) { _ in count.add() }
        }
        #expect(follower.isOpen)
        // No task keeps the objects for a wait.
        #expect(kept == nil)
    }

    @Test("a follower stays closed if the wait for its gate ended without an unlock")
    func staysClosedWhereTheWaitWasGivenUp() async {
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        weak var kept: Count?
        let follower: GateFollower
        do {
            let count = Count()
            kept = count
            follower = GateFollower(isOpen: false, opening: { await Self.first(openings) }) { change in
                count.add()
                change()
            }
        }
        #expect(kept != nil)
        opener.yield(false)
        // The waiting task has ended.
        await until { kept == nil }
        #expect(!follower.isOpen)
    }

    @Test("releasing a follower ends its wait")
    func endsWhenItIsReleased() async {
        let (waits, told) = (Count(), Count())
        let (openings, opener) = AsyncStream.makeStream(of: Bool.self)
        opener.onTermination = { _ in told.add() }
        weak var released: GateFollower?
        do {
            let opening = { @Sendable in
                waits.add()
                return await Self.first(openings)
            }
            let follower = GateFollower(isOpen: false, opening: opening) { $0() }
            released = follower
            await until { waits.value == 1 }
        }
        #expect(released == nil)
        await until { told.value == 1 }
    }

    private nonisolated static func first(_ openings: AsyncStream<Bool>) async -> Bool {
        for await opening in openings { return opening }
        return false
    }
}
