"""Blocking functions and account events, with a server of functions that answers, hangs, lies and dies."""

import functools
import json
import threading
import time

import pytest

from factors import challenge, enroll_phone, sign_in_by_sms, signed_in_user, start_phone, start_sms_sign_in
from federation import google_user, sign_in
from functions_server import Reply, register, slowly
from mail import send_sign_in_link, sign_in_by_link, sign_in_code
from processes import free_port
from rest import Rest, claims, failure, ok
from sms import NUMBER, send_code, session_and_code, sign_in_by_phone, sign_in_with_code

pytestmark = [pytest.mark.profiles("local", "emulator", "production"), pytest.mark.all_allowed]

not_in_the_reference = pytest.mark.profiles("local", "production")
# For what has many cases: `local` and `production` call functions alike.
both_ways = pytest.mark.profiles("local", "emulator")
EMAIL = "alice@example.test"
PICTURE = "https://example.test/new.png"
REFUSED = "BLOCKING_FUNCTION_ERROR_RESPONSE"
FUNCTION_ERROR = json.dumps({"error": {"message": "Not you.", "status": "PERMISSION_DENIED"}})


def try_sign_up(rest, email=EMAIL):
    return rest.app("signUp", {"email": email, "password": "correct-horse", "returnSecureToken": True})


# The ways to sign in, each as a function that brings itself about and returns the response.


def by_sign_up(rest, _):
    return functools.partial(try_sign_up, rest)


def by_password(rest, _):
    rest.existing_account(EMAIL)
    return functools.partial(rest.sign_in, EMAIL, "correct-horse")


def by_new_link(rest, finish):
    code = sign_in_code(rest, EMAIL, finish)
    return functools.partial(sign_in_by_link, rest, EMAIL, code)


def by_link(rest, finish):
    rest.existing_account(EMAIL)
    return by_new_link(rest, finish)


def by_new_identity(rest, _):
    return functools.partial(sign_in, rest, "google.com", google_user("g-1", EMAIL))


def by_identity(rest, _):
    ok(sign_in(rest, "google.com", google_user("g-1", EMAIL)))
    return by_new_identity(rest, _)


def by_linked_identity(rest, _):
    session = rest.sign_up()
    return functools.partial(sign_in, rest, "google.com", google_user("g-1", EMAIL), idToken=session["idToken"])


def by_new_phone(rest, _):
    return functools.partial(sign_in_with_code, rest, *session_and_code(rest))


def by_phone(rest, _):
    ok(sign_in_by_phone(rest))
    return by_new_phone(rest, _)


def by_second_factor(rest, _):
    enroll_phone(rest, signed_in_user(rest)["idToken"])
    asked = challenge(rest)
    return functools.partial(sign_in_by_sms, rest, asked)


NEW_ACCOUNT = {
    "sign-up": (by_sign_up, "password"),
    "new e-mail link": (by_new_link, "emailLink"),
    "new identity": (by_new_identity, "google.com"),
    "new phone": (by_new_phone, "phone"),
}
KNOWN_ACCOUNT = {
    "password": (by_password, "password"),
    "e-mail link": (by_link, "emailLink"),
    "identity": (by_identity, "google.com"),
    "linked identity": (by_linked_identity, "google.com"),
    "phone": (by_phone, "phone"),
    "second factor": (by_second_factor, "password"),
}
EVERY_WAY = NEW_ACCOUNT | KNOWN_ACCOUNT


# The call


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


@both_ways
@pytest.mark.parametrize("way", EVERY_WAY)
def test_who_is_called_when(rest, functions, finish, way):
    prepare, method = EVERY_WAY[way]
    go = prepare(rest, finish)
    register(rest, functions, "beforeCreate", "beforeSignIn")

    ok(go())

    assert functions.names() == ["beforeCreate", "beforeSignIn"][0 if way in NEW_ACCOUNT else 1 :]
    for call in functions.calls():
        assert call.payload["sign_in_method"] == method
        assert call.payload.get("sign_in_second_factor") == ("phone" if way == "second factor" else None)


@both_ways
def test_what_functions_are_told_about_an_identity(rest, functions):
    register(rest, functions, "beforeCreate", "beforeSignIn")

    answer = ok(sign_in(rest, "google.com", google_user("g-1", EMAIL, name="Alice")))

    for call in functions.calls():
        assert json.loads(call.payload["raw_user_info"]) == json.loads(answer["rawUserInfo"])
        (entry,) = call.payload["user_record"]["provider_data"]
        assert (entry["provider_id"], entry["uid"], entry["email"]) == ("google.com", "g-1", EMAIL)
        assert not [name for name in call.payload if name.startswith("oauth_")]


@both_ways
@pytest.mark.parametrize("forwarded", ["idToken", "accessToken"])
def test_forwarded_credentials(rest, functions, forwarded):
    switches = {name: name == forwarded for name in ("idToken", "accessToken", "refreshToken")}
    register(rest, functions, "beforeCreate", "beforeSignIn", forward=switches)
    credential = {"id_token": json.dumps(google_user("g-1")), "access_token": "an access token"}

    ok(sign_in(rest, "google.com", credential))

    told = [
        {name: value for name, value in call.payload.items() if name.startswith("oauth_")} for call in functions.calls()
    ]
    expected = {
        "idToken": {"oauth_id_token": credential["id_token"]},
        "accessToken": {"oauth_access_token": "an access token"},
    }[forwarded]
    assert told == [expected, expected]


@both_ways
@pytest.mark.profiles("local", "emulator")
def test_saml_attributes_are_told(rest, functions):
    register(rest, functions, "beforeSignIn")
    attributes = {"role": "staff"}
    saml = {"assertion": {"subject": {"nameId": EMAIL}, "attributeStatements": attributes}}

    ok(sign_in(rest, "saml.acme", {"id_token": '{"sub":"s-1"}', "SAMLResponse": json.dumps(saml)}))

    (call,) = functions.calls()
    assert json.loads(call.payload["sign_in_attributes"]) == attributes


def test_a_tenant_uses_the_functions_of_its_project(rest, functions):
    tenant = rest.create_tenant()
    register(rest, functions, "beforeCreate")

    ok(rest.app("signUp", {"email": EMAIL, "password": "correct-horse", "tenantId": tenant}))

    (call,) = functions.calls()
    assert call.payload["tenant_id"] == call.payload["user_record"]["tenant_id"] == tenant


def test_second_factors_are_told(rest, functions):
    enroll_phone(rest, signed_in_user(rest)["idToken"], name="My phone")
    register(rest, functions, "beforeSignIn")

    asked = challenge(rest)
    assert functions.calls() == []
    ok(sign_in_by_sms(rest, asked))

    (call,) = functions.calls()
    (factor,) = call.payload["user_record"]["multi_factor"]["enrolled_factors"]
    assert (factor["phone_number"], factor["display_name"], factor["factor_id"]) == (NUMBER, "My phone", "phone")


def test_calls_that_no_function_sees(rest, functions):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    anonymous = rest.sign_up()
    linked = ok(rest.app("signUp", {"idToken": anonymous["idToken"], "email": EMAIL, "password": "correct-horse"}))
    ok(rest.refresh(linked["refreshToken"]))
    custom = ok(rest.app("signInWithCustomToken", {"token": '{"uid":"c"}', "returnSecureToken": True}))
    ok(rest.app("update", {"idToken": custom["idToken"], "displayName": "C"}))
    ok(rest.admin("/accounts", {"localId": "a", "email": "a@example.test", "password": "correct-horse"}))
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "b"}]}))
    ok(rest.admin("/accounts:delete", {"localId": "a"}))

    assert functions.calls() == []


# What functions change


CHANGES = {"displayName": "Changed", "photoUrl": PICTURE, "emailVerified": True, "customClaims": {"role": "admin"}}


def assert_changed(token):
    assert (token["name"], token["picture"], token["role"]) == ("Changed", PICTURE, "admin")
    assert token["email_verified"] is True


@both_ways
@pytest.mark.parametrize("way", EVERY_WAY)
def test_before_sign_in_changes_the_token(rest, functions, finish, way):
    go = EVERY_WAY[way][0](rest, finish)
    register(rest, functions, "beforeSignIn")
    functions.change("beforeSignIn", **CHANGES, sessionClaims={"shift": "night"})

    answer = ok(go())

    token = claims(answer["idToken"])
    assert_changed(token)
    assert token["shift"] == "night"
    refreshed = claims(ok(rest.refresh(answer["refreshToken"]))["id_token"])
    assert_changed(refreshed)
    assert refreshed["shift"] == "night"
    user = rest.account(token["sub"])
    assert (user["displayName"], user["photoUrl"], user["emailVerified"]) == ("Changed", PICTURE, True)
    # What is for the session does not stay with the account.
    assert json.loads(user["customAttributes"]) == {"role": "admin"}


@both_ways
@pytest.mark.parametrize("way", NEW_ACCOUNT)
def test_before_create_changes_the_account(rest, functions, finish, way):
    go = NEW_ACCOUNT[way][0](rest, finish)
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.change("beforeCreate", **CHANGES, sessionClaims={"shift": "night"})

    token = claims(ok(go())["idToken"])

    assert_changed(token)
    assert "shift" not in token
    assert json.loads(rest.account(token["sub"])["customAttributes"]) == {"role": "admin"}
    told = functions.calls("beforeSignIn")[0].payload["user_record"]
    assert (told["display_name"], told["photo_url"], told["custom_claims"]) == ("Changed", PICTURE, {"role": "admin"})


def test_before_sign_in_has_the_last_word(rest, functions):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.change("beforeCreate", displayName="First", customClaims={"role": "first", "team": "blue"})
    functions.change("beforeSignIn", displayName="Last", customClaims={"role": "last"})

    token = claims(ok(try_sign_up(rest))["idToken"])

    assert (token["name"], token["role"]) == ("Last", "last") and "team" not in token


def test_only_what_the_mask_names_is_changed(rest, functions):
    register(rest, functions, "beforeCreate")
    record = {"updateMask": "displayName,somethingNew", "displayName": "Named", "photoUrl": PICTURE, "disabled": True}
    functions.answer("beforeCreate", {"userRecord": record})

    token = claims(ok(try_sign_up(rest))["idToken"])

    assert token["name"] == "Named" and "picture" not in token


def test_a_masked_field_without_a_value_is_cleared(rest, functions):
    rest.existing_account(EMAIL, displayName="Alice", photoUrl=PICTURE)
    register(rest, functions, "beforeSignIn")
    functions.answer("beforeSignIn", {"userRecord": {"updateMask": "displayName,photoUrl", "photoURL": PICTURE}})

    token = claims(ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"])

    assert "name" not in token and "picture" not in token


@both_ways
@pytest.mark.parametrize("answer", [{}, {"userRecord": {"updateMask": "unknown"}}, {"other": 1}], ids=str)
def test_answers_that_change_nothing(rest, functions, answer):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.answer("beforeCreate", answer)
    functions.answer("beforeSignIn", answer)

    token = claims(ok(try_sign_up(rest))["idToken"])

    assert "name" not in token and token["email_verified"] is False


def test_session_claims_win_over_custom_claims(rest, functions):
    register(rest, functions, "beforeSignIn")
    functions.change("beforeSignIn", customClaims={"role": "custom"}, sessionClaims={"role": "session"})

    answer = ok(try_sign_up(rest))

    assert claims(answer["idToken"])["role"] == "session"
    assert json.loads(rest.account(answer["localId"])["customAttributes"]) == {"role": "custom"}


@pytest.mark.parametrize("claim", [{"aud": "me"}, {"text": "x" * 1000}], ids=["reserved", "too large"])
def test_custom_claims_that_are_not_allowed(rest, functions, profile, claim):
    register(rest, functions, "beforeCreate")
    functions.change("beforeCreate", customClaims=claim)

    refused = failure(try_sign_up(rest))

    if profile == "emulator":
        assert refused == ("FORBIDDEN_CLAIM : aud" if "aud" in claim else "CLAIMS_TOO_LARGE")
    else:
        assert refused.split(" : ")[0] in (REFUSED, "FORBIDDEN_CLAIM" if "aud" in claim else "CLAIMS_TOO_LARGE")
    assert rest.accounts() == []


# Refusals


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


@both_ways
@pytest.mark.parametrize("way", NEW_ACCOUNT)
def test_no_account_is_made_when_before_create_refuses(rest, functions, finish, way):
    go = NEW_ACCOUNT[way][0](rest, finish)
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(400, FUNCTION_ERROR))

    assert failure(go()).startswith(f"{REFUSED} : ")

    assert rest.accounts() == []


@both_ways
@pytest.mark.parametrize("way", NEW_ACCOUNT)
def test_a_new_account_stays_when_before_sign_in_refuses(rest, functions, finish, way):
    go = NEW_ACCOUNT[way][0](rest, finish)
    register(rest, functions, "beforeSignIn")
    functions.answer("beforeSignIn", Reply(400, FUNCTION_ERROR))

    assert failure(go()).startswith(f"{REFUSED} : ")

    assert len(rest.accounts()) == 1
    if way == "sign-up":
        assert failure(try_sign_up(rest)) == "EMAIL_EXISTS"


@both_ways
@pytest.mark.parametrize("way", KNOWN_ACCOUNT)
def test_a_known_account_stays_as_it_was_when_before_sign_in_refuses(rest, functions, finish, way):
    go = KNOWN_ACCOUNT[way][0](rest, finish)
    (before,) = rest.accounts()
    register(rest, functions, "beforeSignIn")
    functions.answer("beforeSignIn", Reply(400, FUNCTION_ERROR))

    assert failure(go()).startswith(f"{REFUSED} : ")

    assert rest.accounts() == [before]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_functions_that_fail(rest, functions, profile, status):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(status, "broken"))

    response = try_sign_up(rest)

    if profile == "emulator":
        url = functions.url("beforeCreate")
        assert failure(response) == f"{REFUSED} : ((HTTP request to {url} returned HTTP error {status}: broken))"
    else:
        assert failure(response, 503) == "Error code: 47"
    assert rest.accounts() == []


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


@pytest.mark.parametrize("garbage", ["text", "", '{"userRecord":'], ids=str)
def test_functions_that_answer_no_json(rest, functions, profile, garbage):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(200, garbage))

    message = failed(try_sign_up(rest))

    if profile == "emulator":
        assert message == f"{REFUSED} : ((Response body is not valid JSON.))"
    assert rest.accounts() == []


@pytest.mark.parametrize("answer", ["null", "[1]", "12", '{"userRecord":1}'], ids=str)
@pytest.mark.profiles("local")
def test_json_that_holds_no_user_record(rest, functions, answer):
    """Whether it is refused is not written anywhere; what counts is that there is an account if and only if not."""
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", Reply(200, answer))

    response = try_sign_up(rest)

    assert len(rest.accounts()) == (1 if response.status_code == 200 else 0)
    functions.answer("beforeCreate", {})
    ok(try_sign_up(rest, "next@example.test"))


@pytest.mark.parametrize("record", [{"displayName": "N"}, {"updateMask": "", "displayName": "N"}], ids=str)
def test_a_user_record_needs_a_mask(rest, functions, profile, record):
    register(rest, functions, "beforeCreate")
    functions.answer("beforeCreate", {"userRecord": record})

    message = failed(try_sign_up(rest))

    if profile == "emulator":
        assert message == f"{REFUSED} : ((Response UserRecord is missing updateMask.))"
    assert rest.accounts() == []


def test_before_create_disables(rest, functions):
    register(rest, functions, "beforeCreate", "beforeSignIn")
    functions.change("beforeCreate", disabled=True)

    assert failure(try_sign_up(rest)) == "USER_DISABLED"

    (user,) = rest.accounts()
    assert (user["email"], user["disabled"]) == (EMAIL, True)
    assert functions.names() == ["beforeCreate"]


@both_ways
@pytest.mark.parametrize("way", EVERY_WAY)
def test_before_sign_in_disables(rest, functions, finish, way):
    go = EVERY_WAY[way][0](rest, finish)
    register(rest, functions, "beforeSignIn")
    functions.change("beforeSignIn", disabled=True)

    assert failure(go()) == "USER_DISABLED"

    (user,) = rest.accounts()
    assert user["disabled"] is True


# Time


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


# What was read before the call may be gone after it


def meanwhile(functions, function, action):
    """Lets something happen while a function runs."""

    def answer(call):
        action(call)
        return {}

    functions.answer(function, answer)


@both_ways
@pytest.mark.parametrize("way", KNOWN_ACCOUNT)
def test_the_account_is_deleted_meanwhile(rest, server, project, functions, finish, way):
    go = KNOWN_ACCOUNT[way][0](rest, finish)
    register(rest, functions, "beforeSignIn")
    other = Rest(server, project)
    meanwhile(
        functions,
        "beforeSignIn",
        lambda call: ok(other.admin("/accounts:delete", {"localId": call.payload["user_record"]["uid"]})),
    )

    failure(go())

    assert len(functions.calls()) == 1
    assert rest.accounts() == []


def test_the_account_is_disabled_meanwhile(rest, server, project, functions):
    local_id = rest.existing_account(EMAIL)
    register(rest, functions, "beforeSignIn")
    body = {"localId": local_id, "disableUser": True}
    meanwhile(functions, "beforeSignIn", lambda _: ok(Rest(server, project).admin("/accounts:update", body)))

    assert failure(rest.sign_in(EMAIL, "correct-horse")) == "USER_DISABLED"


def test_what_others_change_meanwhile_is_kept(rest, server, project, functions):
    local_id = rest.existing_account(EMAIL)
    register(rest, functions, "beforeSignIn")

    def answer(_call):
        body = {"localId": local_id, "photoUrl": PICTURE}
        ok(Rest(server, project).admin("/accounts:update", body))
        return {"userRecord": {"updateMask": "displayName", "displayName": "Changed"}}

    functions.answer("beforeSignIn", answer)

    token = claims(ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"])

    assert (token["name"], token["picture"]) == ("Changed", PICTURE)


def test_the_address_is_taken_meanwhile(rest, server, project, functions):
    register(rest, functions, "beforeCreate")
    body = {"localId": "first", "email": EMAIL, "password": "other-horse"}
    meanwhile(functions, "beforeCreate", lambda _: ok(Rest(server, project).admin("/accounts", body)))

    assert failure(try_sign_up(rest)) == "EMAIL_EXISTS"

    assert [user["localId"] for user in rest.accounts()] == ["first"]
    ok(rest.sign_in(EMAIL, "other-horse"))


def test_the_number_is_taken_meanwhile(rest, server, project, functions):
    go = by_new_phone(rest, None)
    register(rest, functions, "beforeCreate")
    body = {"localId": "first", "phoneNumber": NUMBER}
    meanwhile(functions, "beforeCreate", lambda _: ok(Rest(server, project).admin("/accounts", body)))

    response = go()

    assert [user["localId"] for user in rest.accounts()] == ["first"]
    # Whoever holds the code owns the number, so to sign in to its account is as good as to refuse.
    assert response.status_code == 400 or response.json()["localId"] == "first"


def test_a_code_is_used_meanwhile(rest, server, project, functions):
    """Two sign-ins with one code, of which the second overtakes the first while its function runs."""
    session, code = session_and_code(rest)
    register(rest, functions, "beforeCreate")
    overtaking = []

    def answer(_call):
        if not overtaking:
            overtaking.append(None)
            overtaking[0] = sign_in_with_code(Rest(server, project), session, code)
        return {}

    functions.answer("beforeCreate", answer)

    responses = [sign_in_with_code(rest, session, code), *overtaking]

    assert sorted(response.status_code for response in responses) == [200, 400]
    assert len(rest.accounts()) == 1


# Registration


@both_ways
@pytest.mark.parametrize("uri", ["/relative", "no-scheme", ""], ids=str)
def test_functions_need_an_absolute_uri(rest, profile, uri):
    body = {"blockingFunctions": {"triggers": {"beforeCreate": {"functionUri": uri}}}}

    params = {"updateMask": "blockingFunctions"}
    refused = failure(rest.admin("/config", body, verb="PATCH", version="v2", params=params))

    expected = "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI with valid scheme and host.))"
    assert refused == expected if profile == "emulator" else refused.startswith("INVALID_BLOCKING_FUNCTION")
    ok(try_sign_up(rest))


def test_unknown_triggers(rest, profile):
    names = ["beforeLunch"] + (["beforeSendEmail", "beforeSendSms"] if profile == "emulator" else [])
    for name in names:
        body = {"blockingFunctions": {"triggers": {name: {"functionUri": "http://127.0.0.1:1/f"}}}}
        params = {"updateMask": "blockingFunctions"}
        refused = failure(rest.admin("/config", body, verb="PATCH", version="v2", params=params))
        expected = "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))"
        assert refused == expected if profile == "emulator" else refused.startswith("INVALID_BLOCKING_FUNCTION")


def test_functions_are_registered_and_removed(rest, functions):
    document = register(rest, functions, "beforeCreate", forward={"idToken": True})
    assert document["blockingFunctions"]["triggers"]["beforeCreate"]["functionUri"] == functions.url("beforeCreate")
    ok(try_sign_up(rest))
    assert functions.names() == ["beforeCreate"]

    rest.configure("blockingFunctions", {"blockingFunctions": {}})
    ok(try_sign_up(rest, "bob@example.test"))

    assert functions.names() == ["beforeCreate"]


# Before messages are sent


def ask_for_reset(rest):
    return rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": EMAIL})


MESSAGES = {
    "sign-in link": ("beforeSendEmail", "EMAIL_SIGN_IN", "EMAIL_SIGNIN"),
    "password reset": ("beforeSendEmail", "PASSWORD_RESET", "PASSWORD_RESET"),
    "sign-in code": ("beforeSendSms", "SIGN_IN_OR_SIGN_UP", "SMS_SIGN_IN"),
    "enrolment code": ("beforeSendSms", "MULTI_FACTOR_ENROLLMENT", "SMS_MFA_ENROLLMENT"),
    "second factor code": ("beforeSendSms", "MULTI_FACTOR_SIGN_IN", "SMS_MFA_SIGN_IN"),
}


def ask_for(rest, message, finish):
    """A function that asks for a message of the kind and returns the response."""
    session = signed_in_user(rest)
    if message == "second factor code":
        enroll_phone(rest, session["idToken"])
        return functools.partial(start_sms_sign_in, rest, challenge(rest))
    return {
        "sign-in link": functools.partial(send_sign_in_link, rest, EMAIL, finish),
        "password reset": functools.partial(ask_for_reset, rest),
        "sign-in code": functools.partial(send_code, rest),
        "enrolment code": functools.partial(start_phone, rest, session["idToken"]),
    }[message]


@not_in_the_reference
@pytest.mark.parametrize("answer", [{}, {"recaptchaActionOverride": "ALLOW"}], ids=str)
@pytest.mark.parametrize("message", MESSAGES)
def test_functions_let_messages_pass(rest, functions, project, finish, message, answer):
    trigger, told_type, outbox_type = MESSAGES[message]
    go = ask_for(rest, message, finish)
    register(rest, functions, "beforeSendEmail", "beforeSendSms")
    functions.answer(trigger, answer)

    ok(go())

    (call,) = functions.calls()
    payload = call.payload
    assert (call.function, payload["event_type"], payload["aud"]) == (trigger, trigger, functions.url(trigger))
    assert payload["iss"] == f"https://securetoken.google.com/{project}" and payload["event_id"]
    if trigger == "beforeSendEmail":
        assert (payload["email"], payload["email_type"]) == (EMAIL, told_type)
    else:
        assert (payload["phone_number"], payload["sms_type"]) == (NUMBER, told_type)
    assert not {"user_record", "sub"} & payload.keys()
    (sent,) = rest.messages(type=outbox_type)
    assert sent["delivery"] == "sent"


@not_in_the_reference
@pytest.mark.parametrize("how", ["error", "block"])
@pytest.mark.parametrize("message", MESSAGES)
def test_functions_stop_messages(rest, functions, finish, message, how):
    trigger, _, outbox_type = MESSAGES[message]
    go = ask_for(rest, message, finish)
    register(rest, functions, trigger)
    # A function overrides what reCAPTCHA says, which has to be on for that.
    states = {"emailPasswordEnforcementState": "AUDIT", "phoneEnforcementState": "AUDIT"}
    rest.configure("recaptchaConfig", {"recaptchaConfig": states})
    functions.answer(
        trigger, {"recaptchaActionOverride": "BLOCK"} if how == "block" else Reply(403, FUNCTION_ERROR)
    )

    refused = failure(go())

    if how == "error":
        assert refused == f"{REFUSED} : HTTP Cloud Function returned an error: {FUNCTION_ERROR}"
    else:
        assert "CAPTCHA" in refused
    (stopped,) = rest.messages(type=outbox_type)
    assert (stopped["delivery"], stopped.get("status")) == ("blocked", None)
    assert all(stopped.get(name) is None for name in ("oobCode", "code", "sessionInfo", "link"))


@not_in_the_reference
def test_a_stopped_message_voids_nothing(rest, functions):
    rest.existing_account(EMAIL)
    ok(ask_for_reset(rest))
    register(rest, functions, "beforeSendEmail")
    functions.answer("beforeSendEmail", Reply(403, FUNCTION_ERROR))
    failure(ask_for_reset(rest))

    first, _ = rest.messages(type="PASSWORD_RESET")

    assert first["status"] == "pending"
    ok(rest.app("resetPassword", {"oobCode": first["oobCode"], "newPassword": "another-horse"}))


@not_in_the_reference
def test_messages_that_no_function_sees(rest, functions):
    session = rest.sign_up(EMAIL, "correct-horse")
    register(rest, functions, "beforeSendEmail")
    functions.answer("beforeSendEmail", Reply(403, FUNCTION_ERROR))

    ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": session["idToken"]}))
    # Enumeration protection hides whether this address is known.
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}))

    assert functions.calls() == []
    assert [message["delivery"] for message in rest.messages()] == ["sent", "suppressed"]


@not_in_the_reference
def test_links_for_admins_can_be_refused(rest, functions):
    rest.existing_account(EMAIL)
    register(rest, functions, "beforeSendEmail")
    functions.answer("beforeSendEmail", Reply(403, FUNCTION_ERROR))
    body = {"requestType": "PASSWORD_RESET", "email": EMAIL, "returnOobLink": True}

    assert failure(rest.admin("/accounts:sendOobCode", body)).startswith(f"{REFUSED} : ")
    functions.answer("beforeSendEmail", {})
    assert ok(rest.admin("/accounts:sendOobCode", body))["oobLink"]


# Account events, which nobody waits for


CREATE, DELETE = (f"providers/firebase.auth/eventTypes/user.{what}" for what in ("create", "delete"))


@pytest.fixture
def events(rest, functions):
    """The functions' server, which gets the project's account events."""
    rest.set_rules(accountEvents=f"{functions.origin}/functions/projects/{{project}}/trigger_multicast")
    return functions


def told(events, count):
    """The bodies of the first events, which may arrive in any order."""
    return [call.body for call in events.wait_for("trigger_multicast", count)]


def test_events_of_an_account(rest, events, project):
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
        assert data["metadata"]["creationTime"] and data["customClaims"] == {}
        assert not {"passwordHash", "salt"} & data.keys() and "correct-horse" not in json.dumps(event)


@both_ways
@pytest.mark.parametrize("way", NEW_ACCOUNT)
def test_every_way_to_create_tells(rest, events, finish, way):
    token = claims(ok(NEW_ACCOUNT[way][0](rest, finish)())["idToken"])

    (event,) = told(events, 1)

    assert (event["eventType"], event["data"]["uid"]) == (CREATE, token["sub"])
    if way != "new phone":
        assert event["data"]["email"] == EMAIL
    else:
        assert event["data"]["phoneNumber"] == NUMBER


def test_admins_and_custom_tokens_tell_as_well(rest, events):
    ok(rest.admin("/accounts", {"localId": "by-admin"}))
    ok(rest.app("signInWithCustomToken", {"token": '{"uid":"by-token"}', "returnSecureToken": True}))
    ok(rest.app("signInWithCustomToken", {"token": '{"uid":"by-token"}', "returnSecureToken": True}))
    ok(rest.admin("/accounts:delete", {"localId": "by-admin"}))

    happened = {(event["eventType"], event["data"]["uid"]) for event in told(events, 3)}

    assert happened == {(CREATE, "by-admin"), (CREATE, "by-token"), (DELETE, "by-admin")}
    assert len(events.calls()) == 3


def test_import_and_changes_tell_nothing(rest, events):
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "imported"}]}))
    ok(rest.admin("/accounts:update", {"localId": "imported", "disableUser": True}))
    ok(rest.admin("/accounts", {"localId": "last"}))

    (event,) = told(events, 1)

    assert event["data"]["uid"] == "last"


def test_bulk_deletion_tells_in_the_reference_only(rest, events, profile):
    users = [{"localId": uid, "disabled": True} for uid in ("a", "b")]
    ok(rest.admin("/accounts:batchCreate", {"users": users}))

    ok(rest.admin("/accounts:batchDelete", {"localIds": ["a", "b"]}))
    ok(rest.admin("/accounts", {"localId": "last"}))

    heard = {event["data"]["uid"] for event in told(events, 3 if profile == "emulator" else 1)}
    assert heard == ({"a", "b", "last"} if profile == "emulator" else {"last"})


def test_an_account_that_is_not_made_tells_nothing(rest, events):
    register(rest, events, "beforeCreate")
    events.answer("beforeCreate", Reply(400, FUNCTION_ERROR))
    failure(try_sign_up(rest))
    events.answer("beforeCreate", {})

    ok(try_sign_up(rest, "bob@example.test"))

    (event,) = told(events, 1)
    assert event["data"]["email"] == "bob@example.test"


def test_events_of_a_tenant(rest, events, project):
    tenant = rest.create_tenant()

    ok(rest.app("signUp", {"email": EMAIL, "password": "correct-horse", "tenantId": tenant}))

    (event,) = told(events, 1)
    assert (event["data"]["tenantId"], event["resource"]["name"]) == (tenant, f"projects/{project}")


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
