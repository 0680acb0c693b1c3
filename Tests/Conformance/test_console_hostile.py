"""Every view of the console over a project in which every text that others can choose is an attack, and every value that
can be missing or long is so (firebreak.md section 13)."""

import re
from urllib.parse import quote, urljoin, urlsplit

import pytest
import requests
from lxml import html

from pages import NARROW, WIDE
from rest import ok

ATTACK = "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'&{{slot}}</textarea></template>"
LONG = "long" * 40
# More than anybody needs to read; see `test_no_view_transfers_too_much`.
MOST_BYTES = 150_000
# What is not a page.
NO_PAGE = re.compile(r"/assets/|/curl($|\?)|/export|\.eml$|/mail($|\?)|/preview($|\?)|/raw($|\?)|format=")
# Parts of paths and queries that only name one thing of many.
NAMES = re.compile(r"(?<=/accounts/)(?!new\b)[^/?]+|(?<=/outbox/)[^/?]+|(?<=/requests/)[^/?]+|(?<=/errors/)[^/?]+|=[^&]*")


@pytest.fixture
def hostile(rest, server, project):
    """Fills the project."""
    rest.firebreak.rules.patch(app_name=ATTACK[:100])
    tenant = rest.create_tenant(displayName="blue-team")
    users = [
        {
            "localId": "hostile",
            "email": "hostile@example.test",
            "displayName": ATTACK,
            "photoUrl": "javascript:window.hacked=1",
            "customAttributes": '{"claim":"</textarea><script>window.hacked=1</script>"}',
            "phoneNumber": "+15555550123",
            "emailVerified": True,
            "mfaInfo": [{"mfaEnrollmentId": "factor", "phoneInfo": "+15555550124", "displayName": ATTACK}],
            "providerUserInfo": [
                {"providerId": "google.com", "rawId": ATTACK, "displayName": ATTACK, "photoUrl": "javascript:alert(1)"}
            ],
        },
        {"localId": LONG[:128], "displayName": LONG, "email": f"{LONG[:60]}@example.test"},
        {"localId": "bare"},
    ]
    errors = ok(rest.admin("/accounts:batchCreate", {"users": users})).get("error", [])
    assert errors == []
    ok(rest.admin("/accounts:batchCreate", {"users": [{"localId": "theirs", "displayName": ATTACK}]}, tenant=tenant))
    rest.configure(
        "notification.sendEmail.resetPasswordTemplate",
        {
            "notification": {
                "sendEmail": {
                    "resetPasswordTemplate": {
                        "subject": ATTACK,
                        "senderDisplayName": ATTACK,
                        "body": f"<a href='javascript:window.hacked=1'>%LINK%</a>{ATTACK}",
                    }
                }
            }
        },
    )
    headers = {"User-Agent": ATTACK, "X-Client-Version": ATTACK}
    for kind in ("PASSWORD_RESET", "EMAIL_SIGNIN", "VERIFY_EMAIL"):
        body = {"requestType": kind, "email": "hostile@example.test", "continueUrl": "http://localhost/?a=<script>"}
        if kind != "VERIFY_EMAIL":
            ok(rest.app("sendOobCode", body, headers=headers))
    rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"}, headers=headers)
    rest.app("signUp", {"email": ATTACK, "password": ATTACK}, headers=headers)
    rest.app("signInWithPassword", {"email": "hostile@example.test", "password": "wrong"}, headers=headers)
    rest.firebreak.snapshot("a-name")
    rest.firebreak.faults.add("accounts.lookup", where={"email": ATTACK}, status=500, body=ATTACK)
    rest.request("GET", f"/{quote(ATTACK)}", headers=headers)
    return f"{server.url}/firebreak/projects/{quote(project)}"


def views(start):
    """A page of each kind that links lead to, with its size."""
    found, waiting, seen = [], [start], set()
    while waiting:
        url = waiting.pop(0)
        address = urlsplit(url)
        shape = NAMES.sub("*", address.path + ("?" + address.query if address.query else ""))
        # Three of a kind: the first of a list is often its newest, and not the most hostile.
        if shape in seen and sum(shape == other for other, _, _ in found) >= 3:
            continue
        if any(url == known for _, known, _ in found):
            continue
        seen.add(shape)
        answer = requests.get(url, headers={"Accept": "text/html"}, timeout=30)
        assert answer.status_code == 200, url
        assert answer.headers["Content-Type"].startswith("text/html"), url
        found.append((shape, answer.url, len(answer.content)))
        for link in html.fromstring(answer.content).xpath("//a[not(@download) and not(@target)]/@href"):
            target = urljoin(answer.url, link).split("#")[0]
            # The bar leads to other projects, too, which are of other tests.
            if "/projects/" in target and not target.startswith(start.removesuffix("outbox")):
                continue
            if target.startswith(start.split("/projects/")[0] + "/") and "/v1/" not in target:
                if not NO_PAGE.search(target):
                    waiting.append(target)
    return found


def test_no_view_runs_or_is_broken_by_what_it_shows(browser, hostile):
    found = views(f"{hostile}/outbox")
    shapes = {shape for shape, _, _ in found}
    for view in ("outbox", "accounts", "requests", "settings", "state"):
        assert any(re.search(rf"/projects/[^/]+/{view}$", shape) for shape in shapes), f"{view} in {sorted(shapes)}"
    for _, url, _ in found:
        browser.open(url)
        assert browser.driver.execute_script("return window.hacked") is None, url
        assert browser.all("img[src=x], script:not([src])") == [], url
        assert [link for link in browser.all("[href^='javascript:'], [src^='javascript:']")] == [], url
        assert browser.mistakes() == [], url
        for pixels in (NARROW, WIDE):
            browser.width(pixels)
            assert not browser.overflows(), f"{url} is wider than {pixels} pixels"
        assert browser.problems() == [], url


@pytest.mark.timeout(300)
def test_no_view_transfers_too_much(hostile):
    too_large = {url: size for _, url, size in views(f"{hostile}/outbox") if size > MOST_BYTES}
    assert too_large == {}
