"""Answers of a Roughtime server, right and wrong, and the file of them that the tests read: always the same bytes.

`cd Scripts && python3 -m servers.roughtimeexamples ../Tests/Vectors/roughtime.txt` needs the package `cryptography`.
bad/roughtime.py has servers that answer so. All are made from the RFC's text, apart from the program.
"""

import struct
import sys
from dataclasses import replace
from pathlib import Path

from servers.roughtime import DRAFT, MAGIC, VERSION, Answer, Key, framed, hashed, laid_out, request, tag, uint32

MIDPOINT = 1_900_000_000
FOR_EVER = 2**64 - 1

HEAD = """\
# Written by Scripts/servers/roughtimeexamples.py, one line a case; requests have names. The result is what becomes of the
# answer: "valid", or why not.
# request name packet
# result name publicKey request midpoint radius response
"""


def changed(**values):
    """A right answer in which these are changed."""
    return lambda right: replace(right, **values)


def without(part, *tags):
    """Each with one value less, by its name."""
    words = "" if part == "outer" else f" in the {part}"
    return {f"no {name}{words}": ("missing", changed(**{part: {name: None}})) for name in tags}


def odd(part, name, value):
    """A value that has not the size that it must have."""
    return {f"{name} of {len(value)} bytes": ("badSize", changed(**{part: {name: value}}))}


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def bit_of(name):
    return lambda right: replace(right, outer={name: flipped(right.values()[name], 60)})


def one_of_six(right, place=4):
    return replace(right, batch=tuple(request(bytes([100 + number]) * 32) for number in range(5)), place=place)


def in_batch(change):
    """An answer to one of six questions, whose path changes."""
    return lambda right: replace(one_of_six(right), outer=change(one_of_six(right).values()["PATH"]))


def deep(height, index=0):
    """In so high a tree that only the path of this one leaf can be made."""

    def make(right):
        path = [hashed(uint32(number)) for number in range(height)]
        value = hashed(b"\0" + right.packet)
        for step, node in enumerate(path):
            value = hashed(b"\1" + (node + value if index >> step & 1 else value + node))
        return replace(right, signed={"ROOT": value}, outer={"PATH": b"".join(path), "INDX": uint32(index)})

    return make


def delegated(begin, end):
    """Until when and from when on the delegation holds, in seconds after the midpoint."""
    return lambda right: replace(right, delegated=(right.midpoint + begin, right.midpoint + end))


def laid(order):
    """The pairs of an answer in another order, or with other offsets."""

    def make(right):
        pairs = sorted(right.values().items(), key=lambda pair: tag(pair[0]))
        offsets = list(struct.unpack_from(f"<{len(pairs) - 1}I", right.message(), 4))
        return framed(laid_out(*order(pairs, offsets)))

    return make


def packed(make):
    """Something else than an answer, made of one's message."""
    return lambda right: make(right.message())


def stranger():
    return Key(bytes([9]) * 32)


class Shouting(Key):
    """Spells what stands before that which it signs as nobody does."""

    def signature(self, context, data):
        return super().signature(context.upper(), data)


def another_question(right):
    """An answer to another question, to which this one's nonce is put."""
    return replace(right, packet=request(bytes([99]) * 32), outer={"NONC": right.values()["NONC"]})


UNKNOWN_TAGS = dict.fromkeys(("outer", "signed", "certificate", "delegation"), {"ZEBR": bytes(8), "AAAA": b""})
# In each of these a client's every rule is kept.
VALID = {
    "honest": changed(), "path of 32": deep(32), "path of 32, to the right": deep(32, 2**32 - 1),
    **{f"one of six, at {place}": lambda right, place=place: one_of_six(right, place) for place in range(6)},
    "radius 1 s": changed(radius=1), "radius 60 s": changed(radius=60),
    "version of the drafts": changed(version=DRAFT, versions=(DRAFT,)), "drafts' of both": changed(version=DRAFT),
    "spelled as in the drafts": changed(spelling=DRAFT), "unknown versions": changed(versions=(0, 1, 7, 2**32 - 1)),
    "unknown tags": changed(**UNKNOWN_TAGS), "delegated from now on": delegated(0, 1),
    "delegated until now": delegated(-1, 0), "delegated for ever": changed(delegated=(0, FOR_EVER)),
}
# And in each of these one is broken: the error's name, and how.
INVALID = {
    "delegated by another": ("delegationNotSigned", lambda right: replace(right, delegator=stranger())),
    "signed by another": ("answerNotSigned", lambda right: replace(right, signer=stranger())),
    "signed by the long-term key": ("answerNotSigned", lambda right: replace(right, signer=right.long_term)),
    "another long-term key": ("delegationNotSigned", lambda right: replace(right, long_term=stranger())),
    "spelled as by nobody": (
        "delegationNotSigned", lambda right: replace(right, delegator=Shouting(right.long_term.seed))),
    "a bit of SIG": ("answerNotSigned", bit_of("SIG")), "a bit of SREP": ("answerNotSigned", bit_of("SREP")),
    "a bit of CERT": ("delegationNotSigned", bit_of("CERT")),
    "delegation over": ("delegationNotValid", delegated(-86_400, -1)),
    "delegation not begun": ("delegationNotValid", delegated(1, 86_400)),
    "radius 0": ("noRadius", changed(radius=0)),
    "another nonce": ("notOurs", changed(outer={"NONC": bytes(32)})),
    "another question": ("notIncluded", another_question),
    "another root": ("notIncluded", changed(signed={"ROOT": bytes(32)})),
    "another path": ("notIncluded", in_batch(lambda path: {"PATH": flipped(path, 40)})),
    "another place": ("notIncluded", in_batch(lambda _: {"INDX": uint32(5)})),
    "no path": ("badIndex", in_batch(lambda _: {"PATH": b""})),
    "path of 33": ("pathTooLong", deep(33)),
    "place beyond the path": ("badIndex", changed(outer={"INDX": uint32(1)})),
    "place with bits left": ("badIndex", in_batch(lambda _: {"INDX": uint32(4 + 8)})),
    "type of a question": ("badType", changed(kind=0)), "type of nothing": ("badType", changed(kind=2)),
    "version unknown": ("badVersion", changed(version=0x80000099, versions=(0x80000099,))),
    "version not in its list": ("unlistedVersion", changed(versions=(DRAFT,))),
    "versions that fall": ("badVersionList", changed(versions=(DRAFT, VERSION))),
    "a version twice": ("badVersionList", changed(versions=(VERSION, VERSION))),
    **without("outer", "SIG", "NONC", "TYPE", "PATH", "SREP", "CERT", "INDX"),
    **without("signed", "VER", "RADI", "MIDP", "VERS", "ROOT"),
    **without("certificate", "SIG", "DELE"), **without("delegation", "PUBK", "MINT", "MAXT"),
    **odd("signed", "RADI", bytes(8)), **odd("signed", "MIDP", bytes(4)), **odd("signed", "ROOT", bytes(28)),
    **odd("signed", "VER", b""), **odd("signed", "VERS", b""), **odd("signed", "VERS", bytes(4 * 33)),
    **odd("outer", "SIG", bytes(60)), **odd("outer", "PATH", bytes(80)), **odd("delegation", "PUBK", bytes(28)),
    "order of tags": ("badTagOrder", laid(lambda pairs, _: ([pairs[1], pairs[0], *pairs[2:]],))),
    "a tag twice": ("badTagOrder", laid(lambda pairs, _: ([pairs[0], *pairs],))),
    "odd offsets": ("badOffsets", laid(lambda pairs, ends: (pairs, [ends[0] + 2, *ends[1:]]))),
    "falling offsets": ("badOffsets", laid(lambda pairs, ends: (pairs, [ends[1], ends[0], *ends[2:]]))),
    "offsets beyond the end": ("badOffsets", laid(lambda pairs, ends: (pairs, [*ends[:-1], 2**32 - 4]))),
    "no tags": ("badHeader", packed(lambda _: framed(uint32(0)))),
    "more tags than room": ("badHeader", packed(lambda _: framed(uint32(7) + bytes(40)))),
    "tags without end": ("badHeader", packed(lambda body: framed(uint32(2**32 - 1) + body[4:]))),
    "another frame": ("notFramed", packed(lambda body: b"ROUGHTIN" + framed(body)[8:])),
    "no frame": ("notFramed", packed(lambda body: body)),
    "length too short": ("badLength", packed(lambda body: MAGIC + uint32(len(body) - 4) + body)),
    "length too long": ("badLength", packed(lambda body: MAGIC + uint32(len(body) + 4) + body)),
    "a byte behind": ("badLength", packed(lambda body: framed(body) + b"\0")),
    "four bytes behind": ("badLength", packed(lambda body: framed(body) + bytes(4))),
}  # fmt: skip


def lines():
    """The vectors as text."""
    long_term, online = (Key(bytes([number]) * 32) for number in (1, 2))
    named = request(bytes(range(32)), (VERSION, DRAFT), long_term.public)
    asked = {"named": named, "plain": request(bytes(range(32, 64)))}
    right = Answer(named, long_term, online, MIDPOINT)

    def line(result, name, answer, question="named", key=long_term):
        response = answer if isinstance(answer, bytes) else answer.bytes()
        ends = (answer.midpoint, answer.radius) if result == "valid" else "--"
        words = [result, name.replace(" ", "-"), key.public.hex(), question, *ends, response.hex() or "-"]
        return " ".join(map(str, words))

    yield from (f"request {name} {packet.hex()}" for name, packet in asked.items())
    yield from (line("valid", name, make(right)) for name, make in VALID.items())
    yield line("valid", "without a server's name", replace(right, packet=asked["plain"]), "plain")
    yield line("valid", "radius of an age", replace(right, radius=2**32 - 1))
    yield line("valid", "at the end of time", replace(right, midpoint=FOR_EVER, delegated=(0, FOR_EVER)))
    yield from (line(why, name, make(right)) for name, (why, make) in INVALID.items())
    yield line("badVersion", "version not asked for", replace(right, packet=asked["plain"], version=DRAFT), "plain")
    yield line("otherServer", "a question for another server", right, key=stranger())
    whole = right.bytes()
    for end in (0, 7, 8, 11, 12, 16, 44, len(whole) // 2, len(whole) - 4, len(whole) - 1):
        yield line("notFramed" if end < 12 else "badLength", f"cut to {end}", whole[:end])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(HEAD + "\n".join(lines()) + "\n")
