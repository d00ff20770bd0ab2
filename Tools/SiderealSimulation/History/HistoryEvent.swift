package import SiderealTesting

/// An event of a history. Lengths are in milliseconds unless their name says otherwise. Positive steps are forward.
package enum HistoryEvent: Sendable, Hashable, Codable {
    /// Time passes while the device is awake.
    case pass(milliseconds: Int64)
    /// The device sleeps. If a hardware clock measures the sleep, `miscounted` is the error of this measurement.
    /// Kernels don't count hibernations.
    case sleep(milliseconds: Int64, miscounted: Int64, isHibernation: Bool)
    /// The owner sets the clock.
    case setClock(by: Int64)
    /// The owner sets the clock so that the kernel's boot time equals the boot time in the last saved reading plus
    /// `residue`.
    case matchBootTime(residue: Int64)
    /// A time daemon sets the clock to the true time plus an error.
    case correctClock(error: Int64)
    /// A time daemon makes the calendar clock run faster than the counter from now on. The rate is in parts per
    /// million.
    case slew(partsPerMillion: Int64)
    /// Darwin's time daemon slews the clock with adjtime(2). `by` is the total change.
    case adjust(by: Int64)
    /// Darwin's time daemon sets the frequency in billionths with ntp_adjtime(2). The frequency applies from now on,
    /// also during sleep.
    case setFrequency(partsPerBillion: Int64)
    /// Darwin's time daemon corrects the phase with ntp_adjtime(2), by at most half a second in total. In each second,
    /// the kernel corrects a sixteenth of the remaining phase. Each step of the time constant halves that share.
    case correctPhase(by: Int64, timeConstant: Int64)
    /// The crystal's rate error changes to the given value, in thousandths of the largest rate error that the premises
    /// allow.
    case wander(thousandths: Int64)
    /// The device turns off, then boots again.
    case reboot(off: Int64, calendar: Calendar, isWarm: Bool)
    /// Time passes until the uptime exceeds the uptime of the last saved reading by `excess`.
    case waitPastUptime(excess: Int64)
    /// A process starts and reads its record, unless the record is locked. The launch ends a running process of the
    /// same observer. The process reads the boot identities `identities`, or those of the setting if the value is
    /// `nil`.
    case launch(observer: Int, isRecordLocked: Bool, identities: MachineMake.Identities? = nil)
    /// Another running process comes to the front.
    case turnTo(observer: Int)
    /// The device is unlocked, so locked data can be read.
    case unlock
    /// The device is locked again.
    case lock
    /// The process reads its clocks.
    case readClocks
    /// The app names the servers that it asks or whose answers it accepts.
    case name([Int])
    /// The app asks servers at the same time, and receives each answer when it arrives.
    case ask([Question])
    /// The process saves what it has read.
    case save
    /// The process ends and loses everything that it did not save.
    case kill
    /// The power is cut. Data that no process synced may be lost.
    case cutPower
    /// The app makes a mark, and stores it together with its own data.
    case mark
    /// The app updates the meters that it keeps and starts another meter.
    case meter
    /// The user discards all trusted time.
    case reset
    /// The user changes to the other machine. The other machine shares the home directory, or is a device with the same
    /// data.
    case changeMachine
    /// The user removes and reinstalls the app. The record is lost, but the app's data in other places stays.
    case reinstall
    /// The record is copied to a backup.
    case backUp
    /// The backup replaces the record.
    case restore
    /// Other software damages the record.
    case damage
    /// A newer version of the library writes the record in a format that this version can't read.
    case upgradeRecord
    /// The host of a virtual machine pauses the machine. Breaks a premise.
    case pauseMachine(milliseconds: Int64)
    /// Darwin's power management clock jumps. Breaks a premise.
    case disturbPowerManagement(by: Int64)
    /// The host takes a snapshot of the machine, including its disk, and later restores the snapshot. Breaks a premise.
    case takeSnapshot
    case goBackToSnapshot
    /// The app reads one of its settings, or increases its value by one.
    case readSetting(key: Int)
    case writeSetting(key: Int)
    /// The app increases the value of a setting by one. The system kills the app after the given number of changes to
    /// the disk.
    case writeSettingKilled(key: Int, afterChanges: Int)

    /// The state of the calendar after the device was off.
    package enum Calendar: Sendable, Hashable, Codable {
        case kept
        case offBy(milliseconds: Int64)
        case lost
        /// The calendar clock loses the time, and Darwin's power management clock restarts.
        case restarted
    }

    /// A question to one server.
    package struct Question: Sendable, Hashable, Codable {
        /// The index of the server among the history's servers.
        package var server: Int
        /// The travel times of the question and of the answer.
        package var outbound: Int64
        package var inbound: Int64
        /// The age of the answer's Date when the server sends it.
        package var lag: Int64
        /// A Boolean value that indicates whether the answer is lost.
        package var isLost: Bool
        /// The error of a lying server in this answer, in thousandths of the server's largest lie.
        package var jitter: Int64
        /// The length of a sleep before the answer arrives, and the error with which the kernel counts that sleep.
        package var shortSleep: Int64
        package var shortSleepError: Int64
        /// A Boolean value that indicates whether the process reads its clocks, including the wall clock, before it
        /// receives the answer.
        package var readsClocks: Bool
        /// A Boolean value that indicates whether the process receives the answer only after all later answers.
        package var isReportedLate: Bool

        package init(
            server: Int, outbound: Int64, inbound: Int64, lag: Int64, isLost: Bool, jitter: Int64,
            shortSleep: Int64 = 0,
            shortSleepError: Int64 = 0, readsClocks: Bool = true, isReportedLate: Bool = false
        ) {
            self.server = server
            self.outbound = outbound
            self.inbound = inbound
            self.lag = lag
            self.isLost = isLost
            self.jitter = jitter
            self.shortSleep = shortSleep
            self.shortSleepError = shortSleepError
            self.readsClocks = readsClocks
            self.isReportedLate = isReportedLate
        }
    }
}
