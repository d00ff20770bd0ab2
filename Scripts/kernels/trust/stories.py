"""What happens to the guests with a network, and what `siderealctl check` must say of the true time, of their clock and of the boot.

A story is one guest, told on its console what to do. A device is a state directory with its journal; those whose name ends in "hidden"
see no boot identity. Without it, what the clocks leave open is settled by what a server says (`opened`: the answer before it did).
"""

from dataclasses import dataclass, field

from library import patience
from kernels.reboots.stories import DAY, OPEN_BOOT_TIME, OPEN_CLOCK_STEP, PROBABLY_SAME, REBOOTED, SAME
from kernels.trust.servers import ASKED, ASKED_YOUNG

HOUR = 3_600
# Uptimes: when the bounds of two samples can tell a reboot from none, and when an open question has a likely answer.
SETTLED, LONG = 8, 62
# Seconds that bounds may lie apart after a suspension: 3 either way for it, as much for one that was not counted, and what they were.
SLEPT = 14

FIRST = ("first", None, "noEvidence")
TOO_EARLY = ("indeterminate", None, "tooEarly")
FEWER = (REBOOTED, "proven", "counterDecreased")
KNOWN_SAME, KNOWN_REBOOTED = (SAME, "proven", "bootIdentity"), (REBOOTED, "proven", "bootIdentity")
TRUST_SAME, TRUST_REBOOTED = (SAME, "proven", "trustedTime"), (REBOOTED, "proven", "trustedTime")


@dataclass(frozen=True)
class Case:
    name: str
    device: str
    kind: str  # of the trusted time
    clock: str  # the verdict on the guest's clock
    boot: tuple  # verdict, certainty, evidence
    why: str
    asked: tuple = ()  # servers
    off: float | None = 0  # seconds by which the guest's clock is wrong; None: since 2001
    matched: bool = False  # its clock was set so that it seems to have booted when it did before, which was longer ago
    give: float = 2  # seconds by which it may be wrong otherwise
    opened: tuple | None = None  # what the clocks alone said of the boot
    late: tuple | None = None  # the same where the machine is so slow that the guest has outlived what `tooEarly` or `FEWER` rest on
    widest: float = 3  # seconds that the bounds may lie apart, or a lower one below the truth

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
    timeout: int = patience.STORY
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
        Case("2001-tls", "young", "unknown", "unknown", FIRST, "the certificate is younger than the clock", asked=ASKED_YOUNG, off=None),
        Case("2001", "known", "bounded", "behind", FIRST, "servers say so", asked=ASKED, off=None),
        Case("2001-hidden", "hidden", "bounded", "behind", FIRST, "servers say so", asked=ASKED, off=None),
        Case("set-right", "known", "bounded", "agrees", KNOWN_SAME, "servers say so", asked=ASKED),
        Case("set-right-hidden", "hidden", "bounded", "agrees", TRUST_SAME, "no time for a reboot", asked=ASKED, opened=TOO_EARLY, late=OPEN_BOOT_TIME),
        Case("day-ahead", "known", "bounded", "ahead", KNOWN_SAME, "what was learnt in this boot holds", off=DAY),
        Case("day-ahead-hidden", "hidden", "atLeast", "unknown", TOO_EARLY, "this boot may be another one", off=DAY, widest=60, late=OPEN_BOOT_TIME),
        Case("offline-2001", "known", "atLeast", "behind", KNOWN_REBOOTED, "less than what it must be", off=None, widest=60),
        Case("offline-2001-hidden", "hidden", "atLeast", "behind", FEWER, "less than what it must be", off=None, widest=60, late=OPEN_CLOCK_STEP),
        Case("offline-right", "known", "atLeast", "unknown", KNOWN_SAME, "it may be later than that", widest=60),
        Case("offline-right-hidden", "hidden", "atLeast", "unknown", TOO_EARLY, "it may be later than that", widest=60, late=OPEN_BOOT_TIME),
        Case("offline-hour-behind", "known", "atLeast", "behind", KNOWN_SAME, "less than what it must be", off=-HOUR, widest=60),
        Case("offline-hour-behind-hidden", "hidden", "atLeast", "behind", TOO_EARLY, "less than it must be", off=-HOUR, widest=60, late=OPEN_CLOCK_STEP),
        Case("online-again", "known", "bounded", "agrees", KNOWN_SAME, "servers say so", asked=ASKED),
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


def first(name, device):
    return Case(name, device, "bounded", "agrees", FIRST, "servers say so", asked=ASKED)


def settled(name, device, boot, opened, why, **more):
    return Case(name, device, "bounded", boot=boot, opened=opened, why=why, asked=ASKED, **{"clock": "agrees", **more})


OPEN_QUESTIONS = Story(
    "open questions",
    open_questions,
    [
        first("early-same-1", "early-same-hidden"),
        first("early-reboot-1", "early-reboot-hidden"),
        first("early-reboot-known-1", "early-reboot-known"),
        settled("early-same-2", "early-same-hidden", TRUST_SAME, TOO_EARLY, "no time for a reboot", late=PROBABLY_SAME),
        first("forward-1", "forward-hidden"),
        first("wait-1", "wait-hidden"),
        first("match-1", "match-hidden"),
        settled("forward-2", "forward-hidden", TRUST_SAME, OPEN_BOOT_TIME, "no time for a reboot", clock="ahead", off=DAY),
        settled("early-reboot-2", "early-reboot-hidden", TRUST_REBOOTED, TOO_EARLY, "more time passed than was counted", late=OPEN_BOOT_TIME),
        Case("early-reboot-known-2", "early-reboot-known", "bounded", "agrees", KNOWN_REBOOTED, "the identity says so", asked=ASKED),
        settled("wait-2", "wait-hidden", TRUST_REBOOTED, OPEN_BOOT_TIME, "more time passed than was counted"),
        settled(
            "match-2", "match-hidden", TRUST_REBOOTED, PROBABLY_SAME, "more time passed than was counted",
            clock="behind", matched=True,
        ),
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
    guest.do("watch steps known 8")
    guest.do(f"noted steps step {HOUR}")
    guest.do(f"noted steps step -{HOUR}")
    guest.do("watched steps")
    checks(guest, "watched")
    guest.do("watch sleep known 14")
    guest.do("suspend 6")
    guest.do("watched sleep")
    checks(guest, "slept")


ASLEEP = Story(
    "asleep, and watched",
    asleep,
    [
        first("awake", "known"),
        first("awake-hidden", "hidden"),
        Case("suspended", "known", "bounded", "unknown", KNOWN_SAME, "a kernel may miscount its sleep", give=4, widest=SLEPT),
        Case("suspended-hidden", "hidden", "atLeast", "unknown", TOO_EARLY, "this boot may be another one", give=4, widest=60, late=PROBABLY_SAME),
        Case("online", "known", "bounded", "agrees", KNOWN_SAME, "servers say so", asked=ASKED),
        Case("watched", "known", "bounded", "agrees", KNOWN_SAME, "what was learnt in this boot holds"),
        Case("slept", "known", "bounded", "unknown", KNOWN_SAME, "a kernel may miscount its sleep", give=4, widest=SLEPT),
    ],
    watches=[
        Watch("steps", "known", steps=((HOUR, "awayFromTruth"), (-HOUR, "towardTruth"))),
        Watch("sleep", "known", slept=6),
    ],
)

STORIES = [OPEN_QUESTIONS, LONG_AGO, ASLEEP]
