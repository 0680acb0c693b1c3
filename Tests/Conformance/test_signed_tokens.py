"""Rule `idTokens: signed`, and custom tokens under `credentials: verified`: checked by libraries that know nothing of
Firebreak (firebreak.md section 4, production.md sections 6.1, 6.3 and 6.4)."""

import datetime
import json

import firebase_admin
import google.auth.transport.requests
import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import _token_gen, auth, credentials
from google.oauth2 import id_token as google_id_token

from admin_sdk import NoCredential
from rest import Rest, failure, ok

pytestmark = pytest.mark.profiles("local", "emulator", "production")

JWKS = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
CERTIFICATES = "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
LEGACY_CERTIFICATES = "/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys"
ID_TOKEN_ISSUER = "securetoken.google.com"
COOKIE_ISSUER = "session.firebase.google.com"


@pytest.fixture
def signing(rest):
    """A project whose tokens are signed."""
    rest.firebreak.rules.patch(id_tokens="signed")
    return rest


@pytest.fixture
def user(signing):
    return signing.sign_up("ann@example.test", "correct-horse")


def cookie_of(rest, token):
    return ok(rest.admin(":createSessionCookie", {"idToken": token, "validDuration": "3600"}))["sessionCookie"]


def discovered(rest, issuer):
    """The metadata of an issuer, with the signature algorithms and keys that it names."""
    return ok(rest.request("GET", f"/{issuer}/{rest.project}/.well-known/openid-configuration"))


def verified(rest, token, issuer):
    """The claims of a token, verified by PyJWT with nothing but what the issuer publishes."""
    metadata = discovered(rest, issuer)
    key = jwt.PyJWKClient(metadata["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(
        token,
        key,
        algorithms=metadata["id_token_signing_alg_values_supported"],
        audience=rest.project,
        issuer=metadata["issuer"],
    )


def altered(token):
    """The token with another subject under the same signature."""
    header, payload, signature = token.split(".")
    claims = jwt.decode(token, options={"verify_signature": False}) | {"sub": "somebody-else"}
    payload = jwt.utils.base64url_encode(json.dumps(claims).encode()).decode()
    return f"{header}.{payload}.{signature}"


# ID tokens and session cookies


@pytest.mark.covers("keys.idTokenIssuer", "production.md 6.1")
def test_pyjwt_verifies_id_tokens(signing, user):
    refreshed = ok(signing.refresh(user["refreshToken"]))["id_token"]

    for token in (user["idToken"], refreshed):
        assert verified(signing, token, ID_TOKEN_ISSUER)["sub"] == user["localId"]
        with pytest.raises(jwt.InvalidSignatureError):
            verified(signing, altered(token), ID_TOKEN_ISSUER)


@pytest.mark.covers("keys.sessionCookieIssuer", "production.md 6.3")
def test_pyjwt_verifies_session_cookies(signing, user):
    cookie = cookie_of(signing, user["idToken"])

    assert verified(signing, cookie, COOKIE_ISSUER)["sub"] == user["localId"]
    with pytest.raises(jwt.InvalidSignatureError):
        verified(signing, altered(cookie), COOKIE_ISSUER)


def test_google_auth_verifies_id_tokens(signing, user):
    def verify(token):
        return google_id_token.verify_token(
            token,
            google.auth.transport.requests.Request(),
            audience=signing.project,
            certs_url=signing.server.url + CERTIFICATES,
            clock_skew_in_seconds=10,
        )

    assert verify(user["idToken"])["user_id"] == user["localId"]
    with pytest.raises(ValueError, match="signature"):
        verify(altered(user["idToken"]))


def test_google_auth_verifies_session_cookies(signing, user):
    def verify(token):
        return google_id_token.verify_token(
            token,
            google.auth.transport.requests.Request(),
            audience=signing.project,
            certs_url=signing.server.url + LEGACY_CERTIFICATES,
            clock_skew_in_seconds=10,
        )

    cookie = cookie_of(signing, user["idToken"])
    assert verify(cookie)["user_id"] == user["localId"]
    with pytest.raises(ValueError, match="signature"):
        verify(altered(cookie))


def test_admin_sdk_verifies_as_in_production(signing, user, monkeypatch):
    """Without an emulator in its environment, and with the server in the place of Google's key servers."""
    monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)
    monkeypatch.setattr(_token_gen, "ID_TOKEN_CERT_URI", signing.server.url + CERTIFICATES)
    monkeypatch.setattr(_token_gen, "COOKIE_CERT_URI", signing.server.url + LEGACY_CERTIFICATES)
    app = firebase_admin.initialize_app(NoCredential(), {"projectId": signing.project}, name=signing.project)
    cookie = cookie_of(signing, user["idToken"])
    try:
        assert auth.verify_id_token(user["idToken"], app, clock_skew_seconds=10)["uid"] == user["localId"]
        assert auth.verify_session_cookie(cookie, app=app, clock_skew_seconds=10)["uid"] == user["localId"]
        with pytest.raises(auth.InvalidIdTokenError):
            auth.verify_id_token(altered(user["idToken"]), app, clock_skew_seconds=10)
        with pytest.raises(auth.InvalidSessionCookieError):
            auth.verify_session_cookie(altered(cookie), app=app, clock_skew_seconds=10)
    finally:
        firebase_admin.delete_app(app)


def test_unsigned_tokens_are_no_good_where_tokens_are_signed(signing, user, profile):
    unsigned = jwt.encode(jwt.decode(user["idToken"], options={"verify_signature": False}), None, algorithm="none")
    answer = signing.app("lookup", {"idToken": unsigned})

    if profile == "emulator":
        # The reference never looks at signatures.
        assert ok(answer)
    else:
        assert failure(answer) == "INVALID_ID_TOKEN"


# The key


def key_pem(bits=2048):
    key = rsa.generate_private_key(public_exponent=65537, key_size=bits)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def key_id(server, project):
    rest = Rest(server, project)
    assert verified(rest, rest.sign_up()["idToken"], ID_TOKEN_ISSUER)
    (key,) = ok(rest.request("GET", JWKS))["keys"]
    return key["kid"]


@pytest.mark.profiles("local")
def test_pinned_key(start_server, project, tmp_path):
    pem = tmp_path / "key.pem"
    pem.write_bytes(key_pem())
    options = ("--rule", "idTokens=signed", "--signing-key", pem)

    first = key_id(start_server(*options), project)
    assert key_id(start_server(*options), project) == first
    assert key_id(start_server("--rule", "idTokens=signed"), project) != first


@pytest.mark.profiles("local")
def test_key_of_a_data_directory(start_server, project, tmp_path):
    options = ("--rule", "idTokens=signed", "--data-dir", tmp_path / "data")
    server = start_server(*options)
    first = key_id(server, project)
    assert server.stop() == 0

    assert key_id(start_server(*options), project) == first


@pytest.mark.profiles("local")
@pytest.mark.parametrize("content", [None, b"", b"text", key_pem(1024)], ids=["absent", "empty", "text", "short"])
def test_unusable_key(start_server, tmp_path, content):
    pem = tmp_path / "key.pem"
    if content is not None:
        pem.write_bytes(content)

    with pytest.raises(RuntimeError, match="signing key"):
        start_server("--signing-key", pem, ready_within=5)


@pytest.mark.profiles("local")
def test_a_key_is_looked_at_before_it_is_read(start_server, tmp_path):
    pem = tmp_path / "key.pem"
    with open(pem, "w") as file:
        file.truncate(3 << 30)

    with pytest.raises(RuntimeError, match="signing key"):
        start_server("--signing-key", pem, ready_within=5)


# Custom tokens


class ServiceAccount:
    """A service account with a key of its own, as the console hands it out."""

    def __init__(self, project):
        self.email = f"firebase-adminsdk@{project}.iam.gserviceaccount.com"
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, self.email)])
        now = datetime.datetime.now(datetime.timezone.utc)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now)
            .not_valid_after(now + datetime.timedelta(days=1))
            .sign(key, hashes.SHA256())
        )
        self.certificates = {"key-1": certificate.public_bytes(serialization.Encoding.PEM).decode()}
        self.info = {
            "type": "service_account",
            "project_id": project,
            "private_key_id": "key-1",
            "private_key": key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            ).decode(),
            "client_email": self.email,
            "token_uri": "https://oauth2.googleapis.com/token",
        }


def custom_token(account, monkeypatch, uid="ann", claims=None):
    """A token that the Admin SDK signs with the account's key, as it does in production."""
    monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)
    app = firebase_admin.initialize_app(credentials.Certificate(account.info), name=account.email)
    try:
        return auth.create_custom_token(uid, claims, app).decode()
    finally:
        firebase_admin.delete_app(app)


def test_custom_tokens_of_the_admin_sdk(rest, project, monkeypatch):
    account, stranger = ServiceAccount(project), ServiceAccount("other-project")
    rest.firebreak.rules.patch(credentials="verified", service_accounts={account.email: account.certificates})
    token = custom_token(account, monkeypatch, claims={"admin": True})

    answer = ok(rest.app("signInWithCustomToken", {"token": token, "returnSecureToken": True}))
    assert jwt.decode(answer["idToken"], options={"verify_signature": False})["admin"] is True
    strange = custom_token(stranger, monkeypatch)
    assert failure(rest.app("signInWithCustomToken", {"token": strange})) == "CREDENTIAL_MISMATCH"
    assert failure(rest.app("signInWithCustomToken", {"token": altered(token)})) == "INVALID_CUSTOM_TOKEN"
