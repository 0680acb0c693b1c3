"""The pages of action links in a browser: every mode, every end, by the keyboard, with and without scripts
(email-actions.md section 7)."""

import re
from urllib.parse import quote

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Site
from factors import enroll_phone, enroll_totp, signed_in_user
from rest import ok

EMAIL = "alice@example.test"
LANGUAGES = ["en", "de", "ja"]
HOSTILE = """<img src=x onerror=alert(1)><script>alert(1)</script>"'&{{title}}%EMAIL%\u202e"""

# The headings before and after, in English.
MODES = {
    "PASSWORD_RESET": ("Choose a new password", "Your password has been changed"),
    "VERIFY_EMAIL": ("Confirm your email address", "Your address is confirmed"),
    "VERIFY_AND_CHANGE_EMAIL": ("Confirm your new email address", "Your address has been changed"),
    "RECOVER_EMAIL": ("Undo the change of your address", "The change has been undone"),
    "REVERT_SECOND_FACTOR_ADDITION": ("Remove the second factor", "The second factor has been removed"),
}
POLICY = {
    "passwordPolicyEnforcementState": "ENFORCE",
    "passwordPolicyVersions": [
        {
            "customStrengthOptions": {
                "minPasswordLength": 8,
                "maxPasswordLength": 20,
                "containsLowercaseCharacter": True,
                "containsUppercaseCharacter": True,
                "containsNumericCharacter": True,
                "containsNonAlphanumericCharacter": True,
            }
        }
    ],
}


def link_of(rest, kind):
    """The link in the newest mail of a kind."""
    return rest.firebreak.outbox.latest(type=kind)["link"]["action"]


def asked(rest, kind, email=EMAIL, **extra):
    """The link that an admin asks for."""
    body = {"requestType": kind, "email": email, "returnOobLink": True, **extra}
    return ok(rest.admin("/accounts:sendOobCode", body))["oobLink"]


def make(rest, kind, email=EMAIL, **extra):
    """An action link of a kind, to an account made for it."""
    if kind == "REVERT_SECOND_FACTOR_ADDITION":
        enroll_phone(rest, signed_in_user(rest, email)["idToken"])
        return link_of(rest, kind)
    rest.existing_account(email, verified=False)
    if kind == "RECOVER_EMAIL":
        change = asked(rest, "VERIFY_AND_CHANGE_EMAIL", email, newEmail="new@example.test")
        assert rest.session.get(change, timeout=30).status_code == 200
        return link_of(rest, kind)
    return asked(rest, kind, email, newEmail="new@example.test", **extra)


def translated(link, language):
    return re.sub(r"lang=\w+", f"lang={language}", link)


def opened(browser, link):
    """Opens a link as a browser without scripts does, so that nothing is sent by itself; scripts can look at it."""
    browser.without_scripts()
    browser.open(link)
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    return browser


def wait_for_heading(browser, text):
    browser.wait(lambda page: page.text("h1") == text, f"the heading {text!r}")


def password_of(rest, password, email=EMAIL):
    return rest.sign_in(email, password).status_code == 200


# With the keyboard alone, without scripts


@pytest.mark.parametrize("kind", MODES)
def test_the_keyboard_does_it_without_scripts(browser, rest, kind):
    before, after = MODES[kind]
    link = make(rest, kind)
    browser.without_scripts()
    browser.open(link)
    assert browser.text("h1") == before
    assert rest.firebreak.outbox.latest(type=kind)["status"] == "pending"

    if kind == "PASSWORD_RESET":
        assert browser.focused().get_attribute("id") == "password"
        browser.press("another-horse", Keys.TAB, "another-horse")
    browser.press(Keys.TAB)
    assert browser.focused().tag_name == "button"
    browser.press(Keys.ENTER)

    wait_for_heading(browser, after)
    assert rest.firebreak.outbox.latest(type=kind)["status"] == "used"
    if kind == "PASSWORD_RESET":
        assert password_of(rest, "another-horse")


def test_two_passwords_without_scripts(browser, rest):
    link = make(rest, "PASSWORD_RESET")
    browser.without_scripts()
    browser.open(link)

    browser.press("another-horse", Keys.TAB, "other-horse", Keys.ENTER)

    browser.wait_for("[role=alert]")
    assert "differ" in browser.text("[role=alert]")
    assert password_of(rest, "correct-horse")
    browser.press("another-horse", Keys.TAB, "another-horse", Keys.ENTER)
    wait_for_heading(browser, MODES["PASSWORD_RESET"][1])
    assert password_of(rest, "another-horse")


# With scripts


@pytest.mark.parametrize("kind", [kind for kind in MODES if kind != "PASSWORD_RESET"])
def test_with_scripts_the_result_is_there_at_once(browser, rest, kind):
    link = make(rest, kind)

    browser.open(link)

    wait_for_heading(browser, MODES[kind][1])
    assert rest.firebreak.outbox.latest(type=kind)["status"] == "used"
    assert browser.problems() == []
    # The same link, once more.
    browser.open(link)
    wait_for_heading(browser, "This link has already been used")


def unmet(browser):
    return [item.get_attribute("data-requirement") for item in browser.all(".requirements .unmet")]


def test_a_password_that_is_refused_without_scripts(browser, rest):
    link = make(rest, "PASSWORD_RESET")
    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": POLICY})
    browser.without_scripts()
    browser.open(link)
    browser.press("abcD1", Keys.TAB, "abcD1", Keys.ENTER)

    browser.wait_for("[role=alert]")
    assert unmet(browser) == ["minimumLength", "nonAlphanumeric"]
    assert browser.focused().get_attribute("aria-invalid") == "true"
    assert browser.text("footer code") == "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"
    assert rest.firebreak.outbox.latest(type="PASSWORD_RESET")["status"] == "pending"


def test_a_new_password_with_scripts(browser, rest):
    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": {**POLICY, "passwordPolicyEnforcementState": "OFF"}})
    link = make(rest, "PASSWORD_RESET")
    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": POLICY})
    browser.open(link)

    def met():
        return [item.get_attribute("data-requirement") for item in browser.all(".requirements .met")]

    # Who can see the password types it once.
    (field,) = browser.all("input[type=password]")
    assert browser.focused() == field and met() == []
    browser.press("abc")
    assert met() == ["maximumLength", "lowercase"]
    browser.press("D1")
    assert met() == ["maximumLength", "lowercase", "uppercase", "digit"]
    browser.press(Keys.TAB, Keys.SPACE)
    assert field.get_attribute("type") == "text"
    browser.press(Keys.SPACE)
    assert field.get_attribute("type") == "password"
    browser.press(Keys.TAB, Keys.ENTER)

    # What was typed stays, and what it lacks is marked.
    browser.wait_for("[role=alert]")
    assert unmet(browser) == ["minimumLength", "nonAlphanumeric"]
    assert browser.focused() == field and field.get_attribute("aria-invalid") == "true"
    assert field.get_property("value") == "abcD1"
    assert rest.firebreak.outbox.latest(type="PASSWORD_RESET")["status"] == "pending"
    browser.press("!xy")
    assert len(met()) == 6 and unmet(browser) == []
    browser.press(Keys.ENTER)

    wait_for_heading(browser, MODES["PASSWORD_RESET"][1])
    assert password_of(rest, "abcD1!xy")
    assert browser.problems() == []


def test_a_password_manager_knows_whose_password_it_is(browser, rest):
    browser.open(make(rest, "PASSWORD_RESET"))

    name = browser.find("input[autocomplete=username]")

    assert name.get_attribute("value") == EMAIL and not name.is_displayed()
    assert browser.find("#password").get_attribute("autocomplete") == "new-password"


def test_a_recovery_offers_a_new_password(browser, rest):
    browser.open(make(rest, "RECOVER_EMAIL"))
    wait_for_heading(browser, MODES["RECOVER_EMAIL"][1])

    browser.press(Keys.TAB, Keys.ENTER)

    wait_for_heading(browser, "The email is on its way")
    browser.open(link_of(rest, "PASSWORD_RESET"))
    assert browser.text("h1") == MODES["PASSWORD_RESET"][0] and EMAIL in browser.text("main")


def test_the_factor_that_goes_is_shown(browser, rest):
    alice = signed_in_user(rest)
    enroll_totp(rest, alice["idToken"])

    opened(browser, link_of(rest, "REVERT_SECOND_FACTOR_ADDITION"))
    assert browser.text(".factor") == "App\nAuthenticator app"
    opened(browser, make(rest, "REVERT_SECOND_FACTOR_ADDITION", "bob@example.test"))
    assert browser.text(".factor") == "Phone\n+*******0100"


# Where it goes on


@pytest.fixture
def app():
    site = Site({"/done": ("text/html", "<!DOCTYPE html><html lang=en><title>App</title><h1>The app</h1>")})
    yield f"{site.url}/done?from=mail#end"
    site.close()


@pytest.mark.parametrize("kind", ["PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"])
def test_the_page_leads_to_the_app(browser, rest, app, kind):
    browser.open(make(rest, kind, continueUrl=app))
    if kind == "PASSWORD_RESET":
        browser.press("another-horse", Keys.ENTER)
    wait_for_heading(browser, MODES[kind][1])

    browser.press(Keys.TAB, Keys.ENTER)

    wait_for_heading(browser, "The app")
    assert browser.driver.current_url == app


@pytest.mark.profiles("local", "emulator", "production")
def test_a_sign_in_link_leads_to_the_app(browser, rest, profile, app):
    if profile == "production":
        rest.allow_all()
        rest.configure("authorizedDomains", {"authorizedDomains": ["127.0.0.1"]})
    browser.open(asked(rest, "EMAIL_SIGNIN", continueUrl=app))

    assert browser.text("h1") == "The app"
    assert "mode=signIn" in browser.driver.current_url


@pytest.mark.profiles("emulator")
def test_in_the_reference_opening_is_applying(browser, rest, app):
    browser.without_scripts()
    browser.open(make(rest, "VERIFY_EMAIL"))
    assert browser.text("h1") == MODES["VERIFY_EMAIL"][1]
    browser.open(asked(rest, "VERIFY_EMAIL", continueUrl=app))
    assert browser.text("h1") == "The app"
    browser.open(asked(rest, "PASSWORD_RESET"))
    browser.press("another-horse", Keys.TAB, "another-horse", Keys.ENTER)
    wait_for_heading(browser, MODES["PASSWORD_RESET"][1])
    assert password_of(rest, "another-horse")


# Links that do nothing


def used(rest):
    link = make(rest, "VERIFY_EMAIL")
    assert rest.session.get(link, timeout=30).status_code == 200
    return link


def superseded(rest):
    link = make(rest, "VERIFY_EMAIL")
    asked(rest, "VERIFY_EMAIL")
    return link


def expired(rest):
    link = make(rest, "PASSWORD_RESET")
    rest.firebreak.clock.advance("2h")
    return link


def malformed(rest):
    return make(rest, "VERIFY_EMAIL").replace("oobCode=", "oobCode=x")


def incomplete(rest):
    return f"{rest.server.url}/__/auth/action?mode=verifyEmail&apiKey={quote(rest.key)}&lang=en"


def refused(rest):
    return make(rest, "VERIFY_EMAIL") + "&continueUrl=https%3A%2F%2Felsewhere.test%2F"


ENDS = {
    used: "This link has already been used",
    superseded: "There is a newer email",
    expired: "This link has expired",
    malformed: "This link does not work",
    incomplete: "This link is incomplete",
    refused: "This link leads to an address that is not allowed",
}


@pytest.mark.parametrize("end", ENDS)
def test_a_link_that_does_nothing_says_why(browser, rest, end):
    browser.open(end(rest))

    assert browser.text("h1") == ENDS[end]
    assert browser.all("form, button") == []
    assert browser.text("footer code")


# What every page is held to


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", MODES)
def test_every_page_of_a_mode_keeps_to_what_all_pages_keep_to(browser, rest, kind, language):
    link = translated(make(rest, kind), language)
    opened(browser, link)
    assert browser.find("html").get_attribute("lang") == language
    browser.check()

    if kind == "PASSWORD_RESET":
        browser.open(link)
        browser.press("x")
        browser.check()
        browser.find("button").click()
        browser.wait_for("[role=alert]")
        browser.check()
        browser.find("#password").send_keys("another-horse")
        browser.follow(browser.find("button"))
    else:
        browser.follow(browser.find("button"))
    assert browser.all(".sign.success")
    browser.check()
    if kind == "RECOVER_EMAIL":
        browser.follow(browser.find("button"))
        browser.check()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("end", ENDS)
def test_every_page_of_an_end_keeps_to_what_all_pages_keep_to(browser, rest, end, language):
    browser.open(translated(end(rest), language))

    assert browser.find("html").get_attribute("lang") == language
    assert browser.all(".sign.warning")
    browser.check()


def test_hostile_texts_run_nowhere_and_break_nothing(browser, rest):
    address = '"<img/src=x/onerror=alert(1)>' + "x" * 150 + '"@example.test'
    rest.firebreak.rules.patch(app_name=HOSTILE * 3)
    signed_in = signed_in_user(rest, address)
    enroll_phone(rest, signed_in["idToken"], name=HOSTILE * 3)
    target = "http://localhost:5000/%22%3E%3Cscript%3Ealert(1)%3C/script%3E?a='\"><script>alert(1)</script>"

    opened(browser, link_of(rest, "REVERT_SECOND_FACTOR_ADDITION"))
    assert HOSTILE.split("\u202e")[0] in browser.text(".factor")
    browser.check()
    for kind in ("PASSWORD_RESET", "VERIFY_EMAIL"):
        opened(browser, asked(rest, kind, address, continueUrl=target))
        assert address in browser.text("main")
        browser.check()
    browser.follow(browser.find("button"))
    assert browser.find(".onward a").get_attribute("href").startswith("http://localhost:5000/")
    browser.check()
    code = quote(HOSTILE)
    browser.open(f"{rest.server.url}/__/auth/action?mode={code}&apiKey={quote(rest.key)}&oobCode={code}&lang={code}")
    browser.check()
    assert browser.driver.find_elements(By.CSS_SELECTOR, "main script, main img") == []


def test_a_refused_link_leads_developers_to_its_message(browser, server, rest, project):
    link = make(rest, "VERIFY_EMAIL")
    [message] = rest.firebreak.outbox.list()["messages"]
    ok(rest.app("update", {"oobCode": message["oobCode"]}))
    browser.open(link)
    assert "already been used" in browser.text("h1")
    assert browser.violations() == []
    browser.follow(browser.find("footer a"))
    assert browser.driver.current_url == f"{server.url}/firebreak/projects/{project}/outbox/{message['id']}"
