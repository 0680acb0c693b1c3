"""Blocking functions and account events, with a server of functions that answers, hangs, lies and dies."""

import json
import threading
import time

import pytest

from functions_emulator import reply
from functions_server import Functions, Reply, register, slowly
from processes import free_port
from rest import Rest, claims, failure, ok

pytestmark = [pytest.mark.profiles("local", "emulator", "production"), pytest.mark.all_allowed]

not_in_the_reference = pytest.mark.profiles("local", "production")
EMAIL = "alice@example.test"
REFUSED = "BLOCKING_FUNCTION_ERROR_RESPONSE"
FUNCTION_ERROR = json.dumps({"error": {"message": "Not you.", "status": "PERMISSION_DENIED"}})


def try_sign_up(rest):
    return rest.app("signUp", {"email": EMAIL, "password": "correct-horse", "returnSecureToken": True})


def test_what_functions_are_told(rest, functions, project, profile):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    body = {"email": EMAIL, "password": "correct-horse", "displayName": "Alice", "returnSecureToken": True}
    before = int(time.time())

    answer = ok(rest.app("signUp", body, headers={"User-Agent": "conformance/1", "X-Firebase-Locale": "de"}))

    assert functions.names() == ["beforeCreate", "beforeSignIn"]
    for call in functions.calls():
        assert call.body.keys() == {"data"} and call.body["data"].keys() == {"jwt"}
        assert call.headers["content-type"].startswith("application/json")
        payload = call.payload
        assert payload["iss"] == f"https://securetoken.google.com/{project}"
        assert payload["aud"] == functions.url(call.function)
        assert payload["event_type"] == call.function
        assert payload["sub"] == payload["user_record"]["uid"] == answer["localId"]
        assert payload["sign_in_method"] == "password"
        assert before <= payload["iat"] <= time.time() < payload["exp"]
        assert payload["ip_address"] == "127.0.0.1"
        if profile == "emulator":
            assert payload["exp"] - payload["iat"] == 600
            assert (payload["user_agent"], payload["locale"]) == ("NotYetSupportedInFirebaseAuthEmulator", "en")
        else:
            assert (payload["user_agent"], payload["locale"]) == ("conformance/1", "de")
        assert not {"tenant_id", "raw_user_info", "oauth_id_token", "sign_in_second_factor"} & payload.keys()
        user = payload["user_record"]
        no_claims = {} if profile == "emulator" else None
        assert (user["email"], user["display_name"], user.get("custom_claims")) == (EMAIL, "Alice", no_claims)
        assert "correct-horse" not in json.dumps(payload) and "password_hash" not in user
        assert isinstance(user["metadata"]["creation_time"], int)
    before_create, before_sign_in = (call.payload for call in functions.calls())
    assert before_create["event_id"] and before_create["event_id"] != before_sign_in["event_id"]
    told = [before_sign_in]
    if profile == "emulator":
        assert before_create["user_record"]["provider_data"] == []
    else:
        told.append(before_create)
    for payload in told:
        (entry,) = payload["user_record"]["provider_data"]
        assert (entry["provider_id"], entry["uid"]) == ("password", EMAIL)


def test_before_create_refuses(rest, functions, profile):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.answer("beforeCreate", Reply(403, FUNCTION_ERROR))

    refused = failure(try_sign_up(rest))

    if profile == "emulator":
        url = functions.url("beforeCreate")
        assert refused == f"{REFUSED} : ((HTTP request to {url} returned HTTP error 403: {FUNCTION_ERROR}))"
    else:
        assert refused == f"{REFUSED} : HTTP Cloud Function returned an error: {FUNCTION_ERROR}"
    assert rest.accounts() == []
    assert functions.names() == ["beforeCreate"]


def failed(response):
    """The message of a call that a function spoilt; which of the two forms it has is not written anywhere."""
    assert response.status_code in (400, 500, 503), response.text
    message = failure(response, response.status_code)
    assert message == "Error code: 47" or message.startswith(f"{REFUSED} : "), message
    return message


def test_functions_that_die(rest, functions, profile):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", functions.die)

    message = failed(try_sign_up(rest))

    if profile == "emulator":
        assert message == f"{REFUSED} : ((Failed to make request to {functions.url('beforeCreate')}.))"
    assert rest.accounts() == []


def test_functions_that_are_not_there(rest, profile):
    url = f"http://127.0.0.1:{free_port()}/function"
    triggers = {"beforeCreate": {"functionUri": url}}
    rest.configure("blockingFunctions", {"blockingFunctions": {"triggers": triggers}})

    message = failed(try_sign_up(rest))

    if profile == "emulator":
        assert message == f"{REFUSED} : ((Failed to make request to {url}.))"
    assert rest.accounts() == []


def test_slow_functions_are_waited_for(rest, functions):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.answer("beforeCreate", slowly(0.4, {"userRecord": {"updateMask": "displayName", "displayName": "Late"}}))
    functions.answer("beforeSignIn", slowly(0.4, {}))

    assert claims(ok(try_sign_up(rest))["idToken"])["name"] == "Late"


@pytest.mark.profiles("local")
def test_functions_that_hang_reach_a_deadline_and_hold_nobody_else_up(rest, server, project, functions):
    rest.existing_account("bob@example.test")
    register(rest, functions, "beforeCreate", "beforeSendEmail")
    functions.answer("beforeCreate", functions.hang)
    # The deadline is for the whole answer.
    functions.answer("beforeSendEmail", Reply(before_body=lambda: functions.hang(None)))
    mail = {}
    request = {"requestType": "PASSWORD_RESET", "email": "bob@example.test"}
    stalled = threading.Thread(target=lambda: mail.update(response=Rest(server, project).app("sendOobCode", request)))
    stalled.start()
    result = {}
    caller = threading.Thread(target=lambda: result.update(response=try_sign_up(Rest(server, project))))
    started = time.monotonic()

    caller.start()
    functions.wait_for("beforeCreate")
    ok(rest.sign_in("bob@example.test", "correct-horse"))
    rest.existing_account("carol@example.test")
    # Also the address that waits is free until the function has answered.
    rest.existing_account(EMAIL)
    assert time.monotonic() - started < 3 and caller.is_alive()
    caller.join(12)
    stalled.join(5)

    assert failure(mail["response"]) == f"{REFUSED} : Cloud function deadline exceeded."
    assert 6.5 < time.monotonic() - started < 9
    assert failure(result["response"]) == f"{REFUSED} : Cloud function deadline exceeded."
    assert len(rest.accounts()) == 3


def test_who_waits_for_a_function_holds_nobody_up(rest, server, project, functions):
    register(rest, functions, "beforeSignIn")
    functions.answer("beforeSignIn", functions.hang)
    rest.existing_account(EMAIL)
    result = {}
    caller = threading.Thread(
        target=lambda: result.update(response=Rest(server, project).sign_in(EMAIL, "correct-horse"))
    )

    caller.start()
    functions.wait_for("beforeSignIn")
    rest.sign_up()
    ok(rest.admin("/accounts", {"localId": "other"}))
    assert caller.is_alive()
    functions.release()
    caller.join(5)

    assert ok(result["response"])["idToken"]


# Functions that redirect


class Elsewhere(Functions):
    """Another server, which consents to whatever it is asked, a GET included."""

    visits = 0

    def _tell(self, handler):
        self.visits += 1
        reply(handler, "{}")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_consent_in_the_reference_alone(rest, functions, profile, status):
    register(rest, functions, "beforeCreate")
    elsewhere = Elsewhere()
    try:
        functions.answer("beforeCreate", Reply(status, headers={"Location": elsewhere.url("consents")}))
        answer = try_sign_up(rest)
        asked = elsewhere.visits + len(elsewhere.calls())
    finally:
        elsewhere.close()

    if profile == "emulator":
        assert ok(answer)["idToken"] and asked == 1
    else:
        assert REFUSED in failure(answer) and asked == 0
        assert rest.accounts() == []


def test_a_function_that_redirects_to_itself(rest, functions, profile):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(307, headers={"Location": functions.url("beforeCreate")}))

    assert REFUSED in failure(try_sign_up(rest), 500 if profile == "emulator" else 400)
    assert len(functions.calls()) == (21 if profile == "emulator" else 1)


# Account events, which nobody waits for


CREATE, DELETE = (f"providers/firebase.auth/eventTypes/user.{what}" for what in ("create", "delete"))


@pytest.fixture
def events(rest, functions):
    """The functions' server, which gets the project's account events."""
    rest.firebreak.rules.patch(account_events=f"{functions.origin}/functions/projects/{{project}}/trigger_multicast")
    return functions


def told(events, count):
    """The bodies of the first events, which may arrive in any order."""
    return [call.body for call in events.wait_for("trigger_multicast", count)]


def test_events_of_an_account(rest, events, project, profile):
    answer = ok(try_sign_up(rest))
    (created,) = told(events, 1)
    ok(rest.app("delete", {"idToken": answer["idToken"]}))
    _, deleted = told(events, 2)

    assert events.calls()[0].path == f"/functions/projects/{project}/trigger_multicast"
    assert (created["eventType"], deleted["eventType"]) == (CREATE, DELETE)
    assert created["eventId"] != deleted["eventId"]
    for event in (created, deleted):
        assert event["resource"] == {"name": f"projects/{project}", "service": "firebaseauth.googleapis.com"}
        assert event["params"] == {} and event["timestamp"]
        data = event["data"]
        assert (data["uid"], data["email"], data["emailVerified"]) == (answer["localId"], EMAIL, False)
        assert data["metadata"]["creationTime" if profile == "emulator" else "createdAt"] and data["customClaims"] == {}
        assert not {"passwordHash", "salt"} & data.keys() and "correct-horse" not in json.dumps(event)


@not_in_the_reference
def test_events_as_eventarc_posts_them(rest, functions, project):
    rest.firebreak.rules.patch(account_events={"url": functions.url("service"), "format": "eventarc"})
    answer = ok(try_sign_up(rest))
    (event,) = functions.wait_for("service", 1)

    assert event.headers["content-type"] == "application/json; charset=utf-8"
    attributes = {name: value for name, value in event.headers.items() if name.startswith("ce-")}
    assert len(attributes.pop("ce-id")) == 36 and attributes.pop("ce-time").endswith("Z")
    assert attributes == {
        "ce-specversion": "1.0",
        "ce-type": "google.firebase.auth.user.v2.created",
        "ce-source": f"//identitytoolkit.googleapis.com/projects/{project}",
        "ce-subject": f"users/{answer['localId']}",
    }
    assert event.body.keys() == {"value"} and event.body["value"]["uid"] == answer["localId"]


def test_nobody_waits_for_events(rest, events):
    events.answer("trigger_multicast", events.hang)

    answer = ok(try_sign_up(rest))
    events.wait_for("trigger_multicast")
    ok(rest.app("delete", {"idToken": answer["idToken"]}))

    assert rest.accounts() == []


@not_in_the_reference
def test_events_are_sent_again_until_they_arrive(rest, events):
    answers = iter([Reply(500, "broken"), None, {}])
    events.answer("trigger_multicast", lambda _: next(answers, {}))

    answer = ok(try_sign_up(rest))

    attempts = told(events, 3)
    assert len({event["eventId"] for event in attempts}) == 1
    assert {event["data"]["uid"] for event in attempts} == {answer["localId"]}
