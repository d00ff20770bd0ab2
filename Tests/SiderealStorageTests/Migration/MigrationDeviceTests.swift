import SiderealBase
import SiderealStorage
import Testing

@Suite("migrations while the device changes its state") struct MigrationDeviceTests {
    private static let source = MigrationTests.source

    private func finishes(_ world: MigrationWorld) async throws {
        _ = try await world.run()
        MigrationTests.checkMoved(world)
    }

    @Test("a migration finishes if the first unlock comes right before its first step")
    func anUnlockInTheMiddleIsEnough() async throws {
        let world = MigrationWorld(Self.source)
        world.defaults.restart()
        world.before(0) { $0.defaults.unlock() }
        try await finishes(world)
    }

    /// The store is of the tier `whenUnlocked`, and the defaults stay readable.
    @Test("a lock at any step stops a migration, and the next launch finishes it", arguments: [0, 1, 2, 3, 4, 5])
    func aLockInTheMiddleEndsItForNow(_ step: Int) async throws {
        let world = MigrationWorld(Self.source)
        world.before(step) { $0.lockStore(true) }
        await #expect(throws: StoreMigration.Failure.store(.locked)) { try await world.run() }
        world.lockStore(false)
        world.relaunch()
        try await finishes(world)
    }

    /// The device restarts between two launches, and the second one comes before the first unlock.
    @Test(
        "a migration cut short by a restart touches no default before the unlock, and finishes once they are fresh",
        arguments: [0, 1, 2, 3, 4, 5])
    func aRestartInTheMiddleWaitsForTheUnlock(_ step: Int) async throws {
        let world = MigrationWorld(Self.source)
        world.dieAfter(step)
        _ = try? await world.run()
        world.relaunch()
        world.defaults.restart()
        let found = world.store
        if world.phase != .done {
            await #expect(throws: StoreMigration.Failure.defaults(.beforeFirstUnlock)) { try await world.run() }
        }
        #expect(world.defaults.touchesWhileClosed == 0)
        _ = world.defaults.appReads("token")
        world.defaults.unlock()
        if world.phase != .done {
            // The defaults are stale even if only the sentinel and other keys are left.
            await #expect(throws: StoreMigration.Failure.defaults(.stale)) { try await world.run() }
        }
        #expect(world.store == found)
        world.relaunch()
        try await finishes(world)
    }

    @Test("if the store can't write, a migration fails and loses no value", arguments: [1, 2])
    func aStoreThatCannotWriteLosesNothing(_ commits: Int) async throws {
        let world = MigrationWorld(Self.source)
        let full = StoreMigration.Failure.notWritten(StoreError(.noSpace, "no space left"))
        world.before(commits == 1 ? 0 : 3) { $0.failCommits(full) }
        await #expect(throws: full) { try await world.run() }
        world.failCommits(nil)
        world.relaunch()
        try await finishes(world)
    }
}
