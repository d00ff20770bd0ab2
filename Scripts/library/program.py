"""The program under test: finds or builds it, and runs it."""

import json
import os
import subprocess
from pathlib import Path

from library import patience

REPOSITORY = Path(__file__).resolve().parent.parent.parent


class Missing(Exception):
    """An error because a script can't get something that it needs."""


def program(given, say=print, product="siderealctl"):
    """Returns the binary under test: the given binary, or that of $SIDEREALCTL, or else a release build."""
    if product == "siderealctl":
        given = given or os.environ.get("SIDEREALCTL")
    if given:
        path = Path(given).resolve()
        if not os.access(path, os.X_OK) or path.is_dir():
            raise Missing(f"an executable at {given}")
        return path
    say(f"swift build -c release --product {product}")
    build = ["swift", "build", "--package-path", str(REPOSITORY), "-c", "release"]
    result = subprocess.run([*build, "--product", product], capture_output=True, text=True)
    if result.returncode != 0:
        raise Missing(f"{product}: it does not build\n{result.stdout}{result.stderr}")
    folder = subprocess.run([*build, "--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip()
    return Path(folder) / product


def check_command(binary, state, observer):
    return [str(binary), "check", "--state", str(state), "--observer", observer, "--json"]


def answer(result):
    """Returns the output of a finished `check --json`. Raises ValueError if the check failed."""
    if result.returncode != 0:
        raise ValueError(f"exit status {result.returncode}: {result.stderr.strip()}")
    return json.loads(result.stdout)


def replayed(binary, journal):
    """Returns the output of `replay --json` for a journal, by line number. Raises ValueError if the replay failed."""
    command = [binary, "replay", journal, "--json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=patience.COMMAND)
    if result.returncode != 0:
        raise ValueError(f"replay: exit status {result.returncode}: {result.stderr.strip()}")
    return {state["line"]: state for state in map(json.loads, result.stdout.splitlines())}


def triple(boot):
    return (boot.get("verdict"), boot.get("certainty"), boot.get("evidence"))


def spoken(triple):
    return " ".join(part or "-" for part in triple)
