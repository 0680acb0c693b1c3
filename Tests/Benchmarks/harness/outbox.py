"""Clients that wait for mail at outbox:wait."""

import json
import selectors
import socket
import time

from .client import KEY
from .server import HOST, PROJECT


class WaitError(Exception):
    """A waiter got something else than it waited for."""


def _connect(server):
    connection = socket.create_connection((HOST, server.port), timeout=10)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _wait_request(address, timeout):
    path = f"/firebreak/v1/projects/{PROJECT}/outbox:wait?to={address}&timeout={timeout}"
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()


def _send_code_request(address):
    body = json.dumps(
        {
            "requestType": "EMAIL_SIGNIN",
            "email": address,
            "continueUrl": "http://localhost/finish",
            "canHandleCodeInApp": True,
        }
    )
    return (
        f"POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key={KEY} HTTP/1.1\r\nHost: {HOST}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def _is_complete(answer):
    head, separator, body = answer.partition(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.partition(b":")[2])
    if separator:
        raise WaitError(f"an answer without a length: {answer[:200]!r}")
    return False


def wake_up_latency(server, number):
    """Seconds from the answer to sendOobCode until the answer to the one who waits for the mail.

    Negative when the waiter was first.
    """
    address = f"wake-{number}@bench.test"
    with _connect(server) as waiter, _connect(server) as sender, selectors.DefaultSelector() as selector:
        waiter.sendall(_wait_request(address, "10s"))
        # Long enough for the server to have looked and parked it.
        time.sleep(0.02)
        sender.sendall(_send_code_request(address))
        answers = {waiter: b"", sender: b""}
        complete = {}
        for connection in answers:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ)
        while len(complete) < 2:
            ready = selector.select(timeout=10)
            if not ready:
                raise WaitError("no answer within 10 s")
            for key, _ in ready:
                part = key.fileobj.recv(65_536)
                now = time.monotonic_ns()
                if not part:
                    raise WaitError(f"the server closed the connection after {answers[key.fileobj]!r}")
                answers[key.fileobj] += part
                if _is_complete(answers[key.fileobj]):
                    complete[key.fileobj] = now
                    selector.unregister(key.fileobj)
    for connection, expected in ((waiter, b'"messages":[{'), (sender, address.encode())):
        if not answers[connection].startswith(b"HTTP/1.1 200 ") or expected not in answers[connection]:
            raise WaitError(f"unexpected answer: {answers[connection][:400]!r}")
    return (complete[waiter] - complete[sender]) / 1e9


class IdleWaiters:
    """Clients that wait for mail which never comes, from entry to exit."""

    def __init__(self, server, count):
        self._server = server
        self._count = count
        self._connections = []

    def __enter__(self):
        try:
            for number in range(self._count):
                connection = _connect(self._server)
                self._connections.append(connection)
                connection.sendall(_wait_request(f"nobody-{number}@bench.test", "10m"))
        except BaseException:
            self._close()
            raise
        # Until the server has parked them all.
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self._close()

    def _close(self):
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        # Until the server has noticed.
        time.sleep(0.5)

    def check(self):
        """Raises unless all still wait."""
        with selectors.DefaultSelector() as selector:
            for connection in self._connections:
                selector.register(connection, selectors.EVENT_READ)
            ready = selector.select(timeout=0)
        if ready:
            raise WaitError(f"{len(ready)} of {self._count} waiters were answered or cut off")
