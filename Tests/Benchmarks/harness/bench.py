"""What all rows share: the programs to start, the load, the profile; and how figures are written."""

import time
from dataclasses import dataclass
from pathlib import Path

from .load import LoadGenerator
from .server import Server

PROFILES = ("emulator", "local")
USERS = 1_000
MEBIBYTE = 1 << 20


@dataclass
class Bench:
    firebreak_binary: Path
    load: LoadGenerator
    rounds: int
    profile: str
    # Milliseconds that /healthz may take beside anything.
    limit: int
    # Only where something is compared with it.
    bare_binary: Path | None = None

    def firebreak(self, binary=None, options=()):
        """A server in the profile of this run; of another binary, if one is given."""
        return Server([binary or self.firebreak_binary, "serve", "--profile", self.profile, *options, "--port"])

    def bare(self):
        return Server([self.bare_binary])


def percent(ratio):
    return f"{ratio * 100:.1f} %"


def times(ratio):
    return f"{ratio:.2f} ×"


def milliseconds_since(started):
    """Since a reading of time.monotonic_ns."""
    return (time.monotonic_ns() - started) / 1e6


def timed(call, *arguments):
    """How many milliseconds a call takes, and what it returns."""
    started = time.monotonic_ns()
    answer = call(*arguments)
    return milliseconds_since(started), answer
