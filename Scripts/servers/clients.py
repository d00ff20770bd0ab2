"""Measures one request for the time, beside other clients: seconds, packets, memory, and the resulting bounds.

Each client asks an honest server several times, while nobody else asks. The table has the medians, and the last answer.
"""

import json
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from library import patience
from library.program import Missing
from servers.bad import roughtime
from servers.cases import chrony, https, nts
from servers.judge import environment
from servers.timeservers import PORTS

HEADER = ["client", "seconds", "packets", "memory", "answer"]
ROUNDS = 5
OFTEN = 0.001  # seconds between two looks at a client's memory
CHRONY = """\
server 127.0.0.1 port {port} iburst
pidfile {folder}/pid
driftfile {folder}/drift
cmdport 0
bindcmdaddress /
"""


def bounds(output):
    """The bounds of our own answer, from its JSON."""
    trusted = json.loads(output)["trusted"]
    if trusted["kind"] != "bounded":
        return trusted["kind"]
    return f"bounds, ±{(trusted['latestNanoseconds'] - trusted['earliestNanoseconds']) / 2e6:.3g} ms"


def line(pattern):
    """Returns the match in the first line that has the pattern."""
    return lambda output: re.search(f"(?im)^.*(?:{pattern}).*$", output)[0].strip()


def clients(toolbox, binary, folder):
    """The name, the command and the reader of the answer of each client."""
    (folder / "chrony.conf").write_text(CHRONY.format(port=PORTS["chrony"], folder=folder))
    for name, source, words in (
        ("https", https(), ()),
        ("https, --requests 1", https(), ("--requests", "1")),
        ("NTP", chrony(), ()),
        ("NTS", nts(), ()),
        ("Roughtime", None, ()),
    ):
        key = f"ntp.two.test:{roughtime.PORTS['honest']},{roughtime.PUBLIC['two']}"
        asked = [source.flag, source.address] if source else ["--roughtime", key]
        call = [binary, "now", "--json", "--config", "/dev/null", "--state", folder / "state"]
        yield f"siderealctl now, {name}", [*call, *asked, *words], bounds
    programs = toolbox.root / "usr"
    own = ["-U", "-u", "root", "-f", folder / "chrony.conf"]
    yield "chronyd -Q", [toolbox.chronyd, "-Q", *own], line("clock wrong by")
    yield "ntpdig", [programs / "bin/ntpdig", "127.0.0.1"], line(r"\+/-")
    web = f"http://time.one.test:{PORTS['http']}"
    yield "htpdate -q", [programs / "sbin/htpdate", "-q", web], line("correction|offset")
    yield "curl -I", [programs / "bin/curl", "-sI", https().address], line("^date:")


def packets():
    """Returns the number of packets on the loopback of the lab."""
    with open("/proc/self/net/dev") as devices:
        return next(int(each.split()[2]) for each in devices if each.split()[0] == "lo:")


def once(command, toolbox):
    """Runs a client; returns its seconds, packets, memory in bytes, and output."""
    python = toolbox.root / "usr/lib/python3/dist-packages"
    own = {**environment(), "PYTHONPATH": str(python), "LD_LIBRARY_PATH": toolbox.environment["LD_LIBRARY_PATH"]}
    memory = 0
    with tempfile.TemporaryFile("w+") as output:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
        before, begun = packets(), time.monotonic()
        client = subprocess.Popen(list(map(str, command)), env=own, **streams)
        # (The memory that the kernel tells after the end is at least that of the process that started it.)
        while client.poll() is None:
            memory = max(memory, peak(client.pid))
            time.sleep(OFTEN)
        seconds = time.monotonic() - begun
        output.seek(0)
        return seconds, packets() - before, memory, output.read()


def peak(process):
    """The most memory that a process has held, in bytes, or none if it has ended."""
    try:
        held = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except OSError:
        held = None
    return int(held[1]) * 1024 if held else 0


def measured(toolbox, binary, folder):
    """The lines of the table."""
    folder.mkdir()
    # ntpdig looks for its library beside its own module, or where the package is installed.
    for library in toolbox.root.glob("usr/lib/*/ntp/libntpc.so"):
        for module in toolbox.root.glob("usr/lib/python3/*/ntp"):
            if not (module / library.name).exists():
                (module / library.name).symlink_to(library)
    for name, command, answer in clients(toolbox, binary, folder):
        runs = []
        for _ in range(ROUNDS):
            shutil.rmtree(folder / "state", ignore_errors=True)
            runs.append(once(command, toolbox))
            try:
                told = answer(runs[-1][3])
            except (ValueError, TypeError, KeyError) as error:
                raise Missing(f"an answer of {name}: {error}: {runs[-1][3].strip()[-300:]}") from error
            time.sleep(patience.PAUSE)
        seconds, carried, memory = (statistics.median(run[i] for run in runs) for i in range(3))
        yield [name, f"{seconds:.2f}", f"{carried:.0f}", f"{memory / 1e6:.0f} MB", told]
