import Foundation
import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// Operators that the app names, which are saved before any request.
@Suite("operators that the app names", .timeLimit(Patience.ofATest)) struct OperatorTests {
    let device = StoryDevice()

    /// Returns the operators that count, by the record on the disk.
    private func saved() throws -> [ExactName]? {
        try device.launch("looker").keeper.record.record?.authenticated.all.map { $0.name }
    }

    /// Makes a launch whose background is too busy for the first save. Later work runs at once.
    private func launchWithABusyBackground() throws -> Observatory {
        device.change { $0.launches += 1 }
        var environment = device.environment
        let works = Collected<Bool>()
        environment.scheduler.background = { work in
            works.add(true)
            if works.all.count > 1 { work() }
        }
        return try Observatory(
            directory: StoryDevice.directory, observer: "app", savesAutomatically: true, environment: environment,
            clocks: device.clocks)
    }

    /// After a kill before any answer the next launch has the names of the other servers, too.
    @Test("operators are saved before any source is asked")
    func operatorsAreSavedBeforeRequests() async throws {
        let names = ["liar", "b", "c"]
        let found = Collected<[ExactName]?>()
        let sources = names.map { name in
            ScriptedSource(name) { _ in
                found.add(try saved())
                throw TimeSourceError(.connectionLost, "the process was killed")
            }
        }
        let clock = try TrustedClock(launchWithABusyBackground(), sources: sources)
        #expect(try saved() == nil)
        await clock.synchronize()
        #expect(found.all == Array(repeating: names.map { ExactName($0) }, count: 3))

        let next = try TrustedClock(device.launch(), sources: [device.server("liar", lyingBy: .seconds(86_400))])
        await next.synchronize()
        #expect(next.now().earliestSupport == .uncorroborated, "shown, and flagged")
        #expect(next.now(requiring: .proven).kind == .unknown)
        #expect(next.observatory.keeper.floor == nil)
    }

    /// A save under way may fail, or be unfinished when the process is killed, so the request waits for it.
    @Test("a synchronization waits for a save that is under way before it asks a source")
    func aSaveThatIsUnderWayIsWaitedFor() async throws {
        let clock = try TrustedClock(
            try device.launch(savesAutomatically: true),
            sources: [ScriptedSource("a") { _ in throw Unexpected("asked too early") }])
        let held = DispatchSemaphore(value: 0)
        let isHeld = Collected<Bool>()
        device.disk.interpose(process: device.now.launches, call: 0) {
            isHeld.add(true)
            held.wait()
        }
        let saving = device.takeBackground()
        Thread.detachNewThread { for work in saving { work() } }
        await until { !isHeld.all.isEmpty }
        async let report = clock.synchronize()
        // It requests a save of its own, behind that one, or asks the source.
        let asked = Collected<Bool>()
        let events = clock.events
        let listener = Task {
            for await event in events { if case .failed = event { asked.add(true) } }
        }
        await until { !device.now.pending.isEmpty || !asked.all.isEmpty }
        #expect(asked.all.isEmpty)
        held.signal()
        device.runBackground()
        #expect(try saved() == ["a"])
        _ = await report
        listener.cancel()
    }

    @Test("a 65th operator is refused and reported")
    func tooManyAreRefusedAndReported() async throws {
        let names = (0..<65).map { "\($0).example" }
        let observatory = try device.launch()
        let events = try TrustedClock(observatory).events
        let clock = try TrustedClock(observatory, sources: names.map { device.server($0) })
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .rejected(source: "64.example", .tooManyOperators))
        #expect(clock.observatory.keeper.authenticated.all.count == 64)
        await clock.synchronize()
        #expect(clock.now().isCorroborated && clock.now().allows(device.truth))
    }
}
