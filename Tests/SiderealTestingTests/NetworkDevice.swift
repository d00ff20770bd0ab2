import Sidereal
import SiderealCore
import SiderealSystem
import SiderealTesting

/// A device that only counts time, all of it on one executor, and records the threads that use it.
///
/// Not a `SimulatedDevice`, whose crystal is never exactly right: here waits end to the nanosecond.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
final class NetworkDevice: SimulatedTimeline {
    private struct State: Sendable {
        var now: Int64 = 1_800_000_000_123_456_789
        var threads: Set<ThreadNumber> = []
    }

    private static let boot: Int64 = 1_799_999_000_000_000_000

    let disk = SimulatedDisk()
    private let state = Lock(State())

    /// The waits and their executor, separate because each needs the device.
    struct Parts {
        let device: NetworkDevice
        let time: VirtualTime
        let executor: DrainedExecutor
        let network: SimulatedNetwork
    }

    static func parts(_ servers: [SimulatedServer] = [], seed: UInt64 = 1) -> Parts {
        let device = NetworkDevice()
        let time = VirtualTime(device)
        return Parts(
            device: device, time: time, executor: DrainedExecutor { time.passToNextDue() },
            network: SimulatedNetwork(servers, time: time, seed: seed, keepsCalls: true))
    }

    var now: TrueInstant { touched { TrueInstant(nanoseconds: $0) } }
    var elapsed: ElapsedInstant { touched { ElapsedInstant(nanoseconds: $0 - Self.boot) } }
    func advance(to instant: TrueInstant) { touched { $0 = max($0, instant.nanoseconds) } }

    /// The threads that read the time.
    var threads: Set<ThreadNumber> { state.withLock { $0.threads } }

    private func touched<Result: Sendable>(_ body: (inout Int64) -> Result) -> Result {
        state.withLock { state in
            state.threads.insert(.current)
            return body(&state.now)
        }
    }
}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension NetworkDevice.Parts {
    func environment(of process: Int) -> Environment {
        let start = executor.start
        var environment = Environment.still(on: device.disk.process(process))
        environment.scheduler.wait = { [time] span async throws(CancellationError) in
            try await time.wait(span, by: process)
        }
        environment.scheduler.start = start
        environment.scheduler.background = { work in _ = start { work() } }
        return environment
    }

    /// Launches an app with a clock that asks all servers.
    func launch(process: Int = 1) throws -> TrustedClock {
        let observatory = try Observatory(
            directory: "/state", observer: "app", savesAutomatically: true, environment: environment(of: process),
            clocks: .plain(device))
        let sources = try network.sources(process: process)
        return try TrustedClock(
            observatory, sources: sources,
            alsoAccepting: sources.allSatisfy { $0.isAuthenticated } ? [] : .unauthenticated)
    }
}
