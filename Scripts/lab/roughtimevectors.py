"""Makes Tests/Vectors/roughtime.txt: questions and answers of Roughtime, by Python's package "cryptography".

    python3 Scripts/lab/roughtimevectors.py > Tests/Vectors/roughtime.txt

Each line has a name, what becomes of the answer ("valid", or the error's name), the server's long-term key, the
question without the zeros at its end, and the answer. The keys follow from names, so
the file is the same each time.
"""
import hashlib
import struct

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

MIDPOINT = 1_790_000_000
DRAFT = 0x8000000C


def digest(data):
    return hashlib.sha512(data).digest()[:32]


def key(name):
    return Ed25519PrivateKey.from_private_bytes(digest(name.encode()))


def public(private):
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def words(*numbers):
    return struct.pack("<%dI" % len(numbers), *numbers)


def long(number):
    return struct.pack("<Q", number)


def tag(name):
    return struct.unpack("<I", name.encode().ljust(4, b"\0"))[0]


def message(fields, sort=True):
    items = [(tag(name), value) for name, value in (fields.items() if isinstance(fields, dict) else fields)]
    if sort:
        items.sort()
    offsets, end = [], 0
    for _, value in items[:-1]:
        end += len(value)
        offsets.append(end)
    return words(len(items), *offsets, *[name for name, _ in items]) + b"".join(value for _, value in items)


def packet(body, length=None, magic=b"ROUGHTIM"):
    return magic + words(len(body) if length is None else length) + body


def question(server, versions=(1, DRAFT), kind=0, nonce=None, with_server=True):
    fields = {"VER": words(*versions), "NONC": nonce or digest(b"nonce"), "TYPE": words(kind), "ZZZZ": b""}
    if with_server:
        fields["SRV"] = digest(b"\xff" + public(server))
    fields["ZZZZ"] = bytes(1024 - len(message(fields)))
    return packet(message(fields))


def answer(request, server, spelling=None, version=1, versions=(1, DRAFT), midpoint=MIDPOINT, radius=3, mint=0,
           maxt=2**64 - 1, path=(), index=0, kind=1, nonce=None, signer=None, leaf=None, more=(), less=(),
           response_more=(), delegation_more=(), delegation_signer=None):
    delegated = key("delegated")
    name = spelling or ("Roughtime" if version == 1 else "RoughTime")
    node = digest(b"\0" + (leaf or request))
    for step, beside in enumerate(path):
        node = digest(b"\1" + (beside + node if index >> step & 1 else node + beside))
    response = {"VER": words(version), "RADI": words(radius), "MIDP": long(midpoint), "VERS": words(*versions),
                "ROOT": node}
    response.update(response_more)
    response = message({name: value for name, value in response.items() if value is not None})
    delegation = {"PUBK": public(delegated), "MINT": long(mint), "MAXT": long(maxt)}
    delegation.update(delegation_more)
    delegation = message({name: value for name, value in delegation.items() if value is not None})

    def sign(private, what, data):
        return private.sign(f"{name} v1 {what} signature".encode() + b"\0" + data)

    certificate = message({"SIG": sign(delegation_signer or server, "delegation", delegation), "DELE": delegation})
    fields = {"SIG": sign(signer or delegated, "response", response), "NONC": nonce or digest(b"nonce"),
              "TYPE": words(kind), "PATH": b"".join(path), "SREP": response, "CERT": certificate,
              "INDX": words(index)}
    fields.update(more)
    for name in less:
        del fields[name]
    return packet(message(fields))


def cases():
    server = key("server")
    asked = question(server)
    nodes = [digest(bytes([number])) for number in range(33)]
    good = answer(asked, server)

    def case(name, result, reply, request=asked, who=server):
        print(name, result, public(who).hex(), request.rstrip(b"\0").hex(), reply.hex())

    case("version-1", "valid", good)
    case("version-of-drafts", "valid", answer(asked, server, version=DRAFT))
    case("version-1-spelled-as-in-drafts", "valid", answer(asked, server, spelling="RoughTime"))
    case("lists-other-versions", "valid", answer(asked, server, versions=(0, 1, 7, 0xFFFFFFFF)))
    case("without-server-in-question", "valid", answer(question(server, with_server=False), server),
         question(server, with_server=False))
    case("with-path", "valid", answer(asked, server, path=nodes[:3], index=5))
    case("with-longest-path", "valid", answer(asked, server, path=nodes[:32], index=0xFFFFFFFF))
    case("unknown-tags", "valid", answer(asked, server, more={"AAAA": b"", "ZZZA": bytes(8)},
                                         response_more={"XYZ": bytes(4)}, delegation_more={"A": bytes(4)}))
    case("at-the-earliest", "valid", answer(asked, server, mint=MIDPOINT))
    case("at-the-latest", "valid", answer(asked, server, maxt=MIDPOINT))
    case("wide-radius", "valid", answer(asked, server, radius=2**32 - 1))
    case("far-future", "valid", answer(asked, server, midpoint=2**64 - 1))

    case("before-the-earliest", "delegationNotValid", answer(asked, server, mint=MIDPOINT + 1))
    case("past-the-latest", "delegationNotValid", answer(asked, server, maxt=MIDPOINT - 1))
    case("no-radius", "noRadius", answer(asked, server, radius=0))
    case("other-nonce", "notOurs", answer(asked, server, nonce=digest(b"other")))
    case("other-question", "notIncluded", answer(asked, server, leaf=question(server, nonce=digest(b"other"))))
    case("question-as-answer", "badType", answer(asked, server, kind=0))
    case("type-of-nothing", "badType", answer(asked, server, kind=2))
    case("version-not-offered", "badVersion", answer(asked, server, version=2, versions=(1, 2)))
    case("version-not-offered-by-question", "badVersion", answer(question(server, (DRAFT,)), server),
         question(server, (DRAFT,)))
    case("version-not-listed", "unlistedVersion", answer(asked, server, versions=(DRAFT,)))
    case("versions-descending", "badVersionList", answer(asked, server, versions=(DRAFT, 1)))
    case("versions-twice", "badVersionList", answer(asked, server, versions=(1, 1)))
    case("versions-none", "badSize", answer(asked, server, versions=()))
    case("versions-33", "badSize", answer(asked, server, versions=range(1, 34)))
    case("path-33", "pathTooLong", answer(asked, server, path=nodes))
    case("path-of-half-a-node", "badSize", answer(asked, server, more={"PATH": bytes(16)}))
    case("index-beyond-path", "badIndex", answer(asked, server, path=nodes[:2], index=5))
    case("index-without-path", "badIndex", answer(asked, server, index=1))
    case("index-of-a-neighbour", "notIncluded", answer(asked, server, path=nodes[:2], index=1,
                                                       more={"INDX": words(2)}))
    case("key-of-another", "otherServer", answer(asked, key("another")), who=key("another"))
    case("delegated-by-another", "delegationNotSigned", answer(asked, server, delegation_signer=key("another")))
    case("signed-by-another", "answerNotSigned", answer(asked, server, signer=key("another")))
    case("signed-by-the-long-term-key", "answerNotSigned", answer(asked, server, signer=server))
    case("other-spelling", "delegationNotSigned", answer(asked, server, spelling="ROUGHTIME"))
    for name in ("SIG", "NONC", "TYPE", "PATH", "SREP", "CERT", "INDX"):
        case("without-" + name, "missing", answer(asked, server, less=(name,)))
    for name in ("VER", "RADI", "MIDP", "VERS", "ROOT"):
        case("response-without-" + name, "missing", answer(asked, server, response_more={name: None}))
    for name in ("PUBK", "MINT", "MAXT"):
        case("delegation-without-" + name, "missing", answer(asked, server, delegation_more={name: None}))
    case("short-signature", "badSize", answer(asked, server, more={"SIG": bytes(60)}))
    case("short-key", "badSize", answer(asked, server, delegation_more={"PUBK": bytes(28)}))
    case("other-magic", "notFramed", packet(good[12:], magic=b"ROUGHTIN"))
    case("nothing", "notFramed", b"ROUGHTIM")
    case("a-byte-too-many", "badLength", good + b"\0")
    case("a-byte-too-few", "badLength", good[:-1])
    case("no-values", "badHeader", packet(words(0)))
    case("values-without-room", "badHeader", packet(words(7) + bytes(40)))
    case("tag-twice", "badTagOrder", packet(message([("NONC", bytes(4)), ("NONC", bytes(4))])))
    case("tags-descending", "badTagOrder", packet(message([("TYPE", bytes(4)), ("NONC", bytes(4))], sort=False)))
    case("offset-beyond", "badOffsets", packet(words(2, 12, tag("NONC"), tag("TYPE"), 0, 0)))
    case("offset-odd", "badOffsets", packet(words(2, 2, tag("NONC"), tag("TYPE"), 0, 0)))
    case("offsets-descending", "badOffsets",
         packet(words(3, 8, 4, tag("NONC"), tag("TYPE"), tag("INDX"), 0, 0, 0)))


if __name__ == "__main__":
    print("# Made by Scripts/lab/roughtimevectors.py, which says what the words of a line are.")
    cases()
