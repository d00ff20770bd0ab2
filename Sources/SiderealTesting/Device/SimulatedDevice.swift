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

/// A simulated device with its true time, clocks, owner, locks, disk and network. You launch simulated apps on it.
///
/// Your test controls the device. Virtual time passes only when you call a method such as ``advance(by:)``. A virtual
/// year passes in a moment of real time. Other methods set the clock, unlock the device, and let it sleep or reboot.
/// The apps run the shipping library on simulated clocks, files and servers. The same calls always give the same
/// results.
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
/// Use the device from one thread at a time. Each call runs all work that is due, and then returns.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedDevice: Sendable {
    let timeline: DeviceTimeline
    let time: VirtualTime
    package let executor: DrainedExecutor
    package let network: SimulatedNetwork
    /// The disk with its files. Two devices can share a disk, like machines with a home directory on a server.
    package let disk: SimulatedDisk
    let keychain = SimulatedKeychain()
    private let writes = SimulatedWrites()
    let preferences: SimulatedPreferences
    /// The number of the first process. Two devices on one disk must use different numbers.
    private let firstProcess: Int
    let ownsDisk: Bool
    private let processes = Lock<[Int: SimulatedApp]>([:])
    private let processCount = Lock(0)

    /// The directory of an app's record, and the directory of its stores.
    package static let stateDirectory = "/state"
    package static let storeDirectory = "/store"
    static let fileDirectory = "/files"
    /// The true time at which each simulation begins: 2027-01-15T08:00:00Z.
    package static var beginning: TrueInstant { DeviceTimeline.beginning }

    /// Creates a device that has just booted, is unlocked, and shows the right time.
    ///
    /// - Parameters:
    ///   - kind: The kind of the device. The kind determines the clocks and the file protection.
    ///   - hasPasscode: Indicates whether the owner has set a passcode. With a passcode, files are locked from a reboot
    ///     to the first unlock. The passcode has no effect on devices without protection classes.
    ///   - servers: The servers that apps can ask for the time. ``set(_:)`` adds further servers.
    ///   - seed: The seed of all random values, such as the delays of requests and the changes to the crystal's rate.
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

    /// The true time. The device and its apps can't read the true time.
    public var trueTime: Date { timeline.now.date }

    /// The time that the device's system clock shows.
    public var wallTime: Date { timeline.machine.wall.date }

    /// The number of times that the device has booted, including the first boot.
    public var bootCount: Int { timeline.machine.bootCount }

    /// A Boolean value that indicates whether the device has been unlocked since it booted. Without a passcode, this
    /// property is always true.
    public var isUnlockedOnce: Bool { disk.lock != .beforeFirstUnlock }

    /// Descriptions of the device's events so far.
    public var story: [String] { timeline.story.map { $0.text } }

    package var truth: TrueInstant { timeline.now }
    package var machine: SimulatedMachine { timeline.machine }

    // MARK: - Time

    /// Lets time pass while the device is awake. During this time, the waits and requests of apps end when they are
    /// due.
    public func advance(by span: Duration) { advance(by: Nanoseconds(clamping: span)) }

    package func advance(by span: Nanoseconds) {
        timeline.record(.passed(span.orZero))
        let end = timeline.now + span.orZero
        do throws(StalledExecution) {
            try time.pass(to: end, on: executor)
            settle()
        } catch {
            // The caller runs as work of the device. Waits that are due in this span resume when the caller itself
            // waits.
            timeline.advance(to: end)
            time.release(upTo: end)
        }
    }

    /// Lets the device sleep, and wakes it up. If an app's wait or request is due during the sleep, it ends after the
    /// device wakes up.
    ///
    /// - Parameters:
    ///   - span: The true length of the sleep.
    ///   - error: The error with which Linux measures the sleep. Linux uses a hardware clock that ticks in seconds.
    ///     Devices with Darwin clocks ignore this parameter.
    ///   - isHibernation: Indicates whether the sleep is a hibernation. Linux does not count a hibernation as a
    ///     suspension.
    public func sleep(_ span: Duration, miscountedBy error: Duration = .zero, isHibernation: Bool = false) {
        timeline.sleep(
            Nanoseconds(clamping: span), miscountedBy: Nanoseconds(clamping: error), isHibernation: isHibernation)
        settle()
    }

    /// A change to the system clock.
    public enum ClockChange: Sendable, Hashable {
        /// Moves the clock forward from the time that it shows.
        case forward(Duration)
        /// Moves the clock backward from the time that it shows.
        case backward(Duration)
        /// Sets the clock to a date.
        case to(Date)
        /// Sets the clock to the true time, as a time daemon does.
        case correct
    }

    /// Sets the system clock, and notifies apps that observe clock changes. A change to a time before 1970 has no
    /// effect.
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

    /// Lets a time daemon run the system clock faster than the elapsed clock until a reboot.
    ///
    /// - Parameter partsPerMillion: The rate. A negative rate makes the system clock slower. The greatest rate is
    ///   36,750 on Darwin. On Linux, the greatest rate is 500 with ntpd and 83,333 with chrony.
    public func slewClock(partsPerMillion: Int) { timeline.slew(Int64(clamping: partsPerMillion)) }

    /// Slews the clock with adjtime(2) only. Darwin's time daemon can also change the frequency and the phase.
    package func adjustClock(by span: Nanoseconds) { timeline.discipline(.adjusted(span)) { $0.adjustClock(by: span) } }

    package func setFrequency(partsPerBillion rate: Int64) {
        timeline.discipline(.frequencySet(rate)) { $0.setFrequency(partsPerBillion: rate) }
    }

    package func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        timeline.discipline(.phaseCorrected(offset)) { $0.correctPhase(by: offset, timeConstant: timeConstant) }
    }

    /// Slows the crystal that drives the device's clocks. The value is in thousandths of the largest drift that the
    /// library expects.
    ///
    /// With a negative value, the crystal is fast. This method clamps the value to -1000...1000.
    public func setDrift(thousandthsOfBound share: Int) { timeline.setDrift(Int64(clamping: share)) }

    /// Sets the error of Darwin's battery-backed clocks, in thousandths of the largest drift that the premises allow.
    package func setBatteryCrystal(thousandthsOfBound share: Int64) { timeline.setBatteryCrystal(share) }

    /// Changes the rate of the crystal each time that virtual time passes. The rate stays within the drift that the
    /// library expects.
    public func varyDrift() { timeline.varyDrift() }

    // MARK: - Locks

    /// Unlocks the device, as its owner does with the passcode. Apps can then read all files.
    public func unlock() {
        guard disk.lock != nil, disk.lock != .unlocked else { return }
        timeline.record(disk.lock == .beforeFirstUnlock ? .firstUnlock : .unlocked)
        disk.setLock(.unlocked)
        forEachApp { $0.post(.didUnlock) }
        settle()
    }

    /// Locks the device. Apps can no longer read files of the class `complete`.
    ///
    /// Without a passcode, this call has no effect.
    public func lock() {
        guard timeline.hasPasscode, disk.lock == .unlocked else { return }
        forEachApp { $0.post(.willLock) }
        settle()
        timeline.record(.locked)
        disk.setLock(.locked)
        settle()
    }

    // MARK: - The network

    /// Adds a server to the device's network, or replaces the server with the same name.
    public func set(_ server: SimulatedServer) {
        let old = network.servers.first { $0.name == server.name }
        if old != server {
            timeline.record(old == nil ? .serverAdded(name: server.name) : .serverChanged(name: server.name))
        }
        network.set(server)
    }

    /// Returns the number of requests that have reached a server. The number includes the library's requests, the apps'
    /// own requests, and requests that the server refused.
    public func requestCount(of server: SimulatedServer) -> Int { network.requestCount(of: server.name) }

    /// A Boolean value that indicates whether the device can reach the network.
    public var isOnline: Bool {
        get { network.isReachable }
        set {
            if newValue != network.isReachable { timeline.record(newValue ? .wentOnline : .wentOffline) }
            network.isReachable = newValue
        }
    }

    // MARK: - Apps

    /// Launches an app. The app is a new process with the shipping library.
    ///
    /// - Parameters:
    ///   - name: The name under which the observatory counts the app's launches, like a bundle identifier.
    ///   - isExtension: Indicates whether the app is an extension. The system doesn't notify extensions of locks and
    ///     unlocks.
    ///   - settingsKeys: The keys of the app's own UserDefaults that its Settings.bundle shows to the user.
    /// - Returns: The running app.
    /// - Throws: An `ObservatoryError` for the same reasons as the initializers of `Observatory`.
    @discardableResult
    public func launch(
        _ name: String = "app", isExtension: Bool = false, settingsKeys: Set<String> = []
    ) throws(ObservatoryError) -> SimulatedApp {
        try launch(name, isExtension: isExtension, settingsKeys: settingsKeys, notifications: nil)
    }

    /// Launches an app that receives its notifications from `notifications` instead of from the device.
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

    /// Removes all apps with their record, stores, files and UserDefaults.
    ///
    /// The next launch is the first launch of a new installation. The keychain stays, as on iOS.
    public func uninstallApps() {
        settle()
        endApps()
        timeline.record(.uninstalled)
        for directory in [Self.stateDirectory, Self.storeDirectory, Self.fileDirectory] {
            for name in disk.names where name == directory || name.hasPrefix(directory + "/") { disk.remove(name) }
        }
        preferences.domains = [:]
    }

    /// Returns a new device of the same owner, with a restored backup of this device.
    ///
    /// The new device has the UserDefaults, the stores, the apps' own files, and the keychain items that a backup
    /// contains. The new device does not have the record, because a backup does not contain the record. The new device
    /// booted when you created this device. This device continues to run. To keep the true times of both devices equal,
    /// let the same time pass on both devices.
    ///
    /// - Parameters:
    ///   - kind: The kind of the new device. The kind determines the clocks and the file protection.
    ///   - seed: The seed of all random values on the new device.
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
        phone.advance(by: timeline.now - phone.timeline.now)
        return phone
    }

    /// Returns the environment of a process. Background work runs when the device settles, if the process still runs.
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
                    // Without this check, the code of a killed process would poll for an unlock forever.
                    guard life.isAlive else { throw CancellationError() }
                    try await time.wait(span, by: process)
                }, start: start,
                background: { work in _ = start { if life.isNotEnded { work() } } }, inPlace: { _ in false }),
            notifications: notifications)
    }

    /// Returns the clocks that a process reads.
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
