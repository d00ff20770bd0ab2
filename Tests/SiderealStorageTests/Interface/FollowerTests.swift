import SiderealCore
import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

@MainActor
@Suite("StoredFollower", .timeLimit(Patience.ofATest)) struct FollowerTests {
    @Test("a follower without a store stays loading and refuses writes")
    func staysLoadingWithoutAStoreAndWritesNothing() async throws {
        let follower = StoredFollower<Int>()
        follower.follow(.count, in: nil)
        #expect(follower.phase == .loading)
        let error = await #expect(throws: StoreError.self) { try await follower.set(1, whileLocked: .refuse) }
        #expect(error?.cause == .noStore)
        #expect(follower.phase == .loading)
    }

    @Test("a follower forgets at once what it followed before")
    func forgetsAtOnceWhatItFollowedBefore() async throws {
        let first = try StoryDisk().launch()
        let second = try StoryDisk().launch()
        try await first.store.set(1, for: .count)
        try await first.store.set(2, for: .other)
        try await second.store.set(3, for: .count)
        let follower = StoredFollower<Int>()
        var shown: [StoredPhase<Int>] = []
        follower.changing = { _, change in
            change()
            shown.append(follower.phase)
        }
        follower.follow(.count, in: first.store)
        await until { follower.phase == .value(1) }
        follower.follow(.count, in: first.store)
        #expect(follower.phase == .value(1))
        follower.follow(.other, in: first.store)
        #expect(follower.phase == .loading)
        await until { follower.phase == .value(2) }
        follower.follow(.count, in: second.store)
        #expect(follower.phase == .loading)
        await until { follower.phase == .value(3) }
        follower.follow(.count, in: nil)
        #expect(follower.phase == .loading)
        try await first.store.set(4, for: .other)
        try await second.store.set(5, for: .count)
        // Whatever a former source still had to say would come before this.
        follower.follow(.other, in: first.store)
        await until { follower.phase == .value(4) }
        follower.follow(.count, in: second.store)
        await until { follower.phase == .value(5) }
        #expect(shown == [.value(1), .value(2), .value(3), .value(4), .value(5)])
        follower.changing = { $1() }
    }

    @Test("a write to a store no longer followed ends, and sets no write error")
    func aWriteToWhatItNoLongerFollowsEndsAndSaysNothingOfTheNew() async throws {
        let waits = HeldWaits()
        let device = StoryDisk(.beforeFirstUnlock, waits: waits)
        let locked = try device.launch()
        let other = try StoryDisk().launch()
        let follower = StoredFollower<Int>()
        follower.follow(.count, in: locked.store)
        let write = Task { try await follower.set(1, whileLocked: .wait) }
        // The write that was refused has started the retry timer.
        await waits.reached(held: 1)
        follower.follow(.count, in: other.store)
        device.disk.setLock(.unlocked)
        waits.endForGood()
        try await write.value
        #expect(locked.store.read(.count) == .value(1))
        await until { follower.phase == .absent }
        #expect(follower.writeError == nil)
    }
}
