"""Authorized domains of production: production.md section 2."""

import pytest

from federation import sign_in
from production import EMAIL, PASSWORD, allow_links, code, error, generated, nothing_sent, page, send
from rest import IDENTITY_TOOLKIT, failure, ok

pytestmark = [pytest.mark.profiles("production"), pytest.mark.contract("production.md 2")]

UNLISTED = "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
NO_HOST = "INVALID_CONTINUE_URI : Missing domain in continue url"
ELSEWHERE = "https://elsewhere.example.test/x"
KINDS = {"PASSWORD_RESET": {}, "VERIFY_EMAIL": {}, "EMAIL_SIGNIN": {"canHandleCodeInApp": True},
         "VERIFY_AND_CHANGE_EMAIL": {"newEmail": "new@example.test"}}


def domains(rest, *names):
    return rest.admin("/config", {"authorizedDomains": list(names)}, verb="PATCH", version="v2",
                      params={"updateMask": "authorizedDomains"})


def ask(rest, kind, **extra):
    body = {"requestType": kind, "email": EMAIL, "returnOobLink": True, **KINDS[kind], **extra}
    return rest.admin("/accounts:sendOobCode", body)


@pytest.fixture
def account(rest):
    allow_links(rest)
    return rest.existing_account(EMAIL)


def test_defaults(rest):
    expected = [f"{rest.project}.firebaseapp.com", f"{rest.project}.web.app"]
    assert ok(rest.admin("/config", verb="GET", version="v2"))["authorizedDomains"] == expected
    answer = ok(rest.request("GET", f"{IDENTITY_TOOLKIT}/v1/projects", params={"key": rest.key}))
    assert answer["authorizedDomains"] == expected and answer["projectId"].isdigit()


@pytest.mark.parametrize("name", ["https://a.test", "a.test:80", "*.a.test", "*", "a b.test"])
def test_entries_are_host_names(rest, name):
    assert failure(domains(rest, name)) == (
        f"INVALID_AUTHORIZED_DOMAIN : {name} should only contain the valid domain."
    )


def test_an_entry_may_not_be_empty(rest):
    assert failure(domains(rest, "")) == "INVALID_AUTHORIZED_DOMAIN : An authorized domain is empty."


def test_hosting_domains_may_be_removed(rest):
    ok(domains(rest, "a.test"))
    assert ok(rest.admin("/config", verb="GET", version="v2"))["authorizedDomains"] == ["a.test"]


@pytest.mark.parametrize("kind", KINDS)
def test_continue_urls_of_every_kind_are_checked(rest, account, kind):
    for url, message in [(ELSEWHERE, UNLISTED), ("http://localhost/", UNLISTED), ("", NO_HOST), ("words", NO_HOST),
                         (f"https://sub.{rest.project}.web.app/", UNLISTED)]:
        assert failure(ask(rest, kind, continueUrl=url)) == message, url
    ok(ask(rest, kind, continueUrl=page(rest)))
    ok(ask(rest, kind, continueUrl=f"http://{rest.project}.web.app:5000/a?b=c#d"))


def test_a_port_is_not_compared(rest, account):
    ok(domains(rest, "localhost"))
    ok(ask(rest, "PASSWORD_RESET", continueUrl="http://localhost:5000/x"))


@pytest.mark.parametrize("kind", KINDS)
def test_no_continue_url(rest, account, kind):
    ok(ask(rest, kind, canHandleCodeInApp=False))
    assert failure(ask(rest, kind, canHandleCodeInApp=True)) == "MISSING_CONTINUE_URI"


def test_create_auth_uri(rest):
    assert failure(rest.app("createAuthUri", {"identifier": EMAIL})) == "MISSING_CONTINUE_URI"
    ok(rest.admin("/defaultSupportedIdpConfigs", {"enabled": True, "clientId": "c", "clientSecret": "s"}, version="v2",
                  params={"idpId": "apple.com"}))
    body = {"providerId": "apple.com", "continueUri": ELSEWHERE}
    assert failure(rest.app("createAuthUri", body)) == (
        "INVALID_CONTINUE_URI : Invalid OAuth request for apple.com"
    )


def test_nothing_to_send_comes_first(rest):
    answer = nothing_sent(rest, lambda: send(rest, "PASSWORD_RESET", continueUrl=ELSEWHERE))
    assert answer == {"kind": "identitytoolkit#GetOobConfirmationCodeResponse", "email": EMAIL}


def test_changes_hold_for_later_links(rest, account):
    ok(domains(rest, "elsewhere.example.test"))
    oob_code = code(rest, "EMAIL_SIGNIN", continueUrl=ELSEWHERE)
    ok(domains(rest, "other.example.test"))
    assert failure(ask(rest, "EMAIL_SIGNIN", continueUrl=ELSEWHERE)) == UNLISTED
    ok(rest.app("signInWithEmailLink", {"email": EMAIL, "oobCode": oob_code}))
