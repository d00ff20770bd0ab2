"""What else may lie where a store should be: nothing of it may be taken for an absent value, or be lost."""

import os
import tempfile
from pathlib import Path

from store.denials import check
from store.writer import Writers, commit_next, patch_last, text

FILE = "store.store"


def truncate(count):
    """Cuts the file off after so many bytes; less than none: that many before its end."""
    return lambda path: os.truncate(path, count if count >= 0 else path.stat().st_size + count)


def garbage(count):
    """As many bytes as no program ever wrote."""
    return lambda path: path.write_bytes(bytes((7 * index + 3) % 251 for index in range(count)))


def version_of_slot(number):
    return lambda path: commit_next(path, 16, number.to_bytes(4, "little"))


def version_of_table(number):
    return lambda path: commit_next(path, 64, number.to_bytes(4, "little"))


def version_of_change(number):
    return lambda path: patch_last(path, 32, number.to_bytes(4, "little"))


def replace(make):
    """Puts something that is no file in its place."""

    def change(path):
        path.unlink()
        make(path)

    return change


# what is done to the file of a store, what a process that comes then reads, and whether a reset ends it
ODD = [
    ("a newer version's slot", version_of_slot(3), "newerVersion 3", False),
    ("the last version's slot", version_of_slot(0xFFFFFFFF), "newerVersion 4294967295", False),
    ("a newer version's table", version_of_table(2), "newerVersion 2", False),
    ("a table of no version", version_of_table(0), "damaged", True),
    ("a newer version's change", version_of_change(2), "newerVersion 2", False),
    ("a change of no version", version_of_change(0), "damaged", True),
    *((f"a file cut off after {count} bytes", truncate(count), "damaged", True)
      for count in (0, 1, 63, 64, 4096, 16_384)),
    ("a file cut off by a byte", truncate(-1), "damaged", True),
    *((f"{count} bytes of garbage", garbage(count), "damaged", True) for count in (1, 100, 32_768, 98_304, 100_000)),
    ("an empty file of the right size", lambda path: path.write_bytes(bytes(32_768)), "damaged", True),
    ("a directory", replace(Path.mkdir), "unreadable 21", False),
    ("a symbolic link to a file", replace(lambda path: path.symlink_to("/etc/hostname")), "unreadable 40", False),
    ("a named pipe", replace(os.mkfifo), "unreadable 29", False),
    ("nothing, where there was a store", Path.unlink, "lost", True),
]  # fmt: skip


def sight(path):
    """What must stay the same."""
    if not os.path.lexists(path):
        return None
    status = path.lstat()
    content = path.read_bytes() if path.is_file() else None
    return status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, content


def odd(binary, folder, change, why, ends):
    data = Path(tempfile.mkdtemp(dir=folder))
    path = data / FILE
    with Writers(binary, data, folder / "gate") as here:
        old = here.writer()
        found = [problem for number in range(1, 4) for problem in check(old.ask(f"set v {number} 100"), "done")]
        change(path)
        before, new = sight(path), here.writer()
        found += check(new.ask("get v"), "unavailable", why=why) + check(new.ask("get never"), "unavailable", why=why)
        for each in (new, old):
            said = each.ask("set v 4 100")
            found += check(said, "refused", why=why)
            if said.get("path") != str(path):
                found.append(f"it names {said.get('path')}")
        found += check(new.ask("add n"), "refused", why=why)
        if sight(path) != before:
            found.append("it was not left alone")
        said = new.ask("reset")
        if not ends:
            found += check(said, "refused", why=why)
            return found + (["a reset did not leave it alone"] if sight(path) != before else [])
        kept = [Path(name) for name in said.get("keptAside", [])]
        found += check(said, "done")
        if before and [each.read_bytes() for each in kept] != [before[-1]]:
            found.append(f"it was not kept aside as it was: {kept}")
        for each in (new, old, here.writer()):
            found += check(each.ask("get v"), "absent")
        for number, each in ((5, new), (6, old)):
            found += check(each.ask(f"set v {number} 100"), "done")
        for each in (new, old, here.writer()):
            found += check(each.ask("get v"), "value", text=text(6, 100))
    return found


def odd_files(binary, folder):
    """Yields each case's name and what is wrong."""
    for name, change, why, ends in ODD:
        yield name, odd(binary, folder, change, why, ends)
