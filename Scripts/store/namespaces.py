"""Checks in time namespaces, and in containers with their own or their host's identities."""

import itertools
import os
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from library import labs, patience
from library.program import answer, check_command, spoken, triple

IDENTITY = "/proc/sys/kernel/random/boot_id"
HIDE = 'mount --bind "$0" ' + IDENTITY + ' && exec "$@"'
# Each namespace of processes but the first counts as a container.
CONTAINER = ["unshare", *(["--user", "--map-root-user"] if os.geteuid() else []), "--pid", "--fork", "--mount", "sh", "-c"]
SLACK = 3.0  # seconds between the program's reading and the kernel's uptime around it, which may be slewed


def offsets():
    """Shifts of (boottime, monotonic) in seconds; the kernel allows no clock below zero."""
    up, awake = int(uptime()), int(time.clock_gettime(time.CLOCK_MONOTONIC))
    least = min(up, awake) - 2
    pairs = [(100_000, 50_000), (50_000, 100_000), (3_000_000, 0), (0, 100_000), (5, 0)]
    pairs += [(-least, -least), (-least, 0), (0, -least), (-least // 2, 100_000), (-5, -5)]
    return list(dict.fromkeys(pairs))


def uptime():
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def inside(shift, hidden, fake):
    """The words in front of a command that runs in namespaces of its own."""
    words = ["unshare", *(["--user", "--map-root-user"] if os.geteuid() else [])]
    if shift:
        words += ["--time", f"--boottime={shift[0]}", f"--monotonic={shift[1]}"]
    if hidden:
        words += ["--mount", "sh", "-c", HIDE, str(fake)]
    return words if shift or hidden else []


def ask(binary, state, words):
    """What `check` says, and by how much its elapsed clock is off the uptime outside."""
    command, before = [*words, *check_command(binary, state, "lab")], uptime()
    result = subprocess.run(command, capture_output=True, text=True, timeout=patience.COMMAND)
    after = uptime()
    said = answer(result)
    elapsed = said["reading"]["elapsedNanoseconds"] / 1e9
    return said, max(before - elapsed, elapsed - after, 0.0)


def problems(binary, folder, shift, inside_first, hidden, fake):
    """One pair of checks, the old one and the new one, on a state of their own."""
    with tempfile.TemporaryDirectory(dir=folder) as state:
        places = [inside(shift, hidden, fake), inside(None, hidden, fake)]
        (old, old_off), (new, new_off) = (ask(binary, state, p) for p in (places if inside_first else places[::-1]))
    said = triple(new["boot"])
    if triple(old["boot"])[0] != "first":
        yield f"the first check said {spoken(triple(old['boot']))}"
    if not hidden and said != ("sameBoot", "proven", "bootIdentity"):
        yield f"identity known, and it said {spoken(said)}"
    if hidden and (said[0] == "rebooted" or said[1] == "proven" or said[0] not in ("sameBoot", "indeterminate")):
        yield f"identity hidden, and it said {spoken(said)}"
    for name, off in (("first", old_off), ("second", new_off)):
        if off > SLACK:
            yield f"elapsed clock of the {name} check off by {off:.0f} s"
    wanted = "absent" if hidden else "present"
    if new["reading"]["bootIdentity"] != wanted:
        yield f"boot identity {new['reading']['bootIdentity']}, expected {wanted}"


@dataclass(frozen=True)
class Container:
    """What one container sees, and what a check in it, after a check in another such container, must print."""

    name: str
    expected: tuple
    options: tuple = ()
    # The file that stands for the kernel's boot_id, if any.
    identity: str | None = "fake"
    # Whether each container has its own /etc/machine-id, as an image or a pod may.
    has_own_machine: bool = False


OPEN = (("indeterminate", None, "noEvidence"),)
PROVEN = (("sameBoot", "proven", "bootIdentity"),)
BY_CLOCKS = (("sameBoot", "probable", "bootTime"), ("indeterminate", None, "noHardwareClock"))
CONTAINERS = [
    Container("that hides the identity", OPEN),
    Container("that hides the identity, with --machine", BY_CLOCKS, ("--machine", "host-1")),
    Container("with the host's identity at --boot-id, and --machine", PROVEN,
              ("--machine", "host-1", "--boot-id", "HOST")),
    Container("that shows the host's identity", PROVEN, identity=None),
    Container("with its own machine-id, that shows the host's identity", PROVEN, identity=None, has_own_machine=True),
    Container("with its own machine-id, that hides the identity", OPEN, has_own_machine=True),
]  # fmt: skip


def contained(binary, folder, container):
    """Two checks in containers of their own, one after the other."""
    files = {name: Path(folder) / name for name in ("fake", "host", "machine")}
    files["host"].touch()
    with tempfile.TemporaryDirectory(dir=folder) as state:
        for number in range(2):
            files["machine"].write_text(f"{number:032x}\n")
            binds = [(IDENTITY, files["host"])]
            binds += [(files[container.identity], IDENTITY)] if container.identity else []
            binds += [(files["machine"], "/etc/machine-id")] if container.has_own_machine else []
            script = " && ".join([*(f"mount --bind {source} {target}" for source, target in binds), 'exec "$@"'])
            words = [word.replace("HOST", str(files["host"])) for word in container.options]
            command = [*CONTAINER, script, "sh", *check_command(binary, state, "lab"), *words]
            result = subprocess.run(command, capture_output=True, text=True, timeout=patience.COMMAND)
            said = triple(answer(result)["boot"])
    if said not in container.expected:
        yield f"it said {spoken(said)}, expected {' or '.join(map(spoken, container.expected))}"


def cases(binary, folder, is_decisive):
    """Yields each case's name and what is wrong."""
    fake = Path(folder) / "fake"
    fake.write_text("0b57ac1e-0000-4000-8000-5ca1ab1e0000\n")
    shifts = offsets()[:6:5] if is_decisive else offsets()
    for shift, hidden, inside_first in itertools.product(shifts, (False, True), (False, True)):
        name = f"boottime {shift[0]:+d} s, monotonic {shift[1]:+d} s, identity {'hidden' if hidden else 'known'}, "
        name += f"first {'inside' if inside_first else 'outside'}"
        yield name, labs.attempt(problems, binary, folder, shift, inside_first, hidden, fake)
    for container in CONTAINERS:
        if container.has_own_machine and not Path("/etc/machine-id").exists():
            continue
        yield f"in a container {container.name}", labs.attempt(contained, binary, folder, container)
