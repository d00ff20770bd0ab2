import SiderealCore
import SiderealStorage
import SiderealSystem

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// The state of the hardware clock after a reboot.
    public enum HardwareClock: Sendable, Hashable {
        /// The clock went on: on Linux from the wall clock's reading, on Darwin from the last setting, without any
        /// slewing.
        case kept
        /// The clock shows the true time plus this error, regardless of the wall clock's reading.
        case offBy(Duration)
        /// The clock was lost: the device boots in 1970.
        ///
        /// A board without a battery always boots in 1970.
        case lost
    }

    /// Reboots the device: its apps end, all their writes are on the disk, and it is locked if it has a passcode.
    ///
    /// - Parameters:
    ///   - delay: The time for which the device runs on before it goes down.
    ///   - off: The time for which the device is off.
    ///   - hardwareClock: The state of the hardware clock after the boot.
    ///   - isCold: Indicates whether counters restart that a warm reboot lets run on (``Kind/newPhone``).
    public func reboot(
        after delay: Duration = .zero, offFor off: Duration = .seconds(30), hardwareClock: HardwareClock = .kept,
        isCold: Bool = false
    ) {
        if delay > .zero { pass(delay) }
        goDown(losing: nil)
        boot(offFor: off, hardwareClock: hardwareClock, isCold: isCold)
    }

    /// Cuts the power: unsynced data may be lost, wholly or in part.
    ///
    /// The device is off until it boots.
    public func cutPower(offFor off: Duration = .seconds(30), seed: UInt64 = 1) {
        goDown(losing: seed)
        boot(offFor: off, hardwareClock: .kept, isCold: true)
    }

    private func goDown(losing seed: UInt64?) {
        settle()
        endApps()
        preferences.goDown(losingUnwritten: seed != nil)
        guard ownsDisk else { return }
        var random = seed.map { SplitMix64(seed: $0) }
        // If everything was written, the newest option of each block; otherwise a random one.
        disk.cutPower(
            disk.questions.map { options in
                random.map { _ in
                    Int(random?.next(upperBound: UInt64(max(1, options.count))) ?? 0)
                } ?? options.count - 1
            })
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

    /// Pauses the device as the host of a virtual machine does: true time passes, and no clock of the device shows it.
    ///
    /// A pause breaks a premise. The device can't detect it, so trusted bounds are wrong until a server answers.
    public func pauseByHost(_ span: Duration) {
        timeline.pause(Nanoseconds(clamping: span).orZero)
        settle()
    }

    /// A snapshot that the host of a virtual machine keeps: clocks, disk and lock at one moment.
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

    /// Goes back to a snapshot, as the host of a virtual machine does: all clocks and files are as they were, and the
    /// true time is not.
    ///
    /// Its apps end, although they go on after a restore on a real host: a snapshot here holds no memory. Going back
    /// breaks a premise that the device can't check.
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

extension SplitMix64 {
    /// Returns a number below a bound that is not zero.
    fileprivate mutating func next(upperBound: UInt64) -> UInt64 { next() % upperBound }
}
