import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Two processes that run the same move of a store, with their calls to the disk in turns.
@Suite("two runs of one move of a store", .computesForLong, .timeLimit(Patience.ofATest))
struct StoreMoveRaceTests {
    /// One process with its run of the move.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    struct Mover: Sendable {
        let new: ProtectedStore
        let old: ProtectedStore
        let move: StoreMigration
        let failure = Lock<StoreMigration.Failure?>(nil)

        init(_ device: StoryDisk, _ process: Int) throws {
            old = try device.launch(process, "old").store
            new = try device.launch(process, "new").store
            move = StoreMigration("to the group", from: old, to: new)
        }

        func run() {
            let found = Result {
                try DrainedExecutor().result { [move] () async -> StoreMigration.Failure? in
                    do throws(StoreMigration.Failure) {
                        _ = try await move.run()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            failure.withLock { failure in
                failure = if case .success(let found) = found { found } else { .cancelled }
            }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func device() async throws -> (StoryDisk, [Mover]) {
        let device = StoryDisk()
        try await device.launch(3, "old").store.set(7, for: .count)
        return (device, [try Mover(device, 1), try Mover(device, 2)])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("both runs succeed, in any order of their steps")
    func bothSucceed() async throws {
        let (alone, movers) = try await Self.device()
        let before = alone.disk.trace.count
        movers[0].run()
        let calls = alone.disk.trace.count - before
        for legs in StoreInterleavingTests.legs([calls, calls]) {
            let (device, movers) = try await Self.device()
            let works: [@Sendable () -> Void] = movers.map { mover in { mover.run() } }
            Turns.run(on: device.disk, legs: legs, works)
            for mover in movers {
                let failure = mover.failure.withLock { $0 }
                #expect(failure == nil, "turns \(legs)")
                #expect(mover.new.read(.count) == .value(7) && mover.old.read(.count) == .absent, "turns \(legs)")
            }
        }
        #expect(calls > 50)
    }
}
