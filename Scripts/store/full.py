"""Disks that are full for real: a small tmpfs with as many free blocks and names as a case wants, and images of ext4,
xfs and btrfs. These three reserve, allocate and copy blocks by rules of their own."""

import itertools
import os
import random
import subprocess

from library import labs
from library.program import Missing
from store.writer import Case

PAGE = os.sysconf("SC_PAGE_SIZE")
NO_SPACE = 28
# The smallest images that mkfs makes, in MiB.
IMAGES = {"ext4": (8, "mkfs.ext4 -q"), "xfs": (300, "mkfs.xfs -q"), "btrfs": (32, "mkfs.btrfs -q --mixed")}
KINDS = ("tmpfs", *IMAGES)


class Disk(Case):
    """A mount of its own, the gate elsewhere."""

    def __init__(self, binary, folder, number, kind="tmpfs", options="size=1m,nr_inodes=200"):
        self.path = folder / f"full-{number}"
        super().__init__(binary, self.path / "data", folder / "gate")
        self.path.mkdir()
        source = "full"
        if kind in IMAGES:
            size, make = IMAGES[kind]
            options, source = "loop", folder / f"full-{number}.image"
            source.touch()
            os.truncate(source, size << 20)
            self.callback(source.unlink)
            self.must([*make.split(), source])
        self.must(["mount", "-t", kind, "-o", options, source, self.path])
        self.data.mkdir()
        self.filler = self.path / "filler"
        # The last to be done, once the processes have ended.
        self.callback(subprocess.run, ["umount", self.path], check=True)

    @staticmethod
    def must(command):
        """Runs a command that prepares the disk."""
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            raise Missing(f"the program {command[0]}") from None
        if done.returncode != 0:
            raise Missing(f"a disk: {done.stderr.strip()}")

    def fill_whole(self):
        """Writes until the disk takes no more, at last in pieces that are smaller than a block."""
        with self.filler.open("ab", buffering=0) as file:
            for piece in (1 << 16, PAGE, 512):
                try:
                    while file.write(bytes(piece)):
                        pass
                    os.fsync(file)
                except OSError as error:
                    if error.errno != NO_SPACE:
                        raise

    def give_back(self, size):
        try:
            os.truncate(self.filler, max(0, self.filler.stat().st_size - size))
        except OSError:  # Btrfs needs space even to shorten a file.
            self.filler.unlink()
        os.sync()

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


def creating(here, fill, refusals):
    """A store is made on the disk that is filled so; the same process goes on once there is room."""
    fill(here)
    writer = here.writer()
    said = writer.ask("set v 1 100")
    if said["came"] == "done":
        here.same([writer], (1, 100))
    else:
        here.check(said.get("why") == "noSpace" and said.get("errno") == NO_SPACE, f"{said}, not noSpace")
        here.check("/data/store." in str(said.get("path")), f"it names {said.get('path')}")
        refusals.append(os.path.basename(said["path"]))
        for reader in (writer, here.writer()):
            heard = reader.ask("get v")
            if heard["came"] == "value":
                here.same([reader], (1, 100))
            elif heard["came"] != "absent":
                # Where not even a name can be made, nothing shows that names mean what they say.
                here.check(heard.get("why") == f"unreadable {NO_SPACE}", f"{heard}, not unreadable {NO_SPACE}")
    here.empty()
    here.ask(writer, "set v 2 100", "done")
    here.same([writer], (2, 100))


def in_place(here):
    """On a full disk, old and new processes can change a value that has its blocks."""
    old = here.writer()
    here.ask(old, "set v 1 100", "done")
    here.fill(0)
    for number in range(2, 12):
        here.ask(old, f"set v {number} {100 * number}", "done")
    new = here.writer()
    for number in range(12, 22):
        here.ask(new, f"set v {number} 100", "done")
    here.same([old, new], (21, 100))


def growing(here, blocks):
    """The store refuses a value that needs more room, and keeps the old value, until there is room."""
    old = here.writer()
    here.ask(old, "set v 1 100", "done")
    here.fill(blocks)
    new = here.writer()
    for writer in (old, new):
        here.refused(writer, "set v 2 60000", "noSpace", "store.store.new", NO_SPACE)
        here.same([old, new], (1, 100))
    free = os.statvfs(here.path).f_bfree
    here.check(free == blocks, f"of {blocks} free blocks {free} are left")
    here.ask(old, "set w 3 200", "done")
    here.ask(new, "add n", "done", number=1)
    here.empty()
    here.ask(old, "set v 2 60000", "done")
    here.ask(new, "set w 4 60000", "done")
    here.same([old, new], (2, 60_000))
    here.same([old, new], (4, 60_000), key="w")
    for reader in (old, new, here.writer()):
        here.ask(reader, "count n", "value", number=1)


def counting(here, chance):
    """Two processes write while the disk is filled and emptied. Each acknowledged update is made once, and each refused
    one never."""
    writers, made, refused = [here.writer(), here.writer()], 1, 0
    here.ask(writers[0], "add n", "done", number=1)
    for number in range(30):
        if number % 2 == 0:
            here.fill_whole()
        else:
            here.give_back(chance.choice((PAGE, 4 * PAGE, 16 * PAGE, 256 * PAGE)))
        for _ in range(chance.randint(3, 12)):
            writer, is_update = chance.choice(writers), chance.random() < 0.6
            said = writer.ask("add n" if is_update else f"set v {number} {chance.choice((10, 3000, 20_000, 60_000))}")
            if said["came"] == "done":
                made += is_update
            else:
                refused += 1
                here.check(said.get("why") == "noSpace" and said.get("errno") == NO_SPACE, f"{said}, not noSpace")
            for reader in writers:
                here.ask(reader, "count n", "value", number=made)
    here.check(refused > 0, "the disk was never full")
    here.empty()
    here.ask(writers[0], "add n", "done", number=made + 1)
    here.ask(here.writer(), "count n", "value", number=made + 1)


def full_disks(binary, folder, is_decisive, seed, say):
    """Yields each case's name and what is wrong."""
    refusals, numbers = [], itertools.count()

    def played(name, play, *arguments, kind="tmpfs"):
        with Disk(binary, folder, next(numbers), kind) as here:
            return name, labs.attempt(lambda: play(here, *arguments) or []) + here.found

    yield played("grown with 1 block free", growing, 1)
    if is_decisive:
        return
    for blocks in range(12):
        yield played(f"made with {blocks} blocks free", creating, lambda here: here.fill(blocks), refusals)
    for names in range(6):
        yield played(f"made with {names} names free", creating, lambda here: here.fill_names(names), refusals)
    counts = {name: refusals.count(name) for name in sorted(set(refusals))}
    say(f"a full disk refused to make a store at {counts}")
    needed = {"store.store.new", "store.store.lock", "store.born"}
    yield "a store and a birth record that are refused", [f"never {name}" for name in sorted(needed - set(counts))]
    yield played("changed in place on a full disk", in_place)
    for blocks in (0, 9, 35):
        yield played(f"grown with {blocks} blocks free", growing, blocks)
    for kind in KINDS:
        yield played(f"written on {kind} while it fills", counting, random.Random(seed), kind=kind)
