"""A small REST client for one project, in the shape in which the official clients call."""

import base64
import json
import time
from urllib.parse import parse_qs, parse_qsl, quote, urlsplit

import requests

from python_module import Firebreak

IDENTITY_TOOLKIT = "/identitytoolkit.googleapis.com"
SECURE_TOKEN = "/securetoken.googleapis.com/v1/token"

# The state of `mfa` in a project and of `mfaConfig` in a tenant.
WITH_ALL_FACTORS = {
    "state": "ENABLED",
    "enabledProviders": ["PHONE_SMS"],
    "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 5}}],
}


def ok(response):
    """The JSON of a successful answer."""
    assert response.status_code == 200, f"{response.status_code} {response.text}"
    return response.json()


def failure(response, status=400):
    """The error message of a refused call."""
    assert response.status_code == status, f"{response.status_code} {response.text}"
    error = response.json()["error"]
    assert error["code"] == status, error
    for detail in error.get("errors", []):
        assert detail["message"], error
    return error["message"]


def claims(token):
    """The payload of a JWT, unverified."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def query(url):
    """The query parameters of a URL; every name must occur once."""
    parameters = parse_qs(urlsplit(url).query, keep_blank_values=True, strict_parsing=True)
    assert all(len(values) == 1 for values in parameters.values()), url
    return {name: values[0] for name, values in parameters.items()}


def query_names(url):
    """The names of the query parameters of a URL, in order."""
    return [name for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True)]


def wait_for_second_after(second):
    """Returns once the clock shows a later whole second: token times have no finer resolution."""
    while int(time.time()) <= second:
        time.sleep(0.02)


class Rest:
    """Calls of an app (API key) and of an admin (`Bearer owner`) to one project."""

    def __init__(self, server, project, key=None):
        self.server = server
        self.project = project
        self.key = key or f"project:{project}"
        self.session = requests.Session()
        self.session.trust_env = False

    def request(self, verb, path, **options):
        options.setdefault("timeout", 30)
        options.setdefault("allow_redirects", False)
        return self.session.request(verb, self.server.url + path, **options)

    # The two kinds of callers.

    def app(self, method, body, headers=None):
        """POST /v1/accounts:<method> with the project's API key."""
        return self.request(
            "POST", f"{IDENTITY_TOOLKIT}/v1/accounts:{method}", params={"key": self.key}, json=body, headers=headers
        )

    def app_v2(self, method, body, headers=None):
        """The same for a method of v2, such as `mfaSignIn:start` or `revokeToken`."""
        path = f"{IDENTITY_TOOLKIT}/v2/accounts{'/' if ':' in method else ':'}{method}"
        return self.request("POST", path, params={"key": self.key}, json=body, headers=headers)

    def admin(self, path, body=None, *, verb="POST", version="v1", tenant=None, params=None):
        """<verb> /<version>/projects/<project>[/tenants/<tenant>]<path> as an admin."""
        scope = f"/projects/{quote(self.project, safe='')}" + (f"/tenants/{tenant}" if tenant else "")
        return self.request(
            verb,
            f"{IDENTITY_TOOLKIT}/{version}{scope}{path}",
            params=params,
            json=body,
            headers={"Authorization": "Bearer owner"},
        )

    def refresh(self, refresh_token):
        """The refresh-token grant, as a form."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return self.request("POST", SECURE_TOKEN, params={"key": self.key}, data=form)

    # Frequent calls.

    def configure(self, mask, body):
        """Patches the masked fields of the project's configuration."""
        return ok(self.admin("/config", body, verb="PATCH", version="v2", params={"updateMask": mask}))

    def allow_all(self):
        """Switches on what `production` starts without: all but passwords and, by rule, identity providers."""
        self.configure(
            "signIn.email,signIn.anonymous,signIn.phoneNumber.enabled,mfa,smsRegionConfig,multiTenant.allowTenants",
            {
                "signIn": {
                    "email": {"enabled": True, "passwordRequired": False},
                    "anonymous": {"enabled": True},
                    "phoneNumber": {"enabled": True},
                },
                "mfa": WITH_ALL_FACTORS,
                "smsRegionConfig": {"allowByDefault": {"disallowedRegions": []}},
                "multiTenant": {"allowTenants": True},
            },
        )

    def create_tenant(self, **extra):
        """The ID of a new tenant with passwords and all second factors."""
        body = {"displayName": "blue-team", "allowPasswordSignup": True, "mfaConfig": WITH_ALL_FACTORS, **extra}
        return ok(self.admin("/tenants", body, version="v2"))["name"].split("/")[-1]

    def sign_up(self, email=None, password=None, **extra):
        body = {"returnSecureToken": True, **extra}
        if email:
            body |= {"email": email, "password": password}
        return ok(self.app("signUp", body))

    def sign_in(self, email, password, **extra):
        return self.app(
            "signInWithPassword", {"email": email, "password": password, "returnSecureToken": True, **extra}
        )

    def account(self, local_id, tenant=None):
        """The account as an admin sees it."""
        (user,) = ok(self.admin("/accounts:lookup", {"localId": [local_id]}, tenant=tenant))["users"]
        return user

    def own_account(self, id_token):
        """The account as its owner sees it."""
        (user,) = ok(self.app("lookup", {"idToken": id_token}))["users"]
        return user

    def existing_account(self, email, verified=True, **extra):
        """The ID of an account that an admin made, with the password `correct-horse`."""
        body = {"email": email, "password": "correct-horse", "emailVerified": verified, **extra}
        return ok(self.admin("/accounts", body))["localId"]

    def accounts(self):
        """All accounts of the project."""
        return ok(self.admin("/accounts:batchGet", verb="GET")).get("users", [])

    # The control API.

    def control(self, verb, path, **options):
        """<verb> /firebreak/v1/projects/<project><path>, for tests of that API."""
        return self.request(verb, f"/firebreak/v1/projects/{quote(self.project, safe='')}{path}", **options)

    @property
    def firebreak(self):
        """The project by the module for Python, for what is not itself under test."""
        return Firebreak(self.server.url).project(self.project)
