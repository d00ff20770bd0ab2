public import Sidereal
public import SiderealCore
public import SiderealStorage
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An app that runs on a simulated device. The app is a process with its own observatory, gate, stores and clocks.
///
/// ```swift
/// let store = try device.launch().store()
/// try device.run { try await store.set(true, for: .hasOnboarded) }
/// device.reboot()
/// let early = try device.launch().store()
/// #expect(early.read(.hasOnboarded) == .unavailable(.beforeFirstUnlock))
/// device.unlock()
/// #expect(early.read(.hasOnboarded) == .value(true))
/// ```
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedApp: Sendable {
    /// The name under which the observatory counts the app's launches, like a bundle identifier.
    public let name: String
    /// The app's observatory. The observatory keeps its record from launch to launch.
    ///
    /// If you create a `TrustedClock` with this observatory and names of servers, the clock polls servers of the
    /// device's network.
    public let observatory: Observatory
    /// The app's gate. The gate reports whether the app can read protected files.
    public let gate: FirstUnlockGate
    /// The number of the app's process.
    package let process: Int
    private let isExtension: Bool
    private let settingsKeys: Set<String>
    private let device: SimulatedDevice
    private let life: ProcessLife
    private let environment: Environment
    private let notifications: SimulatedNotifications
    /// The open stores by name. If the app opens a store twice, it gets the same store, as in a real process.
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

    /// A Boolean value that indicates whether the app's process still runs. A reboot and ``kill()`` end the process.
    ///
    /// After the process has ended, its observatory, stores, keychain and defaults are unavailable, and their errors
    /// give the reason. To continue, launch the app again.
    public var isAlive: Bool { life.isAlive }

    // MARK: - Services

    /// Creates a trusted clock that polls servers of the device's network. By default, the clock polls all these
    /// servers.
    ///
    /// - Parameters:
    ///   - servers: The servers to poll. Like ``SimulatedDevice/set(_:)``, this method also adds these servers to the
    ///     device's network.
    ///   - premises: The clock's assumptions about web servers.
    ///   - policy: The policy that selects which of the app's own requests the clock uses.
    ///   - acceptance: The kinds of evidence that the clock accepts in addition to authenticated sources in the same
    ///     proven boot.
    ///   - requirement: The evidence that all answers of the clock must rest on.
    /// - Returns: A clock that uses the app's observatory.
    /// - Throws: An error if a server's host is invalid, if the clock could never use one of the servers, or if no
    ///   answer can meet the requirement.
    public func clock(
        asking servers: [SimulatedServer]? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        policy: TrustedClock.CapturePolicy? = nil, alsoAccepting acceptance: TrustedTime.Acceptance = [],
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

    /// Makes a request, as the app's own HTTP stack does.
    ///
    /// ```swift
    /// let sent = clock.timestamp()
    /// let response = try await app.response(to: url)
    /// clock.captureResponse(from: url, status: response.status, sent: sent) { response.headers[$0] }
    /// ```
    ///
    /// A connection stays open for a minute after a response. On an open connection, a request over https needs one
    /// round trip instead of three. If the device goes offline or the server changes, the connection breaks.
    ///
    /// - Parameters:
    ///   - url: The URL of the server. This method uses only the scheme and the host, as in ``SimulatedServer/url``.
    ///   - method: The method of the request.
    ///   - timeout: The longest time to wait for the response.
    /// - Returns: The response that the app receives.
    /// - Throws: An error if no response came. A refusal by the server is a response.
    public func response(
        to url: URL, method: String = "GET", timeout: Duration = .seconds(60)
    ) async throws(TimeSourceError) -> SimulatedServer.Response {
        guard life.isAlive else {
            throw TimeSourceError(
                .cancelled, "\(name) can't ask \(url), because the app's process has ended: launch the app again")
        }
        return try await device.network.response(
            to: url, method: method, stampedBy: observatory, timeout: timeout, process: process)
    }

    /// Makes a request from the app, and passes the response to a clock, as an app does with `captureResponse`.
    ///
    /// - Parameters:
    ///   - server: The web server.
    ///   - clock: The clock that receives the response.
    /// - Returns: The clock's decision about the request.
    /// - Throws: An error if no response came.
    @discardableResult
    public func request(
        _ server: SimulatedServer, capturingWith clock: TrustedClock
    ) async throws(TimeSourceError) -> TrustedClock.CaptureOutcome {
        guard let url = server.url else { return .ignored(.host) }
        return clock.captureResponse(try await response(to: url))
    }

    /// Opens a store of this app on the device's disk.
    ///
    /// - Parameters:
    ///   - name: The store's name.
    ///   - tier: The protection tier. The tier decides when the app can read the store's values.
    /// - Returns: The store. All apps of the device that open this name share its files. Within one app, each call
    ///   returns the same store.
    /// - Throws: `invalidStoreName` if the name is invalid, or `otherTier` if this app has opened the store with
    ///   another tier.
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

    /// Returns one of the app's own files on the device's disk.
    ///
    /// Create the file with ``SimulatedDevice/putFile(_:holding:tier:)``. The simulation does not run a database on the
    /// file.
    ///
    /// - Parameters:
    ///   - name: The file's name. All apps of the device see the same files, as in an app group.
    ///   - suffixes: The suffixes of companion files. For example, the suffix `-wal` adds the file `data.db-wal` to the
    ///     file `data.db`.
    /// - Returns: A file that uses the app's gate.
    public func file(_ name: String, alongside suffixes: [String] = []) -> ProtectedFile {
        let path = SimulatedDevice.fileDirectory + "/" + name
        return ProtectedFile(URL(filePath: path), alongside: suffixes, gate: gate, path: { path })
    }

    /// Returns this app's view of the device's keychain. The device's lock protects the keychain's items. The items
    /// stay after the app is removed.
    ///
    /// - Parameters:
    ///   - service: The service of the items. Apps of one device share the items of a service.
    ///   - accessibility: The accessibility of written items. The accessibility decides when apps can read an item, and
    ///     whether ``SimulatedDevice/restoredToNewDevice(_:seed:)`` restores the item.
    ///   - isSynchronizable: `true` for the items that iCloud synchronizes, `false` for the other items.
    ///   - allowsPrompt: Indicates whether a read may prompt the owner. A prompt is necessary for items that
    ///     ``SimulatedDevice/requireOwner(forKeychainItem:service:isSynchronizable:)`` names. The simulated owner
    ///     always agrees.
    /// - Returns: A keychain that uses the app's gate.
    public func keychain(
        service: String = "app", accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
        isSynchronizable: Bool = false, allowsPrompt: Bool = false
    ) -> GatedKeychain {
        let disk = device.disk
        return GatedKeychain(
            service: KeychainService(name: service, isSynchronizable: isSynchronizable), accessibility: accessibility,
            allowsPrompt: allowsPrompt, calls: device.keychain.calls(of: life, lock: { disk.lock }), gate: gate)
    }

    /// Returns the device's UserDefaults with this app's gate, like `GatedDefaults` on a phone.
    ///
    /// The system writes a new value to the disk within ten seconds, even if the process ends earlier. A power cut
    /// loses the values that the system has not written.
    ///
    /// - Parameter suite: The name of a suite, or `nil` for the app's own defaults. All apps of the device share a
    ///   suite.
    /// - Returns: The defaults. Before the first unlock, the defaults report `unavailable` instead of a missing value.
    public func defaults(suite: String? = nil) -> GatedDefaults {
        let (settingsKeys, name, gate, life) = (suite == nil ? settingsKeys : [], suite ?? name, gate, life)
        let domain = device.preferences.domain(name, process: process) { life.isAlive }
        // After a kill in the middle of a call, the process's code still runs to its end here. Its further changes have
        // no effect.
        let living = DefaultsDomain(
            name: domain.name, isOfExtension: isExtension && suite == nil, keys: domain.keys, value: domain.value,
            set: { if life.beginsChange() { domain.set($0, $1) } },
            remove: { if life.beginsChange() { domain.remove($0) } },
            synchronize: { if life.isAlive { domain.synchronize() } }, onDisk: domain.onDisk,
            changes: domain.changes, settingsKeys: { settingsKeys },
            unavailability: { life.isAlive ? nil : .unreadable(errno: Unavailability.noSuchProcess) })
        return GatedDefaults(
            domain: living, word: "\(device.machine.make.name ?? ""), \(process)", gate: gate)
    }

    /// Returns the UserDefaults of ``defaults(suite:)`` without the gate. These defaults behave like the real
    /// `UserDefaults`. Use them in a test to show how an app fails if it trusts empty defaults before the first unlock.
    public func userDefaults(suite: String? = nil) -> SimulatedApp.Defaults {
        SimulatedApp.Defaults(
            preferences: device.preferences, domain: suite ?? name, life: life, timeline: device.timeline)
    }

    // MARK: - The end of its process

    /// Ends the app's process at once. Saved values stay. Unsaved values are lost.
    ///
    /// After this call, the observatory, the stores, the keychain and the defaults of the process are unavailable. See
    /// ``isAlive``.
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

    /// Schedules a kill of the app's process in the middle of its work.
    ///
    /// The process ends right before one of its changes to the disk. If `index` is 0, this change is the next change to
    /// the disk. A change to the keychain or to UserDefaults is also a change to the disk.
    ///
    /// The interrupted call fails. After the kill, the process can't change the disk, the keychain or UserDefaults, and
    /// ``isAlive`` is false. To try every change, see <doc:TestingWithASimulatedDevice>.
    public func kill(beforeDiskChange index: Int) {
        device.timeline.record(.killScheduled(name: name))
        device.disk.schedule(.kill, process: process, change: max(0, index))
    }

    func post(_ event: Environment.Notifications.Event) { notifications.post(event) }
}
