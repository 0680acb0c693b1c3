"""How the page of federated sign-in reads and looks (idp.md section 3.2); what it does is in test_sign_in_pages.py."""

import json
import re
from urllib.parse import quote, urlencode

import pytest
from selenium.webdriver.common.keys import Keys

from browser import app_site
from pages import STATES
from rest import ok

NAMES = {
    "google.com": "Google",
    "apple.com": "Apple",
    "yahoo.com": "Yahoo",
    "facebook.com": "Facebook",
    "github.com": "GitHub",
    "microsoft.com": "Microsoft",
    "twitter.com": "X",
    "linkedin.com": "LinkedIn",
    "playgames.google.com": "Play Games",
    "gc.apple.com": "Game Center",
    "oidc.none": "oidc.none",
    "saml.none": "saml.none",
    "example.test": "example.test",
}
HOSTILE = "<img src=x onerror=alert(1)>{{name}}&amp;"
POPUP = (500, 600)
# A page of the app that may be returned to.
REDIRECT = {
    "local": "http://localhost:5000/",
    "emulator": "http://elsewhere.test/",
    "production": "https://PROJECT.web.app/",
}
# Rules of a project in which the page stands in for every provider.
BUILTIN = {"idp_pages": "builtin", "providers": "any"}


@pytest.fixture
def address(server, rest):
    def address(provider="google.com", **parameters):
        given = {"apiKey": rest.key, "providerId": provider, "appName": "[DEFAULT]", "authType": "signInViaPopup"}
        return f"{server.url}/__/auth/handler?{urlencode(given | parameters)}"

    return address


@pytest.fixture
def people(rest):
    """Imports so many accounts of a provider."""

    def people(count, provider="google.com", name="Alice Anderson"):
        def user(number):
            entry = {"providerId": provider, "rawId": f"r{number}", "email": f"user{number}@example.test"}
            return {"localId": f"u{number}", "providerUserInfo": [entry | {"displayName": name}]}

        if count:
            assert ok(rest.admin("/accounts:batchCreate", {"users": [*map(user, range(count))]})).get("error", []) == []

    return people


@pytest.fixture
def popup(browser, server, rest):
    """Opens the page as a popup of an app whose SDK has another name, and goes there."""
    site = app_site(server, rest.key, "other")
    first = browser.driver.current_window_handle

    def popup(address):
        browser.open(f"{site.url}/app")
        browser.driver.execute_script(
            "document.getElementById('popup').onclick = () => window.open(%s, '', 'width=500,height=600')"
            % json.dumps(address)
        )
        browser.find("#popup").click()
        browser.wait(lambda _: len(browser.driver.window_handles) == 2)
        (handle,) = set(browser.driver.window_handles) - {first}
        browser.driver.switch_to.window(handle)
        browser.wait(lambda _: browser.driver.execute_script("return typeof toggleForm") == "function")

    yield popup
    for handle in browser.driver.window_handles:
        if handle != first:
            browser.driver.switch_to.window(handle)
            browser.driver.close()
    browser.driver.switch_to.window(first)
    site.close()


def assert_in_view(browser, *selectors):
    """Nobody has to scroll to these, and nothing covers them."""
    for selector in selectors:
        hidden = browser.driver.execute_script(
            """
            const box = arguments[0].getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            const isInside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
            return isInside && scrollY === 0 && arguments[0].contains(top) ? null : JSON.stringify([box, innerHeight]);
            """,
            browser.find(selector),
        )
        assert hidden is None, f"{selector}: {hidden}"


def add(browser):
    browser.find("#add-account-button").click()


def pick(browser):
    browser.find("#accounts-list button").click()


# What it says


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
@pytest.mark.all_allowed
def test_providers_have_the_names_that_people_know(browser, address, rest, profile):
    if profile == "production":
        rest.firebreak.rules.patch(**BUILTIN)
    for provider, name in NAMES.items():
        browser.open(address(provider))
        shown = provider if provider.startswith(("oidc.", "saml.")) else provider[0].upper() + provider[1:]
        assert browser.text("h1") == f"Sign-in with {shown}"
        assert browser.text(".js-provider-id") == shown
        assert (name in browser.text(".scope")) or shown.lower().startswith(name.lower())
        assert browser.text(".product") == "FIREBREAK"
        assert "stands in for the provider" in browser.text("main")
    browser.open(address("github.com", error="App not found"))
    assert (browser.text("h1"), browser.text("#error")) == ("Sign-in with Github.com", "App not found")


def test_own_providers_have_the_name_that_is_configured(browser, rest, address):
    def configure(tenant, name):
        oidc = {"displayName": name, "enabled": True, "clientId": "c", "issuer": "https://idp.example.test"}
        saml = {
            "displayName": name,
            "enabled": True,
            "idpConfig": {
                "idpEntityId": "idp",
                "ssoUrl": "https://idp.example.test/sso",
                "idpCertificates": [{"x509Certificate": "C"}],
            },
            "spConfig": {"callbackUri": "https://app.example.test/__/auth/handler", "spEntityId": "app"},
        }
        for path, parameter, provider, body in (
            ("/oauthIdpConfigs", "oauthIdpConfigId", "oidc.acme", oidc),
            ("/inboundSamlConfigs", "inboundSamlConfigId", "saml.acme", saml),
        ):
            ok(rest.admin(path, body, version="v2", tenant=tenant, params={parameter: provider}))

    tenant = rest.create_tenant()
    configure(None, HOSTILE)
    configure(tenant, "Acme of the tenant")
    for provider in ("oidc.acme", "saml.acme"):
        browser.open(address(provider))
        assert browser.text("h1") == f"Sign-in with {provider}"
        assert browser.text(".scope") == f"Project {rest.project} · {HOSTILE} · {provider}"
        assert browser.all("main img") == []
        browser.open(address(provider, tid=tenant))
        assert browser.text(".scope").endswith(f"Acme of the tenant · {provider}")
        # An error that has nothing to do with the provider still names it.
        browser.open(address(provider, tid=tenant, error="App not found"))
        assert browser.text(".scope") == f"Acme of the tenant · {provider}"
    assert browser.problems() == []


def test_page_can_be_read_without_scripts(browser, address, people):
    people(1)
    browser.without_scripts()
    browser.open(address())

    assert "needs JavaScript" in browser.text(".notice.failure")
    assert "user0@example.test" in browser.text("#accounts-list")


# What is in view


@pytest.mark.parametrize("count", [0, 1, 3, 5, 10, 11, 200])
def test_accounts_are_above_the_fold_of_a_popup(browser, address, people, count):
    people(count)
    browser.width(*POPUP)
    browser.open(address())

    assert_in_view(browser, "h1", "#add-account-button")
    assert browser.driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")
    if count:
        assert_in_view(browser, *(f"#accounts-list li:nth-child({number})" for number in (1, 2, 3)[:count]))
    if count > 10:
        assert_in_view(browser, "#account-filter")
        # The last one is a matter of scrolling the list, not the page.
        browser.driver.execute_script("document.querySelector('#accounts-list').scrollTop = 1e6")
        assert_in_view(browser, f"#accounts-list li:nth-child({count})", "#add-account-button")
        browser.find("#account-filter").send_keys("user7@")
        assert_in_view(browser, "#filter-result", "#accounts-list li:not([hidden])", "#add-account-button")


@pytest.mark.parametrize("profile", ["local", "emulator"])
@pytest.mark.parametrize("provider", ["google.com", "apple.com", "saml.acme"])
def test_form_is_above_the_fold_of_a_popup(browser, address, provider):
    browser.width(*POPUP)
    browser.open(address(provider))
    add(browser)
    inputs = ("#email-input", "#display-name-input", "#screen-name-input", "#profile-photo-input")
    buttons = ("#back-button", "#autogen-button", "#sign-in")
    assert_in_view(browser, "h1", *inputs, *buttons)

    browser.find("#email-input").send_keys("nobody")

    assert browser.text("#email-error") == 'Missing "@"'
    assert_in_view(browser, "#email-error", *inputs, *buttons)
    assert browser.driver.execute_script("return document.documentElement.scrollHeight <= innerHeight")


def test_button_stays_in_view_where_the_form_is_longer_than_the_window(browser, address):
    for size in ((320, 600), POPUP, (800, 509), (1280, 480)):
        browser.width(*size)
        browser.open(address("apple.com", ibi="a.b"))
        add(browser)
        browser.driver.execute_script("scrollTo(0, 0)")
        assert_in_view(browser, "#sign-in")
        browser.find("#email-input").click()
        browser.press(Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB, Keys.TAB)
        assert browser.focused().get_attribute("id") == "profile-photo-input"
        assert_in_view(browser, "#profile-photo-input", "#sign-in")


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
def test_everything_can_be_clicked_in_small_windows(browser, address, people, rest, profile):
    """As tests of SDKs do it, in the pop-up of a headless browser: WebDriver scrolls to nothing that is covered."""
    if profile == "production":
        rest.firebreak.rules.patch(**BUILTIN)
    people(12, "apple.com")
    redirect = REDIRECT[profile].replace("PROJECT", rest.project)
    for page in (
        *(address(provider, ibi="a.b") for provider in NAMES),
        address("apple.com"),
        address("apple.com", authType="signInViaRedirect", redirectUrl=redirect),
    ):
        browser.open(page)
        assert browser.covered() == []
        browser.width(800, 509)
        add(browser)
        for selector in ("#profile-photo-input", "#email-input", "#screen-name-input", "#back-button"):
            browser.find(selector).click()
        add(browser)
        assert browser.covered() == []


def test_nothing_is_wider_than_320_pixels(browser, address, people):
    people(12, name="N" * 200)
    browser.width(320, 600)
    browser.open(address())
    assert not browser.overflows()
    assert_in_view(browser, "#account-filter", "#accounts-list li", "#add-account-button")
    pick(browser)
    assert not browser.overflows()
    browser.open(address("apple.com", ibi="a.b", tid=""))
    assert not browser.overflows()
    add(browser)
    assert not browser.overflows()
    assert_in_view(browser, "#sign-in")
    browser.open(address(error="x" * 400))
    assert not browser.overflows()


# No way back to the app


def test_no_frame_is_explained_and_tried_again(browser, popup, address, people, server, rest):
    people(3)
    popup(address())
    browser.width(*POPUP)
    pick(browser)

    assert browser.text("#error") == "Auth Emulator Internal Error: No matching frame"
    assert browser.focused() == browser.find("#no-frame-title")
    assert "localhost" in browser.text("#no-match") and not browser.find("#no-opener").is_displayed()
    assert browser.text("#chosen") == "user0@example.test"
    assert [browser.text(f"#wanted-{name}") for name in ("key", "name", "origin")] == [
        rest.key,
        "[DEFAULT]",
        server.url,
    ]
    assert browser.text("#found") == f"API key {rest.key}, app name other"
    assert_in_view(browser, "#try-again", "#close-window", "#error")
    browser.press(Keys.TAB, Keys.ENTER)
    assert browser.text("#status") == "Looked again: it is still not there."
    assert browser.focused() == browser.find("#try-again")
    browser.check()


def test_no_frame_tells_what_it_found(browser, popup, address, people):
    people(1)
    popup(address())
    handle = browser.driver.current_window_handle
    (app,) = set(browser.driver.window_handles) - {handle}
    for markup, found in (
        ("<iframe></iframe>", "1 frame of another page"),
        ("<iframe></iframe><iframe src='/app'></iframe>", "2 frames of other pages"),
        ("", "no frame"),
    ):
        browser.driver.switch_to.window(app)
        browser.driver.execute_script("document.body.innerHTML = arguments[0]", markup)
        browser.driver.switch_to.window(handle)
        browser.find("#accounts-list button, #try-again" if found.startswith("1") else "#try-again").click()
        assert browser.text("#found") == found

    browser.find("#close-window").click()

    browser.driver.switch_to.window(app)
    browser.wait(lambda _: browser.driver.window_handles == [app], "the window to close")


def test_window_that_no_page_opened_can_only_be_closed(browser, address, people):
    people(1)
    browser.width(*POPUP)
    browser.open(address())
    pick(browser)

    assert browser.text("#error") == "Auth Emulator Internal Error: No matching frame"
    assert "Cross-Origin-Opener-Policy" in browser.text("#no-opener")
    assert not browser.find("#no-match").is_displayed() and not browser.find("#try-again").is_displayed()
    assert_in_view(browser, "#close-window", "#error")
    browser.check()


# What developers are told of a refusal


def switched_off(rest):
    config = {"clientId": "web", "clientSecret": "s", "enabled": False}
    ok(rest.admin("/defaultSupportedIdpConfigs", config, version="v2", params={"idpId": "github.com"}))


@pytest.mark.parametrize(
    ("provider", "parameters", "prepare", "label"),
    [
        ("google.com", {"redirectUrl": "https://evil.example/app"}, None, "Add evil.example"),
        ("github.com", {}, switched_off, "Switch github.com on"),
        ("google.com", {"tid": "nobody"}, None, "Add the tenant"),
    ],
    ids=["domain", "provider", "tenant"],
)
def test_a_refusal_leads_developers_to_its_reason_and_is_mended_there(
    browser, address, server, rest, project, provider, parameters, prepare, label
):
    if prepare:
        prepare(rest)
    refused = address(provider, **parameters)
    browser.check(refused)
    assert browser.text("#error")

    browser.follow(browser.find(".console a"))

    call = rf"{re.escape(server.url)}/firebreak/projects/{project}/requests/\d+"
    assert re.fullmatch(call, browser.driver.current_url)
    (button,) = [button for button in browser.all(".why button") if button.text == label]
    browser.follow(button)
    assert "Changed." in browser.text(".notice")
    browser.open(refused)
    assert browser.find("#sign-in-ui").is_displayed()


# What an accessibility checker says


@pytest.mark.parametrize(
    ("rule", "states"),
    [
        ("button:hover { color: #999 }", ["hover", "hover", "pressed", "pressed"]),
        ("button:active { background: #444 }", ["pressed", "pressed"]),
        ("p:focus-within { background: #555 }", ["focus", "focus"]),
        ("button:disabled { color: #999 }", ["disabled", "disabled"]),
        ("@media (prefers-color-scheme: dark) { button:focus-visible { color: #fff } }", ["focus"]),
        # Nothing is pale before and after, and only on the way.
        ("button { transition: all 9s } @media (prefers-color-scheme: dark) { button { background: #fff } }", []),
        ("button:hover { animation: flash 9s } @keyframes flash { from { color: #fff } }", []),
    ],
)
def test_pale_states_are_found(browser, rule, states):
    style = f"body {{ background: #fff }} button {{ color: #000; background: transparent }} {rule}"
    browser.open("data:text/html;charset=utf-8," + quote(f"<style>{style}</style><p><button>Go</button>"))

    browser.looked_at.clear()

    found = browser.pale()

    assert [name for problem in found for name in STATES if f", {name}, " in problem] == states
    assert not browser.driver.execute_script("return document.querySelector('button').matches(':hover, :disabled')")


def test_accounts_are_accessible(browser, address, people):
    browser.check(address())
    people(12)
    browser.check(address())
    browser.find("#account-filter").send_keys("user1")
    browser.check()


def test_form_is_accessible(browser, address):
    browser.open(address("apple.com", ibi="a.b"))
    add(browser)
    browser.check()
    browser.find("#email-input").send_keys("nobody")
    browser.check()
    browser.find("#autogen-button").click()
    browser.check()


def test_failures_are_accessible(browser, address):
    browser.check(address(error="App not found"))
    browser.check(address("oidc.acme", tid="no-such-tenant"))
    assert browser.text("#error") != ""
    browser.open(address(authType="signInViaRedirect"))
    add(browser)
    browser.find("#autogen-button").click()
    browser.find("#sign-in").click()
    assert "signInWithCredential" in browser.text("#error")
    assert browser.focused() == browser.find("#error")
    browser.check()
