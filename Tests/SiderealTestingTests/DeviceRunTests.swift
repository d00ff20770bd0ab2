import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting
import Testing

@Suite("running an app's code on a simulated device") struct DeviceRunTests {
    struct Failure: Error, Equatable {}

    /// Makes a phone with a stored value, restarted.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func restartedPhone() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        let store = try device.launch().store()
        try device.run { try await store.set(1, for: StoreKey<Int>("n")) }
        device.reboot()
        return device
    }

    /// It reads the state every thirty seconds until an unlock, so it has to end by itself.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a wait for an unlock that never comes times out after an hour or the given time, and the device continues")
    func whoWaitsForAnUnlockThatNeverComesIsTold() throws {
        let device = try restartedPhone()
        let store = try device.launch().store()
        let before = device.trueTime
        let error = #expect(throws: StalledExecution.self) {
            try device.run { try await store.value(StoreKey<Int>("n")) }
        }
        #expect(error?.cause == .timedOut)
        #expect((error?.steps ?? .max) < 2_000)
        #expect((3_500...3_600).contains(device.trueTime.timeIntervalSince(before)))
        #expect(throws: StalledExecution.self) {
            try device.run(within: .hours(2)) { try await store.value(StoreKey<Int>("n")) }
        }
        #expect((10_600...10_800).contains(device.trueTime.timeIntervalSince(before)))
        // The wait is gone: the device continues.
        device.unlock()
        #expect(try device.run { try await store.value(StoreKey<Int>("n")) } == .value(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("work that runs forever without waiting ends with an error, and the device continues")
    func endlessWorkIsToldAndEnds() throws {
        let device = try restartedPhone()
        let hasEnded = Lock(false)
        let error = #expect(throws: StalledExecution.self) {
            try device.run {
                while !Task.isCancelled { await Task.yield() }
                hasEnded.withLock { $0 = true }
            }
        }
        #expect(error?.cause == .endless && hasEnded.withLock { $0 })
        device.unlock()
        let store = try device.launch().store()
        #expect(try device.run { try await store.value(StoreKey<Int>("n")) } == .value(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("time that the test advances doesn't count toward the limit")
    func whatHappensMeanwhileIsNotCountedAgainstTheLimit() throws {
        let device = try restartedPhone()
        let store = try device.launch().store()
        let read = try device.run(within: .seconds(1)) {
            try await store.value(StoreKey<Int>("n"))
        } whileWaiting: {
            device.advance(by: .hours(2))
            device.unlock()
        }
        #expect(read == .value(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an error that is thrown while the work waits cancels the work")
    func whatFailsMeanwhileCallsTheWorkOff() throws {
        let device = try restartedPhone()
        let store = try device.launch().store()
        #expect(throws: Failure()) {
            try device.run {
                try await store.set(2, for: StoreKey<Int>("n"), whileLocked: .wait)
            } whileWaiting: {
                throw Failure()
            }
        }
        device.unlock()
        #expect(store.read(StoreKey<Int>("n")) == .value(1))
    }

    /// Time passes for work that passes it itself, and tasks that wait meanwhile wake up.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("work can advance the time, but can't run other work")
    func workMayLetTimePass() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let clock = try device.launch().clock()
        let begin = device.trueTime
        try device.run {
            await clock.synchronize()
            async let over: Void = clock.sleep(until: begin.addingTimeInterval(600))
            await Task.yield()
            device.advance(by: .hours(1))
            try await over
        }
        #expect(abs(device.trueTime.timeIntervalSince(begin) - 3_600) < 10)
        #expect(throws: StalledExecution.self) { try device.run { try device.run {} } }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app's own requests bound the time, and a server counts the requests that it receives")
    func anAppMakesRequestsOfItsOwn() throws {
        let server = SimulatedServer.https("a.example").rateLimiting(1, per: .minutes(1))
        let device = SimulatedDevice(.iPhone, servers: [server])
        let app = try device.launch()
        let clock = try TrustedClock(app.observatory, policy: TrustedClock.CapturePolicy(hosts: [.exact("a.example")]))
        let url = try #require(URL(string: "https://A.example/some/path?query"))
        let statuses = try device.run {
            let sent = clock.timestamp()
            let first = try await app.response(to: url)
            clock.captureResponse(from: url, status: first.status, sent: sent) { first.headers[$0] }
            return [first.status, try await app.response(to: url).status]
        }
        #expect(statuses == [200, 429])
        #expect(device.requestCount(of: server) == 2)
        #expect(clock.now().kind == .atLeast)
        // Without a connection no server is asked, and an unreachable server counts nothing.
        device.isOnline = false
        let causes = try device.run { () -> [TimeSourceError.Cause] in
            do throws(TimeSourceError) { _ = try await app.response(to: url) } catch { return [error.cause] }
            return []
        }
        #expect(causes == [.network])
        #expect(device.requestCount(of: server) == 2)
        #expect(device.requestCount(of: .ntp("a.example")) == 0)
    }
}
