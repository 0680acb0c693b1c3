"""What browsers and tools open: no method of an interface, but paths that links and SDKs contain."""

from urllib.parse import urlencode

import pytest
from openapi_spec_validator import validate

from rest import ok, query

from .people import PASSWORD, USER, code_sent_to, password_body

pytestmark = pytest.mark.profiles("local", "emulator", "production")

HTML = "text/html; charset=utf-8"


@pytest.mark.covers("emulator.status", "wire.md 11")
def test_status(rest):
    links = {"docs": "https://firebase.google.com/docs/emulator-suite", "apiSpec": "/emulator/openapi.json"}

    assert ok(rest.request("GET", "/")) == {"authEmulator": {"ready": True, **links}}


@pytest.mark.covers("emulator.openapi", "wire.md 11")
def test_description(rest):
    document = ok(rest.request("GET", "/emulator/openapi.json"))

    validate(document)
    assert "/v1/accounts:signUp" in document["paths"]


@pytest.mark.parametrize(
    ("operation", "path"),
    [("emulator.action", "/emulator/action"), ("emulator.auth.action", "/__/auth/action")],
)
@pytest.mark.covers("{operation}", "email-actions.md 7")
def test_action(rest, operation, path):
    ok(rest.app("signUp", password_body()))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": USER}))
    code = code_sent_to(rest, USER, "PASSWORD_RESET")

    def reset(**extra):
        parameters = {"mode": "resetPassword", "apiKey": rest.key, "oobCode": code, **extra}
        return rest.request("GET", path, params=parameters)

    asked = reset()
    done = reset(newPassword="another-horse")

    assert asked.status_code == 400
    assert asked.json()["authEmulator"]["error"] == "missing newPassword query parameter"
    assert ok(done)["authEmulator"] == {"success": "The password has been successfully updated.", "email": USER}
    assert rest.sign_in(USER, PASSWORD).status_code == 400
    assert ok(rest.sign_in(USER, "another-horse"))["idToken"]


@pytest.mark.covers("emulator.auth.links", "clients.md 6.4")
def test_hosting_links_lead_to_the_link_inside(rest, server, profile):
    inner = f"{server.url}/__/auth/action?{urlencode({'mode': 'signIn', 'apiKey': rest.key, 'oobCode': 'code'})}"

    led = rest.request("GET", "/__/auth/links", params={"link": inner})
    refused = rest.request("GET", "/__/auth/links", params={"link": "https://unlisted.example/"})

    assert (led.status_code, led.headers["Location"]) == (303, inner)
    # In profile `emulator` domains count once a project names them, and this link is of the default project.
    assert refused.status_code == (303 if profile == "emulator" else 400)


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        ("emulator.auth.handler", "/emulator/auth/handler"),
        ("emulator.auth.hosting.handler", "/__/auth/handler"),
    ],
)
@pytest.mark.covers("{operation}", "idp.md 3")
def test_handler(rest, provider, operation, path):
    provider("google.com")
    body = {"providerId": "google.com", "continueUri": "http://localhost:3000/page"}
    # Where the answer leads, with what the JavaScript SDK adds.
    parameters = query(ok(rest.app("createAuthUri", body))["authUri"]) | {"appName": "app"}

    page = rest.request("GET", path, params=parameters)
    incomplete = rest.request("GET", path, params={"providerId": "google.com"})

    assert (page.status_code, page.headers["Content-Type"]) == (200, HTML)
    assert "google.com" in page.text
    assert "script-src 'nonce-" in page.headers["Content-Security-Policy"]
    assert incomplete.status_code == 400
    assert incomplete.json() == {"authEmulator": {"error": "missing apiKey or providerId query parameters"}}


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        ("emulator.auth.iframe", "/emulator/auth/iframe"),
        ("emulator.auth.hosting.iframe", "/__/auth/iframe"),
    ],
)
@pytest.mark.covers("{operation}", "idp.md 4")
def test_iframe(rest, operation, path):
    page = rest.request("GET", path, params={"apiKey": rest.key, "appName": "app", "v": "12.0.0"})

    assert (page.status_code, page.headers["Content-Type"]) == (200, HTML)
    assert "gapi" in page.text and "<script" in page.text
