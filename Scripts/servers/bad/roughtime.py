"""Roughtime servers of our own, most of them misbehaving, each at a port of its own on loopback.

Runs as a program of its own: its library is in the lab's folder. Each server has the long-term keys of all operators,
and answers with the one that is asked for. It prints what each was asked, and what in the questions breaks a rule for
clients, as nts.py does.
"""

import base64
import os
from dataclasses import replace

from servers import common, roughtime
from servers.roughtime import Answer, Key, framed, message
from servers.roughtimeexamples import INVALID, VALID, changed, delegated, stranger

FIRST_PORT = 26_000
DAY, TWENTY_YEARS = 86_400, 7_305 * 86_400
DRAFT_11 = 0x8000000B

# The long-term keys, of these seeds.
SEEDS = {name: bytes([number]) * 32 for number, name in enumerate(("one", "two", "three", "four"), 1)}
PUBLIC = {
    "one": "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=", "two": "gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=",
    "three": "7UkoxijRwsbq6QM4kFmVYSlZJzpcY/k2NsFGFKyHN9E=", "four": "ypOsFwUYcHHWe4PH/w7+gQjo7EUwV113JoeTM9vavnw=",
}  # fmt: skip

UNKNOWN = "bnoc3Smwt4/ROvTFWY/v9O8qlxZuPKby5Pv8zYBQW/E="  # that no server has


class Question(common.Question):
    def __init__(self, server, packet, client, behaviour):
        super().__init__(server, packet, client, behaviour)
        self.long_term = behaviour.checked(packet)

    @property
    def right(self):
        return Answer(self.packet, self.long_term, self.behaviour.online, int(self.arrived))

    def bytes(self):
        return self.right.bytes()


def made(make):
    """Sends what is made of the right answer."""

    def behave(asked):
        answer = make(asked.right)
        asked.send(answer if isinstance(answer, bytes) else answer.bytes())

    return behave


def off(seconds):
    return made(lambda right: replace(right, midpoint=right.midpoint + seconds))


def forged(right, number):
    """Returns the answers that an attacker on the path can make: with foreign keys, bad signatures, or random bytes."""
    answer = replace(right, midpoint=right.midpoint - DAY)
    return (
        lambda: replace(answer, long_term=stranger(), online=stranger()).bytes(),
        lambda: replace(answer, outer={"SIG": os.urandom(64)}).bytes(),
        lambda: replace(answer, outer={"NONC": os.urandom(32)}).bytes(),
        lambda: framed(message({"NONC": answer.values()["NONC"]})),
        lambda: os.urandom(400),
    )[number % 5]()


def flood(asked):
    for number in range(150):
        asked.send(asked.bytes() if number == 100 else forged(asked.right, number))


def cut_messages(asked):
    """Shorter messages in frames that fit them."""
    body = asked.right.message()
    for end in range(0, len(body), 4):
        asked.send(framed(body[:end]))


def batch_of_a_thousand(right):
    return replace(right, batch=tuple(roughtime.request(os.urandom(32)) for _ in range(1000)), place=999)


def first_lost(asked):
    if len(asked.behaviour.nonces) > 1:
        asked.send(asked.bytes())


def draft_11(asked):
    """Its version stands outside of what is signed, and its answer has no type."""
    if DRAFT_11 in roughtime.numbers(roughtime.understood(asked.packet)["VER"]):
        asked.send(replace(asked.right, outer={"VER": roughtime.uint32(DRAFT_11), "TYPE": None}).bytes())


HONEST = {
    **{name: made(make) for name, make in VALID.items()}, "batch of a thousand": made(batch_of_a_thousand),
    "radius 10 s": made(changed(radius=10)), "delegated for a second": made(delegated(0, 0)),
    "slow there": common.slow(0.3, 0), "slow back": common.slow(0, 0.3), "late": common.late,
    "flood of forgeries": flood, "cut answers before the answer": common.cut_first,
    "the last answer first": common.last_one_first, "replayed": common.replayed, "the first question lost": first_lost,
}  # fmt: skip
LYING = {"a day ahead": off(DAY), "a day behind": off(-DAY)}
# In a world whose time is another one.
FAR = {"20 years ahead": off(TWENTY_YEARS), "20 years behind": off(-TWENTY_YEARS)}
# No answers to the question, or of no use. Anybody on the way can send most of them.
UNUSABLE = {
    **{name: made(make) for name, (_, make) in INVALID.items()},
    "a time too far to represent": made(changed(midpoint=2**63, delegated=(0, 2**64 - 1))),
    # (Servers may not send more bytes than were asked with.)
    "longer than the question": made(changed(outer={"ZEBR": bytes(2000)})),
    "cut short": common.cut, "cut messages": cut_messages, "mirrored": common.mirrored,
    "forgeries alone": lambda asked: [asked.send(forged(asked.right, number)) for number in range(100)],
}  # fmt: skip
# As a server answers that has lost its own source.
UNSYNCHRONIZED = {"radius of an age": made(changed(radius=2**32 - 1))}
# Nothing that a client can receive.
UNHEARD = {"from another port": common.from_another_port, "silent": common.silent}

# A server with one key, and one that is silent unless a question offers what it speaks.
ONE_KEY = {"one key": common.honest, "draft 11 alone": draft_11}

BEHAVIOURS = {**HONEST, **LYING, **FAR, **UNUSABLE, **UNSYNCHRONIZED, **UNHEARD, **ONE_KEY}
PORTS = {name: FIRST_PORT + number for number, name in enumerate(BEHAVIOURS)}


class Behaviour(common.Behaviour):
    def __init__(self, name, long_terms):
        # (Who asks another server gets no answer.)
        super().__init__(name, Question, lambda asked: asked.long_term and BEHAVIOURS[name](asked))
        self.long_terms, self.online, self.nonces = long_terms, Key(os.urandom(32)), set()
        self.only = Key(SEEDS["two"]) if name in ONE_KEY else None

    def checked(self, packet):
        """The key that a question wants, if all in it is right."""
        values = roughtime.understood(packet)
        if len(packet) - 12 < roughtime.LEAST_REQUEST:
            raise ValueError(f"a message of {len(packet) - 12} bytes")
        if any(values.get("ZZZZ", b"")):
            raise ValueError("a filling with something in it")
        if values["NONC"] in self.nonces or len(set(values["NONC"])) < 8:
            raise ValueError("a nonce that was used before, or is not random")
        self.nonces.add(values["NONC"])
        # Who asks for no key gets an answer of a server with one key, and none of a server with several.
        return self.long_terms.get(values["SRV"]) if "SRV" in values else self.only


def main():
    keys = {name: Key(seed) for name, seed in SEEDS.items()}
    for name, key in keys.items():
        if base64.b64encode(key.public).decode() != PUBLIC[name]:
            raise SystemExit(f"the public key of {name}")
    long_terms = {roughtime.server_name(key.public): key for key in keys.values()}
    for name, port in PORTS.items():
        Behaviour(name, long_terms).listen(port)
    common.serve_for_ever()


if __name__ == "__main__":
    main()
