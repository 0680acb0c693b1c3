"""The journal: what calls it keeps, how it is searched and waited for, and that no secret is in it."""

import json
import threading

from mail import send_sign_in_link
from rest import IDENTITY_TOOLKIT, Rest, failure, ok

PASSWORD = "correct-horse"


def entries(rest, **filters):
    return ok(rest.control("GET", "/requests", params=filters))["requests"]


def test_entry_of_a_call(rest):
    created = rest.sign_up("alice@example.test", PASSWORD)
    [entry] = entries(rest, operation="accounts.signUp")

    assert (entry["method"], entry["status"], entry["caller"]) == ("POST", 200, "app")
    assert entry["path"].endswith("accounts:signUp?key=<apiKey>")
    assert entry["email"] == "alice@example.test"
    assert entry["localId"] == created["localId"]
    assert entry["request"]["password"] == "<password>"
    assert entry["response"]["idToken"] == "<idToken>"
    assert entry["client"]["ip"] == "127.0.0.1"
    assert entry["durationMicroseconds"] > 0


def test_no_secret_is_shown(rest):
    created = rest.sign_up("alice@example.test", PASSWORD)
    refreshed = ok(rest.refresh(created["refreshToken"]))
    ok(send_sign_in_link(rest, "alice@example.test", "http://localhost:5000/finish"))
    [message] = rest.messages()
    ok(rest.app("signInWithEmailLink", {"email": "alice@example.test", "oobCode": message["oobCode"]}))
    text = json.dumps(entries(rest))

    for secret in (
        PASSWORD,
        created["idToken"],
        created["refreshToken"],
        refreshed["id_token"],
        message["oobCode"],
        f"key={rest.key}",
    ):
        assert secret not in text


def test_refusals_are_found_and_explained(rest):
    rest.sign_up("alice@example.test", PASSWORD)
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    [entry] = entries(rest, status="4xx")

    assert entry["error"] == "UNAUTHORIZED_DOMAIN"
    assert "elsewhere.test" in entry["explanation"]
    assert entries(rest, error="UNAUTHORIZED_DOMAIN") == [entry]
    assert entries(rest, error="EMAIL_EXISTS") == []


def test_calls_of_all_projects(rest):
    last = ok(rest.request("GET", "/firebreak/v1/requests", params={"order": "desc", "limit": 1}))["nextCursor"]
    rest.request("GET", "/no/such/path")
    rest.sign_up("alice@example.test", PASSWORD)
    every = ok(rest.request("GET", "/firebreak/v1/requests", params={"after": last, "limit": 1000}))["requests"]

    # The server is shared: others may call it meanwhile.
    assert any(entry["project"] is None and entry["path"] == "/no/such/path" for entry in every)
    assert any(entry["project"] == rest.project and entry["operation"] == "accounts.signUp" for entry in every)
    assert [entry["id"] for entry in every] == sorted(entry["id"] for entry in every)


def test_a_wait_ends_with_the_call(rest):
    found = []

    def wait():
        parameters = {"operation": "accounts.signUp", "email": "bob@example.test", "timeout": "1m"}
        found.extend(ok(rest.control("GET", "/requests:wait", params=parameters, timeout=90))["requests"])

    waiter = threading.Thread(target=wait)
    waiter.start()
    rest.sign_up("alice@example.test", PASSWORD)
    rest.sign_up("bob@example.test", PASSWORD)
    waiter.join(timeout=90)

    assert [entry["email"] for entry in found] == ["bob@example.test"]


def test_a_wait_that_is_over_says_what_was_called(rest):
    rest.sign_up("alice@example.test", PASSWORD)
    parameters = {"email": "bob@example.test", "timeout": "0"}
    error = failure(rest.control("GET", "/requests:wait", params=parameters), 408)

    assert "accounts.signUp (200); other email" in str(error)


def test_the_command_line_lists_calls(rest, server, firebreak):
    rest.sign_up("alice@example.test", PASSWORD)
    place = ("--url", server.url, "--project", rest.project)
    table = firebreak("requests", "list", *place, "--email", "alice@example.test")
    listed = firebreak("requests", "wait", *place, "--operation", "accounts.*", "--format", "json")

    assert (table.returncode, table.stderr) == (0, "")
    assert "accounts.signUp" in table.stdout and "alice@example.test" in table.stdout
    assert json.loads(listed.stdout)["requests"][0]["operation"] == "accounts.signUp"


def test_a_server_without_a_journal(start_server):
    rest = Rest(start_server("--journal", "0"), "demo-none")
    rest.sign_up("alice@example.test", PASSWORD)

    assert "--journal 0" in str(failure(rest.control("GET", "/requests")))


def test_more_calls_than_are_kept(start_server):
    rest = Rest(start_server("--journal", "5"), "demo-five")
    for _ in range(8):
        rest.request("POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp", params={"key": rest.key}, json={})

    assert [entry["seq"] for entry in entries(rest)] == [4, 5, 6, 7, 8]
