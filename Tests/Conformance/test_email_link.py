"""Sign-in by e-mail link, in the shape of an app's integration test: REST calls and the outbox, nothing else."""

from urllib.parse import urlsplit

import pytest

from mail import open_link, send_sign_in_link, sign_in_by_link, sign_in_code
from rest import Rest, claims, failure, ok, query, query_names, wait_for_second_after

pytestmark = pytest.mark.parametrize("profile", ["local", "emulator", "production"])

EMAIL = "alice@example.test"


@pytest.fixture
def rest(rest, profile):
    """In `production`, projects start with passwords as the only way to sign in."""
    if profile == "production":
        sign_in = {"email": {"enabled": True, "passwordRequired": False}, "anonymous": {"enabled": True}}
        rest.configure("signIn.email,signIn.anonymous", {"signIn": sign_in})
    return rest


@pytest.fixture
def origin(project, profile):
    """Where the app lives, on a domain that the profile authorizes."""
    return f"https://{project}.firebaseapp.com" if profile == "production" else "http://localhost:5000"


@pytest.fixture
def finish(origin):
    return f"{origin}/finish?cart=1&note=a%20b#top"


def test_story(rest, profile, server, finish, origin, project):
    sent = ok(send_sign_in_link(rest, "Alice@Example.Test", finish))
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": EMAIL}

    (message,) = rest.wait(to=EMAIL, type="EMAIL_SIGNIN")
    assert (message["channel"], message["delivery"], message["status"]) == ("email", "sent", "pending")
    assert (message["to"], message["type"], message["seq"]) == (EMAIL, "EMAIL_SIGNIN", 1)
    assert len(message["oobCode"]) == 54
    assert message["link"]["continueUrl"] == finish

    link = message["link"]["action"]
    assert link.startswith(f"{server.url}/") and message["link"]["mailed"] == link
    assert query(link)["oobCode"] == message["oobCode"]
    assert query(link)["apiKey"] == rest.key
    if profile == "emulator":
        assert urlsplit(link).path == "/emulator/action"
        assert query_names(link) == ["mode", "lang", "oobCode", "apiKey", "continueUrl"]
    else:
        assert urlsplit(link).path == "/__/auth/action"
        assert query_names(link) == ["apiKey", "mode", "oobCode", "continueUrl", "lang"]

    redirect = open_link(rest, link)
    assert redirect.status_code == 303
    target = redirect.headers["location"]
    assert target.startswith(f"{origin}/finish?")
    assert urlsplit(target).fragment == "top"
    assert query(target) == {
        "cart": "1",
        "note": "a b",
        "mode": "signIn",
        "oobCode": message["oobCode"],
        "apiKey": rest.key,
        "lang": "en",
    }

    # The app signs in with what the redirect brought, and with nothing else.
    app = Rest(server, project, key=query(target)["apiKey"])
    answer = ok(sign_in_by_link(app, EMAIL, query(target)["oobCode"]))
    assert answer["kind"] == "identitytoolkit#EmailLinkSigninResponse"
    assert (answer["email"], answer["isNewUser"], answer["expiresIn"]) == (EMAIL, True, "3600")
    token = claims(answer["idToken"])
    assert (token["aud"], token["sub"]) == (project, answer["localId"])
    assert (token["email"], token["email_verified"]) == (EMAIL, True)
    assert token["firebase"]["sign_in_provider"] == "password"
    assert claims(ok(app.refresh(answer["refreshToken"]))["id_token"])["sub"] == answer["localId"]

    user = app.own_account(answer["idToken"])
    assert (user["email"], user["emailVerified"], user["emailLinkSignin"]) == (EMAIL, True, True)
    assert "passwordHash" not in user
    assert [entry["providerId"] for entry in user["providerUserInfo"]] == ["password"]
    used = rest.message(message["id"])
    assert used["status"] == "used" and used["usedAt"]
    assert {**used, "status": None, "usedAt": None} == {**message, "status": None, "usedAt": None}


def test_opening_the_link_twice_uses_nothing(rest, finish):
    ok(send_sign_in_link(rest, EMAIL, finish))
    (message,) = rest.wait(to=EMAIL)

    for _ in range(2):
        assert open_link(rest, message["link"]["action"]).status_code == 303

    assert rest.message(message["id"])["status"] == "pending"
    ok(sign_in_by_link(rest, EMAIL, message["oobCode"]))


def test_wrong_address_keeps_the_code(rest, finish):
    code = sign_in_code(rest, EMAIL, finish)

    refused = failure(sign_in_by_link(rest, "mallory@example.test", code))

    assert refused == "INVALID_EMAIL : The email provided does not match the sign-in email address."
    assert ok(sign_in_by_link(rest, "ALICE@example.test", code))["email"] == EMAIL


def test_reused_code(rest, finish):
    code = sign_in_code(rest, EMAIL, finish)
    ok(sign_in_by_link(rest, EMAIL, code))

    assert failure(sign_in_by_link(rest, EMAIL, code)) == "INVALID_OOB_CODE"


def test_made_up_code(rest, finish):
    ok(send_sign_in_link(rest, EMAIL, finish))

    assert failure(sign_in_by_link(rest, EMAIL, "x" * 54)) == "INVALID_OOB_CODE"
    assert failure(rest.app("signInWithEmailLink", {"email": EMAIL})) == "MISSING_OOB_CODE"
    assert failure(rest.app("signInWithEmailLink", {"oobCode": "x"})) == "MISSING_EMAIL"


def test_code_of_another_project(rest, server, finish, project, profile):
    code = sign_in_code(rest, EMAIL, finish)
    other = Rest(server, f"{project}-other")
    if profile == "production":
        other.configure("signIn.email", {"signIn": {"email": {"enabled": True, "passwordRequired": False}}})

    assert failure(sign_in_by_link(other, EMAIL, code)) == "INVALID_OOB_CODE"
    assert other.messages() == []
    ok(sign_in_by_link(rest, EMAIL, code))


def test_unlisted_domain(rest, project, profile):
    url = "https://unlisted.example/finish"
    if profile == "emulator":
        ok(send_sign_in_link(rest, "anywhere@example.test", url))
        rest.configure("authorizedDomains", {"authorizedDomains": []})
        rest.wait(to="anywhere@example.test")

    refused = failure(send_sign_in_link(rest, EMAIL, url))

    assert refused == "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    assert [message for message in rest.messages() if message["to"] == EMAIL] == []
    domains = [f"{project}.firebaseapp.com", "unlisted.example"]
    rest.configure("authorizedDomains", {"authorizedDomains": domains})
    ok(send_sign_in_link(rest, EMAIL, url))
    ok(send_sign_in_link(rest, EMAIL, "https://unlisted.example:8443/any/path"))
    assert failure(send_sign_in_link(rest, EMAIL, "https://sub.unlisted.example/")).startswith("UNAUTHORIZED_DOMAIN")


def test_localhost_is_listed_except_in_production(rest, profile):
    response = send_sign_in_link(rest, EMAIL, "http://localhost:3000/finish")

    if profile == "production":
        assert failure(response) == "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
    else:
        ok(response)


def test_missing_and_broken_continue_urls(rest, profile):
    body = {"requestType": "EMAIL_SIGNIN", "email": EMAIL, "canHandleCodeInApp": True}
    missing = rest.app("sendOobCode", body)
    broken = rest.app("sendOobCode", {**body, "continueUrl": "not a url"})

    if profile == "emulator":
        ok(missing)
        assert failure(broken) == "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
    else:
        assert failure(missing).split(" : ")[0] == "MISSING_CONTINUE_URI"
        assert failure(broken) == "INVALID_CONTINUE_URI : Missing domain in continue url"


def test_unverified_account_loses_its_password_and_sessions(rest, profile, finish):
    before = rest.sign_up(EMAIL, "correct-horse")
    wait_for_second_after(claims(before["idToken"])["iat"])

    answer = ok(sign_in_by_link(rest, EMAIL, sign_in_code(rest, EMAIL, finish)))

    assert (answer["localId"], answer["isNewUser"]) == (before["localId"], False)
    assert rest.own_account(answer["idToken"])["emailVerified"] is True
    ok(rest.refresh(answer["refreshToken"]))
    if profile == "emulator":
        ok(rest.sign_in(EMAIL, "correct-horse"))
        ok(rest.refresh(before["refreshToken"]))
    else:
        assert failure(rest.sign_in(EMAIL, "correct-horse")) == "INVALID_LOGIN_CREDENTIALS"
        assert failure(rest.refresh(before["refreshToken"])) == "TOKEN_EXPIRED"
        assert failure(rest.app("lookup", {"idToken": before["idToken"]})) == "TOKEN_EXPIRED"
        assert "passwordHash" not in rest.own_account(answer["idToken"])


def test_verified_account_keeps_its_password_and_sessions(rest, finish):
    local_id = rest.existing_account(EMAIL, verified=True)
    before = ok(rest.sign_in(EMAIL, "correct-horse"))
    wait_for_second_after(claims(before["idToken"])["iat"])

    answer = ok(sign_in_by_link(rest, EMAIL, sign_in_code(rest, EMAIL, finish)))

    assert (answer["localId"], answer["isNewUser"]) == (local_id, False)
    ok(rest.sign_in(EMAIL, "correct-horse"))
    ok(rest.refresh(before["refreshToken"]))
    assert rest.own_account(before["idToken"])["localId"] == local_id


def test_disabled_account(rest, finish):
    local_id = rest.existing_account(EMAIL, verified=True)
    code = sign_in_code(rest, EMAIL, finish)
    ok(rest.admin("/accounts:update", {"localId": local_id, "disableUser": True}))

    assert failure(sign_in_by_link(rest, EMAIL, code)) == "USER_DISABLED"


def test_deleted_account(rest, profile, finish):
    local_id = rest.existing_account(EMAIL, verified=True)
    code = sign_in_code(rest, EMAIL, finish)
    ok(rest.admin("/accounts:delete", {"localId": local_id}))

    response = sign_in_by_link(rest, EMAIL, code)

    if profile == "emulator":
        assert ok(response)["isNewUser"] is True
    else:
        assert failure(response) == "INVALID_OOB_CODE"


def test_linking_to_an_anonymous_user(rest, finish):
    anonymous = rest.sign_up()

    code = sign_in_code(rest, EMAIL, finish)
    answer = ok(sign_in_by_link(rest, EMAIL, code, idToken=anonymous["idToken"]))

    assert (answer["localId"], answer["isNewUser"]) == (anonymous["localId"], False)
    token = claims(answer["idToken"])
    assert token["firebase"]["sign_in_provider"] == "password" and "provider_id" not in token
    user = rest.own_account(answer["idToken"])
    assert (user["email"], user["emailVerified"], user["emailLinkSignin"]) == (EMAIL, True, True)


def test_linking_replaces_the_address_of_the_signed_in_user(rest, finish):
    local_id = rest.existing_account("before@example.test", verified=True)
    session = ok(rest.sign_in("before@example.test", "correct-horse"))

    code = sign_in_code(rest, EMAIL, finish)
    answer = ok(sign_in_by_link(rest, EMAIL, code, idToken=session["idToken"]))

    assert (answer["localId"], answer["email"], answer["isNewUser"]) == (local_id, EMAIL, False)
    ok(rest.sign_in(EMAIL, "correct-horse"))


def test_linking_an_address_of_another_account(rest, finish):
    owner = rest.existing_account(EMAIL, verified=True)
    anonymous = rest.sign_up()

    code = sign_in_code(rest, EMAIL, finish)
    refused = failure(sign_in_by_link(rest, EMAIL, code, idToken=anonymous["idToken"]))

    assert refused == "EMAIL_EXISTS"
    assert "email" not in rest.own_account(anonymous["idToken"])
    assert rest.account(owner)["email"] == EMAIL


def test_reauthentication(rest, finish):
    first = ok(sign_in_by_link(rest, EMAIL, sign_in_code(rest, EMAIL, finish)))
    wait_for_second_after(claims(first["idToken"])["auth_time"])

    code = sign_in_code(rest, EMAIL, finish)
    again = ok(sign_in_by_link(rest, EMAIL, code, idToken=first["idToken"]))

    assert (again["localId"], again["isNewUser"]) == (first["localId"], False)
    assert claims(again["idToken"])["auth_time"] > claims(first["idToken"])["auth_time"]
    assert rest.own_account(first["idToken"])["localId"] == first["localId"]
    ok(rest.refresh(first["refreshToken"]))


def test_a_newer_link_voids_the_older(rest, profile, finish):
    older = sign_in_code(rest, EMAIL, finish)
    other = sign_in_code(rest, "bob@example.test", finish)
    newer = sign_in_code(rest, EMAIL, finish)

    statuses = {message["oobCode"]: message["status"] for message in rest.messages()}
    if profile == "emulator":
        assert statuses == {older: "pending", other: "pending", newer: "pending"}
        ok(sign_in_by_link(rest, EMAIL, older))
    else:
        assert statuses == {older: "superseded", other: "pending", newer: "pending"}
        assert failure(sign_in_by_link(rest, EMAIL, older)) == "INVALID_OOB_CODE"
    ok(sign_in_by_link(rest, EMAIL, newer))
    ok(sign_in_by_link(rest, "bob@example.test", other))


def test_no_new_accounts_by_link_where_sign_up_is_closed(rest, profile, finish):
    if profile == "emulator":
        pytest.skip("the reference has no such permission")
    rest.existing_account("known@example.test", verified=True)
    rest.configure("client.permissions", {"client": {"permissions": {"disabledUserSignup": True}}})

    assert failure(send_sign_in_link(rest, EMAIL, finish)) == "ADMIN_ONLY_OPERATION"
    code = sign_in_code(rest, "known@example.test", finish)
    ok(sign_in_by_link(rest, "known@example.test", code))


def test_link_handled_by_a_mobile_app(rest, profile, finish):
    ok(send_sign_in_link(rest, EMAIL, finish, iOSBundleId="test.example.app"))
    (message,) = rest.wait(to=EMAIL)

    mailed, action = message["link"]["mailed"], message["link"]["action"]
    if profile == "emulator":
        assert mailed == action
    else:
        assert urlsplit(mailed).path == "/__/auth/links"
        assert query(mailed) == {"link": action}
    assert query(action)["continueUrl"] == finish
    assert open_link(rest, action).status_code == 303
    ok(sign_in_by_link(rest, EMAIL, message["oobCode"]))
