"""The fuzzer's programs, built, and one run of one target."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from library import patience
from library.program import REPOSITORY, Missing

PACKAGE = REPOSITORY / "Tests/Fuzzing"
SEEDS = REPOSITORY / ".build/fuzzing-seeds"  # what our own encoders make
PROGRAMS = ["FuzzCore", "FuzzLibrary", "FuzzTools"]
# The folders of Tests whose files are inputs of a target, too.
TESTS = {"history": "Histories", "journal": "Attacks", "journal-line": "Attacks", "trace": "Traces"}
# A key or a short string of JSON: a word for the fuzzer.
WORD = re.compile(r'"[A-Za-z_][A-Za-z0-9 _:./-]{3,40}"')
# Swift's own backtrace takes minutes, and may wait for a process that is gone: the sanitizer prints one.
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"}


def build(is_fast, is_core_alone):
    """Builds all targets, or those of the core; returns for each the program, and the most bytes that its inputs have."""
    programs = PROGRAMS[:1] if is_core_alone else PROGRAMS
    scratch = REPOSITORY / ".build" / ("fuzzing-fast" if is_fast else "fuzzing")
    command = ["swift", "build", "--package-path", PACKAGE, "--scratch-path", scratch, "-c", "release", "-j", "2"]
    command += ["--product", *programs] if is_core_alone else []
    chosen = {**os.environ, "SIDEREAL_FUZZ": "fast" if is_fast else ""}
    result = subprocess.run(command, capture_output=True, text=True, env=chosen)
    if result.returncode != 0:
        raise Missing(f"Tests/Fuzzing: it does not build\n{result.stdout}{result.stderr}")
    known = {}
    shutil.rmtree(SEEDS, ignore_errors=True)
    SEEDS.mkdir(parents=True)
    for program in programs:
        binary = scratch / "release" / program
        listed = subprocess.run([binary, "--list"], capture_output=True, text=True, check=True, env=ENVIRONMENT)
        known.update({name: (binary, int(longest)) for name, longest in map(str.split, listed.stdout.splitlines())})
        subprocess.run([binary, "--seeds", SEEDS], check=True, env=ENVIRONMENT)
    return known


class Run:
    """A run of a target from a copy of its corpus."""

    def __init__(self, name, known, options, work):
        self.binary, longest = known[name]
        self.name, self.work, self.keep = name, work / name, Path(options.keep).resolve() / name
        self.corpus, self.artifacts = self.work / "corpus", self.work / "found"
        self.corpus.mkdir(parents=True)
        self.artifacts.mkdir()
        of_tests = (REPOSITORY / "Tests" / TESTS[name]).glob("*.jsonl") if name in TESTS else ()
        for file in (*(PACKAGE / "Corpus" / name).glob("*"), *(SEEDS / name).glob("*"), *of_tests):
            shutil.copy(file, self.corpus)
        self.seeds = len(list(self.corpus.iterdir()))
        words = self.work / "words"
        words.write_text(self.words())
        self.command = [
            self.binary, name, f"-max_len={longest}", f"-artifact_prefix={self.artifacts}/", "-print_final_stats=1",
            f"-timeout={patience.INPUT}", f"-report_slow_units={patience.INPUT}", "-rss_limit_mb=2048", "-reload=0",
            *([] if options.fast else ["-use_value_profile=1"]),
            f"-max_total_time={options.seconds}", f"-seed={options.seed}",
            *([f"-dict={words}"] if words.stat().st_size else []), self.corpus,
        ]  # fmt: skip
        self.limit = options.seconds + patience.FUZZER

    def words(self):
        """The listed words, and those of JSON in the first inputs."""
        texts = [file.read_text(errors="replace") for file in self.corpus.iterdir()]
        found = sorted({word for text in texts for word in WORD.findall(text)})
        quoted = ['"%s"\n' % word.replace('"', '\\"') for word in found]
        listed = [PACKAGE / "Dictionaries" / f"{name}.dict" for name in ([self.name, "json"] if found else [self.name])]
        return "".join(quoted + [file.read_text() for file in listed if file.exists()])

    def go(self):
        begun = time.monotonic()
        try:
            with open(self.work / "log", "wb") as log:
                streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
                self.status = subprocess.run(
                    self.command, cwd=self.work, env=ENVIRONMENT, timeout=self.limit, **streams).returncode  # fmt: skip
        except subprocess.TimeoutExpired:
            self.status = None
        self.log = (self.work / "log").read_text(errors="replace")
        states = re.findall(r"^#(\d+)\s.*?cov: (\d+) ft: ", self.log, re.MULTILINE)
        done = re.search(r"^stat::number_of_executed_units:\s*(\d+)", self.log, re.MULTILINE)
        last, self.coverage = map(int, states[-1]) if states else (0, 0)
        self.runs = int(done[1]) if done else last
        self.found = sorted(self.artifacts.iterdir())
        # Long runs of several targets take hours: each is told when it ends.
        said = self.complaint() or "nothing found"
        seconds = f"{time.monotonic() - begun:,.0f} s"
        print(f"{self.name}: {self.runs:,} runs, {seconds}, coverage {self.coverage}, {said}", flush=True)
        return self

    def complaint(self):
        """Returns what is wrong with it, or None."""
        if self.found or self.status not in (0, None):
            reason = re.search(r"^broken property: .*|^.*Fatal error.*|^==\d+== ?ERROR: .*", self.log, re.MULTILINE)
            return reason[0] if reason else f"exit status {self.status}"
        if self.status is None:
            return "it did not end in time"
        if self.runs <= self.seeds:
            return f"it ran {self.runs} inputs: no more than its corpus"
        return None if self.coverage else "no input reached anything"

    def keep_found(self):
        """Keeps what was found; returns how to see it again."""
        if not self.found:
            return f"the log ends so:\n{self.log[-2000:]}"
        self.keep.mkdir(parents=True, exist_ok=True)
        command = f"  SWIFT_BACKTRACE=enable=no {self.binary} {self.name}"
        return "reproduce it by\n" + "\n".join(f"{command} {shutil.copy(file, self.keep)}" for file in self.found)
