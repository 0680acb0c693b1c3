"""The official emulator's own methods under /emulator/v1, which ask for no credentials."""

import pytest

from rest import failure, ok, query
from sms import NUMBER, send_code

from .conftest import SCOPES
from .people import PASSWORD, USER, password_body

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.fixture
def emulator(rest, tenant):
    """Calls a method in the scope, without credentials: `emulator("GET", "/oobCodes")`."""

    def call(verb, path, **options):
        scope = f"/emulator/v1/projects/{rest.project}" + (f"/tenants/{tenant}" if tenant else "")
        return ok(rest.request(verb, scope + path, **options))

    return call


@pytest.mark.covers("emulator.{scope}.accounts.delete", "emulator-api.md 1")
def test_delete_accounts(emulator, rest, scope, tenant):
    here = {"tenantId": tenant} if tenant else {}
    session = ok(rest.app("signUp", password_body(**here)))
    # Accounts of the project are not those of its tenants.
    elsewhere = {} if tenant else {"tenantId": rest.create_tenant()}
    other = ok(rest.app("signUp", password_body(**elsewhere)))

    assert emulator("DELETE", "/accounts") == {}

    assert failure(rest.app("lookup", {"idToken": session["idToken"]})) == "USER_NOT_FOUND"
    assert rest.account(other["localId"], tenant=elsewhere.get("tenantId"))["email"] == USER
    assert emulator("DELETE", "/accounts") == {}


@pytest.mark.covers("emulator.{scope}.oobCodes.list", "emulator-api.md 3")
def test_oob_codes(emulator, rest, tenant):
    assert emulator("GET", "/oobCodes") == {"oobCodes": []}
    ok(rest.admin("/accounts", {"email": USER, "password": PASSWORD}, tenant=tenant))
    here = {"tenantId": tenant} if tenant else {}
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": USER, **here}))

    (code,) = emulator("GET", "/oobCodes")["oobCodes"]

    assert code.keys() == {"email", "requestType", "oobCode", "oobLink"}
    assert (code["email"], code["requestType"]) == (USER, "PASSWORD_RESET")
    assert query(code["oobLink"])["oobCode"] == code["oobCode"]
    assert query(code["oobLink"]).get("tenantId") == tenant
    ok(rest.app("resetPassword", {"oobCode": code["oobCode"], "newPassword": "another-horse", **here}))
    assert emulator("GET", "/oobCodes") == {"oobCodes": []}


@pytest.mark.profiles("local", "production")
@pytest.mark.covers("emulator.{scope}.oobCodes.delete", "emulator-api.md 3")
def test_delete_oob_codes(emulator, rest, tenant):
    ok(rest.admin("/accounts", {"email": USER, "password": PASSWORD}, tenant=tenant))
    here = {"tenantId": tenant} if tenant else {}
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": USER, **here}))
    (code,) = emulator("GET", "/oobCodes")["oobCodes"]

    assert emulator("DELETE", "/oobCodes") == {}

    assert emulator("GET", "/oobCodes") == {"oobCodes": []}
    redemption = {"oobCode": code["oobCode"], "newPassword": "another-horse", **here}
    assert failure(rest.app("resetPassword", redemption)) == "INVALID_OOB_CODE"


@pytest.mark.covers("emulator.{scope}.verificationCodes.list", "emulator-api.md 4")
def test_verification_codes(emulator, rest, tenant):
    assert emulator("GET", "/verificationCodes") == {"verificationCodes": []}
    if tenant:
        # Tenants have no sign-in by phone; their codes are those of second factors.
        body = {"email": USER, "password": PASSWORD, "emailVerified": True}
        ok(rest.admin("/accounts", body, tenant=tenant))
        token = ok(rest.sign_in(USER, PASSWORD, tenantId=tenant))["idToken"]
        info = {"phoneNumber": NUMBER, "recaptchaToken": "token"}
        body = {"idToken": token, "phoneEnrollmentInfo": info, "tenantId": tenant}
        sent = ok(rest.app_v2("mfaEnrollment:start", body))["phoneSessionInfo"]
    else:
        sent = ok(send_code(rest))

    (code,) = emulator("GET", "/verificationCodes")["verificationCodes"]

    assert code.keys() == {"code", "phoneNumber", "sessionInfo"}
    assert (code["phoneNumber"], code["sessionInfo"]) == (NUMBER, sent["sessionInfo"])
    assert len(code["code"]) == 6 and code["code"].isdigit()
    if not tenant:
        ok(rest.app("signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": code["code"]}))
        assert emulator("GET", "/verificationCodes") == {"verificationCodes": []}


@pytest.mark.profiles("local", "production")
@pytest.mark.covers("emulator.{scope}.verificationCodes.delete", "emulator-api.md 4")
def test_delete_verification_codes(emulator, rest, tenant):
    sent = None if tenant else ok(send_code(rest))

    assert emulator("DELETE", "/verificationCodes") == {}

    assert emulator("GET", "/verificationCodes") == {"verificationCodes": []}
    if sent:
        redemption = {"sessionInfo": sent["sessionInfo"], "code": "123456"}
        assert failure(rest.app("signInWithPhoneNumber", redemption)) == "INVALID_SESSION_INFO"


@pytest.mark.parametrize("scope", SCOPES[:1])
@pytest.mark.covers("emulator.projects.config.get", "emulator-api.md 2")
@pytest.mark.covers("emulator.projects.config.update", "emulator-api.md 2")
def test_config(emulator, rest, profile):
    before = emulator("GET", "/config")
    assert before == {
        "signIn": {"allowDuplicateEmails": False},
        "emailPrivacyConfig": {"enableImprovedEmailPrivacy": profile != "emulator"},
    }

    changed = emulator("PATCH", "/config", json={"signIn": {"allowDuplicateEmails": True}})

    # What is not given stays as it is.
    assert changed == {**before, "signIn": {"allowDuplicateEmails": True}}
    assert emulator("GET", "/config") == changed
    assert ok(rest.admin("/config", verb="GET", version="v2"))["signIn"]["allowDuplicateEmails"] is True
    assert emulator("PATCH", "/config", json={}) == before
