"""The common parts of our servers: questions, ways to misbehave that need no format, the common."""

import os
import socket
import sys
import threading
import time


class Question:
    """A question. A subclass raises where no server would answer it, and has `bytes`, which makes the right answer."""

    def __init__(self, server, packet, client, behaviour):
        self.arrived = time.time()
        self.server, self.packet, self.client, self.behaviour = server, packet, client, behaviour

    def send(self, packet):
        self.server.sendto(packet, self.client)


class Behaviour:
    """A server at a port of its own on loopback, and what it does with a question."""

    def __init__(self, name, question, behave):
        self.name, self.question, self.behave = name, question, behave
        self.last, self.count = None, 0

    def listen(self, port, address="127.0.0.1"):
        server = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
        server.bind((address, port))
        threading.Thread(target=self.serve, args=(server,), daemon=True).start()

    def serve(self, server):
        while True:
            packet, client = server.recvfrom(65_536)
            self.says("asked")
            try:
                self.behave(self.question(server, packet, client, self))
            except Exception as error:
                self.says(f"WRONG {type(error).__name__} {error}")

    def says(self, text):
        # In one call: `print` writes the end of the line by itself, and all servers' threads write here.
        os.write(sys.stdout.fileno(), f"{self.name}: {text}\n".encode())


def accept(port, handle, address="127.0.0.1"):
    """Listens for connections, and handles each in a thread of its own."""
    listener = socket.create_server((address, port), backlog=64)

    def serve():
        while True:
            client, _ = listener.accept()
            threading.Thread(target=handle, args=(client,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()


def serve_for_ever():
    """Once all listen."""
    print("ready", flush=True)
    threading.Event().wait()


def questions(log, name):
    """Returns the numbers of requests and of key exchanges, and the faults, from the output of a server's program."""
    said = [line.removeprefix(f"{name}: ") for line in log.splitlines() if line.startswith(f"{name}: ")]
    wrong = [line.removeprefix("WRONG ") for line in said if line.startswith("WRONG ")]
    return said.count("asked"), said.count("keys"), wrong


def honest(asked):
    asked.send(asked.bytes())


def silent(asked):
    pass


def mirrored(asked):
    asked.send(asked.packet)


def slow(there, back):
    """As if the question took so many seconds to arrive, and the answer."""

    def behave(asked):
        time.sleep(there)
        asked.arrived = time.time()
        packet = asked.bytes()
        time.sleep(back)
        asked.send(packet)

    return behave


def late(asked):
    """Answers after the next request has arrived."""
    packet = asked.bytes()
    threading.Timer(1.2, lambda: asked.send(packet)).start()


def cut(asked):
    """Beginnings of the answer, no more of them than a socket holds."""
    packet = asked.bytes()
    for end in range(0, len(packet), 13):
        asked.send(packet[:end])


def cut_first(asked):
    cut(asked)
    honest(asked)


def last_one_first(asked):
    """The answer to the question before, and then this one's."""
    if asked.behaviour.last:
        asked.send(asked.behaviour.last)
    asked.behaviour.last = asked.bytes()
    asked.send(asked.behaviour.last)


def twice(asked):
    """Only the first two questions are answered."""
    asked.behaviour.count += 1
    if asked.behaviour.count <= 2:
        honest(asked)


def replayed(asked):
    """The first question is answered, and all others with the same."""
    asked.behaviour.last = asked.behaviour.last or asked.bytes()
    asked.send(asked.behaviour.last)


def from_another_port(asked):
    with socket.socket(asked.server.family, socket.SOCK_DGRAM) as another:
        another.sendto(asked.bytes(), asked.client)
