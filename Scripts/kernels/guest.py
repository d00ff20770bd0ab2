"""A guest: its disk, the machine that runs it, how it answers, and what it wrote."""

import os
import queue
import re
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from library import packages, patience
from library.labs import say
from library.packages import run, search_path
from library.program import REPOSITORY, Missing

HERE = Path(__file__).resolve().parent
BUILD = REPOSITORY / ".build"
MACHINE = "5d2c8f0b6c0e4d3f9a715e2b8c4d6f10\n"
FAKE_IDENTITY = "0b57ac1e-0000-4000-8000-5ca1ab1e0000\n"
NETWORK = ["-netdev", "user,id=n0", "-device", "virtio-net-pci,netdev=n0,romfile="]
HOST = "10.0.2.2"  # the host's loopback in the guest
os.environ["PATH"] = search_path()


class Hung(Exception):
    """A guest that did not come to its end; the tail of its console is in the message."""

    def __init__(self, reason, console):
        lines = console.read_text(errors="replace").replace("\r", "").splitlines()
        super().__init__("\n    | ".join([reason, *lines[-20:]]))


class RanAhead(Hung):
    """A guest whose kernel counted more time since its boot than passed, which no verdict allows for."""


def tools():
    """The packages that every guest needs, and the line that names them in a report."""
    toolbox = packages.fetch(BUILD / "reboot-lab", say)
    return toolbox, f"Linux {toolbox.kernel.name.removeprefix('vmlinuz-')} under qemu {toolbox.version()}"


def told(story, work, act):
    """Returns the result of `act` and None; or None, and the reason why the guest failed. Plays the story again if the
    guest ran ahead."""
    folder = work / re.sub(r"\W+", "-", story.name)
    for plays_left in reversed(range(patience.PLAYS)):
        began = time.monotonic()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            out = act(folder)
            say(f'guest "{story.name}": {len(story.boots)} boot(s), {time.monotonic() - began:.1f} s')
            return out, None
        except (Hung, Missing) as error:
            say(f'guest "{story.name}" FAILED: {error}')
            if not isinstance(error, RanAhead) or not plays_left:
                return None, str(error).split("\n")[0]
        finally:
            (folder / "disk.img").unlink(missing_ok=True)


# MARK: - Disks


def disk(folder, image, megabytes):
    """Makes a disk of so many megabytes from a folder, which it removes."""
    with open(image, "wb") as file:
        file.truncate(megabytes << 20)
    run(["mkfs.ext4", "-q", "-F", "-d", folder, image])
    shutil.rmtree(folder)
    return image


def libraries(binary):
    """The loader and the libraries that a dynamic program needs, as `ldd` names them; none for a static one."""
    result = subprocess.run(["ldd", binary], capture_output=True, text=True)
    if missing := re.findall(r"(\S+) => not found", result.stdout):
        raise Missing(f"libraries of {binary}: {', '.join(missing)}")
    return [Path(path) for path in re.findall(r"(/\S+) \(0x", result.stdout)] if result.returncode == 0 else []


def web_client():
    """libcurl, which the program loads when it first asks a web server."""
    known = subprocess.run([shutil.which("ldconfig") or "/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    found = re.search(r"libcurl\.so\.4 .*=> (/\S+)", known)
    if not found:
        raise Missing("libcurl.so.4; in Debian the package libcurl4 has it")
    return Path(found[1])


def base_image(toolbox, binary, work, furnish=lambda folder: None):
    """The disk that each story starts from: busybox, the program with its libraries, `unshare`, a machine id, and what
    `furnish` adds."""
    folder = work / "disk"
    for name in ("bin", "dev", "proc", "sys", "tmp", "etc", "lib", "lib64", "lab/state", "lab/out"):
        (folder / name).mkdir(parents=True)
    unshare, curl = shutil.which("unshare"), web_client()  # (busybox's unshare has no time namespaces)
    programs = {
        "bin/busybox": toolbox.busybox, "bin/siderealctl": binary, "bin/unshare-time": unshare,
        "init": HERE / "reboots/init",
    }  # fmt: skip
    for name, source in programs.items():
        shutil.copy(source, folder / name)
        (folder / name).chmod(0o755)
    for library in {*libraries(binary), *libraries(unshare), curl, *libraries(curl)}:
        place = "lib64" if library.name.startswith("ld-linux") else "lib"
        shutil.copy(library.resolve(), folder / place / library.name)
    (folder / "etc/machine-id").write_text(MACHINE)
    (folder / "lab/fake").write_text(FAKE_IDENTITY)
    (folder / "lab/patience").write_text(f"patience={patience.IN_GUEST}\n")
    furnish(folder)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return disk(folder, work / "base.img", int(size * 1.2 / (1 << 20)) + 64)


def story_image(base, story, work):
    """A copy of the base disk with the boots of the story."""
    image, scripts = work / "disk.img", work / "script"
    run(["cp", "--sparse=always", base, image])
    scripts.mkdir()
    for number, commands in enumerate(story.boots, 1):
        (scripts / f"boot-{number}").write_text("\n".join(commands) + "\n")
    for name, wanted in (("power-cycle", story.power_cycle), ("fake-changes", story.fake_changes)):
        if wanted:
            (scripts / name).touch()
    commands = "".join(f"write {path} /lab/{path.name}\n" for path in sorted(scripts.iterdir()))
    run(["debugfs", "-w", "-f", "-", image], input=commands)
    return image


def written(story, image, work):
    """The folder with what the guest wrote, taken from its disk once it has come to its end."""
    run(["debugfs", "-R", f"rdump /lab/out {work}", image])
    boots = run(["debugfs", "-R", "cat /lab/boots", image]).strip()
    failed = run(["debugfs", "-R", "cat /lab/failed", image]).strip()
    if failed or boots != str(len(story.boots)):
        raise Hung(failed or f"{boots or 0} boots of {len(story.boots)}", work / "console")
    return work / "out"


# MARK: - Machines


def machine(toolbox, name, megabytes, timeout, clock, kernel_words, *words, virtual=False):
    """The command that runs a machine, and that ends after so many seconds."""
    share = toolbox.root / "usr/share"
    # Most shall not know that they are virtual: what may have been paused proves less.
    cpu = "max" if virtual else "max,-hypervisor"
    return [
        # `timeout` outlives this process, should that be killed.
        "timeout", "--foreground", "-k", "5", str(timeout), toolbox.qemu, "-L", share / "qemu",
        "-L", share / "seabios", "-accel", "tcg", "-M", name, "-cpu", cpu, "-m", str(megabytes), "-nodefaults",
        "-display", "none", "-serial", "stdio", "-kernel", toolbox.kernel, *words, "-rtc", clock,
        "-append", f"{kernel_words} console=ttyS0 quiet panic=-1 reboot=t",
    ]  # fmt: skip


def drive(number, image):
    """The words for a disk of the machine."""
    return [
        "-drive", f"file={image},format=raw,if=none,id=d{number},cache=unsafe",
        "-device", f"nvme,drive=d{number},serial=s{number}",
    ]  # fmt: skip


def qemu(toolbox, story, image, name="q35", devices=()):
    """The command that runs a story on its disk."""
    return machine(
        toolbox, name, 512, patience.STORY, story.clock, "root=/dev/nvme0n1 rootfstype=ext4 rw init=/init",
        *drive(0, image), *devices, *(["-icount", "shift=2,sleep=off"] if story.leaps else []),
        virtual=getattr(story, "virtual", False),
    )  # fmt: skip


def play(toolbox, base, story, work):
    """Runs a story, which needs no word from the host, and returns the folder with what the guest wrote."""
    image, console = story_image(base, story, work), work / "console"
    with open(console, "wb") as output:
        for _ in range(len(story.boots) if story.power_cycle else 1):
            streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
            status = subprocess.run(qemu(toolbox, story, image), env=toolbox.environment, **streams).returncode
            if status in (124, 137):
                raise Hung(f"no end after {patience.STORY} s", console)
            if status:
                raise Hung(f"qemu exited with {status}", console)
    return written(story, image, work)


class Talking:
    """A running guest that answers on its console; to be used with `with`."""

    clock = staticmethod(time.time_ns)  # the host's clock that says when an answer came

    def __init__(self, toolbox, work, command):
        self.console, self.answers = work / "console", queue.Queue()
        self.console.write_bytes(b"")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, env=toolbox.environment, bufsize=0, **pipes)
        threading.Thread(target=self.listen, daemon=True).start()

    def __enter__(self):
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def begin(self):
        self.answer("ready", patience.BOOT)

    def listen(self):
        """Notes when each answer came; everything goes to the console's file."""
        line = b""
        with open(self.console, "ab", buffering=0) as console:
            while data := os.read(self.process.stdout.fileno(), 4096):
                moment = self.clock()
                console.write(data)
                *lines, line = (line + data).split(b"\n")
                for text in (each.decode(errors="replace").strip() for each in lines):
                    if "@" in text:
                        self.answers.put((moment, text[text.index("@") + 1 :].split()))
        self.answers.put((0, ["ended"]))

    def send(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
        except BrokenPipeError:
            raise Hung("qemu ended", self.console) from None

    def taken(self, waiting, what, longest=patience.GUEST):
        """The next entry of a queue."""
        try:
            return waiting.get(timeout=longest)
        except queue.Empty:
            raise Hung(f"no {what} after {longest} s", self.console) from None

    def answer(self, word, longest=patience.GUEST):
        """The moment at which the answer came, and its words."""
        while True:
            moment, (said, *values) = self.taken(self.answers, f"answer to {word}", longest)
            if said == "ended":
                raise Hung("the guest ended", self.console)
            if said == word:
                return moment, values


@dataclass
class Probe:
    """The guest's wall clock, read between two moments of the host's clock. Nanoseconds."""

    sent: int
    came: int
    wall: int


class Obeying(Talking):
    """A guest that runs each line of its console in a shell, and reports the status of each."""

    wall_clock = "$(date +%s%N)"  # what prints the clock there: seconds and their fraction, with a point or without

    def do(self, line, longest=patience.GUEST):
        """Has the guest run a line, and waits for its end; returns the host's time before and after."""
        sent = self.clock()
        self.send(line)
        came, (status,) = self.answer("did", longest)
        if status != "0":
            raise Hung(f"`{line}` failed with {status}", self.console)
        return sent, came

    def probe(self):
        """The guest's wall clock: the quickest of some answers."""
        tries = []
        for _ in range(patience.CLOCK_TRIES):
            sent = self.clock()
            self.send(f"tell wall {self.wall_clock}")
            came, (wall,) = self.answer("wall")
            self.answer("did")
            tries.append(Probe(sent, came, int(wall.replace(".", "").ljust(19, "0"))))
        return min(tries, key=lambda probe: probe.came - probe.sent)

    def end(self, line):
        """Sends the last line, after which the machine goes off."""
        self.send(line)
        try:
            self.process.wait(timeout=patience.GUEST)
        except subprocess.TimeoutExpired:
            raise Hung("no end", self.console) from None
