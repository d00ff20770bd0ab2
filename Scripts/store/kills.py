"""Two writers on one store, each killed at a random moment, round after round; then readers are asked what there is."""

import random
import statistics
import tempfile
import time
from pathlib import Path

from store.judge import QUESTIONS, WRITERS, Run, State, judge, read, unheard
from store.writer import Writer, place

ROUNDS_EACH = 20  # in one directory: then it begins anew, so that the creation is hit too
SIZE, GROWTH = 100, 900  # bytes; grown stores end at about 200 KB


class Pace:
    """How long a writer takes to its first commit, and from one to the next, seconds."""

    def __init__(self, binary, folder):
        firsts, spans = [], []
        for _ in range(5):
            directory = Path(tempfile.mkdtemp(dir=folder))
            began = time.monotonic()
            with Writer(binary, directory, folder / "gate") as writer:
                writer.send(f"write a 1 {SIZE} 0")
                writer.answer()
                firsts.append(time.monotonic() - began)
                began = time.monotonic()
                for _ in range(30):
                    writer.answer()
                spans.append((time.monotonic() - began) / 30)
        self.first, self.span = statistics.median(firsts), statistics.median(spans)

    def __str__(self):
        first, span = f"{self.first * 1e3:.1f} ms", f"{self.span * 1e3:.2f} ms"
        return f"a writer's first commit comes after {first}, each other one after {span}"


class Store:
    """One directory, what is known to be in it, and a reader that has it open all the time."""

    def __init__(self, binary, folder, growth):
        self.binary, self.gate, self.growth = binary, folder / "gate", growth
        self.path = Path(tempfile.mkdtemp(dir=folder)) / "data"
        self.known, self.is_new = State(), True
        self.watcher = Writer(binary, self.path, self.gate)
        self.sizes = set()

    def close(self):
        self.watcher.kill()

    def next_number(self):
        """Where the next lives begin: behind all that came before."""
        numbers = [number or 0 for state in (self.known.numbers, self.known.lefts) for number in state.values()]
        return max(numbers) + 1

    def round(self, chance, pace, tally):
        """Lets both write, kills both; returns what is wrong."""
        first = self.next_number()
        runs = {name: Run(first, SIZE, self.growth, []) for name in WRITERS}
        writers = {name: Writer(self.binary, self.path, self.gate) for name in WRITERS}
        try:
            began = time.monotonic()
            for name, writer in writers.items():
                writer.send(f"write {name} {first} {SIZE} {self.growth}")
            # Some are killed while they begin, which in a new directory is while they create; the others while they
            # write.
            if self.is_new or chance.random() < 0.3:
                moments = {name: began + pace.first * chance.uniform(0.5, 2.5) for name in WRITERS}
            else:
                for name, writer in writers.items():
                    runs[name].said.append(writer.answer())
                moments = {name: time.monotonic() + pace.span * chance.uniform(0, 16) for name in WRITERS}
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
        return self.check(runs, tally)

    def check(self, runs, tally):
        before = self.bytes()
        with Writer(self.binary, self.path, self.gate) as reader:
            after, found = self.ask(reader, runs)
        found += judge(self.known, runs, after)
        tally["unheard"] += unheard(self.known, runs, after)
        # The word is odd before anything is written: a reader that remembers sees what one that comes sees.
        seen, wrong = self.ask(self.watcher, runs)
        found += [f"the reader that stayed: {problem}" for problem in wrong]
        if seen != after:
            found.append(f"the reader that stayed saw {seen}, the one that came {after}")
        if before != self.bytes():
            found.append("a reader changed the file")
        if (self.path / "store.store").exists():
            self.sizes.add((self.path / "store.store").stat().st_size)
        self.known = after
        return found

    def bytes(self):
        path = self.path / "store.store"
        return path.read_bytes() if path.exists() else None

    def ask(self, reader, runs):
        # The size of a value depends on its number alone, whichever life it was written in.
        return read([reader.ask(question) for question in QUESTIONS], runs, place(self.path))


def kill_rounds(binary, folder, rounds, seed, say):
    """Yields, for each round, its name and what is wrong; says at the end what was hit."""
    chance, pace = random.Random(seed), Pace(binary, folder)
    say(f"seed {seed}, {rounds} rounds of two writers; {pace}")
    tally = dict.fromkeys(("alive", "acknowledged", "idle", "unheard"), 0)
    store, sizes = None, set()
    for number in range(rounds):
        if number % ROUNDS_EACH == 0:
            if store:
                store.close()
            store = Store(binary, folder, GROWTH if number // ROUNDS_EACH % 3 == 1 else 0)
        try:
            found = store.round(chance, pace, tally)
        except (OSError, EOFError, ValueError, KeyError) as error:
            found = [f"{type(error).__name__}: {error}"]
        sizes |= store.sizes
        yield f"killed, round {number + 1} ({store.path})", found
    store.close()
    alive, unheard = tally["alive"], tally["unheard"]
    say(f"{alive} of {2 * rounds} writers were killed alive, {tally['idle']} of them before their first commit")
    say(f"{tally['acknowledged']} commits were acknowledged; {unheard} more were found, whose writers were killed "
        "before they could say so")
    say(f"files of {', '.join(f'{size >> 10}' for size in sorted(sizes))} KB")
    hits = alive > 1.8 * rounds and unheard > rounds // 50 and (len(sizes) > 2 or rounds <= ROUNDS_EACH)
    yield "kills that mean something", [] if hits else ["too few of them fell inside commits"]
