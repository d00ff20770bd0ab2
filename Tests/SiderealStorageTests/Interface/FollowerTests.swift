import SiderealBase
import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

@MainActor
@Suite("StoredFollower", .timeLimit(Patience.ofATest)) struct FollowerTests {
    @Test("a follower whose store can't be opened stays unavailable and refuses writes")
    func refusesWritesWithoutAStore() async throws {
        let failure = StoreError(.directoryUnusable, "there is no directory")
        let follower = StoredFollower<Int>()
        follower.follow(.failure(failure))
        #expect(follower.reading == .unavailable(.unreadable(errno: 2)))
        #expect(follower.writeError == failure)
        await #expect(throws: failure) { try await follower.set(1, whileLocked: .refuse) }
        #expect(follower.reading == .unavailable(.unreadable(errno: 2)))
        let app = try StoryDisk().launch()
        follower.follow(.success(.store(app.store, .count)))
        await until { follower.reading == .absent }
        #expect(follower.writeError == nil)
    }

    @Test("a follower without a store refuses writes")
    func refusesWritesBeforeItFollows() async throws {
        let follower = StoredFollower<Int>()
        let error = await #expect(throws: StoreError.self) { try await follower.set(1, whileLocked: .refuse) }
        #expect(error?.unavailability == .notReadYet)
    }

    @Test("a follower drops its former value at once")
    func forgetsAtOnceWhatItFollowedBefore() async throws {
        let first = try StoryDisk().launch()
        let second = try StoryDisk().launch()
        try await first.store.set(1, for: .count)
        try await first.store.set(2, for: .other)
        try await second.store.set(3, for: .count)
        let follower = StoredFollower<Int>()
        var shown: [ProtectedReading<Int>] = []
        follower.changing = { _, change in
            change()
            shown.append(follower.reading)
        }
        follower.follow(.success(.store(first.store, .count)))
        await until { follower.reading == .value(1) }
        follower.follow(.success(.store(first.store, .count)))
        #expect(follower.reading == .value(1))
        follower.follow(.success(.store(first.store, .other)))
        // The process's remembered value of the new source, at once.
        #expect(follower.reading == .value(2))
        follower.follow(.success(.store(second.store, .count)))
        #expect(follower.reading == .value(3))
        follower.follow(.failure(StoreError(.directoryUnusable, "there is no directory")))
        #expect(follower.reading == .unavailable(.unreadable(errno: 2)))
        try await first.store.set(4, for: .other)
        try await second.store.set(5, for: .count)
        // Pending changes of a former source would come before this.
        follower.follow(.success(.store(first.store, .other)))
        await until { follower.reading == .value(4) }
        follower.follow(.success(.store(second.store, .count)))
        await until { follower.reading == .value(5) }
        await until { shown.last == .value(5) }
        #expect(
            shown.allSatisfy { $0 == follower.reading || [.value(1), .value(2), .value(3), .value(4)].contains($0) })
        follower.changing = { $1() }
    }

    @Test("a write to a store that is no longer followed ends without setting a write error")
    func aWriteToWhatItNoLongerFollowsEndsAndSaysNothingOfTheNew() async throws {
        let waits = HeldWaits()
        let device = StoryDisk(.beforeFirstUnlock, waits: waits)
        let locked = try device.launch()
        let other = try StoryDisk().launch()
        let follower = StoredFollower<Int>()
        follower.follow(.success(.store(locked.store, .count)))
        let write = Task { try await follower.set(1, whileLocked: .wait) }
        // The refused write has started the retry timer.
        await waits.reached(held: 1)
        follower.follow(.success(.store(other.store, .count)))
        device.disk.setLock(.unlocked)
        waits.endForGood()
        try await write.value
        #expect(locked.store.read(.count) == .value(1))
        await until { follower.reading == .absent }
        #expect(follower.writeError == nil)
    }
}
