public import Sidereal
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
/// device.setClock(.forward(.hours(24)))
/// device.reboot(after: .minutes(3))
/// let app = try device.launch()
/// #expect(app.observatory.bootVerdict.didReboot == true)
/// ```
///
/// It belongs to one thread at a time: a call returns when everything that could happen has happened.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
public final class SimulatedDevice: Sendable {
    let timeline: DeviceTimeline
    let time: VirtualTime
    let executor: DrainedExecutor
    package let network: SimulatedNetwork
    /// What it keeps its files on. Another device may share it, as machines do with a home directory on a server.
    package let disk: SimulatedDisk
    let keychain = SimulatedKeychain()
    /// Processes of two devices on one disk have numbers of their own.
    private let firstProcess: Int
    private let ownsDisk: Bool
    private let processes = Lock<[Int: SimulatedApp]>([:])
    private let processCount = Lock(0)
    private let bootLock = Lock(DeviceLock.unlocked)

    /// Where an app keeps its record, and where its stores are.
    package static let stateDirectory = "/state"
    package static let storeDirectory = "/store"
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
        _ kind: SimulatedDeviceKind = .iPhone, hasPasscode: Bool = true, servers: [SimulatedServer] = [],
        seed: UInt64 = 1
    ) {
        self.init(kind.make, hasPasscode: hasPasscode, servers: servers, seed: seed)
    }

    package init(
        _ make: MachineMake, hasPasscode: Bool = true, servers: [SimulatedServer] = [], seed: UInt64,
        home: SimulatedDisk? = nil, firstProcess: Int = 1
    ) {
        let timeline = DeviceTimeline(make, seed: seed, hasPasscode: hasPasscode && make.model.platform == .darwin)
        let time = VirtualTime(timeline)
        self.timeline = timeline
        self.time = time
        executor = DrainedExecutor(whenIdle: { time.passToNextDue() })
        network = SimulatedNetwork(servers, time: time, seed: seed)
        ownsDisk = home == nil
        disk = home ?? SimulatedDisk(sectorSize: 4_096, isTracing: false)
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

    /// Lets time pass, the device awake: what apps wait for happens meanwhile.
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

    /// Lets the device sleep, and wakes it up.
    ///
    /// What apps wait for happens afterwards.
    ///
    /// - Parameters:
    ///   - span: How long it really sleeps.
    ///   - error: By how much a hardware clock that ticks in seconds miscounts that on Linux. On Darwin the clocks
    ///     themselves decide: another crystal on ``SimulatedDeviceKind/oldPhone``, the calendar on
    ///     ``SimulatedDeviceKind/intelMac``.
    ///   - isHibernation: Whether the sleep is one that Linux does not count.
    public func sleep(_ span: Duration, miscountedBy error: Duration = .zero, isHibernation: Bool = false) {
        timeline.sleep(
            Nanoseconds(clamping: span), miscountedBy: Nanoseconds(clamping: error), isHibernation: isHibernation)
        settle()
    }

    /// What is done to the wall clock.
    public enum ClockChange: Sendable, Hashable {
        /// By so much ahead of what it shows.
        case forward(Duration)
        /// By so much behind what it shows.
        case backward(Duration)
        /// To what it should show at this moment.
        case to(Date)
        /// To the true time, as a time daemon does.
        case correct
    }

    /// Sets the wall clock.
    ///
    /// Apps that observe it are notified.
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

    /// Lets a time daemon run the calendar faster than the counter from now on, slower where that is negative; until a
    /// reboot.
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

    /// How far the crystal is off from now on: a thousand is all that the premises allow, either way.
    public func setCrystal(thousandthsOfBound share: Int) { timeline.setCrystal(Int64(clamping: share)) }

    /// The same of Darwin's clocks that run while the power is off.
    package func setBatteryCrystal(thousandthsOfBound share: Int64) { timeline.setBatteryCrystal(share) }

    /// Lets the crystal change its rate whenever time passes, within what the premises allow.
    public func letCrystalWander() { timeline.letCrystalWander() }

    // MARK: - Reboots

    /// What the hardware clock shows after a reboot.
    public enum Calendar: Sendable, Hashable {
        /// It went on: on Linux from what the wall clock showed, on Darwin from what it was last set to, without any
        /// slewing.
        case kept
        /// The true time and so much more, whatever the wall clock showed.
        case offBy(Duration)
        /// It was lost: the device boots in 1970.
        ///
        /// So it does on a board without a battery in any case.
        case lost
    }

    /// Lets the device reboot: its apps end, what they wrote is on the disk, and it is locked if it has a passcode.
    ///
    /// - Parameters:
    ///   - delay: How long it runs on before it goes down.
    ///   - off: How long it is off.
    ///   - calendar: What its hardware clock shows then.
    ///   - isCold: Whether counters restart that a warm reboot lets run on (``SimulatedDeviceKind/newPhone``).
    public func reboot(
        after delay: Duration = .zero, offFor off: Duration = .seconds(30), calendar: Calendar = .kept,
        isCold: Bool = false
    ) {
        if delay > .zero { pass(delay) }
        goDown(losing: nil)
        boot(offFor: off, calendar: calendar, isCold: isCold)
    }

    /// Cuts the power: what was not synced may be gone, or be there in part.
    ///
    /// The device is off until it boots.
    public func cutPower(offFor off: Duration = .seconds(30), seed: UInt64 = 1) {
        goDown(losing: seed)
        boot(offFor: off, calendar: .kept, isCold: true)
    }

    private func goDown(losing seed: UInt64?) {
        settle()
        endApps()
        guard ownsDisk else { return }
        var random = seed.map { SplitMix64(seed: $0) }
        // The newest of what each block can be, if everything was written; else any.
        disk.cutPower(
            disk.questions.map { options in
                random.map { _ in
                    Int(random?.next(upperBound: UInt64(max(1, options.count))) ?? 0)
                } ?? options.count - 1
            })
    }

    private func boot(offFor off: Duration, calendar: Calendar, isCold: Bool) {
        let fate: SimulatedMachine.CalendarFate =
            switch calendar {
            case .kept: .kept
            case .offBy(let error): .offBy(Nanoseconds(clamping: error))
            case .lost: .lost
            }
        timeline.reboot(offFor: Nanoseconds(clamping: off).orZero, calendar: fate, isWarm: !isCold)
        if disk.lock != nil, ownsDisk { disk.setLock(timeline.hasPasscode ? .beforeFirstUnlock : .unlocked) }
        settle()
    }

    /// The host of a virtual machine pauses it: true time passes, and no clock of the device shows it.
    ///
    /// It breaks a premise: nothing inside can tell, so trusted bounds are wrong until a server answers.
    public func pauseByHost(_ span: Duration) {
        timeline.pause(Nanoseconds(clamping: span).orZero)
        settle()
    }

    /// What a host of a virtual machine kept of it: clocks, disk and lock at one moment.
    public struct Snapshot: Sendable {
        fileprivate let machine: SimulatedMachine
        fileprivate let disk: SimulatedDisk
        fileprivate let keychain: [KeychainQuery: SimulatedKeychain.Item]
    }

    /// The host of a virtual machine keeps its clocks and its disk as they are.
    public func takeSnapshot() -> Snapshot {
        settle()
        return Snapshot(machine: timeline.machine, disk: disk.copy(), keychain: keychain.items)
    }

    /// The host goes back to a snapshot: all clocks and files are as they were, and the true time is not.
    ///
    /// Its apps end, which on a real host they do not: what was in their memory is not part of a snapshot here. It
    /// breaks a premise: nothing inside can tell.
    public func goBack(to snapshot: Snapshot) {
        settle()
        endApps()
        disk.become(snapshot.disk)
        keychain.items = snapshot.keychain
        timeline.goBack(to: snapshot.machine)
        settle()
    }

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

    // MARK: - The network

    /// Adds a server, or lets the one of this name behave like this from now on.
    public func set(_ server: SimulatedServer) { network.set(server) }

    /// How many questions have reached a server: of the library's and of the app's own, refused ones too.
    public func requestCount(of server: SimulatedServer) -> Int { network.requestCount(of: server.name) }

    /// Whether the device has a way to the network.
    public var isOnline: Bool {
        get { network.isReachable }
        set { network.isReachable = newValue }
    }

    // MARK: - Apps

    /// Launches an app: a process of its own, with the library as it ships.
    ///
    /// - Parameters:
    ///   - name: Whose launches are counted, as by a bundle identifier.
    ///   - isExtension: Whether it is an extension, to which the system announces no locks and unlocks.
    /// - Returns: The app, running.
    /// - Throws: As `Observatory` does.
    @discardableResult
    public func launch(
        _ name: String = "app", isExtension: Bool = false
    ) throws(ObservatoryError) -> SimulatedApp {
        try launch(name, isExtension: isExtension, notifications: nil)
    }

    /// The same; `notifications` announces what happens to the device in the device's stead.
    package func launch(
        _ name: String = "app", isExtension: Bool = false, notifications: Environment.Notifications?
    ) throws(ObservatoryError) -> SimulatedApp {
        let number = processCount.withLock { count in
            count += 1
            return firstProcess + count - 1
        }
        timeline.record(.launched(name: name, early: !isUnlockedOnce))
        let app = try SimulatedApp(
            name, number: number, isExtension: isExtension, notifications: notifications, on: self)
        processes.withLock { $0[number] = app }
        settle()
        return app
    }

    /// Removes the apps, and with them their record and their stores.
    ///
    /// The next launch is the first one of a new installation. The keychain stays, as it does on iOS, and with it what
    /// an app keeps there. What an app keeps on a server, the test holds.
    public func uninstallApps() {
        settle()
        endApps()
        timeline.record(.uninstalled)
        for directory in [SimulatedDevice.stateDirectory, SimulatedDevice.storeDirectory] {
            for name in disk.names where name == directory || name.hasPrefix(directory + "/") { disk.remove(name) }
        }
    }

    /// A new phone of the same owner, to which a backup of this one is restored: with the keychain's items that backups
    /// hold, and without the record, which none holds. This phone runs on.
    ///
    /// The new one was made when this one was, and booted then; its true time is the same from here on if you let the
    /// same time pass for both. Stores are not restored: their directory begins empty.
    ///
    /// - Parameters:
    ///   - kind: Which clocks and which files it has.
    ///   - seed: Decides all luck of the new one.
    /// - Returns: The new phone, unlocked and without an app that runs.
    public func movedToNewPhone(_ kind: SimulatedDeviceKind = .iPhone, seed: UInt64 = 2) -> SimulatedDevice {
        settle()
        let phone = SimulatedDevice(kind.make, servers: network.servers, seed: seed)
        phone.keychain.items = keychain.items.filter { $0.value.isInBackups }
        phone.pass(timeline.now - phone.timeline.now)
        return phone
    }

    /// What a process sees of the device. Background work runs when the device settles, if the process still runs then.
    func environment(
        of process: Int, isRunning: @escaping @Sendable () -> Bool, notifications: Environment.Notifications
    ) -> Environment {
        let (timeline, time, start) = (timeline, time, executor.start)
        return Environment(
            model: timeline.machine.make.model, clocks: SimulatedKernel(timeline: timeline).clocks,
            identity: Environment.Identity(
                boot: { timeline.machine.bootIdentity }, machine: { _ in timeline.machine.machineIdentity }),
            disk: disk.process(process),
            scheduler: Environment.Scheduler(
                wait: { span async throws(CancellationError) in try await time.wait(span, by: process) }, start: start,
                background: { work in _ = start { if isRunning() { work() } } }, inPlace: { _ in false }),
            notifications: notifications)
    }

    func forget(_ process: Int) { processes.withLock { $0[process] = nil } }

    private var apps: [SimulatedApp] {
        processes.withLock { all in all.sorted { $0.key < $1.key }.map { $0.value } }
    }

    private func forEachApp(_ body: (SimulatedApp) -> Void) {
        for app in apps { body(app) }
    }

    private func endApps() {
        forEachApp { $0.kill() }
    }

    // MARK: - Running

    /// Runs asynchronous work of a test to its end; virtual time passes where it waits.
    ///
    /// ```swift
    /// let outcome = try device.run { await clock.synchronize() }
    /// let settings = try device.run {
    ///     try await store.value(.settings)
    /// } whileWaiting: {
    ///     device.unlock()
    /// }
    /// ```
    ///
    /// The work runs on the thread that asks. What leaves it, as for the main actor, is not waited for.
    ///
    /// - Parameters:
    ///   - limit: How much time may pass meanwhile, so that work which looks again and again for what never comes does
    ///     not run on for ever.
    ///   - work: What is run.
    ///   - happening: What else happens to the device once the work waits, before time passes for it.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or ``StalledExecution`` where it waits for what does not come.
    public func run<Value: Sendable>(
        within limit: Duration = .days(31), _ work: @escaping @Sendable () async throws -> Value,
        whileWaiting happening: () throws -> Void = {}
    ) throws -> Value {
        try executor.drain()
        let begun = executor.begin { () async -> Result<Value, any Error> in
            do { return .success(try await work()) } catch { return .failure(error) }
        }
        settle()
        do { try happening() } catch {
            executor.callOff(begun)
            throw error
        }
        let end = timeline.now + Nanoseconds(clamping: limit).orZero
        return try executor.finish(begun) {
            if time.passToNextDue(notBeyond: end) { return nil }
            return time.nextDue == nil ? .deadlock : .timedOut
        }.get()
    }

    /// Lets everything happen that can happen now: what apps save in the background, and tasks that were woken.
    public func settle() { try? executor.drain() }
}

extension SplitMix64 {
    /// A number below a bound that is not zero.
    fileprivate mutating func next(upperBound: UInt64) -> UInt64 { next() % upperBound }
}
