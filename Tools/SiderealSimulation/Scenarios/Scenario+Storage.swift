extension Scenario {
    static let storage: [Scenario] = [
        Scenario(
            "launch-before-unlock", "Launched before the first unlock", data: .launchedBefore,
            """
            The device reboots in the night, and the system launches the app before anybody has unlocked it. \
            The app's files are there and can't be read. Who takes what can't be read for missing greets an old user as a \
            new one.
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
            As before, and the app changes one of its settings before the device is unlocked: it reads a counter, adds one, \
            and writes. Who read a default writes a one over what was there.
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
            The device was unlocked once since it booted, and is locked again. Most files can be read and written all the \
            same. Who waits for the flag that protected data is available waits for nothing, all night long.
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
            A widget reads and writes the app's settings. It has no application object to ask whether protected data is \
            available, and nobody tells it of an unlock.
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
            The system ends the app while it writes, at any of the steps that a write has on the disk. \
            What was acknowledged has to be there afterwards, and the rest has to be whole.
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
            The app writes, is told that it is done, and the battery is taken out. What was acknowledged and not synced may \
            be gone, in any combination.
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
            The disk is full while the app writes. A write may fail; what was there before may not be lost by it.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(setting, used(&dice), [.writeSetting(key: 0), .readClocks, .launched, .readSetting(key: 0)])
        },
        Scenario(
            "read-error", "A file can't be read at launch", data: .readError,
            """
            At one launch the disk fails to read, and the app writes. Who starts from empty values in that case replaces \
            the whole file by the one value that it set.
            """
        ) { dice in
            let setting = phone(&dice)
            return History(setting, used(&dice), [.launched, .readSetting(key: 0), .writeSetting(key: 0), .readClocks])
        },
        Scenario(
            "damaged-file", "A damaged file", data: .damaged,
            """
            A file is damaged, and the app is launched and writes. Later somebody repairs what is still there to be \
            repaired. Who took damage for absence has meanwhile replaced the file.
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
            The owner goes back to an older version of the app. Its file was written by the newer one, in a format that the \
            older one does not know. Who takes that for damage or absence writes over it, and the newer version finds \
            nothing when it comes back. Ours says nothing of the boot until then.
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
            The owner buys a new device and restores the backup of the old one. What the app saved comes from another \
            machine: comparing it with the clocks of this one means nothing, and its newest values are missing.
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
