"""NTP servers of our own, most of them misbehaving, each at a port of its own on loopback."""

import os
import struct
import time

from servers import common

FIRST_PORT = 22_000
ERA = 2_208_988_800  # seconds from 1900 to 1970
ERA_1 = 4_294_967_296 - ERA  # when the seconds begin anew, in 2036
LEAP_UNKNOWN = 3


class Answer:
    """The fields of a server's answer, honest until they are changed."""

    def __init__(self, request, arrived, shift=0.0):
        self.leap, self.version, self.mode, self.stratum, self.poll, self.precision = 0, 4, 4, 1, 6, -20
        self.root_delay, self.root_dispersion, self.reference_id = 0.0, 0.0001, b"LOCL"
        self.origin = request[40:48]
        self.reference = arrived + shift - 1
        self.received = arrived + shift
        self.shift = shift
        self.sent = None  # None: when the bytes are made

    def bytes(self):
        head = (self.leap << 6) | (self.version << 3) | self.mode
        sent = time.time() + self.shift if self.sent is None else self.sent
        roots = (int(self.root_delay * 65536) & 0xFFFFFFFF, int(self.root_dispersion * 65536))
        return (
            struct.pack("!BBbbII4s", head, self.stratum, self.poll, self.precision, *roots, self.reference_id)
            + stamp(self.reference) + self.origin + stamp(self.received) + stamp(sent)
        )  # fmt: skip


def stamp(moment):
    """Seconds since 1970 as 32.32 bits since 1900, era by era; 0 is no time at all."""
    return struct.pack("!Q", int((moment + ERA) * 2**32) % 2**64) if moment else bytes(8)


class Question(common.Question):
    def answer(self, shift=0.0):
        return Answer(self.packet, self.arrived, shift)

    def bytes(self):
        return self.answer().bytes()


class Behaviour(common.Behaviour):
    def says(self, text):
        """Prints nothing: these servers run in the lab's own process."""


def changed(shift=0.0, **fields):
    """Answers with these fields changed; the value may be a function of the answer."""

    def behave(asked):
        answer = asked.answer(shift)
        for name, value in fields.items():
            setattr(answer, name, value(answer) if callable(value) else value)
        asked.send(answer.bytes())

    return behave


def flood(asked):
    """A hundred forged answers, the right one, and more of them."""
    for number in range(150):
        if number == 100:
            asked.send(asked.bytes()[:20])
            asked.send(asked.bytes())
            continue
        forged = asked.answer(shift=-86_400)
        forged.origin = bytes(8) if number == 0 else os.urandom(8)
        if number % 3 == 1:
            forged.stratum, forged.reference_id = 0, b"DENY"
        asked.send(forged.bytes())


def glitch(number):
    """Of each four answers, that one is of 2080."""

    def behave(asked):
        asked.behaviour.count += 1
        shift = 54 * 365 * 86_400 if asked.behaviour.count % 4 == number % 4 else 0
        asked.send(asked.answer(shift).bytes())

    return behave


# What anybody may have sent.
UNHEARD = {
    "silent": common.silent, "wrong origin": changed(origin=b"whatever"), "zero origin": changed(origin=bytes(8)),
    "short": lambda asked: asked.send(asked.bytes()[:47]),
    "odd length": lambda asked: asked.send(asked.bytes() + b"odd"),
    "from another port": common.from_another_port, "mirrored": common.mirrored,
}  # fmt: skip
UNUSABLE = {
    "wrong mode": changed(mode=5), "version 1": changed(version=1), "zero transmit": changed(sent=0),
    "zero receive": changed(received=0), "sent before received": changed(sent=lambda answer: answer.received - 5),
    "negative root delay": changed(root_delay=-0.5),
}  # fmt: skip

BEHAVIOURS = {
    # honest, each in its way
    "honest": changed(), "flood of forgeries": flood, "version 3": changed(version=3), "two answers": common.twice,
    "slow there": common.slow(0.3, 0), "slow back": common.slow(0, 0.3),
    "30 ms each way": common.slow(0.03, 0.03),
    "uncertain": changed(root_delay=0.2, root_dispersion=0.3, shift=0.3),  # off by less than it admits
    # lying
    "0.3 s ahead": changed(shift=0.3), "0.3 s behind": changed(shift=-0.3),
    "2036, era 1": changed(shift=ERA_1 + 86_400 - time.time()), "2079, era 1": changed(shift=3.45e9 - time.time()),
    **{f"2080 in answer {number}": glitch(number) for number in range(1, 5)},
    # refusing, or not synchronized
    "RATE": changed(stratum=0, reference_id=b"RATE"), "DENY": changed(stratum=0, reference_id=b"DENY"),
    "leap 3": changed(leap=LEAP_UNKNOWN), "stratum 16": changed(stratum=16),
    # As wide as a Windows server, and wider than any is believed (MAXDISP of RFC 5905).
    "root dispersion 10 s": changed(root_dispersion=10), "root dispersion 17 s": changed(root_dispersion=17),
    **UNHEARD, **UNUSABLE,
}  # fmt: skip

PORTS = {name: FIRST_PORT + number for number, name in enumerate(BEHAVIOURS)}


def start():
    """Starts them all, for IPv6 too where there is any; they end with this process. Returns whether there is."""
    has_ipv6 = True
    for name, port in PORTS.items():
        behaviour = Behaviour(name, Question, BEHAVIOURS[name])
        behaviour.listen(port)
        try:
            behaviour.listen(port, "::1")
        except OSError:
            has_ipv6 = False
    return has_ipv6
