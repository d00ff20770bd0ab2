"""A copy of the code with all breaks in it, each behind its number."""

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

from histories.mutations import EVERY
from library.program import REPOSITORY, Missing

COPY = REPOSITORY / ".build" / "mutation-check"
SWITCH = "Sources/SiderealBase/Mutation.swift"
COMMAND = "Tools/SiderealCommand/Siderealctl.swift"
CASE = '        case "simulate":'
# A copy of its own, in which the core counts how often each of its branches runs.
COUNTED_COPY = REPOSITORY / ".build" / "guided-check"
CORE_SETTINGS = 'name: "SiderealCore", dependencies: ["SiderealBase"], swiftSettings: features + [.strictMemorySafety()]'
COUNTERS = '"-sanitize=fuzzer", "-sanitize-coverage=edge,inline-8bit-counters"'
COUNTED_SETTINGS = f"{CORE_SETTINGS} + [.unsafeFlags([{COUNTERS}])]"

# Of the campaign for each break: so many histories at most, of this seed; one in so many has a store.
HISTORIES, SEED, STORE_EVERY = 50_000, 1, 10
CHOICE = "SIDEREAL_MUTATION"
SWITCHED = f"""#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The break that is switched on; tests are told by the environment.
package nonisolated(unsafe) var mutation = unsafe getenv("{CHOICE}").flatMap {{ unsafe Int(String(cString: $0)) }} ?? 0
"""


def broken(path, text, breaks):
    """The text of a file with its breaks put in: each replaces the one place where its snippet is."""
    places = []
    for number, mutation in breaks:
        found = list(re.finditer(mutation.old, text))
        if len(found) != 1:
            snippet = f"the one snippet of '{mutation.name}' in {path}, where there are {len(found)}"
            raise Missing(f"{snippet}: {mutation.code}")
        places.append((*found[0].span(), mutation.name, mutation.new.replace("MUTANT", f"(mutation == {number})")))
    places.sort()
    for (_, end, first, _), (start, _, second, _) in zip(places, places[1:]):
        if start < end:
            raise Missing(f"snippets of '{first}' and '{second}' in {path} that do not overlap")
    for start, end, _, new in reversed(places):
        text = text[:start] + new + text[end:]
    if not path.startswith("Sources/SiderealBase/") and "import SiderealBase\n" not in text:
        text = "internal import SiderealBase\n" + text
    return text


def broken_files():
    """Each file that has breaks, as path and text with the breaks put in."""
    by_file = defaultdict(list)
    for number, mutation in enumerate(EVERY, 1):
        by_file[mutation.file].append((number, mutation))
    return {path: broken(path, (REPOSITORY / path).read_text(), breaks) for path, breaks in by_file.items()}


def write_copy(counted=False):
    """Copies what git knows, with the breaks. Files that stay the same are not touched, so that little is built anew.
    With `counted`, the core of the copy counts its branches."""
    copy, own = COUNTED_COPY if counted else COPY, REPOSITORY / "Scripts/histories"
    words = ["git", "ls-files", "-coz", "--exclude-standard", "Package.swift", "Sources", "Tools", "Tests"]
    listed = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.split("\0")
    wanted = {path: (REPOSITORY / path).read_bytes() for path in listed if path and (REPOSITORY / path).is_file()}
    changed = {**broken_files(), SWITCH: SWITCHED}

    def replace(path, old, new):
        text = wanted[path].decode()
        if text.count(old) != 1:
            raise Missing(f"the one line in {path} that says {old.strip()}")
        changed[path] = text.replace(old, new)

    runs = ["GuidedRun", "BranchCounters"] if counted else ["MutationRun"]
    for name in runs:
        changed[f"Tools/SiderealCommand/{name}.swift"] = (own / f"{name}.swift").read_text()
    subcommand = runs[0].removesuffix("Run").lower()
    replace(COMMAND, CASE, f'        case "{subcommand}": {runs[0]}.run(rest)\n{CASE}')
    if counted:
        replace("Package.swift", CORE_SETTINGS, COUNTED_SETTINGS)
    wanted |= {path: text.encode() for path, text in changed.items()}
    for path, content in wanted.items():
        target = copy / path
        if not target.exists() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    for folder in ("Sources", "Tools", "Tests"):
        for found in (copy / folder).rglob("*"):
            if found.is_file() and str(found.relative_to(copy)) not in wanted:
                found.unlink()


def build_part(words, what):
    # The breaks are warned of.
    environment = {name: value for name, value in os.environ.items() if name != "SIDEREAL_WARNINGS"}
    result = subprocess.run(words, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise Missing(f"{what} with the breaks: it does not build\n{result.stdout[-4000:]}{result.stderr[-4000:]}")


def build_tests():
    build_part(["swift", "build", "--package-path", str(COPY), "--build-tests"], "the tests")


def campaign(binary, number, promises):
    """The first finding of the campaign: promise, place of the history, text; None if it found nothing."""
    words = ["mutation", number, ",".join(promises), HISTORIES, SEED, STORE_EVERY]
    result = subprocess.run([binary, *map(str, words)], capture_output=True, text=True)
    if result.returncode != 0:
        return "crash", "", f"exit status {result.returncode}: {result.stderr.strip()[-300:]}"
    if not result.stdout:
        return None
    promise, index, text = result.stdout.strip().split("\t", 2)
    return promise, f"{int(index) + 1:,}", text


def run_test(name, number):
    """The first issue of a test with a break switched on; None if it passes."""
    words = ["swift", "test", "--package-path", str(COPY), "--skip-build", "--filter", name]
    result = subprocess.run(words, env={**os.environ, CHOICE: str(number)}, capture_output=True, text=True)
    lines = result.stdout.splitlines()
    if not any("Test run with" in line and " 0 tests" not in line for line in lines):
        raise Missing(f"a test {name}: {result.stdout[-300:]}{result.stderr[-300:]}")
    issues = [line.strip() for line in lines if " recorded an issue" in line]
    return None if result.returncode == 0 else (issues or ["no issue"])[0]


def build(counted=False):
    """The command of the copy, built for release."""
    words = ["swift", "build", "--package-path", str(COUNTED_COPY if counted else COPY), "-c", "release"]
    build_part([*words, "--product", "siderealctl"], "siderealctl")
    folder = subprocess.run([*words, "--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip()
    return str(Path(folder) / "siderealctl")
