"""Asks z3 for worlds that contradict a claim. Gets z3 from the Python Package Index into a folder."""

import importlib.metadata

from library import patience
from library.packages import from_pypi
from library.program import Missing
from proofs.arithmetic import SECOND, Rounding, negated, z3
from proofs.world import World

VERSION = "4.15.3.0"


class Undecided(Exception):
    """The solver gave up."""


def install(cache):
    """Makes z3 importable, and says which it is."""
    from_pypi(cache, f"z3-solver=={VERSION}")
    try:
        return f"z3 {importlib.metadata.version('z3-solver')} ({z3().get_version_string()})"
    except (ImportError, OSError, importlib.metadata.PackageNotFoundError) as error:
        raise Missing(f"z3 in {cache}: {error}") from None


def counter_example(promise, case, code, changes=None):
    """A world that contradicts a promise, as readable lines; None where there is none."""
    Rounding.forget()
    world = World(changes)
    claim = promise.claim(code, world, case)
    solver = z3().SimpleSolver()
    solver.set("timeout", patience.PROOF * 1_000)
    solver.add(*(each for each in world.premises if each is not True), *Rounding.conditions())
    if asked(solver) == z3().unsat:
        raise Undecided("no world fits the premises, so nothing is proved")
    solver.add(negated(claim))
    return list(described(world, solver.model())) if asked(solver) == z3().sat else None


def asked(solver):
    answer = solver.check()
    if answer == z3().unknown:
        raise Undecided(f"the solver gave up: {solver.reason_unknown()}")
    return answer


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
