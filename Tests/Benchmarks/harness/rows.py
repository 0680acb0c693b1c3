"""What is measured, and how. Each row is a function that returns results; targets are those of product.md section 9."""

import json
import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from urllib.parse import quote

from .client import CallError, Client, complete_account, password_account
from .load import LoadError, LoadGenerator
from .outbox import IdleWaiters, wake_up_latency
from .report import Result
from .server import PROJECT, Server

EMPTY_ROUTE = "empty route, same server"
USERS = 1_000
MEBIBYTE = 1 << 20


@dataclass
class Bench:
    """What the rows share."""

    firebreak_binary: Path
    bare_binary: Path
    load: LoadGenerator
    rounds: int

    def firebreak(self):
        return Server([self.firebreak_binary, "serve", "--port"])

    def bare(self):
        return Server([self.bare_binary])


def rate_text(rate, unit="/s"):
    return f"{rate:,.0f}{unit}"


def percent(ratio):
    return f"{ratio * 100:.1f} %"


def healthz(bench):
    """The empty route beside the bare server's, turn and turn about."""
    rates = {"bare": [], "firebreak": []}
    with bench.bare() as bare, bench.firebreak() as firebreak:
        servers = {"bare": bare, "firebreak": firebreak}
        for server in servers.values():
            bench.load.run(server, "healthz", seconds=1, looks_closely=True)
        for _ in range(max(5, bench.rounds)):
            for name, server in servers.items():
                rates[name].append(bench.load.run(server, "healthz").rate)
    bare_rate, rate = median(rates["bare"]), median(rates["firebreak"])
    return [
        Result("/healthz, bare Hummingbird", rate_text(bare_rate), numbers={"rates": rates["bare"]}),
        Result(
            "/healthz", rate_text(rate), percent(rate / bare_rate), "bare Hummingbird, paired runs", "≥ 90 %",
            rate >= 0.9 * bare_rate, numbers={"rates": rates["firebreak"], "ratio": rate / bare_rate},
        ),
    ]


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


def seed_pages(client):
    """10,000 accounts and the tokens of their ten pages."""
    for first in range(0, 10_000, 1_000):
        client.import_accounts(first, 1_000)
    tokens = [""]
    for _ in range(9):
        tokens.append(json.loads(client.page(tokens[-1]))["nextPageToken"])
    return tokens


# How many requests the project's counts say were answered since the counts before.


def new_accounts(before, after):
    return after["accounts"] - before["accounts"]


def new_thousands(before, after):
    return new_accounts(before, after) / 1_000


def new_codes_and_accounts(before, after):
    return after["messages"] - before["messages"] + new_accounts(before, after)


@dataclass
class RateRow:
    """Compares the rate of a script with the empty route of the same process, turn and turn about."""

    title: str
    script: str
    # What product.md wants: of the ratio, and in words.
    least: float
    target: str
    seed: Callable[[Client], list[str]] = no_seeds
    # What one request does and what that is called, if it is more than to answer.
    per_request: int = 1
    unit: str = "/s"
    # How many requests left something behind, which has to agree with what wrk counted.
    growth: Callable[[dict, dict], float] | None = None

    def __call__(self, bench):
        empty, loads = [], []
        with bench.firebreak() as server, Client(server) as client, tempfile.NamedTemporaryFile("w") as seeds:
            seeds.writelines(f"{line}\n" for line in self.seed(client))
            seeds.flush()
            bench.load.run(server, self.script, seeds=seeds.name, seconds=1, looks_closely=True)
            for _ in range(bench.rounds):
                empty.append(bench.load.run(server, "healthz").rate)
                before = client.counts()
                loads.append(bench.load.run(server, self.script, seeds=seeds.name))
                self._check_growth(loads[-1], before, client, bench.load.connections)
        rate = median(load.rate for load in loads) * self.per_request
        ratio = rate / median(empty)
        return [
            Result(
                self.title,
                rate_text(rate, self.unit),
                percent(ratio) if self.per_request == 1 else f"{ratio:.2f} ×",
                EMPTY_ROUTE,
                self.target,
                ratio >= self.least,
                numbers={"ratio": ratio, "emptyRouteRates": empty, "loads": [asdict(load) for load in loads]},
            )
        ]

    def _check_growth(self, load, before, client, connections):
        if not self.growth:
            return
        # The server finishes requests that wrk no longer waited for; they are not counted.
        time.sleep(0.2)
        grown = self.growth(before, client.counts())
        if not load.requests <= grown <= load.requests + connections:
            raise LoadError(f"{self.script}: {load.requests} good answers, but {grown:g} of them left something behind")


def cold_start(bench):
    """From before the process exists to the first answer, and the memory that is resident then."""
    starts = 15
    times = {"bare": [], "firebreak": []}
    memory = {"bare": [], "firebreak": []}
    makers = {"bare": bench.bare, "firebreak": bench.firebreak}
    # The first round only brings the files into memory.
    for number in range(starts + 1):
        for name, make in makers.items():
            with make() as server:
                if number:
                    times[name].append(server.start_time * 1e3)
                    memory[name].append(server.start_memory / MEBIBYTE)
    bare_time, time_ = median(times["bare"]), median(times["firebreak"])
    bare_memory, memory_ = median(memory["bare"]), median(memory["firebreak"])
    return [
        Result("cold start, bare Hummingbird", f"{bare_time:.1f} ms", numbers={"milliseconds": times["bare"]}),
        Result(
            "cold start, process to first answer", f"{time_:.1f} ms", f"{time_ / bare_time:.1f} ×", "bare Hummingbird",
            "≤ 30 ms where bare takes 5 ms", time_ <= 30, numbers={"milliseconds": times["firebreak"]},
        ),
        Result("idle memory, bare Hummingbird", f"{bare_memory:.1f} MiB", numbers={"mebibytes": memory["bare"]}),
        Result(
            "idle memory, resident after the first answer", f"{memory_:.1f} MiB",
            f"{memory_ - bare_memory:+.1f} MiB", "bare Hummingbird", "≤ +8 MiB", memory_ <= bare_memory + 8,
            numbers={"mebibytes": memory["firebreak"]},
        ),
    ]


def many_accounts(bench):
    """What 100,000 accounts weigh, how long a page of them takes and whether other calls feel them."""
    with bench.firebreak() as server, Client(server) as client:
        # What the first batch allocates once and for all is not the accounts'.
        client.import_accounts(0, 1_000)
        before = server.resident_memory()
        few = call_times(client, "few")
        for first in range(1_000, 101_000, 1_000):
            client.import_accounts(first, 1_000)
        per_account = (server.resident_memory() - before) / 100_000
        many = call_times(client, "many")
        pages = page_times(client)
    page_time = median(pages)
    last_to_first = median(pages[-20:]) / median(pages[:20])
    slowdowns = {name: many[name] / few[name] for name in few}
    slowest = max(slowdowns, key=slowdowns.get)
    return [
        Result(
            "memory per account with name and password, of 100,000", f"{per_account:,.0f} bytes",
            f"{per_account / 1024:.2f} KiB", "–", "≤ 1 KiB", per_account <= 1024, numbers={"bytes": per_account},
        ),
        Result(
            "batchGet, a page of 1,000 at 100,000 accounts", f"{page_time:.1f} ms", target="≤ 8 ms",
            reached=page_time <= 8, numbers={"milliseconds": pages},
        ),
        Result(
            "batchGet, the last 20 of 100 pages", f"{median(pages[-20:]):.1f} ms", f"{last_to_first:.2f} ×",
            "the first 20 pages", "≤ 1.2 ×", last_to_first <= 1.2, numbers={"ratio": last_to_first},
        ),
        Result(
            f"a call at 100,000 accounts (of {', '.join(slowdowns)} the slowest: {slowest})",
            f"{many[slowest]:.2f} ms", f"{slowdowns[slowest]:.2f} ×", "at 1,000 accounts", "≤ 1.2 ×",
            slowdowns[slowest] <= 1.2, numbers={"ratios": slowdowns, "milliseconds": many},
        ),
    ]


def call_times(client, prefix):
    """The median time of one call after the other in milliseconds, by method."""
    id_token = client.sign_up(f"{prefix}@bench.test")["idToken"]
    calls = {
        "lookup": lambda _: client.lookup(id_token),
        "signUp": lambda number: client.sign_up(f"{prefix}-{number}@bench.test"),
        "signInWithPassword": lambda number: client.sign_in_with_password(f"account-{number}@bench.test"),
        "sendOobCode": lambda number: client.send_sign_in_code(f"{prefix}-code-{number}@bench.test"),
    }
    times = {name: [] for name in calls}
    for number in range(200):
        for name, call in calls.items():
            started = time.monotonic_ns()
            call(number)
            times[name].append(milliseconds_since(started))
    return {name: median(values) for name, values in times.items()}


def page_times(client):
    """The time of each of the first 100 pages of 1,000 accounts in milliseconds."""
    times = []
    token = ""
    # Once to warm up.
    client.page()
    for _ in range(100):
        started = time.monotonic_ns()
        page = client.page(token)
        times.append(milliseconds_since(started))
        token = json.loads(page)["nextPageToken"]
    return times


def milliseconds_since(started):
    return (time.monotonic_ns() - started) / 1e6


def copies(bench):
    """How long a copy of a project takes, and to empty it; in memory, with what sign-ups leave behind."""
    times = {"fork": [], "snapshot": [], "restore": [], "reset": []}
    with bench.firebreak() as server, Client(server) as client:
        for number in range(USERS):
            client.sign_up(f"user-{number}@bench.test")
        for number in range(50):
            fork = f"fork-{number}"
            for name, project, body in [
                ("fork", PROJECT, {"to": fork}), ("snapshot", fork, {}), ("restore", fork, {}), ("reset", fork, {}),
            ]:
                started = time.monotonic_ns()
                client.control(project, name, body)
                times[name].append(milliseconds_since(started))
                found = client.counts(fork)["accounts"]
                if found != (0 if name == "reset" else USERS):
                    raise CallError(f"{found} accounts after {name}")
    return [
        Result(
            f"{name} of a project of {USERS:,} accounts", f"{median(values):.2f} ms, max {max(values):.2f} ms",
            target="≤ 5 ms", reached=median(values) <= 5, numbers={"milliseconds": values},
        )
        for name, values in times.items()
    ]


def seed(bench):
    """How long a fixture of 1,000 users takes to apply, each time to a project that there was not."""
    times = {name: [] for name in FIXTURES}
    with bench.firebreak() as server, Client(server) as client:
        # The first round only warms up.
        for number in range(21):
            for place, (name, document) in enumerate(FIXTURES.items()):
                project = f"seed-{place}-{number}"
                started = time.monotonic_ns()
                answer = client.seed(project, document)
                if number:
                    times[name].append(milliseconds_since(started))
                found = client.counts(project)["accounts"]
                if not answer["created"] == len(answer["refs"]) == found == USERS:
                    raise CallError(f"{found} accounts after a fixture of {USERS} users in {name}")
    return [
        Result(
            f"a fixture of {USERS:,} users in {name}", f"{median(values):.1f} ms, max {max(values):.1f} ms",
            target="≤ 100 ms", reached=median(values) <= 100, numbers={"milliseconds": values},
        )
        for name, values in times.items()
    ]


def fixtures():
    """One fixture in the forms that it can have: each user written out, as JSON and as YAML, and by a factory."""
    head = {"version": 1, "defaults": {"password": "correct-horse"}}
    users = [
        {
            "ref": f"user-{number}",
            "email": f"user-{number}@bench.test",
            "emailVerified": True,
            "displayName": f"User {number}",
            "claims": {"role": "member", "number": number},
        }
        for number in range(1, USERS + 1)
    ]
    factory = {
        "factory": "user",
        "count": USERS,
        "email": "user-{n}@bench.test",
        "emailVerified": True,
        "displayName": "User {n}",
        "claims": {"role": "member", "number": "{n}"},
    }
    lines = ["version: 1", "defaults: { password: correct-horse }", "users:"]
    for user in users:
        lines.append(
            f"  - {{ ref: {user['ref']}, email: {user['email']}, emailVerified: true, "
            f"displayName: {user['displayName']}, claims: {{ role: member, number: {user['claims']['number']} }} }}"
        )
    return {
        "JSON": json.dumps(head | {"users": users}),
        "YAML": "\n".join(lines) + "\n",
        "JSON, by a factory": json.dumps(head | {"users": [factory]}),
    }


FIXTURES = fixtures()


# Bodies of an admin's lookup of an account of complete_account, by what it is found by.
LOOKUPS = {
    "ID": lambda number: {"localId": [f"{number:028}"]},
    "e-mail": lambda number: {"email": [f"account-{number}@bench.test"]},
    "phone": lambda number: {"phoneNumber": [f"+1650{number:07}"]},
    "provider": lambda number: {"federatedUserId": [{"providerId": "google.com", "rawId": f"subject-{number}"}]},
}


def import_many(server, count, project=PROJECT, make=password_account):
    """Imports accounts on two connections, so that the server need not wait while a call is written."""

    def every_other_thousand(start):
        with Client(server) as client:
            for first in range(start, count, 2_000):
                client.import_accounts(first, 1_000, project, make)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(every_other_thousand, (0, 1_000)))


def lookups(bench):
    """What a look-up costs among 1,000,000 accounts, beside what it costs among 1,000 on the same server.

    The cost is the server's processor time for a call: the rate also depends on what else keeps the machine busy.
    """
    sizes = {"few": 1_000, "many": 1_000_000}
    costs = {key: {project: [] for project in sizes} for key in LOOKUPS}
    rates = {key: [] for key in LOOKUPS}
    any_number = random.Random(1)
    with bench.firebreak() as server, tempfile.TemporaryDirectory() as directory:
        import_many(server, sizes["few"], "few", complete_account)
        before = server.resident_memory()
        import_many(server, sizes["many"], "many", complete_account)
        per_account = (server.resident_memory() - before) / sizes["many"]
        # As many calls to go round for both sizes, so that the load generator has the same work.
        for project, size in sizes.items():
            for key, body in LOOKUPS.items():
                numbers = [any_number.randrange(size) for _ in range(20_000)]
                lines = [json.dumps(body(number)) + "\n" for number in numbers]
                Path(directory, f"{project}-{key}").write_text("".join(lines))

        def run(project, key, **options):
            seeds = Path(directory, f"{project}-{key}")
            return bench.load.run(server, "admin-lookup", seeds=seeds, seconds=1, project=project, **options)

        for key in LOOKUPS:
            for project in sizes:
                run(project, key, looks_closely=True)
            for _ in range(max(4, bench.rounds)):
                for project in sizes:
                    used = server.processor_time()
                    load = run(project, key)
                    costs[key][project].append((server.processor_time() - used) / load.requests * 1e6)
                    if project == "many":
                        rates[key].append(load.rate)
    results = []
    for key, cost in costs.items():
        ratio = median(many / few for few, many in zip(cost["few"], cost["many"]))
        results.append(
            Result(
                f"look-up by {key}, any of {sizes['many']:,} accounts", rate_text(median(rates[key])),
                f"{ratio:.2f} ×", f"processor time at {sizes['few']:,} accounts", "≤ 1.2 ×", ratio <= 1.2,
                numbers={"ratio": ratio, "rates": rates[key], "processorMicroseconds": cost},
            )
        )
    results.append(
        Result(
            f"memory per account with name, password, phone and Google, of {sizes['many']:,}",
            f"{per_account:,.0f} bytes", f"{per_account / 1024:.2f} KiB", "–", "≤ 1 KiB", per_account <= 1024,
            numbers={"bytes": per_account},
        )
    )
    return results


def pages(bench):
    """Page 900 of batchGet beside page 1, turn and turn about."""
    wanted = 900
    times = {"": []}
    with bench.firebreak() as server, Client(server) as client:
        # One page more, so that both have one after them.
        import_many(server, (wanted + 1) * 1_000)
        token = ""
        for _ in range(wanted - 1):
            token = json.loads(client.page(token))["nextPageToken"]
        times[token] = []
        for _ in range(200):
            for start, values in times.items():
                started = time.monotonic_ns()
                page = client.page(start)
                values.append(milliseconds_since(started))
        ids = [user["localId"] for user in json.loads(page)["users"]]
        if ids != [f"{number:028}" for number in range((wanted - 1) * 1_000, wanted * 1_000)]:
            raise CallError(f"page {wanted} has {len(ids)} accounts, the first is {ids[:1]}")
    first, last = times[""], times[token]
    ratio = median(last) / median(first)
    return [
        Result(
            f"batchGet, page {wanted} of 1,000 accounts each", f"{median(last):.2f} ms", f"{ratio:.2f} ×",
            f"page 1, {median(first):.2f} ms", "equal, within 5 %", 0.95 <= ratio <= 1.05,
            numbers={"ratio": ratio, "milliseconds": last, "firstPage": first},
        )
    ]


def wake_up(bench):
    """How soon outbox:wait answers."""
    with bench.firebreak() as server:
        for number in range(3):
            wake_up_latency(server, -number)
        milliseconds = [wake_up_latency(server, number + 1) * 1e3 for number in range(50)]
    slowest = max(milliseconds)
    return [
        Result(
            "outbox:wait, after the answer to sendOobCode", f"{median(milliseconds):.2f} ms, max {slowest:.2f} ms",
            target="≤ 20 ms", reached=slowest <= 20, numbers={"milliseconds": milliseconds},
        )
    ]


def idle_waiters(bench):
    """The rate of signUp while others wait for mail."""
    count = 500
    alone, beside = [], []

    def without_waiters():
        alone.append(bench.load.run(server, "sign-up").rate)

    def with_waiters():
        with IdleWaiters(server, count) as waiters:
            beside.append(bench.load.run(server, "sign-up").rate)
            waiters.check()

    with bench.firebreak() as server:
        bench.load.run(server, "sign-up", seconds=1, looks_closely=True)
        for number in range(max(4, bench.rounds)):
            # The database grows from run to run, which must not count against one side.
            runs = (without_waiters, with_waiters) if number % 2 == 0 else (with_waiters, without_waiters)
            for run in runs:
                run()
    ratio = median(beside) / median(alone)
    return [
        Result(
            f"signUp beside {count} idle waiters", rate_text(median(beside)), percent(ratio), "signUp without waiters",
            "≥ 90 %", ratio >= 0.9, numbers={"ratio": ratio, "rates": beside, "ratesWithoutWaiters": alone},
        )
    ]


# By the names that --only takes, in the order in which they run. Where product.md gives absolute rates, the ratio is
# that to the 60,000/s of the empty route that were measured together with them.
ROWS = {
    "healthz": healthz,
    "lookup": RateRow("lookup by ID token", "lookup", 0.5, "≥ 50 %", seed=seed_users("idToken")),
    "sign-up": RateRow("signUp, unique address", "sign-up", 0.27, "≥ 27 %", growth=new_accounts),
    "sign-in-with-password": RateRow(
        "signInWithPassword", "sign-in-with-password", 0.28, "≥ 28 %", seed=seed_users("email")
    ),
    "token": RateRow("token refresh", "token", 0.25, "≥ 25 %", seed=seed_users("refreshToken")),
    "email-link": RateRow(
        "sendOobCode (returnOobLink) + signInWithEmailLink, per HTTP request", "email-link", 0.25, "≥ 25 %",
        growth=new_codes_and_accounts,
    ),
    "sign-in-with-idp": RateRow(
        "signInWithIdp, known Google account", "sign-in-with-idp", 0.2, "≥ 20 %", seed=seed_identities
    ),
    "sms-sign-in": RateRow(
        "sendVerificationCode (test numbers) + signInWithPhoneNumber, per HTTP request", "sms-sign-in", 0.2, "≥ 20 %",
        seed=seed_test_numbers,
    ),
    "batch-get": RateRow(
        "batchGet, 1,000 of 10,000 accounts", "batch-get", 0.005, "≥ 0.5 % (300/s beside 60,000/s)", seed=seed_pages
    ),
    "batch-create": RateRow(
        "batchCreate, 1,000 accounts of ID and address a call", "batch-create", 1.8, "≥ 1.8 ×", per_request=1_000,
        unit=" accounts/s", growth=new_thousands,
    ),
    "cold-start": cold_start,
    "many-accounts": many_accounts,
    "lookups": lookups,
    "pages": pages,
    "seed": seed,
    "copies": copies,
    "wake-up": wake_up,
    "idle-waiters": idle_waiters,
}
