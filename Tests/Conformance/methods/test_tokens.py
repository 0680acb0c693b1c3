"""Session cookies, the exchange of refresh tokens, and the keys of signers."""

import jwt
import pytest
from cryptography.x509 import load_pem_x509_certificate
from googleapiclient.errors import HttpError

from discovery import refusal
from rest import claims, failure, ok

from .people import PASSWORD, USER, password_body, sign_up

GOOGLE = "/www.googleapis.com"
SECURE_TOKEN = "securetoken@system.gserviceaccount.com"

pytestmark = pytest.mark.profiles("local", "emulator", "production")


@pytest.mark.covers("identitytoolkit.{scope}.createSessionCookie", "tokens.md 6", "production.md 6.3")
def test_create_session_cookie(manage, app, project, tenant):
    manage("accounts", {"localId": "u", "email": "u@example.test", "password": PASSWORD})
    body = password_body("u@example.test", **({"tenantId": tenant} if tenant else {}))
    token = app.call("identitytoolkit.accounts.signInWithPassword", body=body)["idToken"]

    answer = manage("createSessionCookie", {"idToken": token, "validDuration": "600"})

    cookie = claims(answer["sessionCookie"])
    assert answer.keys() == {"sessionCookie"}
    assert cookie["iss"] == f"https://session.firebase.google.com/{project}"
    assert cookie["exp"] - cookie["iat"] == 600
    assert cookie["sub"] == "u" and cookie["firebase"].get("tenant") == tenant
    with pytest.raises(HttpError) as raised:
        manage("createSessionCookie", {"idToken": token, "validDuration": "299"})
    assert refusal(raised) == (400, "INVALID_DURATION")


@pytest.mark.parametrize("clock", ["running", "standing still"])
def test_a_new_password_leaves_the_app_signed_in(rest, clock):
    """SDKs take the tokens of an answer for new ones where the ID token is not the one that they have."""
    if clock == "standing still":
        rest.firebreak.clock.freeze()
    kept = rest.sign_up("user@example.test", PASSWORD)
    for number in range(20):
        body = {"idToken": kept["idToken"], "password": f"horse-{number}", "returnSecureToken": True}
        answer = ok(rest.app("update", body))
        if answer["idToken"] != kept["idToken"]:
            kept = answer

        refreshed = ok(rest.refresh(kept["refreshToken"]))
        assert rest.own_account(refreshed["id_token"])["email"] == "user@example.test"


# Keys


def key_id(token):
    return jwt.get_unverified_header(token)["kid"]


@pytest.fixture
def signed(rest):
    """The project's tokens are signed, as those of production are."""
    rest.firebreak.rules.patch(id_tokens="signed")


@pytest.mark.covers("identitytoolkit.getSessionCookiePublicKeys", "tenants-config.md B5", "production.md 6.3")
def test_get_session_cookie_public_keys(app, admin, project, signed):
    body = {"idToken": sign_up(app)["idToken"], "validDuration": "600"}
    cookie = admin.call("identitytoolkit.projects.createSessionCookie", targetProjectId=project, body=body)

    answer = app.call("identitytoolkit.getSessionCookiePublicKeys")

    (key,) = [key for key in answer["keys"] if key["kid"] == key_id(cookie["sessionCookie"])]
    assert (key["kty"], key["alg"], key["use"]) == ("RSA", "RS256", "sig")
    verified = jwt.decode(cookie["sessionCookie"], jwt.PyJWK(key), algorithms=["RS256"], audience=project)
    assert verified["iss"] == f"https://session.firebase.google.com/{project}"


@pytest.mark.covers("identitytoolkit.getPublicKeys", "tenants-config.md B5", "production.md 6.1")
def test_get_public_keys(app, project, signed):
    token = sign_up(app)["idToken"]

    answer = app.call("identitytoolkit.getPublicKeys")

    certificate = load_pem_x509_certificate(answer[key_id(token)].encode())
    assert jwt.decode(token, certificate.public_key(), algorithms=["RS256"], audience=project)["email"] == USER


@pytest.mark.covers("keys.certificates", "production.md 6.1")
@pytest.mark.covers("keys.jwks", "production.md 6.1")
@pytest.mark.profiles("local", "production")
def test_keys_of_id_tokens(app, rest, project, signed):
    token = sign_up(app)["idToken"]

    certificates = ok(rest.request("GET", f"{GOOGLE}/robot/v1/metadata/x509/{SECURE_TOKEN}"))
    keys = ok(rest.request("GET", f"{GOOGLE}/service_accounts/v1/jwk/{SECURE_TOKEN}"))["keys"]
    # Where other libraries look for the same, and how they write it.
    for account in (SECURE_TOKEN, SECURE_TOKEN.replace("@", "%40")):
        assert ok(rest.request("GET", f"{GOOGLE}/service_accounts/v1/metadata/x509/{account}")) == certificates
        assert ok(rest.request("GET", f"{GOOGLE}/robot/v1/metadata/jwk/{account}"))["keys"] == keys

    certificate = load_pem_x509_certificate(certificates[key_id(token)].encode())
    (key,) = [key for key in keys if key["kid"] == key_id(token)]
    for public_key in (certificate.public_key(), jwt.PyJWK(key)):
        assert jwt.decode(token, public_key, algorithms=["RS256"], audience=project)["email"] == USER


# The exchange


@pytest.mark.covers("securetoken.token", "tokens.md 4", "production.md 6.2")
def test_refresh(app, rest):
    created = sign_up(app)
    app.call("identitytoolkit.accounts.update", body={"idToken": created["idToken"], "displayName": "Name"})

    answer = ok(rest.refresh(created["refreshToken"]))

    assert (answer["user_id"], answer["token_type"], answer["expires_in"]) == (created["localId"], "Bearer", "3600")
    assert answer["project_id"] == app.call("identitytoolkit.getProjects")["projectId"]
    assert answer["access_token"] == answer["id_token"] and answer["refresh_token"]
    renewed = claims(answer["id_token"])
    assert (renewed["email"], renewed["name"]) == (USER, "Name")
    assert renewed["auth_time"] == claims(created["idToken"])["auth_time"]
    assert failure(rest.refresh("garbage")) == "INVALID_REFRESH_TOKEN"
