"""E-mail enumeration protection of production: production.md section 5."""

import pytest

from federation import google_user, sign_in
from mail import last_seq
from production import EMAIL, OTHER_PASSWORD, PASSWORD, nothing_sent, page, protect, send, update
from rest import failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 5")]

UNKNOWN = "nobody@example.test"
VERIFY_FIRST = "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."


@pytest.fixture(params=[True, False], ids=["on", "off"])
def protected(rest, request):
    protect(rest, request.param)
    return request.param


def auth_uri(rest, email):
    answer = ok(rest.app("createAuthUri", {"identifier": email, "continueUri": page(rest)}))
    assert answer.pop("sessionId")
    del answer["kind"]
    return answer


def test_off_reads_back_empty(rest):
    config = lambda: ok(rest.admin("/config", verb="GET", version="v2"))["emailPrivacyConfig"]
    assert config() == {"enableImprovedEmailPrivacy": True}
    protect(rest, False)
    assert config() == {}


def test_password_sign_in(rest, protected):
    rest.existing_account(EMAIL)
    ok(rest.admin("/accounts", {"email": "bare@example.test"}))
    disabled = rest.existing_account("disabled@example.test", disabled=True)
    assert disabled
    hidden = "INVALID_LOGIN_CREDENTIALS"
    assert failure(rest.sign_in(UNKNOWN, PASSWORD)) == (hidden if protected else "EMAIL_NOT_FOUND")
    assert failure(rest.sign_in(EMAIL, OTHER_PASSWORD)) == (hidden if protected else "INVALID_PASSWORD")
    assert failure(rest.sign_in("bare@example.test", PASSWORD)) == (hidden if protected else "INVALID_PASSWORD")
    assert failure(rest.sign_in("disabled@example.test", PASSWORD)) == "USER_DISABLED"


def test_sign_up(rest, protected):
    rest.existing_account(EMAIL)
    assert failure(rest.app("signUp", {"email": EMAIL, "password": PASSWORD})) == "EMAIL_EXISTS"


def test_auth_uri(rest, protected):
    rest.existing_account(EMAIL)
    ok(rest.admin("/accounts", {"email": "bare@example.test"}))
    password = {"allProviders": ["password"], "registered": True, "signinMethods": ["password"]}
    assert auth_uri(rest, EMAIL) == ({} if protected else password)
    assert auth_uri(rest, "bare@example.test") == ({} if protected else {"registered": True})
    assert auth_uri(rest, UNKNOWN) == ({} if protected else {"registered": False})


def test_reset(rest, protected):
    if protected:
        assert list(nothing_sent(rest, lambda: send(rest, "PASSWORD_RESET", UNKNOWN))) == ["kind", "email"]
    else:
        assert failure(send(rest, "PASSWORD_RESET", UNKNOWN)) == "EMAIL_NOT_FOUND"


def test_change_to_a_taken_address(rest, protected):
    rest.existing_account(EMAIL)
    own = rest.sign_up("bob@example.test", PASSWORD)
    body = {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": own["idToken"], "newEmail": EMAIL}
    if protected:
        assert list(nothing_sent(rest, lambda: rest.app("sendOobCode", body))) == ["kind", "email"]
    else:
        assert failure(rest.app("sendOobCode", body)) == "EMAIL_EXISTS"


def test_verification_by_token(rest, protected):
    own = rest.sign_up(EMAIL, PASSWORD)
    cursor = last_seq(rest)
    ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": own["idToken"]}))
    (message,) = rest.messages(after=cursor)
    assert (message["type"], message["delivery"]) == ("VERIFY_EMAIL", "sent")


def test_own_change_of_address(rest, protected):
    rest.allow_all()
    rest.existing_account("taken@example.test")
    own = rest.sign_up(EMAIL, PASSWORD)
    guest = rest.sign_up()
    assert failure(update(rest, idToken=own["idToken"], email="words")) == "INVALID_EMAIL"
    taken = VERIFY_FIRST if protected else "EMAIL_EXISTS"
    assert failure(update(rest, idToken=own["idToken"], email="taken@example.test")) == taken
    if protected:
        assert failure(update(rest, idToken=own["idToken"], email="new@example.test")) == VERIFY_FIRST
        assert failure(update(rest, idToken=guest["idToken"], email="g@example.test", password=PASSWORD)) == VERIFY_FIRST
    else:
        ok(update(rest, idToken=guest["idToken"], email="g@example.test", password=PASSWORD))
        cursor = last_seq(rest)
        ok(update(rest, idToken=own["idToken"], email="new@example.test"))
        (notice,) = rest.messages(after=cursor)
        assert (notice["type"], notice["to"]) == ("RECOVER_EMAIL", EMAIL)


def test_adding_a_password_to_an_account(rest, protected):
    rest.allow_all()
    guest = rest.sign_up()
    answer = rest.sign_up(EMAIL, PASSWORD, idToken=guest["idToken"])
    assert answer["localId"] == guest["localId"]
    ok(rest.sign_in(EMAIL, PASSWORD))


def test_admins_change_addresses(rest, protected):
    local_id = rest.existing_account(EMAIL)
    ok(rest.admin("/accounts:update", {"localId": local_id, "email": "new@example.test"}))
    account = rest.account(local_id)
    assert (account["email"], account["emailVerified"]) == ("new@example.test", True)


def test_federated_sign_in_to_a_known_address(rest, protected):
    rest.set_rules(providers="any")
    rest.existing_account(EMAIL)
    answer = ok(sign_in(rest, "facebook.com", {"sub": "f-1", "email": EMAIL}))
    assert answer["needConfirmation"] is True and "idToken" not in answer
    assert ("verifiedProvider" in answer) is not protected
