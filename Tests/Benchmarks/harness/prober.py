"""Asks /healthz again and again beside other requests, to see how long it has to wait for its answers."""

import contextlib
import gc
import multiprocessing
import os
import selectors
import socket
import time

from .server import HOST

# Seconds.
_INTERVAL = 0.005
# As many that each event loop has one: a server has a loop for each core and deals connections out in turn.
_CONNECTIONS = max(8, os.cpu_count())
_REQUEST = f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
# Seconds to wait for the last answers, and to start.
_PATIENCE = 120


class ProbeError(Exception):
    """/healthz was not answered, or not as it should be."""


class Prober:
    """Asks on eight kept connections every 5 ms, from entry to exit, each time an earlier answer is there.

    It is a process of its own, so that nothing else in this one can hold it up.
    """

    def __init__(self, server):
        self._pipe, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(
            target=_probe, args=(server.port, theirs), daemon=True
        )

    def __enter__(self):
        self._process.start()
        # Until it asks.
        self._receive()
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.join()
        self._pipe.close()

    def answers(self):
        """Ends the asking and gives pairs of the times, by time.monotonic, of each question and its answer."""
        # A prober that failed has ended, and has said why.
        with contextlib.suppress(BrokenPipeError):
            self._pipe.send("enough")
        return self._receive()

    def _receive(self):
        if not self._pipe.poll(_PATIENCE + 10):
            raise ProbeError("the prober does not answer")
        received = self._pipe.recv()
        if isinstance(received, str):
            raise ProbeError(received)
        return received


def _probe(port, pipe):
    # A collection would look like a wait.
    gc.disable()
    try:
        connections = [_Connection(port) for _ in range(_CONNECTIONS)]
        pipe.send([])
        pipe.send(_ask(connections, pipe))
    except (OSError, ProbeError) as error:
        pipe.send(f"/healthz: {error}")


def _ask(connections, pipe):
    answers = []
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection.socket, selectors.EVENT_READ, connection)
        next_time = time.monotonic()
        while not pipe.poll():
            if time.monotonic() >= next_time:
                for connection in connections:
                    connection.ask()
                next_time = max(next_time + _INTERVAL, time.monotonic())
            _read(selector, max(0, next_time - time.monotonic()), answers)
        deadline = time.monotonic() + _PATIENCE
        while any(connection.asked_at for connection in connections):
            if time.monotonic() > deadline:
                raise ProbeError(f"no answer within {_PATIENCE} s")
            _read(selector, 1, answers)
    return answers


def _read(selector, timeout, answers):
    for key, _ in selector.select(timeout):
        if times := key.data.read():
            answers.append(times)


class _Connection:
    def __init__(self, port):
        self.socket = socket.create_connection((HOST, port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.asked_at = None
        self._answer = b""

    def ask(self):
        """Asks, unless an answer is still missing."""
        if self.asked_at is None:
            self.asked_at = time.monotonic()
            self.socket.sendall(_REQUEST)

    def read(self):
        """The times of question and answer, once the answer is whole."""
        part = self.socket.recv(65_536)
        now = time.monotonic()
        if not part:
            raise ProbeError(f"the connection was closed after {self._answer!r}")
        self._answer += part
        if not self._answer.endswith(b"\r\n\r\nok\n"):
            return None
        if not self._answer.startswith(b"HTTP/1.1 200 "):
            raise ProbeError(f"the answer was {self._answer!r}")
        times = (self.asked_at, now)
        self.asked_at, self._answer = None, b""
        return times
