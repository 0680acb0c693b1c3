"""A stand-in for Google's service: it grants access tokens, and passes what they are good for on to a Firebreak.

It can be told to answer otherwise, and knows what it was asked.
"""

import http.client
import json
import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

SCOPE = "https://www.googleapis.com/auth/cloud-platform"
JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
EMAIL = "reader@acme-shop.iam.gserviceaccount.com"
KEY_ID = "0123456789abcdef"
PREFIX = "/identitytoolkit.googleapis.com"
# What must be in no file, output or log.
PLAIN_TOKEN = "ya29.plain-TOKEN-never-shown"
GRANTED_TOKEN = "ya29.granted-TOKEN-never-shown"
REFRESH_TOKEN = "1//refresh-TOKEN-never-shown"
CLIENT_SECRET = "client-SECRET-never-shown"


@dataclass
class Request:
    """A request that arrived, and when it did."""

    verb: str
    path: str
    query: dict
    headers: dict
    body: bytes
    at: float


@dataclass
class Answer:
    """What is answered instead; an object is JSON."""

    status: int = 200
    body: object = field(default_factory=dict)
    headers: dict = field(default_factory=dict)
    # Bytes that the head promises beyond those that come.
    missing: int = 0

    @property
    def content(self):
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


def refusal(status, message, *details):
    """A refusal in the service's words."""
    names = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND"}
    error = {"code": status, "message": message, "status": names.get(status, "UNKNOWN")}
    return Answer(status, {"error": {**error, **({"details": list(details)} if details else {})}})


class GoogleService:
    """Answers below its own address as the service does, with the projects of a server.

    - server: What the calls go to; without one, only what a test has given answers for is there.
    """

    def __init__(self, server=None):
        self.tokens = {PLAIN_TOKEN}
        self.requests = []
        # Why an access token was refused.
        self.grant_problems = []
        self.expires_in = 3600
        self._answers = []
        self._server = server
        self._lock = threading.Lock()
        self._key = rsa.generate_private_key(65537, 2048)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                outer._handle(self)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"
        self.token_uri = f"{self.url}/token"
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()

    # Credentials

    @property
    def private_key(self):
        return self._key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        ).decode()

    def service_account(self, **changes):
        """The key file of a service account, as the Cloud console gives it."""
        return {
            "type": "service_account",
            "project_id": "acme-shop",
            "private_key_id": KEY_ID,
            "private_key": self.private_key,
            "client_email": EMAIL,
            "client_id": "1234567890",
            "token_uri": self.token_uri,
            **changes,
        }

    def authorized_user(self, **changes):
        """What gcloud stores of a login."""
        return {
            "type": "authorized_user",
            "client_id": "client.apps.googleusercontent.com",
            "client_secret": CLIENT_SECRET,
            "refresh_token": REFRESH_TOKEN,
            "token_uri": self.token_uri,
            **changes,
        }

    # What is answered

    def answer(self, path, *answers):
        """Answers calls to a path, a regular expression below `/v2/projects/` or `/v1/projects/`, with these, the last one for ever.

        `None` lets a call pass.
        """
        self._answers.append((re.compile(path), list(answers)))

    # What was asked

    def asked(self, verb=None):
        """The paths of all calls but the grants, without what is before the version."""
        return [
            request.path.removeprefix(PREFIX)
            for request in self.requests
            if request.path != "/token" and verb in (None, request.verb)
        ]

    def grants(self):
        """The forms of the grants."""
        return [dict(parse_qsl(request.body.decode())) for request in self.requests if request.path == "/token"]

    # Answering

    def _handle(self, handler):
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        query = dict(parse_qsl(parts.query))
        request = Request(handler.command, parts.path, query, headers, body, time.monotonic())
        with self._lock:
            self.requests.append(request)
            answer = self._scripted(request)
        if answer is None:
            answer = self._grant(request) if request.path == "/token" else self._pass_on(request, handler.path)
        content = answer.content
        with suppress(ConnectionError):
            handler.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(content) + answer.missing))
            handler.end_headers()
            handler.wfile.write(content)
        if answer.missing:
            handler.close_connection = True

    def _scripted(self, request):
        path = re.sub("^/v[12]/projects/", "", request.path.removeprefix(PREFIX))
        for pattern, answers in self._answers:
            if pattern.fullmatch(path):
                return answers.pop(0) if len(answers) > 1 else answers[0]
        return None

    def _grant(self, request):
        try:
            self._check_grant(request)
        except (AssertionError, jwt.InvalidTokenError) as problem:
            self.grant_problems.append(repr(problem))
            return Answer(400, {"error": "invalid_grant", "error_description": "Bad Request"})
        self.tokens.add(GRANTED_TOKEN)
        return Answer(
            body={"access_token": GRANTED_TOKEN, "expires_in": self.expires_in, "token_type": "Bearer", "scope": SCOPE}
        )

    def _check_grant(self, request):
        assert request.verb == "POST"
        assert request.headers["content-type"] == "application/x-www-form-urlencoded"
        form = dict(parse_qsl(request.body.decode(), strict_parsing=True))
        if form["grant_type"] == "refresh_token":
            expected = {"client_id", "client_secret", "refresh_token"}
            user = self.authorized_user()
            assert form == {"grant_type": "refresh_token", **{name: user[name] for name in expected}}
            return
        assert form["grant_type"] == JWT_GRANT and set(form) == {"grant_type", "assertion"}
        claims = jwt.decode(
            form["assertion"], self._key.public_key(), algorithms=["RS256"], audience=self.token_uri, issuer=EMAIL,
            options={"require": ["iss", "aud", "scope", "iat", "exp"]}, leeway=5,
        )  # fmt: skip
        header = jwt.get_unverified_header(form["assertion"])
        assert (header["typ"], header["kid"]) == ("JWT", KEY_ID)
        assert claims["scope"] == SCOPE
        assert 0 < claims["exp"] - claims["iat"] <= 3600

    def _pass_on(self, request, target):
        if request.headers.get("authorization") not in {f"Bearer {token}" for token in self.tokens}:
            return refusal(401, "Request had invalid authentication credentials.")
        if not self._server:
            return refusal(404, "Not Found")
        connection = http.client.HTTPConnection(self._server.host, self._server.port, timeout=30)
        try:
            path = target if target.startswith(PREFIX) else PREFIX + target
            connection.request(request.verb, path, request.body or None, {"Authorization": "Bearer owner"})
            response = connection.getresponse()
            return Answer(response.status, response.read().decode())
        finally:
            connection.close()
