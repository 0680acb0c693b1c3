"""How long fixtures take to apply."""

import json
from statistics import median

from .bench import USERS, timed
from .client import CallError, Client
from .report import Result


def seed(bench):
    """How long a fixture of 1,000 users takes to apply, each time to a project that there was not."""
    times = {name: [] for name in FIXTURES}
    with bench.firebreak() as server, Client(server) as client:
        # The first round only warms up.
        for number in range(21):
            for place, (name, document) in enumerate(FIXTURES.items()):
                project = f"seed-{place}-{number}"
                time, answer = timed(client.seed, project, document)
                if number:
                    times[name].append(time)
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
