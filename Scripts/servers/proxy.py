"""Makes the way to a server longer: TCP and UDP, by so many seconds each way."""

import queue
import select
import socket
import threading
import time


class Delayed:
    """A stream that arrives later, in order."""

    def __init__(self, sink, delay):
        self.sink, self.delay, self.waiting = sink, delay, queue.Queue()
        threading.Thread(target=self.deliver, daemon=True).start()

    def put(self, data):
        self.waiting.put((time.monotonic() + self.delay, data))

    def deliver(self):
        while True:
            when, data = self.waiting.get()
            time.sleep(max(0, when - time.monotonic()))
            if not self.sink(data):
                return


def carry(source, target, delay):
    """Carries the bytes of one direction, and its end."""

    def send(data):
        try:
            if data:
                target.sendall(data)
                return True
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        return False

    delayed = Delayed(send, delay)
    while True:
        try:
            data = source.recv(65536)
        except OSError:
            data = b""
        delayed.put(data)
        if not data:
            return


def tcp(port, target, delay):
    """Listens at a port for connections to another one of this machine."""
    listener = socket.create_server(("127.0.0.1", port), backlog=64)

    def serve():
        while True:
            client, _ = listener.accept()
            try:
                server = socket.create_connection(("127.0.0.1", target))
            except OSError:
                client.close()
                continue
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for pair in ((client, server), (server, client)):
                threading.Thread(target=carry, args=(*pair, delay), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()


def udp(port, target, delay):
    """The same for datagrams; each client gets a socket of its own towards the server."""
    outside = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    outside.bind(("127.0.0.1", port))
    inside, clients, later = {}, {}, Delayed(lambda act: act() or True, delay)

    def forward(send, data):
        def act():
            try:
                send(data)
            except OSError:
                pass

        later.put(act)

    def serve():
        while True:
            for ready in select.select([outside, *clients], [], [])[0]:
                try:
                    data, sender = ready.recvfrom(65536)
                except OSError:
                    continue
                if ready is outside:
                    if sender not in inside:
                        inside[sender] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                        inside[sender].connect(("127.0.0.1", target))
                        clients[inside[sender]] = sender
                    forward(inside[sender].send, data)
                else:
                    forward(lambda data, client=clients[ready]: outside.sendto(data, client), data)

    threading.Thread(target=serve, daemon=True).start()
