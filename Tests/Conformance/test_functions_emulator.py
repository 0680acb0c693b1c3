"""Blocking functions and account events of the Functions emulator, which Firebreak finds by itself."""

import json

import pytest

from children import clean_environment
from functions_emulator import FunctionsEmulator, reply
from functions_server import Reply
from processes import eventually, free_port
from rest import Rest, claims, failure, ok

pytestmark = pytest.mark.profiles("local", "emulator", "production")

PROJECT = "demo-shop"
EMAIL = "alice@example.test"
NOT_REACHED = "The Functions emulator is not reached"
LOST = "The Functions emulator does not say any more which functions it has"
# On a busy machine this may be the reason before there is another one.
TOO_SLOW = "it does not answer within"
NO_EMULATOR = "is not a Functions emulator"


def functions_emulator(project=PROJECT, port=0):
    return FunctionsEmulator(project, port)


@pytest.fixture
def emulator():
    emulator = functions_emulator()
    yield emulator
    emulator.close()


@pytest.fixture
def open_project(start_server, profile):
    """Starts a server with further options, and returns a client of its default project."""

    def start(*options, **environment):
        server = start_server(
            "--project", PROJECT, "--profile", profile, *options, environment=clean_environment(**environment)
        )
        rest = Rest(server, PROJECT)
        if profile == "production":
            rest.allow_all()
        return rest

    return start


@pytest.fixture
def rest(open_project, emulator):
    """The default project of a server that knows the emulator, which has nothing yet."""
    return open_project("--functions", emulator.address)


def sign_up(rest, email=EMAIL):
    return rest.app("signUp", {"email": email, "password": "correct-horse", "returnSecureToken": True})


def sign_in(rest, email=EMAIL):
    return rest.app("signInWithPassword", {"email": email, "password": "correct-horse", "returnSecureToken": True})


def found(rest):
    """What the server says that the emulator has."""
    return rest.firebreak.get().get("functions")


def has(rest, *names):
    """Whether the server has found these functions, which takes it a second at most."""
    return eventually(lambda: sorted(trigger["name"] for trigger in found(rest)["triggers"]) == sorted(names))


def log_lines(rest, text):
    return [line for line in rest.server.log.read_text().splitlines() if text in line]


def sentence(rest):
    """Why the last call was refused, as the journal says."""
    entries = rest.firebreak.requests.list(order="desc", limit=1)["requests"]
    return entries[0]["explanation"]


def test_functions_that_it_has_change_sign_ins(rest, emulator):
    emulator.define("before", "beforeCreate")
    emulator.define("check", "beforeSignIn", region="europe-west1")
    emulator.change("before", displayName="Made by a function")
    emulator.change("check", sessionClaims={"table": 7})
    assert has(rest, "before", "check")
    token = claims(ok(sign_up(rest))["idToken"])
    assert token["name"] == "Made by a function"
    assert token["table"] == 7
    created, signed_in = emulator.calls()
    assert created.path == f"/{PROJECT}/us-central1/before"
    assert signed_in.path == f"/{PROJECT}/europe-west1/check"
    assert created.payload["aud"] == emulator.origin + created.path
    assert created.payload["event_type"] == "beforeCreate"


def test_a_function_refuses(rest, emulator):
    emulator.define("before", "beforeCreate")
    emulator.answer("before", Reply(status=403, body=json.dumps({"error": {"message": "Not you."}})))
    assert has(rest, "before")
    assert "Not you." in failure(sign_up(rest))
    assert "that the Functions emulator has for beforeCreate" in sentence(rest)
    assert rest.accounts() == []


def test_accounts_are_announced(rest, emulator, project):
    emulator.define("created", "user.create")
    emulator.define("deleted", "user.delete")
    assert has(rest, "created", "deleted")
    user = ok(sign_up(rest))
    ok(rest.admin("/accounts:delete", {"localId": user["localId"]}))
    created, deleted = emulator.wait_for("trigger_multicast", 2)
    assert created.path == deleted.path == f"/functions/projects/{PROJECT}/trigger_multicast"
    assert created.body["eventType"] == "providers/firebase.auth/eventTypes/user.create"
    assert deleted.body["eventType"] == "providers/firebase.auth/eventTypes/user.delete"
    assert created.body["resource"] == {"name": f"projects/{PROJECT}", "service": "firebaseauth.googleapis.com"}
    assert created.body["data"]["uid"] == user["localId"]


CLOUD_EVENT = "application/cloudevents+json; charset=UTF-8"


def content_types(calls):
    return [call.headers["content-type"] for call in calls]


def test_both_generations_are_told_of_accounts(rest, emulator, profile):
    for name, event in (("a", "user.create"), ("b", "user.v2.created"), ("c", "user.v2.deleted")):
        emulator.define(name, event)
    assert has(rest, "a", "b", "c")
    user = ok(sign_up(rest))
    ok(rest.admin("/accounts:delete", {"localId": user["localId"]}))
    first, created, deleted = calls = emulator.wait_for("trigger_multicast", 3)
    assert content_types(calls) == ["application/json", CLOUD_EVENT, CLOUD_EVENT]
    assert {call.path for call in calls} == {f"/functions/projects/{PROJECT}/trigger_multicast"}
    for event, kind, member in ((created.body, "created", "value"), (deleted.body, "deleted", "oldValue")):
        assert event.keys() == {"specversion", "id", "time", "type", "source", "subject", "data"}
        assert event["specversion"] == "1.0"
        assert event["type"] == f"google.firebase.auth.user.v2.{kind}"
        assert event["source"] == f"//identitytoolkit.googleapis.com/projects/{PROJECT}"
        assert event["subject"] == f"users/{user['localId']}"
        assert event["data"].keys() == {member}
    told = created.body["data"]["value"]
    if profile == "emulator":
        assert told == first.body["data"]
    else:
        assert told.keys() == {"uid", "email", "metadata", "providerData"}
        assert told["metadata"].keys() == {"createTime", "lastSignInTime"}
        assert told["providerData"] == [{"uid": EMAIL, "email": EMAIL, "providerId": "password"}]


def test_generations_change_with_a_reload(rest, emulator):
    emulator.define("listener", "user.create")
    assert has(rest, "listener")
    ok(sign_up(rest))
    assert content_types(emulator.wait_for("trigger_multicast", 1)) == ["application/json"]
    emulator.define("listener", "user.v2.created")
    assert eventually(lambda: [trigger["event"] for trigger in found(rest)["triggers"]] == ["user.v2.created"])
    ok(sign_up(rest, "bob@example.test"))
    assert content_types(emulator.wait_for("trigger_multicast", 2)) == ["application/json", CLOUD_EVENT]


def test_filters_say_whose_accounts_a_function_waits_for(rest, emulator):
    tenant = rest.create_tenant()
    emulator.define("own", "user.v2.created", filters={"tenantid": ""})
    assert has(rest, "own")
    ok(rest.app("signUp", {"email": "t@example.test", "password": "correct-horse", "tenantId": tenant}))
    ok(sign_up(rest))
    (event,) = emulator.wait_for("trigger_multicast", 1)
    assert "tenantid" not in event.body
    emulator.take_away("own")
    emulator.define("tenants", "user.v2.created", filters={"tenantid": tenant})
    assert has(rest, "tenants")
    ok(sign_up(rest, "bob@example.test"))
    ok(rest.app("signUp", {"email": "u@example.test", "password": "correct-horse", "tenantId": tenant}))
    event = emulator.wait_for("trigger_multicast", 2)[-1]
    assert event.body["tenantid"] == tenant
    assert len(emulator.calls()) == 2


def test_events_that_no_function_waits_for_are_not_sent(rest, emulator):
    emulator.define("deleted", "user.delete")
    assert has(rest, "deleted")
    user = ok(sign_up(rest))
    ok(rest.admin("/accounts:delete", {"localId": user["localId"]}))
    (deleted,) = emulator.wait_for("trigger_multicast", 1)
    assert deleted.body["data"]["uid"] == user["localId"]
    assert len(emulator.calls()) == 1


def test_functions_are_loaded_again(rest, emulator):
    emulator.define("first", "beforeCreate")
    assert has(rest, "first")
    ok(sign_up(rest))
    emulator.take_away("first")
    emulator.define("second", "beforeCreate")
    assert has(rest, "second")
    ok(sign_up(rest, "bob@example.test"))
    emulator.take_away("second")
    assert has(rest)
    ok(sign_up(rest, "carol@example.test"))
    assert emulator.names() == ["first", "second"]


def test_the_configuration_of_the_project_counts_more(rest, emulator, functions):
    emulator.define("found", "beforeCreate")
    emulator.define("check", "beforeSignIn")
    assert has(rest, "found", "check")
    uri = functions.url("own")
    rest.configure("blockingFunctions", {"blockingFunctions": {"triggers": {"beforeCreate": {"functionUri": uri}}}})
    ok(sign_up(rest))
    assert functions.names() == ["own"]
    assert emulator.names() == ["check"]
    active = {trigger["name"]: trigger["active"] for trigger in found(rest)["triggers"]}
    assert active == {"found": False, "check": True}


def test_what_is_found_is_not_stored(rest, emulator):
    emulator.define("before", "beforeCreate", idToken=True)
    emulator.define("created", "user.create")
    assert has(rest, "before", "created")
    ok(sign_up(rest))
    stored = json.dumps(
        [
            ok(rest.admin("/config", verb="GET", version="v2")),
            rest.firebreak.rules.get(),
            rest.firebreak.export("fixture"),
            rest.firebreak.export(),
        ]
    )
    assert emulator.address not in stored
    copy = f"{PROJECT}-copy"
    rest.firebreak.fork(copy)
    emulator.take_away("before")
    assert has(rest, "created")
    ok(sign_up(Rest(rest.server, copy, key=f"project:{copy}"), "bob@example.test"))
    assert [call.function for call in emulator.calls() if call.payload] == ["before"]


def test_an_emulator_that_is_not_there(open_project):
    rest = open_project("--functions", f"127.0.0.1:{free_port()}")
    for name in ("alice", "bob"):
        ok(sign_up(rest, f"{name}@example.test"))
    assert found(rest) is None
    assert len(log_lines(rest, NOT_REACHED)) == 1


def test_an_emulator_that_starts_later_goes_away_and_comes_back(open_project, profile):
    port = free_port()
    rest = open_project("--functions", f"127.0.0.1:{port}")
    emulator = functions_emulator(port=port)
    try:
        emulator.define("before", "beforeCreate")
        assert eventually(lambda: found(rest) is not None)
        ok(sign_up(rest))
        assert emulator.names() == ["before"]
    finally:
        emulator.close()
    # As for a function of the configuration that cannot be reached.
    if profile == "emulator":
        assert "BLOCKING_FUNCTION_ERROR_RESPONSE" in failure(sign_up(rest, "bob@example.test"), 500)
    else:
        assert failure(sign_up(rest, "bob@example.test"), 503) == "Error code: 47"
    assert "cannot be reached any more, connection refused: start it again, or this server with" in sentence(rest)
    assert eventually(lambda: not found(rest)["reachable"])
    assert eventually(lambda: log_lines(rest, LOST))
    emulator = functions_emulator(port=port)
    try:
        emulator.define("again", "beforeCreate")
        assert has(rest, "again")
        assert found(rest)["reachable"]
        ok(sign_up(rest, "bob@example.test"))
        assert emulator.names() == ["again"]
    finally:
        emulator.close()


def test_an_emulator_of_another_project(open_project):
    emulator = functions_emulator("demo-other")
    try:
        emulator.define("before", "beforeCreate")
        emulator.define("created", "user.create")
        rest = open_project("--functions", emulator.address)
        ok(sign_up(rest))
        assert found(rest) is None
        assert emulator.calls() == []
        (line,) = log_lines(rest, "demo-other")
        assert "runs for project demo-other, not for demo-shop" in line
    finally:
        emulator.close()


def redirect(handler):
    reply(handler, "{}", status=302, Location="/elsewhere")


def never(handler):
    """Waits until who asks gives up."""
    handler.rfile.read(1)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("nonsense", NO_EMULATOR),
        ("[]", NO_EMULATOR),
        ('{"backends": 7}', NO_EMULATOR),
        ("[" * 100_000, NO_EMULATOR),
        (json.dumps({"backends": [], "more": "x" * (1 << 21)}), NOT_REACHED),
        (redirect, "HTTP status 302"),
        (lambda handler: reply(handler, "{}", status=500), "HTTP status 500"),
        (never, "does not answer within"),
    ],
    ids=["text", "list", "number", "deep", "large", "redirect", "failure", "silence"],
)
def test_an_answer_that_cannot_be_used_is_a_sentence_and_nothing_else(open_project, emulator, answer, told):
    emulator.backends = answer
    rest = open_project("--functions", emulator.address)
    ok(sign_up(rest))
    ok(sign_in(rest))
    assert found(rest) is None
    (line,) = log_lines(rest, NOT_REACHED)
    assert told in line or TOO_SLOW in line


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"backends": {"0": {"functionTriggers": []}}}, NO_EMULATOR),
        ({"backends": [{"functionTriggers": {"before": {}}}]}, "because of its backends[0].functionTriggers"),
        ({"backends": [{"functionTriggers": ["before"]}]}, "because of its backends[0].functionTriggers[0]"),
        ("name", "because of its backends[0].functionTriggers[2].name"),
        ("project", "runs for project demo-other, not for demo-shop"),
    ],
    ids=["object", "object-of-functions", "text", "name", "project"],
)
def test_an_answer_that_cannot_be_used_takes_no_function_away(rest, emulator, answer, told):
    emulator.define("before", "beforeCreate")
    emulator.answer("before", Reply(status=403, body=json.dumps({"error": {"message": "Not you."}})))
    assert has(rest, "before")
    if answer == "name":
        emulator.define("../admin", "beforeSignIn")
    elif answer == "project":
        emulator.project = "demo-other"
        emulator.define("created", "user.create")
    else:
        emulator.backends = json.dumps(answer)
    assert eventually(lambda: not found(rest)["reachable"])
    assert "Not you." in failure(sign_up(rest))
    assert [trigger["name"] for trigger in found(rest)["triggers"]] == ["before"]
    (line,) = log_lines(rest, LOST)
    assert told in line or TOO_SLOW in line


def garbage(call):
    """An answer that is not an HTTP, or not enough of it."""
    return Reply(body="x" * 100, before_body=lambda: (_ for _ in ()).throw(OSError()))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda _call: None, "sent an incomplete answer, the connection was closed before the answer was complete"),
        (garbage, "sent an incomplete answer, the connection was closed before the answer was complete"),
        ({"more": "x" * (1 << 20)}, "answered more than 1 MiB, which is not read"),
        (Reply(body="<html>"), "answered, but not with a JSON object"),
        (Reply(status=500), "failed with HTTP status 500"),
        ({"userRecord": {"displayName": "x"}}, "answered with a change that cannot be made"),
    ],
    ids=["dead", "half", "large", "page", "failure", "mask"],
)
def test_each_end_of_a_call_has_its_sentence(rest, emulator, answer, words):
    emulator.define("before", "beforeCreate")
    emulator.answer("before", answer)
    assert has(rest, "before")
    assert sign_up(rest).status_code >= 400
    assert f"/{PROJECT}/us-central1/before, {words}" in sentence(rest)
    assert rest.accounts() == []
    for line in rest.server.log.read_text().splitlines():
        for raw in ("NIO", "HTTPClientError", "HTTPParserError", "ChannelError", "errno"):
            assert raw not in line


def test_localhost_has_two_addresses(open_project, emulator):
    emulator.define("before", "beforeCreate")
    rest = open_project("--functions", f"localhost:{emulator.port}")
    ok(sign_up(rest))
    assert emulator.names() == ["before"]


class Hub(FunctionsEmulator):
    """Stands in for the hub of the CLI's emulators."""

    def __init__(self, **emulators):
        super().__init__(PROJECT)
        self.emulators = emulators

    def _tell(self, handler):
        if handler.path == "/emulators":
            reply(handler, json.dumps(self.emulators))
        else:
            handler.send_error(404)


def test_the_hub_in_the_environment_names_the_emulator(open_project, emulator):
    emulator.define("before", "beforeCreate")
    hub = Hub(functions={"name": "functions", "host": "127.0.0.1", "port": emulator.port})
    try:
        rest = open_project("--functions", "hub", FIREBASE_EMULATOR_HUB=hub.address)
        ok(sign_up(rest))
        assert emulator.names() == ["before"]
    finally:
        hub.close()


def test_the_hub_of_the_file_names_the_emulator(open_project, emulator, tmp_path):
    emulator.define("before", "beforeCreate")
    hub = Hub(functions={"name": "functions", "host": "0.0.0.0", "port": emulator.port})
    try:
        locator = {"version": "15.28.1", "origins": [hub.origin]}
        (tmp_path / f"hub-{PROJECT}.json").write_text(json.dumps(locator))
        rest = open_project("--functions", "hub", TMPDIR=str(tmp_path))
        ok(sign_up(rest))
        assert emulator.names() == ["before"]
    finally:
        hub.close()


@pytest.mark.parametrize("emulators", [{}, {"functions": {"host": "127.0.0.1", "port": "x"}}])
def test_a_hub_without_functions(open_project, emulators):
    hub = Hub(**emulators)
    try:
        rest = open_project("--functions", "hub", FIREBASE_EMULATOR_HUB=hub.address)
        ok(sign_up(rest))
        (line,) = log_lines(rest, "names no functions emulator")
        assert "warning" not in line
    finally:
        hub.close()


def test_no_hub_at_all(open_project, tmp_path):
    rest = open_project("--functions", "hub", TMPDIR=str(tmp_path))
    ok(sign_up(rest))
    (line,) = log_lines(rest, "there is no hub")
    assert "warning" not in line
