/// What happens in a history. Lengths are in milliseconds unless their name says otherwise; positive is forward.
package enum HistoryEvent: Sendable, Hashable, Codable {
    /// Time passes, the device awake.
    case pass(milliseconds: Int64)
    /// Asleep; where the hardware clock tells how long, it errs by so much. A hibernation is not counted by the kernel.
    case sleep(milliseconds: Int64, miscounted: Int64, isHibernation: Bool)
    /// The owner sets the clock.
    case setClock(by: Int64)
    /// The owner sets the clock so that the kernel's boot time is that of the last saved reading, but for a residue.
    case matchBootTime(residue: Int64)
    /// A time daemon sets the clock to the true time, but for an error.
    case correctClock(error: Int64)
    /// A time daemon lets the calendar run faster than the counter from now on, in parts per million.
    case slew(partsPerMillion: Int64)
    /// The same on Darwin, by one of its means: adjtime(2), by so much in all.
    case adjust(by: Int64)
    /// ntp_adjtime(2): by so many billionths from now on, through sleep, too.
    case setFrequency(partsPerBillion: Int64)
    /// ntp_adjtime(2): by so much in all, half a second at most; each second a sixteenth of what is left, or half of
    /// that for each step of the time constant.
    case correctPhase(by: Int64, timeConstant: Int64)
    /// The crystal changes its rate: thousandths of what the premises allow.
    case wander(thousandths: Int64)
    /// Off, then a new boot.
    case reboot(off: Int64, calendar: Calendar, isWarm: Bool)
    /// Waits until the uptime exceeds that of the last saved reading.
    case waitPastUptime(excess: Int64)
    /// A process starts. Its record is read, unless that is locked. One that runs already is killed.
    case launch(observer: Int, isRecordLocked: Bool)
    /// Another process that runs already comes to the front.
    case turnTo(observer: Int)
    /// What was locked can be read.
    case unlock
    /// The device is locked again.
    case lock
    /// The process looks at its clocks.
    case readClocks
    /// The app names servers: whom it asks, or listens to.
    case name([Int])
    /// Servers are asked together, and each answer is told when it arrives.
    case ask([Question])
    /// The process saves what it saw.
    case save
    /// The process is gone, with all that it did not save.
    case kill
    /// The power is cut: what was not synced may be gone.
    case cutPower
    /// The app makes a mark, and keeps it beside its own data.
    case mark
    /// The app updates the meters that it keeps, and starts another one.
    case meter
    /// The user throws away what is trusted.
    case reset
    /// Somebody goes to the other machine: one that shares the home directory, or a device with the same data.
    case changeMachine
    /// The app is removed and installed anew: its record is gone, and not what it keeps elsewhere.
    case reinstall
    /// The record is copied to a backup.
    case backUp
    /// The record is what the backup has.
    case restore
    /// Something foreign damages the record.
    case damage
    /// A newer version of the library writes the record, in a format that this one does not know.
    case upgradeRecord
    /// The host of a virtual machine pauses it. Breaks a premise.
    case pauseMachine(milliseconds: Int64)
    /// Darwin's power management clock jumps. Breaks a premise.
    case disturbPowerManagement(by: Int64)
    /// The host takes a snapshot of the machine, disk and all, and goes back to it. Breaks a premise.
    case takeSnapshot
    case goBackToSnapshot
    /// The app reads one of its settings, or adds one to it.
    case readSetting(key: Int)
    case writeSetting(key: Int)
    /// The same, but the process is killed when it has changed so much on the disk.
    case writeSettingKilled(key: Int, afterChanges: Int)

    /// What becomes of the calendar while the device is off.
    package enum Calendar: Sendable, Hashable, Codable {
        case kept
        case offBy(milliseconds: Int64)
        case lost
        /// Lost, and Darwin's power management clock starts anew.
        case restarted
    }

    /// A question to one server.
    package struct Question: Sendable, Hashable, Codable {
        /// Its number among the history's servers.
        package var server: Int
        /// How long the question and the answer are on their way.
        package var outbound: Int64
        package var inbound: Int64
        /// How old the Date is when it is sent.
        package var lag: Int64
        /// Whether no answer comes.
        package var isLost: Bool
        /// What a liar says this time: thousandths of the most that it lies by.
        package var jitter: Int64
        /// How long the device sleeps before the answer arrives, and by how much that is miscounted.
        package var shortSleep: Int64
        package var shortSleepError: Int64
        /// Whether the process reads its clocks, the wall clock among them, before it takes the answer.
        package var readsClocks: Bool
        /// Whether it is told of the answer only after those that came later.
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
