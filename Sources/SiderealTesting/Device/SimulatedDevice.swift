public import Sidereal
import SiderealClocks
package import SiderealCore
import SiderealStorage
package import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A simulated device: its true time, clocks, owner, locks, disk and network, and the apps that you launch on it.
///
/// The test controls everything. Time passes when you say so, a year in a moment. When you say so, the clock is set,
/// and the device sleeps, reboots or is unlocked. The apps are the shipping library, on simulated clocks, files and
/// servers. The same calls always give the same answers.
///
/// ```swift
/// let device = SimulatedDevice(.iPhone)
/// try device.launch()
/// device.setClock(.forward(.seconds(24 * 3_600)))
/// device.reboot(after: .seconds(3 * 60))
/// let app = try device.launch()
/// #expect(app.observatory.bootVerdict.didReboot == true)
/// ```
///
/// Use the device from one thread at a time. A call returns when everything that could happen has happened.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedDevice: Sendable {
    let timeline: DeviceTimeline
    let time: VirtualTime
    package let executor: DrainedExecutor
    package let network: SimulatedNetwork
    /// The disk with its files. Another device may share it, as machines share a home directory on a server.
    package let disk: SimulatedDisk
    let keychain = SimulatedKeychain()
    private let writes = SimulatedWrites()
    let preferences: SimulatedPreferences
    /// The number of the first process. Two devices on one disk use different numbers.
    private let firstProcess: Int
    let ownsDisk: Bool
    private let processes = Lock<[Int: SimulatedApp]>([:])
    private let processCount = Lock(0)
    private let bootLock = Lock(DeviceLock.unlocked)

    /// The directory of an app's record, and the directory of its stores.
    package static let stateDirectory = "/state"
    package static let storeDirectory = "/store"
    static let fileDirectory = "/files"
    /// The true time at which all histories begin: 2027-01-15T08:00:00Z.
    package static var beginning: TrueInstant { DeviceTimeline.beginning }

    /// Creates a device that booted a moment ago, is unlocked, and has the right time.
    ///
    /// - Parameters:
    ///   - kind: The kind of the device, which decides its clocks and its files.
    ///   - hasPasscode: Indicates whether files are locked from a reboot to the first unlock. It has no effect on kinds
    ///     whose files have no protection classes.
    ///   - servers: The servers that apps can ask for the time. ``set(_:)`` adds others.
    ///   - seed: The seed of all chance: the delays of requests, and the wandering of the crystal.
    public convenience init(
        _ kind: Kind = .iPhone, hasPasscode: Bool = true, servers: [SimulatedServer] = [], seed: UInt64 = 1
    ) {
        self.init(kind.make, hasPasscode: hasPasscode, servers: servers, seed: seed)
    }

    package init(
        _ make: MachineMake, hasPasscode: Bool = true, servers: [SimulatedServer] = [], seed: UInt64,
        home: SimulatedDisk? = nil, firstProcess: Int = 1
    ) {
        let timeline = DeviceTimeline(make, seed: seed, hasPasscode: hasPasscode && make.model.platform == .darwin)
        let time = VirtualTime(timeline)
        let disk = home ?? SimulatedDisk(sectorSize: 4_096, isTracing: false)
        self.timeline = timeline
        self.time = time
        executor = DrainedExecutor(whenIdle: { time.passToNextDue() })
        network = SimulatedNetwork(servers, time: time, seed: seed)
        ownsDisk = home == nil
        self.disk = disk
        preferences = SimulatedPreferences(lock: { disk.lock }, now: { timeline.now })
        self.firstProcess = firstProcess
        if make.model.platform == .darwin, ownsDisk { disk.setLock(.unlocked) }
    }

    // MARK: - Truth

    /// The true time, which neither the device nor its apps can read.
    public var trueTime: Date { timeline.now.date }

    /// The time that the device's own clock shows.
    public var wallTime: Date { timeline.machine.wall.date }

    /// The number of times that the device has booted, the first boot included.
    public var bootCount: Int { timeline.machine.bootCount }

    /// Indicates whether the device was unlocked since it booted. Always true without a passcode.
    public var isUnlockedOnce: Bool { disk.lock != .beforeFirstUnlock }

    /// The events of the device so far, in words.
    public var story: [String] { timeline.story.map { $0.text } }

    package var truth: TrueInstant { timeline.now }
    package var machine: SimulatedMachine { timeline.machine }

    // MARK: - Time

    /// Lets time pass while the device is awake. Everything that apps wait for in this time happens.
    public func pass(_ span: Duration) { pass(Nanoseconds(clamping: span)) }

    package func pass(_ span: Nanoseconds) {
        timeline.record(.passed(span.orZero))
        let end = timeline.now + span.orZero
        do throws(StalledExecution) {
            try time.pass(to: end, on: executor)
            settle()
        } catch {
            // The caller is work that the device runs. The waits that are due by then resume once that work waits.
            timeline.advance(to: end)
            time.release(upTo: end)
        }
    }

    /// Lets the device sleep, and wakes it up. Everything that apps wait for in this time happens after the wake.
    ///
    /// - Parameters:
    ///   - span: The true length of the sleep.
    ///   - error: The error in the sleep that Linux measures with a hardware clock of whole seconds. Darwin kinds
    ///     ignore it: ``Kind/oldPhone`` measures a sleep with a second crystal, and ``Kind/intelMac`` with its calendar
    ///     clock.
    ///   - isHibernation: Indicates whether the sleep is one that Linux doesn't count.
    public func sleep(_ span: Duration, miscountedBy error: Duration = .zero, isHibernation: Bool = false) {
        timeline.sleep(
            Nanoseconds(clamping: span), miscountedBy: Nanoseconds(clamping: error), isHibernation: isHibernation)
        settle()
    }

    /// A change of the wall clock.
    public enum ClockChange: Sendable, Hashable {
        /// Sets the clock ahead of the time that it shows.
        case forward(Duration)
        /// Sets the clock behind the time that it shows.
        case backward(Duration)
        /// Sets the clock to a date.
        case to(Date)
        /// Sets the clock to the true time, as a time daemon does.
        case correct
    }

    /// Sets the wall clock, and notifies apps that observe it. A change to a time before 1970 has no effect.
    public func setClock(_ change: ClockChange) {
        let step: Nanoseconds =
            switch change {
            case .forward(let span): Nanoseconds(clamping: span)
            case .backward(let span): -Nanoseconds(clamping: span)
            case .to(let date): WallInstant(clamping: date) - timeline.machine.wall
            case .correct: -timeline.wallError
            }
        setClock(by: step)
    }

    package func setClock(by step: Nanoseconds) {
        timeline.setClock(by: step)
        forEachApp { $0.post(.clockSet) }
        settle()
    }

    /// Lets a time daemon run the calendar faster than the counter, or slower if the rate is negative, until a reboot.
    ///
    /// - Parameter partsPerMillion: The rate. Darwin slews by 36,750 at most, ntpd on Linux by 500, chrony by 83,333.
    public func slewClock(partsPerMillion: Int) { timeline.slew(Int64(clamping: partsPerMillion)) }

    /// Slews the clock by adjtime(2) alone, one of the three means of Darwin's time daemon beside frequency and phase.
    package func adjustClock(by span: Nanoseconds) { timeline.discipline(.adjusted(span)) { $0.adjustClock(by: span) } }

    package func setFrequency(partsPerBillion rate: Int64) {
        timeline.discipline(.frequencySet(rate)) { $0.setFrequency(partsPerBillion: rate) }
    }

    package func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        timeline.discipline(.phaseCorrected(offset)) { $0.correctPhase(by: offset, timeConstant: timeConstant) }
    }

    /// Sets how slow the crystal runs, in thousandths of the largest drift that the premises allow.
    ///
    /// Negative values make it run fast. Values are clamped to -1000...1000.
    public func setDrift(thousandthsOfBound share: Int) { timeline.setDrift(Int64(clamping: share)) }

    /// Sets the error of Darwin's clocks that run while the power is off, in thousandths of the same bound.
    package func setBatteryCrystal(thousandthsOfBound share: Int64) { timeline.setBatteryCrystal(share) }

    /// Lets the crystal change its rate whenever time passes, within the bounds of the premises.
    public func varyDrift() { timeline.varyDrift() }

    // MARK: - Locks

    /// Unlocks the device, as its owner does with the passcode: all files can be read.
    public func unlock() {
        guard disk.lock != nil, disk.lock != .unlocked else { return }
        timeline.record(disk.lock == .beforeFirstUnlock ? .firstUnlock : .unlocked)
        disk.setLock(.unlocked)
        forEachApp { $0.post(.didUnlock) }
        settle()
    }

    /// Locks the screen: files of the class `complete` can't be read any more.
    ///
    /// Without a passcode nothing happens.
    public func lock() {
        guard timeline.hasPasscode, disk.lock == .unlocked else { return }
        forEachApp { $0.post(.willLock) }
        settle()
        timeline.record(.locked)
        disk.setLock(.locked)
        settle()
    }

    // MARK: - Files of an app's own

    /// Writes a file that an app keeps beside the library, such as a database or the settings of an earlier version.
    /// The lock doesn't matter, and an earlier file is replaced. ``SimulatedApp/file(_:alongside:)`` sees the file.
    public func putFile(_ name: String, holding content: Data, tier: ProtectionTier = .afterFirstUnlock) {
        disk.placeDirectory(Self.fileDirectory)
        disk.place([UInt8](content), at: Self.fileDirectory + "/" + name, tier: tier)
    }

    /// Removes a file of an app's own. If the file is missing, nothing happens.
    public func removeFile(_ name: String) { disk.remove(Self.fileDirectory + "/" + name) }

    // MARK: - The network

    /// Adds a server, or replaces the server of the same name.
    public func set(_ server: SimulatedServer) {
        let old = network.servers.first { $0.name == server.name }
        if old != server {
            timeline.record(old == nil ? .serverAdded(name: server.name) : .serverChanged(name: server.name))
        }
        network.set(server)
    }

    /// Returns the number of requests that have reached a server: the library's and the app's own, refused ones
    /// included.
    public func requestCount(of server: SimulatedServer) -> Int { network.requestCount(of: server.name) }

    /// Indicates whether the device can reach the network.
    public var isOnline: Bool {
        get { network.isReachable }
        set {
            if newValue != network.isReachable { timeline.record(newValue ? .wentOnline : .wentOffline) }
            network.isReachable = newValue
        }
    }

    // MARK: - The keychain

    /// The status with which the keychain answers every call, as a real one does to an app without entitlements
    /// (-34018), or `nil` if the keychain works. `nil` at first.
    public var keychainFailure: Int32? {
        get { keychain.failure }
        set {
            if newValue != keychain.failure {
                timeline.record(newValue.map { .keychainFails(status: $0) } ?? .keychainWorks)
            }
            keychain.failure = newValue
        }
    }

    /// Gives an item of the keychain an access control that requires its owner: a face, a finger or the passcode.
    ///
    /// An app written without this library may have stored such an item. A missing item stays missing.
    public func requireOwner(forKeychainItem account: String, service: String = "app", isSynchronizable: Bool = false) {
        let service = KeychainService(name: service, isSynchronizable: isSynchronizable)
        keychain.items[KeychainQuery(service: service, account: account)]?.needsOwner = true
    }

    // MARK: - Apps

    /// Launches an app: a process of its own, with the shipping library.
    ///
    /// - Parameters:
    ///   - name: The name under which the observatory counts the app's launches, like a bundle identifier.
    ///   - isExtension: Indicates whether the app is an extension, which the system doesn't notify of locks and
    ///     unlocks.
    ///   - settingsKeys: The keys of its own UserDefaults that its Settings.bundle shows the user.
    /// - Returns: The running app.
    /// - Throws: An `ObservatoryError`, as the initializers of `Observatory` do.
    @discardableResult
    public func launch(
        _ name: String = "app", isExtension: Bool = false, settingsKeys: Set<String> = []
    ) throws(ObservatoryError) -> SimulatedApp {
        try launch(name, isExtension: isExtension, settingsKeys: settingsKeys, notifications: nil)
    }

    /// Launches an app that gets the device's notifications from `notifications` instead of from the device.
    package func launch(
        _ name: String = "app", isExtension: Bool = false, settingsKeys: Set<String> = [],
        notifications: Environment.Notifications?
    ) throws(ObservatoryError) -> SimulatedApp {
        let number = processCount.withLock { count in
            count += 1
            return firstProcess + count - 1
        }
        timeline.record(.launched(name: name, early: !isUnlockedOnce))
        let app = try SimulatedApp(
            name, number: number, isExtension: isExtension, settingsKeys: settingsKeys, notifications: notifications,
            on: self)
        processes.withLock { $0[number] = app }
        settle()
        return app
    }

    /// Removes the apps, with their record, stores and UserDefaults.
    ///
    /// The next launch is the first one of a new installation. The keychain stays, as on iOS.
    public func uninstallApps() {
        settle()
        endApps()
        timeline.record(.uninstalled)
        for directory in [Self.stateDirectory, Self.storeDirectory, Self.fileDirectory] {
            for name in disk.names where name == directory || name.hasPrefix(directory + "/") { disk.remove(name) }
        }
        preferences.domains = [:]
    }

    /// Returns a new device of the same owner, to which a backup of this one is restored.
    ///
    /// The new device has the UserDefaults, the stores, and the keychain items that backups hold. It lacks the record,
    /// which no backup holds. It booted when this device was created. This device runs on: let the same time pass for
    /// both to keep their true times equal.
    ///
    /// - Parameters:
    ///   - kind: The kind of the new device, which decides its clocks and its files.
    ///   - seed: The seed of all chance on the new device.
    /// - Returns: The new device, unlocked, with no app running.
    public func restoredToNewDevice(_ kind: Kind = .iPhone, seed: UInt64 = 2) -> SimulatedDevice {
        settle()
        let phone = SimulatedDevice(kind.make, servers: network.servers, seed: seed)
        phone.keychain.items = keychain.items.filter { $0.value.isInBackups }
        preferences.write()
        phone.preferences.domains = preferences.domains.mapValues { SimulatedPreferences.Domain(file: $0.file) }
        for directory in [Self.storeDirectory, Self.fileDirectory] { phone.disk.placeDirectory(directory) }
        for path in disk.names
        where path.hasPrefix(Self.storeDirectory + "/") || path.hasPrefix(Self.fileDirectory + "/") {
            guard let bytes = disk.contents(of: path) else { continue }
            phone.disk.place(bytes, at: path, tier: disk.protection(of: path) ?? .always)
        }
        phone.pass(timeline.now - phone.timeline.now)
        return phone
    }

    /// Returns the environment of a process. Background work runs when the device settles, if the process still runs
    /// then.
    func environment(of life: ProcessLife, notifications: Environment.Notifications) -> Environment {
        let (time, start, writes) = (time, executor.start, writes)
        let process = life.files.number
        var notifications = notifications
        notifications.observeWrites = { path, onWrite in writes.observe(path, process: process, onWrite) }
        notifications.announceWrite = { path in if life.isNotEnded { writes.announce(path) } }
        return Environment(
            disk: life.files,
            scheduler: Environment.Scheduler(
                wait: { span async throws(CancellationError) in
                    // Without this check, a process killed in the middle of a change would poll for an unlock forever.
                    guard life.isAlive else { throw CancellationError() }
                    try await time.wait(span, by: process)
                }, start: start,
                background: { work in _ = start { if life.isNotEnded { work() } } }, inPlace: { _ in false }),
            notifications: notifications)
    }

    /// Returns the clocks as a process reads them.
    func clocks(of life: ProcessLife) -> DeviceClocks {
        let timeline = timeline
        return DeviceClocks(
            model: timeline.machine.make.model,
            source: ProcessClocks(clocks: SimulatedKernel(timeline: timeline).clocks, life: life),
            bootIdentity: { timeline.machine.bootIdentity },
            machineIdentity: { _ in timeline.machine.machineIdentity })
    }

    func forget(_ process: Int) {
        processes.withLock { $0[process] = nil }
        writes.end(process: process)
    }

    private var apps: [SimulatedApp] {
        processes.withLock { all in all.sorted { $0.key < $1.key }.map { $0.value } }
    }

    private func forEachApp(_ body: (SimulatedApp) -> Void) {
        for app in apps { body(app) }
    }

    func endApps() {
        forEachApp { $0.kill() }
    }
}
