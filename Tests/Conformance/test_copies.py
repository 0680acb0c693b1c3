"""Copies of projects over HTTP: forks beside each other, a killed server, repeated values."""

import random
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from python_module import Firebreak, FirebreakError, Unreachable
from rest import Rest, ok

PASSWORD = "correct-horse"


def addresses(rest):
    users = ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000})).get("users", [])
    return sorted(user["email"] for user in users)


@pytest.mark.profiles("local", "emulator", "production")
def test_forks_share_nothing(rest):
    """Many connections, each on its own fork of one project."""
    rest.sign_up("seeded@example.test", PASSWORD)

    def run(number):
        name = f"{rest.project}-{number}"
        keys = ok(Rest(rest.server, rest.project).control("POST", ":fork", json={"to": name}))["apiKeys"]
        fork = Rest(rest.server, name, key=keys[0]["key"])
        own = [f"only-{number}@example.test", "same@example.test"]
        for email in own:
            fork.sign_up(email, PASSWORD)
            ok(fork.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email}))
            (mail,) = fork.firebreak.outbox.list(to=email)["messages"]
            ok(fork.app("resetPassword", {"oobCode": mail["oobCode"], "newPassword": f"horse-{number}"}))
        assert addresses(fork) == sorted([*own, "seeded@example.test"])
        assert [mail["to"] for mail in fork.firebreak.outbox.list()["messages"]] == own
        return mail["oobCode"]

    with ThreadPoolExecutor(24) as pool:
        codes = list(pool.map(run, range(48)))
    assert len(set(codes)) == 48
    assert addresses(rest) == ["seeded@example.test"]
    assert rest.firebreak.outbox.list()["messages"] == []


def test_a_kill_leaves_no_half_copies(start_server, tmp_path):
    """Forks and restores until the server is killed: what is there afterwards is whole."""
    data = tmp_path / "data"
    arguments = ("--data-dir", data, "--project", "seed")
    server = start_server(*arguments)
    rest = Rest(server, "seed")
    for number in range(200):
        rest.sign_up(f"user-{number}@example.test", PASSWORD)
    rest.firebreak.snapshot()
    answered = []
    for round_ in range(4):
        wrong = []

        def copy(worker, server=server, round_=round_, wrong=wrong):
            seeded = Firebreak(server.url).project("seed")
            try:
                for number in range(1_000_000):
                    seeded.fork(f"f-{round_}-{worker}-{number}")
                    answered.append(f"f-{round_}-{worker}-{number}")
                    seeded.restore()
                    seeded.snapshot()
            except Unreachable:
                pass  # the server is gone
            except (AssertionError, FirebreakError) as error:
                wrong.append(error)

        workers = [threading.Thread(target=copy, args=(worker,)) for worker in range(2)]
        for worker in workers:
            worker.start()
        time.sleep(0.3 + random.random() * 0.3)
        server.kill()
        for worker in workers:
            worker.join()
        assert not wrong
        server = start_server(*arguments)
        rest = Rest(server, "seed")
        projects = [entry["projectId"] for entry in Firebreak(server.url).projects.list()["projects"]]
        assert set(answered) <= set(projects)
        for project in projects:
            counts = Firebreak(server.url).project(project).get()["counts"]
            assert counts["accounts"] == 200, project
        rest.firebreak.restore()
    assert answered
    assert server.stop() == 0
    assert not list(data.glob("projects/*.draft*"))
    for file in [*data.glob("projects/*.sqlite"), *data.glob("snapshots/*/*.sqlite")]:
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_seed_repeats_values(start_server):
    """Two processes, the same calls: the same values."""

    def run():
        server = start_server("--seed", "7", "--project", "golden")
        rest = Rest(server, "golden")
        rest.firebreak.clock.set("2026-06-01T12:00:00Z", frozen=True)
        user = rest.sign_up("alice@example.test", PASSWORD)
        ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
        refreshed = ok(rest.refresh(user["refreshToken"]))
        (mail,) = rest.firebreak.outbox.list()["messages"]
        server.stop()
        return user, refreshed, {name: mail[name] for name in ("id", "seq", "oobCode", "createdAt", "expiresAt")}

    assert run() == run()
