"""Projects that come and go: copies of one, and what many weigh."""

from statistics import median

from .bench import USERS, timed
from .client import CallError, Client
from .report import Result
from .server import PROJECT


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
                time, _ = timed(client.control, project, name, body)
                times[name].append(time)
                found = client.counts(fork)["accounts"]
                if found != (0 if name == "reset" else USERS):
                    raise CallError(f"{found} accounts after {name}")
    return [
        Result(
            f"{name} of a project of {USERS:,} accounts", f"{median(values):.2f} ms, max {max(values):.2f} ms",
            target="≤ 1 ms", reached=median(values) <= 1, numbers={"milliseconds": values},
        )
        for name, values in times.items()
    ]


def many_projects(bench):
    """What a project in memory weighs before anybody has called it: made by the control API, with one account."""
    count = 3_000
    document = '{"version":1,"users":[{"email":"user@bench.test"}]}'
    with bench.firebreak() as server, Client(server) as client:
        # What the first ones allocate once and for all is not theirs.
        for number in range(100):
            client.seed(f"first-{number}", document)
        before = server.resident_memory()
        for number in range(count):
            client.seed(f"project-{number}", document)
        per_project = (server.resident_memory() - before) / count
        found = client.counts(f"project-{count - 1}")["accounts"]
        if found != 1:
            raise CallError(f"{found} accounts in a project with one")
    return [
        Result(
            f"memory per project with one account, of {count:,}", f"{per_project / 1024:.0f} KiB", target="≤ 96 KiB",
            reached=per_project <= 96 * 1024, numbers={"bytes": per_project},
        )
    ]
