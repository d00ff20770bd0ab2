"""Random inputs with the transcription's answers, one JSON object a line: what Swift's code must answer, too.

A state is [elapsed, slept, suspensions], a reading [wall, elapsed, awake, boot time, suspensions], bounds are
[lower, upper], all in whole nanoseconds. Null is a value that is not known; the ends of 64 bits are ends of bounds that
are not known.
"""

import json
import os
import subprocess

from library import patience
from library.program import REPOSITORY, Missing
from proofs.boot import *
from proofs.fusion import Fusion

EDGES = [
    0, 1, MILLISECOND, 10 * MILLISECOND, 100 * MILLISECOND, 500 * MILLISECOND, SECOND, 3 * SECOND, 30 * SECOND,
    60 * SECOND,
]
EXTREMES = [MIN, MIN + 1, MAX, MAX - 1]
FLOOR_VERDICTS = {
    "rebooted": ("rebooted", True, "bootIdentity"), "sameBoot": ("sameBoot", True, "bootIdentity"),
    "open": ("indeterminate", False, "bootTime"), "contradiction": ("indeterminate", False, "contradiction"),
}


class Draw:
    """Draws inputs. Those near an edge of the rules come more often than chance would have it."""

    def __init__(self, random, may_be_extreme=True):
        self.random, self.may_be_extreme = random, may_be_extreme

    def length(self):
        """A length of time of either sign."""
        choice = self.random.random()
        if choice < 0.4:
            value = self.random.choice(EDGES) + self.random.choice([-1, 0, 0, 1])
        elif choice < 0.98 or not self.may_be_extreme:
            value = self.random.randrange(10 ** self.random.randrange(1, 18))
        else:
            return Nanoseconds(self.random.choice(EXTREMES))
        return Nanoseconds(value * self.random.choice([1, 1, 1, -1]))

    def count(self, before=None):
        choice = self.random.random()
        if choice < 0.2:
            return NOTHING
        if before is not None and before.known and choice < 0.9:
            return Maybe(True, Nanoseconds(before.value + self.random.choice([-1, 0, 0, 0, 1, 1, 2, 5])))
        largest = MAX if self.may_be_extreme else 1_000
        return Maybe(True, Nanoseconds(self.random.choice([0, 0, 1, 2, 7, self.random.randrange(1_000), -1, largest])))

    def state(self):
        elapsed = self.random.choice([abs(self.length()), self.random.randrange(10**15)])
        return State(
            Nanoseconds(elapsed), Nanoseconds(self.random.choice([0, 0, self.random.randrange(elapsed + 1)])),
            self.count(),
        )

    def state_after(self, state):
        """A state a while later, or now and then earlier or at the same time."""
        growth = self.length()
        slept = self.random.choice([Nanoseconds(0), Nanoseconds(0), growth, self.length()])
        return State(state.elapsed + growth, state.slept + slept, self.count(state.suspensions))

    def reading(self, state, uptime=None):
        """All clocks at a state; the kernel's uptime is near the elapsed clock or anything."""
        boot_time = 1_700_000_000 * SECOND + self.random.choice([Nanoseconds(0), Nanoseconds(0), self.length()])
        uptime = state.elapsed + self.random.choice([Nanoseconds(0), self.length()]) if uptime is None else uptime
        return Reading(boot_time + uptime, state.elapsed, state.awake, boot_time, state.suspensions)

    def bounds(self, around=0):
        """An interval; either end may be missing."""
        first = Nanoseconds(around) + self.length()
        ends = sorted(
            [first, self.random.choice([first + self.random.randrange(1_000), Nanoseconds(around) + self.length()])]
        )
        missing = self.random.random()
        return [MIN if missing < 0.15 else ends[0], MAX if 0.1 < missing < 0.3 else ends[1]]

    def model(self):
        return self.random.choice(list(Clocks.MODELS))

    def name(self):
        return self.random.choice([None, None, None, "one", "one", "other"])


# MARK: - What is written


def written(value):
    """A record of the transcription as JSON has it."""
    match value:
        case State() | Reading():
            return [*map(int, value[:-1]), written(value.suspensions)]
        case Bounds(lower, upper):
            return [int(lower.value) if lower.known else MIN, int(upper.value) if upper.known else MAX]
        case Maybe(False):
            return None
        case Maybe():
            return written(value.value)
        case int() if not isinstance(value, bool):
            return int(value)
    return value


def named(name):
    """An identity: a number that other names do not have."""
    return Maybe(name is not None, len(name or ""))


def read(ends):
    return Bounds(lower_end(ends[0]), upper_end(ends[1]))


# MARK: - The kinds of vectors


def change(draw):
    model = draw.model()
    start = draw.state()
    end = draw.state_after(start)
    clocks = Clocks(model)
    answer = {"change": written(clocks.offset_change(start, end)), "least": int(clocks.least_true_time(start, end))}
    return {"model": model, "from": written(start), "to": written(end), "answer": answer}


def since_boot(draw):
    model = draw.model()
    reading = draw.reading(draw.state())
    clocks = Clocks(model)
    answer = {"uptime": int(clocks.time_since_boot(reading)), "least": int(clocks.least_since_boot(reading))}
    return {"model": model, "reading": written(reading), "answer": answer}


def carried(draw):
    """Two votes, carried to a state and tightened there."""
    model, first = draw.model(), draw.state()
    states = [first, *(draw.state_after(first) for _ in range(4))]
    one, other = draw.bounds(), draw.bounds()
    learned = list(map(Learned, (*read(one), *read(other)), states))
    votes = CarriedBounds(*learned[:2]), CarriedBounds(*learned[2:])
    carrying = Carrying(Clocks(model))
    both = carrying.tightened(*votes, states[4])
    kept = both.value if both.known else votes[0]
    answer = {
        "bounds": written(carrying.bounds(votes[0], states[4])), "agrees": both.known,
        "ends": written(Bounds(kept.lower.offset, kept.upper.offset)),
        "learned": [int(end.at.elapsed) for end in kept],
    }
    return {"model": model, "one": one, "other": other, "states": list(map(written, states)), "answer": answer}


def floor(draw):
    """A floor moved to another state, and the later one of two."""
    draw.may_be_extreme = False
    model, at = draw.model(), draw.state()
    state = draw.state_after(at)
    floors = Floors(Clocks(model))
    one, other = (Floor(Nanoseconds(1_750_000_000 * SECOND) + draw.length(), where) for where in (at, state))
    moved, later = floors.moved(one, state), floors.later(one, other)
    answer = dict.fromkeys(("moved", "later"))
    if moved.known:
        answer = {"moved": int(moved.value.earliest), "later": int(later.earliest)}
    earliest = [int(one.earliest), int(other.earliest)]
    return {"model": model, "earliest": earliest, "at": written(at), "state": written(state), "answer": answer}


def highest(draw):
    """The higher of both floors, with and without the lone one."""
    draw.may_be_extreme = False
    model, states = draw.model(), [draw.state()]
    states += [draw.state_after(states[0]) for _ in range(2)]
    given = [draw.random.choice([None, 1_750_000_000 * SECOND + draw.length()]) for _ in range(2)]
    both = [
        Maybe(earliest is not None, Floor(Nanoseconds(earliest or 0), at)) for earliest, at in zip(given, states)
    ]
    floors = Floors(Clocks(model))
    (any_floor, is_corroborated), (admitted, _) = (
        floors.highest(*both, states[2], admits_lone=admits) for admits in (True, False)
    )
    answer = {
        "earliest": written(Maybe(any_floor.known, any_floor.value.earliest)),
        "isCorroborated": is_corroborated if any_floor.known else None,
        "corroborated": written(Maybe(admitted.known, admitted.value.earliest)),
    }
    return {"model": model, "earliest": given, "states": list(map(written, states)), "answer": answer}


def floor_over(draw):
    """A saved floor in a launch, by what is known of the boot."""
    model, saved, kind = draw.model(), draw.state(), draw.random.choice(list(FLOOR_VERDICTS))
    loaded = draw.random.choice([draw.state(), draw.state_after(saved)])
    reading = draw.reading(draw.state_after(loaded))
    earliest = Nanoseconds(1_750_000_000 * SECOND) + draw.length()
    passed = Floors(Clocks(model)).certain_passed(saved, loaded, reading, kind)
    said, is_proven, evidence = FLOOR_VERDICTS[kind]
    return {
        "model": model, "earliest": int(earliest), "saved": written(saved), "loaded": written(loaded),
        "reading": written(reading), "verdict": said, "isProven": is_proven, "evidence": evidence,
        "answer": {"earliest": int(earliest + passed)},
    }


def comparison(draw):
    """Two readings, and all that is concluded from them."""
    random, model, before = draw.random, draw.model(), draw.state()
    now = random.choice([draw.state(), draw.state_after(before)])
    old = draw.reading(before)
    uptime = random.choice([None, Nanoseconds((old.wall - old.boot_time) + (now.elapsed - before.elapsed))])
    new = draw.reading(now, uptime)
    if random.random() < 0.6:
        # In one boot the wall clock moves with the boot time.
        step = random.choice([Nanoseconds(0), draw.length()])
        new = new._replace(boot_time=old.boot_time + step, wall=old.boot_time + step + (new.wall - new.boot_time))
    identities, machines = [draw.name(), draw.name()], random.choice([["one", "one"], [draw.name(), draw.name()]])
    passed = random.choice([Nanoseconds(0), draw.length()])
    offsets = [random.choice([None, draw.bounds()]), random.choice([None, draw.bounds(passed), draw.bounds(passed)])]
    marks = [
        # (A missing offset still has a value, which counts for nothing.)
        Mark(reading, named(identity), named(machine), Maybe(offset is not None, read(offset or [0, 0])))
        for reading, identity, machine, offset in zip((old, new), identities, machines, offsets)
    ]
    floor = random.choice([None, int(new.wall + draw.length())])
    compared = Comparison(Clocks(model), *marks, Maybe(floor is not None, Nanoseconds(floor or 0)))
    said = compared.verdict
    answer = {
        "identity": list(compared.by_identity), "counters": list(compared.by_counters),
        "trust": list(compared.by_trust), "verdict": ANSWERS[said.answer], "isProven": said.is_proven,
        "evidence": EVIDENCE[said.evidence], "passed": written(compared.true_passed),
    }
    return {
        "model": model, "before": written(old), "now": written(new), "identities": identities, "machines": machines,
        "offsets": offsets, "floor": floor, "answer": answer,
    }


def between(draw):
    """What passed between two marks, by a reading that nothing bounds."""
    random, model = draw.random, draw.model()
    states = [draw.state()]
    states += [random.choice([draw.state(), draw.state_after(states[-1])]) for _ in range(2)]
    readings = [draw.reading(state) for state in states]
    identities = [draw.name() for _ in range(3)]
    machines = random.choice([["one"] * 3, [draw.name() for _ in range(3)]])
    offsets = [random.choice([None, draw.bounds()]) for _ in range(2)]
    marks = [
        Mark(reading, named(identity), named(machine), Maybe(offset is not None, read(offset or [0, 0])))
        for reading, identity, machine, offset in zip(readings, identities, machines, [*offsets, None])
    ]
    passed = Between(Comparison, Clocks(model), *marks).true_passed
    return {
        "model": model, "readings": list(map(written, readings)), "identities": identities, "machines": machines,
        "offsets": offsets, "answer": {"passed": written(passed)},
    }


def judgement(draw):
    """The words of some of the known operators."""
    random = draw.random
    known = 64 if random.random() < 0.005 else random.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 12])
    words, narrow = [], random.random() < 0.5
    for _ in range(random.choice([known, known, random.randrange(known + 1)])):
        if narrow:
            # So few different ends that many are equal.
            ends = sorted(random.choices(range(6), k=2))
            words.append([random.choice([MIN, *ends[:1] * 4]), random.choice([MAX, *ends[1:] * 4])])
        else:
            words.append(draw.bounds())
    may_be_paused = random.random() < 0.5
    judged = Fusion(may_be_paused).judged([read(word) for word in words], known)
    answer = {"bounds": None, "lower": None, "upper": None}
    if judged.is_possible:
        answer["bounds"] = written(judged.bounds)
        answer["lower"] = support(judged.bounds.lower, judged.lower_withstands, known)
        answer["upper"] = support(judged.bounds.upper, judged.upper_withstands, known)
    return {"words": words, "known": known, "mayBePaused": may_be_paused, "answer": answer}


def support(end, withstands, known):
    if not end.known:
        return None
    return "uncorroborated" if withstands < known // 2 else "corroborated" if known > 1 else "lone"


KINDS = {
    "change": change, "sinceBoot": since_boot, "carried": carried, "floor": floor, "highest": highest,
    "floorOver": floor_over, "comparison": comparison, "between": between, "judgement": judgement,
}


def write(path, random, of_each):
    """Writes so many vectors of each kind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w") as file:
        for number in range(of_each):
            for kind, made in KINDS.items():
                vector = {"kind": kind, **made(Draw(random, may_be_extreme=number % 4 == 0))}
                file.write(json.dumps(vector, separators=(",", ":")) + "\n")


def difference(path):
    """The output of the Swift code's test on a file of vectors, if it fails."""
    command = ["swift", "test", "--skip-build", "--filter", "TranscriptionTests"]
    environment = {**os.environ, "SIDEREAL_VECTORS": str(path), "NO_COLOR": "1"}
    options = {"cwd": REPOSITORY, "env": environment, "timeout": patience.VECTORS}
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{' '.join(command)}: {error}") from None
    output = result.stdout + result.stderr
    if "Test run with 1 test in 1 suite" not in output:
        raise Missing(f"TranscriptionTests did not run; build the tests first (swift build --build-tests)\n{output}")
    return output if result.returncode else ""
