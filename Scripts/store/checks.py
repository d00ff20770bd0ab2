"""Rounds of two `siderealctl check` at once on one state directory, each killed at a random moment."""

import random
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from library import labs, patience
from library.labs import say
from library.program import Missing, answer, check_command, spoken, triple

ROUNDS_EACH = 8  # in one directory: then it begins anew, so that the creation is hit too
OBSERVERS = ("lab", "other")
SAME, FIRST = ("sameBoot", "proven", "bootIdentity"), ("first", None, "noEvidence")


class Directory:
    """A state directory, and which observers have been acknowledged in it."""

    def __init__(self, parent, binary):
        self.path = Path(tempfile.mkdtemp(dir=parent)) / "state"
        self.binary, self.acknowledged = binary, set()

    def start(self, observer):
        command = check_command(self.binary, self.path, observer)
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def hear(self, observer, process, knew):
        """Takes a finished check's answer, unless the signal caught it alive; yields what is wrong."""
        output, errors = process.communicate(timeout=patience.COMMAND)
        if process.returncode == -signal.SIGKILL:
            return
        said = triple(answer(subprocess.CompletedProcess([], process.returncode, output, errors))["boot"])
        self.acknowledged.add(observer)
        if said != SAME and (said != FIRST or observer in knew):
            yield f"observer {observer}: {spoken(said)}{', although acknowledged before' if observer in knew else ''}"

    def round(self, chance, usual, tally):
        """Two checks at once, each killed after a while, then one of each observer; yields what is wrong."""
        knew, running = set(self.acknowledged), []
        for observer in ("lab", "lab" if chance.random() < 0.5 else "other"):
            # Two at once take longer than one; the state is written towards the end.
            moment = time.monotonic() + chance.uniform(0, 1.6) * usual
            running.append((moment, observer, self.start(observer)))
        for moment, _, process in sorted(running, key=lambda entry: entry[0]):
            time.sleep(max(0, moment - time.monotonic()))
            process.send_signal(signal.SIGKILL)
        for _, observer, process in running:
            yield from self.hear(observer, process, knew)
            tally["alive"] += process.returncode == -signal.SIGKILL
        for observer in OBSERVERS:
            yield from self.hear(observer, self.start(observer), set(self.acknowledged))


def duration(parent, binary, count):
    """The median of undisturbed checks, seconds. A machine that others load does not keep its pace."""
    directory, spans = Directory(parent, binary), []
    for _ in range(count):
        began = time.monotonic()
        if found := labs.attempt(directory.hear, "lab", directory.start("lab"), set(directory.acknowledged)):
            raise Missing(f"a program that works undisturbed: {found[0]}")
        spans.append(time.monotonic() - began)
    return statistics.median(spans)


def rounds(parent, binary, count, seed):
    """Yields each round's name and what is wrong with it."""
    chance, tally = random.Random(seed), {"alive": 0}
    say(f"seed {seed}, {count} rounds; a check takes {duration(parent, binary, 7) * 1e3:.1f} ms")
    for number in range(count):
        if number % ROUNDS_EACH == 0:
            directory, usual = Directory(parent, binary), duration(parent, binary, 3)
        yield f"round {number + 1} ({directory.path})", labs.attempt(directory.round, chance, usual, tally)
    say(f"{tally['alive']} of {2 * count} processes were killed alive")
    least = count // patience.ROUNDS_ALIVE if count >= patience.MANY_ROUNDS else 1
    yield "signals that mean something", [] if tally["alive"] >= least else ["they came too late"]
