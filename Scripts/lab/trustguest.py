"""A guest with a network that does what it is told on its console, and when the host told it: the host's clock is the
true time."""

import json
import shutil
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import patience
from guest import Hung, Talking, qemu, story_image, tail, written

COMMANDS = Path(__file__).resolve().parent / "init-trust"
PROBES = 4
NETWORK = ["-netdev", "user,id=n0", "-device", "virtio-net-pci,netdev=n0,romfile="]
HOST = "10.0.2.2"  # the host's loopback in the guest
MACHINE = "pc"  # (on q35 only the first suspension of a boot sleeps)


@dataclass
class Probe:
    """The guest's wall clock, asked for: it was read between two moments of the host's clock. Nanoseconds."""

    sent: int
    came: int
    wall: int


@dataclass
class Asked:
    """A check: when the host asked for it and had the answer, and the guest's clock right after."""

    name: str
    sent: int
    came: int
    probe: Probe


def furnish(toolbox, names, authority):
    """What such a guest has on its disk beside the others' things."""

    def add(folder):
        shutil.copy(COMMANDS, folder / "lab/trust")
        (folder / "lib/modules").mkdir()
        for number, (name, data) in enumerate(toolbox.modules()):
            (folder / f"lib/modules/{number}-{name}.ko").write_bytes(data)
        (folder / "etc/hosts").write_text("127.0.0.1 localhost\n" + "".join(f"{HOST} {name}\n" for name in names))
        (folder / "etc/nsswitch.conf").write_text("hosts: files\n")
        certificates = folder / "etc/ssl/certs"
        certificates.mkdir(parents=True)
        shutil.copy(authority, certificates / "ca-certificates.crt")

    return add


class Guest(Talking):
    """A running guest; to be used with `with`."""

    def __init__(self, toolbox, base, story, work):
        work.mkdir(parents=True)
        self.story, self.work, self.checks = story, work, {}
        self.image = story_image(base, story, work)
        super().__init__(toolbox, work, qemu(toolbox, story, self.image, MACHINE, NETWORK))

    def do(self, line, longest=patience.GUEST):
        """Has the guest run a line of shell, and waits for its end; returns the host's time before and after."""
        sent = time.time_ns()
        self.send(line)
        came, (status,) = self.answer("did", longest)
        if status != "0":
            raise Hung(f"`{line}` failed with {status}\n{tail(self.console)}")
        return sent, came

    def probe(self):
        """The guest's wall clock: the quickest of some answers."""
        tries = []
        for _ in range(PROBES):
            sent = time.time_ns()
            self.send("tell wall $(wall_now)")
            came, (wall,) = self.answer("wall")
            self.answer("did")
            tries.append(Probe(sent, came, int(wall.replace(".", "")) * 1000))
        return min(tries, key=lambda probe: probe.came - probe.sent)

    def ask(self, name, device, *words):
        """A check, with what the host knows of its time."""
        sent, came = self.do(" ".join(["ask", name, device, *words]))
        self.checks[name] = Asked(name, sent, came, self.probe())

    def set_right(self):
        """Sets the guest's clock to the true time, to within some hundredths of a second."""
        self.do(f"set_clock {time.time() + 0.02:.6f}")

    def reboot(self):
        self.send("leave")
        self.answer("ready")

    def leave(self):
        """Ends the last boot; returns the folder with what the guest wrote."""
        self.send("leave")
        try:
            self.process.wait(timeout=patience.GUEST)
        except subprocess.TimeoutExpired:
            raise Hung(f"no end\n{tail(self.console)}") from None
        told = {name: asdict(each) for name, each in self.checks.items()}
        (self.work / "told.json").write_text(json.dumps(told, indent=1))
        return written(self.story, self.image, self.work)
