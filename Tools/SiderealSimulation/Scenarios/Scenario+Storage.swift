extension Scenario {
    static let storage: [Scenario] = [
        Scenario(
            "launch-before-unlock", "Launched before the first unlock", data: .launchedBefore,
            """
            The device reboots in the night, and the system launches the app before the first unlock. The app's \
            files exist, but can't be read yet. An approach that treats unreadable files as missing greets an old \
            user as a new one.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), dice.reboot(), [.launchedLocked, .readSetting(key: 0), .readClocks],
                [.pass(milliseconds: dice.hours(3, 1...12)), .unlock, .readSetting(key: 0), .readClocks])
        },
        Scenario(
            "write-before-unlock", "Launched before the first unlock, and writes", data: .launchedBeforeWriting,
            """
            As before, but the app also changes one of its settings before the first unlock: it reads a counter, \
            adds one, and writes. An approach that reads a default then replaces the stored value with 1.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), dice.reboot(), [.launchedLocked, .writeSetting(key: 0), .readClocks],
                [.pass(milliseconds: dice.hours(3, 1...12)), .unlock, .readSetting(key: 0), .launched])
        },
        Scenario(
            "locked-again", "Unlocked, locked again, and a write", data: .lockedAgain,
            """
            The owner unlocked the device once since it booted, and locked it again. Most files can still be read \
            and written. An approach that waits until the system reports protected data as available waits in vain, \
            all night long.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), [.lock, .readSetting(key: 0), .writeSetting(key: 0), .readClocks],
                [.pass(milliseconds: dice.hours(6, 1...12)), .unlock, .launched, .readSetting(key: 0)])
        },
        Scenario(
            "app-extension", "In an app extension", data: .inExtension,
            """
            A widget reads and writes the app's settings. It has no application object that reports whether \
            protected data is available, and it gets no notification of an unlock.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), [.launched, .readSetting(key: 0)],
                [.writeSetting(key: 0), .readClocks, .launched, .readSetting(key: 0)])
        },
        Scenario(
            "killed", "Killed at any moment of a write", data: .killed,
            """
            The system ends the app during a write, at any of the write's steps on the disk. Acknowledged values \
            must survive, and all other values must stay whole.
            """
        ) { dice in
            let setting = phone(&dice)
            let changes = Int(clamping: dice.number(2, 0...9))
            return History(
                setting, used(&dice), [.writeSettingKilled(key: 0, afterChanges: changes), .kill],
                [.pass(milliseconds: dice.minutes(5, 1...50)), .launched, .readSetting(key: 0), dice.ask(), .kill],
                [.launched])
        },
        Scenario(
            "power-cut", "The power is cut after a write", data: .powerCut,
            """
            The app writes, and receives the acknowledgement. Then the owner removes the battery. Any combination of \
            acknowledged values that were not synced may be lost.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), [.writeSetting(key: 0), .cutPower], dice.reboot(),
                [.launched, .readSetting(key: 0), .readClocks])
        },
        Scenario(
            "disk-full", "The disk is full", data: .diskFull,
            """
            The disk is full while the app writes. The write may fail, but it must not destroy the earlier values.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(setting, used(&dice), [.writeSetting(key: 0), .readClocks, .launched, .readSetting(key: 0)])
        },
        Scenario(
            "read-error", "A file can't be read at launch", data: .readError,
            """
            At one launch the disk fails to read the file, and the app writes. An approach that starts from empty \
            values then replaces the whole file with the one value that it set.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(setting, used(&dice), [.launched, .readSetting(key: 0), .writeSetting(key: 0), .readClocks])
        },
        Scenario(
            "damaged-file", "A damaged file", data: .damaged,
            """
            A file is damaged, and the app is launched and writes. Later somebody repairs the readable rest of the \
            file. An approach that treats damage as absence has replaced the file by then.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice), [.damage, .launched, .readSetting(key: 0), .writeSetting(key: 0), .readClocks],
                [.pass(milliseconds: dice.hours(1, 1...20)), .launched])
        },
        Scenario(
            "newer-version", "A file of a newer version", data: .newerVersion,
            """
            The owner goes back to an older version of the app. The newer version wrote the file in a format that \
            the older version can't read. An approach that treats the file as damaged or missing replaces it, so the \
            newer version later finds nothing. Our library gives no answer about the boot until the newer version \
            runs again.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(
                setting, used(&dice),
                [.upgradeRecord, .launched, .readSetting(key: 0), .writeSetting(key: 0), .readClocks],
                [.pass(milliseconds: dice.hours(1, 1...20)), .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "restored-backup", "A backup is restored on another device", data: .restored,
            """
            The owner buys a new device, and restores the backup of the old device. The app's saved values come from \
            another machine: a comparison with the clocks of the new machine means nothing, and the newest values \
            are missing.
            """
        ) { dice in
            var setting = dice.setting([.linux, .oldLinux])
            setting.hasOtherMachine = true
            return History(
                setting, used(&dice), [.backUp, .pass(milliseconds: dice.hours(5, 1...90)), .launched, .changeMachine],
                dice.reboot(),
                [
                    .restore, .waitPastUptime(excess: dice.minutes(20, -40...600)), .launched, dice.ask(), .readClocks,
                    .readSetting(key: 0),
                ])
        },
    ]

    private static func phone(_ dice: inout ScenarioDice) -> HistorySetting {
        dice.setting([.iPhone, .newPhone, .oldPhone])
    }

    private static func used(_ dice: inout ScenarioDice) -> [HistoryEvent] {
        [
            .launched, dice.ask(), .readClocks, .writeSetting(key: 0), .pass(milliseconds: dice.minutes(50, 10...600)),
            .readClocks,
        ]
    }
}
