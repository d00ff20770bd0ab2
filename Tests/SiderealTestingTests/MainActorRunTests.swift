import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

@Suite("running main-actor code on a simulated device")
@MainActor
struct MainActorRunTests {
    struct Failure: Error, Equatable {}

    /// A view model like an app's, all on the main actor.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @MainActor final class Model {
        private(set) var text = "?"
        private(set) var clockSettings = 0
        private let clock: TrustedClock
        private let store: ProtectedStore
        private var following: Task<Void, Never>?

        init(_ app: SimulatedApp) throws {
            clock = try app.clock()
            store = try app.store()
        }

        func load() async throws {
            text = "loading"
            switch try await store.value(StoreKey<String>("text")) {
            case .value(let stored): text = stored
            case .absent: text = ""
            }
        }

        func save(_ text: String) async throws {
            try await store.set(text, for: StoreKey<String>("text"))
            try await load()
        }

        func wait(until date: Date) async throws -> [String] {
            await clock.synchronize()
            try await clock.sleep(until: date)
            MainActor.assertIsolated()
            return [text]
        }

        /// Loads like a button's action: in a task of its own, with a wait for it.
        func loadInTask() async throws { try await Task { try await load() }.value }

        func follow() {
            following = Task {
                for await event in clock.events {
                    if case .systemClockStepped = event { clockSettings += 1 }
                }
            }
        }

        func stop() { following?.cancel() }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func restartedPhone() async throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        let model = try Model(device.launch())
        try await device.runOnMainActor { try await model.save("kept") }
        #expect(model.text == "kept")
        device.reboot()
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a model waits for the network and for a date in virtual time")
    func virtualTime() async throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let model = try Model(device.launch())
        let date = device.trueTime.addingTimeInterval(3_600)
        let texts = try await device.runOnMainActor { try await model.wait(until: date) }
        #expect(texts == ["?"])
        #expect((0..<60).contains(device.trueTime.timeIntervalSince(date)))
        #expect(device.executor.strays == 0)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a model that loads before the first unlock continues after the unlock")
    func firstUnlock() async throws {
        let device = try await restartedPhone()
        let model = try Model(device.launch())
        try await device.runOnMainActor {
            try await model.load()
        } whileWaiting: {
            #expect(model.text == "loading")
            device.unlock()
        }
        #expect(model.text == "kept")
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("tasks of the model have run when runOnMainActor returns")
    func tasksOfTheModel() async throws {
        let device = SimulatedDevice(.iPhone)
        let model = try Model(device.launch())
        try await device.runOnMainActor { model.follow() }
        for count in 1...3 {
            device.setClock(.forward(.hours(1)))
            try await device.runOnMainActor {}
            #expect(model.clockSettings == count)
        }
        model.stop()
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("runOnMainActor waits for a task that leaves the main actor")
    func otherThreads() async throws {
        let device = try await restartedPhone()
        device.unlock()
        let model = try Model(device.launch())
        try await device.runOnMainActor { try await model.loadInTask() }
        #expect(model.text == "kept")
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a wait that can't end is reported, and cancelled")
    func stalls() async throws {
        let device = try await restartedPhone()
        let model = try Model(device.launch())
        let before = device.trueTime
        let late = await #expect(throws: StalledExecution.self) {
            try await device.runOnMainActor(within: .hours(1)) { try await model.load() }
        }
        #expect(late?.cause == .timedOut)
        #expect((3_500...3_600).contains(device.trueTime.timeIntervalSince(before)))

        let (idle, hasEnded) = (SimulatedDevice(.linux), Lock(false))
        let never = await #expect(throws: StalledExecution.self) {
            try await idle.runOnMainActor {
                for await _ in AsyncStream<Int>(unfolding: nil) {}
                hasEnded.withLock { $0 = true }
            }
        }
        #expect(never?.cause == .deadlock && hasEnded.withLock { $0 })
    }

    nonisolated static func runOnAndOn() async {
        while !Task.isCancelled { await Task.yield() }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("work that runs forever outside the main actor ends with an error")
    func endless() async throws {
        let device = SimulatedDevice(.linux)
        let error = await #expect(throws: StalledExecution.self) {
            try await device.runOnMainActor { await Self.runOnAndOn() }
        }
        #expect(error?.cause == .endless)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("errors of the work and of concurrent events are thrown")
    func errors() async throws {
        let device = try await restartedPhone()
        let model = try Model(device.launch())
        await #expect(throws: Failure()) { try await device.runOnMainActor { throw Failure() } }
        await #expect(throws: Failure()) {
            try await device.runOnMainActor {
                try await model.save("lost")
            } whileWaiting: {
                throw Failure()
            }
        }
        device.unlock()
        try await device.runOnMainActor { try await model.load() }
        #expect(model.text == "kept")
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("work that needs the main actor deadlocks in `run`, and the error names `runOnMainActor`")
    func theOtherRun() throws {
        let device = SimulatedDevice(.iPhone)
        let error = #expect(throws: StalledExecution.self) { try device.run { @MainActor in } }
        #expect(error?.cause == .deadlock && error?.description.contains("runOnMainActor") == true)
    }
}
