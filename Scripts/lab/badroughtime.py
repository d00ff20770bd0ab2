"""Roughtime servers of our own, most of them misbehaving, each at a port of its own on loopback.

Runs as a program of its own: its library is in the lab's folder. Each server has the long-term keys of all operators,
and answers with the one that is asked for. It prints what each was asked, and what in the questions breaks a rule for
clients, as badnts does.
"""

import base64
import os
import socket
import struct
import threading
import time
from dataclasses import replace

import roughtimeserver
from roughtimeserver import DRAFT, MAGIC, Answer, Key, framed, laid_out, message, tag, uint32, uint64

FIRST_PORT = 26_000
DAY, TWENTY_YEARS = 86_400, 7_305 * 86_400

# The long-term keys, of these seeds.
SEEDS = {name: bytes([number]) * 32 for number, name in enumerate(("one", "two", "three", "four"), 1)}
PUBLIC = {
    "one": "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=", "two": "gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=",
    "three": "7UkoxijRwsbq6QM4kFmVYSlZJzpcY/k2NsFGFKyHN9E=", "four": "ypOsFwUYcHHWe4PH/w7+gQjo7EUwV113JoeTM9vavnw=",
}  # fmt: skip

UNKNOWN = "bnoc3Smwt4/ROvTFWY/v9O8qlxZuPKby5Pv8zYBQW/E="  # that no server has


class Question:
    """A question that was understood, and how it is answered."""

    def __init__(self, server, packet, client, long_term, behaviour):
        self.server, self.packet, self.client, self.behaviour = server, packet, client, behaviour
        self.right = self.answer(long_term)

    def answer(self, long_term, shift=0):
        return Answer(self.packet, long_term, self.behaviour.online, int(time.time() + shift))

    def send(self, packet):
        self.server.sendto(packet if isinstance(packet, bytes) else packet.bytes(), self.client)


def changed(**values):
    """Answers in which these are changed."""
    return lambda asked: asked.send(replace(asked.right, **values))


def without(part, name):
    return changed(**{part: {name: None}})


def off(seconds):
    return lambda asked: asked.send(replace(asked.right, midpoint=asked.right.midpoint + seconds))


def delegated(begin, end):
    """Delegations that hold from so many seconds after the midpoint until so many."""
    return lambda asked: asked.send(
        replace(asked.right, delegated=(asked.right.midpoint + begin, asked.right.midpoint + end))
    )


def packed(make):
    """Something else than an answer, made of one's message."""
    return lambda asked: asked.send(make(asked.right.message()))


def laid(order):
    """The pairs of an answer in another order, or with other offsets."""

    def behave(asked):
        pairs = sorted(asked.right.values().items(), key=lambda pair: tag(pair[0]))
        offsets = list(struct.unpack_from(f"<{len(pairs) - 1}I", asked.right.message(), 4))
        asked.send(framed(laid_out(*order(pairs, offsets))))

    return behave


def slow_there(asked):
    time.sleep(0.3)
    asked.send(asked.answer(asked.right.long_term))


def slow_back(asked):
    packet = asked.right.bytes()
    time.sleep(0.3)
    asked.send(packet)


def late(asked):
    """When the next question is already there."""
    packet = asked.right.bytes()
    threading.Timer(1.2, lambda: asked.send(packet)).start()


def forged(asked, number):
    """What a stranger can make who sees the question: another's keys, signatures of nothing, and refuse."""
    answer = replace(asked.right, midpoint=asked.right.midpoint - DAY)
    kind = number % 5
    if kind == 0:
        return replace(answer, long_term=STRANGER, online=STRANGER)
    if kind == 1:
        return replace(answer, outer={"SIG": os.urandom(64)})
    if kind == 2:
        return replace(answer, outer={"NONC": os.urandom(32)})
    if kind == 3:
        return framed(message({"NONC": answer.values()["NONC"]}))
    return os.urandom(400)


def flood(asked):
    for number in range(150):
        asked.send(asked.right if number == 100 else forged(asked, number))


def cut(asked, step=1):
    packet = asked.right.bytes()
    for end in range(0, len(packet), step):
        asked.send(packet[:end])


def cut_first(asked):
    # (No more than a socket holds.)
    cut(asked, 13)
    asked.send(asked.right)


def cut_messages(asked):
    """Shorter messages in frames that fit them."""
    body = asked.right.message()
    for end in range(0, len(body), 4):
        asked.send(framed(body[:end]))


def last_one_first(asked):
    """The answer to the question before, and then this one's."""
    if asked.behaviour.last:
        asked.send(asked.behaviour.last)
    asked.behaviour.last = asked.right.bytes()
    asked.send(asked.behaviour.last)


def replayed(asked):
    """The first question is answered, and all others with the same."""
    if asked.behaviour.last is None:
        asked.behaviour.last = asked.right.bytes()
    asked.send(asked.behaviour.last)


def replayed_renamed(asked):
    """An answer to another question, to which this one's nonce is put."""
    other = roughtimeserver.request(os.urandom(32), public_key=asked.right.long_term.public)
    answer = replace(asked.right, packet=other, midpoint=asked.right.midpoint - DAY)
    asked.send(replace(answer, outer={"NONC": asked.right.values()["NONC"]}))


def from_another_port(asked):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as another:
        another.sendto(asked.right.bytes(), asked.client)


def batch(count=5, place=4, **values):
    """One of several questions."""

    def behave(asked):
        others = tuple(roughtimeserver.request(os.urandom(32)) for _ in range(count))
        asked.send(replace(asked.right, batch=others, place=place, **values))

    return behave


def bad_path(change):
    def behave(asked):
        others = tuple(roughtimeserver.request(os.urandom(32)) for _ in range(5))
        answer = replace(asked.right, batch=others, place=4)
        asked.send(replace(answer, outer=change(answer.values()["PATH"])))

    return behave


GREASE = {"ZEBR": bytes(8), "AAAA": b""}

HONEST = {
    "honest": changed(), "batch": batch(), "batch of a thousand": batch(1000, 999),
    "version of the drafts": changed(version=DRAFT, versions=(DRAFT,)),
    "spelled as in the drafts": changed(spelling=DRAFT),
    "unknown tags": changed(outer=GREASE, signed=GREASE, certificate=GREASE, delegation=GREASE),
    "radius 1 s": changed(radius=1), "radius 10 s": changed(radius=10), "delegated for a second": delegated(0, 0),
    "slow there": slow_there, "slow back": slow_back, "late": late, "flood of forgeries": flood,
    "cut answers before the answer": cut_first, "the last answer first": last_one_first, "replayed": replayed,
}  # fmt: skip
LYING = {"a day ahead": off(DAY), "a day behind": off(-DAY)}
# In a world whose time is another one.
FAR = {"20 years ahead": off(TWENTY_YEARS), "20 years behind": off(-TWENTY_YEARS)}
# Signed by the server, and of no use.
UNUSABLE = {
    "radius 0": changed(radius=0), "radius of an age": changed(radius=2**32 - 1),
    "a time too far to represent": changed(midpoint=2**63, delegated=(0, 2**64 - 1)),
    "delegation over": delegated(-DAY, -1), "delegation not begun": delegated(1, DAY),
    "version unknown": changed(version=0x80000099, versions=(0x80000099,)),
    "version not in its list": changed(versions=(DRAFT,)), "no versions": changed(signed={"VERS": b""}),
    "no version": without("signed", "VER"), "no list of versions": without("signed", "VERS"),
    "no time": without("signed", "MIDP"), "no radius": without("signed", "RADI"), "no root": without("signed", "ROOT"),
    "time of four bytes": changed(signed={"MIDP": bytes(4)}),
}  # fmt: skip
# Anybody on the way can send these.
UNPROVEN = {
    "another long-term key": lambda asked: asked.send(replace(asked.right, long_term=STRANGER)),
    "delegated by another": lambda asked: asked.send(replace(asked.right, delegator=STRANGER)),
    "signed by another": lambda asked: asked.send(replace(asked.right, signer=STRANGER)),
    "signed by the long-term key": lambda asked: asked.send(replace(asked.right, signer=asked.right.long_term)),
    "another nonce": changed(outer={"NONC": bytes(32)}), "another one's answer": replayed_renamed,
    "another root": changed(signed={"ROOT": bytes(32)}),
    "another path": bad_path(lambda path: {"PATH": path[:-1] + bytes([path[-1] ^ 1])}),
    "no path": bad_path(lambda _: {"PATH": b""}), "another place": bad_path(lambda _: {"INDX": uint32(5)}),
    "place beyond the path": changed(outer={"INDX": uint32(1)}),
    "path too long": bad_path(lambda path: {"PATH": path + bytes(32 * 30)}),
    "path of half a hash": bad_path(lambda path: {"PATH": path[:80]}),
    "another type": changed(kind=0), "no type": without("outer", "TYPE"), "no nonce": without("outer", "NONC"),
    "no signature": without("outer", "SIG"), "no certificate": without("outer", "CERT"),
    "no signature of the delegation": without("certificate", "SIG"), "no key": without("delegation", "PUBK"),
    "order of tags": laid(lambda pairs, _: ([pairs[1], pairs[0], *pairs[2:]],)),
    "a tag twice": laid(lambda pairs, _: ([pairs[0], *pairs],)),
    "odd offsets": laid(lambda pairs, offsets: (pairs, [offsets[0] + 2, *offsets[1:]])),
    "falling offsets": laid(lambda pairs, offsets: (pairs, [offsets[1], offsets[0], *offsets[2:]])),
    "offsets beyond the end": laid(lambda pairs, offsets: (pairs, [*offsets[:-1], 2**32 - 4])),
    "no tags": packed(lambda _: framed(uint32(0))),
    "tags without end": packed(lambda body: framed(uint32(2**32 - 1) + body[4:])),
    "another frame": packed(lambda body: b"ROUGHTIN" + framed(body)[8:]), "no frame": packed(lambda body: body),
    "length too short": packed(lambda body: MAGIC + uint32(len(body) - 4) + body),
    "length too long": packed(lambda body: MAGIC + uint32(len(body) + 4) + body),
    "bytes behind": packed(lambda body: framed(body) + bytes(4)),
    # (Servers may not send more bytes than were asked with.)
    "longer than the question": changed(outer={"ZEBR": bytes(2000)}),
    "cut short": cut, "cut messages": cut_messages, "mirrored": lambda asked: asked.send(asked.packet),
    "forgeries alone": lambda asked: [asked.send(forged(asked, number)) for number in range(100)],
}  # fmt: skip
# Nothing that a client can receive.
UNHEARD = {"from another port": from_another_port, "silent": lambda asked: None}

BEHAVIOURS = {**HONEST, **LYING, **FAR, **UNUSABLE, **UNPROVEN, **UNHEARD}
PORTS = {name: FIRST_PORT + number for number, name in enumerate(BEHAVIOURS)}


class Behaviour:
    def __init__(self, name, long_terms):
        self.name, self.long_terms, self.last = name, long_terms, None
        self.online = Key(os.urandom(32))
        self.nonces = set()

    def start(self):
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", PORTS[self.name]))
        threading.Thread(target=self.serve, args=(server,), daemon=True).start()

    def serve(self, server):
        while True:
            packet, client = server.recvfrom(65_536)
            self.says("asked")
            try:
                # (Who asks another server gets no answer.)
                if long_term := self.checked(packet):
                    BEHAVIOURS[self.name](Question(server, packet, client, long_term, self))
            except Exception as error:  # a question that a server would not answer
                self.says(f"WRONG {type(error).__name__} {error}")

    def checked(self, packet):
        """The key that a question wants, if all in it is right."""
        values = roughtimeserver.understood(packet)
        if len(packet) - 12 < roughtimeserver.LEAST_REQUEST:
            raise ValueError(f"a message of {len(packet) - 12} bytes")
        if any(values.get("ZZZZ", b"")):
            raise ValueError("a filling with something in it")
        if values["NONC"] in self.nonces or len(set(values["NONC"])) < 8:
            raise ValueError("a nonce that was used before, or is not random")
        self.nonces.add(values["NONC"])
        return self.long_terms.get(values["SRV"])

    def says(self, text):
        print(f"{self.name}: {text}", flush=True)


def main():
    global STRANGER
    STRANGER = Key(os.urandom(32))
    keys = {name: Key(seed) for name, seed in SEEDS.items()}
    for name, key in keys.items():
        if base64.b64encode(key.public).decode() != PUBLIC[name]:
            raise SystemExit(f"the public key of {name}")
    long_terms = {roughtimeserver.server_name(key.public): key for key in keys.values()}
    for name in BEHAVIOURS:
        Behaviour(name, long_terms).start()
    print("ready", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
