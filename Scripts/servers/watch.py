"""A watch that lasts, over servers that misbehave: what it holds on to, and what it tells its hook; and a command whose
clocks a preloaded library changes."""

import json
import subprocess
from pathlib import Path

from library import patience
from servers.bad import http, roughtime
from servers.judge import environment

POLLS = 10
SETTLED = 3  # polls after which all threads that stay are there
MOST_MORE = 3  # threads or descriptors that may come and go; a leak is one for each poll
REFUSED = ("--server", "https://127.0.0.1:9/")
UNREACHED = 69  # the status if no server answered
UNWRITTEN = 74  # the status of an input or output error
PROVEN = 30  # the status of `roughtime verify` where a server is proven to have signed a false time


def start(binary, folder, *words):
    folder.mkdir(parents=True)
    call = [binary, "watch", "--json", "--state", folder / "state", "--own-servers", "--interval", "1", *words]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    return subprocess.Popen(list(map(str, call)), cwd=folder, env=environment(), text=True, **streams)


def ended(watch):
    watch.terminate()
    output, errors = watch.communicate(timeout=patience.ASKING)
    if watch.returncode != 0:
        yield f"exit status {watch.returncode}: {errors.strip()[-300:]}"


def held(watch):
    return [len(list(Path(f"/proc/{watch.pid}/{kind}").iterdir())) for kind in ("task", "fd")]


def flooded(binary, folder, _):
    """Each poll of a server whose TLS greeting does not end ends in time, with its thread and its connection."""
    port = http.PORTS["greetings without end"]
    watch = start(binary, folder, "--timeout", "1", "--server", f"https://time.two.test:{port}/")
    counts, reasons = [], set()
    for line in watch.stdout:
        event = json.loads(line)
        if event["event"] == "polled":
            counts.append(held(watch))
            reasons |= {source["reason"] for source in event["sources"]}
        if len(counts) == POLLS:
            break
    yield from ended(watch)
    if len(counts) < POLLS or reasons != {"timedOut"}:
        yield f"{len(counts)} polls, with the reasons {reasons}"
        return
    for kind, first, last in zip(("threads", "descriptors"), counts[SETTLED - 1], counts[-1]):
        if last - first > MOST_MORE:
            yield f"{first} {kind} after {SETTLED} polls, and {last} after {POLLS}"


def cleaned(binary, folder, _):
    """OpenSSL is not cleaned up when a command ends: threads may still use it, and the command crashed."""
    folder.mkdir(parents=True)
    # A colon in a path would end it.
    library, source = folder.parent / "atexit.so", Path(__file__).with_name("atexit.c")
    subprocess.run(["clang", "-shared", "-fPIC", "-o", library, source], check=True)
    call = [binary, "check", "--config", "/dev/null", "--state", folder / "state", *REFUSED]
    own = {**environment(), "LD_PRELOAD": str(library)}
    run = subprocess.run(list(map(str, call)), env=own, capture_output=True, text=True, timeout=patience.COMMAND)
    if run.returncode != UNREACHED or run.stderr != "siderealctl: no server answered\n":
        yield f"exit status {run.returncode}: {run.stderr.strip()[-300:]}"


def convicted(binary, folder, _):
    """A proof against a Roughtime server is an event, which the hook gets, too; anybody can verify its file."""
    places = [
        f"ntp.{operator}.test:{roughtime.PORTS[behaviour]},{roughtime.PUBLIC[operator]}"
        for operator, behaviour in (("one", "honest"), ("four", "a day ahead"))
    ]
    sources = [word for place in places for word in ("--roughtime", place)]
    hook = '[ "$SIDEREAL_EVENT" != roughtimeProof ] || cat >> heard'
    watch = start(binary, folder, "--exec", hook, *sources)
    polls, proof = 0, None
    for line in watch.stdout:
        event = json.loads(line)
        polls += event["event"] == "polled"
        if event["event"] == "roughtimeProof":
            proof = line
        if proof or polls == POLLS:
            break
    yield from ended(watch)
    if not proof:
        yield f"no proof in {polls} polls"
        return
    if (folder / "heard").read_text() != proof:
        yield f"the hook heard {(folder / 'heard').read_text()}, and not {proof}"
    call = [binary, "roughtime", "verify", json.loads(proof)["file"]]
    status = subprocess.run(list(map(str, call)), capture_output=True, timeout=patience.COMMAND).returncode
    if status != PROVEN:
        yield f"the proof is verified with the status {status}"


def preloaded(binary, folder, toolbox):
    """Under libfaketime, the command refuses to write a record of the changed clocks, and leaves the true one."""
    folder.mkdir(parents=True)
    for faked, wanted in ((False, "first"), (True, None), (False, "sameBoot")):
        call = [binary, "check", "--json", "--config", "/dev/null", "--state", folder / "state"]
        own = toolbox.environment_at("+1d") if faked else environment()
        run = subprocess.run(list(map(str, call)), env=own, capture_output=True, text=True, timeout=patience.COMMAND)
        if faked and (run.returncode != UNWRITTEN or "LD_PRELOAD" not in run.stderr or "CLOCK_REALTIME" not in run.stderr):
            yield f"does not tell of the library: {run.returncode} {run.stderr.strip()[-300:]}"
        elif not faked and (verdict := json.loads(run.stdout)["boot"]["verdict"]) != wanted:
            yield f"the boot is {verdict}, not {wanted}"


WATCHES = {
    "watch: greetings without end": flooded,
    "check: ends while threads use OpenSSL": cleaned,
    "watch: a proof of roughtime": convicted,
    "check: under libfaketime": preloaded,
}
