"""Clients that leave in the middle of a write: the server lives, the write is whole or not there, the next one works."""

import json
import random
import socket
import struct
import threading
import time
from collections import Counter

import pytest

from python_module import Firebreak
from raw_http import request
from rest import IDENTITY_TOOLKIT, Rest, ok

# Of one write.
ACCOUNTS = 150
# For each number of clients, in memory and in files.
WRITES = 800
OWNER = ["Authorization: Bearer owner"]


class Leaver:
    """A client that sends writes of every kind, and leaves at a random moment of each.

    Half of the clients also replace and remove what is there, in a project of their own.
    """

    def __init__(self, server, project, lane, seed, replaces=False):
        self.server = server
        self.project = project
        self.lane = lane
        self.replaces = replaces
        self.random = random.Random(f"{seed} {lane}")
        self.longest = 0.02

    def accounts(self, number):
        return [
            {"localId": f"w{self.lane}-{number}-{part}", "email": f"w{self.lane}-{number}-{part}@example.test"}
            for part in range(ACCOUNTS)
        ]

    def write(self, number):
        """Path and body of a write."""
        base = f"/firebreak/v1/projects/{self.project}"
        google = f"{IDENTITY_TOOLKIT}/v1/projects/{self.project}"
        users = self.accounts(number)
        kinds = [
            (f"{base}:import", {"files": {"accounts.json": {"users": users}}}),
            (f"{google}/accounts:batchCreate", {"users": users}),
            (f"{base}:seed", {"users": [{"uid": user["localId"], "email": user["email"]} for user in users]}),
            (f"{base}:fork", {"to": f"{self.project}-{self.lane}-{number}"}),
            (f"{base}:restore", {"name": "kept"}),
            (f"/emulator/v1/projects/{self.project}/accounts", None),
        ]
        return self.random.choices(kinds, [6, 6, 6, 2, 3, 2] if self.replaces else [6, 6, 6, 2, 0, 0])[0]

    def run(self, count):
        for number in range(count):
            path, body = self.write(number)
            content = b"" if body is None else json.dumps(body).encode()
            with socket.create_connection((self.server.host, self.server.ready["port"])) as connection:
                # Closed with a reset, as a process that is killed does.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                start = time.monotonic()
                verb = "DELETE" if body is None else "POST"
                connection.sendall(request(self.server, path, content, verb, headers=OWNER))
                # What an answer takes is learned on the way, so that most of the moments lie in the middle of one.
                connection.settimeout(self.random.uniform(0, self.longest))
                try:
                    if connection.recv(1):
                        self.longest = 0.8 * self.longest + 0.2 * 1.2 * (time.monotonic() - start)
                except TimeoutError:
                    self.longest *= 1.05


def check_wholeness(server, project):
    """Of each write all accounts are there, or none."""
    exported = ok(Rest(server, project).admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000}))
    found = exported.get("users", [])
    while exported.get("nextPageToken"):
        params = {"maxResults": 1000, "nextPageToken": exported["nextPageToken"]}
        exported = ok(Rest(server, project).admin("/accounts:batchGet", verb="GET", params=params))
        found += exported.get("users", [])
    writes = Counter(user["localId"].rsplit("-", 1)[0] for user in found)
    assert set(writes.values()) <= {ACCOUNTS}, {name: count for name, count in writes.items() if count != ACCOUNTS}
    return len(writes)


@pytest.mark.parametrize("clients", [4, 16])
@pytest.mark.parametrize("storage", ["memory", "files"])
def test_clients_that_leave(start_server, tmp_path, project, storage, clients):
    server = start_server(*([] if storage == "memory" else ["--data-dir", tmp_path / "data"]))
    replaced = f"{project}-replaced"
    rest = Rest(server, replaced)
    ok(rest.admin("/accounts:batchCreate", {"users": Leaver(server, replaced, "first", 0).accounts(0)}))
    rest.firebreak.snapshot("kept")

    leavers = [Leaver(server, project, lane, clients) for lane in range(clients // 2)]
    leavers += [Leaver(server, replaced, lane, clients, replaces=True) for lane in range(clients // 2)]
    threads = [threading.Thread(target=leaver.run, args=(WRITES // clients,)) for leaver in leavers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert server.process.poll() is None, server.log_tail()
    # Neither did all of them come too late, nor all too early.
    assert 10 < check_wholeness(server, project) < WRITES // 2
    check_wholeness(server, replaced)
    projects = Firebreak(server.url).projects.list()["projects"]
    forks = [entry["projectId"] for entry in projects if entry["projectId"].rpartition("-")[2].isdigit()]
    for fork in random.Random(0).sample(forks, min(5, len(forks))):
        check_wholeness(server, fork)
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "next"}]}))
    assert ok(rest.admin("/accounts:lookup", {"localId": ["next"]}))["users"]
    assert "unexpected error" not in server.log.read_text()
