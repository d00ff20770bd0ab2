"""Answers that the judge must find wrong, each made from a right one by one change; and the right ones."""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

from library import patience
from kernels.guest import Probe
from library.labs import changed
from kernels.trust.guest import Asked
from kernels.trust.judge import SECOND, Row, answered, decides, watched
from kernels.trust.servers import ASKED, ASKED_YOUNG, NTP, WEB, YOUNG
from kernels.reboots.stories import OPEN_BOOT_TIME, OPEN_CLOCK_STEP
from kernels.trust.stories import DAY, FEWER, FIRST, HOUR, KNOWN_SAME, TOO_EARLY, Case, Watch

TRUE = 1_800_000_000 * SECOND
WALL = TRUE + DAY * SECOND
MS = SECOND // 1000
CASE = Case("self-test", "known", "bounded", "ahead", KNOWN_SAME, "", asked=ASKED, off=DAY)
BLOCKED = Case("self-test", "young", "unknown", "unknown", FIRST, "", asked=ASKED_YOUNG, off=DAY)
# Asked 5 s before; the guest's clock asked for 500 ms after, within 20 ms.
KNOWN = Asked("self-test", TRUE - 5 * SECOND, TRUE + SECOND, Probe(TRUE + 490 * MS, TRUE + 510 * MS, WALL + 500 * MS))


def source(address, outcome="used", reason=None, message=None):
    return {"source": address, "outcome": outcome, "reason": reason, "message": message}


RIGHT = {
    "boot": {"verdict": "sameBoot", "certainty": "proven", "evidence": "bootIdentity", "settled": False},
    "systemClock": {
        "verdict": "ahead", "atLeastNanoseconds": DAY * SECOND - 900 * MS, "atMostNanoseconds": DAY * SECOND + 100 * MS,
        "authenticated": True,
    },
    "trusted": {
        "kind": "bounded", "earliestNanoseconds": TRUE - 100 * MS, "latestNanoseconds": TRUE + 900 * MS,
        "authenticated": True,
    },
    "reading": {"wallNanoseconds": WALL, "elapsedNanoseconds": 90 * SECOND, "bootIdentity": "present"},
    "sources": [source(f"https://{WEB}"), source(f"ntp://{NTP}")],
}  # fmt: skip
UNREACHED = {
    **RIGHT, "boot": {"verdict": "first", "certainty": None, "evidence": "noEvidence", "settled": False},
    "systemClock": {
        "verdict": "unknown", "atLeastNanoseconds": None, "atMostNanoseconds": None, "authenticated": False,
    },
    "trusted": {"kind": "unknown", "earliestNanoseconds": None, "latestNanoseconds": None, "authenticated": False},
    "sources": [source(YOUNG, "untrusted", "tls", "the clock may be wrong")],
}

# what must be found, where in the answer, and what stands there instead
WRONG = [
    ("a false bound", "trusted earliestNanoseconds", TRUE + 20 * MS),
    ("a false bound", "trusted latestNanoseconds", TRUE - 20 * MS),
    ("of no use", "trusted earliestNanoseconds", TRUE - 3 * SECOND),
    ("is atLeast, not bounded", "trusted kind", "atLeast"),
    ("with the ends", "trusted latestNanoseconds", None),
    ("time is not authenticated", "trusted authenticated", False),
    ("is called agrees", "systemClock verdict", "agrees"),
    ("ahead, and not authenticated", "systemClock authenticated", False),
    ("and said to be", "systemClock atLeastNanoseconds", DAY * SECOND + 20 * MS),
    ("and said to be", "systemClock atMostNanoseconds", DAY * SECOND - 20 * MS),
    ("the boot is rebooted", "boot verdict", "rebooted"),
    ("the boot is sameBoot probable", "boot certainty", "probable"),
    ("settled is True", "boot settled", True),
    ("boot identity absent", "reading bootIdentity", "absent"),
    ("the story is wrong: read", "reading wallNanoseconds", WALL - 6 * SECOND),
    ("is rejected", "sources 1 outcome", "rejected"),
    ("1 sources", "sources", RIGHT["sources"][:1]),
]
WRONGLY_UNREACHED = [
    ("no hint", "sources 0 message", "it does not work"),
    ("is untrusted: refused", "sources 0 reason", "refused"),
    ("is used", "sources 0", source(YOUNG)),
]

WATCH = Watch("self-test", "known", steps=((HOUR, "awayFromTruth"),), slept=6)
NOTED = "10.00 11.00\n"
EVENTS = [
    {"event": "begun", "trusted": {"kind": "bounded"}},
    {
        "event": "systemClockStepped", "stepNanoseconds": HOUR * SECOND, "direction": "awayFromTruth",
        "elapsedNanoseconds": 11 * SECOND,
    },
    {"event": "slept", "nanoseconds": 6 * SECOND},
]
UNSEEN = [
    ("it began with", "0 trusted kind", "unknown"),
    ("the clock's steps are", "1 event", "tightened"),
    ("the clock's steps are", "1 stepNanoseconds", -HOUR * SECOND),
    ("the clock's steps are", "1 stepNanoseconds", (HOUR - 2) * SECOND),
    ("the clock's steps are", "1 stepNanoseconds", HOUR * SECOND + SECOND // 10),
    ("the clock's steps are", "1 direction", "towardTruth"),
    ("was told at", "1 elapsedNanoseconds", (12 + patience.AT_ONCE) * SECOND),
    ("was told at", "1 elapsedNanoseconds", 9 * SECOND),
    ("sleeps of", "2 event", "tightened"),
    ("sleeps of", "2 nanoseconds", 390),
]

# The guest's clocks tell what they prove: the verdict, the one of a slow machine, the uptime before, what was said,
# what is found (the guest is up for 90 s now).
SLOW = [
    (TOO_EARLY, OPEN_BOOT_TIME, 59, TOO_EARLY, ""),
    (TOO_EARLY, OPEN_BOOT_TIME, 61, OPEN_BOOT_TIME, ""),
    (TOO_EARLY, OPEN_BOOT_TIME, 61, TOO_EARLY, "not indeterminate - bootTime"),
    (TOO_EARLY, OPEN_BOOT_TIME, 59, OPEN_BOOT_TIME, "not indeterminate - tooEarly"),
    (FEWER, OPEN_CLOCK_STEP, 95, FEWER, ""),
    (FEWER, OPEN_CLOCK_STEP, 85, OPEN_CLOCK_STEP, ""),
    (FEWER, OPEN_CLOCK_STEP, 85, FEWER, "not indeterminate - clockStep"),
    (FEWER, OPEN_CLOCK_STEP, 55, TOO_EARLY, ""),
    (FEWER, OPEN_CLOCK_STEP, 55, OPEN_CLOCK_STEP, "not indeterminate - tooEarly"),
]


def slow(folder, boot, late, uptime, said):
    verdict, certainty, evidence = said
    answer = changed(
        RIGHT, "boot", {"verdict": verdict, "certainty": certainty, "evidence": evidence, "settled": False},
    )
    return found_in_answer(folder, replace(CASE, boot=boot, late=late), answer, uptime=uptime)


def found_in_answer(folder, case, answer, status=None, uptime=None):
    status = (69 if case.blocked else 0) if status is None else status
    (folder / "self-test.truth").write_text(f"{status} identity 0.0 0.0 0.0 0")
    (folder / "self-test.json").write_text(json.dumps(answer))
    (folder / "self-test.err").write_text("")
    before = None if uptime is None else {"elapsedNanoseconds": uptime * SECOND, "wallNanoseconds": WALL}
    return list(answered(Row(case, before=before), KNOWN, folder))


def found_in_watch(folder, events, status=0):
    (folder / "self-test.status").write_text(f"{status}\n")
    (folder / "self-test.err").write_text("")
    (folder / "self-test.noted").write_text(NOTED)
    (folder / "self-test.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    return watched(WATCH, folder).problems


def failures():
    """What the judge does not see, or sees where nothing is."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # The guest's clock is ahead, where a matched one is behind; and a boot time that moved matches nothing.
        matched, late = replace(CASE, matched=True), replace(CASE, off=DAY + 5)
        # Authenticated bounds from 1.2 to 2.4 s of error leave open whether that is more than 2.
        ends = {"earliestNanoseconds": TRUE - 2_400 * MS, "latestNanoseconds": TRUE - 1_200 * MS}
        # What must be found, in what, and what is found.
        tries = [
            ("", "right", found_in_answer(folder, CASE, RIGHT)),
            ("", "right", found_in_answer(folder, BLOCKED, UNREACHED)),
            ("", "right watch", found_in_watch(folder, EVENTS)),
            ("boot time moved by +0.000 s", "matched", found_in_answer(folder, matched, RIGHT, uptime=90)),
            ("boot time moved by +10.000 s", "moved", found_in_answer(folder, matched, RIGHT, uptime=100)),
            ("the story is wrong: the clock", "off", found_in_answer(folder, late, RIGHT)),
            ("", "open", ["decides"] if decides(ends, TRUE) else []),
            ("decides", "decided", ["decides"] if decides(ends, TRUE - 600 * MS) else []),
            ("exit status 1", "status", found_in_answer(folder, CASE, RIGHT, status=1)),
            ("exit status 74", "watch's status", found_in_watch(folder, EVENTS, status=74)),
            ("the clock's steps", "step too many", found_in_watch(folder, [*EVENTS, EVENTS[1]])),
            ("sleeps of", "sleep too many", found_in_watch(folder, [*EVENTS, EVENTS[2]])),
        ]
        tries += [(text, f"up for {row[2]} s", slow(folder, *row)) for *row, text in SLOW]
        for case, right, rows in ((CASE, RIGHT, WRONG), (BLOCKED, UNREACHED, WRONGLY_UNREACHED)):
            tries += [(text, path, found_in_answer(folder, case, changed(right, path, to))) for text, path, to in rows]
        tries += [(text, path, found_in_watch(folder, changed(EVENTS, path, value))) for text, path, value in UNSEEN]
    for text, path, found in tries:
        if not text and found or text and not any(text in problem for problem in found):
            yield f"{path}: {found or 'nothing found'}{f', not {text}' if text else ''}"
