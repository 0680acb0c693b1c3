"""Puts load on a server with wrk and the scripts in the directory `wrk`."""

import json
import os
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from .client import KEY
from .server import PROJECT

SCRIPTS = Path(__file__).resolve().parents[1] / "wrk"
THREADS = 1


class LoadError(Exception):
    """The load generator failed, or not every answer was good."""


@dataclass
class Load:
    """What one run of wrk came to. Latencies are in microseconds."""

    requests: int
    microseconds: int
    bytes: int
    p50: int
    p99: int
    # Answers of status 400 and more, and failures of sockets.
    status: int
    connect: int
    read: int
    write: int
    timeout: int
    # Answers that the script did not want, where it looks.
    unexpected: int

    @property
    def rate(self):
        return self.requests / (self.microseconds / 1e6)

    def check(self, script, output):
        wrong = {
            name: count
            for name, count in asdict(self).items()
            if name in ("status", "connect", "read", "write", "timeout", "unexpected") and count
        }
        if not self.requests:
            raise LoadError(f"{script}: no request was answered")
        if wrong:
            words = {"status": "not 2xx", "unexpected": "unexpected answers"}
            text = ", ".join(f"{count} {words.get(name, name + ' errors')}" for name, count in wrong.items())
            shown = [line for line in output.splitlines() if line.startswith("bad answer: ")]
            raise LoadError("; ".join([f"{script}: of {self.requests} answers {text}", *shown[:1]]))


class LoadGenerator:
    def __init__(self, connections, seconds):
        self.connections = connections
        self.seconds = seconds
        self._runs = 0

    def run(self, server, script, *, seeds=None, seconds=None, project=PROJECT, looks_closely=False):
        """Runs a script once.

        Raises LoadError when not every answer was good. `looks_closely` also looks into the answers, which costs rate.
        """
        self._runs += 1
        environment = {
            **os.environ,
            "BENCH_TAG": f"r{self._runs}",
            "BENCH_PROJECT": project,
            "BENCH_KEY": KEY,
            "BENCH_SEEDS": str(seeds or os.devnull),
        }
        environment.pop("BENCH_CHECK", None)
        if looks_closely:
            environment["BENCH_CHECK"] = "1"
        seconds = seconds or self.seconds
        command = ["wrk", f"-t{THREADS}", f"-c{self.connections}", f"-d{seconds}s", "--timeout", "10s"]
        command += ["-s", f"{script}.lua", server.url]
        try:
            done = subprocess.run(
                command, check=False, capture_output=True, cwd=SCRIPTS, env=environment, text=True, errors="replace",
                timeout=seconds + 60,
            )
        except subprocess.TimeoutExpired:
            raise LoadError(f"{script}: wrk did not end") from None
        lines = done.stdout.splitlines()
        if done.returncode or not lines or not lines[-1].startswith("{"):
            raise LoadError(f"{script}: wrk failed: {(done.stderr + done.stdout)[-400:]}")
        load = Load(**json.loads(lines[-1]))
        load.check(script, done.stdout)
        return load
