extension Scenario {
    static let clocks: [Scenario] = [
        Scenario(
            "steady-use", "Steady use", data: .steady,
            """
            Nothing happens to the device. The app is launched again and again, and asks servers for the time. \
            It asks whether the device rebooted: it did not. Whoever errs here errs everywhere.
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
            The owner sets the clock forward, to end a waiting time in a game. The device does not reboot. \
            The kernel computes its boot time from the clock, so it moves along: who compares boot times sees a reboot. \
            Who believes the clock believes the owner.
            """
        ) { dice in step(&dice, forward: true) },
        Scenario(
            "clock-set-back", "The clock is set back",
            """
            The owner sets the clock back, to lengthen a trial. The device does not reboot. \
            Again the kernel's boot time moves along, and the clock tells a time that has long passed.
            """
        ) { dice in step(&dice, forward: false) },
        Scenario(
            "clock-there-and-back", "The clock is set forward, and back again",
            """
            The owner sets the clock forward, opens the app to collect what was due, and sets it back. \
            At the end everything looks as before; in the middle the app was launched with a wrong clock. \
            Who compares boot times sees two reboots, where there was none.
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
            The owner flies to another time zone, and a night later daylight saving begins. \
            The clocks on the walls change; the device's clock counts UTC and does not, so time just passes here. \
            Who computes with local times errs by hours; nobody in this table does.
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
            The app learns the time from a server. Then the device sleeps for hours in a pocket, and wakes. \
            The counter that most libraries read stands still in sleep: by their account no time has passed.
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
            The crystal is a little off, and a time daemon makes the calendar run faster, or slower, to follow the true \
            time, and now and then sets it by a moment. Nobody reboots. \
            The clocks drift apart by seconds and minutes: fixed tolerances do not hold.
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
