public import Sidereal
public import SiderealCore
public import SiderealStorage
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An app that runs on a simulated device: a process with an observatory, a gate, stores and clocks of its own.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedApp: Sendable {
    /// Whose launches it counts.
    public let name: String
    /// What it remembers from launch to launch.
    public let observatory: Observatory
    /// Whether protected files can be read.
    public let gate: FirstUnlockGate
    /// The number of its process.
    package let process: Int
    private let device: SimulatedDevice
    private let isRunning: Lock<Bool>
    private let environment: Environment
    private let notifications: SimulatedNotifications

    init(
        _ name: String, number: Int, isExtension: Bool, notifications others: Environment.Notifications?,
        on device: SimulatedDevice
    ) throws(ObservatoryError) {
        let isRunning = Lock(true)
        let notifications = SimulatedNotifications(announcing: isExtension ? [.clockSet] : nil)
        let environment = device.environment(
            of: number, isRunning: { isRunning.withLock { $0 } }, notifications: others ?? notifications.environment)
        let gate = FirstUnlockGate(directory: SimulatedDevice.stateDirectory, environment: environment)
        self.name = name
        self.process = number
        self.device = device
        self.isRunning = isRunning
        self.environment = environment
        self.notifications = notifications
        self.gate = gate
        observatory = try Observatory(
            directory: SimulatedDevice.stateDirectory, observer: name, savesAutomatically: true, gate: gate,
            environment: environment)
    }

    /// Whether its process still runs: it ends with a reboot, and by ``kill()``.
    public var isAlive: Bool { isRunning.withLock { $0 } && !device.disk.isStopped(process) }

    // MARK: - What it uses

    /// A trusted clock that asks servers of the device's network; all of them, unless they are named.
    ///
    /// - Parameters:
    ///   - servers: Whom it asks. They behave as they are given here from now on, as by ``SimulatedDevice/set(_:)``.
    ///   - premises: What it takes for granted of web servers.
    /// - Returns: A clock of the app's observatory.
    /// - Throws: Where a server's host is none.
    public func clock(
        asking servers: [SimulatedServer]? = nil, premises: DateHeaderPremises = DateHeaderPremises()
    ) throws(TimeSourceError) -> TrustedClock {
        for server in servers ?? [] { device.network.set(server) }
        var sources: [any TimeSource] = []
        for server in servers ?? device.network.servers {
            sources.append(try device.network.source(server, premises: premises, process: process))
        }
        return TrustedClock(observatory, sources: sources)
    }

    /// Makes a request of the app's own, as its HTTP stack would.
    ///
    /// ```swift
    /// let sent = clock.stamp()
    /// let response = try await app.response(to: url)
    /// clock.observe(date: response.date, age: response.age, from: url, status: response.status, sent: sent)
    /// ```
    ///
    /// - Parameters:
    ///   - url: Whom it asks: only scheme and host count, as of ``SimulatedServer/url``.
    ///   - method: The method of the request.
    ///   - timeout: How long it waits.
    /// - Returns: What the app sees of the answer.
    /// - Throws: Why no answer came. That a server refuses is an answer.
    public func response(
        to url: URL, method: String = "GET", timeout: Duration = .seconds(60)
    ) async throws(TimeSourceError) -> SimulatedResponse {
        try await device.network.response(
            to: url, method: method, stampedBy: TrustedClock(observatory), timeout: timeout, process: process)
    }

    /// Makes a request of the app's own, and lets a clock learn from the answer, as an app does that calls `observe`.
    ///
    /// - Parameters:
    ///   - server: Whom the app asks: a web server.
    ///   - clock: The clock that learns from it.
    /// - Returns: What became of it.
    /// - Throws: Why no answer came.
    @discardableResult
    public func request(
        _ server: SimulatedServer, learningWith clock: TrustedClock
    ) async throws(TimeSourceError) -> CaptureOutcome {
        guard let url = server.url else { return .ignored(.host) }
        return clock.observe(try await response(to: url))
    }

    /// A store of this app, on the device's disk.
    ///
    /// - Parameters:
    ///   - name: The store's name.
    ///   - tier: When its values can be read.
    /// - Returns: The store: all of this name share their files, whichever app opens them.
    /// - Throws: If a store can't have that name.
    public func store(
        _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock
    ) throws(StoreError) -> ProtectedStore {
        try ProtectedStore(
            name, directory: SimulatedDevice.storeDirectory, tier: tier, gate: gate, environment: environment)
    }

    /// The device's keychain, as this app sees it: what it holds outlives the app, and is locked with the device.
    ///
    /// - Parameters:
    ///   - service: The service of its items. Apps of one device that name the same one share them.
    ///   - accessibility: When items that are written can be read, and whether
    ///     ``SimulatedDevice/movedToNewPhone(_:seed:)`` takes them along.
    /// - Returns: The keychain behind the app's gate.
    public func keychain(
        service: String = "app", accessibility: KeychainAccessibility = .afterFirstUnlock
    ) -> GatedKeychain {
        let (disk, gate) = (device.disk, gate)
        return GatedKeychain(
            service: service, accessibility: accessibility, calls: device.keychain.calls(lock: { disk.lock }),
            gate: { gate.state })
    }

    // MARK: - What happens to it

    /// Ends its process at once: what it did not save is lost, what it wrote stays.
    public func kill() {
        let wasRunning = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        guard wasRunning else { return }
        notifications.end()
        device.timeline.record(.killed(name: name))
        device.disk.kill(process)
        device.time.end(process: process)
        device.forget(process)
        device.settle()
    }

    func post(_ event: Environment.Notifications.Event) { notifications.post(event) }
}

extension Duration {
    /// So many minutes.
    public static func minutes(_ count: Int) -> Duration { .seconds(60 * Int64(count)) }
    /// So many hours.
    public static func hours(_ count: Int) -> Duration { .seconds(3_600 * Int64(count)) }
    /// So many days of 24 hours.
    public static func days(_ count: Int) -> Duration { .seconds(86_400 * Int64(count)) }
}
