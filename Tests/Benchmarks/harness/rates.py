"""How many requests a second: of the empty route beside a bare server's, of all others beside both."""

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


def new_codes_and_accounts(before, after):
    return after["messages"] - before["messages"] + new_accounts(before, after)


@dataclass
class Script:
    """A script of the load generator and what the server must have for it."""

    title: str
    script: str
    # The ratio that is aimed at.
    least: float
    seed: Callable[[Client], list[str]] = no_seeds
    # How many requests left something behind, which has to agree with what wrk counted.
    growth: Callable[[dict, dict], float] | None = None
    # Where it works.
    profiles: tuple[str, ...] = PROFILES

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


@dataclass
class EmptyRoute(Script):
    """Compares the empty route with the bare server's, turn and turn about."""

    def __call__(self, bench):
        rates = {"bare": [], "firebreak": []}
        with bench.bare() as bare, bench.firebreak() as firebreak:
            with self.on(bare, bench) as run_bare, self.on(firebreak, bench) as run:
                for _ in range(max(5, bench.rounds)):
                    rates["bare"].append(run_bare().rate)
                    rates["firebreak"].append(run().rate)
        ratio = median(rates["firebreak"]) / median(rates["bare"])
        return [
            Result(
                self.title, percent(ratio), "bare Hummingbird, turn and turn about", f"≥ {self.least * 100:g} %",
                ratio >= self.least, numbers={"ratio": ratio, "rates": rates["firebreak"], "bareRates": rates["bare"]},
            )
        ]


@dataclass
class RateRow(Script):
    """Compares the rate of a script with the empty route's of the same process and with a bare server's, by turns.

    The empty route gets faster with what all requests go through, the bare server does not.
    """

    # What one request does, if it is more than to answer; the ratio then counts that.
    per_request: int = 1

    def __call__(self, bench):
        bare, empty, loads = [], [], []
        with bench.bare() as bare_server, bench.firebreak() as server, self.on(server, bench) as run:
            for _ in range(bench.rounds):
                bare.append(bench.load.run(bare_server, "healthz").rate)
                empty.append(bench.load.run(server, "healthz").rate)
                loads.append(run())
        rate = median(load.rate for load in loads) * self.per_request
        ratio, to_bare = rate / median(empty), rate / median(bare)
        is_share = self.per_request == 1
        show = percent if is_share else times
        return [
            Result(
                self.title, show(ratio), f"empty route, same server (bare Hummingbird: {show(to_bare)})",
                f"≥ {self.least * 100:g} %" if is_share else f"≥ {self.least:g} ×", ratio >= self.least,
                numbers={
                    "ratio": ratio, "ratioToBare": to_bare, "rate": rate, "emptyRouteRates": empty, "bareRates": bare,
                    "loads": [asdict(load) for load in loads],
                },
            )
        ]
