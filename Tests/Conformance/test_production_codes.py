"""Out-of-band codes of production: production.md section 3."""

import time

import pytest

from mail import last_seq
from production import (
    EMAIL, OTHER_PASSWORD, PASSWORD, account_of, allow_links, code, error, generated, nothing_sent, page, send, update,
)
from rest import failure, ok, wait_for_second_after, claims

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 2", "production.md 3")]

NEW = "new@example.test"
CHANGE = "VERIFY_AND_CHANGE_EMAIL"
OTHER_ADDRESS = "INVALID_EMAIL : The email provided does not match the sign-in email address."


@pytest.fixture
def account(rest):
    allow_links(rest)
    return rest.existing_account(EMAIL)


def reset(rest, oob_code, password=OTHER_PASSWORD, **extra):
    return rest.app("resetPassword", {"oobCode": oob_code, "newPassword": password, **extra})


def inspect(rest, oob_code):
    return rest.app("resetPassword", {"oobCode": oob_code})


def by_link(rest, oob_code, email=EMAIL, **extra):
    return rest.app("signInWithEmailLink", {"email": email, "oobCode": oob_code, **extra})


def disable(rest, local_id, disabled=True):
    ok(rest.admin("/accounts:update", {"localId": local_id, "disableUser": disabled}))


def change_address(rest, local_id, email):
    ok(rest.admin("/accounts:update", {"localId": local_id, "email": email}))


# 3.1 Generating


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "MISSING_REQ_TYPE"),
        ({"requestType": "OOB_REQ_TYPE_UNSPECIFIED"}, "INVALID_REQ_TYPE"),
        ({"requestType": "PASSWORD_RESET"}, "MISSING_EMAIL"),
        ({"requestType": "PASSWORD_RESET", "email": "x"}, "INVALID_EMAIL"),
        ({"requestType": "EMAIL_SIGNIN", "email": "x", "continueUrl": "PAGE"}, "INVALID_EMAIL"),
        ({"requestType": "EMAIL_SIGNIN", "continueUrl": "PAGE"}, "MISSING_EMAIL"),
        ({"requestType": CHANGE, "idToken": "TOKEN"}, "MISSING_NEW_EMAIL"),
        ({"requestType": CHANGE, "idToken": "TOKEN", "newEmail": "x"}, "INVALID_NEW_EMAIL"),
        ({"requestType": "VERIFY_EMAIL", "idToken": "NO_EMAIL"}, "MISSING_EMAIL"),
        ({"requestType": "PASSWORD_RESET", "email": EMAIL, "returnOobLink": True}, "INSUFFICIENT_PERMISSION"),
    ],
)
def test_what_apps_ask_wrongly(rest, body, message):
    rest.allow_all()
    token = rest.sign_up(EMAIL, PASSWORD)["idToken"]
    values = {"TOKEN": token, "PAGE": page(rest), "NO_EMAIL": rest.sign_up()["idToken"]}
    filled = {name: values.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
    assert failure(rest.app("sendOobCode", filled)) == message


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"requestType": "VERIFY_EMAIL", "email": "nobody@example.test"}, "USER_NOT_FOUND"),
        ({"requestType": CHANGE, "email": "nobody@example.test", "newEmail": NEW}, "USER_NOT_FOUND"),
        ({"requestType": CHANGE, "email": EMAIL}, "MISSING_NEW_EMAIL"),
        ({"requestType": CHANGE, "email": EMAIL, "newEmail": "x"}, "INVALID_NEW_EMAIL"),
    ],
)
def test_what_admins_ask_wrongly(rest, account, body, message):
    assert failure(rest.admin("/accounts:sendOobCode", {**body, "returnOobLink": True})) == message


def test_an_admin_has_to_name_the_address(rest):
    token = rest.sign_up(EMAIL, PASSWORD)["idToken"]
    body = {"requestType": CHANGE, "idToken": token, "newEmail": NEW}
    assert failure(rest.admin("/accounts:sendOobCode", body)) == "MISSING_EMAIL"


def test_reset_for_an_unknown_address(rest):
    answer = nothing_sent(rest, lambda: send(rest, "PASSWORD_RESET"))
    assert answer == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": EMAIL}
    assert generated(rest, "PASSWORD_RESET") == answer


@pytest.mark.parametrize("new_email", [EMAIL, "bob@example.test"])
def test_change_to_an_address_that_is_taken(rest, new_email):
    rest.existing_account("bob@example.test")
    token = rest.sign_up(EMAIL, PASSWORD)["idToken"]
    answer = nothing_sent(rest, lambda: rest.app(
        "sendOobCode", {"requestType": CHANGE, "idToken": token, "newEmail": new_email}
    ))
    assert list(answer) == ["kind", "email"]


@pytest.mark.parametrize("kind", ["PASSWORD_RESET", "VERIFY_EMAIL", CHANGE])
def test_disabled_users_get_codes_that_are_refused(rest, account, kind):
    disable(rest, account)
    oob_code = code(rest, kind, newEmail=NEW)
    call = reset if kind == "PASSWORD_RESET" else lambda rest, oob_code: update(rest, oobCode=oob_code)
    assert failure(call(rest, oob_code)) == "USER_DISABLED"
    # A reset code is consumed, a verification code is kept.
    disable(rest, account, False)
    if kind == "PASSWORD_RESET":
        assert failure(call(rest, oob_code)) == "INVALID_OOB_CODE"
    elif kind == "VERIFY_EMAIL":
        ok(call(rest, oob_code))


def test_sign_in_links_of_disabled_users(rest, account):
    disable(rest, account)
    body = {"requestType": "EMAIL_SIGNIN", "email": EMAIL, "continueUrl": page(rest), "canHandleCodeInApp": True}
    assert failure(rest.admin("/accounts:sendOobCode", body)) == "USER_DISABLED"
    ok(rest.app("sendOobCode", body))


@pytest.mark.parametrize("email", [{"enabled": True, "passwordRequired": True}, {"enabled": False}])
def test_sign_in_links_switched_off(rest, email):
    rest.configure("signIn.email", {"signIn": {"email": email}})
    assert failure(send(rest, "EMAIL_SIGNIN", continueUrl=page(rest))) == "OPERATION_NOT_ALLOWED"


def test_sign_in_links_without_sign_up(rest, account):
    rest.configure("client.permissions", {"client": {"permissions": {"disabledUserSignup": True}}})
    assert failure(send(rest, "EMAIL_SIGNIN", NEW, continueUrl=page(rest))) == "ADMIN_ONLY_OPERATION"
    body = {"requestType": "EMAIL_SIGNIN", "email": NEW, "continueUrl": page(rest), "returnOobLink": True}
    assert failure(rest.admin("/accounts:sendOobCode", body)) == "ADMIN_ONLY_OPERATION"
    ok(send(rest, "EMAIL_SIGNIN", continueUrl=page(rest)))


def test_sign_in_links_need_not_be_handled_in_the_app(rest, account):
    ok(send(rest, "EMAIL_SIGNIN", continueUrl=page(rest)))


def test_addresses_ignore_case(rest, account):
    assert ok(send(rest, "PASSWORD_RESET", "ALICE@Example.TEST"))["email"] == EMAIL


def test_admin_links_of_tenants_need_no_continue_url(rest):
    rest.allow_all()
    tenant = rest.create_tenant(enableEmailLinkSignin=True)
    body = {"requestType": "EMAIL_SIGNIN", "email": EMAIL, "returnOobLink": True}
    assert ok(rest.admin("/accounts:sendOobCode", body, tenant=tenant))["oobLink"]


# 3.2 Validity


@pytest.mark.parametrize("kind", ["PASSWORD_RESET", "EMAIL_SIGNIN", CHANGE])
def test_newer_codes_void_older_ones(rest, account, kind):
    older, newer = (code(rest, kind, newEmail=NEW) for _ in range(2))
    assert failure(inspect(rest, older)) == "INVALID_OOB_CODE"
    ok(inspect(rest, newer))


@pytest.mark.parametrize("kind", ["PASSWORD_RESET", "VERIFY_EMAIL", CHANGE, "EMAIL_SIGNIN"])
def test_codes_end_with_the_account(rest, account, kind):
    oob_code = code(rest, kind, newEmail=NEW)
    assert len(oob_code) == 54 and oob_code.replace("-", "a").replace("_", "a").isalnum()
    assert failure(inspect(rest, oob_code[:-1])) == "INVALID_OOB_CODE"
    ok(rest.admin("/accounts:delete", {"localId": account}))
    assert failure(inspect(rest, oob_code)) == "INVALID_OOB_CODE"


def test_missing_codes(rest, account):
    assert failure(rest.app("resetPassword", {})) == "MISSING_OOB_CODE"
    assert failure(rest.app("resetPassword", {"newPassword": PASSWORD})) == "MISSING_OOB_CODE"
    assert failure(rest.app("signInWithEmailLink", {"email": EMAIL})) == "MISSING_OOB_CODE"


@pytest.mark.parametrize("kind", ["PASSWORD_RESET", "VERIFY_EMAIL", CHANGE, "EMAIL_SIGNIN"])
def test_codes_time_out(rest, account, kind):
    rest.set_rules(lifetimes={kind: 1})
    oob_code = code(rest, kind, newEmail=NEW)
    time.sleep(2.1)
    assert failure(inspect(rest, oob_code)) == "EXPIRED_OOB_CODE"


def test_lifetimes(rest):
    lifetimes = ok(rest.control("GET", "/rules"))["lifetimes"]
    assert (lifetimes["PASSWORD_RESET"], lifetimes["VERIFY_EMAIL"], lifetimes["EMAIL_SIGNIN"]) == (3600, 259200, 21600)


# 3.3 Inspecting


def test_inspection(rest, account):
    def seen(oob_code):
        return list(ok(inspect(rest, oob_code)).items())[1:]

    reset_code = code(rest, "PASSWORD_RESET")
    for _ in range(2):
        assert seen(reset_code) == [("email", EMAIL), ("requestType", "PASSWORD_RESET")]
    assert seen(code(rest, "VERIFY_EMAIL")) == [("email", EMAIL), ("requestType", "VERIFY_EMAIL")]
    assert seen(code(rest, CHANGE, newEmail=NEW)) == [("email", EMAIL), ("newEmail", NEW), ("requestType", CHANGE)]
    assert seen(code(rest, "EMAIL_SIGNIN")) == [("requestType", "EMAIL_SIGNIN")]
    disable(rest, account)
    assert seen(reset_code)
    change_address(rest, account, NEW)
    assert seen(reset_code)


# 3.4 Applying


def test_reset(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    oob_code = code(rest, "PASSWORD_RESET")
    assert failure(reset(rest, oob_code, "short")) == "WEAK_PASSWORD : Password should be at least 6 characters"
    assert failure(reset(rest, oob_code, "")) == "WEAK_PASSWORD"
    wait_for_second_after(claims(own["idToken"])["auth_time"])
    answer = ok(reset(rest, oob_code, email="bob@example.test"))
    assert list(answer.items()) == [
        ("kind", "identitytoolkit#ResetPasswordResponse"), ("email", EMAIL), ("requestType", "PASSWORD_RESET"),
    ]
    assert rest.account(own["localId"])["emailVerified"] is True
    assert failure(rest.app("lookup", {"idToken": own["idToken"]})) == "TOKEN_EXPIRED"
    assert failure(rest.refresh(own["refreshToken"])) == "TOKEN_EXPIRED"
    ok(rest.sign_in(EMAIL, OTHER_PASSWORD))
    assert failure(reset(rest, oob_code)) == "INVALID_OOB_CODE"


def test_reset_after_the_address_changed(rest, account):
    oob_code = code(rest, "PASSWORD_RESET")
    change_address(rest, account, NEW)
    assert failure(reset(rest, oob_code)) == "USER_NOT_FOUND"


def test_reset_acts_on_who_owns_the_address_now(rest, account):
    oob_code = code(rest, "PASSWORD_RESET")
    change_address(rest, account, NEW)
    rest.existing_account(EMAIL)
    ok(reset(rest, oob_code))
    ok(rest.sign_in(EMAIL, OTHER_PASSWORD))
    ok(rest.sign_in(NEW, PASSWORD))


def test_verification_acts_on_who_owns_the_address_now(rest):
    first = rest.existing_account(EMAIL, verified=False)
    oob_code = code(rest, "VERIFY_EMAIL")
    change_address(rest, first, NEW)
    second = rest.existing_account(EMAIL, verified=False)
    ok(update(rest, oobCode=oob_code))
    assert (rest.account(first)["emailVerified"], rest.account(second)["emailVerified"]) == (False, True)


def test_reset_after_another_change_of_password(rest, account):
    oob_code = code(rest, "PASSWORD_RESET")
    ok(rest.admin("/accounts:update", {"localId": account, "password": "something-else"}))
    ok(reset(rest, oob_code))


def test_reset_with_passwords_off(rest, account):
    oob_code = code(rest, "PASSWORD_RESET")
    rest.configure("signIn.email", {"signIn": {"email": {"enabled": False}}})
    assert failure(reset(rest, oob_code)) == "PASSWORD_LOGIN_DISABLED"


def test_reset_with_codes_of_other_kinds(rest, account):
    for kind in ("VERIFY_EMAIL", CHANGE):
        oob_code = code(rest, kind, newEmail=NEW)
        assert failure(reset(rest, oob_code)) == "INVALID_OOB_CODE"
        ok(inspect(rest, oob_code))
    oob_code = code(rest, "EMAIL_SIGNIN")
    assert ok(reset(rest, oob_code))["requestType"] == "EMAIL_SIGNIN"
    ok(rest.sign_in(EMAIL, PASSWORD))
    ok(inspect(rest, oob_code))


def test_update_with_codes_of_other_kinds(rest, account):
    for kind in ("PASSWORD_RESET", "EMAIL_SIGNIN"):
        oob_code = code(rest, kind)
        assert failure(update(rest, oobCode=oob_code)) == "INVALID_OOB_CODE"
        ok(inspect(rest, oob_code))


def test_verification(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    ok(update(rest, oobCode=code(rest, "VERIFY_EMAIL")))
    assert rest.own_account(own["idToken"])["emailVerified"] is True


def test_verification_after_the_address_changed(rest, account):
    oob_code = code(rest, "VERIFY_EMAIL")
    change_address(rest, account, NEW)
    assert failure(update(rest, oobCode=oob_code)) == "EMAIL_NOT_FOUND"


def test_change_of_address(rest):
    own = rest.sign_up(EMAIL, PASSWORD)
    verification = code(rest, "VERIFY_EMAIL")
    oob_code = code(rest, CHANGE, newEmail=NEW)
    wait_for_second_after(claims(own["idToken"])["auth_time"])
    cursor = last_seq(rest)
    answer = ok(update(rest, oobCode=oob_code))
    assert (answer["email"], answer["newEmail"], answer["emailVerified"]) == (NEW, NEW, True)
    account = rest.account(own["localId"])
    assert (account["email"], account["initialEmail"], account["emailVerified"]) == (NEW, EMAIL, True)
    assert failure(rest.app("lookup", {"idToken": own["idToken"]})) == "TOKEN_EXPIRED"
    assert failure(rest.refresh(own["refreshToken"])) == "TOKEN_EXPIRED"
    # The old address's verification codes are void; its owner is told, with a way back.
    assert failure(inspect(rest, verification)) == "INVALID_OOB_CODE"
    (notice,) = rest.messages(after=cursor)
    assert (notice["type"], notice["to"]) == ("RECOVER_EMAIL", EMAIL)
    ok(update(rest, oobCode=notice["oobCode"]))
    account = rest.account(own["localId"])
    assert (account["email"], account["emailVerified"]) == (EMAIL, True)


def test_change_to_an_address_taken_meanwhile(rest, account):
    oob_code = code(rest, CHANGE, newEmail=NEW)
    rest.existing_account(NEW)
    assert failure(update(rest, oobCode=oob_code)) == "EMAIL_EXISTS"


def test_change_after_an_admins_change(rest, account):
    oob_code = code(rest, CHANGE, newEmail=NEW)
    change_address(rest, account, "middle@example.test")
    ok(update(rest, oobCode=oob_code))
    found = rest.account(account)
    assert (found["email"], found["initialEmail"]) == (NEW, "middle@example.test")


def test_a_token_wins_over_a_code(rest, account):
    own = rest.sign_up("bob@example.test", PASSWORD)
    oob_code = code(rest, "VERIFY_EMAIL")
    ok(update(rest, idToken=own["idToken"], oobCode=oob_code, displayName="B"))
    assert rest.own_account(own["idToken"])["displayName"] == "B"
    ok(inspect(rest, oob_code))
    assert failure(update(rest, idToken="garbage", oobCode=oob_code)) == "INVALID_ID_TOKEN"


# 3.5 Signing in by link


def test_link_of_another_address(rest, account):
    oob_code = code(rest, "EMAIL_SIGNIN")
    assert failure(by_link(rest, oob_code, "bob@example.test")) == OTHER_ADDRESS
    assert failure(rest.app("signInWithEmailLink", {"oobCode": oob_code})) == "MISSING_EMAIL"
    assert ok(by_link(rest, oob_code, "ALICE@example.test"))["email"] == EMAIL
    assert failure(by_link(rest, oob_code)) == "INVALID_OOB_CODE"


def test_link_of_a_new_address(rest):
    allow_links(rest)
    answer = ok(by_link(rest, code(rest, "EMAIL_SIGNIN")))
    account = rest.account(answer["localId"])
    assert (answer["isNewUser"], account["emailVerified"], account["emailLinkSignin"]) == (True, True, True)
    assert [entry["providerId"] for entry in account["providerUserInfo"]] == ["password"]
    assert "passwordHash" not in account
    found = claims(answer["idToken"])
    assert (found["firebase"]["sign_in_provider"], found["email_verified"]) == ("password", True)


def test_link_takes_over_an_unverified_account(rest):
    allow_links(rest)
    own = rest.sign_up(EMAIL, PASSWORD)
    wait_for_second_after(claims(own["idToken"])["auth_time"])
    answer = ok(by_link(rest, code(rest, "EMAIL_SIGNIN")))
    assert (answer["localId"], rest.account(own["localId"])["emailVerified"]) == (own["localId"], True)
    assert failure(rest.sign_in(EMAIL, PASSWORD)) == "INVALID_LOGIN_CREDENTIALS"
    assert failure(rest.refresh(own["refreshToken"])) == "TOKEN_EXPIRED"


def test_link_keeps_the_password_of_a_verified_account(rest, account):
    assert ok(by_link(rest, code(rest, "EMAIL_SIGNIN")))["isNewUser"] is False
    ok(rest.sign_in(EMAIL, PASSWORD))


def test_link_upgrades_an_anonymous_user(rest):
    rest.allow_all()
    guest = rest.sign_up()
    answer = ok(by_link(rest, code(rest, "EMAIL_SIGNIN"), idToken=guest["idToken"]))
    assert (answer["localId"], answer["isNewUser"]) == (guest["localId"], False)
    assert "provider_id" not in claims(answer["idToken"])


def test_link_replaces_the_address_of_a_signed_in_user(rest):
    allow_links(rest)
    own = rest.sign_up("bob@example.test", PASSWORD)
    ok(by_link(rest, code(rest, "EMAIL_SIGNIN"), idToken=own["idToken"]))
    account = rest.account(own["localId"])
    assert (account["email"], account["emailVerified"], account["emailLinkSignin"]) == (EMAIL, True, True)
    ok(rest.sign_in(EMAIL, PASSWORD))


def test_link_of_somebody_elses_address(rest, account):
    own = rest.sign_up("bob@example.test", PASSWORD)
    assert failure(by_link(rest, code(rest, "EMAIL_SIGNIN"), idToken=own["idToken"])) == "EMAIL_EXISTS"
