"""What the labs have in common: their options, what they say while they run, their self-test, and how they end."""

import argparse
import copy
import subprocess
import sys
import threading
import time
from pathlib import Path

from library import tables
from library.program import Missing, add_binary_option

START = time.monotonic()
PRINTING = threading.Lock()


def say(text):
    """Prints a line with the seconds since the start."""
    with PRINTING:
        print(f"[{time.monotonic() - START:6.1f} s] {text}", flush=True)


def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError("is at least 1")
    return int(text)


def parser(description, names=(), what="CASE", jobs=0, has_binary=True, markdown="", decisive=""):
    """Returns a parser of the options that several labs have. `decisive` says what that option plays."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    if has_binary:
        add_binary_option(made)
    if decisive:
        made.add_argument("--decisive", action="store_true", help=f"only {decisive}, for the gate")
    if names:
        made.add_argument("--only", metavar=what, action="append", choices=list(names),
                          help=f"this {what.lower()} only; may be repeated")  # fmt: skip
        made.add_argument("--list", action="store_true", help="list the cases, with what is expected of each")
    if jobs:
        made.add_argument("--jobs", metavar="N", type=positive, default=jobs, help=f"at a time (default: {jobs})")
    if markdown:
        made.add_argument("--markdown", metavar="FILE", help=f"write {markdown} for the docs")
    return made


def changed(right, path, value):
    """A right answer with one other value, for a self-test."""
    answer = copy.deepcopy(right)
    *way, last = (int(step) if step.isdigit() else step for step in path.split())
    place = answer
    for step in way:
        place = place[step]
    place[last] = value
    return answer


def test_itself(failures):
    """Ends with status 1 if the judge misses a planted mistake, or finds one where none is."""
    if unseen := list(failures):
        print("\n".join(f"WRONG self-test: {each}" for each in unseen))
        sys.exit(1)


def report(options, setting, *parts):
    """Prints tables, each a header and its lines, and sentences; writes them for the docs, too."""
    plain = [each if isinstance(each, str) else tables.plain(*each) for each in parts]
    print("\n" + "\n\n".join(plain))
    if options.markdown:
        marked = [each if isinstance(each, str) else tables.markdown(*each) for each in parts]
        Path(options.markdown).write_text("\n\n".join([setting, *marked]) + "\n")


def rows_of(rows, line, columns):
    """The lines of a table; dashes where there is no such answer as it should be, as the judge has said."""
    for row in rows:
        try:
            yield line(row)
        except (KeyError, TypeError, ValueError):
            yield [row.case.name, *["-"] * (columns - 2), "WRONG"]


def complain(rows, name):
    """Prints what is wrong; returns how many rows are."""
    for row in rows:
        for problem in row.problems:
            print(f"WRONG {name(row)}: {problem}")
    return sum(bool(row.problems) for row in rows)


def status(lab, run):
    """The exit status of a lab, whose run returns how many cases failed, and of how many."""
    try:
        failed, count = run()
    except (Missing, OSError, subprocess.CalledProcessError) as error:
        print(f"{lab}: cannot run, missing: {error}", file=sys.stderr)
        return 2
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed or not count else 0
