"""HTTP servers of our own, most of them misbehaving, each at a port of its own on loopback."""

import contextlib
import itertools
import socket
import struct
import time
from email.utils import formatdate

from servers import common

DAY = 86_400
BEGAN = time.time()
FIRST_PORT = 21_000


class Connection:
    """A client's connection, and what a behaviour may do with it. The record has the moment, connection and method of
    each request."""

    def __init__(self, accepted, record):
        self.socket, self.record, self.buffer = accepted, record, b""
        self.client = accepted.getpeername()[1]
        accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self):
        """Waits for the head of a request. Returns its method."""
        while b"\r\n\r\n" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        method = head.decode("latin-1").split(" ")[0]
        self.record.append((time.monotonic(), self.client, method))
        return method

    def send(self, *lines, status="HTTP/1.1 200 OK", body=b""):
        self.socket.sendall("\r\n".join([status, "Content-Length: 9", *lines, "", ""]).encode("latin-1") + body)

    def reset(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def date(shift=0.0):
    return f"Date: {formatdate(time.time() + shift, usegmt=True)}"


def always(*lines, status="HTTP/1.1 200 OK", body=b""):
    """Answers every request so; a line may be a function that makes it."""

    def behave(connection):
        while True:
            connection.request()
            connection.send(*(each() if callable(each) else each for each in lines), status=status, body=body)

    return behave


def slow(there, back):
    """As if a request took so many seconds to arrive, and an answer."""

    def behave(connection):
        while True:
            connection.request()
            time.sleep(there)
            stamp = date()
            time.sleep(back)
            connection.send(stamp)

    return behave


def answer_as_body(connection):
    """Sends a body in answer to HEAD, a little later: an answer whose Date is a second ahead."""
    while True:
        connection.request()
        connection.send(date())
        time.sleep(0.1)
        connection.socket.sendall(f"HTTP/1.1 200 OK\r\n{date(1)}\r\nContent-Length: 0\r\n\r\n".encode())


def cached(connection):
    """Renews its stamp once a second, in the middle of the true second: it may be a whole second old."""
    while True:
        connection.request()
        connection.send(f"Date: {formatdate(int(time.time() - 0.45) + 0.45, usegmt=True)}")


def closing(connection):
    """Sends an answer on each connection."""
    connection.request()
    connection.send(date(), "Connection: close", status="HTTP/1.0 200 OK")


def early_hints(connection):
    """Another date comes before the answer's own."""
    while True:
        connection.request()
        hints = f"HTTP/1.1 103 Early Hints\r\n{date(-DAY)}\r\nLink: </a>; rel=preload\r\n\r\n"
        connection.socket.sendall(hints.encode())
        connection.send(date())


def jumping(connection):
    """Each answer is an hour before the last one."""
    while True:
        connection.request()
        connection.send(date(3600 * (1 - len(connection.record))))


def half_speed(connection):
    """The seconds are twice as long from the first request on."""
    while True:
        connection.request()
        connection.send(date((connection.record[0][0] - time.monotonic()) / 2))


def nodes(*shifts):
    """Each connection reaches the next of several machines, whose clocks are off by so much."""
    turns = itertools.cycle(shifts)

    def behave(connection):
        shift = next(turns)
        always(lambda: date(shift))(connection)

    return behave


def without_head(answer):
    """Answers to GET alone, and does something else at HEAD."""

    def behave(connection):
        while connection.request() != "HEAD":
            connection.send(date())
        answer(connection)

    return behave


def dying(connection):
    """Sends a good answer, and then resets each connection."""
    if not connection.record:
        connection.request()
        connection.send(date())
        connection.request()
    connection.reset()


def reset_in_header(connection):
    connection.request()
    connection.socket.sendall(b"HTTP/1.1 200 OK\r\nDat")
    connection.reset()


def silent(connection):
    connection.request()
    connection.request()  # which never comes


def trickle(connection):
    connection.request()
    connection.socket.sendall(b"HTTP/1.1 200 OK\r\n")
    for byte in b"X-Slowly: " + b"z" * 200:
        connection.socket.sendall(bytes([byte]))
        time.sleep(0.2)


def endless_header(connection):
    """64 MB of header fields, and then the date."""
    connection.request()
    connection.socket.sendall(b"HTTP/1.1 200 OK\r\n")
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"z" * 1000) for number in range(1000))
    for _ in range(64):
        connection.socket.sendall(lines)
    connection.socket.sendall(date().encode() + b"\r\nContent-Length: 9\r\n\r\n")


def garbage(connection):
    connection.request()
    connection.socket.sendall(bytes(range(256)) * 8)


def shouted(connection):
    """Another protocol's greeting, before anything was asked."""
    connection.socket.sendall(b"220 mail.test ESMTP ready\r\n")
    connection.request()


def greet(client):
    """TLS records that libraries pass over (HelloRequests, which TLS 1.3 has not): as many as the client takes."""
    while True:
        client.sendall((b"\x16\x03\x03\x00\x04" + bytes(4)) * 1_000)


MALFORMED = {
    "not a date": "yesterday", "empty": "", "a number": "1700000000", "ISO 8601": "2026-03-01T12:00:00Z",
    "another zone": "Sun, 01 Mar 2026 12:00:00 +0100", "wrong weekday": "Mon, 01 Mar 2026 12:00:00 GMT",
    "30 February": "Mon, 30 Feb 2026 12:00:00 GMT", "25 o'clock": "Sun, 01 Mar 2026 25:00:00 GMT",
    "in another language": "So, 01 Mrz 2026 12:00:00 GMT", "cut short": "Sun, 01 Mar 2026 12:0", "long": "Sun, " * 2000,
}  # fmt: skip

BEHAVIOURS = {
    # honest, each in its way
    "honest": always(date), "slow there": slow(0.7, 0), "slow back": slow(0, 0.7), "30 ms each way": slow(0.03, 0.03),
    "cached second": cached, "closing": closing, "early hints": early_hints, "dying": dying,
    "two equal Dates": always(date, date), "two Dates, 5 s apart": always(date, lambda: date(-5)),
    "HEAD hangs": without_head(Connection.request), "HEAD closes": without_head(lambda connection: None),
    # Where there must be no body one comes, which looks like the next answer.
    "body after HEAD": always(date, body=b"HTTP/1.1 "), "an answer as the body after HEAD": answer_as_body,
    # lying
    "1970": always(lambda: date(-BEGAN)), "stopped": always(date()),
    "9999": always("Date: Fri, 31 Dec 9999 23:59:59 GMT"),
    "a day behind": always(lambda: date(-DAY)), "jumping": jumping, "trap": always(lambda: date(-DAY)),
    "half speed": half_speed, "another node per connection": nodes(0, 30),
    "another node per connection, the wrong one first": nodes(-30, 0),
    # no usable answer
    "no Date": always("Server: none"), "503": always(status="HTTP/1.1 503 Service Unavailable"),
    "503 with Retry-After": always("Retry-After: 100", status="HTTP/1.1 503 Service Unavailable"),
    "refuses CONNECT": always(status="HTTP/1.1 403 Forbidden"),
    "two Dates": always(date, lambda: date(-DAY)),
    "two Dates, other order": always(lambda: date(-DAY), date),
    **{f"Date {name}": always(f"Date: {text}") for name, text in MALFORMED.items()},
    # no answer
    "reset at once": Connection.reset, "reset in the header": reset_in_header,
    "close without answer": Connection.request, "silent": silent, "trickle": trickle, "endless header": endless_header,
    "garbage": garbage, "another protocol": shouted,
    "greetings without end": lambda connection: greet(connection.socket),
}  # fmt: skip

PORTS = {name: FIRST_PORT + number for number, name in enumerate(BEHAVIOURS)}


def serve(name, port, record):
    """Starts one at a port; it ends with this process."""

    def handle(accepted):
        with accepted, contextlib.suppress(OSError):
            BEHAVIOURS[name](Connection(accepted, record))

    common.accept(port, handle)


def start():
    """Starts them all. Returns what each is asked, as it comes."""
    records = {name: [] for name in PORTS}
    for name, port in PORTS.items():
        serve(name, port, records[name])
    return records
