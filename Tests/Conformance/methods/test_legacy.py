"""The methods of v3, which are other names of those of v1, with answers in the shapes of v3."""

import pytest
from googleapiclient.errors import HttpError

from discovery import PATHS, refusal
from factors import EMAIL as ALICE
from rest import claims, failure, ok, query
from sms import NUMBER

from .people import PASSWORD, USER, code_sent_to, google_assertion, password_body

pytestmark = pytest.mark.profiles("local", "emulator", "production")

# The section that lists the names; the sections on the methods of v1 say the rest.
NAMES = "wire.md 4"


@pytest.fixture
def call(app_v3):
    """Calls a method as an app: `call("verifyPassword", email=…)`."""

    def call(method, **body):
        return app_v3.call(f"identitytoolkit.relyingparty.{method}", body=body)

    return call


@pytest.fixture
def user(call):
    """The answer to the sign-up of `USER`."""
    return call("signupNewUser", email=USER, password=PASSWORD)


# Accounts


@pytest.mark.covers("identitytoolkit.relyingparty.signupNewUser", NAMES, "accounts.md 4", "production.md 1.1")
def test_signup_new_user(call, rest, user):
    assert user["kind"] == "identitytoolkit#SignupNewUserResponse"
    assert (user["email"], user["expiresIn"]) == (USER, "3600")
    assert claims(user["idToken"])["user_id"] == user["localId"]
    assert ok(rest.refresh(user["refreshToken"]))["user_id"] == user["localId"]
    assert claims(call("signupNewUser")["idToken"])["provider_id"] == "anonymous"
    with pytest.raises(HttpError) as raised:
        call("signupNewUser", email=USER, password=PASSWORD)
    assert refusal(raised) == (400, "EMAIL_EXISTS")


@pytest.mark.covers("identitytoolkit.relyingparty.getAccountInfo", NAMES, "accounts.md 9", "production.md 1.1")
def test_get_account_info(call, user):
    answer = call("getAccountInfo", idToken=user["idToken"])

    assert answer["kind"] == "identitytoolkit#GetAccountInfoResponse"
    (found,) = answer["users"]
    assert (found["localId"], found["email"], found["emailVerified"]) == (user["localId"], USER, False)
    assert [entry["providerId"] for entry in found["providerUserInfo"]] == ["password"]


@pytest.mark.covers("identitytoolkit.relyingparty.setAccountInfo", NAMES, "accounts.md 8", "production.md 1.1")
def test_set_account_info(call, user):
    named = call("setAccountInfo", idToken=user["idToken"], displayName="Name")
    changed = call("setAccountInfo", idToken=user["idToken"], password="another-horse", returnSecureToken=True)

    assert named["kind"] == "identitytoolkit#SetAccountInfoResponse"
    assert (named["localId"], named["displayName"]) == (user["localId"], "Name")
    assert claims(changed["idToken"])["name"] == "Name" and changed["refreshToken"]
    assert call("verifyPassword", **password_body(password="another-horse"))["localId"] == user["localId"]


@pytest.mark.covers("identitytoolkit.relyingparty.deleteAccount", NAMES, "accounts.md 10", "production.md 1.1")
def test_delete_account(call, user):
    assert call("deleteAccount", idToken=user["idToken"]) == {"kind": "identitytoolkit#DeleteAccountResponse"}

    with pytest.raises(HttpError) as raised:
        call("getAccountInfo", idToken=user["idToken"])
    assert refusal(raised) == (400, "USER_NOT_FOUND")


@pytest.mark.covers("identitytoolkit.relyingparty.uploadAccount", NAMES, "accounts.md 13", "production.md 16.1")
@pytest.mark.covers("identitytoolkit.relyingparty.downloadAccount", NAMES, "accounts.md 13", "production.md 9")
def test_upload_and_download_account(admin_v3, project):
    def call(method, **body):
        body["targetProjectId"] = project
        return admin_v3.call(f"identitytoolkit.relyingparty.{method}", body=body)

    users = [{"localId": f"u{n}", "email": f"u{n}@example.test", "displayName": f"Name {n}"} for n in range(3)]
    uploaded = call("uploadAccount", users=[*users, {"email": "no-id@example.test"}])
    assert uploaded["kind"] == "identitytoolkit#UploadAccountResponse"
    assert uploaded["error"] == [{"index": 3, "message": "localId is missing"}]

    first = call("downloadAccount", maxResults=2)
    second = call("downloadAccount", maxResults=2, nextPageToken=first["nextPageToken"])
    assert first["kind"] == "identitytoolkit#DownloadAccountResponse"
    assert [{name: found[name] for name in users[0]} for found in first["users"] + second["users"]] == users
    assert "nextPageToken" not in second


@pytest.mark.covers("identitytoolkit.relyingparty.signOutUser", "coverage.md 5", "production.md 6.2")
def test_sign_out_user(admin_v3, rest, user):
    answer = admin_v3.call("identitytoolkit.relyingparty.signOutUser", body={"localId": user["localId"]})

    assert answer == {"localId": user["localId"]}
    assert int(rest.account(user["localId"])["validSince"]) >= int(claims(user["idToken"])["iat"])


# Sign-in


@pytest.mark.covers("identitytoolkit.relyingparty.verifyPassword", NAMES, "accounts.md 5", "production.md 5")
def test_verify_password(call, user, profile):
    answer = call("verifyPassword", **password_body())

    assert answer["kind"] == "identitytoolkit#VerifyPasswordResponse"
    assert (answer["localId"], answer["email"], answer["registered"]) == (user["localId"], USER, True)
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "password"
    with pytest.raises(HttpError) as raised:
        call("verifyPassword", **password_body(password="wrong-horse"))
    hidden = "INVALID_PASSWORD" if profile == "emulator" else "INVALID_LOGIN_CREDENTIALS"
    assert refusal(raised) == (400, hidden)


@pytest.mark.covers("identitytoolkit.relyingparty.verifyCustomToken", NAMES, "accounts.md 6", "production.md 1.1")
def test_verify_custom_token(call):
    answer = call("verifyCustomToken", token='{"uid": "custom", "claims": {"plan": "gold"}}', returnSecureToken=True)

    assert answer["kind"] == "identitytoolkit#VerifyCustomTokenResponse"
    assert answer["isNewUser"] is True
    assert (claims(answer["idToken"])["sub"], claims(answer["idToken"])["plan"]) == ("custom", "gold")


@pytest.mark.covers("identitytoolkit.relyingparty.createAuthUri", NAMES, "accounts.md 11", "production.md 5")
def test_create_auth_uri(call, user, profile):
    answer = call("createAuthUri", identifier=USER, continueUri="http://localhost")

    assert answer["kind"] == "identitytoolkit#CreateAuthUriResponse" and answer["sessionId"]
    if profile == "emulator":
        assert (answer["registered"], answer["signinMethods"]) == (True, ["password"])
    else:
        assert answer.keys() == {"kind", "sessionId"}


@pytest.mark.covers("identitytoolkit.relyingparty.verifyAssertion", NAMES, "idp.md 1", "production.md 10")
def test_verify_assertion(call, provider):
    provider("google.com")

    first = call("verifyAssertion", **google_assertion())
    again = call("verifyAssertion", **google_assertion())

    assert first["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert (first["email"], first["isNewUser"]) == (ALICE, True)
    assert claims(first["idToken"])["firebase"]["sign_in_provider"] == "google.com"
    assert again["localId"] == first["localId"] and "isNewUser" not in again


@pytest.mark.covers("identitytoolkit.relyingparty.sendVerificationCode", NAMES, "phone-mfa.md 1", "production.md 11")
@pytest.mark.covers("identitytoolkit.relyingparty.verifyPhoneNumber", NAMES, "phone-mfa.md 2", "production.md 1.1")
def test_verify_phone_number(call, rest):
    sent = call("sendVerificationCode", phoneNumber=NUMBER, recaptchaToken="token")
    (message,) = rest.firebreak.outbox.list(to=NUMBER, type="SMS_SIGN_IN")["messages"]
    assert sent == {"sessionInfo": message["sessionInfo"]}

    body = {"sessionInfo": sent["sessionInfo"], "code": message["code"], "operation": "SIGN_UP_OR_IN"}
    answer = call("verifyPhoneNumber", **body)

    assert (answer["phoneNumber"], answer["isNewUser"]) == (NUMBER, True)
    assert claims(answer["idToken"])["phone_number"] == NUMBER


@pytest.mark.covers("identitytoolkit.relyingparty.verifyClient", "clients.md 1.3")
def test_verify_client(rest):
    # Apple's SDK sends it; the description of v3 lacks it.
    path = f"{PATHS['v3']}verifyClient"
    headers = {"x-ios-bundle-identifier": "test.example.app"}

    body = {"appToken": "token", "isSandbox": True}
    answer = ok(rest.request("POST", path, params={"key": rest.key}, json=body, headers=headers))

    assert answer["receipt"] and int(answer["suggestedTimeout"]) > 0


# What Apple's SDK sends, with an empty player ID.
GAME_CENTER = {
    "playerId": "", "teamPlayerId": "T:1", "gamePlayerId": "A:1", "salt": "AQID", "signature": "AQID",
    "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-10.cer", "timestamp": "1780315200000",
}


@pytest.mark.profiles("emulator")
def test_the_reference_does_not_know_the_path_of_apples_sdk(rest):
    path = f"{PATHS['v3']}signInWithGameCenter"
    assert rest.request("POST", path, params={"key": rest.key}, json=GAME_CENTER).status_code == 404


@pytest.mark.profiles("local", "production")
@pytest.mark.covers("identitytoolkit.relyingparty.signInWithGameCenter", "tenants-config.md B5")
def test_sign_in_with_game_center(rest, provider):
    provider("gc.apple.com")
    answer = rest.request("POST", f"{PATHS['v3']}signInWithGameCenter", params={"key": rest.key}, json=GAME_CENTER)

    assert (ok(answer)["playerId"], ok(answer)["teamPlayerId"]) == ("", "T:1")


# Codes by mail


@pytest.mark.covers(
    "identitytoolkit.relyingparty.getOobConfirmationCode", NAMES, "email-actions.md 2", "production.md 3.1"
)
@pytest.mark.covers("identitytoolkit.relyingparty.resetPassword", NAMES, "accounts.md 12", "production.md 3.4")
def test_reset_password(call, rest, user):
    sent = call("getOobConfirmationCode", requestType="PASSWORD_RESET", email=USER)
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": USER}
    code = code_sent_to(rest, USER, "PASSWORD_RESET")

    inspected = call("resetPassword", oobCode=code)
    applied = call("resetPassword", oobCode=code, newPassword="another-horse")

    answer = {"kind": "identitytoolkit#ResetPasswordResponse", "email": USER, "requestType": "PASSWORD_RESET"}
    assert inspected == applied == answer
    assert call("verifyPassword", **password_body(password="another-horse"))["localId"] == user["localId"]


@pytest.mark.covers("identitytoolkit.relyingparty.emailLinkSignin", NAMES, "accounts.md 7", "production.md 3.5")
def test_email_link_signin(call, rest):
    link = {"email": ALICE, "continueUrl": "http://localhost/finish", "canHandleCodeInApp": True}
    call("getOobConfirmationCode", requestType="EMAIL_SIGNIN", **link)

    answer = call("emailLinkSignin", email=ALICE, oobCode=code_sent_to(rest, ALICE, "EMAIL_SIGNIN"))

    assert answer["kind"] == "identitytoolkit#EmailLinkSigninResponse"
    assert (answer["email"], answer["isNewUser"], answer["expiresIn"]) == (ALICE, True, "3600")
    assert claims(answer["idToken"])["email_verified"] is True


# Documents


@pytest.mark.covers("identitytoolkit.relyingparty.getProjectConfig", NAMES, "accounts.md 14", "production.md 2")
def test_get_project_config(app_v3, app):
    answer = app_v3.call("identitytoolkit.relyingparty.getProjectConfig")

    assert answer == app.call("identitytoolkit.getProjects")
    assert answer["projectId"].isdigit() and "localhost" in answer["authorizedDomains"]


@pytest.mark.covers("identitytoolkit.relyingparty.setProjectConfig", "tenants-config.md B5")
def test_set_project_config(admin_v3, app_v3, rest, profile):
    body = {"allowPasswordUser": False, "authorizedDomains": ["localhost", "app.example.test"]}

    answer = admin_v3.call("identitytoolkit.relyingparty.setProjectConfig", body=body)

    read = app_v3.call("identitytoolkit.relyingparty.getProjectConfig")
    assert answer == {"projectId": read["projectId"]}
    if profile == "emulator":
        # The configuration is stored but inert there (tenants-config.md A2).
        config = ok(rest.admin("/config", verb="GET", version="v2"))
        assert config["signIn"]["email"]["enabled"] is False
        return
    assert read["authorizedDomains"] == ["localhost", "app.example.test"]
    assert failure(rest.app("signUp", password_body())) == "OPERATION_NOT_ALLOWED"


@pytest.mark.covers("identitytoolkit.relyingparty.getPublicKeys", "tenants-config.md B5")
def test_get_public_keys(app_v3, app):
    answer = app_v3.call("identitytoolkit.relyingparty.getPublicKeys")

    assert answer == app.call("identitytoolkit.getPublicKeys")
    assert all(certificate.startswith("-----BEGIN CERTIFICATE-----") for certificate in answer.values())


@pytest.mark.covers("identitytoolkit.relyingparty.getRecaptchaParam", NAMES, "accounts.md 14", "production.md 13")
def test_get_recaptcha_param(app_v3):
    answer = app_v3.call("identitytoolkit.relyingparty.getRecaptchaParam")

    assert answer["kind"] == "identitytoolkit#GetRecaptchaParamResponse"
    assert answer["recaptchaSiteKey"] and answer["recaptchaStoken"]


@pytest.mark.covers("identitytoolkit.relyingparty.getOobConfirmationCode", "email-actions.md 2", "production.md 3.1")
def test_codes_for_admins(admin_v3, user):
    body = {"requestType": "VERIFY_EMAIL", "email": USER, "returnOobLink": True}

    answer = admin_v3.call("identitytoolkit.relyingparty.getOobConfirmationCode", body=body)

    assert answer["oobCode"]
    assert query(answer["oobLink"])["oobCode"] == answer["oobCode"]
