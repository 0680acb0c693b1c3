"""HTTP as bytes on a socket: for requests that no client library would send, and for what connections become."""

import socket
import struct
from collections import namedtuple

Answer = namedtuple("Answer", "version status headers body")

# A wait that only a server that hangs exceeds.
PATIENCE = 40
# With these a server's answer does not disappear in the buffers of the two systems.
SMALL_BUFFERS = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 4096), (socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536))


class Connection:
    """One connection to a server; closed at the end of `with`."""

    def __init__(self, server, *options):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            # These count only if they are set before the connection is made.
            for option in options:
                self.socket.setsockopt(*option)
            self.socket.settimeout(PATIENCE)
            self.socket.connect((server.host, server.port))
        except BaseException:
            self.socket.close()
            raise
        self._received = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, *parts):
        self.socket.sendall(b"".join(parts))

    def _receive(self):
        """More bytes; none when the server ended the connection."""
        try:
            part = self.socket.recv(65536)
        except ConnectionError:
            part = b""
        self._received += part
        return part

    def _take(self, count):
        while len(self._received) < count:
            assert self._receive(), f"the connection ended in an answer, after {self._received!r}"
        taken, self._received = self._received[:count], self._received[count:]
        return taken

    def head(self):
        """The status line and the headers of the next answer, which may be an interim one."""
        while b"\r\n\r\n" not in self._received:
            assert self._receive(), f"the connection ended before an answer, after {self._received!r}"
        head, self._received = self._received.split(b"\r\n\r\n", 1)
        status_line, *lines = head.decode("latin-1").split("\r\n")
        version, status, _ = f"{status_line} ".split(" ", 2)
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        return Answer(version, int(status), headers, None)

    def answer(self):
        """The next answer with its body, which ends with the connection if it says no length."""
        answer = self.head()
        if "content-length" in answer.headers:
            return answer._replace(body=self._take(int(answer.headers["content-length"])))
        assert ends_connection(answer), answer
        while self._receive():
            pass
        return answer._replace(body=self._take(len(self._received)))

    def is_refused(self):
        """Whether the server has begun to answer with 503, or ended the connection; the answer stays to be read."""
        self.socket.setblocking(False)
        try:
            while b"\r\n" not in self._received:
                if not self._receive():
                    return True
        except BlockingIOError:
            pass
        finally:
            self.socket.settimeout(PATIENCE)
        return b" 503 " in self._received.partition(b"\r\n")[0]

    def is_ended(self):
        """Whether the server ends the connection, and sends nothing before that."""
        assert not self._received, self._received
        return not self._receive()


def ends_connection(answer):
    """Whether the answer says that it is the connection's last one."""
    return "close" in answer.headers.get("connection", "").lower()


def request(server, path, body=b"", verb="POST", version="HTTP/1.1", headers=(), length=True):
    """The bytes of a request; `headers` are whole lines."""
    lines = [f"{verb} {path} {version}", f"Host: {server.authority}", *headers]
    if body and length:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def unsent(server):
    """How many of the server's connections have bytes that their clients do not take."""
    host = struct.unpack("<I", socket.inet_aton(server.host))[0]
    local = f"{host:08X}:{server.port:04X}"
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table][1:]
    return sum(1 for row in rows if row[1] == local and row[4].split(":")[0].strip("0"))
