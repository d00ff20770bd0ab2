extension Scenario {
    /// Scenarios that break a premise. A host stops all clocks of a virtual machine, and software inside the machine
    /// can't detect the stop.
    static let machines: [Scenario] = [
        Scenario(
            "machine-paused", "A virtual machine is paused",
            """
            The host pauses a virtual machine for hours. All its clocks stop, and no program inside can detect the \
            pause. The library's premise excludes such pauses, so this scenario breaks a premise. Until a server \
            answers again, every approach is late by the pause, including ours. If the kernel has no boot identity, \
            more true time passed than any clock counted. Our answer then wrongly treats that as the proof of a \
            reboot.
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
            The host takes a snapshot of a running machine and its disk. Later, after the machine has rebooted, the \
            host restores both. The machine has no trace of the hours in between. That also breaks a \
            premise: the time is late until a server answers again.
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
