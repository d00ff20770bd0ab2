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

/// A device whose truth is known: its clocks, its owner, its locks, its disk, its network, and the apps that are
/// launched on it.
///
/// Nothing happens by itself. Time passes when the test says so, a year in a moment; the clock is set, the device
/// sleeps, reboots and is unlocked when the test says so. The apps are the shipping library, on simulated
/// clocks, files and servers. The same calls always give the same answers.
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
/// It belongs to one thread at a time: a call returns when everything that could happen has happened.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedDevice: Sendable {
    let timeline: DeviceTimeline
    let time: VirtualTime
    package let executor: DrainedExecutor
    package let network: SimulatedNetwork
    /// What it keeps its files on. Another device may share it, as machines do with a home directory on a server.
    package let disk: SimulatedDisk
    let keychain = SimulatedKeychain()
    private let writes = SimulatedWrites()
    let preferences: SimulatedPreferences
    /// Processes of two devices on one disk have numbers of their own.
    private let firstProcess: Int
    let ownsDisk: Bool
    private let processes = Lock<[Int: SimulatedApp]>([:])
    private let processCount = Lock(0)
    private let bootLock = Lock(DeviceLock.unlocked)

    /// Where an app keeps its record, and where its stores are.
    package static let stateDirectory = "/state"
    package static let storeDirectory = "/store"
    static let fileDirectory = "/files"
    /// When all histories begin: 2027-01-15T08:00:00Z.
    package static var beginning: TrueInstant { DeviceTimeline.beginning }

    /// A device that booted a moment ago, is unlocked, and whose clock is right.
    ///
    /// - Parameters:
    ///   - kind: Which clocks and which files it has.
    ///   - hasPasscode: Whether files are locked from a reboot to the first unlock, on kinds whose files have
    ///     protection classes.
    ///   - servers: The servers that can be asked for the time. ``set(_:)`` adds others.
    ///   - seed: Decides all luck: how long questions take, and how the crystal wanders.
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

    // MARK: - What is true

    /// The true time, which nothing on the device can see.
    public var trueTime: Date { timeline.now.date }

    /// What the device's own clock shows.
    public var wallTime: Date { timeline.machine.wall.date }

    /// How often it has booted, the first boot included.
    public var bootCount: Int { timeline.machine.bootCount }

    /// Whether it was unlocked since it booted: always, without a passcode.
    public var isUnlockedOnce: Bool { disk.lock != .beforeFirstUnlock }

    /// What happened to it so far, in words.
    public var story: [String] { timeline.story.map { $0.text } }

    package var truth: TrueInstant { timeline.now }
    package var machine: SimulatedMachine { timeline.machine }

    // MARK: - Time

    /// Lets time pass while the device is awake; what apps wait for happens meanwhile.
    public func pass(_ span: Duration) { pass(Nanoseconds(clamping: span)) }

    package func pass(_ span: Nanoseconds) {
        timeline.record(.passed(span.orZero))
        let end = timeline.now + span.orZero
        do throws(StalledExecution) {
            try time.pass(to: end, on: executor)
            settle()
        } catch {
            // Asked by what the device runs: whoever is due by then goes on once that waits.
            timeline.advance(to: end)
            time.release(upTo: end)
        }
    }

    /// Lets the device sleep, and wakes it up; what apps wait for happens after that.
    ///
    /// - Parameters:
    ///   - span: How long it really sleeps.
    ///   - error: The error of Linux in counting the sleep, with a hardware clock that ticks in seconds. On Darwin the
    ///     clocks themselves decide: another crystal on ``Kind/oldPhone``, the calendar on ``Kind/intelMac``.
    ///   - isHibernation: Whether the sleep is one that Linux doesn't count.
    public func sleep(_ span: Duration, miscountedBy error: Duration = .zero, isHibernation: Bool = false) {
        timeline.sleep(
            Nanoseconds(clamping: span), miscountedBy: Nanoseconds(clamping: error), isHibernation: isHibernation)
        settle()
    }

    /// A change of the wall clock.
    public enum ClockChange: Sendable, Hashable {
        /// Ahead of what it shows.
        case forward(Duration)
        /// Behind what it shows.
        case backward(Duration)
        /// To a date.
        case to(Date)
        /// To the true time, as a time daemon does.
        case correct
    }

    /// Sets the wall clock, and notifies apps that observe it. It stays as it is where it would show a time before
    /// 1970.
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

    /// Lets a time daemon run the calendar faster than the counter, or slower if that is negative, until a reboot.
    ///
    /// - Parameter partsPerMillion: Darwin slews by 36,750 at most, ntpd on Linux by 500, chrony by 83,333.
    public func slewClock(partsPerMillion: Int) { timeline.slew(Int64(clamping: partsPerMillion)) }

    /// What Darwin's time daemon does by one means alone: adjtime(2), the frequency, the phase.
    package func adjustClock(by span: Nanoseconds) { timeline.discipline(.adjusted(span)) { $0.adjustClock(by: span) } }

    package func setFrequency(partsPerBillion rate: Int64) {
        timeline.discipline(.frequencySet(rate)) { $0.setFrequency(partsPerBillion: rate) }
    }

    package func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        timeline.discipline(.phaseCorrected(offset)) { $0.correctPhase(by: offset, timeConstant: timeConstant) }
    }

    /// Sets how far the crystal is off from now on: a thousand is all that the premises allow, in either direction.
    public func setCrystal(thousandthsOfBound share: Int) { timeline.setCrystal(Int64(clamping: share)) }

    /// The same of Darwin's clocks that run while the power is off.
    package func setBatteryCrystal(thousandthsOfBound share: Int64) { timeline.setBatteryCrystal(share) }

    /// Lets the crystal change its rate whenever time passes, within what the premises allow.
    public func letCrystalWander() { timeline.letCrystalWander() }

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

    /// Writes a file as an app would that keeps one beside the library, whatever the lock says: a database, or settings
    /// of an earlier version. ``SimulatedApp/file(_:alongside:)`` sees it. What was there before is replaced.
    public func putFile(_ name: String, holding content: Data, tier: ProtectionTier = .afterFirstUnlock) {
        disk.placeDirectory(Self.fileDirectory)
        disk.place([UInt8](content), at: Self.fileDirectory + "/" + name, tier: tier)
    }

    /// Removes such a file; one that is not there stays so.
    public func removeFile(_ name: String) { disk.remove(Self.fileDirectory + "/" + name) }

    // MARK: - The network

    /// Adds a server, or replaces the one of its name.
    public func set(_ server: SimulatedServer) {
        let old = network.servers.first { $0.name == server.name }
        if old != server {
            timeline.record(old == nil ? .serverAdded(name: server.name) : .serverChanged(name: server.name))
        }
        network.set(server)
    }

    /// How many requests have reached a server: the library's and the app's own, with those that it refused.
    public func requestCount(of server: SimulatedServer) -> Int { network.requestCount(of: server.name) }

    /// Whether the device has a way to the network.
    public var isOnline: Bool {
        get { network.isReachable }
        set {
            if newValue != network.isReachable { timeline.record(newValue ? .wentOnline : .wentOffline) }
            network.isReachable = newValue
        }
    }

    // MARK: - The keychain

    /// The status with which the keychain answers every call, as a real one does to an app without entitlements
    /// (-34018); nil if it works, as it does at first.
    public var keychainFailure: Int32? {
        get { keychain.failure }
        set {
            if newValue != keychain.failure {
                timeline.record(newValue.map { .keychainFails(status: $0) } ?? .keychainWorks)
            }
            keychain.failure = newValue
        }
    }

    /// Gives an item of the keychain an access control that asks for its owner: a face, a finger or the passcode.
    ///
    /// What an app that was written without this library may have stored so. An item that is not there stays missing.
    public func requireOwner(forKeychainItem account: String, service: String = "app", isSynchronizable: Bool = false) {
        let service = KeychainService(name: service, isSynchronizable: isSynchronizable)
        keychain.items[KeychainQuery(service: service, account: account)]?.needsOwner = true
    }

    // MARK: - Apps

    /// Launches an app: a process of its own, with the library as it ships.
    ///
    /// - Parameters:
    ///   - name: The name under which its launches are counted, like a bundle identifier.
    ///   - isExtension: Whether it is an extension, which the system doesn't notify of locks and unlocks.
    ///   - settingsKeys: The keys of its own UserDefaults that its Settings.bundle shows the user.
    /// - Returns: The app, running.
    /// - Throws: As `Observatory` does.
    @discardableResult
    public func launch(
        _ name: String = "app", isExtension: Bool = false, settingsKeys: Set<String> = []
    ) throws(ObservatoryError) -> SimulatedApp {
        try launch(name, isExtension: isExtension, settingsKeys: settingsKeys, notifications: nil)
    }

    /// The same; `notifications` announces what happens to the device in the device's stead.
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

    /// Removes the apps, and with them their record, their stores and their UserDefaults.
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

    /// A new phone of the same owner, to which a backup of this one is restored.
    ///
    /// It has the UserDefaults, the stores, and the keychain items that backups hold. It lacks the record, which no
    /// backup holds. It booted when this phone was made. This phone runs on: let the same time pass for both to keep
    /// their true times equal.
    ///
    /// - Parameters:
    ///   - kind: Which clocks and which files it has.
    ///   - seed: Decides all luck of the new phone.
    /// - Returns: The new phone, unlocked, with no app running.
    public func movedToNewPhone(_ kind: Kind = .iPhone, seed: UInt64 = 2) -> SimulatedDevice {
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

    /// What a process sees of the device. Background work runs when the device settles, if the process still runs then.
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
                    // One that was killed in the middle of something would else look for an unlock again and again.
                    guard life.isAlive else { throw CancellationError() }
                    try await time.wait(span, by: process)
                }, start: start,
                background: { work in _ = start { if life.isNotEnded { work() } } }, inPlace: { _ in false }),
            notifications: notifications)
    }

    /// The clocks as a process reads them.
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
