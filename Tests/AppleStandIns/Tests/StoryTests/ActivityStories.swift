import Phone
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

extension Stories {
    /// `performExpiringActivity` around a store's writes.
    @Suite @MainActor struct Activities {
        @Test("work runs once, even if its activity expires meanwhile") func runsOnceThoughToldThatTimeIsRunningOut() {
            let phone = Phone()
            let (runs, retries) = (Count(), Count())
            BackgroundWork.run {
                runs.add()
                // The system expires it on another thread, but while this runs.
                Phone.expireActivities()
            } again: { _ in
                retries.add()
            }
            phone.waitForActivities()
            #expect(runs.value == 1)
            #expect(retries.value == 0)
        }

        @Test("if the system refuses an activity, it is asked again") func askedAgainWhereTheSystemRefuses() throws {
            let phone = Phone()
            phone.refusesTime = true
            let runs = Count()
            let later = Lock<[@Sendable () -> Void]>([])
            BackgroundWork.run {
                runs.add()
            } again: { again in
                later.withLock { $0.append(again) }
            }
            phone.waitForActivities()
            try #require(later.withLock { $0.count } == 1)
            later.withLock { $0.removeFirst() }()
            phone.waitForActivities()
            #expect(runs.value == 0)
            phone.refusesTime = false
            try #require(later.withLock { $0.count } == 1)
            later.withLock { $0.removeFirst() }()
            phone.waitForActivities()
            #expect(runs.value == 1)
            #expect(later.withLock { $0.isEmpty })
        }

        /// A save on the caller's thread is covered, too. If the system refuses, the save doesn't begin.
        @Test("work can run on the caller's thread") func onTheCallersThread() throws {
            let phone = Phone()
            let seen: Int? = ProtectedFile.whileAwake { Phone.activityCount }
            #expect(seen == 1)
            phone.waitForActivities()
            #expect(Phone.activityCount == 0)
            // The expiration comes while it is under way.
            let told: Int? = ProtectedFile.whileAwake {
                Phone.expireActivities()
                return Phone.activityCount
            }
            #expect(told == 1)
            phone.waitForActivities()
            phone.refusesTime = true
            #expect(ProtectedFile.whileAwake { true } == nil)
            struct Unlucky: Error {}
            phone.refusesTime = false
            #expect(throws: Unlucky.self) {
                try ProtectedFile.whileAwake { () throws(Unlucky) -> Int in throw Unlucky() }
            }
            phone.waitForActivities()
            #expect(Phone.activityCount == 0)
        }

        /// The process can't be suspended during any of a write's calls to the disk, locks included.
        @Test("an activity covers all disk calls of a write") func aWriteIsCoveredFromItsFirstCallToItsLast()
            async throws
        {
            let phone = Phone()
            let disk = phone.device.disk
            let (process, most) = (99, 200)
            let counts = Lock<[Int]>([])
            for call in 0..<most {
                disk.interpose(process: process, call: call) {
                    counts.withLock { $0.append(Phone.activityCount) }
                }
            }
            var environment = Environment.still(on: disk.process(process))
            environment.scheduler.background = { BackgroundWork.run($0) }
            let store = try ProtectedStore(
                "settings", directory: SimulatedDevice.storeDirectory,
                gate: FirstUnlockGate(environment: environment) { .unlocked }, environment: environment)
            try await store.set(1, for: StoreKey<Int>("count"))
            phone.waitForActivities()
            let seen = counts.withLock { $0 }
            #expect(seen.count > 10 && seen.count < most)
            #expect(Set(seen) == [1])
            #expect(Phone.activityCount == 0)
        }
    }
}
