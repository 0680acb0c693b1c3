"""Tokens, sessions and cookies of production: production.md section 6 without signatures and custom tokens."""

import base64
import json
import time

import pytest

from production import EMAIL, OTHER_PASSWORD, PASSWORD, code, update
from rest import SECURE_TOKEN, claims, failure, ok, wait_for_second_after

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 6")]


def header(token):
    part = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def retold(token, **changes):
    """An unsigned token with other claims."""
    encode = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return f"{encode({'alg': 'none', 'typ': 'JWT'})}.{encode({**claims(token), **changes})}."


def cookie(rest, token, **extra):
    return rest.admin(":createSessionCookie", {"idToken": token, **extra})


def settings_claims(rest, local_id, **attributes):
    ok(rest.admin("/accounts:update", {"localId": local_id, "customAttributes": json.dumps(attributes)}))


# 6.1 ID tokens


def test_claims_in_order(rest):
    rest.allow_all()
    local_id = rest.existing_account(EMAIL, displayName="A", photoUrl="http://p", phoneNumber="+16505550100")
    settings_claims(rest, local_id, role="admin")
    token = ok(rest.sign_in(EMAIL, PASSWORD))["idToken"]
    found = claims(token)
    assert list(found) == [
        "name", "picture", "role", "iss", "aud", "auth_time", "user_id", "sub", "iat", "exp", "email",
        "email_verified", "phone_number", "firebase",
    ]
    assert found["exp"] == found["iat"] + 3600
    assert list(found["firebase"]) == ["identities", "sign_in_provider"]
    assert list(found["firebase"]["identities"].items()) == [("email", [EMAIL]), ("phone", ["+16505550100"])]
    assert found["firebase"]["sign_in_provider"] == "password"
    guest = claims(rest.sign_up()["idToken"])
    assert list(guest)[0] == "provider_id"
    assert guest["firebase"] == {"identities": {}, "sign_in_provider": "anonymous"}
    custom = ok(rest.app("signInWithCustomToken", {"token": json.dumps({"uid": "u"}), "returnSecureToken": True}))
    assert claims(custom["idToken"])["firebase"] == {"identities": {}, "sign_in_provider": "custom"}


@pytest.mark.parametrize(
    ("age", "accepted"), [(3600 + 290, True), (3600 + 301, False)], ids=["tolerated", "expired"]
)
def test_expiry(rest, age, accepted):
    own = rest.sign_up(EMAIL, PASSWORD)
    now = int(time.time())
    ok(rest.admin("/accounts:update", {"localId": own["localId"], "validSince": str(now - 2 * 3600)}))
    old = retold(own["idToken"], iat=now - age, exp=now - age + 3600, auth_time=now - age)
    calls = {
        "lookup": lambda: rest.app("lookup", {"idToken": old}),
        "update": lambda: update(rest, idToken=old, displayName="A"),
        "cookie": lambda: cookie(rest, old),
        "delete": lambda: rest.app("delete", {"idToken": old}),
    }
    for name, call in calls.items():
        if accepted and name == "delete":
            assert failure(call()) == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        elif accepted:
            ok(call())
        else:
            assert failure(call()) == "INVALID_ID_TOKEN", name


def test_revocation_by_time(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    at = claims(own["idToken"])["auth_time"]
    since = lambda second: ok(rest.admin("/accounts:update", {"localId": own["localId"], "validSince": str(second)}))
    since(at)
    rest.own_account(own["idToken"])
    since(at + 1)
    assert failure(rest.app("lookup", {"idToken": own["idToken"]})) == "TOKEN_EXPIRED"
    assert failure(rest.refresh(own["refreshToken"])) == "TOKEN_EXPIRED"
    since(at)
    rest.own_account(own["idToken"])
    ok(rest.refresh(own["refreshToken"]))


def test_users_that_are_gone(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    token, refresh = own["idToken"], own["refreshToken"]
    admin = lambda path, **body: ok(rest.admin(path, {"localId": own["localId"], **body}))
    admin("/accounts:update", disableUser=True)
    assert failure(rest.app("lookup", {"idToken": token})) == "USER_DISABLED"
    assert failure(rest.refresh(refresh)) == "USER_DISABLED"
    assert failure(cookie(rest, token)) == "USER_DISABLED"
    admin("/accounts:update", disableUser=False)
    ok(rest.refresh(refresh))
    admin("/accounts:delete")
    assert failure(rest.app("lookup", {"idToken": token})) == "USER_NOT_FOUND"
    wait_for_second_after(claims(token)["auth_time"])
    admin("/accounts", email=EMAIL)
    assert failure(rest.app("lookup", {"idToken": token})) == "TOKEN_EXPIRED"


def test_what_is_no_id_token(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    for wrong in (own["refreshToken"], ok(cookie(rest, own["idToken"]))["sessionCookie"], "a.b.c",
                  retold(own["idToken"], aud="other-project")):
        for method in ("lookup", "delete"):
            assert failure(rest.app(method, {"idToken": wrong})) == "INVALID_ID_TOKEN"
        assert failure(cookie(rest, wrong)) == "INVALID_ID_TOKEN"


def test_auth_time(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    at = claims(own["idToken"])["auth_time"]
    wait_for_second_after(at)
    assert claims(ok(rest.refresh(own["refreshToken"]))["id_token"])["auth_time"] == at
    assert claims(ok(rest.sign_in(EMAIL, PASSWORD))["idToken"])["auth_time"] > at


def test_custom_claims(rest):
    body = {"token": json.dumps({"uid": "u", "claims": {"role": "session", "team": "blue"}})}
    answer = ok(rest.app("signInWithCustomToken", {**body, "returnSecureToken": True}))
    settings_claims(rest, "u", role="account", level=2)
    found = claims(ok(rest.refresh(answer["refreshToken"]))["id_token"])
    assert (found["role"], found["team"], found["level"]) == ("session", "blue", 2)


@pytest.mark.parametrize("secure", [{}, {"returnSecureToken": False}])
def test_legacy_tokens(rest, secure):
    local_id = rest.existing_account(EMAIL)
    answer = ok(rest.app("signInWithPassword", {"email": EMAIL, "password": PASSWORD, **secure}))
    assert "refreshToken" not in answer
    token = answer["idToken"]
    found = claims(token)
    assert "typ" not in header(token)
    assert (found["iss"], found["exp"] - found["iat"]) == ("https://identitytoolkit.google.com/", 1209600)
    assert (found["user_id"], found["email"], found["sign_in_provider"], found["verified"]) == (
        local_id, EMAIL, "password", True,
    )
    rest.own_account(token)
    ok(update(rest, idToken=token, displayName="A"))
    ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": token}))
    assert failure(cookie(rest, token)) == "INVALID_ID_TOKEN"
    custom = ok(rest.app("signInWithCustomToken", {"token": json.dumps({"uid": "u", "claims": {"a": 1}}), **secure}))
    assert claims(custom["idToken"])["extra_claims"] == {"a": 1}
    signed_up = ok(rest.app("signUp", {"email": "bob@example.test", "password": PASSWORD, **secure}))
    assert claims(signed_up["idToken"])["iss"].startswith("https://securetoken.google.com/")


# 6.2 Refresh


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "MISSING_GRANT_TYPE"),
        ({"refresh_token": "x"}, "MISSING_GRANT_TYPE"),
        ({"grant_type": "authorization_code", "refresh_token": "x"}, "INVALID_GRANT_TYPE"),
        ({"grant_type": "words", "refresh_token": "x"}, "INVALID_GRANT_TYPE"),
        ({"grant_type": "refresh_token"}, "MISSING_REFRESH_TOKEN"),
        ({"grant_type": "refresh_token", "refresh_token": ""}, "MISSING_REFRESH_TOKEN"),
        ({"grant_type": "refresh_token", "refresh_token": "garbage"}, "INVALID_REFRESH_TOKEN"),
    ],
)
def test_refusals_of_refresh(rest, body, message, as_json):
    answer = rest.request("POST", SECURE_TOKEN, params={"key": rest.key}, **{"json" if as_json else "data": body})
    assert failure(answer) == message


def test_other_tokens_do_not_refresh(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    assert failure(rest.refresh(own["idToken"])) == "INVALID_REFRESH_TOKEN"
    assert failure(rest.refresh(own["refreshToken"][:-3])) == "INVALID_REFRESH_TOKEN"
    body = {"grant_type": "refresh_token", "refresh_token": own["refreshToken"]}
    ok(rest.request("POST", SECURE_TOKEN, params={"key": rest.key}, json=body))


@pytest.mark.parametrize("how", ["own password", "admin's password", "reset", "change of address", "admin"])
def test_what_ends_sessions(rest, how):
    own = rest.sign_up(EMAIL, PASSWORD)
    local_id = own["localId"]
    wait_for_second_after(claims(own["idToken"])["auth_time"])
    if how == "own password":
        fresh = ok(update(rest, idToken=own["idToken"], password=OTHER_PASSWORD, returnSecureToken=True))
        ok(rest.refresh(fresh["refreshToken"]))
    elif how == "admin's password":
        ok(rest.admin("/accounts:update", {"localId": local_id, "password": OTHER_PASSWORD}))
    elif how == "reset":
        ok(rest.app("resetPassword", {"oobCode": code(rest, "PASSWORD_RESET"), "newPassword": OTHER_PASSWORD}))
    elif how == "change of address":
        ok(update(rest, oobCode=code(rest, "VERIFY_AND_CHANGE_EMAIL", newEmail="new@example.test")))
    else:
        ok(rest.admin("/accounts:update", {"localId": local_id, "validSince": str(int(time.time()))}))
    assert failure(rest.refresh(own["refreshToken"])) == "TOKEN_EXPIRED"
    assert failure(rest.app("lookup", {"idToken": own["idToken"]})) == "TOKEN_EXPIRED"


# 6.3 Session cookies


@pytest.mark.parametrize("duration", [300, 1209600, "300", "1209600", None])
def test_session_cookies(rest, duration):
    own = rest.sign_up(EMAIL, PASSWORD)
    settings_claims(rest, own["localId"], role="new")
    answer = ok(cookie(rest, own["idToken"], **({"validDuration": duration} if duration else {})))["sessionCookie"]
    found, of_token = claims(answer), claims(own["idToken"])
    assert "typ" not in header(answer)
    assert list(found)[0] == "iss" and found["iss"] == f"https://session.firebase.google.com/{rest.project}"
    assert found["exp"] - found["iat"] == int(duration or 1209600)
    same = lambda values: {k: v for k, v in values.items() if k not in ("iss", "iat", "exp")}
    assert same(found) == same(of_token)


@pytest.mark.parametrize("duration", [299, 1209601, "299", -1])
def test_durations_of_session_cookies(rest, duration):
    own = rest.sign_up(EMAIL, PASSWORD)
    assert failure(cookie(rest, own["idToken"], validDuration=duration)) == "INVALID_DURATION"


def test_session_cookies_of_ended_sessions(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    assert failure(rest.admin(":createSessionCookie", {})) == "MISSING_ID_TOKEN"
    since = claims(own["idToken"])["auth_time"] + 1
    ok(rest.admin("/accounts:update", {"localId": own["localId"], "validSince": str(since)}))
    assert failure(cookie(rest, own["idToken"])) == "TOKEN_EXPIRED"
