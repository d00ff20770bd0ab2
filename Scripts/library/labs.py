"""The common parts of labs and checks: their options, progress, results and exit status."""

import argparse
import socket
import subprocess
import sys
import threading
import time

from library.program import Missing

START = time.monotonic()
PRINTING = threading.Lock()


def say(text):
    """Prints a line with the seconds since the start."""
    with PRINTING:
        print(f"[{time.monotonic() - START:6.1f} s] {text}", flush=True)


def free_port():
    """Returns a port of loopback that nobody uses."""
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def positive(text):
    if int(text) < 1:
        raise argparse.ArgumentTypeError("is at least 1")
    return int(text)


def parser(description, names=(), what="CASE", jobs=0, has_binary=True, decisive="", rounds=0):
    """Returns a parser of the labs' common options. `decisive` describes the cases of that option. `rounds` is the
    default number of random rounds."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    if has_binary:
        made.add_argument("--binary", metavar="PATH", help="the program under test (default: a release build)")
    if decisive:
        made.add_argument("--decisive", action="store_true", help=f"only {decisive}, for the gate")
    if rounds:
        made.add_argument("--rounds", type=positive, metavar="N", help=f"of random moments (default: {rounds})")
        made.add_argument("--seed", type=int, default=1, metavar="N", help="of the random moments (default: 1)")
    if names:
        made.add_argument("--only", metavar=what, action="append", choices=list(names),
                          help=f"this {what.lower()} only; may be repeated")  # fmt: skip
    if jobs:
        made.add_argument("--jobs", metavar="N", type=positive, default=jobs, help=f"at a time (default: {jobs})")
    return made


def show(header, body):
    """Prints a table."""
    widths = [max(len(line[i]) for line in [header, *body]) for i in range(len(header))]
    print()
    for line in [header, ["-" * width for width in widths], *body]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    print()


def rows_of(rows, line, columns):
    """Returns the lines of a table. A dash stands for an answer that the judge found wrong or missing."""
    for row in rows:
        try:
            yield line(row)
        except (KeyError, TypeError, ValueError):
            yield [row.case.name, *["-"] * (columns - 2), "WRONG"]


ODD = (ValueError, KeyError, TypeError, IndexError, AttributeError, OSError, EOFError, subprocess.SubprocessError)


def attempt(check, *arguments):
    """Returns the problems that a check finds. An unreadable answer is a problem, too."""
    found = []
    try:
        for problem in check(*arguments):
            found.append(problem)
    except ODD as error:
        found.append(f"{type(error).__name__}: {error}")
    return found


def count(results):
    """Prints the problems of cases. A case is a name and a list. Returns the numbers of failed and of all cases."""
    failed = total = 0
    for name, problems in results:
        total += 1
        failed += bool(problems)
        for problem in problems:
            print(f"WRONG {name}: {problem}", flush=True)
    return failed, total


def status(lab, run):
    """Returns the exit status of a lab. Its run returns the numbers of failed cases and of all cases."""
    try:
        failed, count = run()
    except (Missing, OSError, subprocess.CalledProcessError) as error:
        print(f"{lab}: cannot run, missing: {error}", file=sys.stderr)
        return 2
    print(f"{count - failed} passed, {failed} failed")
    return 1 if failed or not count else 0
