"""A guest that is stepped, suspended and woken at chosen moments, and how long it then says it slept."""

import json
import os
import queue
import socket
import threading
import time
from dataclasses import dataclass, field

from kernels.guest import HERE, Talking, machine
from library import patience
from library.packages import run
from library.program import Missing

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Case:
    """A suspension; its moments are fractions of a second of the hardware clock."""

    name: str
    step: float  # of the wall clock, before
    last: float  # when the suspension before this one ended
    begin: float
    end: float
    sleep: float  # seconds at least


CASES = [
    Case("no step, counted short", 0, 0.02, 0.5, 0.95, 1.2),
    Case("no step, counted long", 0, 0.95, 0.5, 0.02, 1.2),
    Case("nearly +2 s, worst moments", 1.88, 0.0, 0.02, 0.95, 3),
    Case("nearly -1 s, worst moments", -0.93, 0.95, 0.9, 0.02, 2),
    Case("+1.5 s", 1.5, 0.31, 0.42, 0.65, 2.5),
    Case("-1.5 s", -1.5, 0.58, 0.17, 0.36, 2),
    Case("+2.5 s", 2.5, 0.74, 0.63, 0.29, 2),
]


@dataclass
class Row:
    """A suspension, and the time asleep that the guest counted."""

    case: Case
    true: float | None = None
    counted: float | None = None
    uncertainty: float = 0  # of the true time, either way
    problems: list = field(default_factory=list)

    @property
    def error(self):
        return self.counted - self.true


def initrd(toolbox, work):
    """An archive with nothing but the guest's program."""
    try:
        run(["cc", "-static", "-Os", "-o", work / "init", HERE / "sleep/guest.c"])
    except (OSError, Missing) as error:
        raise Missing(f"a C compiler with a static C library, and Linux's headers: {error}") from None
    run([toolbox.busybox, "cpio", "-o", "-H", "newc", "-F", work / "initrd"], cwd=work, input="init\n")
    return work / "initrd"


class Sleeper(Talking):
    """A running guest; to be used with `with`."""

    clock = staticmethod(time.monotonic)

    def __init__(self, toolbox, image, work):
        self.monitor_path, self.suspended = work / "monitor", queue.Queue()
        # On the machine q35 only the first suspension of a boot sleeps.
        super().__init__(toolbox, work, machine(
            toolbox, "pc", 256, patience.STORY, "base=utc,clock=host", "rdinit=/init",
            "-qmp", f"unix:{self.monitor_path},server=on,wait=off", "-initrd", image,
        ))  # fmt: skip

    def begin(self):
        super().begin()
        self.monitor = socket.socket(socket.AF_UNIX)
        self.monitor.connect(os.path.relpath(self.monitor_path))  # (an address is short)
        self.order("qmp_capabilities")
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        for line in self.monitor.makefile():
            if json.loads(line).get("event") == "SUSPEND":
                self.suspended.put(time.monotonic())

    def order(self, command):
        self.monitor.sendall(json.dumps({"execute": command}).encode() + b"\n")

    def numbers(self, name):
        """The moment of an answer, and its numbers."""
        moment, values = self.answer(name)
        return moment, [int(value) for value in values]

    def ask(self, command):
        self.send(command)
        return self.numbers(command[0])[1]

    def clocks(self):
        """The guest's clocks and counts, at a moment of the host's CLOCK_MONOTONIC: the quickest of some answers."""
        tries = []
        for _ in range(patience.CLOCK_TRIES):
            sent = time.monotonic()
            self.send("c")
            came, (raw, awake, asleep, *counts) = self.numbers("c")
            tries.append((came - sent, (came + sent) / 2, raw / SECOND, awake / SECOND, asleep / SECOND, counts))
        return min(tries)

    def suspend(self, begin, end, sleep):
        """Suspends and wakes at these fractions of a second: the true sleep, the counted one, uncertainty, problems."""
        edge = self.ask("e")[0] / SECOND
        trip, host, raw, awake, asleep, counts = self.clocks()
        edge_on_host = host - (awake - edge)
        start = after(awake + 0.15, edge + begin)
        self.send(f"z {int(start * SECOND)}")
        fell_asleep = self.taken(self.suspended, "suspension")
        time.sleep(max(0, after(fell_asleep + sleep, edge_on_host + end) - time.monotonic()))
        self.order("system_wakeup")
        status = self.numbers("z")[1][0]
        trip_1, host_1, raw_1, _, asleep_1, counts_1 = self.clocks()
        change = [new - old for old, new in zip(counts, counts_1)]
        problems = [f"the suspension failed with {os.strerror(status)}"] if status else []
        if change != [1, 0]:
            problems.append(f"/sys/power/suspend_stats: success {change[0]:+d}, fail {change[1]:+d}")
        return (host_1 - host) - (raw_1 - raw), asleep_1 - asleep, (trip + trip_1) / 2, problems

    def play(self, case):
        *_, problems = self.suspend(0.5, case.last, 0.8)
        row = Row(case, problems=[f"the suspension before: {problem}" for problem in problems])
        if case.step and (error := self.ask(f"s {round(case.step * SECOND)}")[0]):
            row.problems.append(f"the step failed with {os.strerror(error)}")
        row.true, row.counted, row.uncertainty, problems = self.suspend(case.begin, case.end, case.sleep)
        row.problems += problems
        return row


def after(moment, phase):
    """The first time from `moment` on that is whole seconds from `phase`."""
    return moment + (phase - moment) % 1
