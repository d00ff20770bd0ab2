"""What a store must hold after two writers were killed, from what they were told was done."""

from dataclasses import dataclass, field

from store.writer import text

WRITERS = ("a", "b")
STEPS = ("set", "add", "both")


@dataclass
class State:
    """What was read; None is absent."""

    numbers: dict = field(default_factory=lambda: dict.fromkeys(WRITERS))
    sum: int | None = None
    lefts: dict = field(default_factory=lambda: dict.fromkeys(WRITERS))
    rights: dict = field(default_factory=lambda: dict.fromkeys(WRITERS))


@dataclass
class Run:
    """One writer's life: its first number, the sizes of its values, and what it was told was done."""

    first: int
    size: int
    growth: int
    said: list

    def text(self, number):
        return text(number, self.size + self.growth * number)

    def step(self, index):
        return STEPS[index % 3], self.first + index // 3

    @property
    def in_flight(self):
        """The step that may have been under way, and its number."""
        return self.step(len(self.said))

    def last(self, step):
        """The last acknowledged number of a step, or None."""
        numbers = [self.step(index)[1] for index in range(len(self.said)) if self.step(index)[0] == step]
        return numbers[-1] if numbers else None

    def allowed(self, step, before):
        """The values that may be found: the last acknowledged one, and the one under way."""
        last = self.last(step)
        return {before if last is None else last} | ({self.in_flight[1]} if self.in_flight[0] == step else set())


def said_wrong(writer, run):
    """Answers that are not those of the steps in their order."""
    for index, answer in enumerate(run.said):
        step, number = run.step(index)
        key = "sum" if step == "add" else writer
        if answer.get("line") != f"{step} {key}" or answer.get("came") != "done":
            yield f"writer {writer}, step {index + 1} ({step} {number}): {answer}"
            return
        if step != "add" and answer.get("number") != number:
            yield f"writer {writer} was told that {answer.get('number')} is stored instead of {number}"


def judge(before, runs, after):
    """What is wrong with what a reader found."""
    for writer, run in runs.items():
        yield from said_wrong(writer, run)
        for name, step, old, new in (
            ("the value", "set", before.numbers, after.numbers),
            ("the left half", "both", before.lefts, after.lefts),
            ("the right half", "both", before.rights, after.rights),
        ):
            allowed = run.allowed(step, old[writer])
            if new[writer] not in allowed:
                yield f"{name} of {writer} is {new[writer]}, not one of {sorted(map(str, allowed))}"
        if after.lefts[writer] != after.rights[writer]:
            yield f"half a transaction of {writer}: {after.lefts[writer]} and {after.rights[writer]}"
    yield from sums(before, runs, after)


def unheard(before, runs, after):
    """How many steps were carried out, and nobody was told."""
    values = {"set": after.numbers, "both": after.lefts}
    found = sum(values.get(run.in_flight[0], {}).get(writer) == run.in_flight[1] for writer, run in runs.items())
    told = sum(answer.get("line") == "add sum" for run in runs.values() for answer in run.said)
    return found + (after.sum or 0) - (before.sum or 0) - told


def sums(before, runs, after):
    """The counter that both raise: no raise is lost, and none is counted twice."""
    told = [answer.get("number") for run in runs.values() for answer in run.said if answer.get("line") == "add sum"]
    under_way = sum(run.in_flight[0] == "add" for run in runs.values())
    old, new = before.sum or 0, after.sum or 0
    if not old + len(told) <= new <= old + len(told) + under_way:
        yield f"the sum is {new}: it was {old}, {len(told)} were added, {under_way} may have been"
    if len(set(told)) != len(told) or any(not isinstance(number, int) or not old < number <= new for number in told):
        yield f"the sum went from {old} to {new} by way of {told}"


def read(answers, runs):
    """A reader's answers as a state, and what is wrong with them already."""
    state, wrong = State(), []
    for answer in answers:
        word, key = answer["line"].split()
        if answer["came"] == "absent":
            continue
        if answer["came"] != "value":
            wrong.append(f"{key} is {answer['came']}: {answer.get('why')}")
        elif word == "get":
            number = int(answer["text"].split(" ")[0])
            if answer["text"] != runs[key].text(number):
                wrong.append(f"the value of {key} is damaged: {answer['text'][:40]!r}")
            state.numbers[key] = number
        elif key == "sum":
            state.sum = answer["number"]
        else:
            side, writer = key.split("-")
            (state.lefts if side == "left" else state.rights)[writer] = answer["number"]
    return state, wrong


QUESTIONS = [f"get {writer}" for writer in WRITERS] + ["count sum"]
QUESTIONS += [f"count {side}-{writer}" for side in ("left", "right") for writer in WRITERS]
