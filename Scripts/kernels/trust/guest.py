"""A guest with a network that obeys its console, and the time at which the host told it: the host's clock is the true
time."""

import json
import shutil
import socket
import time
from dataclasses import asdict, dataclass

from kernels.guest import HERE, HOST, NETWORK, Obeying, Probe, RanAhead, qemu, story_image, written
from library import patience
from servers.timeservers import NAMES


@dataclass
class Asked:
    """A check: when the host asked for it and had the answer, and the guest's clock right after."""

    name: str
    sent: int
    came: int
    probe: Probe


def network(toolbox, authority, folder, modules):
    """Puts on a disk what a guest needs to reach the host's servers by their names, and to trust them."""
    modules.mkdir(parents=True)
    for number, (name, data) in enumerate(toolbox.modules()):
        (modules / f"{number}-{name}.ko").write_bytes(data)
    (folder / "etc/hosts").write_text("127.0.0.1 localhost\n" + "".join(f"{HOST} {name}\n" for name in NAMES))
    certificates = folder / "etc/ssl/certs"
    certificates.mkdir(parents=True, exist_ok=True)
    shutil.copy(authority, certificates / "ca-certificates.crt")


def furnish(toolbox, authority, folder):
    """Puts on the disk what these guests have beside the others' things."""
    network(toolbox, authority, folder, folder / "lib/modules")
    shutil.copy(HERE / "trust/init", folder / "lab/trust")
    (folder / "etc/nsswitch.conf").write_text("hosts: files\n")


def prompted(monitor):
    """Waits until the monitor takes the next command: what it has not read is lost when the connection ends."""
    seen = b""
    while not seen.endswith(b"(qemu) "):
        seen += monitor.recv(4096)


class Guest(Obeying):
    """A running guest; to be used with `with`."""

    wall_clock = "$(wall_now)"

    def __init__(self, toolbox, base, story, work, servers):
        self.story, self.work, self.servers, self.checks = story, work, servers, {}
        self.ahead = 0  # seconds that the true time of this guest is later than the host's, since it was paused
        self.image = story_image(base, story, work)
        self.monitor = work / "monitor"
        devices = [*NETWORK, "-monitor", f"unix:{self.monitor},server=on,wait=off"]
        # (On the machine q35 only the first suspension of a boot sleeps.)
        super().__init__(toolbox, work, qemu(toolbox, story, self.image, "pc", devices))

    def ask(self, name, device, *words):
        """Has the guest run a check, and notes what the host knows of its time."""
        sent, came = self.do(" ".join(["ask", name, device, *words]))
        self.checks[name] = Asked(name, sent, came, self.probe())
        self.send("tell up $(uptime_now)")
        _, (counted,) = self.answer("up")
        self.answer("did")
        passed = time.time() - self.began
        if float(counted) > passed + patience.AHEAD:
            raise RanAhead(f"the guest counted {counted} s since its boot, in {passed:.2f} s", self.console)

    def clock(self):
        return time.time_ns() + self.ahead * 1_000_000_000

    def begin(self):
        self.began = time.time()
        super().begin()

    def set_right(self):
        """Sets the guest's clock to the true time, to within some hundredths of a second."""
        self.do(f"set_clock {self.clock() / 1_000_000_000 + 0.02:.6f}")

    def pause(self, seconds):
        """Stops the machine and all its clocks, by the hypervisor's monitor, and lets its servers tell a later time."""
        self.servers.start_later(seconds)
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(patience.GUEST)
            monitor.connect(str(self.monitor))
            prompted(monitor)
            monitor.sendall(b"stop\n")
            prompted(monitor)
            time.sleep(1)
            self.ahead = seconds
            monitor.sendall(b"cont\n")
            prompted(monitor)

    def reboot(self):
        self.send("leave")
        self.begin()

    def leave(self):
        """Ends the last boot; returns the folder with what the guest wrote."""
        self.end("leave")
        told = {name: asdict(each) for name, each in self.checks.items()}
        (self.work / "told.json").write_text(json.dumps(told, indent=1))
        return written(self.story, self.image, self.work)
