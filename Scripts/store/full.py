"""A disk that is full for real: a small tmpfs, with so many blocks and so many names left as a case wants."""

import os
import subprocess

from library.program import Missing
from store.denials import check, check_value
from store.writer import Writers

PAGE = os.sysconf("SC_PAGE_SIZE")
NO_SPACE = 28


class Disk(Writers):
    """A mount of its own, the gate elsewhere."""

    def __init__(self, binary, folder, number, options="size=1m,nr_inodes=200"):
        self.path = folder / f"full-{number}"
        super().__init__(binary, self.path / "data", folder / "gate")
        self.path.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", options, "full", self.path]
        mounted = subprocess.run(command, capture_output=True, text=True)
        if mounted.returncode != 0:
            raise Missing(f"a mount: {mounted.stderr.strip()}")
        self.data.mkdir()
        self.filler = self.path / "filler"
        # The last to be done, once the processes have ended.
        self.callback(subprocess.run, ["umount", self.path], check=True)

    def fill(self, blocks):
        """Leaves so many blocks free."""
        with self.filler.open("wb", buffering=0) as file:
            while (free := os.statvfs(self.path).f_bfree) > blocks:
                file.write(bytes(PAGE * min(free - blocks, 64)))

    def fill_names(self, names):
        """Leaves so many files to be made."""
        number = 0
        while os.statvfs(self.path).f_ffree > names:
            (self.path / f"name-{number}").touch()
            number += 1

    def empty(self):
        for path in [self.filler, *self.path.glob("name-*")]:
            path.unlink(missing_ok=True)


def check_full(answer):
    """That a write was refused because the disk is full, and where."""
    found = check(answer, "refused", why="noSpace", errno=NO_SPACE)
    return found if "/data/store." in str(answer.get("path")) else found + [f"it names {answer.get('path')}"]


def creating(here, fill, refusals):
    """A store is made on the disk that is filled so; the same process goes on once there is room."""
    fill()
    writer = here.writer()
    said = writer.ask("set v 1 100")
    found = check(said, "done") if said["came"] == "done" else check_full(said)
    if said["came"] == "refused":
        refusals.append(os.path.basename(said["path"]))
    for reader in (writer, here.writer()):
        heard = reader.ask("get v")
        if said["came"] == "done" or heard["came"] == "value":
            found += check_value(heard, (1, 100))
        elif heard["came"] != "absent":
            # Where not even a name can be made, nothing shows that names mean what they say.
            found += check(heard, "unavailable", why=f"unreadable {NO_SPACE}")
    here.empty()
    found += check(writer.ask("set v 2 100"), "done")
    for reader in (writer, here.writer()):
        found += check_value(reader.ask("get v"), (2, 100))
    return found


def in_place(here):
    """What has its blocks can be changed on a full disk, by the process that had it open and by one that comes."""
    old = here.writer()
    found = check(old.ask("set v 1 100"), "done")
    here.fill(0)
    for number in range(2, 12):
        found += check(old.ask(f"set v {number} {100 * number}"), "done")
    new = here.writer()
    for number in range(12, 22):
        found += check(new.ask(f"set v {number} 100"), "done")
    for reader in (old, new, here.writer()):
        found += check_value(reader.ask("get v"), (21, 100))
    return found


def growing(here, blocks):
    """What needs more room is refused, and what was stored stays; then there is room."""
    old = here.writer()
    found = check(old.ask("set v 1 100"), "done")
    here.fill(blocks)
    new = here.writer()
    for writer in (old, new):
        said = writer.ask("set v 2 60000")
        found += check_full(said)
        if not str(said.get("path")).endswith("store.store.new"):
            found.append(f"it names {said.get('path')}")
        for reader in (old, new, here.writer()):
            found += check_value(reader.ask("get v"), (1, 100))
    free = os.statvfs(here.path).f_bfree
    if free != blocks:
        found.append(f"of {blocks} free blocks {free} are left")
    found += check(old.ask("set w 3 200"), "done") + check(new.ask("add n"), "done", number=1)
    here.empty()
    found += check(old.ask("set v 2 60000"), "done") + check(new.ask("set w 4 60000"), "done")
    for reader in (old, new, here.writer()):
        found += check_value(reader.ask("get v"), (2, 60_000)) + check_value(reader.ask("get w"), (4, 60_000))
        found += check(reader.ask("count n"), "value", number=1)
    return found


def full_disks(binary, folder, say):
    """Yields each case's name and what is wrong."""
    refusals = []
    for blocks in range(12):
        with Disk(binary, folder, f"blocks-{blocks}") as here:
            yield f"made with {blocks} blocks free", creating(here, lambda: here.fill(blocks), refusals)
    for names in range(6):
        with Disk(binary, folder, f"names-{names}") as here:
            yield f"made with {names} names free", creating(here, lambda: here.fill_names(names), refusals)
    counts = {name: refusals.count(name) for name in sorted(set(refusals))}
    say(f"a full disk refused to make a store at {counts}")
    needed = {"store.store.new", "store.store.lock", "store.born"}
    yield "a store and a birth record that are refused", [f"never {name}" for name in sorted(needed - set(counts))]
    with Disk(binary, folder, "in-place") as here:
        yield "changed in place on a full disk", in_place(here)
    for blocks in (0, 1, 9, 35):
        with Disk(binary, folder, f"growing-{blocks}") as here:
            yield f"grown with {blocks} blocks free", growing(here, blocks)
