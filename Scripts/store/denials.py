"""A store whose files another user's rights forbid: for real, because the writer has none of root's."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from library import labs
from store.writer import Case, Writer, text

ACCESS = 13  # EACCES
DENIED = f"unreadable {ACCESS}"
FILE = "store.store"
NO_LOCK = ("notSaved", f"/{FILE}.lock")


@dataclass
class Denial:
    name: str
    mode: int
    of: str = FILE
    reading: str = "value"  # what a process that comes then reads; else why it cannot
    setting: tuple = ("done",)  # what becomes of its write: done, or why refused and on which path
    size: int = 100


DENIALS = [
    Denial("a file that cannot be read", 0, reading=DENIED, setting=(DENIED, "/" + FILE)),
    Denial("a file that can only be read", 0o400, setting=(DENIED, "/" + FILE)),
    Denial("a file that can only be written", 0o200, reading=DENIED, setting=(DENIED, "/" + FILE)),
    Denial("a directory that cannot be entered", 0, ".", reading=DENIED, setting=NO_LOCK),
    Denial("a directory that can only be listed", 0o400, ".", reading=DENIED, setting=NO_LOCK),
    Denial("a directory that cannot be written, and a change in place", 0o500, "."),
    Denial("a directory that cannot be written, and a change that needs more room", 0o500, ".",
           setting=("notSaved", "/" + FILE + ".new"), size=50_000),
    Denial("a directory that cannot be opened, only passed", 0o100, ".", setting=("notSaved", "/data")),
    Denial("a lock that cannot be opened", 0, FILE + ".lock", setting=NO_LOCK),
    # Where others could not be told of it, nothing is written.
    Denial("a lock that can only be read", 0o400, FILE + ".lock", setting=NO_LOCK),
    Denial("a lock that can only be written", 0o200, FILE + ".lock", setting=NO_LOCK),
    Denial("a birth record that cannot be opened", 0, "store.born"),
]


def place(binary, folder, words, user, data="data"):
    """A case with a directory for a store, and one for a gate, of the user without rights."""
    top = Path(tempfile.mkdtemp(dir=folder))
    here = Case(binary, top / data, top / "gate", words)
    for path in (top, here.gate, top / "data"):
        path.mkdir(exist_ok=True)
        os.chown(path, user, -1)
    return here


def deny(here, case):
    """Denies access to a process that has the store open and to a new process, and then allows it again."""
    old, target = here.writer(), here.data / case.of
    here.ask(old, "set v 1 100", "done")
    mode = target.stat().st_mode
    target.chmod(case.mode)
    # What a process that comes can't read, one that had it open may have in memory.
    here.ask(old, "get v", "value", text=text(1, 100))
    said = old.ask("set v 2 100")
    is_right = said["came"] == "done" or (said.get("errno") == ACCESS and said.get("path"))
    here.check(is_right, f"the process that had it open: {said}")
    known = [(2, 100)] if said["came"] == "done" else [(1, 100), (2, 100)]
    new = here.writer()
    if case.reading == "value":
        here.same([new], *known)
        here.ask(new, "get never", "absent")
    else:
        here.ask(new, "get v", "unavailable", why=case.reading)
        here.ask(new, "get never", "unavailable")
    line = f"set v 3 {case.size}"
    if case.setting[0] == "done":
        here.ask(new, line, "done")
        known = [(3, case.size)]
    else:
        here.refused(new, line, *case.setting, ACCESS)
        # A file that could not even be opened was not written; what failed on the way may be there.
        known += [(3, case.size)] if case.setting[1] == "/data" else []
    target.chmod(mode)
    here.same([old, new], *known)
    for number, writer in ((4, old), (5, new)):
        here.ask(writer, f"set v {number} 100", "done")
        here.same([old, new], (number, 100))


def nothing_yet(here, path, mode, refused):
    """A store that never existed, and that no process can create, does not read as absent."""
    path.chmod(mode)
    writer = here.writer()
    here.ask(writer, "get v", "unavailable", why=DENIED)
    here.refused(writer, "set v 1 100", "notSaved", refused, ACCESS)
    path.chmod(0o700)
    here.ask(writer, "get v", "absent")
    here.ask(writer, "set v 1 100", "done")
    here.same([], (1, 100))


def canary(here, has_store, state, deny, allow):
    """A gate that cannot be read is closed: a missing store is then unavailable. One that can be read is read all the
    same, and opens nothing: where files have no protection classes it says nothing of others."""
    with Writer(here.binary, here.data, here.gate, here.words) as writer:
        here.ask(writer, "set v 1 100", "done") if has_store else here.ask(writer, "gate", "unlocked")
    before = (here.gate / "canary").stat()
    deny(here.gate)
    writer, why = here.writer(), "beforeFirstUnlock" if state == "beforeFirstUnlock" else f"indeterminate {ACCESS}"
    here.ask(writer, "gate", state)
    if has_store:
        here.ask(writer, "get v", "value", text=text(1, 100))
        here.ask(writer, "gate", state)
        here.ask(writer, "set v 2 100", "done")
    else:
        here.ask(writer, "get v", "unavailable", why=why)
        here.ask(writer, "set v 2 100", "refused", why=why)
    allow(here.gate)
    here.ask(writer, "gate", "unlocked")
    if not has_store:
        here.ask(writer, "get v", "absent")
        here.ask(writer, "set v 2 100", "done")
    is_same = before.st_ino == (here.gate / "canary").stat().st_ino
    here.check(is_same or state != "beforeFirstUnlock", "the canary that could not be read was replaced")
    here.same([], (2, 100))


def remove(gate):
    (gate / "canary").unlink()
    gate.chmod(0o500)


# What is denied at the gate, its state then, how it is denied, and allowed again.
GATES = [
    ("a canary that cannot be read", "beforeFirstUnlock",
     lambda gate: (gate / "canary").chmod(0), lambda gate: (gate / "canary").chmod(0o600)),
    ("a gate's directory that cannot be entered", "beforeFirstUnlock",
     lambda gate: gate.chmod(0), lambda gate: gate.chmod(0o700)),
    ("a canary that cannot be made", f"indeterminate(errno: {ACCESS})", remove, lambda gate: gate.chmod(0o700)),
]  # fmt: skip


def denials(binary, folder, words, user):
    """Yields each case's name and what is wrong."""

    def played(name, play, *arguments, data="data"):
        with place(binary, folder, words, user, data) as here:
            return name, labs.attempt(lambda: play(here, *arguments) or []) + here.found

    for case in DENIALS:
        yield played(case.name, deny, case)
    lock = "/store.store.lock"
    for name, mode in (("written", 0o500), ("entered", 0)):
        yield played(f"an empty directory that cannot be {name}", lambda here: nothing_yet(here, here.data, mode, lock))
    yield played("a directory that cannot be made",
                 lambda here: nothing_yet(here, here.data.parent, 0o500, "/deep"), data="data/deep")  # fmt: skip
    for has_store in (False, True):
        for name, *how in GATES:
            yield played(f"{'a store' if has_store else 'no store'}, {name}", canary, has_store, *how)
