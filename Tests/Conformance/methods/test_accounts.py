"""Accounts, as their owners and as admins make, read, change and delete them."""

import base64

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from rest import claims

from .people import PASSWORD, USER, sign_up

pytestmark = pytest.mark.profiles("local", "emulator", "production")

REDACTED = base64.b64encode(b"REDACTED").decode()


# By the owner


@pytest.mark.covers("identitytoolkit.accounts.signUp", "accounts.md 4", "production.md 1.1")
def test_sign_up(app, rest):
    answer = sign_up(app, "New@Example.Test")

    assert answer["kind"] == "identitytoolkit#SignupNewUserResponse"
    assert answer["email"] == "new@example.test"
    assert answer["expiresIn"] == "3600"
    assert claims(answer["idToken"])["user_id"] == answer["localId"]
    assert answer["refreshToken"]
    assert rest.account(answer["localId"])["email"] == "new@example.test"
    with pytest.raises(HttpError) as raised:
        sign_up(app, "new@example.test")
    assert refusal(raised) == (400, "EMAIL_EXISTS")


@pytest.mark.covers("identitytoolkit.accounts.signUp", "accounts.md 4", "production.md 1.1")
def test_sign_up_without_an_address(app):
    answer = app.call("identitytoolkit.accounts.signUp", body={"returnSecureToken": True})

    assert "email" not in answer
    assert claims(answer["idToken"])["provider_id"] == "anonymous"


@pytest.mark.covers("identitytoolkit.accounts.lookup", "accounts.md 9", "production.md 1.1")
def test_lookup(app, profile):
    created = sign_up(app)

    answer = app.call("identitytoolkit.accounts.lookup", body={"idToken": created["idToken"]})

    assert answer["kind"] == "identitytoolkit#GetAccountInfoResponse"
    (user,) = answer["users"]
    assert (user["localId"], user["email"], user["emailVerified"]) == (created["localId"], USER, False)
    if profile == "emulator":
        assert user["salt"] and user["passwordHash"] == f"fakeHash:salt={user['salt']}:password={PASSWORD}"
    else:
        assert user["passwordHash"] == REDACTED and "salt" not in user
    (entry,) = user["providerUserInfo"]
    assert entry["providerId"] == "password"
    assert entry["rawId"] == entry["federatedId"] == entry["email"] == USER
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.lookup", body={})
    assert refusal(raised) == (400, "MISSING_ID_TOKEN")


@pytest.mark.covers("identitytoolkit.accounts.update", "accounts.md 8", "production.md 1.1")
def test_update(app):
    created = sign_up(app)

    named = app.call(
        "identitytoolkit.accounts.update",
        body={"idToken": created["idToken"], "displayName": "Name", "photoUrl": "https://example.test/p.png"},
    )
    changed = app.call(
        "identitytoolkit.accounts.update",
        body={"idToken": created["idToken"], "password": "another-horse", "returnSecureToken": True},
    )

    assert named["kind"] == "identitytoolkit#SetAccountInfoResponse"
    assert (named["localId"], named["displayName"]) == (created["localId"], "Name")
    assert "idToken" not in named
    assert claims(changed["idToken"])["name"] == "Name"
    assert changed["refreshToken"]


@pytest.mark.covers("identitytoolkit.accounts.delete", "accounts.md 10", "production.md 1.1")
def test_delete(app):
    created = sign_up(app)

    answer = app.call("identitytoolkit.accounts.delete", body={"idToken": created["idToken"]})

    assert answer == {"kind": "identitytoolkit#DeleteAccountResponse"}
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.lookup", body={"idToken": created["idToken"]})
    assert refusal(raised) == (400, "USER_NOT_FOUND")


# By the admin, in a project and in a tenant


@pytest.mark.covers("identitytoolkit.{scope}.accounts", "accounts.md 4", "production.md 1.1")
def test_create(manage):
    answer = manage(
        "accounts", {"localId": "made", "email": "Made@Example.Test", "password": PASSWORD, "emailVerified": True}
    )

    assert answer["kind"] == "identitytoolkit#SignupNewUserResponse"
    assert (answer["localId"], answer["email"]) == ("made", "made@example.test")
    assert "idToken" not in answer and "refreshToken" not in answer
    (user,) = manage("accounts.lookup", {"localId": ["made"]})["users"]
    assert (user["email"], user["emailVerified"]) == ("made@example.test", True)
    with pytest.raises(HttpError) as raised:
        manage("accounts", {"localId": "made"})
    assert refusal(raised) == (400, "DUPLICATE_LOCAL_ID")


@pytest.mark.covers("identitytoolkit.{scope}.accounts.lookup", "accounts.md 9", "production.md 1.1")
def test_admin_lookup(manage):
    manage("accounts", {"localId": "a", "email": "a@example.test", "phoneNumber": "+15555550100"})
    manage("accounts", {"localId": "b", "email": "b@example.test"})

    def found(**selector):
        return sorted(user["localId"] for user in manage("accounts.lookup", selector).get("users", []))

    assert found(localId=["a", "b", "nobody"]) == ["a", "b"]
    assert found(email=["A@example.test"]) == ["a"]
    assert found(phoneNumber=["+15555550100"]) == ["a"]
    assert found(localId=["a"], email=["a@example.test"]) == ["a"]
    assert found(federatedUserId=[{"providerId": "google.com", "rawId": "g"}]) == []
    manage("accounts.update", {"localId": "b", "linkProviderUserInfo": {"providerId": "google.com", "rawId": "g"}})
    assert found(federatedUserId=[{"providerId": "google.com", "rawId": "g"}]) == ["b"]
    assert manage("accounts.lookup", {"localId": ["nobody"]}) == {"kind": "identitytoolkit#GetAccountInfoResponse"}


@pytest.mark.covers("identitytoolkit.{scope}.accounts.update", "accounts.md 8", "production.md 1.1")
def test_admin_update(manage):
    manage("accounts", {"localId": "u"})

    answer = manage(
        "accounts.update",
        {
            "localId": "u",
            "email": "u@example.test",
            "emailVerified": True,
            "displayName": "U",
            "customAttributes": '{"role":"admin"}',
            "disableUser": True,
        },
    )

    assert answer["kind"] == "identitytoolkit#SetAccountInfoResponse"
    assert (answer["localId"], answer["email"], answer["displayName"]) == ("u", "u@example.test", "U")
    (user,) = manage("accounts.lookup", {"localId": ["u"]})["users"]
    assert (user["customAttributes"], user["disabled"], user["emailVerified"]) == ('{"role":"admin"}', True, True)
    with pytest.raises(HttpError) as raised:
        manage("accounts.update", {"localId": "nobody", "displayName": "N"})
    assert refusal(raised) == (400, "USER_NOT_FOUND")


@pytest.mark.covers("identitytoolkit.{scope}.accounts.delete", "accounts.md 10", "production.md 1.1")
def test_admin_delete(manage):
    manage("accounts", {"localId": "u"})

    assert manage("accounts.delete", {"localId": "u"}) == {"kind": "identitytoolkit#DeleteAccountResponse"}

    assert "users" not in manage("accounts.lookup", {"localId": ["u"]})
    with pytest.raises(HttpError) as raised:
        manage("accounts.delete", {"localId": "u"})
    assert refusal(raised) == (400, "USER_NOT_FOUND")
