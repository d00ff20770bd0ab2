import SiderealCore
import SiderealStorage
import SiderealSystem

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// The state of the hardware clock after a reboot.
    public enum HardwareClock: Sendable, Hashable {
        /// The hardware clock continued. On Linux, the hardware clock continued from the time of the system clock. On
        /// Darwin, the hardware clock continued from the time at which it was last set. Later slewing of the system
        /// clock did not change it.
        case kept
        /// The clock shows the true time plus the given error, regardless of the system clock's time.
        case offBy(Duration)
        /// The clock lost the time, so the device boots in 1970.
        ///
        /// On a board without a battery, the clock starts in 1970 at every boot.
        case lost
    }

    /// Reboots the device. The apps end, the disk keeps all their writes, and a device with a passcode is locked.
    ///
    /// - Parameters:
    ///   - delay: The time that the device runs before it shuts down.
    ///   - off: The time during which the device is off.
    ///   - hardwareClock: The state of the hardware clock after the boot.
    ///   - isCold: Indicates whether the reboot is cold. On ``Kind/newPhone`` and ``Kind/oldPhone``, a cold reboot
    ///     restarts the hardware counter, and a warm reboot does not.
    public func reboot(
        after delay: Duration = .zero, offFor off: Duration = .seconds(30), hardwareClock: HardwareClock = .kept,
        isCold: Bool = false
    ) {
        if delay > .zero { advance(by: delay) }
        goDown(losing: nil)
        boot(offFor: off, hardwareClock: hardwareClock, isCold: isCold)
    }

    /// Cuts the power. The disk may lose some or all of the unsynced data.
    ///
    /// The device is off for the given time, and then boots.
    public func cutPower(offFor off: Duration = .seconds(30), seed: UInt64 = 1) {
        goDown(losing: seed)
        boot(offFor: off, hardwareClock: .kept, isCold: true)
    }

    private func goDown(losing seed: UInt64?) {
        settle()
        endApps()
        preferences.goDown(losingUnwritten: seed != nil)
        guard ownsDisk else { return }
        // Without a seed, the disk has all writes.
        let answers = seed.map { CrashAnswers.seeded($0) } ?? .newest
        disk.cutPower(answers.answers(to: disk.questions))
    }

    private func boot(offFor off: Duration, hardwareClock: HardwareClock, isCold: Bool) {
        let fate: SimulatedMachine.CalendarFate =
            switch hardwareClock {
            case .kept: .kept
            case .offBy(let error): .offBy(Nanoseconds(clamping: error))
            case .lost: .lost
            }
        timeline.reboot(offFor: Nanoseconds(clamping: off).orZero, calendar: fate, isWarm: !isCold)
        if disk.lock != nil, ownsDisk { disk.setLock(timeline.hasPasscode ? .beforeFirstUnlock : .unlocked) }
        settle()
    }

    /// Pauses the device as the host of a virtual machine does. The device's clocks do not count the pause.
    ///
    /// The library can't detect a pause, so it assumes that no host pauses a device. After this call, trusted bounds
    /// are wrong until a server answers.
    public func pauseByHost(_ span: Duration) {
        timeline.pause(Nanoseconds(clamping: span).orZero)
        settle()
    }

    /// A snapshot of a virtual machine: the clocks, the disk, the lock, the keychain and the UserDefaults at one
    /// moment.
    public struct Snapshot: Sendable {
        fileprivate let machine: SimulatedMachine
        fileprivate let disk: SimulatedDisk
        fileprivate let keychain: [KeychainQuery: SimulatedKeychain.Item]
        fileprivate let preferences: [String: SimulatedPreferences.Domain]
    }

    /// Takes a snapshot of the device, as the host of a virtual machine does.
    public func takeSnapshot() -> Snapshot {
        settle()
        return Snapshot(
            machine: timeline.machine, disk: disk.copy(), keychain: keychain.items, preferences: preferences.domains)
    }

    /// Restores a snapshot, as the host of a virtual machine does. All clocks and files return to their state in the
    /// snapshot. The true time does not go back.
    ///
    /// The apps end, because a snapshot does not contain their memory. On a real host, apps continue after a restore.
    /// The library assumes that no host restores a device, and can't check this assumption.
    public func restore(_ snapshot: Snapshot) {
        settle()
        endApps()
        disk.become(snapshot.disk)
        keychain.items = snapshot.keychain
        preferences.domains = snapshot.preferences
        timeline.restore(snapshot.machine)
        settle()
    }
}
