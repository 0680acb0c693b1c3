"""Switches of sign-in methods and permissions in production: production.md section 8."""

import pytest

from federation import google_user, sign_in
from production import EMAIL, OTHER_PASSWORD, PASSWORD, code, send
from rest import failure, ok
from sms import NUMBER, send_code, sign_in_by_phone

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 8")]


def permit(rest, **permissions):
    rest.configure("client.permissions", {"client": {"permissions": permissions}})


def test_passwords_off(rest):
    local_id = rest.existing_account(EMAIL)
    rest.configure("signIn.email", {"signIn": {"email": {"enabled": False}}})
    assert failure(rest.app("signUp", {"email": "b@example.test", "password": PASSWORD})) == "OPERATION_NOT_ALLOWED"
    assert failure(rest.sign_in(EMAIL, PASSWORD)) == "PASSWORD_LOGIN_DISABLED"
    ok(send(rest, "PASSWORD_RESET"))
    body = {"oobCode": code(rest, "PASSWORD_RESET"), "newPassword": OTHER_PASSWORD}
    assert failure(rest.app("resetPassword", body)) == "PASSWORD_LOGIN_DISABLED"
    ok(rest.admin("/accounts", {"email": "c@example.test", "password": PASSWORD}))
    ok(rest.admin("/accounts:update", {"localId": local_id, "password": OTHER_PASSWORD}))


def test_anonymous_users_are_off(rest):
    assert failure(rest.app("signUp", {})) == "ADMIN_ONLY_OPERATION"
    rest.sign_up(EMAIL, PASSWORD)


def test_phones_are_off(rest):
    assert failure(send_code(rest)) == "OPERATION_NOT_ALLOWED"


def test_identity_providers(rest):
    user = google_user("g", EMAIL)
    assert failure(sign_in(rest, "google.com", user)) == (
        "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
    )
    ok(rest.admin("/defaultSupportedIdpConfigs", {"enabled": False, "clientId": "c", "clientSecret": "s"},
                  version="v2", params={"idpId": "google.com"}))
    assert failure(sign_in(rest, "google.com", user)) == (
        "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
    )


def test_no_sign_up(rest):
    rest.allow_all()
    rest.existing_account(EMAIL, phoneNumber=NUMBER)
    permit(rest, disabledUserSignup=True)
    page = f"https://{rest.project}.web.app/"
    for answer in (
        rest.app("signUp", {"email": "b@example.test", "password": PASSWORD}),
        rest.app("signUp", {}),
        send_code(rest, "+16505550111"),
        send(rest, "EMAIL_SIGNIN", "b@example.test", continueUrl=page),
    ):
        assert failure(answer) == "ADMIN_ONLY_OPERATION"
    ok(send(rest, "EMAIL_SIGNIN", continueUrl=page))
    ok(sign_in_by_phone(rest))
    ok(rest.admin("/accounts", {"email": "b@example.test", "password": PASSWORD}))


def test_no_deletion(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    permit(rest, disabledUserDeletion=True)
    assert failure(rest.app("delete", {"idToken": own["idToken"]})) == "ADMIN_ONLY_OPERATION"
    ok(rest.admin("/accounts:delete", {"localId": own["localId"]}))


def test_duplicate_addresses(rest):
    rest.set_rules(providers="any")
    rest.configure("signIn.allowDuplicateEmails", {"signIn": {"allowDuplicateEmails": True}})
    first = rest.existing_account(EMAIL)
    assert failure(rest.app("signUp", {"email": EMAIL, "password": PASSWORD})) == "EMAIL_EXISTS"
    other = ok(sign_in(rest, "google.com", google_user("g", EMAIL)))
    assert other["localId"] != first
    assert ok(rest.sign_in(EMAIL, PASSWORD))["localId"] == first
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "third", "email": EMAIL}]}))
    assert len(rest.accounts()) == 3


def test_addresses_of_oidc_accounts_where_duplicates_are_allowed(rest):
    rest.set_rules(providers="any")
    rest.configure("signIn.allowDuplicateEmails", {"signIn": {"allowDuplicateEmails": True}})
    answer = ok(sign_in(rest, "oidc.acme", {"sub": "s", "email": EMAIL, "email_verified": True}))
    account = rest.account(answer["localId"])
    assert "email" not in account
    assert account["providerUserInfo"][0]["email"] == EMAIL
