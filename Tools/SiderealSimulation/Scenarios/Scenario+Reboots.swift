extension Scenario {
    static let reboots: [Scenario] = [
        Scenario(
            "reboot", "The device reboots",
            """
            The app has learned the time. The device reboots, comes up again with a right clock, and the app is launched. \
            It asks whether the device rebooted: it did. All counters began anew, and what was counted from them is void.
            """
        ) { dice in
            let setting = dice.setting()
            return History(setting, used(&dice), dice.reboot(), [.launched, dice.ask(), .readClocks])
        },
        Scenario(
            "reboot-and-wait", "Reboot, and wait",
            """
            The device reboots, and is used without the app until it has been up for longer than when the app last ran. \
            The uptime has not fallen, so who compares uptimes sees no reboot.
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
            The owner knows how apps find out. The device reboots; the owner waits until it has been up for longer than \
            when the app last ran, and then sets the clock so that the kernel's boot time is the old one. \
            Boot time, uptime and the clock now fit the old boot perfectly: no formula over them can see the reboot.
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
            The device reboots, and its hardware clock, which another system had set to local time, is wrong by hours. \
            It takes a while until a time daemon corrects it. What the clock says of how long the device was off means \
            nothing.
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
            Minutes later a time daemon sets the clock right, by half a century, and the app is launched again: \
            that was a jump, and no reboot.
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
            The device reboots where there is no network, and the owner sets the clock back. \
            No server can be asked. The app asks what time it is: nobody can know, but it is not earlier than it was.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, used(&dice), dice.reboot(),
                [.setClock(by: -dice.hours(48, 1...400)), .launched],
                [.pass(milliseconds: dice.hours(3, 1...30)), .readClocks, .launched])
        },
    ]

    /// Returns the launch of an app that receives the time and then runs for a while.
    private static func used(_ dice: inout ScenarioDice) -> [HistoryEvent] {
        [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(50, 10...600)), .readClocks]
    }
}
