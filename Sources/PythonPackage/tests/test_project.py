"""The methods of a project: what they send."""

import inspect
import typing
from datetime import datetime, timedelta, timezone

import pytest

import firebreak_auth
from firebreak_auth import Firebreak, FirebreakError, Fork, Project, _methods, types
from firebreak_auth._keys import derived_key

BASE = "/firebreak/v1/projects/demo-shop"
PAGE = {"messages": [{"seq": 3}], "nextCursor": 3}


@pytest.fixture
def project(transport):
    return Project(transport, "demo-shop")


def sent(server):
    (call,) = server.calls
    return call.line, call.body if call.content else None


@pytest.mark.parametrize(
    ("call", "line", "body"),
    [
        (lambda p: p.get(), f"GET {BASE}", None),
        (lambda p: p.delete(), f"DELETE {BASE}", None),
        (lambda p: p.reset(keep=["config"], reseed=True), f"POST {BASE}:reset", {"keep": ["config"], "reseed": True}),
        (lambda p: p.reset(), f"POST {BASE}:reset", {}),
        (
            lambda p: p.mint_token("alice", claims={"a": 1}), f"POST {BASE}:mintToken",
            {"user": "alice", "claims": {"a": 1}}),
        (lambda p: p.snapshot("one"), f"POST {BASE}:snapshot", {"name": "one"}),
        (lambda p: p.restore(), f"POST {BASE}:restore", {}),
        (lambda p: p.import_({"a.csv": "x"}), f"POST {BASE}:import", {"files": {"a.csv": "x"}}),
        (lambda p: p.export(), f"GET {BASE}:export?format=emulator", None),
        (lambda p: p.export("auth-export", tenant="t"), f"GET {BASE}:export?format=auth-export&tenant=t", None),
        (lambda p: p.snapshots.delete("a/b"), f"DELETE {BASE}/snapshots/a%2Fb", None),
        (lambda p: p.accounts.list(second_factor=True, sort=None), f"GET {BASE}/accounts?secondFactor=true", None),
        (lambda p: p.refs.get("alice"), f"GET {BASE}/refs/alice", None),
        (
            lambda p: p.rules.patch(sms_code=None, expiry="off"), f"PATCH {BASE}/rules",
            {"smsCode": None, "expiry": "off"}),
        (lambda p: p.api_keys.create(), f"POST {BASE}/apiKeys", {}),
        (lambda p: p.api_keys.delete("a&b"), f"DELETE {BASE}/apiKeys?key=a%26b", None),
        (lambda p: p.clock.advance(timedelta(minutes=61)), f"POST {BASE}/clock:advance", {"by": "3660000ms"}),
        (lambda p: p.clock.advance("6h1m"), f"POST {BASE}/clock:advance", {"by": "6h1m"}),
        (
            lambda p: p.clock.set(datetime(2026, 6, 1, tzinfo=timezone.utc), frozen=True), f"POST {BASE}/clock:set",
            {"to": "2026-06-01T00:00:00.000Z", "frozen": True}),
        (lambda p: p.clock.freeze(), f"POST {BASE}/clock:freeze", None),
        (
            lambda p: p.outbox.list(to="a@b.test", limit=2, order="desc"),
            f"GET {BASE}/outbox?to=a%40b.test&limit=2&order=desc", None),
        (lambda p: p.outbox.delete(status="used"), f"DELETE {BASE}/outbox?status=used", None),
        (lambda p: p.outbox.latest(type="SMS_SIGN_IN"), f"GET {BASE}/outbox/latest?type=SMS_SIGN_IN", None),
        (lambda p: p.outbox.latest_link(to="x"), f"GET {BASE}/outbox/latest/link?to=x", None),
        (lambda p: p.outbox.eml("msg_1"), f"GET {BASE}/outbox/msg_1.eml", None),
        (lambda p: p.outbox.open("msg_1", "secret"), f"POST {BASE}/outbox/msg_1:open", {"newPassword": "secret"}),
        (lambda p: p.outbox.open_latest(to="x"), f"POST {BASE}/outbox/latest:open?to=x", {}),
        (lambda p: p.requests.list(local_id="u", status="4xx"), f"GET {BASE}/requests?status=4xx&localId=u", None),
        (lambda p: p.requests.delete(), f"DELETE {BASE}/requests", None),
        (
            lambda p: p.faults.add("accounts.*", error="EMAIL_EXISTS", times="always", delay=timedelta(seconds=2)),
            f"POST {BASE}/faults",
            {"on": "accounts.*", "error": "EMAIL_EXISTS", "times": "always", "delay": "2000ms"}),
        (lambda p: p.faults.remove("fault_1"), f"DELETE {BASE}/faults/fault_1", None),
        (lambda p: p.faults.clear(), f"DELETE {BASE}/faults", None),
    ],
)
def test_a_method_sends(server, project, call, line, body):
    call(project)

    assert sent(server) == (line, body)


def test_methods_without_an_answer_have_none(project):
    assert project.delete() is None
    assert project.restore("one") is None


def test_a_wait_answers_the_first_message(server, project):
    server.answer("/projects/demo-shop/outbox:wait", PAGE)

    assert project.outbox.wait(to="a", type="EMAIL_SIGNIN", after=2, timeout=1.5) == {"seq": 3}
    assert project.outbox.wait_for_count(5, status="pending") == [{"seq": 3}]
    assert [call.target for call in server.calls] == [
        f"{BASE}/outbox:wait?to=a&type=EMAIL_SIGNIN&after=2&count=1&limit=1&timeout=1500ms",
        f"{BASE}/outbox:wait?status=pending&count=5&limit=5&timeout=10000ms",
    ]


def test_a_wait_answers_the_first_call(server, project):
    server.answer("/projects/demo-shop/requests:wait", {"requests": [{"seq": 1}], "nextCursor": 1})

    assert project.requests.wait(operation="accounts.*", phone_number="+1", timeout=0) == {"seq": 1}
    assert project.requests.wait_for_count(2, error="EMAIL_EXISTS") == [{"seq": 1}]
    assert [call.target for call in server.calls] == [
        f"{BASE}/requests:wait?operation=accounts.%2A&phoneNumber=%2B1&count=1&limit=1&timeout=0ms",
        f"{BASE}/requests:wait?error=EMAIL_EXISTS&count=2&limit=2&timeout=10000ms",
    ]


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"timeout": -1}, "0 through 600"), ({"timeout": 601}, "0 through"), ({"timeout": float("nan")}, "0 through"),
        ({"count": 0}, "1 through 1,000"), ({"count": 1001}, "1 through 1,000"),
    ],
)
@pytest.mark.parametrize("noun", ["outbox", "requests"])
def test_a_wait_that_cannot_be_is_refused(project, noun, arguments, text):
    with pytest.raises(ValueError, match=text):
        getattr(project, noun).wait_for_count(**{"count": 1, **arguments})


def test_cursors_are_those_of_the_latest(server, project):
    server.answer("/projects/demo-shop", {"outboxCursor": 7})
    server.answer("/projects/demo-shop/requests", {"requests": [], "nextCursor": 9})

    assert (project.outbox.cursor(), project.requests.cursor()) == (7, 9)
    assert server.calls[1].target == f"{BASE}/requests?limit=1&order=desc"


@pytest.mark.parametrize("given", ["users: []\n", '{"users": []}', ' {"users": []}'])
def test_a_text_is_seeded_as_it_is(server, project, given):
    project.seed(given, strategy="replace", dry_run=True, tokens=True)

    assert server.calls[0].target == f"{BASE}:seed?strategy=replace&dryRun=true&tokens=true"
    assert server.calls[0].content == given.encode()


def test_a_value_is_seeded_as_json(server, project):
    document = {"users": [{"email": "a@b.test"}], "clock": None}

    project.seed(document)

    assert sent(server) == (f"POST {BASE}:seed", document)
    assert server.calls[0].headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("as_text", [True, False])
def test_a_file_is_seeded_by_its_name(server, project, tmp_path, as_text):
    path = tmp_path / "a b.yaml"
    path.write_text("users: []")

    project.seed(str(path) if as_text else path)

    assert server.calls[0].target.startswith(f"{BASE}:seed?file=") and server.calls[0].target.endswith("a%20b.yaml")
    assert server.calls[0].content == b"users: []"


def test_a_file_that_is_not_there_is_not_a_fixture(project):
    with pytest.raises(FileNotFoundError):
        project.seed("fixtures/missing.yaml")


def test_a_csv_export_is_a_text(server, project):
    server.answer("/projects/demo-shop:export", "a,b\n", kind="text/csv")

    assert project.export("auth-export-csv") == "a,b\n"


def test_a_fork_has_a_name_that_leads_to_its_original_and_is_deleted(server, project):
    server.answer("/projects/demo-shop:fork", {"projectId": "demo-shop--1"})

    with project.fork(expires_in="30m") as copy:
        assert isinstance(copy, Fork) and copy.id == "demo-shop--1"
        asked = server.calls[0].body
        assert asked["to"].startswith("demo-shop--") and len(asked["to"]) == 19 and asked["expiresIn"] == "30m"
        project.fork("other")
        assert server.calls[1].body == {"to": "other"}
    assert server.calls[2].line == "DELETE /firebreak/v1/projects/demo-shop--1"
    assert len(server.calls) == 3


def test_a_fork_may_be_deleted_already(server, project):
    server.answer("/projects/demo-shop:fork", {"projectId": "copy"})
    server.fail("/projects/copy", 404, "NOT_FOUND : it is gone")
    with project.fork():
        pass

    server.fail("/projects/copy", 503, "UNAVAILABLE")
    with pytest.raises(FirebreakError, match="UNAVAILABLE"):
        with project.fork():
            pass


def test_a_state_of_a_browser_has_the_projects_key(server, project):
    project.signed_in_state("a@b.test", "http://localhost:3000", persistence="local", lifetime=-5)
    project.signed_in_state("alice", "http://localhost:3000", api_key="web-key")

    assert server.calls[0].target == f"{BASE}/accounts/a%40b.test:browserState"
    assert server.calls[0].body == {
        "origin": "http://localhost:3000", "persistence": "local", "lifetime": -5, "apiKey": project.api_key}
    assert server.calls[1].body["apiKey"] == "web-key"


def test_the_environment_leads_to_the_project(server):
    url = server.url
    variables = {
        "FIREBASE_AUTH_EMULATOR_HOST": url.removeprefix("http://"), "GCLOUD_PROJECT": "p", "GOOGLE_CLOUD_PROJECT": "p",
        "FIREBREAK_URL": url, "FIREBREAK_PROJECT": "p",
    }

    assert Firebreak(url).project("p").environment() == variables
    protected = Firebreak(url, control_token="s3cret").project("p")
    assert protected.environment() == {**variables, "FIREBREAK_CONTROL_TOKEN": "s3cret"}
    again = Firebreak.from_environment(protected.environment()).project()
    assert (again.id, again.environment()) == ("p", protected.environment())


def test_an_id_is_encoded_and_not_empty(server, transport):
    Project(transport, "a/b").get()

    assert server.calls[0].target == "/firebreak/v1/projects/a%2Fb"
    with pytest.raises(ValueError, match="ID of a project"):
        Project(transport, "")


@pytest.mark.parametrize(
    ("project", "key"),
    [
        # As `firebreak keys` prints them.
        ("demo-shop", "AIzaKz4nOmM7rTd3LSGqzLUmpzrL-HCJ3puN254"),
        ("demo-y", "AIza0HYTI2AyIC5QQwEr-z1jKRMvrdWkVGYhmXs"),
        ("Demo", "project:Demo"), ("a" * 31, f"project:{'a' * 31}"), ("", "project:"), ("a\n", "project:a\n"),
    ],
)
def test_keys_are_derived_of_ids(project, key):
    assert derived_key(project) == key


# What is generated


def test_types_can_be_read():
    for name in types.__all__:
        value = getattr(types, name)
        if isinstance(value, type):
            hints = typing.get_type_hints(value)
            assert set(hints) == value.__required_keys__ | value.__optional_keys__
    message = typing.get_type_hints(types.OutboxMessage)
    assert message["from"] is str and message["type"] == types.MessageType
    assert {"id", "seq", "status"} <= types.OutboxMessage.__required_keys__
    assert {"from", "link", "oobCode"} <= types.OutboxMessage.__optional_keys__


def generated_classes():
    found = (value for value in vars(_methods).values() if inspect.isclass(value))
    return [value for value in found if value.__module__ == _methods.__name__]


def test_methods_have_types_and_descriptions():
    methods = [
        method for each in generated_classes() for method in vars(each).values() if inspect.isfunction(method)]
    assert len(methods) > 40
    for method in methods:
        hints = typing.get_type_hints(method)
        assert set(hints) == {*inspect.signature(method).parameters, "return"} - {"self"}, method.__qualname__
        assert method.__doc__


def test_the_module_has_what_it_names():
    for name in firebreak_auth.__all__:
        assert getattr(firebreak_auth, name)
    assert set(firebreak_auth.__all__) <= set(dir(firebreak_auth))
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        firebreak_auth.Nothing
