"""Rule `idTokens: signed`, and custom tokens under `credentials: verified`: checked by libraries that know nothing of
Firebreak (firebreak.md section 4, production.md sections 6.1, 6.3 and 6.4)."""

import datetime
import http.server
import json
import threading
import time

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
from python_module import FirebreakError
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


# Flaws


SIGNED_FLAWS = ["expired", "not-yet-valid", "wrong-project", "wrong-issuer", "foreign-key", "unknown-key", "unsigned",
                "tampered"]  # fmt: skip
ACCOUNT_FLAWS = {"revoked": auth.RevokedIdTokenError, "disabled": auth.UserDisabledError, "deleted": auth.UserNotFoundError}


def flawed(rest, user, flaw):
    return rest.firebreak.mint_token(user["localId"], flaw=flaw)["idToken"]


@pytest.fixture
def admin_app(signing, monkeypatch):
    """The Admin SDK without an emulator, with the server in the place of Google's key servers."""
    monkeypatch.delenv("FIREBASE_AUTH_EMULATOR_HOST", raising=False)
    monkeypatch.setattr(_token_gen, "ID_TOKEN_CERT_URI", signing.server.url + CERTIFICATES)
    app = firebase_admin.initialize_app(NoCredential(), {"projectId": signing.project}, name=signing.project)
    yield app
    firebase_admin.delete_app(app)


def test_a_token_without_a_flaw_is_taken(signing, user, admin_app):
    token = flawed(signing, user, None)
    assert verified(signing, token, ID_TOKEN_ISSUER)["sub"] == user["localId"]
    assert auth.verify_id_token(token, admin_app, clock_skew_seconds=10)["uid"] == user["localId"]


@pytest.mark.parametrize("flaw", SIGNED_FLAWS)
def test_flawed_tokens_are_refused(signing, user, admin_app, flaw):
    token = flawed(signing, user, flaw)
    with pytest.raises(jwt.PyJWTError):
        verified(signing, token, ID_TOKEN_ISSUER)
    with pytest.raises((auth.InvalidIdTokenError, auth.CertificateFetchError)):
        auth.verify_id_token(token, admin_app, clock_skew_seconds=10)


@pytest.mark.parametrize("flaw", ACCOUNT_FLAWS)
def test_tokens_of_accounts_that_may_not_sign_in_are_refused(signing, user, monkeypatch, flaw):
    monkeypatch.setenv("FIREBASE_AUTH_EMULATOR_HOST", signing.server.url.removeprefix("http://"))
    app = firebase_admin.initialize_app(NoCredential(), {"projectId": signing.project}, name=signing.project)
    try:
        token = flawed(signing, user, flaw)
        with pytest.raises(ACCOUNT_FLAWS[flaw]):
            auth.verify_id_token(token, app, check_revoked=True)
        # The user's own account stays as it is.
        assert auth.verify_id_token(user["idToken"], app, check_revoked=True)["uid"] == user["localId"]
        assert verified(signing, token, ID_TOKEN_ISSUER)["sub"] != user["localId"]
    finally:
        firebase_admin.delete_app(app)


def test_a_token_of_another_tenant(signing, user):
    claims = verified(signing, flawed(signing, user, "other-tenant"), ID_TOKEN_ISSUER)
    assert claims["firebase"]["tenant"] == "not-the-project"


def test_flaws_of_signatures_need_some(rest):
    user = rest.sign_up("ann@example.test", "correct-horse")
    for flaw in ("unsigned", "tampered", "foreign-key", "unknown-key"):
        with pytest.raises(FirebreakError, match="idTokens"):
            flawed(rest, user, flaw)
    claims = jwt.decode(flawed(rest, user, "expired"), options={"verify_signature": False, "verify_exp": False})
    assert claims["exp"] < claims["iat"] + 3601 and "refreshToken" not in rest.firebreak.mint_token(
        user["localId"], flaw="expired"
    )


# Probing an API


class Shop:
    """An API that takes ID tokens, with a hole if it is given one."""

    def __init__(self, signing, hole=None):
        app, shop = signing, self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                token = (self.headers["authorization"] or "").removeprefix("Bearer ")
                shop.asked.append(self.path)
                self.send_response(200 if shop.takes(app, token, hole) else 401)
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def takes(self, app, token, hole):
        keys = jwt.PyJWKClient(app.server.url + JWKS)
        try:
            key = keys.get_signing_key_from_jwt(token)
            options = {"verify_exp": hole != "expired", "verify_iat": hole != "not-yet-valid"}
            claims = jwt.decode(
                token, key, algorithms=["RS256"], audience=app.project,
                issuer=f"https://securetoken.google.com/{app.project}", options=options,
            )  # fmt: skip
        except jwt.PyJWTError:
            return False
        if claims["firebase"].get("tenant"):
            return hole == "other-tenant"
        users = ok(app.admin("/accounts:lookup", {"localId": [claims["sub"]]})).get("users", [])
        if not users:
            return hole == "deleted"
        if users[0].get("disabled"):
            return hole == "disabled"
        # An API that takes what has expired does not ask when it was issued.
        is_current = claims["iat"] >= int(users[0].get("validSince", 0)) or claims["exp"] < time.time()
        return is_current or hole == "revoked"

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@pytest.mark.parametrize("hole", [None, "expired", "disabled", "deleted", "revoked", "other-tenant"])
def test_a_probe_finds_the_one_hole(firebreak, signing, user, hole):
    shop = Shop(signing, hole)
    try:
        result = firebreak(
            "probe", f"{shop.url}/orders?all=1", "--as", user["localId"], "--project", signing.project, "--url",
            signing.server.url,
        )  # fmt: skip
    finally:
        shop.close()
    lines = result.stdout.splitlines()
    assert result.returncode == (1 if hole else 0), result.stdout + result.stderr
    assert [line.split()[0] for line in lines if "GOT IN" in line] == ([hole] if hole else [])
    assert sum("refused" in line for line in lines) == (11 if hole else 12)
    assert set(shop.asked) == {"/orders?all=1"} and len(shop.asked) == 13


def test_a_probe_of_an_api_that_takes_nothing(firebreak, signing, user):
    shop = Shop(signing)
    shop.takes = lambda *_: False
    try:
        result = firebreak("probe", shop.url, "--as", user["localId"], "--project", signing.project, "--url",
                           signing.server.url)  # fmt: skip
    finally:
        shop.close()
    assert result.returncode == 1 and len(shop.asked) == 1 and "REFUSED" in result.stdout


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
