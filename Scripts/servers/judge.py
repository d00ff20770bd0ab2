"""Runs the program against a case's servers, and compares what it says with the machine's own clock.

That clock is the true time by definition: every honest server tells it, and the lab never sets it. The program's bounds
hold at its `reading`, whose wall clock is therefore the truth at that instant.
"""

import itertools
import json
import os
import re
import subprocess
import time
from dataclasses import dataclass, field

from library import labs, patience

UNAVAILABLE = 69
MOST_REQUESTS, LEAST_GAP = 8, 0.5
MOST_KEY_EXCHANGES = 2  # in one poll: another one where the server may have forgotten the keys
OWN_TIMEOUT = 15  # seconds, of the program where it is given none
STEP = 20_000_000  # ns: so much the machine's clock may be slewed in a case


@dataclass
class Row:
    """A case, the answer, and its faults."""

    case: object
    answer: dict = field(default_factory=dict)
    seconds: float = 0
    problems: list = field(default_factory=list)
    is_disturbed: bool = False  # the machine was set or busy: the case is played again

    @property
    def remark(self):
        if self.problems:
            return "WRONG"
        return "ok (residual)" if self.case.believed and excludes(self.answer["trusted"], told(self)) else "ok"


@dataclass
class Run:
    """A run of the program between two readings of the machine's clocks."""

    status: int
    output: str
    errors: str
    wall: tuple
    raw: tuple

    @property
    def seconds(self):
        return (self.raw[1] - self.raw[0]) / 1e9

    @property
    def moved(self):
        """By how much the wall clock left the steady one meanwhile, nanoseconds."""
        return (self.wall[1] - self.wall[0]) - (self.raw[1] - self.raw[0])


def environment(proxy=None):
    own = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return own | ({"http_proxy": proxy, "https_proxy": proxy} if proxy else {})


def clocks():
    return time.clock_gettime_ns(time.CLOCK_REALTIME), time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)


# Hides OpenSSL from the program that follows, in a mount namespace of its own.
WITHOUT_OPENSSL = (
    "unshare", "-m", "sh", "-ec",
    'for file in $(/sbin/ldconfig -p | sed -n "s/.*lib\\(ssl\\|crypto\\)\\.so.* => //p"); do'
    ' mount --bind /dev/null "$file"; done; exec "$@"', "sh",
)  # fmt: skip


def ask(binary, state, command, words, is_bare=False, proxy=None):
    before = clocks()
    call = [*(WITHOUT_OPENSSL if is_bare else ()), str(binary), command, "--state", str(state), "--json", *words]
    result = subprocess.run(
        call, capture_output=True, text=True, timeout=patience.ASKING, env=environment(proxy), stdin=subprocess.DEVNULL)
    wall, raw = zip(before, clocks())
    return Run(result.returncode, result.stdout, result.stderr, wall, raw)


def play(case, binary, folder):
    """The row of a case, with everything that is wrong about it."""
    folder.mkdir(parents=True)
    certificates = str(folder.parent.parent / "certificates")
    words = [word.replace("{certificates}", certificates) for word in case.options]
    if not case.configured:
        words += [word for source in case.sources for word in (source.flag, source.address)]
    for attempt in range(patience.TRIES):
        state = folder / str(attempt)
        state.mkdir()
        if case.configured:
            (state / "sources.conf").write_text("".join(f"{s.flag[2:]} {s.address}\n" for s in case.sources))
        row = Row(case)
        row.problems = labs.attempt(judged, row, binary, state, words)
        # What else is wrong is not the machine's fault.
        if not row.is_disturbed or len(row.problems) > 1:
            break
    return row


def judged(row, binary, state, words):
    case = row.case
    run = ask(binary, state, case.command, words, case.bare, case.proxy)
    row.is_disturbed = abs(run.moved) > STEP
    if row.is_disturbed:
        yield f"the machine's clock was set by {run.moved / 1e9:+.3f} s meanwhile, {patience.TRIES} times"
        return
    (state / "output").write_text(run.output + run.errors)
    row.seconds = run.seconds
    if run.status not in (0, UNAVAILABLE):
        raise ValueError(f"exit status {run.status}: {run.errors.strip()[-300:]}")
    row.answer = json.loads(run.output)
    yield from status(run, row.answer)
    yield from premises(row, run)
    yield from sources(case, row.answer, told(row))
    yield from trusted(case, row.answer, told(row))
    if case.offline:
        yield from forged(row.answer, ask(binary, state, "check", []))
    bounds = row.answer["trusted"]
    if case.half_width and bounds["kind"] == "bounded":
        half = (bounds["latestNanoseconds"] - bounds["earliestNanoseconds"]) / 2e9
        if half >= case.half_width:
            row.is_disturbed = True
            yield f"half-width {half * 1e3:.3f} ms, not under {case.half_width * 1e3:.0f} ms, {patience.TRIES} times"


def truth(answer):
    return answer["reading"]["wallNanoseconds"]


def told(row):
    """The time in the servers' world, which is the true one."""
    return truth(row.answer) + row.case.world * 10**9


def excludes(bounds, moment):
    earliest, latest = bounds["earliestNanoseconds"], bounds["latestNanoseconds"]
    return (earliest is not None and earliest > moment) or (latest is not None and latest < moment)


def before(one, other):
    """Returns whether one interval ends before the other begins."""
    latest, earliest = one["latestNanoseconds"], other["earliestNanoseconds"]
    return None not in (latest, earliest) and latest < earliest


def apart(bounds, moment):
    """The bounds as a person reads them: seconds from the truth."""
    ends = (bounds["earliestNanoseconds"], bounds["latestNanoseconds"])
    return " ... ".join("-" if end is None else f"{(end - moment) / 1e9:+.6g} s" for end in ends)


def status(run, answer):
    """The exit status tells whether any of the servers could be reached and, of `now`, whether the time is known."""
    fails = all(source["outcome"] in ("unreachable", "untrusted") for source in answer["sources"])
    # The answer of `now` has no verdict on the boot.
    if "boot" not in answer:
        fails = answer["trusted"]["kind"] == "unknown"
    if (run.status == UNAVAILABLE) != fails:
        yield f"exit status {run.status}, and the sources are {', '.join(map(said, answer['sources']))}"


def premises(row, run):
    if not run.wall[0] <= truth(row.answer) <= run.wall[1]:
        yield f"the reading's wall clock is {(truth(row.answer) - run.wall[1]) / 1e9:+.3f} s from the end of the run"
    options = row.case.options
    timeout = float(options[options.index("--timeout") + 1]) if "--timeout" in options else OWN_TIMEOUT
    if run.seconds > timeout + patience.LATE:
        yield f"took {run.seconds:.1f} s, with a timeout of {timeout:g} s"


def said(source):
    return str(source["outcome"]) if source["reason"] is None else f"{source['outcome']}: {source['reason']}"


def sources(case, answer, now):
    """Yields the faults in the report of each source, such as false bounds of an honest source."""
    if len(answer["sources"]) != len(case.sources):
        yield f"{len(answer['sources'])} sources in the answer, {len(case.sources)} were named"
        return
    for number, (source, known) in enumerate(zip(answer["sources"], case.sources)):
        where, expected = f"source {number + 1} ({known.address})", case.expected_of(number).split("|")
        if said(source) not in expected and source["outcome"] not in expected:
            yield f"{where} is {said(source)}; expected {' or '.join(expected)}; {source['message']}"
        if source["source"] != known.address and source["source"] not in known.address:
            yield f"{where} is called {source['source']}"
        if source["outcome"] != "used" and not (source["reason"] and source["message"]):
            yield f"{where} is {source['outcome']} without a reason and a message"
        if source["authenticated"] != known.is_authenticated:
            yield f"{where} says authenticated: {source['authenticated']}"
        if source["requests"] > MOST_REQUESTS:
            yield f"{where} was asked {source['requests']} times"
        if known.honest and excludes(source, now):
            yield f"{where} is honest, and its bounds exclude the truth: {apart(source, now)}"
        if "/age" in known.address and source["latestNanoseconds"] is not None:
            yield f"{where} may be stale, and bounds the time from above"
    for one, other in itertools.permutations(answer["sources"], 2):
        if before(one, other) or before(other, one):
            if other["source"] not in one["contradictedBy"]:
                named = f"only {one['contradictedBy']} are named"
                yield f"{one['source']} and {other['source']} contradict each other, and {named}"
    for source, pattern in zip(answer["sources"], case.messages):
        if not re.search(pattern, source["message"] or ""):
            yield f"the message does not match {pattern}: {source['message']}"


def trusted(case, answer, now):
    """The answer itself: true bounds, of the expected kind; and what it makes of the system clock."""
    bounds, clock = answer["trusted"], answer["systemClock"]
    if bounds["kind"] not in case.kind.split("|"):
        yield f"the trusted time is {bounds['kind']}, not {case.kind}"
    ends = (bounds["earliestNanoseconds"] is not None, bounds["latestNanoseconds"] is not None)
    # Where the time is unknown, it is later than the software.
    if ends != (True, bounds["kind"] == "bounded"):
        yield f"{bounds['kind']}, with the ends {apart(bounds, now)}"
    for name in ("authenticated", "corroborated"):
        wanted = getattr(case, name)
        if wanted is not None and bounds["kind"] != "unknown" and bounds[name] != wanted:
            yield f"the trusted time says {name}: {bounds[name]}"
    supports = [bounds[f"{end}Support"] for end, is_there in zip(("earliest", "latest"), ends) if is_there]
    if (bounds["kind"] == "unknown") != (supports == ["software"]):
        yield f"the trusted time is {bounds['kind']}, and its ends rest on {supports}"
    if bounds["corroborated"] != (set(supports) == {"corroborated"}):
        yield f"the trusted time says corroborated: {bounds['corroborated']}, and its ends rest on {supports}"
    proves = any(s["authenticated"] and s["outcome"] == "used" for s in answer["sources"])
    if bounds["authenticated"] and bounds["kind"] != "unknown" and not proves:
        yield "authenticated, though no authenticated source was used"
    if case.believed and excludes(bounds, now):
        if bounds["corroborated"]:
            yield f"a lone liar's word counts as corroborated: {apart(bounds, now)}"
        return
    if excludes(bounds, now):
        yield f"the trusted bounds exclude the truth: {apart(bounds, now)}"
    error = truth(answer) - now
    if clock["verdict"] not in (("ahead",) if error > 0 else ("behind",) if error < 0 else ("agrees", "unknown")):
        yield f"the system clock is off by {error / 1e9:+.0f} s, and is called {clock['verdict']}"
    least, most = clock["atLeastNanoseconds"], clock["atMostNanoseconds"]
    if (least is not None and least > error) or (most is not None and most < error):
        yield f"the system clock is off by {error} ns, which is not in {least} ... {most} ns"


def offsets(answer, bounds):
    """Bounds less the elapsed clock: what they say of the true time whenever they are read."""
    elapsed = answer["reading"]["elapsedNanoseconds"]
    ends = (bounds["earliestNanoseconds"], bounds["latestNanoseconds"])
    return [None if end is None else end - elapsed for end in ends]


def forged(answer, offline):
    """Yields a fault if the proven bounds differ from the authenticated source's, now or in the next run offline."""
    slack = 1000  # ns, for rounding
    now, alone = offsets(answer, answer["trusted"]), offsets(answer, answer["sources"][0])
    proven, said = apart(answer["trusted"], truth(answer)), apart(answer["sources"][0], truth(answer))
    if any(abs(a - b) > slack for a, b in zip(now, alone)):
        yield f"authenticated bounds are {proven}, not {said}"
    if offline.status != 0:
        raise ValueError(f"offline: exit status {offline.status}: {offline.errors.strip()[-300:]}")
    later = json.loads(offline.output)
    bounds, shown = later["trusted"], apart(later["trusted"], truth(later))
    if bounds["kind"] not in ("bounded", "atLeast") or not bounds["authenticated"]:
        yield f"offline, the trusted time is {bounds['kind']}, authenticated: {bounds['authenticated']}"
        return
    then = offsets(later, bounds)
    if then[0] > now[0] + slack or (then[1] is not None and then[1] < now[1] - slack):
        yield f"offline, the bounds are tighter: {shown} after {proven}"
    if excludes(bounds, truth(later)):
        yield f"offline, the bounds exclude the truth: {shown}"


def manners(requests):
    """Yields the faults of the program's requests to a server, from the server's record."""
    if not 1 <= len(requests) <= MOST_REQUESTS:
        yield f"{len(requests)} requests"
    if any(method != "HEAD" for _, _, method in requests):
        yield f"asked by {', '.join(sorted({method for _, _, method in requests}))}"
    # Its answers describe a body, and a body that follows one would count as the next answer.
    connections = len({connection for _, connection, _ in requests})
    if connections < len(requests):
        yield f"{len(requests)} requests on {connections} connections"
    gaps = [b[0] - a[0] for a, b in zip(requests, requests[1:])]
    if gaps and min(gaps) < LEAST_GAP - patience.HELD_UP:
        yield f"two requests within {min(gaps) * 1e3:.0f} ms"


def careful(asked, keys, wrong, row, port, times, with_keys):
    """Yields the faults of the program's requests to an NTS or Roughtime server, from the server's record."""
    yield from (f"the server saw: {each}" for each in wrong)
    if keys > MOST_KEY_EXCHANGES * times:
        yield f"the keys were exchanged {keys} times in {times} runs"
    if asked > MOST_REQUESTS * times:
        yield f"the server was asked {asked} times in {times} runs"
    here = [source for source, known in zip(row.answer.get("sources", []), row.case.sources) if known.port == str(port)]
    is_used = any(source["outcome"] == "used" and source["requests"] for source in here)
    if is_used and not (asked and (keys or not with_keys)):
        yield f"its answer is used, and by the server's own record it was asked {asked} times, for keys {keys} times"
