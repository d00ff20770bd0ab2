import SiderealCore
import SiderealStorage
import SiderealSystem

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// What the hardware clock shows after a reboot.
    public enum HardwareClock: Sendable, Hashable {
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
    ///   - hardwareClock: What its hardware clock shows then.
    ///   - isCold: Whether counters restart that a warm reboot lets run on (``Kind/newPhone``).
    public func reboot(
        after delay: Duration = .zero, offFor off: Duration = .seconds(30), hardwareClock: HardwareClock = .kept,
        isCold: Bool = false
    ) {
        if delay > .zero { pass(delay) }
        goDown(losing: nil)
        boot(offFor: off, hardwareClock: hardwareClock, isCold: isCold)
    }

    /// Cuts the power: what was not synced may be gone, or be there in part.
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
        // The newest of what each block can be, if everything was written; else any.
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
        fileprivate let preferences: [String: SimulatedPreferences.Domain]
    }

    /// The host of a virtual machine keeps its clocks and its disk as they are.
    public func takeSnapshot() -> Snapshot {
        settle()
        return Snapshot(
            machine: timeline.machine, disk: disk.copy(), keychain: keychain.items, preferences: preferences.domains)
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
        preferences.domains = snapshot.preferences
        timeline.goBack(to: snapshot.machine)
        settle()
    }
}

extension SplitMix64 {
    /// A number below a bound that is not zero.
    fileprivate mutating func next(upperBound: UInt64) -> UInt64 { next() % upperBound }
}
