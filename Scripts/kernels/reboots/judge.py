"""Compares what the program said in a guest with the truth, the guest's own clocks, and a replay of its journal."""

import json
from dataclasses import dataclass, field

from kernels.reboots.stories import EARLY_UPTIME, REBOOTED, SAME
from library import labs
from library.program import replayed, spoken, triple

SECOND = 1_000_000_000
MISCOUNTED = 3  # seconds that a kernel may count too little of one sleep: WhatTheLabMeasured.md


@dataclass
class Row:
    """The result of a case under an identity."""

    case: object
    identity: str  # known or hidden
    answers: list = field(default_factory=list)  # the two objects that the guest printed
    problems: list = field(default_factory=list)

    @property
    def boot(self):
        return self.answers[1]["boot"] if len(self.answers) == 2 else {}

    @property
    def expected(self):
        if self.identity == "known":
            return self.case.known
        uptime = self.answers[0]["reading"]["elapsedNanoseconds"] / SECOND
        return self.case.late if self.case.late and uptime > EARLY_UPTIME else self.case.hidden

    @property
    def remark(self):
        if self.problems:
            return "WRONG"
        return "ok (residual)" if self.identity == "hidden" and self.case.residual else "ok"


@dataclass
class Witness:
    """The notes of the guest itself around a check."""

    status: int
    identity: str
    wall: float
    before: float
    after: float
    suspends: int

    @classmethod
    def read(cls, path):
        status, identity, wall, before, after, suspends = path.read_text().split()
        return cls(int(status), identity, float(wall), float(before), float(after), int(suspends))


def judge(case, identity, out, binary):
    """The row of a case, with everything that is wrong about it."""
    row = Row(case, identity)
    row.problems = labs.attempt(judged, row, out, binary)
    return row


def judged(row, out, binary):
    stem = f"{row.case.name}.{row.identity}"
    witnesses = [Witness.read(out / f"{stem}.{n}.truth") for n in (1, 2)]
    for n, witness in enumerate(witnesses, 1):
        if witness.status != 0:
            yield f"check {n} exited with {witness.status}: {(out / f'{stem}.{n}.err').read_text().strip()}"
    if any(witness.status != 0 for witness in witnesses):
        return
    row.answers = [json.loads((out / f"{stem}.{n}.json").read_text()) for n in (1, 2)]
    yield from premises(row.case, witnesses)
    yield from readings(row, witnesses)
    yield from verdict(row)
    yield from replay(row, out / f"{stem}.journal", binary)


def premises(case, witnesses):
    """Holds the story against the guest's own record, not against the program under test."""
    old, new = witnesses
    truth = SAME if old.identity == new.identity else REBOOTED
    if truth != case.truth:
        yield f"the story is wrong: by the raw boot identities the truth is {truth}"
    if case.grown is not None and (new.before > old.after + 1) != case.grown:
        yield f"the story is wrong: uptime {old.after} s, then {new.before} s"
    if case.slept and new.suspends == old.suspends:
        yield "the story is wrong: no suspend was counted"


def readings(row, witnesses):
    """The clocks that the program read, against the guest's own."""
    for n, (answer, witness) in enumerate(zip(row.answers, witnesses), 1):
        reading = answer["reading"]
        elapsed, wall = reading["elapsedNanoseconds"] / SECOND, reading["wallNanoseconds"] / SECOND
        boot = reading["kernelBootTimeNanoseconds"] / SECOND
        if not witness.before - 1 <= elapsed <= witness.after + 1:
            yield f"check {n}: elapsed {elapsed:.1f} s, but uptime {witness.before} ... {witness.after} s"
        if not witness.wall - 0.1 <= wall <= witness.wall + witness.after - witness.before + 1:
            yield f"check {n}: wall clock {wall:.1f}, but the guest's own is {witness.wall:.1f}"
        if abs(wall - elapsed - boot) > 1:
            yield f"check {n}: kernel boot time {boot:.1f}, but wall - elapsed is {wall - elapsed:.1f}"
        if reading["bootIdentity"] != ("present" if row.identity == "known" else "absent"):
            yield f"check {n}: boot identity {reading['bootIdentity']}, but it was {row.identity}"
    slept = [(a["reading"]["elapsedNanoseconds"] - a["reading"]["awakeNanoseconds"]) / SECOND for a in row.answers]
    if row.case.slept and slept[1] - slept[0] < row.case.slept - MISCOUNTED:
        yield f"slept {slept[1] - slept[0]:.1f} s by its clocks, at least {row.case.slept} s in truth"


def verdict(row):
    first, boot = row.answers[0]["boot"], row.boot
    if triple(first) != ("first", None, "noEvidence"):
        yield f"the first check said {spoken(triple(first))}"
    if triple(boot) != row.expected:
        said, kind = triple(boot), "not the expected answer"
        if said[1] == "proven" and said[0] != row.case.truth:
            kind = "a wrong proven verdict"
        elif said[0] == "indeterminate" and row.expected[0] != "indeterminate":
            kind = "undecided where the evidence decides"
        yield f"{kind}: {spoken(said)}; expected {spoken(row.expected)}"
        return
    if row.identity == "hidden" and row.case.residual:
        return  # no truth to hold the step against
    step, expected = boot["clockStepNanoseconds"], row.case.step if boot["verdict"] == SAME else None
    if (step is None) != (expected is None) or (step is not None and abs(step / SECOND - expected) > 1):
        yield f"clock step {step} ns; in truth {expected} s"


def replay(row, journal, binary):
    """The journal, replayed here, must give the first reading of each launch the answer that the guest gave."""
    states, again, awaiting = replayed(binary, journal), [], False
    for number, line in enumerate(journal.read_text().splitlines(), 1):
        kind = json.loads(line)["kind"]
        if kind == "reading" and awaiting:
            again.append(triple(states.get(number, {}).get("boot") or {}))
        awaiting = kind == "launch" or (awaiting and kind != "reading")
    live = [triple(answer["boot"]) for answer in row.answers]
    if again != live:
        yield f"replay says {', '.join(map(spoken, again))}; live it was {', '.join(map(spoken, live))}"


# MARK: - The table


def boot_time_equal(old, new):
    """A published formula: a reboot unless the kernel's boot time, in whole seconds, is the saved one."""
    same = old["kernelBootTimeNanoseconds"] // SECOND == new["kernelBootTimeNanoseconds"] // SECOND
    return SAME if same else REBOOTED


def three_clocks(old, new):
    """Another one: what is left of the boot time's change once those of wall clock and uptime are taken off. This
    uptime is CLOCK_MONOTONIC, which counts no sleep on Linux."""
    uptime, wall, boot = (
        (new[key] - old[key]) / SECOND
        for key in ("awakeNanoseconds", "wallNanoseconds", "kernelBootTimeNanoseconds")
    )
    return REBOOTED if uptime < 0 or abs(boot - (wall - uptime)) >= 5 else SAME


HEADER = [
    "case", "identity", "truth", "verdict", "certainty", "evidence", "clock step", "", "bootTimeEqual", "threeClocks",
]  # fmt: skip


def line(row):
    step, readings = row.boot["clockStepNanoseconds"], [answer["reading"] for answer in row.answers]
    formulas = [formula(*readings) for formula in (boot_time_equal, three_clocks)]
    return [
        row.case.name, row.identity, row.case.truth, *(part or "-" for part in triple(row.boot)),
        "-" if step is None else f"{step / SECOND:+.0f} s", row.remark,
        *(said if said == row.case.truth else f"{said} (WRONG)" for said in formulas),
    ]  # fmt: skip
