"""A server under test as a child process: started, timed, weighed, stopped."""

import os
import random
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

HOST = "127.0.0.1"
PROJECT = "demo-firebreak"


class ServerError(Exception):
    """The server did not start or ended by itself."""


def free_port():
    """A port that nobody listens on.

    It is below the range that systems take the ports of clients from: a client that tries to connect to a free port of
    that range until somebody listens can end up connected to itself.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as candidate:
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                candidate.bind((HOST, port))
            except OSError:
                continue
        return port


def clean_environment():
    """The environment without anything that configures a server."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("FIREBREAK_") and name not in ("GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT")
    }


class Server:
    """One process, running as its command says; it has answered its first request when the constructor returns."""

    def __init__(self, command, within=15.0):
        """`command` gets the port as its last argument."""
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self.pid = None
        self._exit_status = None
        command = [str(part) for part in command] + [str(self.port)]
        environment = clean_environment()
        with tempfile.NamedTemporaryFile(prefix="firebreak-bench-", suffix=".log", delete=False) as log:
            self._log = Path(log.name)
            actions = [
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, log.fileno(), 2),
            ]
            started = time.monotonic_ns()
            self.pid = os.posix_spawn(command[0], command, environment, file_actions=actions)
        try:
            self._await_first_answer(time.monotonic() + within)
            # Seconds from before the process existed until the whole answer was there.
            self.start_time = (time.monotonic_ns() - started) / 1e9
            self.start_memory = self.resident_memory()
        except BaseException:
            self.stop()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def _await_first_answer(self, deadline):
        while True:
            connection = socket.socket()
            try:
                connection.connect((HOST, self.port))
                break
            except ConnectionRefusedError:
                connection.close()
            if not self.is_running():
                raise ServerError(f"the server ended with status {self._exit_status}: {self.log_tail()}")
            if time.monotonic() > deadline:
                raise ServerError(f"the server did not answer in time: {self.log_tail()}")
            time.sleep(0.0002)
        with connection:
            connection.settimeout(max(0.1, deadline - time.monotonic()))
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: %s:%d\r\n\r\n" % (HOST.encode(), self.port))
            answer = b""
            while not answer.endswith(b"\r\n\r\nok\n"):
                part = connection.recv(65_536)
                if not part:
                    raise ServerError(f"the server closed the first connection: {answer!r}")
                answer += part
            if not answer.startswith(b"HTTP/1.1 200 "):
                raise ServerError(f"the first answer was {answer!r}")

    def is_running(self):
        if self._exit_status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._exit_status = os.waitstatus_to_exitcode(status)
        return self._exit_status is None

    def log_tail(self):
        lines = self._log.read_text(errors="replace").splitlines()
        return "\n".join(lines[-20:]) or "it logged nothing"

    def resident_memory(self):
        """Bytes of memory that are resident now."""
        status = Path(f"/proc/{self.pid}/status")
        if status.exists():
            (kibibytes,) = (line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
        else:
            command = ["ps", "-o", "rss=", "-p", str(self.pid)]
            kibibytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return int(kibibytes) * 1024

    def own_memory(self):
        """Bytes of resident memory that no file is behind; all where the system does not tell."""
        status = Path(f"/proc/{self.pid}/status")
        if not status.exists():
            return self.resident_memory()
        (kibibytes,) = (line.split()[1] for line in status.read_text().splitlines() if line.startswith("RssAnon:"))
        return int(kibibytes) * 1024

    def processor_time(self):
        """Seconds of processor time that the process has used, on all its threads."""
        stat = Path(f"/proc/{self.pid}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        command = ["ps", "-o", "time=", "-p", str(self.pid)]
        parts = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split(":")
        return sum(float(part) * 60**place for place, part in enumerate(reversed(parts)))

    def stop(self):
        """Ends the process, if need be without asking."""
        deadline = time.monotonic() + 5
        try:
            if self.pid and self.is_running():
                os.kill(self.pid, signal.SIGTERM)
                while self.is_running() and time.monotonic() < deadline:
                    time.sleep(0.005)
        finally:
            if self.pid and self.is_running():
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
            self._log.unlink(missing_ok=True)
