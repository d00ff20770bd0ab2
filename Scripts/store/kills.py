"""Two writers on one store, each killed at a random moment, round after round; then readers are asked what there is."""

import random
import statistics
import tempfile
import time
from pathlib import Path

from library import labs, patience
from library.labs import say
from store.judge import QUESTIONS, WRITERS, Run, judge, read, unheard
from store.writer import Writer

ROUNDS_EACH = 20  # in one directory: then it begins anew, so that the creation is hit too
SIZE, GROWTH = 100, 900  # bytes; grown stores end at about 200 KB


def pace(binary, folder):
    """The median times to a writer's first commit, and from one to the next, seconds."""
    firsts, spans = [], []
    for _ in range(5):
        began = time.monotonic()
        with Writer(binary, Path(tempfile.mkdtemp(dir=folder)), folder / "gate") as writer:
            writer.send(f"write a 1 {SIZE} 0")
            writer.answer()
            firsts.append(time.monotonic() - began)
            for _ in range(30):
                writer.answer()
            spans.append((time.monotonic() - began - firsts[-1]) / 30)
    return statistics.median(firsts), statistics.median(spans)


class Store:
    """A directory, its known content, and a reader that keeps it open."""

    def __init__(self, binary, folder, growth):
        self.binary, self.gate, self.growth = binary, folder / "gate", growth
        self.path = Path(tempfile.mkdtemp(dir=folder)) / "data"
        self.known, self.is_new = {}, True
        self.watcher = Writer(binary, self.path, self.gate)

    def close(self):
        self.watcher.kill()

    def round(self, chance, pace, tally):
        """Lets both write, kills both; yields what is wrong."""
        # Behind all that came before.
        first = 1 + max((number for key, number in self.known.items() if key != "sum"), default=0)
        runs = {name: Run(first, SIZE, self.growth, []) for name in WRITERS}
        writers = {name: Writer(self.binary, self.path, self.gate) for name in WRITERS}
        try:
            began = time.monotonic()
            for name, writer in writers.items():
                writer.send(f"write {name} {first} {SIZE} {self.growth}")
            # Some are killed while they begin, which in a new directory is while they create; the others while they
            # write.
            if self.is_new or chance.random() < 0.3:
                moments = {name: began + pace[0] * chance.uniform(0.5, 2.5) for name in WRITERS}
            else:
                for name, writer in writers.items():
                    runs[name].said.append(writer.answer())
                moments = {name: time.monotonic() + pace[1] * chance.uniform(0, 16) for name in WRITERS}
            for name in sorted(WRITERS, key=moments.get):
                time.sleep(max(0, moments[name] - time.monotonic()))
                tally["alive"] += writers[name].strike()
            for name, writer in writers.items():
                runs[name].said += writer.last_words()
        finally:
            for writer in writers.values():
                writer.kill()
        self.is_new = False
        tally["acknowledged"] += sum(len(run.said) for run in runs.values())
        tally["idle"] += sum(not run.said for run in runs.values())
        before = self.bytes()
        with Writer(self.binary, self.path, self.gate) as reader:
            after, found = self.ask(reader, runs)
        yield from found
        yield from judge(self.known, runs, after)
        tally["unheard"] += unheard(self.known, runs, after)
        # The word is odd before anything is written: a reader that remembers sees what one that comes sees.
        seen, found = self.ask(self.watcher, runs)
        yield from (f"the reader that stayed: {problem}" for problem in found)
        if seen != after:
            yield f"the reader that stayed saw {seen}, the one that came {after}"
        if before != self.bytes():
            yield "a reader changed the file"
        tally["sizes"] |= {len(before)} if before else set()
        self.known = after

    def bytes(self):
        path = self.path / "store.store"
        return path.read_bytes() if path.exists() else None

    def ask(self, reader, runs):
        # The size of a value depends on its number alone, whichever life it was written in.
        return read([reader.ask(question) for question in QUESTIONS], runs)


def kill_rounds(binary, folder, rounds, seed):
    """Yields, for each round, its name and what is wrong; says at the end what was hit."""
    chance, spans = random.Random(seed), pace(binary, folder)
    say(f"seed {seed}, {rounds} rounds of two writers; a first commit comes after {spans[0] * 1e3:.1f} ms, others "
        f"after {spans[1] * 1e3:.2f} ms")
    tally = {"alive": 0, "acknowledged": 0, "idle": 0, "unheard": 0, "sizes": set()}
    store = None
    for number in range(rounds):
        if number % ROUNDS_EACH == 0:
            if store:
                store.close()
            store = Store(binary, folder, GROWTH if number // ROUNDS_EACH % 3 == 1 else 0)
        yield f"killed, round {number + 1} ({store.path})", labs.attempt(store.round, chance, spans, tally)
    store.close()
    say(f"{tally['alive']} of {2 * rounds} writers were killed alive, {tally['idle']} before their first commit; "
        f"{tally['acknowledged']} commits were acknowledged, and {tally['unheard']} more carried out")
    hits = tally["alive"] > 2 * rounds * patience.STORES_ALIVE and len(tally["sizes"]) > (2 if rounds >= 2 * ROUNDS_EACH else 0)
    if rounds >= patience.MANY_ROUNDS:
        hits = hits and tally["unheard"] > rounds // patience.ROUNDS_UNHEARD
    yield "kills that mean something", [] if hits else [f"too few of them fell inside commits: {tally}"]
