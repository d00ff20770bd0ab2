extension HistoryEvent {
    /// A description of the event.
    package var text: String {
        switch self {
        case .pass(let span): "\(Self.words(span)) pass"
        case .sleep(let span, let error, let isHibernation):
            (isHibernation ? "hibernates for " : "sleeps for ") + Self.words(span)
                + (error == 0 ? "" : ", with an error of \(error) ms if a hardware clock counts the sleep")
        case .setClock(let step): "the owner sets the clock \(step < 0 ? "back" : "forward") by \(Self.words(step))"
        case .matchBootTime(let residue):
            "the owner sets the clock so that the boot time differs from the saved boot time by \(Self.words(residue))"
        case .correctClock(let error):
            "a time daemon sets the clock right" + (error == 0 ? "" : ", with an error of \(Self.words(error))")
        case .slew(let rate): "a time daemon slews the clock by \(rate) parts per million"
        case .adjust(let step):
            "a time daemon slews the clock \(step < 0 ? "back" : "forward") by \(Self.words(step)) with adjtime"
        case .setFrequency(let rate): "a time daemon changes the clock's frequency by \(rate) parts per billion"
        case .correctPhase(let step, let constant):
            "a time daemon corrects the clock's phase by \(step < 0 ? "-" : "")\(Self.words(step)), time constant \(constant)"
        case .wander(let share): "the crystal's error is \(share) thousandths of its bound"
        case .reboot(let off, let calendar, let isWarm):
            "a \(isWarm ? "warm" : "cold") reboot, off for \(Self.words(off))\(calendar.text)"
        case .waitPastUptime(let excess): "time passes until uptime exceeds the saved uptime by \(Self.words(excess))"
        case .launch(let observer, let isLocked, let identities):
            (observer == 0 ? "the app" : "its widget") + " is launched" + (isLocked ? ", its record still locked" : "")
                + (identities.map { ", with \($0) boot identities" } ?? "")
        case .turnTo(let observer): "\(observer == 0 ? "the app" : "its widget") comes to the front, if it is running"
        case .unlock: "the device is unlocked"
        case .lock: "the device is locked"
        case .readClocks: "the app reads the clocks"
        case .name(let servers): "the app names \(servers.map { "server \($0)" }.joined(separator: ", "))"
        case .ask(let questions):
            questions.count == 1 ? questions[0].text : "\(questions.count) servers are asked together"
        case .save: "the app saves its readings"
        case .kill: "the app is killed"
        case .cutPower: "the power is cut"
        case .mark: "the app makes a mark"
        case .meter: "the app updates its meters, and starts another meter"
        case .reset: "the app forgets all trusted time"
        case .changeMachine: "the owner switches to the other machine"
        case .reinstall: "the owner removes and reinstalls the app"
        case .backUp: "the record is backed up"
        case .restore: "the backup is restored"
        case .damage: "the record is damaged"
        case .upgradeRecord: "a newer version of the app runs, and saves its record in a newer format"
        case .pauseMachine(let span): "the host pauses the virtual machine for \(Self.words(span))"
        case .disturbPowerManagement(let step):
            "the power management clock jumps \(step < 0 ? "back" : "forward") by \(Self.words(step))"
        case .takeSnapshot: "the host takes a snapshot"
        case .goBackToSnapshot: "the host goes back to its snapshot"
        case .readSetting(let key): "the app reads setting \(key)"
        case .writeSetting(let key): "the app adds one to setting \(key)"
        case .writeSettingKilled(let key, let changes):
            "the app adds one to setting \(key), and is killed after \(changes) changes to the disk"
        }
    }

    /// Returns a readable text that gives a length without its sign.
    static func words(_ milliseconds: Int64) -> String {
        let length = milliseconds.magnitude
        if length < 1_000 { return "\(length) ms" }
        let units: [(size: UInt64, name: String)] = [
            (86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"),
        ]
        var rest = length
        var parts: [String] = []
        for unit in units where rest >= unit.size && parts.count < 2 {
            parts.append("\(rest / unit.size) \(unit.name)")
            rest %= unit.size
        }
        return parts.joined(separator: " ")
    }
}

extension HistoryEvent.Calendar {
    fileprivate var text: String {
        switch self {
        case .kept: ""
        case .offBy(let error):
            error == 0
                ? ", with the hardware clock right"
                : ", with the hardware clock \(HistoryEvent.words(error)) \(error < 0 ? "behind" : "ahead")"
        case .lost: ", and the hardware clock loses its time"
        case .restarted: ", and the hardware clock loses its time and the power management clock restarts"
        }
    }
}

extension HistoryEvent.Question {
    fileprivate var text: String {
        isLost ? "server \(server) is asked, and does not answer" : "server \(server) is asked, and answers"
    }
}
