"""The pages of federated sign-in in a browser: what an app gets back by each of its ways (idp.md sections 3 and 4)."""

import base64
import json
from urllib.parse import parse_qs, urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from selenium.common.exceptions import NoSuchWindowException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser import NetworkLog, app_site, chromium, google_site
from rest import failure, ok, query

APP_NAME = "[DEFAULT]"
ALICE = {
    "sub": "g-alice",
    "iss": "",
    "aud": "",
    "exp": 0,
    "iat": 0,
    "name": "Alice <b>Anderson</b>",
    "screen_name": "alice_a",
    "email": "alice@example.test",
    "email_verified": True,
    "picture": "https://pictures.example.test/alice.png",
}
# Pages of apps that may sign users in: sub-domains count, ports do not. The reference asks for nothing.
PAGE = {
    "local": "http://app.localhost:4200/in#x",
    "production": "https://preview.PROJECT.web.app/",
    "emulator": "https://elsewhere.example/",
}
NO_EVENT = {"type": "unknown", "error": {"code": "auth/no-auth-event"}}
NOTHING_PENDING = ["authEvent", {"type": "authEvent", "authEvent": NO_EVENT}]


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    google = google_site(tmp_path_factory.mktemp("google"))
    driver = chromium(google, tmp_path_factory.mktemp("chromium"))
    yield driver
    driver.quit()
    google.close()


@pytest.fixture
def network(driver):
    """What the test's pages asked the network for. After the test: nothing but this machine, and no script errors."""
    driver.get("about:blank")
    for kind in ("performance", "browser"):
        driver.get_log(kind)
    log = NetworkLog(driver)
    yield log
    assert log.hosts() <= {"127.0.0.1", "apis.google.com"}
    assert {url for url in log.requests if "apis.google.com" in url} <= {"https://apis.google.com/js/api.js"}
    assert [entry for entry in driver.get_log("browser") if entry["source"] in ("javascript", "security")] == []


@pytest.fixture
def app(server, rest):
    site = app_site(server, rest.key, APP_NAME)
    yield f"{site.url}/app"
    site.close()


@pytest.fixture(autouse=True)
def window(driver):
    """Closes what the test opened beside its first window."""
    first = driver.current_window_handle
    yield first
    for handle in driver.window_handles:
        if handle != first:
            driver.switch_to.window(handle)
            driver.close()
    driver.switch_to.window(first)


def import_accounts(rest, *users):
    assert ok(rest.admin("/accounts:batchCreate", {"users": users})).get("error", []) == []


@pytest.fixture
def alice(rest):
    """An account of two providers, imported because that needs no sign-in."""
    names = {"sub": "rawId", "name": "displayName", "screen_name": "screenName", "email": "email", "picture": "photoUrl"}
    entry = {wire: ALICE[claim] for claim, wire in names.items()}
    providers = [{**entry, "providerId": provider} for provider in ("google.com", "saml.acme")]
    user = {"localId": "alice", "email": ALICE["email"], "emailVerified": True, "providerUserInfo": providers}
    import_accounts(rest, user)


class Page:
    """The handler page in the current window."""

    def __init__(self, driver, server, rest, path="/emulator/auth/handler"):
        self.driver = driver
        self.url = f"{server.url}{path}"
        self.key = rest.key

    def address(self, **parameters):
        given = {"apiKey": self.key, "providerId": "google.com", "appName": APP_NAME, **parameters}
        return f"{self.url}?{urlencode({name: value for name, value in given.items() if value is not None})}"

    def open(self, **parameters):
        self.driver.get(self.address(**parameters))
        self.wait_until_ready()
        return self

    def wait_until_ready(self):
        """As tests of SDKs wait."""
        wait(self.driver, lambda _: "Auth Emulator" in self.driver.title)
        wait(self.driver, lambda _: self.driver.execute_script("return typeof toggleForm === 'function'"))

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def pick(self, email):
        rows = self.driver.find_elements(By.CSS_SELECTOR, "#accounts-list li")
        (row,) = [row for row in rows if email in row.text]
        row.click()

    def add(self, email, name="", screen_name="", photo=""):
        self.find(".js-new-account").click()
        assert not self.find("#sign-in").is_enabled()
        self.find("#email-input").send_keys(email)
        self.find("#display-name-input").send_keys(name)
        self.find("#screen-name-input").send_keys(screen_name)
        self.find("#profile-photo-input").send_keys(photo)
        self.find("#sign-in").click()

    def error(self):
        wait(self.driver, lambda _: self.find("#error").is_displayed())
        assert not self.driver.find_elements(By.CSS_SELECTOR, "#sign-in-ui:not([hidden])")
        return self.find("#error").text


@pytest.fixture
def page(driver, server, rest, network):
    return Page(driver, server, rest)


def wait(driver, condition):
    return WebDriverWait(driver, 15, poll_frequency=0.05, ignored_exceptions=[NoSuchWindowException]).until(condition)


def claims_of(url, provider="google.com"):
    """The claims in a result URL."""
    parameters = query(url)
    assert parameters.pop("providerId") == provider
    claims = json.loads(parameters.pop("id_token"))
    return claims, parameters


def name_in(response):
    """Whom a SAML response is about."""
    document = ElementTree.fromstring(base64.b64decode(response, validate=True))
    return document.findtext(".//{urn:oasis:names:tc:SAML:2.0:assertion}NameID")


def attributes_in(response):
    """What a SAML response says of a person, by name."""
    namespace = "{urn:oasis:names:tc:SAML:2.0:assertion}"
    document = ElementTree.fromstring(base64.b64decode(response, validate=True))
    return {
        entry.get("Name"): entry.findtext(f"{namespace}AttributeValue")
        for entry in document.iter(f"{namespace}Attribute")
    }


def events(driver, count):
    """What the app's page was told, once that many have come."""
    wait(driver, lambda _: len(driver.execute_script("return events")) >= count)
    return driver.execute_script("return events")


def open_app(driver, app):
    driver.get(app)
    wait(driver, lambda _: driver.execute_script("return webStorage.length") == 1)
    assert driver.execute_script("return webStorage") == [{"status": "ACK", "webStorageSupport": True}]
    return events(driver, 1)


def without_message(event):
    """The event of an error with its code alone, which is all that SDKs look at."""
    name, value = event
    inner = value["authEvent"]
    return [name, {**value, "authEvent": {**inner, "error": {"code": inner["error"]["code"]}}}]


# Web apps


def open_popup(driver, page, ready=True, **parameters):
    """Opens the page by the app's button, for popups want a click."""
    before = driver.window_handles
    address = page.address(authType="signInViaPopup", eventId="4711", **parameters)
    driver.execute_script(
        "document.getElementById('popup').onclick = () => window.open(arguments[0], '', 'width=500,height=600')"
        .replace("arguments[0]", json.dumps(address))
    )
    driver.find_element(By.ID, "popup").click()
    wait(driver, lambda _: len(driver.window_handles) > len(before))
    (popup,) = set(driver.window_handles) - set(before)
    driver.switch_to.window(popup)
    if ready:
        page.wait_until_ready()


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
def test_popup(driver, page, app, window, alice, profile, rest):
    if profile == "production":
        rest.firebreak.rules.patch(providers="any")
    assert without_message(open_app(driver, app)[0]) == NOTHING_PENDING
    # SDKs always name the page they are on.
    open_popup(driver, page, redirectUrl=PAGE[profile].replace("PROJECT", rest.project))
    page.pick(ALICE["email"])
    driver.switch_to.window(window)

    name, value = events(driver, 2)[1]

    assert (name, value["type"]) == ("authEvent", "authEvent")
    event = value["authEvent"]
    link = event.pop("urlResponse")
    assert event == {
        "type": "signInViaPopup",
        "eventId": "4711",
        "sessionId": "ValueNotUsedByAuthEmulator",
        "postBody": "",
        "tenantId": None,
        "error": None,
    }
    assert link.startswith(f"{page.url}?providerId=google.com&id_token=%7B%22sub%22%3A")
    assert claims_of(link) == (ALICE, {})
    assert len(driver.execute_script("return events")) == 2
    assert len(driver.window_handles) == 2, "the SDK closes the popup, not the page"


def test_popup_message_names_its_storage_key(driver, page, app, window, rest, alice):
    open_app(driver, app)
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))
    driver.execute_script("window.heard = []; addEventListener('message', ({ data }) => heard.push(data))")
    driver.switch_to.default_content()
    open_popup(driver, page)
    page.pick(ALICE["email"])
    driver.switch_to.window(window)
    events(driver, 2)
    driver.switch_to.frame(driver.find_element(By.TAG_NAME, "iframe"))

    (message,) = [each for each in driver.execute_script("return heard") if each.get("eventType")]

    assert message["eventType"] == "sendAuthEvent" and message["eventId"].isdigit()
    assert message["data"]["storageKey"] == f"{rest.key}:{APP_NAME}"


def test_popup_adds_an_account(driver, page, app, window):
    open_app(driver, app)
    open_popup(driver, page, providerId="saml.acme", tid=None)
    assert "No saml.acme accounts exist in the Auth Emulator." in page.find("main").text
    page.add("New@Example.test", "New One", "new_1", "https://pictures.example.test/new.png")
    driver.switch_to.window(window)

    event = events(driver, 2)[1][1]["authEvent"]

    parameters = query(event["urlResponse"])
    assert parameters.keys() == {"providerId", "SAMLResponse"}
    # The page began a session of its own, which its response belongs to (saml.md section 7).
    assert len(event["sessionId"]) == 27
    assert (parameters["providerId"], name_in(parameters["SAMLResponse"])) == ("saml.acme", "New@Example.test")
    assert attributes_in(parameters["SAMLResponse"]) == {
        "name": "New One", "screen_name": "new_1", "picture": "https://pictures.example.test/new.png",
    }


def test_popup_of_another_app_finds_no_frame(driver, page, app, window, alice):
    open_app(driver, app)
    open_popup(driver, page, appName="other")

    page.pick(ALICE["email"])

    assert page.error() == "Auth Emulator Internal Error: No matching frame"
    driver.switch_to.window(window)
    assert len(events(driver, 1)) == 1


def test_popup_tries_again_once_the_frame_is_there(driver, page, app, window, alice):
    open_app(driver, app)
    driver.execute_script("document.querySelector('iframe').remove()")
    open_popup(driver, page)
    popup = driver.current_window_handle
    page.pick(ALICE["email"])
    assert page.error() == "Auth Emulator Internal Error: No matching frame"
    driver.switch_to.window(window)
    open_app(driver, app)
    driver.switch_to.window(popup)

    page.find("#try-again").click()

    wait(driver, lambda _: page.find("#status").text == f"Signing in as {ALICE['email']}…")
    assert driver.switch_to.active_element == page.find("#status")
    assert page.find("#sign-in-ui").is_displayed() and not page.find("#error").is_displayed()
    driver.switch_to.window(window)
    event = events(driver, 2)[1][1]["authEvent"]
    assert (event["type"], event["eventId"]) == ("signInViaPopup", "4711")
    assert claims_of(event["urlResponse"]) == (ALICE, {})


def test_popup_without_an_opener(page, alice):
    page.open(authType="linkViaPopup").pick(ALICE["email"])

    assert page.error() == "Auth Emulator Internal Error: No matching frame"


# What keeps a user from signing in, as the query says it, and the code by which SDKs reject.
REFUSALS = {
    "tenant": ({"tid": "nobody"}, "auth/invalid-tenant-id"),
    "own way": ({"providerId": "phone"}, "auth/invalid-provider-id"),
    "provider": ({"providerId": "github.com"}, "auth/operation-not-allowed"),
}


def refusal_event(kind, code):
    return {
        "type": kind,
        "eventId": "4711",
        "urlResponse": None,
        "sessionId": None,
        "postBody": None,
        "error": {"code": code},
    }


def without_text(event):
    event = dict(event)
    event.pop("tenantId")
    assert event["error"].pop("message")
    return event


@pytest.fixture
def configured(rest, request):
    """Only google.com can be signed in with."""
    rest.firebreak.rules.patch(providers="configured")
    body = {"enabled": True, "clientId": "c", "clientSecret": "s"}
    path = "/defaultSupportedIdpConfigs"
    assert rest.admin(path, body, version="v2", params={"idpId": "google.com"}).status_code == 200


@pytest.mark.parametrize("profile", ["local", "production"])
@pytest.mark.parametrize(
    ("parameters", "code"),
    [({"redirectUrl": "https://evil.example/app"}, "auth/unauthorized-domain"), *REFUSALS.values()],
)
def test_popup_tells_the_app_why_it_refuses(driver, page, app, window, rest, configured, profile, parameters, code):
    open_app(driver, app)
    own = PAGE[profile].replace("PROJECT", rest.project)
    open_popup(driver, page, ready=False, **{"redirectUrl": own, **parameters})

    wait(driver, lambda _: page.find("#status").text == "Your app has been told.")
    assert page.find("#error").text and code in page.find("main").text
    popup = driver.current_window_handle
    driver.switch_to.window(window)
    name, value = events(driver, 2)[1]
    assert (name, value["type"]) == ("authEvent", "authEvent")
    assert without_text(value["authEvent"]) == refusal_event("signInViaPopup", code)
    driver.switch_to.window(popup)
    page.find("#close-window").click()
    wait(driver, lambda _: driver.window_handles == [window])


@pytest.mark.parametrize(("parameters", "code"), REFUSALS.values())
def test_redirect_tells_the_app_why_it_refuses(driver, page, app, window, configured, parameters, code):
    open_app(driver, app)
    length = driver.execute_script("return history.length")
    given = {"authType": "signInViaRedirect", "eventId": "4711", "redirectUrl": f"{app}?from=redirect"}
    driver.get(page.address(**{**given, **parameters}))
    wait(driver, lambda _: driver.current_url == f"{app}?from=redirect")

    (event,) = events(driver, 1)

    assert without_text(event[1]["authEvent"]) == refusal_event("signInViaRedirect", code)
    assert driver.execute_script("return history.length") == length + 1, "back leads to the app, not to the refusal"
    assert without_message(open_app(driver, app)[0]) == NOTHING_PENDING


def test_no_event_goes_to_an_unlisted_domain(driver, page, app):
    driver.get(app)
    target = "https://unlisted.example/"
    driver.get(page.address(authType="signInViaRedirect", redirectUrl=target, tid="nobody"))

    assert page.error()
    assert driver.execute_script("return sessionStorage.length") == 0
    # But for the console, for developers.
    assert not driver.find_elements(By.CSS_SELECTOR, "a[href]:not([href^='/firebreak/'])")
    page.find("#go-back").click()
    wait(driver, lambda _: driver.current_url == app)


def test_popup_under_verified_credentials(driver, page, app, window, rest):
    """What the page signs is accepted; the same, unsigned, is not."""
    rest.firebreak.rules.patch(credentials="verified")
    open_app(driver, app)
    open_popup(driver, page)
    page.add("signed@example.test", "Signed One")
    driver.switch_to.window(window)
    link = events(driver, 2)[1][1]["authEvent"]["urlResponse"]

    answer = ok(rest.app("signInWithIdp", {"requestUri": link, "returnSecureToken": True}))

    assert (answer["email"], answer["displayName"]) == ("signed@example.test", "Signed One")
    fake = "http://localhost?providerId=google.com&id_token=" + json.dumps(ALICE)
    assert failure(rest.app("signInWithIdp", {"requestUri": fake})).startswith("INVALID_IDP_RESPONSE")


# Hooks of suites that were written for the reference's page (idp.md section 3.2)


def by_text(driver, text):
    """As suites find what they click: the innermost elements with a text."""
    return driver.find_elements(By.XPATH, f"//body//*[contains(text(), '{text}')][not(self::script)]")


def by_role(driver, role, name):
    """Elements by what assistive technology is told of them."""
    found = driver.find_elements(By.CSS_SELECTOR, "main *")
    return [element for element in found if (element.aria_role, element.accessible_name) == (role, name)]


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
def test_hooks_of_suites(driver, page, rest, profile, window, app):
    if profile == "production":
        rest.firebreak.rules.patch(providers="any", idp_pages="builtin")
    open_app(driver, app)
    open_popup(driver, page)
    assert page.find("#content").is_displayed()
    (heading,) = by_role(driver, "heading", "Sign-in with Google.com")
    assert heading.tag_name == "h1" and heading.text == "Sign-in with Google.com"
    assert page.find("#accounts-list li #add-account-button").text == "Add new account"
    assert page.find("#accounts-list > li:last-child > #add-account-button").is_displayed()
    (item,) = [li for li in driver.find_elements(By.TAG_NAME, "li") if "Add new account" in li.text]
    assert item.aria_role == "listitem"
    (text,) = by_text(driver, "Add new account")
    text.click()

    assert len(by_role(driver, "button", "Auto-generate user information")) == 1
    assert page.find("#autogen-button > span").text == "Auto-generate user information"
    (text,) = by_text(driver, "Auto-generate user information")
    text.click()
    (label,) = [each for each in driver.find_elements(By.TAG_NAME, "label") if "email" in each.text.lower()]
    assert label.text == "Email" and label.get_attribute("for") == "email-input"
    named = driver.find_elements(By.CSS_SELECTOR, "[aria-label], [aria-labelledby]")
    assert not [each for each in named if "email" in each.accessible_name.lower()]
    assert page.find("#email-input").get_attribute("value").endswith("@example.com")
    assert page.find("#sign-in > span").text == "Sign in with Google.com"
    (text,) = by_text(driver, "Sign in with Google.com")
    (button,) = by_role(driver, "button", "Sign in with Google.com")
    assert button == page.find("#main-form #sign-in")
    text.click()
    driver.switch_to.window(window)
    assert claims_of(events(driver, 2)[1][1]["authEvent"]["urlResponse"])[0]["email"].endswith("@example.com")


# What suites click to get to the form, and then to fill it.
OPENING = [
    "#add-account-button",
    "#add-account-button button",
    "#add-account-button > button > div",
    "#add-account-button > button > span",
    ".js-new-account",
]
FILLING = ["#autogen-button", "#autogen-button > div", "#autogen-button > span"]


@pytest.mark.parametrize("provider", ["google.com", "apple.com", "oidc.acme", "saml.acme"])
@pytest.mark.parametrize("size", [(500, 600), (360, 640), (1280, 900)], ids=str)
def test_every_part_of_a_button_can_be_clicked(driver, page, window, app, provider, size):
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    for opening, filling, sending in zip(OPENING, FILLING + FILLING[:2], ["#sign-in > span", "#sign-in"] * 3):
        open_app(driver, app)
        open_popup(driver, page, providerId=provider)
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        page.find(opening).click()
        assert driver.switch_to.active_element == page.find("#email-input"), opening
        page.find("#back-button").click()
        assert driver.switch_to.active_element == page.find("#add-account-button > button")
        # As suites do that click by script.
        driver.execute_script("document.querySelector(arguments[0]).click()", opening)
        assert page.find("#add-user").is_displayed(), opening
        page.find(filling).click()
        assert page.find("#email-input").get_attribute("value").endswith("@example.com"), filling
        page.find(sending).click()
        driver.switch_to.window(window)
        event = events(driver, 2)[1][1]["authEvent"]
        assert event["error"] is None and query(event["urlResponse"])["providerId"] == provider, sending


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
def test_a_visit_of_nobody_is_a_page(driver, page, rest):
    driver.get(page.url)

    assert driver.find_element(By.TAG_NAME, "h1").text == "Sign-in with a provider"
    assert page.error() == "missing apiKey or providerId query parameters"
    assert "Begin in the app" in page.find("#advice").text


@pytest.mark.parametrize("path", ["/emulator/auth/handler", "/__/auth/handler"])
def test_redirect(driver, server, rest, network, app, alice, path):
    open_app(driver, app)
    page = Page(driver, server, rest, path)
    page.open(authType="signInViaRedirect", eventId="e-1", redirectUrl=f"{app}?from=redirect#part", tid=None)
    page.pick(ALICE["email"])
    wait(driver, lambda _: driver.current_url == f"{app}?from=redirect#part")

    (event,) = events(driver, 1)

    assert event[0] == "authEvent" and event[1]["type"] == "authEvent"
    authentication = event[1]["authEvent"]
    link = authentication.pop("urlResponse")
    assert link.startswith(f"{server.url}{path}?")
    assert claims_of(link) == (ALICE, {})
    assert authentication == {
        "type": "signInViaRedirect",
        "eventId": "e-1",
        "sessionId": "ValueNotUsedByAuthEmulator",
        "postBody": "",
        "tenantId": None,
        "error": None,
    }
    assert without_message(open_app(driver, app)[0]) == NOTHING_PENDING


@pytest.mark.parametrize("profile", ["emulator"])
def test_redirect_tells_the_tenant(driver, page, app):
    open_app(driver, app)
    page.open(authType="linkViaRedirect", redirectUrl=app, tid="blue")
    assert "blue" in page.find("main").text
    page.add("t@example.test")
    wait(driver, lambda _: driver.current_url == app)

    event = events(driver, 1)[0][1]["authEvent"]

    assert (event["tenantId"], event["type"], event["eventId"]) == ("blue", "linkViaRedirect", None)


def test_page_does_not_go_to_an_unlisted_domain(driver, page, alice):
    for name in ("redirectUrl", "continueUri"):
        for target in ("https://unlisted.example/", "javascript:alert(1)", "//unlisted.example/", "/relative"):
            driver.get(page.address(authType="signInViaRedirect", **{name: target}))

            assert "authorized domain" in page.error() or "absolute URL" in page.error()


@pytest.mark.parametrize("profile", ["emulator"])
def test_page_runs_no_script_of_a_redirect(driver, page):
    driver.get(page.address(authType="signInViaRedirect", redirectUrl="javascript:document.title='owned'"))

    assert "redirectUrl" in page.error()
    assert "Auth Emulator" in driver.title


def test_nobody_to_answer(page, alice):
    page.open(authType="signInViaRedirect").pick(ALICE["email"])

    assert "signInWithCredential" in page.error()


def test_continue_uri(driver, page, app, alice):
    page.open(appName=None, continueUri=f"{app}?a=1&providerId=x#part", state="s & t", providerId="saml.acme")
    page.pick(ALICE["email"])
    wait(driver, lambda _: driver.current_url.startswith(app))

    assert urlsplit(driver.current_url).fragment == "part"
    parameters = query(driver.current_url)
    assert name_in(parameters.pop("SAMLResponse")) == ALICE["sub"]
    assert parameters == {"a": "1", "state": "s & t", "providerId": "saml.acme"}


@pytest.mark.parametrize("profile", ["local", "emulator"])
def test_the_way_of_an_auth_uri(driver, page, rest, app, alice, profile):
    asked = ok(rest.app("createAuthUri", {"providerId": "google.com", "continueUri": f"{app}?a=1"}))
    driver.get(asked["authUri"])
    page.pick(ALICE["email"])
    wait(driver, lambda _: driver.current_url.startswith(app))

    body = {"requestUri": driver.current_url, "returnSecureToken": True}
    if profile != "emulator":
        other_session = rest.app("signInWithIdp", {**body, "sessionId": "other"})
        assert failure(other_session).startswith("INVALID_IDP_RESPONSE : ")
    answer = ok(rest.app("signInWithIdp", {**body, "sessionId": asked["sessionId"]}))
    assert (answer["email"], "isNewUser" in answer) == (ALICE["email"], False)
    assert ok(rest.app("lookup", {"idToken": answer["idToken"]}))["users"][0]["localId"] == answer["localId"]


# Native apps


@pytest.fixture
def tab(driver, network):
    """A tab that ends with the test, and with it the browser's question whether to open an app."""
    driver.switch_to.new_window("tab")


@pytest.mark.parametrize(
    ("form", "callback"),
    [
        ({"clientId": "123.apps.example.com"}, "com.example.apps.123://firebaseauth/link"),
        ({"appId": "1:123:ios:456abc"}, "app-1-123-ios-456abc://firebaseauth/link"),
        ({}, "com.example.shop://google/link"),
    ],
    ids=["clientId", "appId", "bundle"],
)
def test_apple(tab, page, network, server, alice, form, callback):
    page.open(appName=None, ibi="com.example.shop", authType="signInWithRedirect", eventId="ABC", **form)
    page.pick(ALICE["email"])

    url = network.navigation(callback.split(":")[0])

    assert url.split("?")[0] == callback
    (deep_link,) = parse_qs(urlsplit(url).query)["deep_link_id"]
    assert deep_link.startswith(f"{server.url}/__/auth/callback?authType=signInWithRedirect&link=")
    parameters = query(deep_link)
    assert claims_of(parameters.pop("link")) == (ALICE, {})
    assert parameters == {"authType": "signInWithRedirect", "eventId": "ABC"}


def test_android(tab, driver, page, network, alice):
    page.open(appName=None, apn="com.example.shop", authType="signInWithRedirect", eventId="ABC")
    address = driver.current_url
    page.pick(ALICE["email"])

    url = network.navigation("intent")

    start, end = "intent://firebase.auth/#Intent;", ";end;"
    assert url.startswith(start) and url.endswith(end)
    extras = dict(extra.split("=", 1) for extra in url[len(start) : -len(end)].split(";"))
    assert list(extras) == [
        "scheme",
        "package",
        "S.authType",
        "S.eventId",
        "S.link",
        "B.encryptionEnabled",
        "S.browser_fallback_url",
    ]
    (link,) = parse_qs(f"x={extras.pop('S.link')}")["x"]
    assert claims_of(link) == (ALICE, {})
    (fallback,) = parse_qs(f"x={extras.pop('S.browser_fallback_url')}")["x"]
    assert fallback == f"{address}&error=App+not+found+for+intent"
    assert extras == {
        "scheme": "genericidp",
        "package": "com.example.shop",
        "S.authType": "signInWithRedirect",
        "S.eventId": "ABC",
        "B.encryptionEnabled": "false",
    }
    driver.get(fallback)
    assert page.error() == "App not found for intent"


# The page itself


def test_form(page):
    page.open(authType="signInViaPopup")
    page.find(".js-new-account").click()
    email, error, submit = page.find("#email-input"), page.find("#email-error"), page.find("#sign-in")
    assert page.driver.switch_to.active_element == email

    for text, problem in (("a", 'Missing "@"'), (Keys.BACKSPACE, "Email required"), ("a@", "")):
        email.send_keys(text)
        assert (error.text, submit.is_enabled()) == (problem, problem == "")

    page.find("#autogen-button").click()
    first, last, number = email.get_attribute("value").removesuffix("@example.com").split(".")
    assert number.isdigit() and int(number) < 1000
    assert page.find("#display-name-input").get_attribute("value") == f"{first.title()} {last.title()}"
    assert page.find("#screen-name-input").get_attribute("value") == f"{last}_{first}"

    page.find("#back-button").click()
    assert not page.find("#add-user").is_displayed()
    assert page.driver.switch_to.active_element == page.find(".js-new-account")
    page.driver.execute_script("toggleForm()")
    assert page.find("#add-user").is_displayed() and not page.find("#choose-account").is_displayed()


def test_hide_my_email(page):
    page.open(providerId="apple.com")
    page.find(".js-new-account").click()
    page.find("#email-input").send_keys("me@example.test")
    page.find("#hide-email").click()
    assert page.find("#email-input").get_attribute("value").endswith("@privaterelay.appleid.com")
    page.find("#hide-email").click()
    assert page.find("#email-input").get_attribute("value") == "me@example.test"


def test_keyboard_alone(driver, page, app, window, alice):
    open_app(driver, app)
    open_popup(driver, page)
    keys = ActionChains(driver)
    keys.send_keys(Keys.TAB).perform()
    assert ALICE["email"] in driver.switch_to.active_element.text
    keys.send_keys(Keys.TAB, Keys.ENTER).perform()
    assert driver.switch_to.active_element == page.find("#email-input")
    # Between the address and the name is the box that says whether the address is verified.
    keys.send_keys("keys@example.test", Keys.TAB, Keys.TAB, "Keys", Keys.ENTER).perform()
    driver.switch_to.window(window)

    claims, _ = claims_of(events(driver, 2)[1][1]["authEvent"]["urlResponse"])

    assert (claims["email"], claims["name"]) == ("keys@example.test", "Keys")


def test_search(page, rest):
    def user(number):
        entry = {"providerId": "google.com", "rawId": f"g{number}", "email": f"user{number}@example.test"}
        return {"localId": f"u{number}", "providerUserInfo": [entry]}

    import_accounts(rest, *map(user, range(25)))
    page.open(authType="signInViaPopup")
    def rows():
        return page.driver.find_elements(By.CSS_SELECTOR, "#accounts-list .js-reuse-account")

    assert len(rows()) == 25

    page.find("#account-filter").send_keys("USER2")

    assert page.find("#add-account-button").is_displayed()
    shown = [row.text for row in rows() if row.is_displayed()]
    assert len(shown) == 6 and all("user2" in text for text in shown)
    assert page.find("#filter-result").text == "6 of 25 accounts match"


# What an accessibility checker asks first.
FLAWS = """
    const named = (element) => element.textContent.trim() || element.getAttribute("aria-label")
      || [...(element.labels ?? [])].some((label) => label.textContent.trim());
    const all = (selector) => [...document.querySelectorAll(selector)];
    const ids = all("[id]").map((element) => element.id);
    const pointing = ["aria-describedby", "aria-labelledby", "aria-controls"];
    return [
      ...all("button, input, a").filter((element) => !named(element)).map((element) => `no name: ${element.outerHTML}`),
      ...all("img:not([alt])").map((element) => `no alt: ${element.outerHTML}`),
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `twice: ${id}`),
      ...pointing.flatMap((name) => all(`[${name}]`).map((element) => element.getAttribute(name)))
        .filter((id) => !document.getElementById(id)).map((id) => `points nowhere: ${id}`),
      ...all("[tabindex]").filter((element) => element.tabIndex > 0).map(() => "tab order"),
      ...(document.documentElement.lang ? [] : ["no language"]),
      ...(all("main").length === 1 && all("h1").length === 1 ? [] : ["landmarks"]),
      ...(all("ul > :not(li)").length ? ["list"] : []),
      ...(document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []),
    ];
"""


@pytest.mark.parametrize("width", [320, 500, 900])
def test_accessibility(driver, page, alice, width):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": False},
    )
    try:
        for parameters in ({}, {"providerId": "apple.com", "ibi": "a.b"}, {"error": "x" * 300}):
            driver.get(page.address(authType="signInViaPopup", **parameters))
            assert driver.execute_script(FLAWS) == []
        page.open()
        page.find(".js-new-account").click()
        assert driver.execute_script(FLAWS) == []
        assert page.find("#email-error").get_attribute("role") == "alert"
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


HOSTILE = """</script><img src=x onerror="document.title='owned'">"'`{{x}}${x}&amp;\u2028"""


@pytest.mark.parametrize("profile", ["emulator"])
def test_hostile_values_stay_text(driver, page, rest):
    entry = {"providerId": "x", "rawId": HOSTILE, "displayName": HOSTILE, "email": f"{HOSTILE}@b.test"}
    hostile_provider = {**entry, "providerId": HOSTILE}
    import_accounts(rest, {"localId": "h", "providerUserInfo": [entry, hostile_provider]})
    names = ["appName", "authType", "eventId", "clientId", "appId", "state", "v", "hl", "tid"]

    for provider, tenant in (("x", None), (HOSTILE, None), (HOSTILE, HOSTILE)):
        given = {name: HOSTILE for name in names} | {"providerId": provider, "tid": tenant}
        page.open(**given)
        assert not driver.find_elements(By.CSS_SELECTOR, "img")
        assert driver.execute_script("return document.querySelectorAll('script').length") == 2
        if not tenant:
            assert HOSTILE.replace("\u2028", "") in page.find("#accounts-list .name").text.replace("\u2028", "")
            page.pick("@b.test")
            assert "signInWithCredential" in page.error()
    driver.get(page.address(error=HOSTILE))
    assert HOSTILE.split("{{")[0] in page.error()
    assert "owned" not in driver.title
