"""The stories of the guests with a network, and the answers of `siderealctl check` on the true time, their clock and
the boot.

A story is one guest, which obeys its console. A device is a state directory with its journal; those whose name ends in
"hidden" see no boot identity. Without it, a server's answer settles what the clocks leave open (`opened`: the verdict
before that).
"""

from dataclasses import dataclass, field

from kernels.reboots.stories import (
    DAY, FEWER, OPEN_BOOT_TIME, OPEN_CLOCK_STEP, PROBABLY_SAME, REBOOTED, SAME, TOO_EARLY,
)  # fmt: skip
from kernels.trust.servers import ASKED, ASKED_LATER, ASKED_YOUNG
from library import patience

HOUR = 3_600
# Uptimes: when the bounds of two samples can tell a reboot from none, and when an open question has a likely answer.
SETTLED, LONG = 8, 62
# Seconds that bounds may lie apart after a suspension: 3 either way for it, as much for one that was not counted, and
# what they were. And between what is known of another boot, or of what may be another one, and the truth.
SLEPT, STALE = 14, 60

FIRST = ("first", None, "noEvidence")
KNOWN_SAME, KNOWN_REBOOTED = (SAME, "proven", "bootIdentity"), (REBOOTED, "proven", "bootIdentity")
TRUST_SAME, TRUST_REBOOTED = (SAME, "proven", "trustedTime"), (REBOOTED, "proven", "trustedTime")


@dataclass(frozen=True)
class Case:
    name: str
    device: str
    kind: str  # of the trusted time
    clock: str  # the verdict on the guest's clock
    boot: tuple  # verdict, certainty, evidence
    asked: tuple = ()  # servers
    off: float | None = 0  # seconds by which the guest's clock is wrong; None: since 2001
    matched: bool = False  # its clock was set so that it seems to have booted when it did before, which was longer ago
    give: float = patience.CLOCK_SET  # seconds by which it may be wrong otherwise
    opened: tuple | None = None  # what the clocks alone said of the boot
    late: tuple | None = None  # the same, if the guest has outlived what `tooEarly` or `FEWER` rest on
    widest: float = 3  # seconds that the bounds may lie apart, or a lower one below the truth
    paused: bool = False  # it was since servers were heard, and nothing tells: what rests on no pause is false
    contradicts: bool = False  # its servers seem to contradict what they said before the pause

    @property
    def hidden(self):
        return self.device.endswith("hidden")

    @property
    def blocked(self):
        return self.asked == ASKED_YOUNG


@dataclass(frozen=True)
class Story:
    name: str
    tell: object  # what the host has the guest do
    cases: list
    count: int = 1  # boots
    clock: str = "base=utc,clock=host"  # qemu's -rtc
    watches: list = field(default_factory=list)
    virtual: bool = False
    leaps = power_cycle = fake_changes = False

    @property
    def boots(self):
        return [[". /lab/trust; converse"]] * self.count


@dataclass(frozen=True)
class Watch:
    """A run of `siderealctl watch`, and the events that it must report at once."""

    name: str
    device: str
    steps: tuple = ()  # seconds and direction of each change of the clock
    slept: float | None = None  # seconds


def checks(guest, *names):
    for name in names:
        case = next(case for case in guest.story.cases if case.name == name)
        if case.hidden:
            guest.do("hide")
        guest.ask(name, case.device, *case.asked)
        if case.hidden:
            guest.do("show")


def online(name, device, boot, clock="agrees", asked=ASKED, **more):
    """A case in which servers answer."""
    return Case(name, device, "bounded", clock, boot, asked=asked, **more)


def offline(name, device, clock, boot, kind="atLeast", widest=STALE, **more):
    """A case that rests on what was learned before; in another boot, and in what may be one, that is only a least."""
    return Case(name, device, kind, clock, boot, widest=widest, **more)


def long_ago(guest):
    checks(guest, "2001-tls", "2001", "2001-hidden")
    guest.set_right()
    checks(guest, "set-right", "set-right-hidden")
    guest.do(f"step {DAY}")
    checks(guest, "day-ahead", "day-ahead-hidden")
    guest.do(f"step -{DAY}")
    guest.reboot()  # (the hardware clock still says 2001)
    checks(guest, "offline-2001", "offline-2001-hidden")
    guest.set_right()
    checks(guest, "offline-right", "offline-right-hidden")
    guest.do(f"step -{HOUR}")
    checks(guest, "offline-hour-behind", "offline-hour-behind-hidden")
    guest.do(f"step {HOUR}")
    checks(guest, "online-again")


LONG_AGO = Story(
    "hardware clock in 2001",
    long_ago,
    [
        # The certificate is younger than the clock. It is behind all the same: the software is younger, too.
        Case("2001-tls", "young", "unknown", "behind", FIRST, asked=ASKED_YOUNG, off=None),
        online("2001", "known", FIRST, "behind", off=None),
        online("2001-hidden", "hidden", FIRST, "behind", off=None),
        online("set-right", "known", KNOWN_SAME),
        # There is no time for a reboot.
        online("set-right-hidden", "hidden", TRUST_SAME, opened=TOO_EARLY, late=OPEN_BOOT_TIME),
        offline("day-ahead", "known", "ahead", KNOWN_SAME, "bounded", widest=3, off=DAY),
        offline("day-ahead-hidden", "hidden", "unknown", TOO_EARLY, off=DAY, late=OPEN_BOOT_TIME),
        offline("offline-2001", "known", "behind", KNOWN_REBOOTED, off=None),
        offline("offline-2001-hidden", "hidden", "behind", FEWER, off=None, late=OPEN_CLOCK_STEP),
        offline("offline-right", "known", "unknown", KNOWN_SAME),
        offline("offline-right-hidden", "hidden", "unknown", TOO_EARLY, late=OPEN_BOOT_TIME),
        offline("offline-hour-behind", "known", "behind", KNOWN_SAME, off=-HOUR),
        offline("offline-hour-behind-hidden", "hidden", "behind", TOO_EARLY, off=-HOUR, late=OPEN_CLOCK_STEP),
        online("online-again", "known", KNOWN_SAME),
    ],
    count=2,
    clock="base=2001-09-09T01:46:40,clock=host",
)


# The device sees no boot identity, and its clocks alone could not decide, or would be wrong.
def open_questions(guest):
    guest.set_right()  # (a hardware clock tells seconds: the kernel is up to two off at its start)
    guest.do(f"settle {SETTLED}")
    checks(guest, "early-same-1", "early-reboot-1", "early-reboot-known-1", "early-same-2")
    guest.do(f"settle {LONG}", LONG + patience.GUEST)
    checks(guest, "forward-1", "wait-1", "match-1")
    guest.do(f"step {DAY}")
    checks(guest, "forward-2")
    guest.do(f"step -{DAY}")
    guest.reboot()
    guest.set_right()
    guest.do("outlive early-reboot")
    checks(guest, "early-reboot-2", "early-reboot-known-2")
    guest.do("outlive match", LONG + patience.GUEST)
    checks(guest, "wait-2")
    guest.do("match match")
    checks(guest, "match-2")


OPEN_QUESTIONS = Story(
    "open questions",
    open_questions,
    [
        online("early-same-1", "early-same-hidden", FIRST),
        online("early-reboot-1", "early-reboot-hidden", FIRST),
        online("early-reboot-known-1", "early-reboot-known", FIRST),
        # There is no time for a reboot.
        online("early-same-2", "early-same-hidden", TRUST_SAME, opened=TOO_EARLY, late=PROBABLY_SAME),
        online("forward-1", "forward-hidden", FIRST),
        online("wait-1", "wait-hidden", FIRST),
        online("match-1", "match-hidden", FIRST),
        online("forward-2", "forward-hidden", TRUST_SAME, "ahead", opened=OPEN_BOOT_TIME, off=DAY),
        # More time passed than was counted.
        online("early-reboot-2", "early-reboot-hidden", TRUST_REBOOTED, opened=TOO_EARLY, late=OPEN_BOOT_TIME),
        online("early-reboot-known-2", "early-reboot-known", KNOWN_REBOOTED),
        online("wait-2", "wait-hidden", TRUST_REBOOTED, opened=OPEN_BOOT_TIME),
        online("match-2", "match-hidden", TRUST_REBOOTED, "behind", opened=PROBABLY_SAME, matched=True),
    ],
    count=2,
)


def asleep(guest):
    guest.set_right()
    checks(guest, "awake", "awake-hidden")
    guest.do("suspend 6")
    checks(guest, "suspended", "suspended-hidden")
    guest.set_right()  # (the wall clock is off by as much as the sleep was miscounted)
    checks(guest, "online")
    guest.do("watch steps known")
    guest.do(f"noted steps step {HOUR}")
    guest.do(f"noted steps step -{HOUR}")
    guest.do("watched steps systemClockStepped 2")
    checks(guest, "watched")
    guest.do("watch sleep known")
    guest.do("suspend 6")
    guest.do("watched sleep slept 1")
    checks(guest, "slept")


ASLEEP = Story(
    "asleep, and watched",
    asleep,
    [
        online("awake", "known", FIRST),
        online("awake-hidden", "hidden", FIRST),
        # A kernel may miscount its sleep.
        offline("suspended", "known", "unknown", KNOWN_SAME, "bounded", widest=SLEPT, give=4),
        offline("suspended-hidden", "hidden", "unknown", TOO_EARLY, give=4, late=PROBABLY_SAME),
        online("online", "known", KNOWN_SAME),
        offline("watched", "known", "agrees", KNOWN_SAME, "bounded", widest=3),
        offline("slept", "known", "unknown", KNOWN_SAME, "bounded", widest=SLEPT, give=4),
    ],
    watches=[
        Watch("steps", "known", steps=((HOUR, "awayFromTruth"), (-HOUR, "towardTruth"))),
        Watch("sleep", "known", slept=6),
    ],
)

# For so long the hypervisor stops the guest, whose wall clock falls behind by as much.
PAUSE = 8 * HOUR


def told(guest, marker, *names):
    guest.do(f"vmclock {marker}")
    checks(guest, *names)
    guest.do("rm /dev/vmclock0")


def paused(guest):
    guest.servers.start_later()
    guest.set_right()
    checks(guest, "unpaused", "unpaused-hidden")
    told(guest, 7, "unpaused-told")
    guest.pause(PAUSE)
    checks(guest, "paused")
    told(guest, 8, "paused-told")
    checks(guest, "heard", "heard-hidden")
    told(guest, 8, "heard-told")


PAUSED = Story(
    "paused by its hypervisor",
    paused,
    [
        online("unpaused", "silent", FIRST, asked=ASKED_LATER),
        online("unpaused-hidden", "silent-hidden", FIRST, asked=ASKED_LATER),
        online("unpaused-told", "told", FIRST, asked=ASKED_LATER),
        # Nothing tells; what is said rests on the premise that it was not.
        offline(
            "paused", "silent", "agrees", KNOWN_SAME, "bounded", widest=3, off=-PAUSE, give=4, paused=True
        ),
        offline("paused-told", "told", "unknown", KNOWN_SAME, widest=PAUSE + STALE, off=-PAUSE, give=4),
        # One operator that contradicts what it said before bounds nothing that it contradicts, for an hour.
        online(
            "heard", "silent", KNOWN_SAME, "unknown", asked=ASKED_LATER, widest=PAUSE + 10, off=-PAUSE, give=4,
            contradicts=True,
        ),
        # Much more time passed than was counted. On other machines that proves a reboot.
        online(
            "heard-hidden", "silent-hidden", TOO_EARLY, "behind", asked=ASKED_LATER, off=-PAUSE, give=4,
            late=PROBABLY_SAME,
        ),
        online("heard-told", "told", KNOWN_SAME, "behind", asked=ASKED_LATER, off=-PAUSE, give=4),
    ],
    virtual=True,
)

STORIES = [OPEN_QUESTIONS, LONG_AGO, ASLEEP, PAUSED]
