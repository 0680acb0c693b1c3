"""The ways to sign in."""

import base64
import time
from xml.etree import ElementTree

import pytest
from googleapiclient.errors import HttpError

from discovery import refusal
from factors import EMAIL as ALICE
from federation import assertion
from rest import claims, ok, query
from sms import NUMBER, session_and_code

from .people import USER, code_sent_to, google_assertion, password_body, sign_up

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.mark.covers(
    "identitytoolkit.accounts.signInWithPassword", "accounts.md 5", "production.md 1.1", "production.md 5"
)
def test_sign_in_with_password(app, profile):
    created = sign_up(app)

    answer = app.call("identitytoolkit.accounts.signInWithPassword", body=password_body("USER@example.test"))

    assert answer["kind"] == "identitytoolkit#VerifyPasswordResponse"
    assert (answer["localId"], answer["email"], answer["registered"]) == (created["localId"], USER, True)
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "password"
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.signInWithPassword", body=password_body(password="wrong-horse"))
    hidden = "INVALID_PASSWORD" if profile == "emulator" else "INVALID_LOGIN_CREDENTIALS"
    assert refusal(raised) == (400, hidden)


@pytest.mark.covers(
    "identitytoolkit.accounts.signInWithCustomToken", "accounts.md 6", "tokens.md 5", "production.md 1.1"
)
def test_sign_in_with_custom_token(app, rest):
    body = {"token": '{"uid": "custom", "claims": {"plan": "gold"}}', "returnSecureToken": True}

    answer = app.call("identitytoolkit.accounts.signInWithCustomToken", body=body)

    assert answer["kind"] == "identitytoolkit#VerifyCustomTokenResponse"
    assert answer["isNewUser"] is True
    assert (claims(answer["idToken"])["sub"], claims(answer["idToken"])["plan"]) == ("custom", "gold")
    assert rest.account("custom")["customAuth"] is True


@pytest.mark.covers("identitytoolkit.accounts.sendOobCode", "email-actions.md 2", "production.md 3.1")
@pytest.mark.covers("identitytoolkit.accounts.signInWithEmailLink", "accounts.md 7", "production.md 3.5")
def test_sign_in_with_email_link(app, rest):
    sent = app.call(
        "identitytoolkit.accounts.sendOobCode",
        body={
            "requestType": "EMAIL_SIGNIN",
            "email": "link@example.test",
            "continueUrl": "http://localhost/finish",
            "canHandleCodeInApp": True,
        },
    )
    assert sent == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": "link@example.test"}

    body = {"email": "link@example.test", "oobCode": code_sent_to(rest, "link@example.test", "EMAIL_SIGNIN")}
    answer = app.call("identitytoolkit.accounts.signInWithEmailLink", body=body)

    assert answer["kind"] == "identitytoolkit#EmailLinkSigninResponse"
    assert (answer["email"], answer["isNewUser"]) == ("link@example.test", True)
    assert claims(answer["idToken"])["email_verified"] is True
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.signInWithEmailLink", body=body)
    assert refusal(raised) == (400, "INVALID_OOB_CODE")


# Identity providers


@pytest.mark.covers("identitytoolkit.accounts.createAuthUri", "accounts.md 11", "production.md 5")
def test_create_auth_uri(app, rest):
    sign_up(app)
    body = {"identifier": USER, "continueUri": "http://localhost"}

    def protected(on):
        rest.configure("emailPrivacyConfig", {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": on}})
        return app.call("identitytoolkit.accounts.createAuthUri", body=body)

    hidden, shown = protected(True), protected(False)

    assert hidden["kind"] == "identitytoolkit#CreateAuthUriResponse"
    assert hidden.keys() == {"kind", "sessionId"}
    assert (shown["registered"], shown["allProviders"], shown["signinMethods"]) == (True, ["password"], ["password"])


@pytest.mark.covers("identitytoolkit.accounts.createAuthUri", "idp.md 2", "production.md 2")
def test_create_auth_uri_of_a_provider(app, rest, server, provider, profile):
    provider("google.com")
    # In profile `emulator` they are enforced once something names them.
    rest.configure("authorizedDomains", {"authorizedDomains": ["localhost"]})
    page = "/emulator/auth/handler" if profile == "emulator" else "/__/auth/handler"
    body = {"providerId": "google.com", "continueUri": "http://localhost:3000/page"}

    answer = app.call("identitytoolkit.accounts.createAuthUri", body=body)

    assert answer["kind"] == "identitytoolkit#CreateAuthUriResponse"
    assert answer["providerId"] == "google.com" and answer["sessionId"]
    assert answer["authUri"].startswith(f"{server.url}{page}?")
    assert query(answer["authUri"])["continueUri"] == "http://localhost:3000/page"
    with pytest.raises(HttpError) as raised:
        unlisted = {**body, "continueUri": "https://unlisted.example"}
        app.call("identitytoolkit.accounts.createAuthUri", body=unlisted)
    assert refusal(raised) == (400, "INVALID_CONTINUE_URI : Invalid OAuth request for google.com")


@pytest.mark.covers("identitytoolkit.accounts.signInWithIdp", "idp.md 1", "production.md 10")
def test_sign_in_with_idp(app, provider, profile):
    provider("google.com")
    body = google_assertion()

    answer = app.call("identitytoolkit.accounts.signInWithIdp", body=body)
    again = app.call("identitytoolkit.accounts.signInWithIdp", body=body)

    assert answer["kind"] == "identitytoolkit#VerifyAssertionResponse"
    assert (answer["email"], answer["isNewUser"], answer["providerId"]) == (ALICE, True, "google.com")
    assert answer["oauthAccessToken"] == "access"
    assert claims(answer["idToken"])["firebase"]["identities"]["google.com"] == ["g-1"]
    assert again["localId"] == answer["localId"] and not again.get("isNewUser")
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.signInWithIdp", body={**body, "postBody": "providerId=google.com"})
    # Reference: without a credential it answers that it has not implemented the rest.
    assert refusal(raised)[0] == (501 if profile == "emulator" else 400)


@pytest.mark.covers("identitytoolkit.accounts.signInWithIdp", "idp.md 1", "production.md 10")
def test_sign_in_with_a_pending_token(app, provider):
    provider("google.com")
    body = {**google_assertion(), "returnRefreshToken": True, "returnIdpCredential": True}
    first = app.call("identitytoolkit.accounts.signInWithIdp", body=body)
    assert first["oauthRefreshToken"]

    answer = app.call(
        "identitytoolkit.accounts.signInWithIdp",
        body={"requestUri": "http://localhost", "pendingToken": first["pendingToken"], "returnSecureToken": True},
    )

    assert answer["localId"] == first["localId"]
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "google.com"


GAME_CENTER = {
    "playerId": "G:1",
    "teamPlayerId": "T:1",
    "gamePlayerId": "A:1",
    "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-10.cer",
    "salt": "c2FsdA",
    "signature": "c2lnbmF0dXJl",
    "displayName": "Player",
}


@pytest.mark.covers("identitytoolkit.accounts.signInWithGameCenter", "tenants-config.md B5")
def test_sign_in_with_game_center(app, rest, provider):
    provider("gc.apple.com")

    def sign_in(**extra):
        body = {**GAME_CENTER, "timestamp": str(int(time.time() * 1000)), **extra}
        request = app.request("identitytoolkit.accounts.signInWithGameCenter", body=body)
        request.headers["x-ios-bundle-identifier"] = "test.example.app"
        return request.execute()

    answer, again = sign_in(), sign_in()

    assert (answer["isNewUser"], answer["expiresIn"], answer["displayName"]) == (True, "3600", "Player")
    assert {name: answer[name] for name in ("playerId", "teamPlayerId", "gamePlayerId")} == {
        "playerId": "G:1",
        "teamPlayerId": "T:1",
        "gamePlayerId": "A:1",
    }
    token = claims(answer["idToken"])
    assert (token["user_id"], token["firebase"]["sign_in_provider"]) == (answer["localId"], "gc.apple.com")
    assert (again["localId"], again.get("isNewUser", False)) == (answer["localId"], False)
    providers = [entry["providerId"] for entry in rest.account(answer["localId"])["providerUserInfo"]]
    assert providers == ["gc.apple.com"]
    assert ok(rest.refresh(answer["refreshToken"]))["user_id"] == answer["localId"]


@pytest.mark.covers("identitytoolkit.accounts.signInWithGameCenter", "tenants-config.md B5")
def test_link_game_center(app, rest, provider):
    provider("gc.apple.com")
    owner = sign_up(app)
    body = {**GAME_CENTER, "timestamp": str(int(time.time() * 1000)), "idToken": owner["idToken"]}
    request = app.request("identitytoolkit.accounts.signInWithGameCenter", body=body)
    request.headers["x-ios-bundle-identifier"] = "test.example.app"

    answer = request.execute()

    assert (answer["localId"], answer.get("isNewUser", False)) == (owner["localId"], False)
    providers = {entry["providerId"] for entry in rest.account(owner["localId"])["providerUserInfo"]}
    assert providers == {"gc.apple.com", "password"}


@pytest.mark.covers("identitytoolkit.accounts.issueSamlResponse", "tenants-config.md B5")
def test_issue_saml_response(app, provider):
    provider("google.com")
    body = {**google_assertion(), "returnSecureToken": True}
    token = app.call("identitytoolkit.accounts.signInWithIdp", body=body)["idToken"]

    answer = app.call(
        "identitytoolkit.accounts.issueSamlResponse",
        body={"idToken": token, "rpId": "client", "samlAppEntityId": "https://app.example.test/saml"},
    )

    assert (answer["email"], answer["firstName"], answer["lastName"]) == (ALICE, "Alice", "Doe")
    assert answer.get("isNewUser", False) in (True, False)
    assert answer["acsEndpoint"].startswith(("http://", "https://"))
    document = ElementTree.fromstring(base64.b64decode(answer["samlResponse"], validate=True))
    assert document.tag == "{urn:oasis:names:tc:SAML:2.0:protocol}Response"
    assert ALICE in "".join(document.itertext())
    with pytest.raises(HttpError) as raised:
        app.call("identitytoolkit.accounts.issueSamlResponse", body={"idToken": "no.token", "rpId": "client"})
    assert refusal(raised)[0] == 400


# Telephone


@pytest.mark.covers("identitytoolkit.accounts.sendVerificationCode", "phone-mfa.md 1", "production.md 11")
@pytest.mark.covers("identitytoolkit.accounts.signInWithPhoneNumber", "phone-mfa.md 2", "production.md 1.1")
def test_sign_in_with_phone_number(app, rest):
    body = {"phoneNumber": NUMBER, "recaptchaToken": "token"}
    sent = app.call("identitytoolkit.accounts.sendVerificationCode", body=body)
    (message,) = rest.firebreak.outbox.list(to=NUMBER, type="SMS_SIGN_IN")["messages"]
    assert sent == {"sessionInfo": message["sessionInfo"]}

    body = {"sessionInfo": sent["sessionInfo"], "code": message["code"]}
    with pytest.raises(HttpError) as raised:
        wrong = {**body, "code": f"{message['code']}1"}
        app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=wrong)
    answer = app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)

    assert refusal(raised) == (400, "INVALID_CODE")
    assert (answer["phoneNumber"], answer["isNewUser"], answer["expiresIn"]) == (NUMBER, True, "3600")
    assert claims(answer["idToken"])["firebase"]["sign_in_provider"] == "phone"
    (user,) = app.call("identitytoolkit.accounts.lookup", body={"idToken": answer["idToken"]})["users"]
    assert user["phoneNumber"] == NUMBER


@pytest.mark.covers("identitytoolkit.accounts.signInWithPhoneNumber", "phone-mfa.md 2", "production.md 1.1")
def test_temporary_proof(app, rest):
    def sign_in(**extra):
        session, code = session_and_code(rest)
        body = {"sessionInfo": session, "code": code, **extra}
        return app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)

    owner, other = sign_in(), sign_up(app)

    taken = sign_in(idToken=other["idToken"])

    assert (taken["phoneNumber"], taken["temporaryProofExpiresIn"]) == (NUMBER, "3600")
    body = {"phoneNumber": NUMBER, "temporaryProof": taken["temporaryProof"]}
    proven = app.call("identitytoolkit.accounts.signInWithPhoneNumber", body=body)
    assert proven["localId"] == owner["localId"]


# What goes with it


@pytest.mark.covers("identitytoolkit.accounts.revokeToken", "tenants-config.md B5", "production.md 10.1")
def test_revoke_token(app, app_v2, provider):
    provider("apple.com")
    body = assertion("apple.com", id_token='{"sub":"a-1"}')
    session = app.call("identitytoolkit.accounts.signInWithIdp", body=body)
    body = {"providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "access", "idToken": session["idToken"]}

    assert app_v2.call("identitytoolkit.accounts.revokeToken", body=body) == {}
    assert app_v2.call("identitytoolkit.accounts.revokeToken", body=body) == {}

    with pytest.raises(HttpError) as raised:
        app_v2.call("identitytoolkit.accounts.revokeToken", body={**body, "idToken": "no.token"})
    assert refusal(raised) == (400, "INVALID_ID_TOKEN")


@pytest.mark.covers("identitytoolkit.accounts.verifyIosClient", "tenants-config.md B5")
def test_verify_ios_client(app):
    request = app.request("identitytoolkit.accounts.verifyIosClient", body={"appToken": "token", "isSandbox": True})
    request.headers["x-ios-bundle-identifier"] = "test.example.app"

    answer = request.execute()

    assert answer["receipt"] and int(answer["suggestedTimeout"]) > 0
