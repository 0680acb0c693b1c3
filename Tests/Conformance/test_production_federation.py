"""Identity providers of production: production.md sections 9.1 and 10.

Checks of signed tokens, in every profile alike, are in test_federated.py.
"""

import json
from urllib.parse import urlsplit

import pytest

from federation import UNUSABLE, assertion, google_user, nonce_claim, sign_in
from production import EMAIL, PASSWORD, page
from rest import failure, ok, query

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 9.1", "production.md 10")]

OIDC = {"displayName": "Acme", "enabled": True, "clientId": "client", "issuer": "https://idp.acme.example"}


def add(rest, collection, parameter, id, body):
    return rest.admin(f"/{collection}", body, version="v2", params={parameter: id})


@pytest.fixture(autouse=True)
def providers(rest):
    for id in ("google.com", "apple.com", "yahoo.com", "facebook.com"):
        body = {"enabled": True, "clientId": "client", "clientSecret": "secret"}
        ok(add(rest, "defaultSupportedIdpConfigs", "idpId", id, body))
    ok(add(rest, "oauthIdpConfigs", "oauthIdpConfigId", "oidc.acme", OIDC))
    rest.allow_all()


def by_oidc(rest, *, claims=None, **extra):
    return sign_in(rest, "oidc.acme", {"sub": "s-1", "email": EMAIL, **(claims or {})}, **extra)


# 10. What is refused


@pytest.mark.parametrize(
    ("provider", "form", "message"),
    [
        ("google.com", {"id_token": "garbage"}, "INVALID_IDP_RESPONSE : Unable to parse Google id_token: garbage"),
        ("oidc.acme", {"id_token": "garbage"}, "INVALID_IDP_RESPONSE : Unable to parse the ID Token."),
        ("oidc.acme", {"id_token": "{garbage"}, "INVALID_IDP_RESPONSE : Unable to parse the ID Token."),
        ("oidc.acme", {"access_token": "a"}, UNUSABLE),
        ("yahoo.com", {"access_token": "a"}, UNUSABLE),
        ("google.com", {}, UNUSABLE),
    ],
)
def test_credentials_that_say_nothing(rest, provider, form, message):
    assert failure(rest.app("signInWithIdp", assertion(provider, **form))).startswith(message)


def test_no_request_uri(rest):
    body = assertion("google.com", id_token=json.dumps({"sub": "s"}))
    del body["requestUri"]
    assert failure(rest.app("signInWithIdp", body)) == "MISSING_REQUEST_URI"
    assert failure(rest.app("signInWithIdp", {**body, "requestUri": ""})) == "MISSING_REQUEST_URI"


def test_nonces(rest):
    token = json.dumps({"sub": "s", "nonce": nonce_claim("raw")})
    assert failure(sign_in(rest, "oidc.acme", {"id_token": token})) == (
        "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
    )
    assert failure(sign_in(rest, "oidc.acme", {"id_token": token, "nonce": "guess"})) == (
        f'MISSING_OR_INVALID_NONCE : The nonce in ID Token "{nonce_claim("raw")}" does not match the SHA256 hash of'
        ' the raw nonce "guess" in the request.'
    )
    assert failure(sign_in(rest, "oidc.acme", {"id_token": token, "nonce": "raw"})) == (
        "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."
    )
    fresh = json.dumps({"sub": "s", "nonce": nonce_claim("raw"), "jti": "fresh"})
    ok(sign_in(rest, "oidc.acme", {"id_token": fresh, "nonce": "raw"}))
    ok(sign_in(rest, "oidc.acme", {"id_token": json.dumps({"sub": "t"}), "nonce": "unasked"}))


def test_reserved_parameters(rest):
    reserved = {name: "x" for name in ("client_id", "redirect_uri", "response_type", "scope", "state")}
    answer = ok(rest.app("createAuthUri", {
        "providerId": "google.com", "continueUri": page(rest), "customParameter": {**reserved, "prompt": "login"},
    }))
    parameters = query(answer["authUri"])
    assert json.loads(parameters["customParameters"]) == {"prompt": "login"}
    assert parameters["state"] != "x"


def test_no_account_on_request(rest):
    assert failure(by_oidc(rest, autoCreate=False)) == "USER_NOT_FOUND"
    assert rest.accounts() == []


def test_the_way_back_comes_to_the_handler(rest):
    answer = ok(rest.app("createAuthUri", {"providerId": "google.com", "continueUri": page(rest)}))
    assert urlsplit(answer["authUri"]).path == "/__/auth/handler"


# Linking


@pytest.mark.parametrize("returns", [False, True])
def test_linking_that_is_refused(rest, returns):
    rest.existing_account(EMAIL)
    other = rest.sign_up("bob@example.test", PASSWORD)["idToken"]
    ok(by_oidc(rest, claims={"email": "bob@example.test"}, idToken=other))
    for body, message in (
        ({"claims": {"sub": "s-2", "email": "bob@example.test"}}, "PROVIDER_ALREADY_LINKED"),
        ({"claims": {"sub": "s-3", "email": EMAIL}}, "EMAIL_EXISTS"),
    ):
        token = other if message == "PROVIDER_ALREADY_LINKED" else rest.sign_up("carol@example.test", PASSWORD)["idToken"]
        answer = by_oidc(rest, idToken=token, returnIdpCredential=returns, **body)
        if not returns:
            assert failure(answer) == message
            continue
        found = ok(answer)
        assert found["errorMessage"] == message and found["pendingToken"] and "idToken" not in found


def test_an_identity_of_somebody_else(rest):
    ok(by_oidc(rest))
    token = rest.sign_up("bob@example.test", PASSWORD)["idToken"]
    assert failure(by_oidc(rest, idToken=token)) in ("FEDERATED_USER_ID_ALREADY_LINKED", "EMAIL_EXISTS")


# 9.1 One account for an address


def test_a_provider_that_cannot_vouch(rest):
    rest.existing_account(EMAIL)
    answer = ok(sign_in(rest, "facebook.com", {"sub": "f", "email": EMAIL}))
    assert answer["needConfirmation"] is True and answer["email"] == EMAIL
    # Enumeration protection does not tell which providers there are.
    assert "verifiedProvider" not in answer and "idToken" not in answer


def test_a_provider_that_vouches(rest):
    local_id = rest.sign_up(EMAIL, PASSWORD)["localId"]
    assert ok(sign_in(rest, "google.com", google_user("g", EMAIL)))["localId"] == local_id
    assert failure(rest.sign_in(EMAIL, PASSWORD)) == "INVALID_LOGIN_CREDENTIALS"
    assert rest.account(local_id)["emailVerified"] is True


# What is answered


def test_the_answer_of_oidc(rest):
    first = ok(by_oidc(rest))
    assert first["federatedId"] == "oidc.acme/s-1"
    assert first["isNewUser"] is True
    assert not {"rawId", "context", "oauthAccessToken"} & first.keys()
    assert "isNewUser" not in ok(by_oidc(rest))


# Configurations


def test_issuers(rest):
    answer = add(rest, "oauthIdpConfigs", "oauthIdpConfigId", "oidc.other", {**OIDC, "issuer": "http://idp.example"})
    assert failure(answer) == "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL."


# 10.1 Sign in with Apple


def test_apple(rest):
    token = json.dumps({"sub": "a", "email": "x@privaterelay.appleid.com", "email_verified": "true"})
    name = json.dumps({"name": {"firstName": "Ann", "lastName": "Lee"}})
    made = ok(sign_in(rest, "apple.com", {"id_token": token, "user": name}))
    again = ok(sign_in(rest, "apple.com", {"id_token": token}))
    assert made["localId"] == again["localId"]
    user = rest.account(made["localId"])
    assert (user["email"], user["emailVerified"], user["displayName"]) == (
        "x@privaterelay.appleid.com", True, "Ann Lee",
    )


def revoke(rest, token, provider="apple.com", **extra):
    body = {"providerId": provider, "tokenType": "CODE", "token": "t", "idToken": token, **extra}
    return rest.app_v2("revokeToken", body)


def test_revoking_tokens_of_apple(rest):
    token = ok(sign_in(rest, "apple.com", {"sub": "a"}))["idToken"]
    assert failure(revoke(rest, token, "google.com")).split(" :")[0] in ("INVALID_PROVIDER_ID", "OPERATION_NOT_ALLOWED")
    assert failure(revoke(rest, token)) == "OPERATION_NOT_ALLOWED : Code flow is not enabled for Apple"
    flow = {"teamId": "T", "keyId": "K", "privateKey": "-----BEGIN PRIVATE KEY-----"}
    ok(rest.admin("/defaultSupportedIdpConfigs/apple.com", {"appleSignInConfig": {"codeFlowConfig": flow}},
                  verb="PATCH", version="v2", params={"updateMask": "appleSignInConfig"}))
    for _ in range(2):
        assert ok(revoke(rest, token)) == {}
