"""Compares what the program said in a guest with the host's clock, which is the true time, and with a replay of its
journal.

The time at which the guest's program read its clocks is known in two ways. For certain it lies between the host's
request and the answer. More narrowly: the host asks for the guest's wall clock once more right after, which takes some
hundredths of a second, and the program reports what that clock said when it read it. This takes the guest's clock to be
right to a thousandth over that second or so. The truth at the reading is therefore an interval, too: bounds that miss
it are false, and bounds that hold all of it are surely true.
"""

import json
import re
from dataclasses import dataclass, field

from kernels.reboots.judge import MISCOUNTED, SECOND, Witness
from kernels.reboots.stories import EARLY_UPTIME, TOO_EARLY
from library import labs, patience
from library.program import replayed, spoken, triple

TOLERANCE = 2 * SECOND  # by which a clock that agrees may be off
RATE = 1_000  # a guest's clock may be wrong by one part of so many
UNAVAILABLE = 69


@dataclass
class Row:
    case: object
    virtual: bool = False  # whether the guest knows that a hypervisor may pause it
    answer: dict = field(default_factory=dict)
    opened: dict = field(default_factory=dict)  # the boot's verdict before any server was heard
    before: dict | None = None  # the device's reading before this one
    truth: tuple | None = None  # nanoseconds: what the true time at the reading lies between
    problems: list = field(default_factory=list)

    @property
    def uptime(self):
        return self.answer["reading"]["elapsedNanoseconds"] / SECOND

    @property
    def expected(self):
        """The verdict on the boot by the clocks alone, and the last one, given what the guest's own clocks showed."""
        clocks = self.case.opened or self.case.boot
        if self.case.late and self.before:
            uptime = self.before["elapsedNanoseconds"] / SECOND
            outlived = uptime > EARLY_UPTIME if clocks == TOO_EARLY else self.uptime >= uptime - 1
            late = self.case.late if uptime > EARLY_UPTIME else TOO_EARLY
            clocks = late if outlived else clocks
        return clocks, self.case.boot if self.case.opened else clocks

    @property
    def slack(self):
        return (self.truth[1] - self.truth[0]) / SECOND

    @property
    def surely(self):
        """A Boolean value that indicates whether the bounds hold all that the truth may be."""
        ends, (least, most) = self.answer["trusted"], self.truth
        lower, upper = ends["earliestNanoseconds"], ends["latestNanoseconds"]
        return (lower is None or lower <= least) and (upper is None or upper >= most)


def boot_time(reading):
    return reading["wallNanoseconds"] - reading["elapsedNanoseconds"]


def misses(lower, upper, least, most):
    return (lower is not None and lower > most) or (upper is not None and upper < least)


def truth(asked, reading):
    """The least and the most that the true time at the reading can be."""
    later = asked.probe.wall - reading["wallNanoseconds"]
    give = abs(later) // RATE
    return asked.probe.sent - later - give, asked.probe.came - later + give


def judge(guest, out, binary):
    """The rows of a story's cases and of what was watched."""
    rows = [Row(case, guest.story.virtual) for case in guest.story.cases]
    readings = {}
    for row in rows:
        row.before = readings.get(row.case.device)
        row.problems += labs.attempt(lambda: answered(row, guest.checks[row.case.name], out))
        readings[row.case.device] = row.answer.get("reading", row.before)
    for device in dict.fromkeys(row.case.device for row in rows):
        launches = [row for row in rows if row.case.device == device]
        for problem in labs.attempt(lambda: replay(launches, out / f"{device}.journal", binary) or []):
            for row in launches:
                row.problems.append(f"replay: {problem}")
    return rows


def answered(row, asked, out):
    case = row.case
    witness = Witness.read(out / f"{case.name}.truth")
    if witness.status != (UNAVAILABLE if case.blocked else 0):
        yield f"exit status {witness.status}: {(out / f'{case.name}.err').read_text().strip()[-300:]}"
    row.answer = json.loads((out / f"{case.name}.json").read_text())
    row.truth = truth(asked, row.answer["reading"])
    yield from premises(row, asked)
    yield from trusted(row, (asked.came - asked.sent) / SECOND)
    yield from system_clock(row)
    yield from sources(row)
    boot = row.answer["boot"]
    if triple(boot) != row.expected[1]:
        yield f"the boot is {spoken(triple(boot))}, not {spoken(row.expected[1])}"
    if boot["settled"] != (case.opened is not None):
        yield f"settled is {boot['settled']}"


def premises(row, asked):
    least, most = row.truth
    if misses(asked.sent, asked.came, least, most):
        yield f"the story is wrong: read {(most - asked.sent) / SECOND:+.3f} s after it was asked to"
    off = (row.answer["reading"]["wallNanoseconds"] - least) / SECOND
    if row.case.matched:
        moved = (boot_time(row.answer["reading"]) - boot_time(row.before)) / SECOND
        if abs(moved) > row.case.give or off > -2 * row.case.give:
            yield f"the story is wrong: the boot time moved by {moved:+.3f} s, and the clock is {off:+.3f} s off"
    elif row.case.off is None:
        if not -40 < off / 31_556_952 < -20:
            yield f"the story is wrong: the clock is {off:+.0f} s off"
    elif abs(off - row.case.off) > row.case.give:
        yield f"the story is wrong: the clock is {off:+.3f} s off, and not {row.case.off:+} s"
    if row.answer["reading"]["bootIdentity"] != ("absent" if row.case.hidden else "present"):
        yield f"boot identity {row.answer['reading']['bootIdentity']}"


def trusted(row, took):
    bounds, (least, most) = row.answer["trusted"], row.truth
    earliest, latest = bounds["earliestNanoseconds"], bounds["latestNanoseconds"]
    if bounds["kind"] != row.case.kind:
        yield f"the true time is {bounds['kind']}, not {row.case.kind}"
    # Where the time is unknown, it is later than the software.
    if (bounds["earliestSupport"] == "software", latest is not None) != (
        bounds["kind"] == "unknown", bounds["kind"] == "bounded"
    ):
        yield f"{bounds['kind']}, with the ends {earliest} and {latest}"
    # (The first Date after a contradiction bounds the time from below alone.)
    if bounds["kind"] != "unknown" and not bounds["authenticated"] and not row.case.contradicts:
        yield "the true time is not authenticated"
    if bounds["assumesNoPause"] != (row.virtual and latest is not None):
        yield f"assumesNoPause is {bounds['assumesNoPause']}"
    if misses(earliest, None if row.case.paused else latest, least, most):
        yield f"a false bound: {apart(row)}"
    # On a busy machine bounds are as wide as the check took. What may be of another boot may be as old as this one.
    widest = max(row.case.widest, took) + (row.uptime if row.case.late else 0)
    if bounds["kind"] != "unknown" and (most if latest is None else latest) - earliest > widest * SECOND:
        yield f"of no use: {apart(row)}"


def system_clock(row):
    clock, wall = row.answer["systemClock"], row.answer["reading"]["wallNanoseconds"]
    if clock["verdict"] != row.case.clock:
        yield f"the clock is called {clock['verdict']}, not {row.case.clock}"
    if clock["verdict"] != "unknown" and not clock["authenticated"] and decides(row.answer["trusted"], wall):
        yield f"{clock['verdict']}, and not authenticated"
    least, most = row.truth
    if row.case.paused:
        return
    if misses(clock["atLeastNanoseconds"], clock["atMostNanoseconds"], wall - most, wall - least):
        ends = clock["atLeastNanoseconds"], clock["atMostNanoseconds"]
        yield f"the clock's error is {(wall - most) / SECOND:+.3f} s, and said to be {ends[0]} ... {ends[1]} ns"


def decides(bounds, wall):
    """Returns whether authenticated bounds decide on the clock; if a slow machine sets it late, they may not."""
    if bounds["latestNanoseconds"] is None:
        return True
    least, most = wall - bounds["latestNanoseconds"], wall - bounds["earliestNanoseconds"]
    return -TOLERANCE <= least and most <= TOLERANCE or least > TOLERANCE or most < -TOLERANCE


def sources(row):
    found = row.answer["sources"]
    if [source["source"] for source in found] and not row.case.asked:
        yield "servers were asked"
    if len(found) != len(row.case.asked) // 2:
        yield f"{len(found)} sources"
    for source in found:
        expected = ("rejected", "contradictsItself") if row.case.contradicts else ("used", None)
        if not row.case.blocked and (source["outcome"], source["reason"]) != expected:
            yield f"{source['source']} is {source['outcome']}: {source['reason']}: {source['message']}"
        if row.case.blocked and (source["outcome"], source["reason"]) != ("untrusted", "tls"):
            yield f"{source['source']} is {source['outcome']}: {source['reason']}: {source['message']}"
        if row.case.blocked and not re.search(r"clock", source["message"] or ""):
            yield f"no hint at the clock: {source['message']}"


def apart(row):
    """The bounds as a person reads them: seconds from the middle of what the truth may be."""
    middle = sum(row.truth) // 2
    bounds = row.answer["trusted"]
    ends = (bounds["earliestNanoseconds"], bounds["latestNanoseconds"])
    return " ... ".join("-" if end is None else f"{(end - middle) / SECOND:+.3f} s" for end in ends)


def replay(rows, journal, binary):
    """The journal, replayed here, must give each check the answers that the guest gave to all three questions."""
    states, launches = replayed(binary, journal), []
    for number, line in enumerate(journal.read_text().splitlines(), 1):
        if json.loads(line)["kind"] == "launch":
            launches.append([])
        else:
            launches[-1].append((json.loads(line), states[number]))
    walls = {row.answer["reading"]["wallNanoseconds"]: row for row in rows if row.answer}
    was_watched = False
    for lines in launches:
        row = walls.pop(lines[-1][0].get("wall"), None)
        if row is None:
            was_watched = True
            continue
        state = lines[-1][1]
        row.opened = next(state["boot"] for line, state in lines if line["kind"] == "reading")
        if triple(row.opened) != row.expected[0]:
            row.problems.append(f"before it heard a server it said {spoken(triple(row.opened))}")
        if was_watched:
            # A check measures the clock's step from the last check, and a replay from the watch's last reading.
            state["boot"]["clockStepNanoseconds"] = row.answer["boot"]["clockStepNanoseconds"]
            was_watched = False
        for key in ("boot", "systemClock", "trusted"):
            if state[key] != row.answer[key]:
                row.problems.append(f"replayed, {key} is {state[key]}; live it was {row.answer[key]}")
    for row in walls.values():
        row.problems.append("the journal does not have it")


@dataclass
class Watched:
    """The events that a watch reported, and what is wrong with them."""

    watch: object
    lines: list = field(default_factory=list)  # cells of the table
    problems: list = field(default_factory=list)


def watched(watch, out):
    row = Watched(watch)
    row.problems = labs.attempt(reported, row, out)
    return row


def reported(row, out):
    watch = row.watch
    if (status := (out / f"{watch.name}.status").read_text().strip()) != "0":
        yield f"exit status {status}: {(out / f'{watch.name}.err').read_text().strip()[-300:]}"
    events = [json.loads(line) for line in (out / f"{watch.name}.jsonl").read_text().splitlines()]
    if (begun := events[0])["event"] != "begun" or begun["trusted"]["kind"] != "bounded":
        yield f"it began with {begun}"
    steps = [event for event in events if event["event"] == "systemClockStepped"]
    if watch.steps or steps:
        yield from stepped(row, steps, out)
    sleeps = [event["nanoseconds"] / SECOND for event in events if event["event"] == "slept"]
    row.lines += [[watch.name, f"slept for {sleep:.1f} s", "-"] for sleep in sleeps]
    # The alarm rings after whole seconds of the hardware clock, the first of which has partly passed.
    right = [watch.slept - 1 - MISCOUNTED < sleep < watch.slept + 1 + MISCOUNTED for sleep in sleeps]
    if right != [True] * bool(watch.slept):
        yield f"sleeps of {sleeps} s"


def stepped(row, events, out):
    said = [(event["stepNanoseconds"] / SECOND, event["direction"]) for event in events]
    noted = [tuple(map(float, line.split())) for line in (out / f"{row.watch.name}.noted").read_text().splitlines()]
    # A step takes the time to read the clock and to set it, by which it falls short.
    made = [direction == want and -(after - before) - 0.05 < step - by < 0.05
            for (step, direction), (by, want), (before, after) in zip(said, row.watch.steps, noted)]  # fmt: skip
    if len(said) != len(row.watch.steps) or made != [True] * len(said):
        yield f"the clock's steps are {said}"
        return
    for event, (step, direction), (before, after) in zip(events, said, noted):
        told = event["elapsedNanoseconds"] / SECOND
        row.lines.append([row.watch.name, f"clock set {step:+.2f} s, {direction}", f"{max(0, told - after):.2f} s"])
        if not before <= told <= after + patience.AT_ONCE:
            yield f"the step of {step:+.0f} s was told at {told:.2f} s, and made between {before} and {after} s"


HEADER = ["case", "identity", "", "boot", "guest's clock", "true time", "less the truth", "known to", ""]


def line(row):
    """The row of the table."""
    answer, before = row.answer, f"{spoken(triple(row.opened))}, then " if row.case.opened else ""
    return [
        row.case.name, "hidden" if row.case.hidden else "known", "online" if row.case.asked else "offline",
        before + spoken(triple(answer["boot"])), answer["systemClock"]["verdict"], answer["trusted"]["kind"],
        apart(row), f"{row.slack:.3f} s",
        "WRONG" if row.problems else "as premised" if row.case.paused else "ok" if row.surely else "ok (meets)",
    ]  # fmt: skip
