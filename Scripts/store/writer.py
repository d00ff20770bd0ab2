"""The process `SiderealBenchmarks store-writer`, asked line by line."""

import json
import os
import select
import shutil
import signal
import subprocess
import time
from contextlib import ExitStack

from library import patience
from library.program import Missing


def text(number, size):
    """The value that `set` writes for a number."""
    return f"{number} " + "abcdefghijklmnopqrstuvwxyz"[number % 26] * size


class Writer:
    """A writer process. The words before its command can make it another user's process."""

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
                errors = self.process.stderr.read().decode().strip()
                raise EOFError(f"it ended by itself ({self.process.wait()}): {errors}")
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
        """Returns the rest of the process's output."""
        said = self.rest + self.process.stdout.read()
        self.rest = b""
        return [json.loads(line) for line in said.splitlines()]

    def kill(self):
        if self.process.poll() is None:
            self.strike()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


class Case(ExitStack):
    """A case with its processes, which end with it, and its faults. Use it in a `with` statement."""

    def __init__(self, binary, data, gate, words=()):
        super().__init__()
        self.binary, self.data, self.gate, self.words, self.found = binary, data, gate, words, []

    @property
    def file(self):
        return self.data / "store.store"

    def writer(self):
        return self.enter_context(Writer(self.binary, self.data, self.gate, self.words))

    def check(self, is_right, text):
        if not is_right:
            self.found.append(text)

    def ask(self, writer, line, came, **wanted):
        """Asks, and expects that answer."""
        answer = writer.ask(line)
        is_right = answer["came"] == came and all(answer.get(name) == value for name, value in wanted.items())
        self.check(is_right, f"{answer}, not {came} {wanted or ''}".rstrip())
        return answer

    def refused(self, writer, line, why, path, errno=None):
        """Asks for a change, and expects that it is refused, with the path and the number."""
        answer = self.ask(writer, line, "refused", why=why)
        self.check(str(answer.get("path")).endswith(path), f"{line}: it names {answer.get('path')}, not {path}")
        self.check(answer.get("errno") == errno or not errno, f"{line}: {answer}, without the number {errno}")
        return answer

    def same(self, writers, *values, key="v"):
        """Expects that these processes, and one that comes now, read one of these values: a number and a size each."""
        for writer in [*writers, self.writer()]:
            answer = writer.ask(f"get {key}")
            is_right = answer["came"] == "value" and answer["text"] in [text(*value) for value in values]
            self.check(is_right, f"{answer['came']} {answer.get('text', answer.get('why'))!s:.20}, not {values}")


# MARK: - Another user


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
