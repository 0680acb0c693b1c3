"""Many accounts: what they weigh, and what calls cost among them."""

import json
import random
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from .bench import timed, times
from .client import CallError, Client, complete_account, password_account
from .report import Result
from .server import PROJECT

# Bytes that an account may weigh.
MOST_PER_ACCOUNT = 0.9 * 1024


def import_many(server, count, project=PROJECT, make=password_account):
    """Imports accounts on two connections, so that the server need not wait while a call is written."""

    def every_other_thousand(start):
        with Client(server) as client:
            for first in range(start, count, 2_000):
                client.import_accounts(first, 1_000, project, make)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(every_other_thousand, (0, 1_000)))


def weight(title, per_account):
    return Result(
        title, f"{per_account / 1024:.2f} KiB", target="≤ 0.9 KiB", reached=per_account <= MOST_PER_ACCOUNT,
        numbers={"bytes": per_account},
    )


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
        weight("memory per account with name and password, of 100,000", per_account),
        Result(
            "batchGet, a page of 1,000 at 100,000 accounts", f"{page_time:.1f} ms", target="≤ 4 ms",
            reached=page_time <= 4, numbers={"milliseconds": pages},
        ),
        Result(
            "batchGet, the last 20 of 100 pages", times(last_to_first), "the first 20 pages", "≤ 1.2 ×",
            last_to_first <= 1.2, numbers={"ratio": last_to_first},
        ),
        Result(
            f"a call at 100,000 accounts (of {', '.join(slowdowns)} the slowest: {slowest})",
            times(slowdowns[slowest]), "at 1,000 accounts", "≤ 1.2 ×", slowdowns[slowest] <= 1.2,
            numbers={"ratios": slowdowns, "milliseconds": many},
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
    values = {name: [] for name in calls}
    for number in range(200):
        for name, call in calls.items():
            values[name].append(timed(call, number)[0])
    return {name: median(taken) for name, taken in values.items()}


def page_times(client):
    """The time of each of the first 100 pages of 1,000 accounts in milliseconds."""
    values = []
    token = ""
    # Once to warm up.
    client.page()
    for _ in range(100):
        taken, page = timed(client.page, token)
        values.append(taken)
        token = json.loads(page)["nextPageToken"]
    return values


def query(bench):
    """All of 100,000 accounts by accounts:query, where one answer may have them all, and their number."""
    count = 100_000
    results = []
    with bench.firebreak() as server, Client(server) as client:
        import_many(server, count)
        # Outside this profile an answer has 500 accounts at most.
        if bench.profile == "emulator":
            values = []
            # The first one only warms up.
            for _ in range(11):
                taken, answer = timed(client.query, {})
                values.append(taken)
                if len(json.loads(answer)["userInfo"]) != count:
                    raise CallError(f"accounts:query does not answer all of {count} accounts")
            values = values[1:]
            results.append(
                Result(
                    f"accounts:query, all of {count:,} accounts", f"{median(values):.0f} ms", target="≤ 300 ms",
                    reached=median(values) <= 300, numbers={"milliseconds": values},
                )
            )
        results.append(number_of_accounts(client, count))
    return results


def search(bench):
    """The first answer of searches and filters among 100,000 accounts, whose names are in two scripts."""
    count = 100_000

    def account(number):
        name = f"Счёт {number}" if number % 2 else f"Account {number}"
        return complete_account(number) | {"displayName": name, "disabled": number % 1_000 == 0}

    # What is looked for, and how many have it.
    searches = {
        "a part in the middle": ({"q": "77777@"}, 1),
        "two words in any order": ({"q": "bench.TEST 1650007777"}, 10),
        "a name in another script": ({"q": "СЧЁТ 77777"}, 1),
        "nobody": ({"q": "nobody"}, 0),
        "everyone": ({"q": "account"}, count),
        "a filter": ({"disabled": "true"}, count // 1_000),
        "a filter and a part": ({"provider": "google.com", "q": "77777@"}, 1),
        "the last sign-ins": ({"sort": "lastSignIn"}, count),
    }
    results = []
    with bench.firebreak() as server, Client(server) as client:
        import_many(server, count, make=account)
        for name, (query, expected) in searches.items():
            values = []
            # The first answer counts like the others.
            for _ in range(11):
                taken, page = timed(client.search, query)
                values.append(taken)
                if page["count"] != expected:
                    raise CallError(f"{query} finds {page['count']} of {count} accounts, not {expected}")
            slowest = max(values)
            results.append(
                Result(
                    f"{name}, of {count:,} accounts", f"{median(values):.0f} ms, max {slowest:.0f} ms", target="≤ 200 ms",
                    reached=slowest <= 200, numbers={"milliseconds": values},
                )
            )
    return results


def beside_searches(bench):
    """How long signUp takes while others search the same 100,000 accounts without end, beside what it takes alone."""
    count, searchers, calls = 100_000, 16, 300
    is_over = threading.Event()

    def search_on(number):
        found = 0
        with Client(server) as searcher:
            while not is_over.is_set():
                searcher.search({"q": f"{number:02}777@"})
                found += 1
        return found

    def sign_ups(name):
        return [timed(client.sign_up, f"{name}-{number}@bench.test")[0] for number in range(calls)]

    with bench.firebreak() as server, Client(server) as client:
        import_many(server, count, make=complete_account)
        sign_ups("warm")
        alone = sign_ups("alone")
        with ThreadPoolExecutor(searchers) as threads:
            searches = [threads.submit(search_on, number) for number in range(searchers)]
            try:
                time.sleep(1)
                beside = sign_ups("beside")
            finally:
                is_over.set()
        done = sum(search.result() for search in searches)
    ratio = median(beside) / median(alone)
    return [
        Result(
            f"signUp beside {searchers} searches of {count:,} accounts",
            f"{times(ratio)} ({median(alone):.2f} → {median(beside):.2f} ms, max {max(beside):.0f} ms)",
            "signUp alone", "≤ 8 ×", ratio <= 8,
            numbers={"ratio": ratio, "milliseconds": beside, "millisecondsAlone": alone, "searches": done},
        )
    ]


def number_of_accounts(client, count, project=PROJECT):
    """How long accounts:query takes to tell the number of a project's accounts."""
    values = []
    # The first one only warms up.
    for _ in range(21):
        taken, answer = timed(client.query, {"returnUserInfo": False}, project)
        values.append(taken)
        if json.loads(answer)["recordsCount"] != str(count):
            raise CallError(f"accounts:query tells of {answer!r} for {count} accounts")
    middle = median(values[1:])
    return Result(
        f"accounts:query, the number of {count:,} accounts", f"{middle:.2f} ms", target="≤ 1 ms", reached=middle <= 1,
        numbers={"milliseconds": values[1:]},
    )


# Bodies of an admin's lookup of an account of complete_account, by what it is found by.
LOOKUPS = {
    "ID": lambda number: {"localId": [f"{number:028}"]},
    "e-mail": lambda number: {"email": [f"account-{number}@bench.test"]},
    "phone": lambda number: {"phoneNumber": [f"+1650{number:07}"]},
    "provider": lambda number: {"federatedUserId": [{"providerId": "google.com", "rawId": f"subject-{number}"}]},
}


def lookups(bench):
    """What a look-up costs among 1,000,000 accounts, beside what it costs among 1,000 on the same server.

    The cost is the server's processor time for a call: the rate also depends on what else keeps the machine busy.
    """
    sizes = {"few": 1_000, "many": 1_000_000}
    costs = {key: {project: [] for project in sizes} for key in LOOKUPS}
    rates = {key: [] for key in LOOKUPS}
    any_number = random.Random(1)
    # The journal keeps 64 KiB of an import's body, which are not its accounts' memory: it has a limit of its own.
    with bench.firebreak(options=["--journal", "0"]) as server, tempfile.TemporaryDirectory() as directory:
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
        with Client(server) as client:
            number = number_of_accounts(client, sizes["many"], "many")
    results = []
    for key, cost in costs.items():
        ratio = median(many / few for few, many in zip(cost["few"], cost["many"]))
        results.append(
            Result(
                f"look-up by {key}, any of {sizes['many']:,} accounts", times(ratio),
                f"processor time at {sizes['few']:,} accounts", "≤ 1.1 ×", ratio <= 1.1,
                numbers={"ratio": ratio, "rates": rates[key], "processorMicroseconds": cost},
            )
        )
    title = f"memory per account with name, password, phone and Google, of {sizes['many']:,}"
    return [*results, weight(title, per_account), number]


def pages(bench):
    """Page 900 of batchGet beside page 1, turn and turn about."""
    wanted = 900
    values = {"": []}
    with bench.firebreak() as server, Client(server) as client:
        # One page more, so that both have one after them.
        import_many(server, (wanted + 1) * 1_000)
        token = ""
        for _ in range(wanted - 1):
            token = json.loads(client.page(token))["nextPageToken"]
        values[token] = []
        for _ in range(200):
            for start, taken in values.items():
                milliseconds, page = timed(client.page, start)
                taken.append(milliseconds)
        ids = [user["localId"] for user in json.loads(page)["users"]]
        if ids != [f"{number:028}" for number in range((wanted - 1) * 1_000, wanted * 1_000)]:
            raise CallError(f"page {wanted} has {len(ids)} accounts, the first is {ids[:1]}")
    first, last = values[""], values[token]
    ratio = median(last) / median(first)
    return [
        Result(
            f"batchGet, page {wanted} of 1,000 accounts each", times(ratio), f"page 1, {median(first):.2f} ms",
            "equal, within 5 %", 0.95 <= ratio <= 1.05,
            numbers={"ratio": ratio, "milliseconds": last, "firstPage": first},
        )
    ]
