"""Roughtime as RFC 10049 describes it, from its text: messages, the Merkle tree of a batch, delegation, answers.

It needs the package `cryptography`. examples.py has right and wrong answers.
"""

import hashlib
import struct
from dataclasses import dataclass, field

MAGIC = b"ROUGHTIM"
VERSION, DRAFT = 1, 0x8000000C
LEAST_REQUEST = 1024  # bytes of the message, its frame left out
RESPONSE, DELEGATION = "response", "delegation"


def context(what, version):
    """The prefix of the signed bytes. The RFC differs from its drafts in a letter."""
    return f"{'Roughtime' if version == VERSION else 'RoughTime'} v1 {what} signature\0".encode()


def tag(name):
    return struct.unpack("<I", name.encode().ljust(4, b"\0"))[0]


def uint32(number):
    return struct.pack("<I", number)


def uint64(number):
    return struct.pack("<Q", number)


def hashed(data):
    return hashlib.sha512(data).digest()[:32]


# MARK: messages


def message(values):
    """A map of tags to values: the number of pairs, the offsets but the first, the tags, the values."""
    return laid_out(sorted(values.items(), key=lambda pair: tag(pair[0])))


def laid_out(pairs, offsets=None):
    """The same from pairs in any order; the offsets may be wrong."""
    if offsets is None:
        ends = [0]
        for _, value in pairs:
            ends.append(ends[-1] + len(value))
        offsets = ends[1:-1]
    head = uint32(len(pairs)) + b"".join(map(uint32, offsets)) + b"".join(uint32(tag(name)) for name, _ in pairs)
    return head + b"".join(value for _, value in pairs)


def parsed(data):
    """The values by the names of their tags; raises ValueError where the message breaks a rule."""
    if len(data) < 4 or len(data) % 4:
        raise ValueError("the length of a message")
    (count,) = struct.unpack_from("<I", data)
    head = 8 * count
    if not 1 <= count or head > len(data):
        raise ValueError("the number of tags")
    offsets = [0, *struct.unpack_from(f"<{count - 1}I", data, 4), len(data) - head]
    tags = struct.unpack_from(f"<{count}I", data, 4 * count)
    if any(offset % 4 for offset in offsets) or sorted(offsets) != offsets:
        raise ValueError("the offsets")
    if any(one >= other for one, other in zip(tags, tags[1:])):
        raise ValueError("the order of tags")
    names = [uint32(each).rstrip(b"\0").decode("latin-1") for each in tags]
    return {name: data[head + a : head + b] for name, a, b in zip(names, offsets, offsets[1:])}


def framed(body):
    return MAGIC + uint32(len(body)) + body


def numbers(value):
    if len(value) % 4:
        raise ValueError("a list of numbers")
    return struct.unpack(f"<{len(value) // 4}I", value)


# MARK: requests


def request(nonce, versions=(VERSION,), public_key=None):
    """A client's question, as long as the least that each server answers."""
    values = {"VER": b"".join(map(uint32, versions)), "NONC": nonce, "TYPE": uint32(0)}
    if public_key:
        values["SRV"] = server_name(public_key)
    rest = LEAST_REQUEST - len(message({**values, "ZZZZ": b""}))
    return framed(message({**values, "ZZZZ": bytes(max(0, rest))}))


def server_name(public_key):
    return hashed(b"\xff" + public_key)


def understood(packet):
    """The values of a request that must be answered; raises ValueError for all others."""
    if len(packet) < 12 or packet[:8] != MAGIC or struct.unpack_from("<I", packet, 8)[0] != len(packet) - 12:
        raise ValueError("the frame")
    values = parsed(packet[12:])
    versions = values.get("VER", b"")
    if not versions or len(versions) > 128 or versions != b"".join(map(uint32, sorted(set(numbers(versions))))):
        raise ValueError("the versions")
    if len(values.get("NONC", b"")) != 32 or values.get("TYPE") != uint32(0):
        raise ValueError("the nonce or the type")
    return values


# MARK: keys


class Key:
    """An Ed25519 key of 32 bytes, by `cryptography`."""

    def __init__(self, seed):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self.seed, self.private = seed, Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self.private.public_key().public_bytes_raw()

    def signature(self, context, data):
        return self.private.sign(context + data)


# MARK: the tree


class Tree:
    """Over a batch of requests; one that is no power of two is filled up with leaves that are nobody's."""

    def __init__(self, requests):
        leaves = [hashed(b"\0" + each) for each in requests]
        while len(leaves) & (len(leaves) - 1):
            leaves.append(hashed(b"\0" + uint32(len(leaves))))
        self.levels = [leaves]
        while len(self.levels[-1]) > 1:
            below = self.levels[-1]
            self.levels.append([hashed(b"\1" + below[i] + below[i + 1]) for i in range(0, len(below), 2)])

    @property
    def root(self):
        return self.levels[-1][0]

    def path(self, index):
        """The siblings from the leaf up."""
        return b"".join(level[(index >> height) ^ 1] for height, level in enumerate(self.levels[:-1]))


# MARK: answers


@dataclass
class Answer:
    """All that makes an answer, right until it is changed."""

    packet: bytes  # the request
    long_term: Key
    online: Key
    midpoint: int  # seconds since 1970
    radius: int = 3
    version: int = VERSION
    versions: tuple = (VERSION, DRAFT)
    delegated: tuple = ()  # from when and until when; a day on either side of the midpoint where it is not said
    batch: tuple = ()  # other requests, and the place of this one among them
    place: int = 0
    delegator: Key | None = None  # who signs the delegation, if not the server
    signer: Key | None = None  # who signs the answer, if not the delegate
    spelling: int | None = None  # as which version spells the contexts of signatures, if not as this one
    kind: int = 1
    # What takes the place of values, by their tags; None leaves one out.
    outer: dict = field(default_factory=dict)
    signed: dict = field(default_factory=dict)
    certificate: dict = field(default_factory=dict)
    delegation: dict = field(default_factory=dict)

    def values(self):
        requests = list(self.batch)
        requests.insert(self.place, self.packet)
        tree = Tree(requests)
        mint, maxt = self.delegated or (self.midpoint - 86_400, self.midpoint + 86_400)
        delegation = message(changed(
            {"PUBK": self.online.public, "MINT": uint64(mint), "MAXT": uint64(maxt)}, self.delegation))  # fmt: skip
        spelling = self.version if self.spelling is None else self.spelling
        signature = (self.delegator or self.long_term).signature(context(DELEGATION, spelling), delegation)
        certificate = message(changed({"SIG": signature, "DELE": delegation}, self.certificate))
        signed = message(changed({
            "VER": uint32(self.version), "RADI": uint32(self.radius), "MIDP": uint64(self.midpoint),
            "VERS": b"".join(map(uint32, self.versions)), "ROOT": tree.root,
        }, self.signed))  # fmt: skip
        return changed({
            "SIG": (self.signer or self.online).signature(context(RESPONSE, spelling), signed),
            "NONC": understood(self.packet)["NONC"], "TYPE": uint32(self.kind), "PATH": tree.path(self.place),
            "SREP": signed, "CERT": certificate, "INDX": uint32(self.place),
        }, self.outer)  # fmt: skip

    def message(self):
        return message(self.values())

    def bytes(self):
        return framed(self.message())


def changed(values, others):
    return {name: value for name, value in {**values, **others}.items() if value is not None}
