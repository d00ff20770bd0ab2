"""Computes the required content of a store after two writers were killed, from the acknowledged writes.

A state is what was read: the number of each key that is not absent. A writer's value has its name as the key, the
halves of its transactions are `left-` and `right-` and its name, and both writers raise `sum`.
"""

from dataclasses import dataclass

from store.writer import text

WRITERS = ("a", "b")
STEPS = ("set", "add", "both")
HALVES = [f"{side}-{writer}" for writer in WRITERS for side in ("left", "right")]
QUESTIONS = [*(f"get {writer}" for writer in WRITERS), *(f"count {key}" for key in ("sum", *HALVES))]


@dataclass
class Run:
    """A run of a writer: its first number, the sizes of its values, and its acknowledged writes."""

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

    def allowed(self, step, before):
        """The values that may be found: the last acknowledged one, and the one under way."""
        done = [number for each, number in map(self.step, range(len(self.said))) if each == step]
        return {done[-1] if done else before} | ({self.in_flight[1]} if self.in_flight[0] == step else set())


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
    """Yields the faults of the content that a reader found."""
    for writer, run in runs.items():
        yield from said_wrong(writer, run)
        left, right = f"left-{writer}", f"right-{writer}"
        for key, step in ((writer, "set"), (left, "both"), (right, "both")):
            allowed = run.allowed(step, before.get(key))
            if after.get(key) not in allowed:
                yield f"the value of {key} is {after.get(key)}, not one of {sorted(map(str, allowed))}"
        if after.get(left) != after.get(right):
            yield f"half a transaction of {writer}: {after.get(left)} and {after.get(right)}"
    # No raise of the sum is lost, and none is counted twice.
    told, old, new = sums(runs), before.get("sum", 0), after.get("sum", 0)
    under_way = sum(run.in_flight[0] == "add" for run in runs.values())
    if not old + len(told) <= new <= old + len(told) + under_way:
        yield f"the sum is {new}: it was {old}, {len(told)} were added, {under_way} may have been"
    if len(set(told)) != len(told) or any(not isinstance(number, int) or not old < number <= new for number in told):
        yield f"the sum went from {old} to {new} by way of {told}"


def sums(runs):
    return [answer.get("number") for run in runs.values() for answer in run.said if answer.get("line") == "add sum"]


def unheard(before, runs, after):
    """Returns the number of steps that took effect without an acknowledgement."""
    keys = {"set": "", "both": "left-"}
    found = sum(run.in_flight[0] in keys and after.get(keys[run.in_flight[0]] + writer) == run.in_flight[1]
                for writer, run in runs.items())  # fmt: skip
    return found + after.get("sum", 0) - before.get("sum", 0) - len(sums(runs))


def read(answers, runs):
    """A reader's answers as a state, and what is wrong with them already."""
    state, wrong = {}, []
    for answer in answers:
        key = answer["line"].split()[1]
        if answer["came"] == "value":
            state[key] = int(answer["text"].split(" ")[0]) if key in runs else answer["number"]
            if key in runs and answer["text"] != runs[key].text(state[key]):
                wrong.append(f"the value of {key} is damaged: {answer['text'][:40]!r}")
        elif answer["came"] != "absent":
            wrong.append(f"{key} is {answer['came']}: {answer.get('why')}")
    return state, wrong
