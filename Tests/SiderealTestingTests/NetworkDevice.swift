import Sidereal
import SiderealCore
import SiderealSystem
import SiderealTesting

/// A device that does nothing but count time, all of it on one executor, and notes on which threads it is touched.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
final class NetworkDevice: SimulatedTimeline {
    private struct State: Sendable {
        var now: Int64 = 1_800_000_000_123_456_789
        var threads: Set<ThreadNumber> = []
    }

    private static let boot: Int64 = 1_799_999_000_000_000_000

    let disk = SimulatedDisk()
    private let state = Lock(State())

    /// The waits and the executor of it; apart, because each needs the device.
    struct Parts {
        let device: NetworkDevice
        let time: VirtualTime
        let executor: DrainedExecutor
        let network: SimulatedNetwork
    }

    static func parts(_ servers: [SimulatedServer] = [], seed: UInt64 = 1, keepsCalls: Bool = true) -> Parts {
        let device = NetworkDevice()
        let time = VirtualTime(device)
        return Parts(
            device: device, time: time, executor: DrainedExecutor { time.passToNextDue() },
            network: SimulatedNetwork(servers, time: time, seed: seed, keepsCalls: keepsCalls))
    }

    var now: TrueInstant { touched { TrueInstant(nanoseconds: $0) } }
    var elapsed: ElapsedInstant { touched { ElapsedInstant(nanoseconds: $0 - Self.boot) } }
    func advance(to instant: TrueInstant) { touched { $0 = max($0, instant.nanoseconds) } }

    /// On which threads anything looked at the time.
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
    func observed(process: Int) -> ObservedDevice {
        let start = executor.start
        return ObservedDevice(
            model: .linux, clocks: PlainClocks(device: device), bootIdentity: { BootIdentity("boot") },
            machine: { _ in MachineIdentity("machine") }, disk: device.disk.process(process),
            background: { work in _ = start { work() } },
            wait: { [time] span async throws(CancellationError) in try await time.wait(span, by: process) },
            start: start)
    }

    /// A launched app with a clock that asks all servers.
    func launch(
        process: Int = 1, premises: DateHeaderPremises = DateHeaderPremises(), policy: CapturePolicy = CapturePolicy()
    ) throws -> TrustedClock {
        let observatory = try Observatory(
            directory: "/state", observer: "app", savesAutomatically: true, device: observed(process: process))
        return TrustedClock(
            observatory, sources: try network.sources(premises: premises, process: process), policy: policy)
    }
}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
private struct PlainClocks: ClockSource {
    let device: NetworkDevice

    func attempt() throws(ClockError) -> ClockAttempt {
        let now = device.now.nanoseconds
        let elapsed = device.elapsed
        return ClockAttempt(
            reading: ClockReading(
                wall: WallInstant(nanoseconds: now), elapsed: elapsed,
                awake: AwakeInstant(nanoseconds: elapsed.nanoseconds),
                kernelBootTime: WallInstant(nanoseconds: now - elapsed.nanoseconds), suspendMark: 0),
            span: .zero, isSteady: true)
    }
}

extension TrustedTime {
    /// Whether the true time may be this instant.
    func allows(_ truth: TrueInstant) -> Bool {
        (earliest.map { $0 <= truth } ?? true) && (latest.map { $0 >= truth } ?? true)
    }
}
