"""The breaks that must be caught, as mutations.txt lists them: mistakes that a tired programmer could make.

    # FILE                            of Sources, without its folder and its ending; its breaks follow
    NAME (PROMISE): WHAT IS BROKEN    the promise that must show it; of several, with "or" between them, any
        «CODE => OTHER CODE»          the code in the file, and the code that replaces it, with some code around it
        test: TEST                    the test that has to catch it, if no history of the campaign gets there
        chain: EVENTS                 the rare chain of events that shows it, which guided-check has to find

The code must be in its file exactly once, so that the list fails when the code changes; spaces at the beginning of a
line don't count. Without code on the left a statement comes in, and without code on the right one is left out. "…" on
the right repeats the left. MUTANT there is the condition that this break is switched on, for changes that are more than
one expression in place of another.
"""

import re
from dataclasses import dataclass

from library.program import REPOSITORY

LIST = REPOSITORY / "Scripts/histories/mutations.txt"
BREAK = re.compile(r"(?P<name>\S+) \((?P<promise>[^)]+)\): (?P<what>.+)\n(?P<code>(?: +.*\n)+)")
FIELD = re.compile(r"^ +(test|chain): ([\s\S]+?)\n(?= +(?:test|chain): |\Z)", re.M)


@dataclass(frozen=True)
class Mutation:
    file: str  # its path
    name: str
    promise: str
    what: str
    code: str
    test: str = ""
    chain: str = ""

    @property
    def promises(self):
        """The promises, any of which may show the break."""
        return tuple(self.promise.split(" or "))

    @property
    def old(self):
        """A pattern for what stands in the file."""
        text = re.sub(r"«(.*?)\s*=>.*?»", r"\1", self.code, flags=re.S)
        return r"\n\s*".join(map(re.escape, text.split("\n")))

    @property
    def new(self):
        """The text that replaces it: the old code too, unless the condition MUTANT holds."""
        return re.sub(r"«(.*?)\s*=>\s*(.*?)»", lambda found: switched(*found.groups()), self.code, flags=re.S)


def switched(old, new):
    new = new.replace("…", old)
    if "MUTANT" in new:
        return new
    if not old:
        return f"\nif MUTANT {{ {new} }}\n"
    return f"(MUTANT ? {new} : {old})" if new else f"if !MUTANT {{ {old} }}"


def listed():
    paths = {path.stem: str(path.relative_to(REPOSITORY)) for path in REPOSITORY.glob("Sources/*/**/*.swift")}
    for section in LIST.read_text().split("# ")[1:]:
        file, breaks = section.split("\n", 1)
        for found in BREAK.finditer(breaks):
            fields = {name: " ".join(text.split()) for name, text in FIELD.findall(found["code"])}
            code = re.sub(r"\n +", "\n", FIELD.sub("", found["code"]).strip())
            yield Mutation(paths[file], found["name"], found["promise"], found["what"], code, **fields)


EVERY = list(listed())
