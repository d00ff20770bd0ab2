extension Scenario {
    static let clocks: [Scenario] = [
        Scenario(
            "steady-use", "Steady use", data: .steady,
            """
            The owner uses the device normally. The app is launched again and again, and asks servers for the time. \
            It asks whether the device rebooted: it did not. An approach that errs here errs everywhere.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, [.launched, dice.ask(), .readClocks, .writeSetting(key: 0)],
                [.pass(milliseconds: dice.minutes(40, 1...300)), .readClocks, .launched, .readSetting(key: 0)],
                [.pass(milliseconds: dice.hours(2, 1...5)), .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "clock-set-forward", "The clock is set forward",
            """
            The owner sets the clock forward, to end a waiting time in a game. The device does not reboot. The \
            kernel computes its boot time from the clock, so the boot time moves along: an approach that compares \
            boot times reports a reboot. An approach that trusts the clock trusts the owner.
            """
        ) { dice in step(&dice, forward: true) },
        Scenario(
            "clock-set-back", "The clock is set back",
            """
            The owner sets the clock back, to lengthen a trial. The device does not reboot. Again the kernel's boot \
            time moves along, and the clock shows a time that has long passed.
            """
        ) { dice in step(&dice, forward: false) },
        Scenario(
            "clock-there-and-back", "The clock is set forward, and back again",
            """
            The owner sets the clock forward, opens the app to collect a reward, and sets the clock back. At the end \
            everything looks as before, but the app was launched once with a wrong clock. An approach that compares \
            boot times reports two reboots, although the device did not reboot.
            """
        ) { dice in
            let setting = dice.setting()
            let span = dice.hours(24, 1...240)
            return History(
                setting, [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(30, 1...300))],
                [.setClock(by: span), .readClocks, .launched, .pass(milliseconds: dice.minutes(5, 1...50))],
                [.setClock(by: -span), .readClocks, .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "time-zone", "Another time zone, and daylight saving",
            """
            The owner flies to another time zone, and a night later daylight saving begins. The local time changes, \
            but the device's clock counts UTC, so here only time passes. An approach that computes with local times \
            errs by hours. All approaches in this table use UTC.
            """
        ) { dice in
            let setting = dice.setting()
            return History(
                setting, [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.hours(9, 2...15)), .readClocks],
                [.pass(milliseconds: dice.hours(14, 8...30)), .readClocks, .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "sleep-for-hours", "Asleep for hours",
            """
            The app gets the time from a server. Then the device sleeps for hours in a pocket, and wakes. The \
            counter that most libraries read stops during sleep, so these libraries count no time.
            """
        ) { dice in
            let setting = dice.setting()
            let miscounted = dice.number(0, -900...900)
            let night = HistoryEvent.sleep(
                milliseconds: dice.hours(8, 1...60), miscounted: miscounted, isHibernation: false)
            return History(
                setting, [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(10, 1...60))],
                [night, .readClocks, .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "slewed-for-weeks", "A time daemon slews the clock for weeks",
            """
            The crystal is a little off. To follow the true time, a time daemon makes the calendar run faster or \
            slower, and now and then sets it by a small step. The device does not reboot. The clocks drift apart by \
            seconds and minutes, so fixed tolerances fail.
            """
        ) { dice in
            let setting = dice.setting()
            let rate = dice.number(300, 100...480)
            return History(
                setting, [.launched, dice.ask(), .readClocks, .slew(partsPerMillion: rate)],
                [.pass(milliseconds: dice.days(12, 2...20)), .readClocks, .launched],
                [.correctClock(error: dice.number(0, -200...200)), .slew(partsPerMillion: -rate)],
                [.pass(milliseconds: dice.days(9, 2...20)), .readClocks, .launched, dice.ask(), .readClocks])
        },
    ]

    private static func step(_ dice: inout ScenarioDice, forward: Bool) -> History {
        let setting = dice.setting()
        let span = dice.hours(24, 1...400)
        return History(
            setting, [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(50, 1...300))],
            [.setClock(by: forward ? span : -span), .readClocks, .launched, dice.ask(), .readClocks])
    }
}
