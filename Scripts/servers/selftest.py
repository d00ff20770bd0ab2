"""Answers that the judge must find wrong, each made from a right one by one change; and the right one."""

import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from servers import datagrams
from library.labs import changed
from servers.cases import BRIEFLY, Case, Source
from servers.judge import Row, Run, careful, excludes, forged, judge, manners

NOW = 1_800_000_000 * 10**9
MS = 10**6
HTTPS = Source("--server", "https://time.one.test/", True)
LIAR = Source("--ntp", "ntp.two.test:123", False)
EXPECTED = ("used", "rejected: outvoted|rejected: slept")
CASE = Case("self-test", (HTTPS, LIAR), EXPECTED, authenticated=True, corroborated=False, messages=("fell",))


def source(known, outcome="used", reason=None, message="it fell", ends=(NOW - 40 * MS, NOW + 900 * MS)):
    return {
        "source": known.address, "authenticated": known is HTTPS, "outcome": outcome, "reason": reason,
        "message": message, "requests": 8, "roundTripNanoseconds": MS, "earliestNanoseconds": ends[0],
        "latestNanoseconds": ends[1], "contradictedBy": [each.address for each in (HTTPS, LIAR) if each is not known],
    }  # fmt: skip


RIGHT = {
    "reading": {"wallNanoseconds": NOW, "elapsedNanoseconds": 10**12},
    "trusted": {
        "kind": "bounded", "earliestNanoseconds": NOW - 40 * MS, "latestNanoseconds": NOW + 900 * MS,
        "authenticated": True, "corroborated": False, "earliestSupport": "lone", "latestSupport": "lone",
    },
    "systemClock": {"verdict": "agrees", "atLeastNanoseconds": -900 * MS, "atMostNanoseconds": 40 * MS},
    "sources": [source(HTTPS), source(LIAR, "rejected", "outvoted", ends=(NOW + 10**12, NOW + 2 * 10**12))],
}  # fmt: skip

# what must be found, where in the answer, and what stands there instead
WRONG = [
    ("trusted bounds exclude", "trusted earliestNanoseconds", NOW + 1),
    ("trusted bounds exclude", "trusted latestNanoseconds", NOW - 1),
    ("honest, and its bounds exclude", "sources 0 earliestNanoseconds", NOW + 1),
    ("honest, and its bounds exclude", "sources 0 latestNanoseconds", NOW - 1),
    ("trusted time is atLeast", "trusted kind", "atLeast"),
    ("bounded, with the ends", "trusted latestNanoseconds", None),
    ("says authenticated: False", "trusted authenticated", False),
    ("says corroborated: True", "trusted corroborated", True),
    ("its ends rest on ['lone', 'lone']", "trusted corroborated", True),
    ("contradict each other, and only [] are named", "sources 1 contradictedBy", []),
    ("is used: outvoted; expected", "sources 1 outcome", "used"),
    ("expected rejected: outvoted or rejected: slept", "sources 1 reason", "impossible"),
    ("is rejected: badDate; expected used", "sources 0", source(HTTPS, "rejected", "badDate")),
    ("without a reason", "sources 1 message", None),
    ("says authenticated: True", "sources 1 authenticated", True),
    ("was asked 9 times", "sources 0 requests", 9),
    ("is called", "sources 0 source", "https://elsewhere.test/"),
    ("message does not match", "sources 0 message", "it went well"),
    ("1 sources in the answer", "sources", RIGHT["sources"][:1]),
    ("is called ahead", "systemClock verdict", "ahead"),
    ("is not in", "systemClock atLeastNanoseconds", 1),
    ("is not in", "systemClock atMostNanoseconds", -1),
    ("reading's wall clock", "reading wallNanoseconds", NOW + 10**10),
    ("KeyError", "reading", {}),
    ("TypeError", "trusted", None),
]


def run(answer, status=0, seconds=1, moved=0):
    around = NOW - MS, NOW - MS + seconds * 10**9
    return Run(status, json.dumps(answer), "", around, (0, seconds * 10**9 - moved))


def unmet(name, problems, expected):
    """A sentence unless just what was expected was found, be it nothing."""
    found = list(problems)
    if (not found and expected) or any(expected is None or expected not in each for each in found[:1]):
        yield f"the judge finds {found or 'nothing'} where {name}"


def failures():
    """What the judge fails to see, or sees where nothing is."""
    yield from unmet("all is right", judge(CASE, run(RIGHT)).problems, None)
    for expected, path, value in WRONG:
        problems = judge(CASE, run(changed(RIGHT, path, value))).problems
        if not any(expected in problem for problem in problems):
            yield f"the judge does not find \"{expected}\" where {path} is {value}: {problems or 'nothing'}"
    yield from unmet("the status is wrong", judge(CASE, run(RIGHT, status=69)).problems, "exit status 69, and")
    yield from unmet("the program fails", judge(CASE, run(RIGHT, status=74)).problems, "exit status 74: ")
    nobody = Case("nobody", (LIAR,), ("unreachable: timedOut",), "unknown")
    silence = {**RIGHT["trusted"], "kind": "unknown", "earliestNanoseconds": None, "latestNanoseconds": None}
    mute = {
        **changed(RIGHT, "trusted", silence), "sources": [source(LIAR, "unreachable", "timedOut", ends=(None, None))],
    }
    yield from unmet("nobody was reached, and so it says", judge(nobody, run(mute, status=69)).problems, None)
    yield from unmet("nobody was reached, and it is content", judge(nobody, run(mute)).problems, "exit status 0, and")
    yield from unmet("the run was too long", judge(CASE, run(RIGHT, seconds=76)).problems, "took 76.0 s")
    brief = replace(CASE, options=BRIEFLY)
    yield from unmet("the timeout was ignored", judge(brief, run(RIGHT, seconds=15)).problems, "took 15.0 s")
    yield from unmet("the clock was set", judge(CASE, run(RIGHT, moved=10**9)).problems, "clock was set")
    yield from unmet("the output is none", judge(CASE, Run(0, "", "", (0, 0), (0, 0))).problems, "JSONDecodeError")
    yield from elsewhere()
    believed = Case("a lone liar", (LIAR,), ("used",), believed=True)
    alone = changed(RIGHT, "trusted", {**RIGHT["trusted"], "earliestNanoseconds": NOW + 1, "authenticated": False})
    alone["sources"] = [source(LIAR)]
    yield from unmet("a lone liar is believed", judge(believed, run(alone)).problems, None)
    alone["trusted"].update(corroborated=True, earliestSupport="corroborated", latestSupport="corroborated")
    yield from unmet("a lone liar is corroborated", judge(believed, run(alone)).problems, "corroborated")
    alone["trusted"].update(corroborated=False, earliestSupport="lone", latestSupport="lone", authenticated=True)
    yield from unmet(
        "an unauthenticated liar authenticates", judge(believed, run(alone)).problems, "no authenticated source",
    )
    yield from forgeries()
    yield from impolite()
    yield from careless()
    if excludes({"earliestNanoseconds": None, "latestNanoseconds": None}, NOW):
        yield "no bounds exclude the truth"


def forgeries():
    yield from unmet("nothing was raised", forged(RIGHT, run(RIGHT)), None)
    narrowed = changed(RIGHT, "trusted earliestNanoseconds", NOW - 30 * MS)
    yield from unmet("a forgery narrows the answer", forged(narrowed, run(narrowed)), "authenticated bounds are")
    yield from unmet("a forgery raises the floor", forged(RIGHT, run(narrowed)), "offline, the bounds are tighter")
    lowered = changed(RIGHT, "trusted latestNanoseconds", NOW + 800 * MS)
    yield from unmet("a forgery lowers the upper end", forged(RIGHT, run(lowered)), "offline, the bounds are tighter")
    yield from unmet(
        "nothing was kept", forged(RIGHT, run(changed(RIGHT, "trusted authenticated", False))),
        "offline, the trusted time is",
    )
    yield from unmet("the offline run fails", forged(RIGHT, run(RIGHT, status=74)), "offline: exit status 74")


def impolite():
    polite = [(number * 0.6, 1, "HEAD") for number in range(8)]
    yield from unmet("a client is polite", manners(polite), None)
    yield from unmet("a client asks too fast", manners([(0, 1, "HEAD"), (0.3, 1, "HEAD")]), "within 300 ms")
    yield from unmet("a client asks too often", manners([*polite, (9, 1, "HEAD")]), "9 requests")
    yield from unmet("a client connects anew", manners([(0, 1, "HEAD"), (1, 2, "HEAD")]), "2 connections")
    yield from unmet("a client downloads", manners([(0, 1, "GET")]), "asked by GET")
    yield from unmet("a client does not ask", manners([]), "0 requests")


def careless():
    row = Row(CASE, RIGHT)
    yield from unmet("a client of NTS is careful", careful(4, 1, [], row, 1), None)
    twice = ["a cookie was sent 2 times"]
    yield from unmet("a cookie comes twice", careful(4, 1, twice, row, 1), "the server saw: a cookie")
    yield from unmet("keys are exchanged again and again", careful(4, 3, [], row, 1), "exchanged 3 times in 1 runs")
    yield from unmet("a client asks again and again", careful(9, 1, [], row, 1), "asked 9 times in 1 runs")
    yield from unmet("the record is none", careful(0, 0, [], row, 1), "by its own record")
    yield from mixed_up()


def mixed_up(times=5_000):
    """Servers that speak at once: each line of the record is whole."""
    names = ["one", "two", "three", "four"]
    speak = (
        "import sys, threading, datagrams\n"
        "sys.setswitchinterval(1e-6)\n"
        "def speak(name):\n"
        "    server = datagrams.Behaviour(name, None, None)\n"
        f"    for _ in range({times}): server.says('asked')\n"
        f"threads = [threading.Thread(target=speak, args=(name,)) for name in {names}]\n"
        "for each in threads: each.start()\n"
        "for each in threads: each.join()\n"
    )
    with tempfile.TemporaryFile("w+") as log:
        subprocess.run([sys.executable, "-B", "-c", speak], stdout=log, check=True, cwd=Path(__file__).parent)
        log.seek(0)
        record = log.read()
    counts = [datagrams.questions(record, name)[0] for name in names]
    if counts != [times] * len(names):
        yield f"of {times} lines that each of {len(names)} servers writes at once, {counts} are whole"


def elsewhere():
    """The servers are a day ahead of this machine, which is so a day behind."""
    day, case = 86_400, replace(CASE, world=86_400)
    ends = {f"{end}Nanoseconds": RIGHT["trusted"][f"{end}Nanoseconds"] + day * 10**9 for end in ("earliest", "latest")}
    there = changed(RIGHT, "trusted", {**RIGHT["trusted"], **ends})
    there["sources"][0].update(ends)
    least, most = -day * 10**9 - 900 * MS, -day * 10**9
    there["systemClock"] = {"verdict": "behind", "atLeastNanoseconds": least, "atMostNanoseconds": most}
    yield from unmet("the clock is wrong, and so it says", judge(case, run(there)).problems, None)
    for name, path, value, expected in (
        ("the clock is called right", "systemClock verdict", "agrees", "is called agrees"),
        ("the error excludes the truth", "systemClock atMostNanoseconds", most - 1, "is not in"),
        ("the machine's own time is told", "sources", RIGHT["sources"], "is honest, and"),
    ):
        yield from unmet(name, judge(case, run(changed(there, path, value))).problems, expected)
