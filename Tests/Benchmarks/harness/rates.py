"""How many requests a second, beside the empty route of a bare server."""

import json
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from statistics import median
from urllib.parse import quote

from .bench import PROFILES, USERS, percent, times
from .client import Client
from .load import LoadError
from .report import Result

# What a script needs; each fills the server and returns the lines of seeds.


def no_seeds(_):
    return []


def seed_users(field):
    """Users with a password; of each, one field of the answer to signUp."""

    def seed(client):
        return [client.sign_up(f"user-{number}@bench.test")[field] for number in range(USERS)]

    return seed


def seed_identities(client):
    """Google accounts with a name and an address; of each, the percent-encoded ID token that signs in to it."""
    tokens = []
    for number in range(USERS):
        who = {
            "sub": f"subject-{number}",
            "name": f"User {number}",
            "email": f"user-{number}@bench.test",
            "email_verified": True,
        }
        tokens.append(quote(json.dumps(who), safe=""))
        client.sign_in_with_idp(tokens[-1])
    return tokens


def seed_test_numbers(client):
    """As many phone numbers with a fixed code as a project can have."""
    numbers = [f"+1650555010{number}" for number in range(10)]
    client.set_test_phone_numbers({number: "123456" for number in numbers})
    return numbers


def seed_pages(size):
    """10,000 accounts; the size of a page and the tokens of all pages."""

    def seed(client):
        for first in range(0, 10_000, 1_000):
            client.import_accounts(first, 1_000)
        tokens = [""]
        for _ in range(10_000 // size - 1):
            tokens.append(json.loads(client.page(tokens[-1], size))["nextPageToken"])
        return [f"{size}\t{token}" for token in tokens]

    return seed


# How many requests the project's counts say were answered since the counts before.


def new_accounts(before, after):
    return after["accounts"] - before["accounts"]


def new_thousands(before, after):
    return new_accounts(before, after) / 1_000


def new_messages(before, after):
    return after["messages"] - before["messages"]


def new_codes_and_accounts(before, after):
    return new_messages(before, after) + new_accounts(before, after)


@dataclass
class Rate:
    """A script of the load generator and what the server must have for it.

    Its rate is compared with that of a bare server's empty route, turn and turn about.
    """

    title: str
    script: str
    # The ratio that is aimed at.
    least: float
    seed: Callable[[Client], list[str]] = no_seeds
    # How many requests left something behind, which has to agree with what wrk counted.
    growth: Callable[[dict, dict], float] | None = None
    # Where it works.
    profiles: tuple[str, ...] = PROFILES
    # What one request does, if it is more than to answer; the ratio then counts that.
    per_request: int = 1

    def __call__(self, bench):
        bare, loads = [], []
        with bench.bare() as bare_server, bench.firebreak() as server, self.on(server, bench) as run:
            for _ in range(bench.rounds):
                bare.append(bench.load.run(bare_server, "healthz").rate)
                loads.append(run())
        rate = median(load.rate for load in loads) * self.per_request
        ratio = rate / median(bare)
        show = percent if self.per_request == 1 else times
        return [
            Result(
                self.title, show(ratio), "empty route of a bare Hummingbird",
                f"≥ {self.least * 100:g} %" if self.per_request == 1 else f"≥ {self.least:g} ×", ratio >= self.least,
                numbers={"ratio": ratio, "rate": rate, "bareRates": bare, "loads": [asdict(load) for load in loads]},
            )
        ]

    @contextmanager
    def on(self, server, bench):
        """Fills a server and tries the script once with a look at each answer; gives a function that runs it."""
        with Client(server) as client, tempfile.NamedTemporaryFile("w") as seeds:
            seeds.writelines(f"{line}\n" for line in self.seed(client))
            seeds.flush()
            bench.load.run(server, self.script, seeds=seeds.name, seconds=1, looks_closely=True)

            def run():
                before = client.counts() if self.growth else None
                load = bench.load.run(server, self.script, seeds=seeds.name)
                if self.growth:
                    self._check_growth(load, before, client, bench.load.connections)
                return load

            yield run

    def _check_growth(self, load, before, client, connections):
        # The server finishes requests that wrk no longer waited for; they are not counted.
        time.sleep(0.2)
        grown = self.growth(before, client.counts())
        if not load.requests <= grown <= load.requests + connections:
            raise LoadError(f"{self.script}: {load.requests} good answers, but {grown:g} of them left something behind")
