"""The stories of the guests, and the verdicts that are right.

A story is one guest: a list of boots, each a list of commands of `init`. Several cases share a story, each with a state
and a journal of its own; `check CASE` runs the program twice, with the boot identity in sight and hidden. The first
check of a case is its old reading, the second its new one. With the identity in sight every answer must be proven by
it; `hidden` is the one answer that the decision procedure allows without it. There, tau is 30 s + 50 ppm of the elapsed
time, U0 the uptime at the first check, dB the change of the kernel's boot time, and W the wall clock.
"""

from dataclasses import dataclass

SAME, REBOOTED = "sameBoot", "rebooted"
DAY = 86_400
EARLY_UPTIME = 60  # seconds: 2 tau


@dataclass(frozen=True)
class Case:
    name: str
    truth: str
    hidden: tuple  # verdict, certainty, evidence
    why: str  # the row of the procedure that decides while the identity is hidden
    step: int | None = None  # seconds by which the clock was set, where a same boot must report it
    grown: bool | None = None  # premise: the uptime exceeds the first check's (None: the truth says so)
    slept: int = 0  # premise: seconds suspended
    late: tuple | None = None  # `hidden`, if the machine is so slow that U0 exceeds EARLY_UPTIME

    @property
    def known(self):
        return (self.truth, "proven", "bootIdentity")

    @property
    def residual(self):
        """A Boolean value that indicates whether the clocks mislead the procedure, which therefore says `probable`."""
        return self.hidden[1] == "probable" and self.hidden[0] != self.truth


@dataclass(frozen=True, eq=False)
class Story:
    name: str
    boots: list
    cases: list
    clock: str = "base=utc,clock=vm"  # qemu's -rtc
    leaps: bool = True  # guest time leaps ahead of the host's whenever the guest is idle, or waits for its disk
    power_cycle: bool = False  # the machine is switched off between boots, and its hardware clock starts anew

    @property
    def fake_changes(self):
        """Within a boot a false identity misleads most if it changes, across boots if it stays the same."""
        return len(self.boots) == 1


PROBABLY_SAME = (SAME, "probable", "bootTime")
PROBABLY_STEPPED = (SAME, "probable", "clockStep")
OPEN_BOOT_TIME = ("indeterminate", None, "bootTime")
OPEN_CLOCK_STEP = ("indeterminate", None, "clockStep")
TOO_EARLY = ("indeterminate", None, "tooEarly")
FEWER = (REBOOTED, "proven", "counterDecreased")

# The old uptime of a reboot: far above what the leaps of a start on a busy machine can come to (100 s were seen).
LONG = 2_000

EARLY = Story(
    "early",
    [["check too-early; sleep 3; check too-early"]],
    [Case("too-early", SAME, TOO_EARLY, "U0 <= 2 tau: any reboot would look the same", late=PROBABLY_SAME)],
    clock="base=utc",
    leaps=False,
)

ONE_BOOT = Story(
    "one boot",
    [[
        "settle 80; check quiet; sleep 3; check quiet",
        f"check forward-day; step {DAY}; check forward-day; step -{DAY}",
        f"check back-day; step -{DAY}; check back-day; step {DAY}",
        "enter 100000; check namespace-left; leave; check namespace-left",
        "check namespace-entered; enter -70; check namespace-entered; leave",
        "check namespace-promised; promise 70; check namespace-promised; leave",
        "check back-little; step -20; check back-little; step 20",
        "settle 200; check forward-minute; step 60; check forward-minute; step -60",
        "check back-minute; step -60; sleep 40; check back-minute; step 60",
    ]],
    [
        Case("quiet", SAME, PROBABLY_SAME, "dB is nil"),
        Case("forward-day", SAME, OPEN_BOOT_TIME, "dB of a day >= U0 - tau: as after a reboot and a wait", step=DAY),
        Case("back-day", SAME, OPEN_CLOCK_STEP, "W fell by more than tau: as after a lost hardware clock", step=-DAY),
        Case("namespace-left", SAME, PROBABLY_SAME, "the uptime falls by a time namespace's shift only"),
        Case("namespace-entered", SAME, PROBABLY_SAME, "the uptime falls by a time namespace's shift only"),
        Case("namespace-promised", SAME, PROBABLY_SAME, "only the children's clocks are shifted"),
        Case("back-little", SAME, PROBABLY_SAME, "dB of -20 s is within tau", step=-20),
        Case("forward-minute", SAME, PROBABLY_STEPPED, "tau < dB of 60 s < U0 - tau: no reboot fits in", step=60),
        Case("back-minute", SAME, PROBABLY_STEPPED, "dB of -60 s, but W fell by less than tau", step=-60),
    ],
)

SUSPEND = Story(
    "suspend",
    [
        ["settle 80; check suspend; suspend 8; check suspend suspend-reboot-wait"],
        ["outlive suspend-reboot-wait; check suspend-reboot-wait"],  # (a guest that has slept cannot be switched off)
    ],
    [
        Case("suspend", SAME, PROBABLY_SAME, "sleep counts in the elapsed clock, so dB is nil", slept=7),
        Case("suspend-reboot-wait", REBOOTED, FEWER, "the uptime grew, but the time slept fell", grown=True),
    ],
    clock="base=utc,clock=host",  # a suspended guest's own clock stands still and would never ring
)

REBOOT = Story(
    "reboot",
    [
        [f"settle {LONG}; check reboot reboot-match reboot-wait reboot-wait-match"],
        [
            "check reboot; match reboot-match; check reboot-match; hwclock -s -u",
            "outlive reboot-wait-match; check reboot-wait; match reboot-wait-match; check reboot-wait-match",
        ],
    ],
    [
        Case("reboot", REBOOTED, FEWER, "the uptime fell", grown=False),
        Case("reboot-match", REBOOTED, FEWER, "dB is nil, but the uptime fell", grown=False),
        Case("reboot-wait", REBOOTED, OPEN_BOOT_TIME, "dB >= U0 - tau: a clock set forward looks the same", grown=True),
        Case("reboot-wait-match", REBOOTED, PROBABLY_SAME, "dB is nil, the uptime grew: the one residual", grown=True),
    ],
)

HARDWARE_BACK = Story(
    "hardware clock 3 days back",
    [
        [f"settle {LONG}; check hardware-back hardware-back-wait; hardware $(($(date +%s) - {3 * DAY}))"],
        ["check hardware-back; outlive hardware-back-wait; check hardware-back-wait"],
    ],
    [
        Case("hardware-back", REBOOTED, FEWER, "the uptime fell", grown=False),
        Case("hardware-back-wait", REBOOTED, OPEN_CLOCK_STEP, "W fell: a clock set back looks the same", grown=True),
    ],
)

NO_BATTERY = Story(
    "no battery: every boot starts in 2001",
    [
        [f"settle {LONG}; check no-battery no-battery-wait"],
        ["check no-battery; outlive no-battery-wait; check no-battery-wait"],
    ],
    [
        Case("no-battery", REBOOTED, FEWER, "the uptime fell", grown=False),
        Case("no-battery-wait", REBOOTED, PROBABLY_SAME, "dB is nil, the uptime grew: the one residual", grown=True),
    ],
    clock="base=2001-09-09T01:46:40,clock=vm",
    power_cycle=True,
)

STORIES = [EARLY, ONE_BOOT, SUSPEND, REBOOT, HARDWARE_BACK, NO_BATTERY]
# One guest that really reboots, and whose clock is set.
DECISIVE = [REBOOT]
