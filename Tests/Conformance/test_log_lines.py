"""Nobody writes lines of the log, or moves a terminal, by what is in a request."""

import json
import re
import unicodedata
from urllib.parse import quote

import pytest

from python_module import Firebreak
from raw_http import Connection, request
from rest import IDENTITY_TOOLKIT, Rest, failure, ok

pytestmark = pytest.mark.profiles("local", "emulator", "production")

# As a line of the log begins, so that a forged one would be taken for one.
FORGED = "2026-01-01T00:00:00+0000 critical firebreak: forged"
BEGINNING = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d{4}) (trace|debug|info|notice|warning|error|critical) "
CONTROLS = ["\0", "\a", "\b", "\t", "\n", "\r", "\r\n", "\x1b[2J", "\x7f", "\x85", "\x9b2J"]


@pytest.fixture
def log(start_server, project, profile):
    """A server that tells everything, its project's clients, and a check of what it told."""

    class Log:
        def __init__(self, *options):
            self.server = start_server("--profile", profile, "--log-level", "debug", *options)
            self.rest = Rest(self.server, project)
            if profile == "production":
                self.rest.allow_all()

        def text(self):
            assert self.server.stop() == 0
            return self.server.log.read_bytes().decode("utf-8")

        def check(self):
            for line in self.text().split("\n")[:-1]:
                assert re.match(BEGINNING, line) and not line.startswith(FORGED), repr(line)
                assert not any(unicodedata.category(character) == "Cc" for character in line), repr(line)

    return Log


def project_ids(control):
    return [f"p{control}{FORGED}", f"{control}p", f"p{control}"]


def calls_for_a_project(rest, project):
    """A call to each API and with each way to name a project."""
    path, owner = quote(project, safe=""), {"Authorization": "Bearer owner"}
    yield Rest(rest.server, project).app("signUp", {})
    yield Rest(rest.server, project).refresh("token")
    yield rest.request("POST", f"{IDENTITY_TOOLKIT}/v1/projects/{path}/accounts:lookup", json={}, headers=owner)
    yield rest.request("GET", f"{IDENTITY_TOOLKIT}/v2/projects/{path}/config", headers=owner)
    yield rest.request(
        "POST", f"{IDENTITY_TOOLKIT}/v1/accounts:lookup", json={"targetProjectId": project}, headers=owner
    )
    yield rest.request("GET", f"/emulator/v1/projects/{path}/config")
    yield rest.request("GET", f"/firebreak/v1/projects/{path}/outbox")
    yield rest.request("POST", f"/firebreak/v1/projects/{path}:seed", data="version: 1")
    yield rest.request("POST", f"/firebreak/v1/projects/{path}/apiKeys", json={"key": "stolen"})
    yield rest.control("POST", ":fork", json={"to": project})


def test_project_ids_have_no_control_characters(log):
    log = log()
    rest = log.rest
    rest.sign_up("alice@example.test", "correct-horse")
    before = Firebreak(rest.server.url).projects.list()
    # U+0000 never gets as far: it is another character in a URL, and refused in JSON.
    for control in set(CONTROLS) - {"\0"}:
        for project in project_ids(control):
            for answer in calls_for_a_project(rest, project):
                message = failure(answer)
                assert message.split(" : ")[0] == "INVALID_PROJECT_ID", (project, answer.request.url, message)

    assert Firebreak(rest.server.url).projects.list() == before
    log.check()


def test_what_is_in_requests(log):
    """Addresses, numbers, names, URLs, headers, paths and keys; whether the call is refused is another matter."""
    log = log()
    rest, server = log.rest, log.server
    admin = {"Authorization": "Bearer owner"}
    for control in CONTROLS:
        forged = f"{control}{FORGED}"
        email, encoded = f"a{forged}@example.test", quote(forged, safe="")
        page = f"https://{rest.project}.web.app/{forged}"
        for kind in ("EMAIL_SIGNIN", "PASSWORD_RESET", "VERIFY_EMAIL"):
            for address in (email, "alice@example.test"):
                body = {"requestType": kind, "email": address, "continueUrl": page, "canHandleCodeInApp": True}
                rest.app("sendOobCode", body)
                rest.admin("/accounts:sendOobCode", {**body, "returnOobLink": True})
        rest.app("signUp", {"email": email, "password": "correct-horse"})
        rest.admin("/accounts", {"localId": f"id{forged}", "email": email, "displayName": f"Alice{forged}"})
        rest.app("sendVerificationCode", {"phoneNumber": f"+1650555{forged}", "recaptchaToken": "token"})
        rest.app("signInWithIdp", {"requestUri": page, "postBody": f"providerId=x{encoded}&id_token={encoded}"})
        rest.app("signInWithCustomToken", {"token": f"a.{forged}.c"})
        rest.app("signUp", {"tenantId": f"tenant{forged}"})
        rest.admin("/tenants", {"displayName": f"blue{forged}"}, version="v2")
        rest.control("POST", ":snapshot", json={"name": f"s{forged}"})
        rest.control("POST", "/apiKeys", json={"key": f"key{forged}"})
        rest.control("PATCH", "/rules", json={"appName": f"Shop{forged}"})
        for path in (f"/nowhere/{encoded}", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp{encoded}", f"/__/auth/{encoded}"):
            rest.request("POST", path, json={}, headers=admin)
        rest.request("GET", "/__/auth/action", params={"mode": f"m{forged}", "oobCode": forged, "apiKey": rest.key})
        rest.request("POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp", params={"key": f"k{forged}"}, json={})
    assert rest.request("GET", "/healthz").ok
    # Raw in the head: the server may refuse these, and end the connection.
    for control in CONTROLS:
        for name in ("User-Agent", "Origin", "X-Client-Version", "X-Firebase-Locale", "Content-Type", "Authorization"):
            with Connection(server) as connection:
                path = f"{IDENTITY_TOOLKIT}/v1/accounts:signUp?key={rest.key}"
                connection.send(request(server, path, b"{}", headers=[f"{name}: a{control}{FORGED}"]))
                connection.head()
        with Connection(server) as connection:
            connection.send(request(server, f"/a{control}{FORGED.replace(' ', '_')}", verb="GET"))
            connection.head()
    assert rest.request("GET", "/healthz").ok
    log.check()


def test_json_lines_stay_lines(log):
    log = log("--log-format", "json")
    for control in CONTROLS:
        log.rest.app("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": f"a{control}{FORGED}@example.test",
                                     "continueUrl": f"https://{log.rest.project}.web.app/", "canHandleCodeInApp": True})
    ok(log.rest.app("signUp", {}))

    for line in log.text().split("\n")[:-1]:
        assert isinstance(json.loads(line), dict), line
