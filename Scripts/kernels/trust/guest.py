"""A guest with a network that does what it is told on its console, and when the host told it: the host's clock is the
true time."""

import json
import shutil
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from kernels.guest import HOST, NETWORK, Obeying, Probe, qemu, story_image, written

COMMANDS = Path(__file__).resolve().parent / "init"
MACHINE = "pc"  # (on q35 only the first suspension of a boot sleeps)


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


class Guest(Obeying):
    """A running guest; to be used with `with`."""

    wall_clock = "$(wall_now)"

    def __init__(self, toolbox, base, story, work):
        work.mkdir(parents=True)
        self.story, self.work, self.checks = story, work, {}
        self.image = story_image(base, story, work)
        super().__init__(toolbox, work, qemu(toolbox, story, self.image, MACHINE, NETWORK))

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
        self.end("leave")
        told = {name: asdict(each) for name, each in self.checks.items()}
        (self.work / "told.json").write_text(json.dumps(told, indent=1))
        return written(self.story, self.image, self.work)
