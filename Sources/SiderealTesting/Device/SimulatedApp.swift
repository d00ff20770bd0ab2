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
    /// The name under which the observatory counts the app's launches, like a bundle identifier.
    public let name: String
    /// The app's observatory, which keeps its record from launch to launch.
    ///
    /// A `TrustedClock` opened with this observatory and with names of servers asks servers of the device's network.
    public let observatory: Observatory
    /// The app's gate, which reports whether protected files can be read.
    public let gate: FirstUnlockGate
    /// The number of the app's process.
    package let process: Int
    private let isExtension: Bool
    private let settingsKeys: Set<String>
    private let device: SimulatedDevice
    private let life: ProcessLife
    private let environment: Environment
    private let notifications: SimulatedNotifications
    /// The open stores by name. As in a real process, two openers of a store share it.
    private let stores = Lock<[ExactName: ProtectedStore]>([:])

    init(
        _ name: String, number: Int, isExtension: Bool, settingsKeys: Set<String>,
        notifications others: Environment.Notifications?,
        on device: SimulatedDevice
    ) throws(ObservatoryError) {
        let life = ProcessLife(name, files: device.disk.process(number))
        let notifications = SimulatedNotifications(announcing: isExtension ? [.clockSet] : nil)
        let environment = device.environment(of: life, notifications: others ?? notifications.environment)
        let gate = FirstUnlockGate(directory: SimulatedDevice.stateDirectory, environment: environment)
        self.name = name
        self.process = number
        self.isExtension = isExtension
        self.settingsKeys = settingsKeys
        self.device = device
        self.life = life
        self.environment = environment
        self.notifications = notifications
        self.gate = gate
        let network = device.network
        observatory = try Observatory(
            directory: SimulatedDevice.stateDirectory, observer: name, savesAutomatically: true, gate: gate,
            environment: environment, clocks: device.clocks(of: life),
            network: TimeServer.Network { server throws(TimeSourceError) in
                try network.source(server, process: number)
            })
    }

    /// Indicates whether the app's process still runs. A reboot and ``kill()`` end it.
    ///
    /// Once the process has ended, its observatory, stores, keychain and defaults are unavailable and report why.
    /// Launch the app again.
    public var isAlive: Bool { life.isAlive }

    // MARK: - Services

    /// Creates a trusted clock that asks servers of the device's network: all of them unless you name some.
    ///
    /// - Parameters:
    ///   - servers: The servers to ask. From now on they behave as given here, as by ``SimulatedDevice/set(_:)``.
    ///   - premises: The clock's assumptions about web servers.
    ///   - policy: The policy that selects which of the app's own requests the clock learns from.
    ///   - acceptance: The evidence that its answers may rest on, beside authenticated sources, in the provably same
    ///     boot.
    ///   - requirement: The evidence that all of its answers must rest on.
    /// - Returns: A clock of the app's observatory.
    /// - Throws: If a server's host is invalid, a server can never count, or the requirement can't be satisfied.
    public func clock(
        asking servers: [SimulatedServer]? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        policy: CapturePolicy? = nil, alsoAccepting acceptance: TrustedTime.Acceptance = [],
        requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> TrustedClock {
        for server in servers ?? [] { device.network.set(server) }
        var sources: [any TimeSource] = []
        for server in servers ?? device.network.servers {
            do throws(TimeSourceError) {
                sources.append(try device.network.source(server, premises: premises, process: process))
            } catch {
                throw ObservatoryError(error)
            }
        }
        return try TrustedClock(
            observatory, sources: sources, policy: policy, alsoAccepting: acceptance, requiring: requirement)
    }

    /// Makes a request as the app's own HTTP stack would.
    ///
    /// ```swift
    /// let sent = clock.timestamp()
    /// let response = try await app.response(to: url)
    /// clock.observe(from: url, status: response.status, sent: sent) { response.headers[$0] }
    /// ```
    ///
    /// A connection stays open for a minute after an answer, so the next request needs one exchange instead of three.
    /// The connection is lost when the device goes offline or the server changes.
    ///
    /// - Parameters:
    ///   - url: The server to ask. Only the scheme and the host count, as in ``SimulatedServer/url``.
    ///   - method: The method of the request.
    ///   - timeout: The longest time to wait for the answer.
    /// - Returns: The answer as the app sees it.
    /// - Throws: The reason why no answer came. A refusal by the server is an answer.
    public func response(
        to url: URL, method: String = "GET", timeout: Duration = .seconds(60)
    ) async throws(TimeSourceError) -> SimulatedServer.Response {
        guard life.isAlive else {
            throw TimeSourceError(.cancelled, "\(name), whose process has ended, asks \(url): launch the app again")
        }
        return try await device.network.response(
            to: url, method: method, stampedBy: observatory, timeout: timeout, process: process)
    }

    /// Makes a request as the app's own and lets a clock learn from the answer, like an app that calls `observe`.
    ///
    /// - Parameters:
    ///   - server: The web server to ask.
    ///   - clock: The clock that learns from the answer.
    /// - Returns: The clock's outcome for the answer.
    /// - Throws: The reason why no answer came.
    @discardableResult
    public func request(
        _ server: SimulatedServer, learningWith clock: TrustedClock
    ) async throws(TimeSourceError) -> TrustedClock.CaptureOutcome {
        guard let url = server.url else { return .ignored(.host) }
        return clock.observe(try await response(to: url))
    }

    /// Opens a store of this app on the device's disk.
    ///
    /// - Parameters:
    ///   - name: The store's name.
    ///   - tier: The protection tier, which decides when the store's values can be read.
    /// - Returns: The store. All stores of this name share their files, whichever app opens them. Within one app they
    ///   are the same store.
    /// - Throws: `storeName` if the name is invalid; `otherTier` if this app has the store open in another tier.
    public func store(
        _ name: String = "settings", tier: ProtectionTier = .afterFirstUnlock
    ) throws(StoreError) -> ProtectedStore {
        let store = try stores.withLock { stores throws(StoreError) in
            if let store = stores[ExactName(name)] { return store }
            let store = try ProtectedStore(
                name, directory: SimulatedDevice.storeDirectory, tier: tier, gate: gate, environment: environment)
            stores[ExactName(name)] = store
            return store
        }
        try store.check(tier)
        return store
    }

    /// Returns a file of the app's own on the device's disk.
    ///
    /// Create the file with ``SimulatedDevice/putFile(_:holding:tier:)``. A database's use of the file is not
    /// simulated.
    ///
    /// - Parameters:
    ///   - name: The file's name. All apps of the device see the same files, as in an app group.
    ///   - suffixes: The suffixes that companion files add to its name.
    /// - Returns: The file behind the app's gate.
    public func file(_ name: String, alongside suffixes: [String] = []) -> ProtectedFile {
        let path = SimulatedDevice.fileDirectory + "/" + name
        return ProtectedFile(URL(filePath: path), alongside: suffixes, gate: gate, path: { path })
    }

    /// Returns the device's keychain as this app sees it. Its items outlive the app, and are locked with the device.
    ///
    /// - Parameters:
    ///   - service: The service of the items. Apps of one device that name the same service share its items.
    ///   - accessibility: The accessibility of written items. It decides when they can be read, and whether
    ///     ``SimulatedDevice/restoredToNewDevice(_:seed:)`` takes them along.
    ///   - isSynchronizable: `true` for the items that iCloud synchronizes, `false` for the others.
    ///   - allowsPrompt: Indicates whether a read may ask the owner for an item that
    ///     ``SimulatedDevice/requireOwner(forKeychainItem:service:isSynchronizable:)`` names. The owner is always there
    ///     and agrees.
    /// - Returns: The keychain behind the app's gate.
    public func keychain(
        service: String = "app", accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
        isSynchronizable: Bool = false, allowsPrompt: Bool = false
    ) -> GatedKeychain {
        let disk = device.disk
        return GatedKeychain(
            service: KeychainService(name: service, isSynchronizable: isSynchronizable), accessibility: accessibility,
            allowsPrompt: allowsPrompt, calls: device.keychain.calls(of: life, lock: { disk.lock }), gate: gate)
    }

    /// Returns UserDefaults of the device behind this app's gate, as `GatedDefaults` opens them on a phone.
    ///
    /// A newly set value reaches the disk within ten seconds, even if the process ends before. A power cut loses values
    /// not yet written.
    ///
    /// - Parameter suite: The name of a suite, which all apps of the device share, or `nil` for the app's own defaults.
    /// - Returns: The defaults. They never take the empty answer from before the first unlock for an absent value.
    public func defaults(suite: String? = nil) -> GatedDefaults {
        let (settingsKeys, name, gate, life) = (suite == nil ? settingsKeys : [], suite ?? name, gate, life)
        let domain = device.preferences.domain(name, process: process)
        // After a kill in the middle of a call, the process's code unwinds here. Its further changes have no effect.
        let living = DefaultsDomain(
            name: domain.name, isOfExtension: isExtension && suite == nil, keys: domain.keys, value: domain.value,
            set: { if life.beginsChange() { domain.set($0, $1) } },
            remove: { if life.beginsChange() { domain.remove($0) } },
            synchronize: { if life.isAlive { domain.synchronize() } }, keysOnDisk: domain.keysOnDisk,
            settingsKeys: { settingsKeys },
            unavailability: { life.isAlive ? nil : .unreadable(errno: Unavailability.noSuchProcess) })
        return GatedDefaults(
            domain: living, word: "\(device.machine.make.name ?? ""), \(process)", gate: { gate.state })
    }

    /// Returns the same UserDefaults without the gate, as `UserDefaults` itself answers this process.
    ///
    /// Use it in a test to show the failure of an app that trusts this answer.
    public func userDefaults(suite: String? = nil) -> SimulatedApp.Defaults {
        SimulatedApp.Defaults(
            preferences: device.preferences, domain: suite ?? name, life: life, timeline: device.timeline)
    }

    // MARK: - The end of its process

    /// Ends the app's process at once. Values that it did not save are lost; values that it wrote stay.
    ///
    /// Its observatory, stores, keychain and defaults are unavailable from then on, as ``isAlive`` explains.
    public func kill() {
        guard life.end() else { return }
        notifications.end()
        device.timeline.record(.killed(name: name))
        device.disk.end(process)
        device.time.end(process: process)
        device.preferences.end(process: process)
        device.forget(process)
        device.settle()
    }

    /// Ends the app's process in the middle of its coming work: right before it changes the disk for the `index`-th
    /// time from now on, counted from 0. A change of the keychain or of the UserDefaults counts as one of the disk.
    ///
    /// The interrupted call fails. It changes the disk, the keychain and the UserDefaults no further, and ``isAlive``
    /// is false. <doc:TestingWithASimulatedDevice> shows how to try every change.
    public func kill(beforeDiskChange index: Int) {
        device.timeline.record(.killScheduled(name: name))
        device.disk.schedule(.kill, process: process, change: max(0, index))
    }

    func post(_ event: Environment.Notifications.Event) { notifications.post(event) }
}
