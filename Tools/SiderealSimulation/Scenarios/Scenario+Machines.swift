extension Scenario {
    /// Scenarios that break a premise. A host stops all clocks of a virtual machine, and no software inside can detect
    /// that.
    static let machines: [Scenario] = [
        Scenario(
            "machine-paused", "A virtual machine is paused",
            """
            The host pauses a virtual machine for hours. All its clocks stand still, and nothing inside can tell: \
            that this does not happen is a premise, and here it is broken. Everybody's time is late by the pause, ours as \
            well, until a server is asked again. Where the kernel names no boots, more true time passed than any clock \
            counted, which we then wrongly take for the proof of a reboot.
            """
        ) { dice in
            var setting = dice.setting([.linux])
            setting.keepsPremises = false
            return History(
                setting, [.launched, dice.ask(), .readClocks, .pass(milliseconds: dice.minutes(20, 1...300))],
                [.pauseMachine(milliseconds: dice.hours(2, 1...40)), .readClocks, .launched, dice.ask(), .readClocks])
        },
        Scenario(
            "machine-restored", "A virtual machine goes back to a snapshot",
            """
            The host takes a snapshot of a running machine, lets it run and reboot, and goes back to the snapshot, disk and \
            all. By all that the machine can see the hours in between never were. That, too, breaks a premise: the time is \
            late until a server is asked again.
            """
        ) { dice in
            var setting = dice.setting([.linux])
            setting.keepsPremises = false
            return History(
                setting, [.launched, dice.ask(), .readClocks, .takeSnapshot],
                [.pass(milliseconds: dice.hours(2, 1...40))], dice.reboot(), [.launched],
                [
                    .pass(milliseconds: dice.minutes(30, 1...300)), .goBackToSnapshot, .readClocks, .launched,
                    dice.ask(),
                    .readClocks,
                ])
        },
    ]
}
