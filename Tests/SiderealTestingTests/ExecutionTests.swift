import Foundation
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

@Suite("asynchronous work on one thread") struct ExecutionTests {
    /// The events, in order, and their threads.
    final class Notes: Sendable {
        private let state = Lock((words: [String](), threads: Set<ThreadNumber>()))
        func add(_ word: String) {
            state.withLock { state in
                state.words.append(word)
                state.threads.insert(.current)
            }
        }
        var words: [String] { state.withLock { $0.words } }
        var threads: Set<ThreadNumber> { state.withLock { $0.threads } }
    }

    struct Failure: Error, Equatable {}

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("work and its child tasks run in order on the calling thread")
    func workRunsOnTheThreadThatAsks() throws {
        let notes = Notes()
        let executor = DrainedExecutor()
        let sum = try executor.run {
            async let first = { notes.add("let") }()
            let (numbers, more) = AsyncStream.makeStream(of: Int.self)
            let total = await withTaskGroup(of: Int.self) { group in
                for number in 1...3 {
                    group.addTask {
                        notes.add("\(number)")
                        await Task.yield()
                        notes.add("\(number) again")
                        more.yield(number)
                        if number == 3 { more.finish() }
                        return number
                    }
                }
                var total = 0
                for await number in numbers { total += number }
                for await number in group { total += number }
                return total
            }
            await first
            return total
        }
        #expect(sum == 12)
        #expect(notes.words == ["let", "1", "2", "3", "1 again", "2 again", "3 again"])
        #expect(notes.threads == [.current])
        #expect(executor.strays == 0)
    }

    /// The error names it, and work that observes its cancellation ends.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a deadlock is reported as a deadlock, and the work is cancelled")
    func aDeadlockHasAName() {
        let notes = Notes()
        let executor = DrainedExecutor { false }
        let error = #expect(throws: StalledExecution.self) {
            try executor.run {
                for await _ in AsyncStream<Int>(unfolding: nil) {}
                notes.add("ended")
            }
        }
        #expect(error?.cause == .deadlock)
        #expect(error?.description.hasPrefix("deadlock after ") == true)
        #expect(notes.words == ["ended"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an executor runs one piece of work at a time")
    func itTakesOnePieceOfWorkAtATime() throws {
        let executor = DrainedExecutor()
        let causes = try executor.run { () -> [StalledExecution.Cause?] in
            var causes: [StalledExecution.Cause?] = []
            do { try executor.drain() } catch { causes.append((error as? StalledExecution)?.cause) }
            do { try executor.run {} } catch { causes.append((error as? StalledExecution)?.cause) }
            return causes
        }
        #expect(causes == [.busy, .busy])
        try executor.run {}
    }

    /// Jobs from another thread reveal that something ran elsewhere.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the executor counts the work that another thread enqueues")
    func straysAreCounted() throws {
        let (nothing, end) = AsyncStream.makeStream(of: Void.self)
        let held = Lock<DrainedExecutor?>(nil)
        let executor = DrainedExecutor {
            let isDone = Lock(false)
            Thread.detachNewThread {
                _ = held.withLock { $0 }?.start { end.finish() }
                isDone.withLock { $0 = true }
            }
            while !isDone.withLock({ $0 }) {}
            return true
        }
        held.withLock { $0 = executor }
        try executor.run { for await _ in nothing {} }
        #expect(executor.strays == 1)
        held.withLock { $0 = nil }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("started work runs when the executor is drained next")
    func startedWorkGoesOnWithTheNextDrain() throws {
        let notes = Notes()
        let executor = DrainedExecutor()
        _ = executor.start { notes.add("ran") }
        #expect(notes.words.isEmpty)
        try executor.drain()
        #expect(notes.words == ["ran"])
        #expect(notes.threads == [.current])
    }

    // MARK: - The library's own tasks

    /// Listeners of a clock and of a gate, called in the order of their registration.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("listeners receive events in the order of their registration")
    func listenersHearInTheOrderInWhichTheyCame() throws {
        let notes = Notes()
        let executor = DrainedExecutor()
        let events = Broadcaster<Int>()
        let isOpen = Lock(false)
        var environment = Environment.still(on: SimulatedDisk().process(1))
        environment.notifications.announcesEveryUnlock = true
        let gate = FirstUnlockGate(environment: environment) {
            isOpen.withLock { $0 } ? .unlocked : .beforeFirstUnlock
        }
        for number in 0..<20 {
            let stream = events.stream()
            _ = executor.start {
                for await _ in stream { return notes.add("event \(number)") }
            }
            let states = gate.states
            _ = executor.start {
                for await state in states where state.isUnlocked { notes.add("open \(number)") }
            }
        }
        try executor.drain()
        events.send(1)
        try executor.drain()
        #expect(notes.words == (0..<20).map { "event \($0)" })
        isOpen.withLock { $0 = true }
        _ = gate.state
        try executor.drain()
        #expect(notes.words.dropFirst(20) == ((0..<20).map { "open \($0)" })[...])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a gate and a store wait and time out in virtual time, on one thread")
    func aGateAndAStoreStayOnIt() throws {
        let parts = NetworkDevice.parts()
        let threads = Notes()
        let isOpen = Lock(false)
        var environment = parts.environment(of: 1)
        let wait = environment.scheduler.wait
        environment.scheduler.wait = { span async throws(CancellationError) in
            threads.add("wait")
            try await wait(span)
        }
        let gate = FirstUnlockGate(environment: environment) {
            threads.add("look")
            return isOpen.withLock { $0 } ? .unlocked : .beforeFirstUnlock
        }
        let store = try ProtectedStore("settings", directory: "/store", gate: gate, environment: environment)
        let key = StoreKey<Int>("number")
        let begin = parts.device.now
        #expect(throws: UnlockError.self) {
            try parts.executor.run { try await gate.waitForFirstUnlock(timeout: .seconds(3_600)) }
        }
        #expect(parts.device.now == begin + .seconds(3_600))
        #expect(throws: StoreError.self) {
            try parts.executor.run { _ = try await store.value(key, timeout: .seconds(60)) }
        }
        #expect(parts.device.now == begin + .seconds(3_660))

        let unlocking = parts.executor.start {
            try? await parts.time.wait(.seconds(100))
            isOpen.withLock { $0 = true }
        }
        let value = try parts.executor.run {
            try await gate.waitForFirstUnlock()
            try await store.set(5, for: key)
            return try await store.value(key)
        }
        #expect(value == .value(5))
        try parts.executor.run { await unlocking.value }
        #expect(parts.device.now > begin + .seconds(3_760))
        #expect(parts.device.threads == [.current] && threads.threads == [.current])
        #expect(threads.words.count > 20)
        #expect(parts.executor.strays == 0)
    }

    /// A store without a gate that polls tries again by itself.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a store without notifications tries again within 30 seconds")
    func aStoreThatHearsNothingLooksAgain() throws {
        let parts = NetworkDevice.parts()
        let isOpen = Lock(false)
        var environment = parts.environment(of: 1)
        environment.notifications.announcesEveryUnlock = true
        let gate = FirstUnlockGate(environment: environment) {
            isOpen.withLock { $0 } ? .unlocked : .beforeFirstUnlock
        }
        let store = try ProtectedStore("settings", directory: "/store", gate: gate, environment: environment)
        let begin = parts.device.now
        _ = parts.executor.start {
            try? await parts.time.wait(.seconds(100))
            isOpen.withLock { $0 = true }
        }
        let value = try parts.executor.run { try await store.value(StoreKey<Int>("number")) }
        #expect(value == .absent)
        #expect(parts.device.now > begin + .seconds(100) && parts.device.now <= begin + .seconds(130))
    }
}

extension AsyncStream {
    /// Creates a stream that never yields.
    init(unfolding nothing: Element?) { self.init { _ in } }
}
