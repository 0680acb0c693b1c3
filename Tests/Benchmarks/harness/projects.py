"""Projects that come and go: copies of one, and what many weigh."""

import json
import tempfile
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
    return [milliseconds(f"{name} of a project of {USERS:,} accounts", values, 1) for name, values in times.items()]


DOCUMENT = '{"version":1,"users":[{"email":"user@bench.test"}]}'


def many_projects(bench):
    """What a project in memory weighs before anybody has called it, and how long it takes to make one."""
    count = 10_000
    with bench.firebreak() as server, Client(server) as client:
        # What the first ones allocate once and for all is not theirs.
        for number in range(100):
            client.seed(f"first-{number}", DOCUMENT)
        before = server.resident_memory()
        made = make_projects(client, count)
        per_project = (server.resident_memory() - before) / count
    return [
        Result(
            f"memory per project with one account, of {count:,}", f"{per_project / 1024:.0f} KiB", target="≤ 256 KiB",
            reached=per_project <= 256 * 1024, numbers={"bytes": per_project},
        ),
        milliseconds(f"making a project with one account, of {count:,} in memory", made, 3),
    ]


def many_files(bench):
    """How long it takes to make a project in a file, and to call one again whose file was closed meanwhile."""
    count = 10_000
    with tempfile.TemporaryDirectory() as directory:
        with bench.firebreak(options=["--data-dir", directory]) as server, Client(server) as client:
            made = make_projects(client, count)
            called = []
            # Far more than are open at once, so all of these are closed.
            for number in range(500):
                time, answer = timed(client.query, {"returnUserInfo": False}, f"project-{number}")
                called.append(time)
                if json.loads(answer)["recordsCount"] != "1":
                    raise CallError(f"{answer!r} for a project with one account")
    return [
        milliseconds(f"making a project with one account, of {count:,} files", made, 3),
        milliseconds("the first call to a project after its file was closed", called, 5),
    ]


def make_projects(client, count):
    """Makes projects of one account by the control API, and tells how many milliseconds each took."""
    times = [timed(client.seed, f"project-{number}", DOCUMENT)[0] for number in range(count)]
    found = client.counts(f"project-{count - 1}")["accounts"]
    if found != 1:
        raise CallError(f"{found} accounts in a project with one")
    return times


def milliseconds(title, values, most):
    return Result(
        title, f"{median(values):.2f} ms, max {max(values):.2f} ms", target=f"≤ {most} ms",
        reached=median(values) <= most, numbers={"milliseconds": values},
    )
