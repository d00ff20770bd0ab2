extension Scenario {
    static let reboots: [Scenario] = [
        Scenario(
            "reboot", "The device reboots",
            """
            The app has the time from a server. The device reboots, comes up again with a right clock, and the app \
            is launched. The app asks whether the device rebooted: it did. All counters restarted, so times counted \
            from them are invalid.
            """
        ) { dice in
            let setting = dice.setting()
            return History(setting, used(&dice), dice.reboot(), [.launched, dice.ask(), .readClocks])
        },
        Scenario(
            "reboot-and-wait", "Reboot, and wait",
            """
            The device reboots. The owner uses it without the app until its uptime is longer than at the app's last \
            run. The uptime has not fallen, so an approach that compares uptimes detects no reboot.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, used(&dice), dice.reboot(), [.waitPastUptime(excess: dice.minutes(5, 1...600))],
                [.launched, dice.ask(), .readClocks])
        },
        Scenario(
            "reboot-matched", "Reboot, wait, and set the clock to match",
            """
            The owner knows how apps detect reboots. The device reboots, and the owner waits until its uptime is \
            longer than at the app's last run. Then the owner sets the clock so that the kernel's boot time is the \
            old one. Boot time, uptime and clock now match the old boot perfectly: no formula over them can detect \
            the reboot.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, used(&dice), dice.reboot(), [.waitPastUptime(excess: dice.minutes(5, 1...600))],
                [.matchBootTime(residue: dice.number(0, -400...400)), .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "hardware-clock-wrong", "The hardware clock is wrong after boot",
            """
            Another system set the hardware clock to local time. After the reboot the clock is therefore wrong by \
            hours, until a time daemon corrects it. Until then, the clock does not show how long the device was off.
            """
        ) { dice in
            let setting = dice.setting()
            let error = dice.pick(Int64(1), or: -1) * dice.hours(2, 1...14)
            return History(
                setting, used(&dice), dice.reboot(.offBy(milliseconds: error)), [.launched, dice.ask(), .readClocks],
                [.correctClock(error: dice.number(0, -500...500)), .readClocks, .launched])
        },
        Scenario(
            "no-battery-clock", "No battery: the device boots in 1970",
            """
            A board without a battery for its clock boots on the first of January 1970. The app is launched then. \
            Minutes later a time daemon sets the clock forward by half a century, and the app is launched again. The \
            clock jumped, but the device did not reboot.
            """
        ) { dice in
            let setting = dice.setting([.board])
            return History(
                setting, used(&dice), dice.reboot(.lost),
                [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(3, 1...30))],
                [.correctClock(error: dice.number(0, -500...500)), .readClocks, .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "reboot-offline", "Reboot without network",
            """
            The device reboots without a network, and the owner sets the clock back. No server is reachable. The app \
            asks for the time: no approach can know it, but it is not earlier than the last known time.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, used(&dice), dice.reboot(),
                [.setClock(by: -dice.hours(48, 1...400)), .launched],
                [.pass(milliseconds: dice.hours(3, 1...30)), .readClocks, .launched])
        },
    ]

    /// Returns events in which an app starts, receives the time, and runs for a while.
    private static func used(_ dice: inout ScenarioDice) -> [HistoryEvent] {
        [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(50, 10...600)), .readClocks]
    }
}
