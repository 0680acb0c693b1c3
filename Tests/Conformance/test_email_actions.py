"""Password reset, verification, and change of address through the links in the mails."""

import pytest

from mail import last_seq, open_link, page
from rest import claims, failure, ok, query, wait_for_second_after

pytestmark = pytest.mark.parametrize("profile", ["local", "emulator"])

EMAIL = "alice@example.test"
NEW_EMAIL = "alice@new.example.test"


@pytest.fixture
def alice(rest):
    """A signed-in account with an unverified address and a password."""
    return rest.sign_up(EMAIL, "correct-horse")


def mailed(rest, body, kind=None):
    """Asks for a mail and returns its message."""
    cursor = last_seq(rest)
    ok(rest.app("sendOobCode", body))
    (message,) = rest.wait(type=kind or body["requestType"], after=cursor)
    return message


def ask_for_reset(rest, **extra):
    return mailed(rest, {"requestType": "PASSWORD_RESET", "email": EMAIL, **extra})


# Password reset


def test_reset_through_the_mailed_link(rest, alice, profile):
    wait_for_second_after(claims(alice["idToken"])["iat"])
    message = ask_for_reset(rest)
    link = message["link"]["action"]
    assert (message["to"], message["delivery"], message["status"]) == (EMAIL, "sent", "pending")
    assert query(link)["mode"] == "resetPassword"

    form = page(open_link(rest, link), 400)
    assert form["error"] == "missing newPassword query parameter"
    assert form["urlTemplate"] == f"{link}&newPassword=NEW_PASSWORD_HERE"
    placeholder = page(open_link(rest, f"{link}&newPassword=NEW_PASSWORD_HERE"), 400)
    assert placeholder["error"] == "newPassword must be something other than 'NEW_PASSWORD_HERE'"
    weak = failure(open_link(rest, f"{link}&newPassword=short"))
    assert weak == "WEAK_PASSWORD : Password should be at least 6 characters"
    assert rest.message(message["id"])["status"] == "pending"

    done = page(open_link(rest, f"{link}&newPassword=another-horse"))

    assert done["success"] == "The password has been successfully updated."
    assert done["email"] == EMAIL
    assert rest.message(message["id"])["status"] == "used"
    assert rest.account(alice["localId"])["emailVerified"] is True
    ok(rest.sign_in(EMAIL, "another-horse"))
    failure(rest.sign_in(EMAIL, "correct-horse"))
    assert failure(rest.app("lookup", {"idToken": alice["idToken"]})) == "TOKEN_EXPIRED"
    if profile == "emulator":
        ok(rest.refresh(alice["refreshToken"]))
    else:
        assert failure(rest.refresh(alice["refreshToken"])) == "TOKEN_EXPIRED"
    used = page(open_link(rest, f"{link}&newPassword=third-horse"), 400)
    assert used["error"] == "Your request to reset your password has expired or the link has already been used."


def test_reset_goes_on_to_the_continue_url(rest, alice):
    message = ask_for_reset(rest, continueUrl="http://localhost:5000/done?from=reset#end")

    redirect = open_link(rest, f"{message['link']['action']}&newPassword=another-horse")

    assert redirect.status_code == 303
    assert redirect.headers["location"].startswith("http://localhost:5000/done?from=reset")
    ok(rest.sign_in(EMAIL, "another-horse"))


def test_page_does_not_redirect_to_an_unlisted_domain(rest, alice, profile):
    if profile == "emulator":
        pytest.skip("the reference redirects anywhere")
    link = ask_for_reset(rest)["link"]["action"]

    response = open_link(rest, f"{link}&newPassword=another-horse&continueUrl=https%3A%2F%2Funlisted.example%2F")

    assert response.status_code != 303 and "location" not in response.headers


def test_reset_for_an_unknown_address(rest, profile):
    body = {"requestType": "PASSWORD_RESET", "email": "Nobody@example.test"}
    response = rest.app("sendOobCode", body)

    if profile == "emulator":
        assert failure(response) == "EMAIL_NOT_FOUND"
    else:
        assert ok(response) == {
            "kind": "identitytoolkit#GetOobConfirmationCodeResponse",
            "email": "nobody@example.test",
        }
        # Whether there is anything to send is asked before the domain.
        ok(rest.app("sendOobCode", {**body, "continueUrl": "https://unlisted.example/"}))
        for message in rest.messages(to="nobody@example.test"):
            assert (message["type"], message["delivery"]) == ("PASSWORD_RESET", "suppressed")
            assert message.get("status") is None
            assert message.get("oobCode") is None and message.get("link") is None
        assert len(rest.messages(delivery="suppressed")) == 2
    codes = ok(rest.request("GET", f"/emulator/v1/projects/{rest.project}/oobCodes"))
    assert codes == {"oobCodes": []}


def test_enumeration_protection_can_be_switched(rest, profile):
    on = profile == "local"
    body = {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}
    rest.configure(
        "emailPrivacyConfig.enableImprovedEmailPrivacy",
        {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": not on}},
    )

    if on:
        assert failure(rest.app("sendOobCode", body)) == "EMAIL_NOT_FOUND"
        assert failure(rest.sign_in("nobody@example.test", "correct-horse")) == "EMAIL_NOT_FOUND"
    else:
        ok(rest.app("sendOobCode", body))
        assert failure(rest.sign_in("nobody@example.test", "correct-horse")) == "INVALID_LOGIN_CREDENTIALS"
        (message,) = rest.messages()
        assert message["delivery"] == "suppressed"


def test_a_newer_reset_voids_the_older(rest, alice, profile):
    older, newer = ask_for_reset(rest), ask_for_reset(rest)

    inspected = rest.app("resetPassword", {"oobCode": older["oobCode"]})

    if profile == "emulator":
        assert ok(inspected)["email"] == EMAIL
    else:
        assert failure(inspected) == "INVALID_OOB_CODE"
        assert rest.message(older["id"])["status"] == "superseded"
    assert ok(rest.app("resetPassword", {"oobCode": newer["oobCode"]}))["requestType"] == "PASSWORD_RESET"


# Verification


def test_verification_through_the_mailed_link(rest, alice):
    message = mailed(rest, {"requestType": "VERIFY_EMAIL", "idToken": alice["idToken"]})
    assert (message["to"], message["localId"]) == (EMAIL, alice["localId"])
    link = message["link"]["action"]

    done = page(open_link(rest, link))

    assert done == {"success": "The email has been successfully verified.", "email": EMAIL}
    assert rest.own_account(alice["idToken"])["emailVerified"] is True
    assert claims(ok(rest.refresh(alice["refreshToken"]))["id_token"])["email_verified"] is True
    used = page(open_link(rest, link), 400)
    assert used["error"] == "Your request to verify your email has expired or the link has already been used."


def test_verification_by_the_app(rest, alice):
    code = mailed(rest, {"requestType": "VERIFY_EMAIL", "idToken": alice["idToken"]})["oobCode"]

    assert ok(rest.app("resetPassword", {"oobCode": code}))["requestType"] == "VERIFY_EMAIL"
    applied = ok(rest.app("update", {"oobCode": code}))

    assert (applied["email"], applied["emailVerified"]) == (EMAIL, True)
    assert failure(rest.app("update", {"oobCode": code})) == "INVALID_OOB_CODE"


def test_verification_needs_a_signed_in_user(rest, alice):
    refused = failure(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "email": EMAIL, "idToken": "x.y.z"}))

    assert refused == "INVALID_ID_TOKEN"
    assert rest.messages() == []


# Change of address


def test_change_of_address_through_the_mailed_link(rest, alice, profile):
    wait_for_second_after(claims(alice["idToken"])["iat"])
    message = mailed(
        rest, {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": alice["idToken"], "newEmail": NEW_EMAIL}
    )
    assert message["newEmail"] == NEW_EMAIL
    link = message["link"]["action"]
    assert query(link)["mode"] == "verifyAndChangeEmail"

    done = page(open_link(rest, link))

    assert done == {"success": "The email has been successfully changed.", "newEmail": NEW_EMAIL}
    user = rest.account(alice["localId"])
    assert (user["email"], user["emailVerified"]) == (NEW_EMAIL, True)
    ok(rest.sign_in(NEW_EMAIL, "correct-horse"))
    failure(rest.sign_in(EMAIL, "correct-horse"))
    if profile == "emulator":
        ok(rest.refresh(alice["refreshToken"]))
        assert rest.messages(type="RECOVER_EMAIL") == []
    else:
        assert failure(rest.refresh(alice["refreshToken"])) == "TOKEN_EXPIRED"
        assert user["initialEmail"] == EMAIL
        (notice,) = rest.messages(type="RECOVER_EMAIL", to=EMAIL)
        assert notice["status"] == "pending"


def test_change_to_a_taken_address(rest, alice, profile):
    rest.sign_up(NEW_EMAIL, "correct-horse")
    body = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": alice["idToken"], "newEmail": NEW_EMAIL}

    response = rest.app("sendOobCode", body)

    if profile == "emulator":
        assert failure(response) == "EMAIL_EXISTS"
    else:
        ok(response)
        (message,) = rest.messages()
        assert message["delivery"] == "suppressed" and message.get("oobCode") is None


def test_direct_change_of_address(rest, alice, profile):
    response = rest.app("update", {"idToken": alice["idToken"], "email": NEW_EMAIL, "returnSecureToken": True})

    if profile == "emulator":
        assert ok(response)["email"] == NEW_EMAIL
    else:
        assert failure(response) == "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."
        assert rest.account(alice["localId"])["email"] == EMAIL


def test_recovery_of_the_old_address(rest, alice, profile):
    if profile == "emulator":
        ok(rest.app("update", {"idToken": alice["idToken"], "email": NEW_EMAIL}))
    else:
        change = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": alice["idToken"], "newEmail": NEW_EMAIL}
        ok(rest.app("update", {"oobCode": mailed(rest, change)["oobCode"]}))
    (notice,) = rest.wait(type="RECOVER_EMAIL", to=EMAIL)

    done = page(open_link(rest, notice["link"]["action"]))

    assert done == {"success": "The email has been successfully reset.", "email": EMAIL}
    user = rest.account(alice["localId"])
    assert (user["email"], user["emailVerified"]) == (EMAIL, True)
    assert rest.message(notice["id"])["status"] == "used"


# The page itself


def test_incomplete_links(rest, alice, server, profile):
    base = f"{server.url}{'/emulator/action' if profile == 'emulator' else '/__/auth/action'}"

    assert page(open_link(rest, base), 400)["error"] == "missing apiKey query parameter"
    assert page(open_link(rest, f"{base}?apiKey=k"), 400)["error"] == "missing oobCode query parameter"
    assert page(open_link(rest, f"{base}?apiKey=k&oobCode=c&mode=m"), 400)["error"] == "Invalid mode"


def test_link_redeems_in_its_own_project_only(rest, alice, server, profile):
    link = ask_for_reset(rest)["link"]["action"]
    foreign = link.replace(rest.project, f"{rest.project}-other")
    assert foreign != link

    assert page(open_link(rest, f"{foreign}&newPassword=another-horse"), 400)["error"].startswith("Your request")
    assert page(open_link(rest, f"{link}&newPassword=another-horse"))["email"] == EMAIL
