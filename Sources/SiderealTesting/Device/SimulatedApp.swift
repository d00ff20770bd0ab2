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
    /// The name under which its launches are counted, like a bundle identifier.
    public let name: String
    /// The app's observatory, which remembers from launch to launch.
    ///
    /// A `TrustedClock` that is opened with it, and with the names of servers, asks servers of the device's network.
    public let observatory: Observatory
    /// Whether protected files can be read.
    public let gate: FirstUnlockGate
    /// The number of its process.
    package let process: Int
    private let isExtension: Bool
    private let settingsKeys: Set<String>
    private let device: SimulatedDevice
    private let life: ProcessLife
    private let environment: Environment
    private let notifications: SimulatedNotifications
    /// By name: as in a real process, two openers of a store share it.
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

    /// Whether its process still runs. A reboot and ``kill()`` end it.
    ///
    /// What you hold of an ended process reaches nothing any more: its observatory, its stores, its keychain and its
    /// defaults are unavailable, and say why. Launch the app again.
    public var isAlive: Bool { life.isAlive }

    // MARK: - What it uses

    /// A trusted clock that asks servers of the device's network: all of them unless you name some.
    ///
    /// - Parameters:
    ///   - servers: The servers to ask. From now on they behave as given here, as by ``SimulatedDevice/set(_:)``.
    ///   - premises: What the clock assumes of web servers.
    ///   - policy: Which of the app's own requests the clock learns from.
    ///   - acceptance: What its answers may rest on beside authenticated sources in a boot that is proven to be the
    ///     same.
    ///   - requirement: What all of its answers have to rest on.
    /// - Returns: A clock of the app's observatory.
    /// - Throws: If a server's host is none, a server can never count, or no answer could satisfy what is required.
    public func clock(
        asking servers: [SimulatedServer]? = nil, premises: DateHeaderPremises = DateHeaderPremises(),
        policy: CapturePolicy? = nil, alsoAccepting acceptance: Acceptance = [],
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

    /// Makes a request of the app's own, as its HTTP stack would.
    ///
    /// ```swift
    /// let sent = clock.stamp()
    /// let response = try await app.response(to: url)
    /// clock.observe(from: url, status: response.status, sent: sent) { response.headers[$0] }
    /// ```
    ///
    /// A connection stays open for a minute after an answer, so the next request needs one exchange and not three; not
    /// while the device is offline, and not if the server changes.
    ///
    /// - Parameters:
    ///   - url: The server to ask: only scheme and host count, as in ``SimulatedServer/url``.
    ///   - method: The method of the request.
    ///   - timeout: How long it waits.
    /// - Returns: What the app sees of the answer.
    /// - Throws: Why no answer came. A refusal by the server is an answer.
    public func response(
        to url: URL, method: String = "GET", timeout: Duration = .seconds(60)
    ) async throws(TimeSourceError) -> SimulatedResponse {
        guard life.isAlive else {
            throw TimeSourceError(.cancelled, "\(name), whose process has ended, asks \(url): launch the app again")
        }
        return try await device.network.response(
            to: url, method: method, stampedBy: observatory, timeout: timeout, process: process)
    }

    /// Makes a request of the app's own and lets a clock learn from the answer, like an app that calls `observe`.
    ///
    /// - Parameters:
    ///   - server: The web server to ask.
    ///   - clock: The clock that learns from the answer.
    /// - Returns: What the clock made of the answer.
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
    /// - Returns: The store. All stores of this name share their files, whichever app opens them; those of one app are
    ///   the same store.
    /// - Throws: `storeName`; `otherTier` if this app has it open in another one.
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

    /// A file of the app's own, on the device's disk.
    ///
    /// ``SimulatedDevice/putFile(_:holding:tier:)`` makes it: what a database would do with it is not simulated.
    ///
    /// - Parameters:
    ///   - name: Its name. All apps of the device see the same files, as those of an app group do.
    ///   - suffixes: What other names that belong to it have beside its own.
    /// - Returns: The file behind the app's gate.
    public func file(_ name: String, alongside suffixes: [String] = []) -> ProtectedFile {
        let path = SimulatedDevice.fileDirectory + "/" + name
        return ProtectedFile(URL(filePath: path), alongside: suffixes, gate: gate, path: { path })
    }

    /// The device's keychain, as this app sees it: what it holds outlives the app, and is locked with the device.
    ///
    /// - Parameters:
    ///   - service: The service of its items. Apps of one device that name the same one share them.
    ///   - accessibility: When items that are written can be read, and whether
    ///     ``SimulatedDevice/movedToNewPhone(_:seed:)`` takes them along.
    ///   - isSynchronizable: Whether the items that iCloud synchronizes are meant, or the others.
    ///   - mayAsk: Whether it may ask the owner, who is always there and agrees, for an item that
    ///     ``SimulatedDevice/requireOwner(forKeychainItem:service:isSynchronizable:)`` names.
    /// - Returns: The keychain behind the app's gate.
    public func keychain(
        service: String = "app", accessibility: KeychainAccessibility = .afterFirstUnlock,
        isSynchronizable: Bool = false, mayAsk: Bool = false
    ) -> GatedKeychain {
        let disk = device.disk
        return GatedKeychain(
            service: KeychainService(name: service, isSynchronizable: isSynchronizable), accessibility: accessibility,
            mayAsk: mayAsk, calls: device.keychain.calls(of: life, lock: { disk.lock }), gate: gate)
    }

    /// UserDefaults of the device behind this app's gate, as `GatedDefaults` opens them on a phone.
    ///
    /// What is set reaches the disk within ten seconds, even if the process ends before; a power cut loses what is not
    /// written.
    ///
    /// - Parameter suite: A suite, which all apps of the device share; nil for the app's own defaults.
    /// - Returns: The defaults, which never take the empty answer of before the first unlock for an absence.
    public func defaults(suite: String? = nil) -> GatedDefaults {
        let (settingsKeys, name, gate, life) = (suite == nil ? settingsKeys : [], suite ?? name, gate, life)
        let domain = device.preferences.domain(name, process: process)
        // What a process that was killed in the middle of a call still does, while its code unwinds, never happens.
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

    /// The same UserDefaults without the gate: what `UserDefaults` itself answers this process.
    ///
    /// To show in a test what happens to an app that believes it.
    public func userDefaults(suite: String? = nil) -> SimulatedUserDefaults {
        SimulatedUserDefaults(
            preferences: device.preferences, domain: suite ?? name, life: life, timeline: device.timeline)
    }

    // MARK: - What happens to it

    /// Ends its process at once. What it did not save is lost; what it wrote stays.
    ///
    /// What you still hold of it reaches nothing any more, as ``isAlive`` says.
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

    /// Ends its process in the middle of what it does next: right before it changes the disk for the `index`-th time
    /// from now on, counted from 0. A change of the keychain or of the UserDefaults counts as one of the disk.
    ///
    /// What it was doing then fails; nothing of it reaches the disk, the keychain or the UserDefaults any more, and
    /// ``isAlive`` is false. The guide shows how to try all places.
    public func kill(beforeDiskChange index: Int) {
        device.timeline.record(.killScheduled(name: name))
        device.disk.schedule(.kill, process: process, change: max(0, index))
    }

    func post(_ event: Environment.Notifications.Event) { notifications.post(event) }
}
