"""Who is asked: a Firebreak, with a project of its own for each programme, or the service itself."""

import http.client
import json
import os
import time
import uuid
from urllib.parse import quote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

import python_module

from .notation import encoded, unix

AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
# How a Firebreak has to be started for the recordings.
SERVER_OPTIONS = ("--profile", "production", "--unknown-keys", "reject", "--rule", "idTokens=signed")


class Connection:
    """Sends requests below a URL, one after the other."""

    def __init__(self, url):
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.netloc, timeout=60)
        self._base = parts.path.rstrip("/")

    def send(self, verb, path, query=None, headers=None, body=b""):
        """Status and body of the answer."""
        target = f"{self._base}/{quote(path, safe='/:')}" + (f"?{urlencode(query)}" if query else "")
        try:
            return self._send(verb, target, headers or {}, body)
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # A connection that was kept was closed meanwhile.
            self._connection.close()
            return self._send(verb, target, headers or {}, body)

    def _send(self, verb, target, headers, body):
        self._connection.request(verb, target, None if verb == "GET" else body, headers)
        response = self._connection.getresponse()
        return response.status, response.read()

    def close(self):
        self._connection.close()


class Signer:
    """A service account, which signs custom tokens."""

    def __init__(self, email, key=None, key_id="recorded"):
        self.email, self.key_id = email, key_id
        self.key = key or rsa.generate_private_key(65537, 2048)

    @classmethod
    def from_file(cls, path):
        """The account of a key file of Google Cloud."""
        with open(path) as file:
            account = json.load(file)
        key = serialization.load_pem_private_key(account["private_key"].encode(), None)
        return cls(account["client_email"], key, account["private_key_id"])

    def claims(self, issued, lifetime):
        return {"iss": self.email, "sub": self.email, "aud": AUDIENCE, "iat": issued, "exp": issued + lifetime}

    def signed(self, claims):
        # Not by jwt.encode, which refuses claims that the recordings have on purpose.
        return jwt.PyJWS().encode(json.dumps(claims).encode(), self.key, "RS256", {"kid": self.key_id})

    def public_jwk(self):
        numbers = self.key.public_key().public_numbers()
        modulus, exponent = (
            encoded(number.to_bytes((number.bit_length() + 7) // 8, "big")) for number in (numbers.n, numbers.e)
        )
        return {"kty": "RSA", "alg": "RS256", "use": "sig", "kid": self.key_id, "n": modulus, "e": exponent}


class Target:
    """One project of a server, its clock and its credentials."""

    def __init__(self, identity_toolkit, secure_token, access_token):
        self._connections = {
            "identitytoolkit": Connection(identity_toolkit),
            "securetoken": Connection(secure_token),
        }
        self.access_token = access_token

    def send(self, api, verb, path, *, query=None, headers=None, body=b""):
        return self._connections[api].send(verb, path, query, headers, body)

    def headers_of(self, caller):
        return {"Authorization": f"Bearer {self.access_token}"} if caller == "admin" else {}

    def admin(self, verb, path, query=None, body=None):
        """The JSON that a call of an admin is answered with; it must succeed."""
        headers = {**self.headers_of("admin"), "Content-Type": "application/json"}
        data = b"" if body is None else json.dumps(body).encode()
        status, answer = self.send("identitytoolkit", verb, path, query=query, headers=headers, body=data)
        if status != 200:
            raise RuntimeError(f"{verb} {path}: {status} {answer.decode(errors='replace')[:500]}")
        return json.loads(answer)

    def project_number(self):
        return self.admin("GET", f"v2/projects/{self.project}/config")["name"].split("/")[1]

    def close(self):
        for connection in self._connections.values():
            connection.close()


class Firebreak(Target):
    """A server of ours. The clock of a project stands still unless a programme moves it."""

    signers = {"own": Signer("recorded@project.iam.gserviceaccount.com"), "other": Signer("recorded@other.example")}
    run = "r1"

    def __init__(self, url):
        super().__init__(f"{url}/identitytoolkit.googleapis.com", f"{url}/securetoken.googleapis.com", "owner")
        self._server = python_module.Firebreak(url)

    def begin(self, pace):
        """An empty project."""
        self.project = f"recorded-{uuid.uuid4().hex[:12]}"
        self.key = f"project:{self.project}"
        self._pace = pace
        accounts = {self.signers["own"].email: {"keys": [self.signers["own"].public_jwk()]}}
        self._firebreak = self._server.project(self.project)
        self._firebreak.rules.patch(credentials="verified", service_accounts=accounts)
        # The same within every minute, so that it makes no difference when a programme begins; no whole second, which
        # times would show without a fraction.
        start = time.strftime("%Y-%m-%dT%H:%M:05.137Z", time.gmtime())
        self._now = unix(self._firebreak.clock.set(start, frozen=True)["now"])

    def now(self):
        return self._now

    def wait(self, seconds):
        if seconds > 0:
            self._now = unix(self._firebreak.clock.advance(f"{round(seconds * 1000)}ms")["now"])

    def before_step(self):
        self.wait(self._pace)


class Service(Target):
    """Google's service, or what stands for it, as variables of the environment name it (see README.md).

    Time is real there. The project is emptied before each programme.
    """

    def __init__(self, environment=os.environ):
        variable = environment.get
        super().__init__(
            variable("RECORDED_IDENTITY_TOOLKIT_URL", "https://identitytoolkit.googleapis.com"),
            variable("RECORDED_SECURE_TOKEN_URL", "https://securetoken.googleapis.com"),
            environment["RECORDED_ACCESS_TOKEN"],
        )
        self.project = environment["RECORDED_PROJECT"]
        self.key = environment["RECORDED_API_KEY"]
        self.run = str(int(time.time()))
        self.functions = variable("RECORDED_FUNCTIONS_URL")
        self._least_pause = float(variable("RECORDED_PAUSE", "0.5"))
        files = {"own": variable("RECORDED_SERVICE_ACCOUNT"), "other": variable("RECORDED_OTHER_SERVICE_ACCOUNT")}
        self.signers = {name: Signer.from_file(path) for name, path in files.items() if path}
        self._pause = 0.0

    def begin(self, pace):
        self._pause = max(pace, self._least_pause)
        self.empty()

    def empty(self):
        """Deletes all accounts and tenants."""
        project = f"projects/{self.project}"
        while users := self.admin("GET", f"v1/{project}/accounts:batchGet", {"maxResults": 1000}).get("users"):
            ids = [user["localId"] for user in users]
            self.admin("POST", f"v1/{project}/accounts:batchDelete", body={"localIds": ids, "force": True})
        if "allowTenants" in self.admin("GET", f"v2/{project}/config").get("multiTenant", {}):
            while tenants := self.admin("GET", f"v2/{project}/tenants").get("tenants"):
                for tenant in tenants:
                    self.admin("DELETE", f"v2/{tenant['name']}")

    def headers_of(self, caller):
        # Whose quota it is: tokens of people do not say it.
        project = {"X-Goog-User-Project": self.project} if caller == "admin" else {}
        return {**super().headers_of(caller), **project}

    def now(self):
        return time.time()

    def wait(self, seconds):
        time.sleep(max(0.0, seconds))

    def before_step(self):
        self.wait(self._pause)
