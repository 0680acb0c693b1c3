"""One connection to a server, for what is prepared and looked at between the loads."""

import http.client
import json
from urllib.parse import quote, urlencode

from .server import HOST, PROJECT

KEY = "bench-key"
PASSWORD = "correct-horse"
_TOOLKIT = "/identitytoolkit.googleapis.com/v1"


class CallError(Exception):
    """An answer that is not the expected one."""


def password_account(number):
    """An account as signUp with a name and a password would leave it, for batchCreate."""
    return {
        "localId": f"{number:028}",
        "email": f"account-{number}@bench.test",
        "displayName": f"Account {number}",
        "passwordHash": f"fakeHash:salt=fakeSalt{number:020}:password={PASSWORD}",
        "salt": f"fakeSalt{number:020}",
    }


def complete_account(number):
    """One that also has a phone number and signs in with Google."""
    identity = {"providerId": "google.com", "rawId": f"subject-{number}", "email": f"account-{number}@bench.test"}
    return password_account(number) | {"phoneNumber": f"+1650{number:07}", "providerUserInfo": [identity]}


class Client:
    def __init__(self, server):
        self._connection = http.client.HTTPConnection(HOST, server.port, timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def request(self, verb, path, body=None, is_admin=False):
        """The body of a 200, as bytes."""
        headers = {"Authorization": "Bearer owner"} if is_admin else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(verb, path, body, headers)
        response = self._connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise CallError(f"{verb} {path}: {response.status} {answer[:400]!r}")
        return answer

    def sign_up(self, email):
        return self.app("signUp", {"email": email, "password": PASSWORD, "returnSecureToken": True})

    def sign_in_with_password(self, email):
        return self.app("signInWithPassword", {"email": email, "password": PASSWORD, "returnSecureToken": True})

    def sign_in_with_idp(self, id_token):
        """Signs in to Google with the claims of an ID token as JSON, percent-encoded."""
        form = f"providerId=google.com&id_token={id_token}"
        return self.app(
            "signInWithIdp", {"requestUri": "http://localhost", "postBody": form, "returnSecureToken": True}
        )

    def set_test_phone_numbers(self, numbers):
        """Gives numbers fixed codes."""
        path = f"{_TOOLKIT.replace('v1', 'v2')}/projects/{PROJECT}/config"
        body = json.dumps({"signIn": {"phoneNumber": {"testPhoneNumbers": numbers}}})
        mask = "signIn.phoneNumber.testPhoneNumbers"
        self.request("PATCH", f"{path}?updateMask={mask}", body, is_admin=True)

    def send_sign_in_code(self, email):
        body = {
            "requestType": "EMAIL_SIGNIN",
            "email": email,
            "continueUrl": "http://localhost/finish",
            "canHandleCodeInApp": True,
        }
        return self.app("sendOobCode", body)

    def lookup(self, id_token):
        return self.app("lookup", {"idToken": id_token})

    def app(self, method, body):
        return json.loads(self.request("POST", f"{_TOOLKIT}/accounts:{method}?key={KEY}", json.dumps(body)))

    def import_accounts(self, first, count, project=PROJECT, make=password_account):
        """Creates accounts; what of each is sent says a function of its number."""
        users = [make(number) for number in range(first, first + count)]
        path = f"{_TOOLKIT}/projects/{project}/accounts:batchCreate"
        answer = self.request("POST", path, json.dumps({"users": users}), is_admin=True)
        if json.loads(answer).get("error"):
            raise CallError(f"batchCreate refused accounts: {answer[:400]!r}")

    def page(self, token="", size=1_000):
        """The bytes of a page of accounts."""
        query = f"?maxResults={size}" + (f"&nextPageToken={quote(token, safe='')}" if token else "")
        return self.request("GET", f"{_TOOLKIT}/projects/{PROJECT}/accounts:batchGet{query}", is_admin=True)

    def query(self, body, project=PROJECT):
        """The bytes that accounts:query answers."""
        return self.request("POST", f"{_TOOLKIT}/projects/{project}/accounts:query", json.dumps(body), is_admin=True)

    def search(self, query, project=PROJECT):
        """A page of the accounts that a query of the control API selects."""
        return json.loads(self.request("GET", f"/firebreak/v1/projects/{project}/accounts?{urlencode(query)}"))

    def counts(self, project=PROJECT):
        """How much is in the project: `accounts`, `messages` and so on."""
        return json.loads(self.request("GET", f"/firebreak/v1/projects/{project}"))["counts"]

    def seed(self, project, document):
        """Applies a fixture, YAML or JSON."""
        return json.loads(self.request("POST", f"/firebreak/v1/projects/{project}:seed", document))

    def control(self, project, method, body):
        """Calls a method of the control API on a project: fork, reset and so on."""
        return json.loads(self.request("POST", f"/firebreak/v1/projects/{project}:{method}", json.dumps(body)))
