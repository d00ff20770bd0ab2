"""The process that `SiderealBenchmarks store-writer` is, asked line by line, and what its values must look like."""

import json
import os
import select
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import patience
from program import REPOSITORY, Missing

MAGIC = bytes.fromhex("895344524c0d0a1a")


def text(number, size):
    """The value that `set` writes for a number."""
    return f"{number} " + "abcdefghijklmnopqrstuvwxyz"[number % 26] * size


def executable(given):
    path = Path(given or REPOSITORY / ".build/release/SiderealBenchmarks").resolve()
    if not os.access(path, os.X_OK) or path.is_dir():
        raise Missing(f"an executable at {path}: swift build -c release")
    return path


class Writer:
    """One such process; the words in front of its command make it another user's."""

    def __init__(self, binary, directory, gate, words=()):
        command = [*words, str(binary), "store-writer", str(directory), str(gate)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
        )
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def answer(self):
        """The next one; it is waited for."""
        end = time.monotonic() + patience.COMMAND
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError(f"no answer in {patience.COMMAND} s")
            if not (more := os.read(self.process.stdout.fileno(), 1 << 16)):
                raise EOFError(
                    f"it ended by itself ({self.process.wait()}): {self.process.stderr.read().decode().strip()}"
                )
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def ask(self, line):
        self.send(line)
        return self.answer()

    def strike(self):
        """SIGKILL; whether it found the process alive."""
        self.process.send_signal(signal.SIGKILL)
        return self.process.wait(timeout=patience.COMMAND) == -signal.SIGKILL

    def last_words(self):
        """What it had said by its end, and nobody heard yet."""
        said = self.rest + self.process.stdout.read()
        self.rest = b""
        return [json.loads(line) for line in said.splitlines()]

    def kill(self):
        if self.process.poll() is None:
            self.strike()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


class Writers(ExitStack):
    """The processes of a case, which end with it; to be used with `with`."""

    def __init__(self, binary, data, gate, words=()):
        super().__init__()
        self.binary, self.data, self.gate, self.words = binary, data, gate, words

    def writer(self):
        return self.enter_context(Writer(self.binary, self.data, self.gate, self.words))


def place(directory):
    """Where the newest commit is: its slot's generation, and how many changes follow it; None without a file."""
    path = Path(directory) / "store.store"
    if not path.exists():
        return None
    file = path.read_bytes()
    # A writer that was killed within its write has left a header, and not all that the header covers.
    found = [start for start in slots(file) if is_whole(file, start, 16, 64 + word(file, start + 32))]
    return max((word(file, start + 24), len(changes(file, start))) for start in found) if found else None


def slots(file):
    """Where those begin that have a header."""
    return [start for start in (0, len(file) // 2) if file[start : start + 8] == MAGIC]


def changes(file, start):
    """Where the changes behind a slot begin."""
    found, before = [], file[start + 8 : start + 16]
    at, end = start + blocks(64 + word(file, start + 32)), start + len(file) // 2
    while at + 32 <= end and file[at + 8 : at + 16] == before and is_whole(file, at, 8, 32 + word(file, at + 24)):
        found.append(at)
        before = file[at : at + 8]
        at += blocks(32 + word(file, at + 24))
    return found


def blocks(count):
    return (count + 4095) // 4096 * 4096


def word(file, at):
    return int.from_bytes(file[at : at + 8], "little")


def is_whole(file, start, skipped, count):
    """Whether the checksum of a slot or a change is right: its last eight bytes before what it covers."""
    return checksum(file[start + skipped : start + count]) == file[start + skipped - 8 : start + skipped]


def checksum(covered):
    return xxh64(bytes(covered), int.from_bytes(MAGIC, "little")).to_bytes(8, "little")


# MARK: - A slot's checksum, to make files that were never written

PRIMES = [0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5]
ALL = (1 << 64) - 1


def xxh64(data, seed):
    """The checksum XXH64 of bytes."""

    def turn(word, count):
        return (word << count | word >> (64 - count)) & ALL

    def mix(lane, word):
        return turn((lane + word * PRIMES[1]) & ALL, 31) * PRIMES[0] & ALL

    def word(offset, count=8):
        return int.from_bytes(data[offset : offset + count], "little")

    at = 0
    if len(data) >= 32:
        lanes = [(seed + more) & ALL for more in (PRIMES[0] + PRIMES[1], PRIMES[1], 0, -PRIMES[0])]
        while len(data) - at >= 32:
            lanes = [mix(lane, word(at + 8 * index)) for index, lane in enumerate(lanes)]
            at += 32
        value = sum(turn(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & ALL
        for lane in lanes:
            value = ((value ^ mix(0, lane)) * PRIMES[0] + PRIMES[3]) & ALL
    else:
        value = (seed + PRIMES[4]) & ALL
    value = (value + len(data)) & ALL
    while len(data) - at >= 8:
        value = (turn(value ^ mix(0, word(at)), 27) * PRIMES[0] + PRIMES[3]) & ALL
        at += 8
    if len(data) - at >= 4:
        value = (turn(value ^ (word(at, 4) * PRIMES[0] & ALL), 23) * PRIMES[1] + PRIMES[2]) & ALL
        at += 4
    for byte in data[at:]:
        value = turn(value ^ (byte * PRIMES[4] & ALL), 11) * PRIMES[0] & ALL
    value = (value ^ value >> 33) * PRIMES[1] & ALL
    value = (value ^ value >> 29) * PRIMES[2] & ALL
    return value ^ value >> 32


def commit_next(path, offset, content):
    """What others may commit: the newest slot once more as the next one, some bytes changed, and a word that tells."""
    file = bytearray(path.read_bytes())
    newest = max(slots(file), key=lambda start: word(file, start + 24))
    start, count = len(file) // 2 - newest, 64 + word(file, newest + 32)
    file[start : start + count] = file[newest : newest + count]
    file[start + 24 : start + 32] = (word(file, newest + 24) + 1).to_bytes(8, "little")
    patch(path, file, start, 16, count, offset, content)
    Path(f"{path}.lock").write_bytes((0x5EED << 40).to_bytes(8, "little"))


def patch_last(path, offset, content):
    """Changes bytes of the last change and makes its checksum right again."""
    file = bytearray(path.read_bytes())
    start = changes(file, max(slots(file), key=lambda start: word(file, start + 24)))[-1]
    patch(path, file, start, 8, 32 + word(file, start + 24), offset, content)


def patch(path, file, start, skipped, count, offset, content):
    file[start + offset : start + offset + len(content)] = content
    file[start + skipped - 8 : start + skipped] = checksum(file[start + skipped : start + count])
    path.write_bytes(file)


# MARK: - Another user, and a mount of one's own

INSIDE = "SIDEREAL_STORE_CHECK_INSIDE"


def enter_mounts(arguments):
    """Starts the script anew where its mounts are its own; returns once there."""
    if os.environ.get(INSIDE):
        return
    ways = [["unshare", "-m"], ["unshare", "-U", "-r", "-m"]]
    for way in ways[os.geteuid() != 0 :]:
        if subprocess.run([*way, "mount", "-t", "tmpfs", "full", "/mnt"], capture_output=True).returncode == 0:
            os.environ[INSIDE] = "1"
            os.execvp(way[0], [*way, *arguments])
    raise Missing("a mount namespace for a disk that is full: be root, or allow user namespaces")


def without_privilege(binary, folder):
    """The words that let a command be refused what a file's mode forbids, and the user that it then is."""
    probe = folder / "probe"
    ways = [([], os.geteuid())]
    if shutil.which("setpriv"):
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        # Where nobody may not reach the executable: the same user without root's right to ignore modes.
        ways += [(nobody, 65534), (["setpriv", "--bounding-set=-all", "--inh-caps=-all"], os.geteuid())]
    for words, user in ways:
        probe.write_text("probe")
        try:
            os.chown(probe, user, -1)
        except OSError:
            continue
        probe.chmod(0)
        denied = subprocess.run([*words, "cat", probe], capture_output=True).returncode != 0
        starts = subprocess.run([*words, binary, "store-writer", folder, folder], input=b"", capture_output=True)
        if denied and starts.returncode == 0:
            return words, user
    raise Missing("a way to be refused what a file's mode forbids: setpriv of util-linux, or another user than root")
