"""Asks z3 for worlds that contradict a claim. Gets z3 from the Python Package Index into a folder."""

import importlib.metadata
import time

from library import patience
from library.packages import from_pypi
from library.program import Missing
from proofs.arithmetic import SECOND, Rounding, negated, z3
from proofs.mistakes import MISTAKES, PREMISES, UNKEPT, Planted
from proofs.promises import PROMISES
from proofs.world import World

VERSION = "4.15.3.0"
SECTIONS = [
    ("Promises: no world of the premises breaks one", [Planted("", claim) for claim in PROMISES]),
    ("Planted mistakes: each breaks the promise of this number", MISTAKES),
    ("Not kept: machines do this, and it breaks the promise of this number", UNKEPT),
    ("Premises: where one does not hold, the promise of this number is broken", PREMISES),
]


class Undecided(Exception):
    """The solver gave up."""


def install(cache):
    """Makes z3 importable, and returns its versions."""
    from_pypi(cache, f"z3-solver=={VERSION}")
    try:
        return f"z3 {importlib.metadata.version('z3-solver')} ({z3().get_version_string()})"
    except (ImportError, OSError, importlib.metadata.PackageNotFoundError) as error:
        raise Missing(f"z3 in {cache}: {error}") from None


def prove(options):
    """Prints a line for each search; returns how many did not end as they should."""
    wrong = 0
    for heading, entries in SECTIONS[: 1 if options.decisive else None]:
        print(f"\n{heading}", flush=True)
        for entry in entries:
            if not options.only or options.only in (entry.words or PROMISES[entry.promise].words):
                wrong += not is_right(entry)
    if not options.decisive:
        broken = {entry.promise for entry in MISTAKES}
        for promise in (promise for claim, promise in PROMISES.items() if claim not in broken):
            print(f"WRONG: no planted mistake breaks this promise: {promise.words}")
            wrong += 1
    return wrong


def is_right(entry):
    """Looks for a counter-example in all cases: a promise has none, and whatever is planted leads to one."""
    promise, is_planted, begun, found = PROMISES[entry.promise], bool(entry.words), time.monotonic(), None
    try:
        for case in entry.cases or promise.cases:
            if found := counter_example(promise, case, entry.code, entry.changes):
                break
        said = "sat" if found else "unsat"
    except Undecided as error:
        said = f"unknown ({error})"
    right = said == ("sat" if is_planted else "unsat")
    number, took = list(PROMISES).index(entry.promise) + 1, time.monotonic() - begun
    words = f"{number:2} {entry.words or promise.words}  [up to {case}] ({took:.1f} s)"
    print(f"{'' if right else 'WRONG: '}{said:5}  {words}", flush=True)
    if found and not is_planted:
        print("\n".join(f"         {line}" for line in found))
    return right


def counter_example(promise, case, code, changes=None):
    """A world that contradicts a promise, as readable lines; None if there is none."""
    Rounding.forget()
    world = World(changes)
    claim = promise.claim(code, world, case)
    solver = z3().SimpleSolver()
    solver.set("timeout", patience.PROOF * 1_000)
    solver.add(*(each for each in world.premises if each is not True), *Rounding.conditions())
    if answer(solver) == z3().unsat:
        raise Undecided("no world fits the premises, so nothing is proved")
    solver.add(negated(claim))
    return list(described(world, solver.model())) if answer(solver) == z3().sat else None


def answer(solver):
    result = solver.check()
    if result == z3().unknown:
        raise Undecided(f"the solver gave up: {solver.reason_unknown()}")
    return result


def described(world, model):
    """The quantities of a world, each with its name."""
    for name, term in world.named.items():
        value = model.eval(term, model_completion=True)
        if z3().is_bool(value):
            yield f"{name}: {'yes' if z3().is_true(value) else 'no'}"
        elif name in world.plain:
            yield f"{name}: {value.as_fraction()}"
        else:
            yield f"{name}: {float(value.as_fraction() / SECOND):,.9f} s"
