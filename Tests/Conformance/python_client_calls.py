"""Calls each method of the Python package's client; test_python_package.py runs it where the package is installed."""

import inspect
import json
import sys
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

from firebreak_auth import Firebreak, FirebreakError, OutboxTimeout, RequestTimeout, _methods
from firebreak_auth._keys import derived_key

called = set()


def noting(each, name, method):
    def noted(self, *arguments, **options):
        called.add((each.__name__, name))
        return method(self, *arguments, **options)

    return noted


methods = set()
for each in vars(_methods).values():
    if inspect.isclass(each) and each.__module__ == _methods.__name__:
        for name, method in list(vars(each).items()):
            if inspect.isfunction(method):
                methods.add((each.__name__, name))
                setattr(each, name, noting(each, name, method))


def sign_up(project):
    """What an app sends; it is refused."""
    url = f"{project.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key={project.api_key}"
    body = json.dumps({"email": "bob@example.test", "password": "correct-horse"}).encode()
    try:
        urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": "application/json"}))
    except urllib.error.HTTPError as error:
        error.close()


def refused(code, kind, call, *arguments, **options):
    try:
        call(*arguments, **options)
    except FirebreakError as error:
        assert (type(error), error.code) == (kind, code), repr(error)
        return error
    raise AssertionError(f"{call} succeeded")


with Firebreak(fixture=sys.argv[1], options=["--rule", "expiry=on"]) as firebreak:
    assert firebreak.info()["url"] == firebreak.url
    assert firebreak.projects.list(q="shop")["projects"][0]["projectId"] == "demo-shop"
    made = firebreak.projects.create("job", profile="production", expires_in=timedelta(hours=2))
    assert made["profile"] == "production" and made["expiresAt"]
    assert len(firebreak.errors.list()["errors"]) > 100
    assert firebreak.errors.get("NOT_FOUND")["errors"]

    project = firebreak.project("demo-shop")
    keys = project.api_keys.list()["apiKeys"]
    assert keys == [{"key": project.api_key, "derived": True}]
    for name in ("a", "demo-shop", "x-" * 15, "0", "Upper", "long" * 8):
        assert firebreak.project(name).api_keys.list()["apiKeys"][0]["key"] == derived_key(name), name
    odd = project.api_keys.create("a/b ü?&=")["key"]
    project.api_keys.delete(odd)
    assert not project.api_keys.create()["derived"]
    alice = project.refs.get("alice")["localId"]
    assert {each["ref"] for each in project.refs.list()["refs"]} == {"alice", "bob"}
    page = project.accounts.list(q="ALICE", verified=True, disabled=False, limit=1)
    assert [each["localId"] for each in page["accounts"]] == [alice]
    state = project.accounts.browser_state("alice", "http://localhost:3000", persistence="local", lifetime=60)
    assert json.loads(state["origins"][0]["localStorage"][0]["value"])["uid"] == alice
    assert project.signed_in_state(alice, "http://localhost:3000")["origins"][0]["indexedDB"]
    assert project.mint_token("alice", claims={"a": 1}, provider="password", lifetime=-5)["uid"] == alice

    # The outbox
    message = project.outbox.wait(to="BOB@example.test", type="VERIFY_EMAIL", status="pending", timeout=5)
    assert project.outbox.list(channel="email", delivery="sent", q="confirm")["messages"] == [message]
    assert project.outbox.get(message["id"]) == project.outbox.latest() == message
    for part in ("link", "text", "html", "eml"):
        assert getattr(project.outbox, part)(message["id"]) == getattr(project.outbox, f"latest_{part}")() != ""
    for part in (project.outbox.code(message["id"]), project.outbox.latest_code(to="bob@example.test")):
        assert part == "verify-bob"
    assert project.outbox.open_latest(to="bob@example.test")["applied"]
    assert project.outbox.get(message["id"])["status"] == "used"
    refused("INVALID_OOB_CODE", FirebreakError, project.outbox.open, message["id"])
    assert project.outbox.cursor() == 1
    error = refused("OUTBOX_TIMEOUT", OutboxTimeout, project.outbox.wait, after=1, timeout=0.05)
    assert error.status == 408 and "#1 VERIFY_EMAIL to bob@example.test" in error.explanation
    assert project.outbox.delete(status="used") == {"deleted": 1}

    # The journal
    sign_up(project)
    sign_up(project)
    calls = project.requests.list()["requests"]
    assert [call["error"] for call in calls] == ["EMAIL_EXISTS"] * 2 and project.requests.cursor() == 2
    assert firebreak.requests.list(email="bob@example.test", order="desc")["requests"] == calls[::-1]
    assert project.requests.wait(operation="accounts.signUp", status="4xx", caller="app") == calls[0]
    assert project.requests.wait_for_count(2, error="EMAIL_EXISTS") == calls
    assert project.requests.wait_for_count(1, after=0) == calls[:1]
    refused("REQUEST_TIMEOUT", RequestTimeout, project.requests.wait, status="5xx", timeout=0.05)
    assert project.requests.delete() == {"deleted": 2}

    # Clock, rules, faults
    assert not project.clock.get()["frozen"]
    assert project.clock.advance(timedelta(hours=6, minutes=1))["offset"] > 21_000_000
    assert project.clock.set(datetime(2026, 6, 1, tzinfo=timezone.utc), frozen=True)["now"].startswith("2026-06-01T00:")
    assert project.clock.freeze()["frozen"] and not project.clock.resume()["frozen"]
    assert project.rules.patch(sms_code="123456", hosting_domains=["a.test"])["smsCode"] == "123456"
    assert project.rules.patch(sms_code=None)["smsCode"] is None and project.rules.get()["hostingDomains"] == ["a.test"]
    fault = project.faults.add(
        ["accounts.*"], where={"email": "a@b.test"}, error="EMAIL_EXISTS", delay=timedelta(seconds=1))
    assert project.faults.list()["faults"] == [fault]
    project.faults.remove(fault["id"])
    project.faults.add("outbox.email", deliver_after="10m", times="always")
    assert project.faults.clear() == {"deleted": 1}

    # Copies, fixtures, exports
    assert project.snapshot("one")["name"] == "one" and project.snapshots.list()["snapshots"]
    project.restore("one")
    project.snapshots.delete("one")
    with project.fork(expires_in="30m") as copy:
        assert copy.get()["counts"]["accounts"] == 2 and copy.id.startswith("demo-shop--")
        assert copy.seed("users:\n  - { ref: carol, email: c@d.test }\n", tokens=True)["refs"]["carol"]["idToken"]
        part = {"users": [{"email": "c@d.test"}]}
        refused("INVALID_FIXTURE", FirebreakError, copy.seed, part, dry_run=True, strategy="fail")
        files = copy.export()["files"]
        assert copy.export("auth-export-csv").count("@") >= 3 and copy.export("fixture")["projects"]
        assert copy.reset(keep=["outbox"]) == {} and copy.get()["counts"]["accounts"] == 0
        assert copy.import_(files)["accounts"] == 3
    error = refused("INVALID_FIXTURE", FirebreakError, project.seed, "users: 3\n", file="shop.yaml")
    assert error.details[0]["file"] == "shop.yaml" and "must be a list" in error.explanation
    refused("NOT_FOUND", FirebreakError, project.mint_token, "no/body")
    other = firebreak.project("ID with / and ü")
    assert other.seed({"users": [{"email": "a@b.test"}]})["project"] == other.id
    other.delete()
    assert project.reset(reseed=True)["created"] == 2

assert methods - called == set(), methods - called
print("all methods were called")
