"""Puts other files in the place of a store. The store must not report an absent value, and must not change them."""

import os
import tempfile
from pathlib import Path

from library import labs
from store.writer import Case


def truncate(count):
    """Cuts the file off after so many bytes; less than none: that many before its end."""
    return lambda path: os.truncate(path, count if count >= 0 else path.stat().st_size + count)


def garbage(count):
    """As many bytes as no program ever wrote."""
    return lambda path: path.write_bytes(bytes((7 * index + 3) % 251 for index in range(count)))


def replace(make):
    """Puts something that is no file in its place."""

    def change(path):
        path.unlink()
        make(path)

    return change


# what is done to the file of a store, what a process that comes then reads, and whether a reset ends it
ODD = [
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
    """Returns the properties of a file that must stay the same."""
    if not os.path.lexists(path):
        return None
    status = path.lstat()
    content = path.read_bytes() if path.is_file() else None
    return status.st_ino, status.st_mode, status.st_size, status.st_mtime_ns, content


def odd(here, change, why, ends):
    old, path = here.writer(), here.file
    for number in range(1, 4):
        here.ask(old, f"set v {number} 100", "done")
    change(path)
    before, new = sight(path), here.writer()
    for key in ("v", "never"):
        here.ask(new, f"get {key}", "unavailable", why=why)
    for each in (new, old):
        here.refused(each, "set v 4 100", why, str(path))
    here.ask(new, "add n", "refused", why=why)
    here.check(sight(path) == before, "it was not left alone")
    if not ends:
        here.ask(new, "reset", "refused", why=why)
        here.check(sight(path) == before, "a reset did not leave it alone")
        return
    kept = [Path(name) for name in here.ask(new, "reset", "done").get("keptAside", [])]
    is_kept = not before or [each.read_bytes() for each in kept] == [before[-1]]
    here.check(is_kept, f"it was not kept aside as it was: {kept}")
    for each in (new, old, here.writer()):
        here.ask(each, "get v", "absent")
    for number, each in ((5, new), (6, old)):
        here.ask(each, f"set v {number} 100", "done")
    here.same([new, old], (6, 100))


def odd_files(binary, folder):
    """Yields each case's name and what is wrong."""
    for name, *how in ODD:
        with Case(binary, Path(tempfile.mkdtemp(dir=folder)), folder / "gate") as here:
            yield name, labs.attempt(lambda: odd(here, *how) or []) + here.found
