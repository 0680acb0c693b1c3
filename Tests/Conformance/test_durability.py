"""What was answered survives a kill in the middle of load, again and again on the same directory."""

import sqlite3
import threading

import requests

from mail import send_sign_in_link, sign_in_by_link
from processes import eventually
from rest import Rest, ok

FINISH = "http://localhost:5000/finish"
ROUNDS = 3
# What is answered in a round before the server is killed.
ENOUGH = 300


class Load:
    """Eight clients that sign up, change names and ask for mails until the server is gone."""

    def __init__(self, projects):
        self.projects = projects
        # By project: the address of every answered account, and the names that it may have now.
        self.emails = {project: {} for project in projects}
        self.names = {project: {} for project in projects}
        self.mails = {project: set() for project in projects}
        self.answers = 0
        self.wrong = []

    def run(self, server, number):
        """One round; returns after the kill."""
        before = self.answers
        clients = [threading.Thread(target=self._client, args=(server, number, client)) for client in range(8)]
        for client in clients:
            client.start()
        enough = eventually(lambda: self.answers - before >= ENOUGH or self.wrong, within=60)
        server.kill()
        for client in clients:
            client.join()
        assert enough and not self.wrong, self.wrong

    def _client(self, server, number, client):
        # Some are in projects of their own, which the round makes.
        project = self.projects[client % len(self.projects)]
        rest = Rest(server, project)
        try:
            for step in range(100_000):
                self._step(rest, project, f"{number}-{client}-{step}")
        except requests.RequestException:
            pass  # the server is gone
        except AssertionError as error:
            self.wrong.append(error)

    def _step(self, rest, project, name):
        user = rest.sign_up(f"user-{name}@example.test", "correct-horse")
        self.emails[project][user["localId"]] = user["email"]
        self.names[project][user["localId"]] = [None]
        self.answers += 1
        for display_name in (f"First {name}", f"Second {name}"):
            # An update that was never answered may be there or not; only it may.
            self.names[project][user["localId"]].append(display_name)
            ok(rest.app("update", {"idToken": user["idToken"], "displayName": display_name}))
            self.names[project][user["localId"]] = [display_name]
            self.answers += 1
        ok(send_sign_in_link(rest, f"mail-{name}@example.test", FINISH))
        self.mails[project].add(f"mail-{name}@example.test")
        self.answers += 1

    def check(self, server):
        for project in self.projects:
            rest = Rest(server, project)
            kept = {user["localId"]: user for user in all_accounts(rest)}
            assert self.emails[project].keys() <= kept.keys()
            for local_id, email in self.emails[project].items():
                assert kept[local_id]["email"] == email
                assert kept[local_id].get("displayName") in self.names[project][local_id]
            mails = all_messages(rest)
            assert self.mails[project] <= {mail["to"] for mail in mails}
            assert [mail["seq"] for mail in mails] == list(range(1, len(mails) + 1))


def all_accounts(rest):
    token = None
    while True:
        page = ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000, "nextPageToken": token}))
        yield from page.get("users", [])
        token = page.get("nextPageToken")
        if not token:
            return


def all_messages(rest):
    messages = []
    while page := rest.firebreak.outbox.list(limit=1000, after=messages[-1]["seq"] if messages else 0)["messages"]:
        messages += page
    return messages


def test_nothing_answered_is_lost(start_server, tmp_path, project):
    data = tmp_path / "data"
    load = Load([project, f"{project}-b", f"{project}-c"])
    for number in range(ROUNDS):
        server = start_server("--data-dir", data)
        load.check(server)
        load.run(server, number)
    server = start_server("--data-dir", data)

    load.check(server)

    assert load.answers >= ROUNDS * ENOUGH
    rest = Rest(server, project)
    local_id, email = next(reversed(load.emails[project].items()))
    assert ok(rest.sign_in(email, "correct-horse"))["localId"] == local_id
    mail = next(mail for mail in all_messages(rest) if mail["to"] in load.mails[project])
    assert ok(sign_in_by_link(rest, mail["to"], mail["oobCode"]))["email"] == mail["to"]
    assert server.stop() == 0
    for file in [*data.glob("projects/*.sqlite"), data / "server.sqlite"]:
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_project_made_in_the_last_moment(start_server, tmp_path, project):
    """Killed right after the answer to the first call of each project."""
    data = tmp_path / "data"
    made = {}
    for number in range(5):
        server = start_server("--data-dir", data)
        name = f"{project}-{number}"
        made[name] = Rest(server, name).sign_up("alice@example.test", "correct-horse")["localId"]
        server.kill()

    server = start_server("--data-dir", data)

    for name, local_id in made.items():
        assert Rest(server, name).account(local_id)["email"] == "alice@example.test"
