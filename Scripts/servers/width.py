"""How tight the answers are, beside those of other programs on the same servers."""

import csv
import json
import re
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

from library import patience
from servers import proxy
from servers.judge import apart, ask, excludes, truth
from servers.timeservers import PORTS

DELAY = 0.03  # seconds, each way
FAR_HTTPS, FAR_HTTP, FAR_NTP = 23443, 23080, 23123
SCRIPT = f"""import ntplib, sys
print(ntplib.NTPClient().request('127.0.0.1', port=int(sys.argv[1]), version=4, timeout={patience.OTHERS}).offset)"""


@dataclass(frozen=True)
class Measure:
    """A server, how the program is asked about it, and what it must reach."""

    name: str
    port: int
    scheme: str  # https, http or ntp
    options: tuple
    limit: float | None  # seconds, of the half-width
    off: float = 0  # seconds that the server itself is off: then nobody can do better

    @property
    def address(self):
        return f"ntp.one.test:{self.port}" if self.scheme == "ntp" else f"{self.scheme}://time.one.test:{self.port}/"


MEASURES = [
    Measure("https, 30 ms each way, --lag 0.02", FAR_HTTPS, "https", ("--lag", "0.02"), 0.06),
    Measure("http, 30 ms each way", FAR_HTTP, "http", (), None),
    Measure("ntp, loopback", PORTS["chrony"], "ntp", (), 0.002),
    Measure("ntp, 30 ms each way", FAR_NTP, "ntp", (), 0.035),
    Measure("ntp, a day behind", PORTS["chrony, a day behind"], "ntp", (), None, off=-86_400),
]
HEADER = ["server", "program", "answer less truth", "half-width", "requests", "seconds"]


def start():
    proxy.tcp(FAR_HTTPS, PORTS["https"], DELAY)
    proxy.tcp(FAR_HTTP, PORTS["http"], DELAY)
    proxy.udp(FAR_NTP, PORTS["chrony"], DELAY)


def milliseconds(seconds):
    return f"{seconds:+.0f} s" if abs(seconds) > 1000 else f"{seconds * 1e3:+.3f} ms"


def known(bounds, answer, run, requests):
    """Of bounds: the half-width and by how much the middle is off, in seconds; how many requests, and how long it took."""
    earliest, latest = bounds["earliestNanoseconds"], bounds["latestNanoseconds"]
    return (latest - earliest) / 2e9, ((latest + earliest) / 2 - truth(answer)) / 1e9, requests, run.seconds


def ours(measure, binary, folder):
    """The tightest of a few answers, and what is wrong with any of them."""
    flag = "--ntp" if measure.scheme == "ntp" else "--server"
    lines, problems = [], []
    for attempt in range(patience.WIDTH_TRIES):
        run = ask(binary, folder / str(attempt), "check", [*measure.options, flag, measure.address])
        if run.status != 0:
            return None, [f"exit status {run.status}: {run.errors.strip()[-300:]}"]
        answer = json.loads(run.output)
        bounds, source = answer["trusted"], answer["sources"][0]
        if bounds["kind"] != "bounded":
            return None, [f"the trusted time is {bounds['kind']}"]
        if excludes(bounds, truth(answer)) and not measure.off:
            problems.append(f"the trusted bounds exclude the truth: {apart(bounds, truth(answer))}")
        if source["requests"] > 8:
            problems.append(f"{source['requests']} requests")
        lines.append(known(bounds, answer, run, source["requests"]))
        if measure.limit is None or lines[-1][0] < measure.limit:
            break
    half, error, requests, seconds = min(lines)
    if measure.limit is not None and half >= measure.limit:
        most = f"{measure.limit * 1e3:.0f} ms, {patience.WIDTH_TRIES} times"
        problems.append(f"half-width {half * 1e3:.3f} ms, not under {most}")
    cells = [milliseconds(error), milliseconds(half)[1:], str(requests), f"{seconds:.1f}"]
    return [measure.name, "siderealctl check", *cells], problems


def others(measure, toolbox, folder):
    """What the others say of the same server; they name an offset alone."""
    commands = {}
    if measure.scheme == "ntp":
        server = f"server 127.0.0.1 port {measure.port} iburst maxsamples 4"
        private = ["cmdport 0", "bindcmdaddress /", f"pidfile {folder}/chronyd.pid"]
        commands["chronyd -Q"] = ([toolbox.chronyd, "-4", "-Q", "-U", "-u", "root", "-t", "12", *private, server], chrony_offset)
        commands["ntplib"] = ([sys.executable, "-c", SCRIPT, str(measure.port)], float)
    else:
        commands["htpdate -q -d"] = ([toolbox.htpdate, "-4", "-q", "-d", measure.address], htpdate_offset)
    for name, (command, offset) in commands.items():
        began = time.monotonic()
        environment = {**toolbox.environment, "PYTHONPATH": str(toolbox.python)}
        try:
            result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=2 * patience.OTHERS)
            said = milliseconds(offset(result.stdout + result.stderr))
        except OSError as error:
            said = f"cannot be had: {error.strerror}"
        except subprocess.TimeoutExpired:
            said = f"none in {2 * patience.OTHERS} s"
        except ValueError:
            said = unsaid(result)
        yield [measure.name, name, said, "-", "-", f"{time.monotonic() - began:.1f}"]


def unsaid(result):
    output = result.stdout + result.stderr
    if "No module named" in output:
        return "cannot be had: pip did not get it"
    return "knows no HTTPS" if "HTTPS not supported" in output else f"none (exit status {result.returncode})"


def chrony_offset(output):
    """"System clock wrong by SECONDS seconds": by how much it must be corrected."""
    return number(r"System clock wrong by (\S+) seconds", output)


def htpdate_offset(output):
    return number(r"offset: (\S+)", output)


def number(pattern, output):
    found = re.search(pattern, output)
    if not found:
        raise ValueError(output)
    return float(found.group(1))


# MARK: NTS, NTP and chrony on the same server

KEYS = "chrony's keys"
NTS_LIMIT = 0.002  # seconds, of the half-width
RUNS = 7  # of each; the medians are compared
CLIENT_PORT = 11_323  # of the first chrony that asks as a client
CLIENT = """\
server ntp.one.test port {port} {nts} iburst minpoll 0 maxpoll 0
ntstrustedcerts {certificates}/authority.pem
nosystemcert
port 0
cmdport {command_port}
bindcmdaddress 127.0.0.1
pidfile {folder}/pid
"""


def nts_beside_others(toolbox, binary, place):
    """Half-widths with the same chrony: NTSSource's and NTPSource's in one run, and what chrony says as a client after
    as many questions. The table's lines, and what is wrong.

    Both take the kernel's stamps of packets. The two stand beside each other, and neither has to win: on a busy machine
    a median says little.
    """
    runs = {"nts": [], "ntp": []}
    flags = ["--nts", f"ntp.one.test:{PORTS[KEYS]}", "--ntp", f"ntp.two.test:{PORTS['chrony']}"]
    for attempt in range(RUNS):
        run = ask(binary, place / str(attempt), "check", flags)
        if run.status != 0:
            return [], [f"exit status {run.status}: {run.errors.strip()[-300:]}"]
        answer = json.loads(run.output)
        for name, source in zip(runs, answer["sources"]):
            if source["outcome"] != "used" or excludes(source, truth(answer)):
                return [], [f"{name} is {source['outcome']}: {apart(source, truth(answer))}"]
            runs[name].append(known(source, answer, run, source["requests"]))
    count = round(statistics.median(requests for _, _, requests, _ in runs["nts"]))
    lines = [line_of(f"{name}, loopback, same run", "siderealctl check", values) for name, values in runs.items()]
    problems = []
    best = min(half for half, *_ in runs["nts"])
    if best >= NTS_LIMIT:
        problems.append(f"NTS: half-width {best * 1e3:.3f} ms, not under {NTS_LIMIT * 1e3:.0f} ms, {RUNS} times")
    for name, option in (("nts", f"nts ntsport {PORTS[KEYS]}"), ("ntp", "")):
        if values := as_client(toolbox, place / f"chrony-{name}", option, count):
            lines.append(line_of(f"{name}, loopback", "chrony as a client", values))
        else:
            problems.append(f"chrony as a client of {name}: no bound")
    return lines, problems


def line_of(name, program, values):
    """Of the medians."""
    half, error, requests, seconds = (statistics.median(column) for column in zip(*values))
    best = min(each for each, *_ in values)
    cells = [milliseconds(error), f"{half * 1e3:.3f} ms (best {best * 1e3:.3f})", f"{requests:g}", f"{seconds:.1f}"]
    return [f"{name}, median of {len(values)}", program, *cells]


def as_client(toolbox, folder, nts, count):
    """Half of the root delay and the root dispersion, as soon as chrony has so many samples: a tuple for each run."""
    folder.mkdir(parents=True)
    clients = []
    for number in range(RUNS):
        own = folder / str(number)
        own.mkdir()
        certificates = folder.parent.parent.parent / "certificates"
        values = {"nts": nts, "certificates": certificates, "command_port": CLIENT_PORT + number, "folder": own}
        (own / "chrony.conf").write_text(CLIENT.format(port=PORTS["chrony"], **values))
        chronyd = [toolbox.chronyd, "-4", "-x", "-d", "-U", "-u", "root", "-f", own / "chrony.conf"]
        command = ["setpriv", "--pdeathsig", "KILL", *chronyd]
        with open(own / "log", "wb") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            clients.append(subprocess.Popen(list(map(str, command)), env=toolbox.environment, **streams))
    began, found = time.monotonic(), {}
    try:
        while len(found) < RUNS and time.monotonic() - began < patience.OTHERS:
            for number in set(range(RUNS)) - set(found):
                if (bound := tracked(toolbox, CLIENT_PORT + number, count)) is not None:
                    found[number] = (*bound, time.monotonic() - began)
            time.sleep(0.1)
    finally:
        for client in clients:
            client.kill()
            client.wait()
    return list(found.values())


def tracked(toolbox, port, count):
    """What `chronyc tracking` says, if there are so many samples: the bound, the offset, and how many samples."""

    def said(report):
        command = [toolbox.chronyc, "-n", "-c", "-h", "127.0.0.1", "-p", str(port), report]
        options = {"env": toolbox.environment, "capture_output": True, "text": True, "timeout": patience.OTHERS}
        result = subprocess.run(command, **options)
        return next(csv.reader(result.stdout.splitlines()), [])

    samples, tracking = said("sourcestats"), said("tracking")
    # (Stratum 0: it has chosen no server yet.)
    if len(samples) < 2 or len(tracking) < 12 or int(samples[1]) < count or tracking[2] == "0":
        return None
    return float(tracking[10]) / 2 + float(tracking[11]), -float(tracking[4]), int(samples[1])
