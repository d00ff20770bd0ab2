"""Servers with NTS (RFC 8915) of our own, most of them misbehaving, by OpenSSL and `cryptography`, each at two ports of
its own on loopback: one for the key exchange, one for the time.

Runs as a program of its own: its libraries are in the lab's folder. Its argument is the folder of certificates. It
prints what each server was asked, and what in the questions breaks a rule for clients, for `common.questions`.
"""

import collections
import contextlib
import os
import socket
import struct
import sys
from pathlib import Path

from servers import common
from servers.bad import http, ntp

FIRST_PORT, FIRST_NTP_PORT = 24_000, 25_000
LABEL, PROTOCOL = b"EXPORTER-network-time-security", b"ntske/1"
SIV, GCM_SIV = 15, 30
END, NEXT, ERROR, WARNING, ALGORITHM, COOKIE, SERVER, PORT = range(8)
IDENTIFIER, COOKIE_FIELD, PLACEHOLDER, PROOF = 0x0104, 0x0204, 0x0304, 0x0404


def record(kind, body=b"", critical=True):
    return struct.pack("!HH", kind | (0x8000 if critical else 0), len(body)) + body


def field(kind, body):
    return struct.pack("!HH", kind, len(body) + 4) + body


def fields(packet):
    found, start = [], 48
    while start + 4 <= len(packet):
        kind, count = struct.unpack_from("!HH", packet, start)
        found.append((kind, packet[start + 4 : start + count], start))
        start += max(count, 4)
    return found


def cipher(algorithm, key):
    from cryptography.hazmat.primitives.ciphers import aead

    if algorithm == GCM_SIV:
        inner = aead.AESGCMSIV(key)
        return inner.encrypt, inner.decrypt, 12
    inner = aead.AESSIV(key)
    # (RFC 5297, section 6: the nonce comes last.)
    seal = lambda nonce, text, associated: inner.encrypt(text, [associated, nonce])  # noqa: E731
    return seal, lambda nonce, sealed, associated: inner.decrypt(sealed, [associated, nonce]), 16


# MARK: the time


class Conversation(common.Question):
    """A question that was understood, and how its answer is made."""

    def __init__(self, server, packet, client, behaviour):
        super().__init__(server, packet, client, behaviour)
        self.algorithm, self.to_server, self.to_client = behaviour.checked(packet)
        found = fields(packet)
        self.identifier = next(body for kind, body, _ in found if kind == IDENTIFIER)
        self.wanted = 1 + sum(kind == PLACEHOLDER for kind, _, _ in found)

    def header(self, shift=0.0, **changes):
        answer = ntp.Answer(self.packet, self.arrived, shift)
        vars(answer).update(changes)
        return answer.bytes()

    def refusal(self):
        return self.header(leap=3, stratum=0, reference_id=b"NTSN") + field(IDENTIFIER, self.identifier)

    def bytes(self, header=None, cookies=None, key=None):
        return self.sealed((header or self.header()) + field(IDENTIFIER, self.identifier), cookies, key)

    def sealed(self, packet, cookies=None, key=None):
        """A packet, and the proof of all that is in it."""
        seal, _, nonce_count = cipher(self.algorithm, key or self.to_client)
        count = self.wanted if cookies is None else cookies
        keys = (self.algorithm, self.to_server, self.to_client)
        hidden = b"".join(field(COOKIE_FIELD, self.behaviour.remember(keys)) for _ in range(count))
        nonce = os.urandom(nonce_count)
        sealed = seal(nonce, hidden, packet)
        filling = bytes(-len(sealed) % 4)
        return packet + field(PROOF, struct.pack("!HH", len(nonce), len(sealed)) + nonce + sealed + filling)


def changed(place):
    def behave(talk):
        packet = bytearray(talk.bytes())
        packet[place] ^= 1
        talk.send(bytes(packet))

    return behave


def reordered(talk):
    packet = talk.bytes()
    talk.send(packet[:48] + packet[84:] + packet[48:84])


def identifier_behind(talk):
    """Proven is the time alone: whoever sees this question could put its identifier to an answer of another one."""
    talk.send(talk.sealed(talk.header()) + field(IDENTIFIER, talk.identifier))


def refusals(talk, count=500):
    for _ in range(count):
        talk.send(talk.refusal())


def refusals_first(talk):
    refusals(talk, 80)
    talk.send(talk.bytes())


def flood(talk):
    """Forged answers and refusals, the right one among them."""
    for number in range(150):
        if number == 100:
            talk.send(talk.bytes())
        forged = talk.header(shift=-86_400) if number % 2 else talk.refusal()
        talk.send(forged + (b"" if number % 3 else field(PROOF, struct.pack("!HH", 16, 16) + os.urandom(32))))


def other_fields(talk):
    """Fields that nobody knows, before, between and behind the others."""
    unknown = field(0x4204, bytes(16))
    talk.send(talk.sealed(talk.header() + unknown + field(IDENTIFIER, talk.identifier) + unknown) + unknown)


HONEST = {
    "honest": common.honest, "AES-GCM-SIV": common.honest,
    "no new cookies": lambda talk: talk.send(talk.bytes(cookies=0)), "unknown fields": other_fields,
    "slow there": common.slow(0.3, 0), "slow back": common.slow(0, 0.3), "late": common.late,
    "flood of forgeries": flood, "honest, its other address stalls": common.honest,
    "refusals before the answer": refusals_first,
    "cut answers before the answer": common.cut_first, "the last answer first": common.last_one_first,
    "replayed": common.replayed,
}  # fmt: skip
LYING = {"a day ahead": lambda talk: talk.send(talk.bytes(talk.header(86_400)))}
# Anybody on the way can send these.
UNPROVEN = {
    "a bit of the time": changed(45), "a bit of the proof": changed(-5), "a bit of the identifier": changed(60),
    "proven by another key": lambda talk: talk.send(talk.bytes(key=bytes(len(talk.to_client)))),
    "proven by the client's key": lambda talk: talk.send(talk.bytes(key=talk.to_server)),
    "not proven": lambda talk: talk.send(talk.header() + field(IDENTIFIER, talk.identifier)),
    "plain NTP": lambda talk: talk.send(talk.header()), "cut short": common.cut,
    "reordered": reordered,
    "the identifier behind the proof": identifier_behind, "mirrored": common.mirrored,
    "DENY, not proven": lambda talk: talk.send(
        talk.header(stratum=0, reference_id=b"DENY") + field(IDENTIFIER, talk.identifier)
    ),
    "from another port": common.from_another_port, "silent": common.silent,
}  # fmt: skip
REFUSING = {
    "keys never known": lambda talk: talk.send(talk.refusal()), "storm of refusals": refusals,
    "RATE": lambda talk: talk.send(talk.bytes(talk.header(stratum=0, reference_id=b"RATE"))),
    "leap 3": lambda talk: talk.send(talk.bytes(talk.header(leap=3))),
}  # fmt: skip
# A name's second address: resolvers put 127.0.0.1 before it. There the keys are; the first one accepts connections and
# is silent.
SECOND = "127.0.0.2"
TIME = {**HONEST, **LYING, **UNPROVEN, **REFUSING}

# MARK: the key exchange

GOOD_START = record(NEXT, b"\0\0")

BAD_KEYS = {
    "refuses": record(ERROR, b"\0\2") + record(END), "no NTP": record(NEXT) + record(END),
    "another algorithm": GOOD_START + record(ALGORITHM, b"\0\x10") + record(END),
    "no cookie": GOOD_START + record(ALGORITHM, b"\0\x0f") + record(END),
    "an unknown critical record": record(99) + GOOD_START + record(END),
    "endless": record(4000, bytes(1000), critical=False) * 40,
}  # fmt: skip
KEYS = {
    **BAD_KEYS, "no end": GOOD_START, "garbage": b"HTTP/1.1 400 Bad Request\r\n\r\n", "another protocol": None,
}  # fmt: skip


def break_handshake(client):
    client.recv(4_096)
    # A reset, and no end in order.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def until_closed(client):
    while client.recv(4_096):
        pass


BEFORE_TLS = {
    "no TLS": lambda client: client.sendall(b"220 mail.example ESMTP\r\n"),
    "accepts and is silent": until_closed, "greetings without end": http.greet,
    "breaks the handshake": break_handshake,
}  # fmt: skip
# The certificate that it shows; all others show a good one.
CERTIFICATES = {
    "expired": "expired", "not yet valid": "not-yet-valid", "for another name": "elsewhere",
    "of no known authority": "unknown", "20 years ahead": "20-years-ahead", "20 years behind": "20-years-behind",
}  # fmt: skip

NOWHERE, WANTS_CERTIFICATE = "names a server without an address", "wants a certificate"

NAMES = [*TIME, *KEYS, *BEFORE_TLS, *CERTIFICATES, NOWHERE, WANTS_CERTIFICATE]
PORTS = {name: FIRST_PORT + number for number, name in enumerate(NAMES)}


class Behaviour(common.Behaviour):
    def __init__(self, name, folder):
        super().__init__(name, Conversation, TIME.get(name, common.honest))
        self.folder = folder
        self.ntp_port = FIRST_NTP_PORT + PORTS[name] - FIRST_PORT
        self.cookies, self.known = {}, collections.Counter()
        self.algorithm = GCM_SIV if name == "AES-GCM-SIV" else SIV

    def remember(self, keys):
        name = os.urandom(100)
        self.cookies[name] = keys
        return name

    def checked(self, request):
        """The keys of a question in which all is right; complains of what is used again."""
        found = {kind: (body, start) for kind, body, start in fields(request)}
        (cookie, _), (proof, start) = found[COOKIE_FIELD], found[PROOF]
        keys = self.cookies[cookie]
        nonce_count, count = struct.unpack_from("!HH", proof)
        nonce, sealed = proof[4 : 4 + nonce_count], proof[4 + nonce_count :][:count]
        if cipher(keys[0], keys[1])[1](nonce, sealed, request[:start]) != b"":
            raise ValueError("a proof of something")
        once = {"cookie": cookie, "identifier": found[IDENTIFIER][0], "nonce": nonce, "time": request[40:48]}
        for name, value in once.items():
            self.known[name, value] += 1
            if self.known[name, value] > 1:
                self.says(f"WRONG a {name} was sent {self.known[name, value]} times")
        return keys

    def exchange_keys(self):
        is_second = self.name == "honest, its other address stalls"
        common.accept(PORTS[self.name], self.answer_keys, SECOND if is_second else "127.0.0.1")
        if is_second:
            # Connections wait in its queue.
            self.stalling = socket.create_server(("127.0.0.1", PORTS[self.name]))

    def answer_keys(self, client):
        from OpenSSL import SSL

        if self.name in BEFORE_TLS:
            with contextlib.suppress(OSError):
                BEFORE_TLS[self.name](client)
            return client.close()
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        stem = self.folder / CERTIFICATES.get(self.name, "good")
        context.use_privatekey_file(f"{stem}.key")
        context.use_certificate_file(f"{stem}.pem")
        if self.name == WANTS_CERTIFICATE:
            context.set_verify(SSL.VERIFY_PEER | SSL.VERIFY_FAIL_IF_NO_PEER_CERT, lambda *_: True)
        chosen = SSL.NO_OVERLAPPING_PROTOCOLS if self.name == "another protocol" else PROTOCOL
        context.set_alpn_select_callback(lambda _, offered: chosen)
        session = SSL.Connection(context, client)
        session.set_accept_state()
        try:
            session.do_handshake()
            asked = b""
            while not asked.endswith(record(END)):
                asked += session.recv(4096)
            self.says("keys")
            session.sendall(KEYS.get(self.name) or self.keys(session))
            session.shutdown()
        except SSL.Error as error:
            self.says(error)
        with contextlib.suppress(OSError):
            until_closed(client)
        client.close()

    def keys(self, session):
        length = 32 if self.algorithm == SIV else 16
        context = struct.pack("!HH", 0, self.algorithm)
        keys = [session.export_keying_material(LABEL, length, context + way) for way in (b"\0", b"\1")]
        cookies = b"".join(record(COOKIE, self.remember((self.algorithm, *keys)), critical=False) for _ in range(8))
        algorithm = record(ALGORITHM, struct.pack("!H", self.algorithm))
        if self.name == NOWHERE:
            algorithm += record(SERVER, b"nowhere.invalid", critical=False)
        return GOOD_START + algorithm + record(PORT, struct.pack("!H", self.ntp_port)) + cookies + record(END)


def main():
    folder = Path(sys.argv[1])
    for name in NAMES:
        behaviour = Behaviour(name, folder)
        behaviour.listen(behaviour.ntp_port)
        behaviour.exchange_keys()
    common.serve_for_ever()


if __name__ == "__main__":
    main()
