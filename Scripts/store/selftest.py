"""Lies that the judge of the store must find, each made from a right round by one change; and right rounds."""

import copy

from store.judge import Run, State, judge, read, unheard
from store.writer import text


def said(line, number):
    return {"line": line, "came": "done", "number": number}


BEFORE = State({"a": 7, "b": 2}, 20, {"a": 7, "b": 2}, {"a": 7, "b": 2}, (100, 2))
# a: 8 and its add are done, both 8 is under way; b: 3 is done, its add is under way.
RUNS = {
    "a": Run(8, 100, 0, [said("set a", 8), said("add sum", 21)]),
    "b": Run(3, 100, 0, [said("set b", 3)]),
}
AFTER = State({"a": 8, "b": 3}, 21, {"a": 7, "b": 2}, {"a": 7, "b": 2}, (100, 5))
RIGHT = [
    AFTER,
    State({"a": 8, "b": 3}, 22, {"a": 7, "b": 2}, {"a": 7, "b": 2}, (101, 0)),
    State({"a": 8, "b": 3}, 22, {"a": 8, "b": 2}, {"a": 8, "b": 2}, (101, 1)),
]
# what must be found, and what becomes of the state or of what was said
WRONG = [
    ("value of a is 7", lambda runs, after: after.numbers.update(a=7)),
    ("value of a is None", lambda runs, after: after.numbers.update(a=None)),
    ("value of a is 9", lambda runs, after: after.numbers.update(a=9)),
    ("value of b is 2", lambda runs, after: after.numbers.update(b=2)),
    ("left half of b is None", lambda runs, after: (after.lefts.update(b=None), after.rights.update(b=None))),
    ("half a transaction of a: 8 and 7", lambda runs, after: after.lefts.update(a=8)),
    ("the sum is 20", lambda runs, after: setattr(after, "sum", 20)),
    ("the sum is 23", lambda runs, after: setattr(after, "sum", 23)),
    ("the sum is 0", lambda runs, after: setattr(after, "sum", None)),
    ("by way of [20]", lambda runs, after: runs["a"].said[1].update(number=20)),
    ("by way of [22]", lambda runs, after: runs["a"].said[1].update(number=22)),
    ("went from (100, 2) to (100, 2)", lambda runs, after: setattr(after, "place", (100, 2))),
    ("went from (100, 2) to (99, 5)", lambda runs, after: setattr(after, "place", (99, 5))),
    ("went from (100, 2) to (0, 0)", lambda runs, after: setattr(after, "place", None)),
    ("'came': 'refused'", lambda runs, after: runs["b"].said[0].update(came="refused")),
    ("told that 4 is stored", lambda runs, after: runs["b"].said[0].update(number=4)),
]


def failures():
    """What the judge takes for right and is not, or the other way round."""
    for after in RIGHT:
        if found := list(judge(BEFORE, RUNS, after)):
            yield f"a right round is called wrong: {found}"
    if found := list(judge(State(), {"a": Run(1, 9, 0, []), "b": Run(1, 9, 0, [])}, State())):
        yield f"an empty round is called wrong: {found}"
    for wanted, change in WRONG:
        runs, after = copy.deepcopy((RUNS, AFTER))
        change(runs, after)
        found = list(judge(BEFORE, runs, after))
        if not any(wanted in problem for problem in found):
            yield f"not found: {wanted}; found: {found}"
    if (counts := [unheard(BEFORE, RUNS, after) for after in RIGHT]) != [0, 1, 2]:
        yield f"steps that nobody was told of are counted as {counts}"
    damaged = [{"line": "get a", "came": "value", "text": text(8, 99)}]
    locked = [{"line": "get a", "came": "unavailable", "why": "damaged"}]
    for wanted, answers in (("is damaged", damaged), ("unavailable", locked)):
        if not any(wanted in problem for problem in read(answers, RUNS, None)[1]):
            yield f"not found: {wanted}"
