"""A store whose files another user's rights forbid: for real, because the writer has none of root's."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from store.writer import Writer, Writers, text

DENIED = "unreadable 13"  # EACCES
FILE = "store.store"


@dataclass
class Denial:
    name: str
    mode: int
    of: str = FILE
    reading: str = "value"  # what a process that comes then reads; else why it cannot
    setting: tuple = ("done",)  # what becomes of its write: done, or why refused and on which path
    size: int = 100


DENIALS = [
    Denial("a file that cannot be read", 0, reading=DENIED, setting=(DENIED, FILE)),
    Denial("a file that can only be read", 0o400, setting=(DENIED, FILE)),
    Denial("a file that can only be written", 0o200, reading=DENIED, setting=(DENIED, FILE)),
    Denial("a directory that cannot be entered", 0, ".", reading=DENIED, setting=("notSaved", FILE + ".lock")),
    Denial("a directory that can only be listed", 0o400, ".", reading=DENIED, setting=("notSaved", FILE + ".lock")),
    Denial("a directory that cannot be written, and a change in place", 0o500, "."),
    Denial("a directory that cannot be written, and a change that needs more room", 0o500, ".",
           setting=("notSaved", FILE + ".new"), size=50_000),
    Denial("a directory that cannot be opened, only passed", 0o100, ".", setting=("notSaved", "data")),
    Denial("a lock that cannot be opened", 0, FILE + ".lock", setting=("notSaved", FILE + ".lock")),
    # Where others could not be told of it, nothing is written.
    Denial("a lock that can only be read", 0o400, FILE + ".lock", setting=("notSaved", FILE + ".lock")),
    Denial("a lock that can only be written", 0o200, FILE + ".lock", setting=("notSaved", FILE + ".lock")),
    Denial("a birth record that cannot be opened", 0, "store.born"),
]


class Place(Writers):
    """A directory with a store, and one with a gate, of the user without rights."""

    def __init__(self, binary, folder, words, user, data="data"):
        top = Path(tempfile.mkdtemp(dir=folder))
        super().__init__(binary, top / data, top / "gate", words)
        for path in (top, self.gate, top / "data"):
            path.mkdir(exist_ok=True)
            os.chown(path, user, -1)


def check(answer, came, **wanted):
    """What an answer says otherwise than it should."""
    wrong = answer["came"] != came or any(answer.get(name) != value for name, value in wanted.items())
    return [f"{answer}, not {came} {wanted or ''}".rstrip()] if wrong else []


def check_refusal(answer, why, path):
    """That a write was refused, with the number and the path."""
    found = check(answer, "refused", why=why)
    if not str(answer.get("path")).endswith("/" + path):
        found.append(f"it names {answer.get('path')}, not {path}")
    if not found and answer.get("errno") != 13:
        found.append(f"it has no errno: {answer}")
    return found


def check_value(answer, *values):
    """That a value is one of these, each a number and a size."""
    if answer["came"] == "value" and answer["text"] in [text(*value) for value in values]:
        return []
    return [f"{answer['came']} {answer.get('text', answer.get('why'))!s:.20}, not {values}"]


def check_same(answer, numbers, size=100):
    """That a value is one of those that it may be; the third is of that size."""
    return check_value(answer, *((number, size if number == 3 else 100) for number in numbers))


def deny(place, case):
    """One denial, to a process that has the store open and to one that comes; then it is taken back."""
    old, target = place.writer(), place.data / case.of
    found = check(old.ask("set v 1 100"), "done")
    mode = target.stat().st_mode
    target.chmod(case.mode)
    found += check_same(old.ask("get v"), [1])
    said = old.ask("set v 2 100")
    if said["came"] != "done" and (said.get("errno") != 13 or not said.get("path")):
        found.append(f"the process that had it open: {said}")
    known = [2] if said["came"] == "done" else [1, 2]
    new = place.writer()
    said = new.ask("get v")
    found += check_same(said, known) if case.reading == "value" else check(said, "unavailable", why=case.reading)
    found += check(new.ask("get never"), *(("absent",) if case.reading == "value" else ("unavailable",)))
    said = new.ask(f"set v 3 {case.size}")
    found += check(said, "done") if case.setting[0] == "done" else check_refusal(said, *case.setting)
    # A file that could not even be opened was not written; what failed on the way may be there.
    known = [3] if case.setting[0] == "done" else known + ([3] if case.setting[1] == "data" else [])
    target.chmod(mode)
    for writer in (old, new, place.writer()):
        found += check_same(writer.ask("get v"), known, case.size)
    for number, writer in ((4, old), (5, new)):
        found += check(writer.ask(f"set v {number} 100"), "done")
        for reader in (old, new, place.writer()):
            found += check_same(reader.ask("get v"), [number])
    return found


def nothing_yet(place, path, mode, refused):
    """Where nothing was ever stored, and nothing can be: that is not absent."""
    path.chmod(mode)
    writer = place.writer()
    found = check(writer.ask("get v"), "unavailable", why=DENIED)
    found += check_refusal(writer.ask("set v 1 100"), "notSaved", refused)
    path.chmod(0o700)
    found += check(writer.ask("get v"), "absent") + check(writer.ask("set v 1 100"), "done")
    return found + check_same(place.writer().ask("get v"), [1])


def canary(place, state, has_store, deny, allow):
    """A gate that cannot be read is closed: a missing store is then unavailable. One that can be read is read all the
    same, and opens nothing: where files have no protection classes it says nothing of others."""
    with Writer(place.binary, place.data, place.gate, place.words) as writer:
        found = check(writer.ask("set v 1 100"), "done") if has_store else check(writer.ask("gate"), "unlocked")
    before = (place.gate / "canary").stat()
    deny()
    writer, why = place.writer(), "beforeFirstUnlock" if state == "beforeFirstUnlock" else "indeterminate 13"
    found += check(writer.ask("gate"), state)
    if has_store:
        found += check_same(writer.ask("get v"), [1]) + check(writer.ask("gate"), state)
        found += check(writer.ask("set v 2 100"), "done")
    else:
        found += check(writer.ask("get v"), "unavailable", why=why) + check(
            writer.ask("set v 2 100"), "refused", why=why,
        )
    allow()
    found += check(writer.ask("gate"), "unlocked")
    if not has_store:
        found += check(writer.ask("get v"), "absent") + check(writer.ask("set v 2 100"), "done")
    if state == "beforeFirstUnlock" and before.st_ino != (place.gate / "canary").stat().st_ino:
        found.append("the canary that could not be read was replaced")
    return found + check_same(place.writer().ask("get v"), [2])


def remove(gate):
    (gate / "canary").unlink()
    gate.chmod(0o500)


# What is denied at the gate, its state then, how it is denied, and allowed again.
GATES = [
    ("a canary that cannot be read", "beforeFirstUnlock",
     lambda gate: (gate / "canary").chmod(0), lambda gate: (gate / "canary").chmod(0o600)),
    ("a gate's directory that cannot be entered", "beforeFirstUnlock",
     lambda gate: gate.chmod(0), lambda gate: gate.chmod(0o700)),
    ("a canary that cannot be made", "indeterminate(errno: 13)", remove, lambda gate: gate.chmod(0o700)),
]  # fmt: skip


def denials(binary, folder, words, user):
    """Yields each case's name and what is wrong."""
    def place(data="data"):
        return Place(binary, folder, words, user, data)

    for case in DENIALS:
        with place() as here:
            yield case.name, deny(here, case)
    with place() as here:
        yield "an empty directory that cannot be written", nothing_yet(here, here.data, 0o500, FILE + ".lock")
    with place() as here:
        yield "an empty directory that cannot be entered", nothing_yet(here, here.data, 0, FILE + ".lock")
    with place("data/deep") as here:
        yield "a directory that cannot be made", nothing_yet(here, here.data.parent, 0o500, "deep")
    for has_store in (False, True):
        for name, state, deny_it, allow_it in GATES:
            with place() as here:
                yield f"{'a store' if has_store else 'no store'}, {name}", canary(
                    here, state, has_store, lambda: deny_it(here.gate), lambda: allow_it(here.gate))  # fmt: skip
