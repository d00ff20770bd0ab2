"""Writes questions to the lab's Roughtime server and its answers, right and damaged: always the same bytes.

`python3 Scripts/lab/roughtimeexamples.py Tests/Vectors/roughtime-lab.txt` needs the package `cryptography`. The server
is written from the RFC's text, apart from the program and from roughtimevectors.py.
"""

import struct
import sys
from dataclasses import replace
from pathlib import Path

from roughtimeserver import DRAFT, MAGIC, VERSION, Answer, Key, framed, hashed, laid_out, request, tag, uint32, verified

MIDPOINT = 1_900_000_000
FOR_EVER = 2**64 - 1

HEAD = """\
# Written by Scripts/lab/roughtimeexamples.py, one line a case; requests have names:
# request name packet
# result name publicKey request midpoint radius response
"""


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def valid(right, many, batch, plain):
    """Names, and answers of which each rule for clients is kept."""
    draft = {"version": DRAFT, "versions": (DRAFT,)}
    grease = {"ZEBR": bytes(8), "AAAA": b""}
    yield "one-request", right
    yield "without-a-server-name", replace(right, packet=plain)
    for place in range(len(batch) + 1):
        yield f"batch-of-six-place-{place}", replace(many, place=place)
    yield "path-of-32", deep(right, 32)
    yield "radius-of-one", replace(right, radius=1)
    yield "radius-of-a-minute", replace(right, radius=60)
    yield "version-of-the-drafts", replace(right, **draft)
    yield "version-of-both", replace(right, version=DRAFT)
    yield "spelled-as-the-drafts", replace(right, spelling=DRAFT)
    yield "unknown-tags", replace(right, outer=grease, signed=grease, certificate=grease, delegation=grease)
    yield "delegated-from-the-midpoint", replace(right, delegated=(MIDPOINT, MIDPOINT + 1))
    yield "delegated-to-the-midpoint", replace(right, delegated=(MIDPOINT - 1, MIDPOINT))
    yield "delegated-for-ever", replace(right, delegated=(0, FOR_EVER))


def invalid(right, many, plain, other):
    """Names, and answers that break one rule each."""
    path, unknown = many.values()["PATH"], {"version": 0x80000099, "versions": (0x80000099,)}
    yield "delegated-by-another", replace(right, delegator=other)
    yield "signed-by-another", replace(right, signer=other)
    yield "signed-by-the-long-term-key", replace(right, signer=right.long_term)
    yield "delegation-over", replace(right, delegated=(0, MIDPOINT - 1))
    yield "delegation-not-begun", replace(right, delegated=(MIDPOINT + 1, FOR_EVER))
    yield "radius-zero", replace(right, radius=0)
    yield "another-nonce", replace(right, outer={"NONC": bytes(32)})
    yield "type-of-a-request", replace(right, kind=0)
    yield "another-root", replace(right, signed={"ROOT": bytes(32)})
    yield "another-path", replace(many, outer={"PATH": flipped(path, 40)})
    yield "path-of-half-a-hash", replace(many, outer={"PATH": path[:80]})
    yield "path-of-33", deep(right, 33)
    yield "another-place", replace(many, outer={"INDX": uint32(5)})
    yield "place-beyond-the-path", replace(right, outer={"INDX": uint32(1)})
    yield "place-with-bits-left", replace(many, outer={"INDX": uint32(4 + 8)})
    yield "version-unknown", replace(right, **unknown)
    yield "version-not-in-the-list", replace(right, versions=(DRAFT,))
    yield "version-not-asked-for", replace(right, packet=plain, version=DRAFT)
    for name in ("SIG", "NONC", "TYPE", "PATH", "SREP", "CERT", "INDX"):
        yield f"without-{name}", replace(right, outer={name: None})
    for name in ("VER", "RADI", "MIDP", "VERS", "ROOT"):
        yield f"signed-without-{name}", replace(right, signed={name: None})
    for name in ("SIG", "DELE"):
        yield f"certificate-without-{name}", replace(right, certificate={name: None})
    for name in ("PUBK", "MINT", "MAXT"):
        yield f"delegation-without-{name}", replace(right, delegation={name: None})
    for name, value in {"RADI": bytes(8), "MIDP": bytes(4), "ROOT": bytes(28), "VERS": b"", "VER": b""}.items():
        yield f"signed-with-odd-{name}", replace(right, signed={name: value})
    for name in ("SIG", "SREP", "CERT"):
        yield f"a-bit-of-{name}", replace(right, outer={name: flipped(right.values()[name], 60)})


def malformed(right):
    """Names, and packets that are no message, or none in its frame."""
    body, packet = right.message(), right.bytes()
    pairs = sorted(right.values().items(), key=lambda pair: tag(pair[0]))
    offsets = list(struct.unpack_from(f"<{len(pairs) - 1}I", body, 4))
    yield "order-of-tags", framed(laid_out([pairs[1], pairs[0], *pairs[2:]]))
    yield "a-tag-twice", framed(laid_out([pairs[0], *pairs]))
    yield "offset-not-of-four", framed(laid_out(pairs, [offsets[0] + 2, *offsets[1:]]))
    yield "offsets-that-fall", framed(laid_out(pairs, [offsets[1], offsets[0], *offsets[2:]]))
    yield "offset-beyond-the-end", framed(laid_out(pairs, [*offsets[:-1], 2**32 - 4]))
    yield "no-tags", framed(uint32(0))
    yield "tags-without-end", framed(uint32(2**32 - 1) + body[4:])
    yield "another-frame", b"ROUGHTIN" + packet[8:]
    yield "length-too-short", MAGIC + uint32(len(body) - 4) + body
    yield "length-too-long", MAGIC + uint32(len(body) + 4) + body
    yield "bytes-behind", packet + bytes(4)
    for end in (0, 7, 8, 11, 12, 16, 44, len(packet) // 2, len(packet) - 4):
        yield f"cut-to-{end}", packet[:end]


def deep(right, height):
    """In so high a tree that only the path of its first leaf can be made."""
    path = b"".join(hashed(uint32(number)) for number in range(height))
    value = hashed(b"\0" + right.packet)
    for start in range(0, len(path), 32):
        value = hashed(b"\1" + value + path[start : start + 32])
    return replace(right, signed={"ROOT": value}, outer={"PATH": path})


def lines():
    """The vectors as text; each is held against the rules for clients first."""
    long_term, online, other = (Key(bytes([number]) * 32) for number in (1, 2, 3))
    named = request(bytes(range(32)), (VERSION, DRAFT), long_term.public)
    plain = request(bytes(range(32, 64)))
    asked = {"named": named, "plain": plain}
    names = {packet: name for name, packet in asked.items()}
    batch = tuple(request(bytes([100 + number]) * 32) for number in range(5))
    right = Answer(named, long_term, online, MIDPOINT)
    many = replace(right, batch=batch, place=4)

    def line(result, name, key, packet, response):
        try:
            found, ends = "valid", verified(response, packet, key)
        except (ValueError, KeyError, struct.error):
            found, ends = "invalid", ("-", "-")
        if found != result:
            raise SystemExit(f"{name} is {found}, and should be {result}")
        return f"{result} {name} {key.hex()} {names[packet]} {ends[0]} {ends[1]} {response.hex() or '-'}"

    yield from (f"request {name} {packet.hex()}" for name, packet in asked.items())
    for name, answer in valid(right, many, batch, plain):
        yield line("valid", name, long_term.public, answer.packet, answer.bytes())
    for name, answer in invalid(right, many, plain, other):
        yield line("invalid", name, long_term.public, answer.packet, answer.bytes())
    yield line("invalid", "another-long-term-key", other.public, named, right.bytes())
    yield line("invalid", "another-request", long_term.public, plain, replace(
        right, packet=named, outer={"NONC": bytes(range(32, 64))}).bytes())  # fmt: skip
    for name, packet in malformed(right):
        yield line("invalid", name, long_term.public, named, packet)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(HEAD + "\n".join(lines()) + "\n")
