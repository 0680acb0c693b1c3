"""The console's page of one account in a browser (firebreak.md section 13)."""

import json
from urllib.parse import quote, urlsplit

import pytest
from factors import enroll_phone, enroll_totp
from pages import PATIENCE
from rest import WITH_ALL_FACTORS, Rest, claims, ok
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from test_passkeys import enroll
from totp import AuthenticatorApp

EMAIL = "alice@example.test"
PIXEL = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveW"
    "kH6oAAAAAElFTkSuQmCC"
)


@pytest.fixture
def page(browser, server, project):
    """Opens the page of an account."""

    def open_page(local_id, tenant=None):
        query = f"?tenant={tenant}" if tenant else ""
        url = f"{server.url}/firebreak/projects/{project}/accounts/{quote(local_id, safe='')}{query}"
        return browser.open(url)

    return open_page


@pytest.fixture
def alice(rest):
    return rest.sign_up(EMAIL, "correct-horse")["localId"]


@pytest.fixture
def everything(rest):
    """An account that has all that an account can have."""
    rest.configure("mfa", {"mfa": WITH_ALL_FACTORS})
    local_id = rest.sign_up(EMAIL, "correct-horse")["localId"]
    google = {
        "providerId": "google.com",
        "rawId": "g-1",
        "email": "alice@gmail.test",
        "displayName": "Alice A.",
    }
    changes = {
        "displayName": "Alice Anderson",
        "emailVerified": True,
        "phoneNumber": "+15555550101",
        "photoUrl": PIXEL,
        "customAttributes": json.dumps({"role": "admin", "teams": ["blue", "red"]}),
        "linkProviderUserInfo": google,
    }
    ok(rest.admin("/accounts:update", {"localId": local_id, **changes}))
    enroll(rest, ok(rest.sign_in(EMAIL, "correct-horse")), name="My laptop")
    user = enroll_phone(
        rest,
        ok(rest.sign_in(EMAIL, "correct-horse"))["idToken"],
        "+15555550199",
        name="Work phone",
    )
    enroll_totp(rest, user["idToken"])
    return local_id


def notice(browser):
    return browser.text("main > .notice")


def enter(browser, selector, text):
    """Replaces what is in a field by typing."""
    field = browser.find(selector)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE)
    field.send_keys(text)
    return field


def button(browser, name):
    """The button with this name, as a screen reader says it."""
    (found,) = [entry for entry in browser.all("button") if entry.accessible_name == name]
    return found


def asked(browser, element, answer):
    """Clicks what asks first, and answers; returns the question."""
    old = browser.find("html")
    element.click()
    alert = WebDriverWait(browser.driver, PATIENCE).until(lambda driver: driver.switch_to.alert)
    question = alert.text
    if not answer:
        alert.dismiss()
        return question
    alert.accept()
    browser.wait(lambda _: browser._is_stale(old), "the next page")
    browser.wait(lambda _: browser.driver.execute_script("return document.readyState") == "complete")
    return question


def tab_to(browser, accessible_name, limit=80):
    """Presses Tab until the control with this name has the focus."""
    for _ in range(limit):
        browser.press(Keys.TAB)
        if browser.focused().accessible_name == accessible_name:
            return browser.focused()
    raise AssertionError(f"Tab does not lead to {accessible_name}")


def press_enter(browser):
    old = browser.find("html")
    browser.press(Keys.ENTER)
    browser.wait(lambda _: browser._is_stale(old), "the next page")
    browser.wait(lambda _: browser.driver.execute_script("return document.readyState") == "complete")


# What every page is held to


def test_an_account_with_everything_keeps_to_what_all_pages_keep_to(browser, page, everything):
    page(everything)
    for details in browser.all("details"):
        browser.driver.execute_script("arguments[0].open = true", details)
    browser.check()
    for text in (
        "Alice Anderson",
        "+15555550101",
        "Google",
        "alice@gmail.test",
        "Work phone",
        "My laptop",
    ):
        assert text in browser.text("main"), text
    assert browser.find(".photo img").size["width"] == 40


def test_an_anonymous_account_keeps_to_what_all_pages_keep_to(browser, page, rest):
    browser_page = page(rest.sign_up()["localId"])
    browser_page.check()
    assert "anonymous" in browser.text(".title")
    assert "The account has no email address" in browser.text("main")


def test_what_does_not_exist_leads_to_the_list(browser, server, project, page):
    page("nobody")
    assert "no account nobody" in browser.text("main")
    assert urlsplit(browser.find(".panel a").get_attribute("href")).path == f"/firebreak/projects/{project}/accounts"
    browser.driver.get_log("browser")
    assert browser.violations() == []
    assert not browser.overflows()


def test_refused_forms_keep_to_what_all_pages_keep_to(browser, page, alice):
    page(alice)
    enter(browser, "#email", "nonsense")
    browser.follow(button(browser, "Save"))
    assert "INVALID_EMAIL" in notice(browser)
    assert browser.focused().get_attribute("id") == "email"
    # The browser itself notes that an answer has status 400.
    assert browser.problems() == []
    for width in (1280, 360):
        browser.width(width)
        for dark in (False, True):
            browser.media(dark=dark, reduced_motion=True)
            assert browser.violations() == []
        assert not browser.overflows()


# By the keyboard alone


def test_an_account_is_edited_by_the_keyboard_alone(browser, page, rest, alice):
    page(alice)
    tab_to(browser, "Display name")
    browser.press("Alice Anderson", Keys.TAB)
    assert browser.focused().accessible_name == "Email address"
    tab_to(browser, "Address is verified")
    browser.press(Keys.SPACE)
    tab_to(browser, "Save")
    press_enter(browser)

    assert notice(browser) == "The account was saved."
    assert browser.text("h1") == "Alice Anderson"
    account = rest.account(alice)
    assert (account["displayName"], account["emailVerified"]) == (
        "Alice Anderson",
        True,
    )

    tab_to(browser, "Disable")
    press_enter(browser)
    assert "The account was disabled" in notice(browser)
    assert rest.account(alice)["disabled"] is True
    tab_to(browser, "Enable")
    press_enter(browser)
    assert not rest.account(alice).get("disabled")


def test_what_was_refused_is_mended_where_one_is(browser, page, rest, alice):
    rest.sign_up("bob@example.test", "correct-horse")
    page(alice)
    enter(browser, "#displayName", "Alice Anderson")
    enter(browser, "#email", "bob@example.test")
    browser.follow(button(browser, "Save"))

    assert "Another account has this email address." in notice(browser)
    assert browser.find("#displayName").get_attribute("value") == "Alice Anderson"
    assert "Another account" in browser.text("#email-hint")
    assert "displayName" not in rest.account(alice)

    enter(browser, "#email", "alice@new.example.test")
    press_enter(browser)
    assert notice(browser) == "The account was saved."
    assert rest.account(alice)["email"] == "alice@new.example.test"


# Claims


def test_claims_are_checked_while_typing_and_by_the_server(browser, page, rest, alice):
    page(alice)
    area = browser.find("#claims")
    area.send_keys('{"role": "admin"')
    browser.wait(lambda b: b.text("#claims-check").startswith("Not JSON"))
    assert area.get_attribute("aria-invalid") == "true"
    assert "claims-check" in area.get_attribute("aria-describedby")
    area.send_keys(', "sub": 1}')
    browser.wait(lambda b: b.text("#claims-check") == "Tokens use the name “sub” themselves")

    browser.follow(button(browser, "Save claims"))
    assert "“sub” is a name that tokens use themselves" in notice(browser)
    assert browser.find("#claims").get_attribute("value") == '{"role": "admin", "sub": 1}'
    assert browser.focused().get_attribute("id") == "claims"
    assert "“sub”" in browser.text("#claims-hint")
    assert "customAttributes" not in rest.account(alice)

    enter(browser, "#claims", '{\n  "role":\n}')
    browser.follow(button(browser, "Save claims"))
    assert "line 3, column 1" in notice(browser)

    enter(browser, "#claims", '{"role": "admin"}')
    browser.wait(lambda b: b.text("#claims-check") == "Valid, 16 of 1000 characters")
    browser.follow(button(browser, "Save claims"))
    assert "The claims were saved" in notice(browser)
    assert rest.account(alice)["customAttributes"] == '{"role":"admin"}'
    assert browser.find("#claims").get_attribute("value") == '{\n  "role": "admin"\n}'


# Mails and tokens


@pytest.mark.parametrize(
    ("name", "field", "value", "kind"),
    [
        ("Password reset", None, None, "PASSWORD_RESET"),
        ("Verify address", None, None, "VERIFY_EMAIL"),
        (
            "Change address",
            "#newEmail",
            "alice@new.example.test",
            "VERIFY_AND_CHANGE_EMAIL",
        ),
        (
            "Sign-in link",
            "#continueUrl",
            "http://localhost:3000/finish",
            "EMAIL_SIGNIN",
        ),
    ],
)
def test_mailing_this_person_leads_to_the_message(
    browser, page, server, project, rest, alice, name, field, value, kind
):
    page(alice)
    if field:
        enter(browser, field, value)
    browser.follow(button(browser, name))

    (message,) = rest.firebreak.outbox.list()["messages"]
    assert (message["type"], message["delivery"], message["localId"]) == (
        kind,
        "sent",
        alice,
    )
    url = urlsplit(browser.driver.current_url)
    assert url.path == f"/firebreak/projects/{project}/outbox/{message['id']}"
    assert url.query == "notice=mailSent"


def test_a_token_is_minted_and_works(browser, page, rest, alice):
    page(alice)
    browser.find("main summary").click()
    enter(browser, "#tokenClaims", '{"role": "admin"}')
    enter(browser, "#tokenLifetime", "120")
    browser.follow(button(browser, "Mint a token"))

    token = browser.text("#minted-id-token")
    assert claims(token)["role"] == "admin"
    assert claims(token)["exp"] - claims(token)["iat"] == 120
    assert token not in browser.driver.current_url
    (user,) = ok(rest.app("lookup", {"idToken": token}))["users"]
    assert user["localId"] == alice
    assert ok(rest.refresh(browser.text("#minted-refresh-token")))["user_id"] == alice
    # One is where the token is, and the rest of the page is there.
    assert browser.driver.execute_script("return document.getElementById('minted').getBoundingClientRect().top >= 0")
    assert browser.find("#email").get_attribute("value") == EMAIL
    browser.find("#minted summary").click()
    for width in (1280, 360):
        browser.width(width)
        for dark in (False, True):
            browser.media(dark=dark, reduced_motion=True)
            assert browser.violations() == []
        assert not browser.overflows()
    assert browser.problems() == []


# What is final


def test_ways_to_sign_in_are_taken_away_after_a_question(browser, page, rest, everything):
    page(everything)
    question = asked(browser, button(browser, "Unlink Google"), answer=False)
    assert question == "Unlink Google from Alice Anderson?"
    assert "google.com" in {entry["providerId"] for entry in rest.account(everything)["providerUserInfo"]}

    asked(browser, button(browser, "Unlink Google"), answer=True)
    assert notice(browser) == "The provider was unlinked."
    assert {entry["providerId"] for entry in rest.account(everything)["providerUserInfo"]} == {"phone", "password"}

    asked(browser, button(browser, "Remove Work phone"), answer=True)
    assert notice(browser) == "The second factor was removed."
    assert [factor["displayName"] for factor in rest.account(everything)["mfaInfo"]] == ["App"]

    asked(browser, button(browser, "Remove My laptop"), answer=True)
    assert notice(browser) == "The passkey was removed."
    assert not rest.account(everything).get("passkeyInfo")


def test_sessions_end_after_a_question(browser, page, rest):
    user = rest.sign_up(EMAIL, "correct-horse")
    page(user["localId"])
    question = asked(browser, button(browser, "Sign out everywhere"), answer=True)
    assert "Sign alice@example.test out everywhere?" in question
    assert notice(browser) == "All sessions of the account were ended."
    assert rest.refresh(user["refreshToken"]).status_code == 400
    # The journal has it as the call that it is.
    browser.follow(browser.find(".timeline a"))
    assert browser.text("h1") == "signOutUser"
    browser.follow(button(browser, "Send again"))
    assert "200" in browser.text(".title")


def test_deleting_asks_and_leads_back_to_the_list(browser, page, project, rest, alice):
    page(alice)
    assert "cannot be undone" in asked(browser, button(browser, "Delete"), answer=False)
    assert rest.account(alice)["email"] == EMAIL
    asked(browser, button(browser, "Delete"), answer=True)
    url = urlsplit(browser.driver.current_url)
    assert (url.path, url.query) == (
        f"/firebreak/projects/{project}/accounts",
        "notice=accountDeleted",
    )
    assert "users" not in ok(rest.admin("/accounts:lookup", {"localId": [alice]}))


# Second factors, and the account as a fixture


def test_second_factors_are_added_and_ask_at_the_next_sign_in(browser, page, rest):
    rest.configure("mfa", {"mfa": WITH_ALL_FACTORS})
    alice = rest.existing_account(EMAIL)
    page(alice)
    enter(browser, "#factorPhone", "nonsense")
    browser.follow(button(browser, "Add number"))
    assert browser.focused().get_attribute("id") == "factorPhone"
    assert browser.find("#factorPhone").get_attribute("value") == "nonsense"

    enter(browser, "#factorPhone", "+1 555 555 0199")
    browser.follow(button(browser, "Add number"))
    assert "The second factor was added" in notice(browser)
    browser.follow(button(browser, "Add authenticator app"))
    factors = rest.account(alice)["mfaInfo"]
    assert factors[0]["phoneInfo"] == "+15555550199" and "totpInfo" in factors[1]
    # An account has one authenticator app.
    assert "Add authenticator app" not in [one.text for one in browser.all("button")]

    pending = ok(rest.sign_in(EMAIL, "correct-horse"))
    code = AuthenticatorApp(browser.text("#account-factors .copyable code")).code()
    signed_in = ok(
        rest.app_v2(
            "mfaSignIn:finalize",
            {
                "mfaPendingCredential": pending["mfaPendingCredential"],
                "mfaEnrollmentId": factors[1]["mfaEnrollmentId"],
                "totpVerificationInfo": {"verificationCode": code},
            },
        )
    )
    assert claims(signed_in["idToken"])["sub"] == alice
    page(alice)
    asked(browser, button(browser, "Remove Authenticator app"), answer=True)
    assert len(rest.account(alice)["mfaInfo"]) == 1
    browser.check()


def test_an_account_is_copied_as_a_fixture_that_makes_it_again(browser, page, server, project, rest, everything):
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": server.url}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
    page(everything)
    clicked = [button(browser, "Copy as fixture")]
    for element in clicked:
        element.click()
    browser.wait(lambda b: any(one.text == "Copied" for one in b.all("button")))
    text = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert text.startswith("users:\n") and "alice@gmail.test" in text

    other = Rest(server, f"{project}-b")
    assert other.firebreak.seed(text)["created"] == 1
    original, copy = rest.account(everything), other.account(everything)
    for member in ("email", "displayName", "phoneNumber", "emailVerified"):
        assert copy[member] == original[member], member
    for member in ("mfaEnrollmentId", "phoneInfo", "totpInfo"):
        assert [one.get(member) for one in copy["mfaInfo"]] == [one.get(member) for one in original["mfaInfo"]], member
    assert json.loads(copy["customAttributes"]) == json.loads(original["customAttributes"])
    ok(other.sign_in(EMAIL, "correct-horse"))


# Other circumstances


def test_an_account_of_a_tenant_is_changed_in_its_tenant(browser, page, rest):
    tenant = rest.create_tenant()
    local_id = rest.sign_up(EMAIL, "correct-horse", tenantId=tenant)["localId"]
    page(local_id, tenant)
    assert f"tenant {tenant}" in browser.text(".title")
    enter(browser, "#displayName", "Tina")
    browser.follow(button(browser, "Save"))
    assert browser.text("h1") == "Tina"
    (user,) = ok(rest.admin("/accounts:lookup", {"localId": [local_id]}, tenant=tenant))["users"]
    assert user["displayName"] == "Tina"


def test_everything_works_without_scripts(browser, page, rest, alice):
    browser.without_scripts()
    page(alice)
    enter(browser, "#displayName", "Alice")
    button(browser, "Save").click()
    browser.wait(lambda b: notice(b) == "The account was saved.")
    enter(browser, "#claims", "[]")
    button(browser, "Save claims").click()
    browser.wait(lambda b: "JSON object" in notice(b))
    button(browser, "Mint a token").click()
    token = browser.wait(lambda b: b.text("#minted-id-token"))
    assert claims(token)["name"] == "Alice"
    page(alice)
    button(browser, "Disable").click()
    browser.wait(lambda b: "disabled" in notice(b))
    assert rest.account(alice)["disabled"] is True


def test_an_account_shows_what_happened_to_it(page, rest, alice, browser, server, project):
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": EMAIL}))
    rest.sign_in(EMAIL, "correct-horse")
    page(alice)
    browser.check()
    rows = [row.text for row in browser.all(".timeline li")]
    assert len(rows) == 4
    assert "accounts.signInWithPassword" in rows[0] and "by an app" in rows[0]
    assert "accounts.signUp" in rows[-1]
    # What is changed from here is a call of an admin as well.
    browser.follow(button(browser, "Disable"))
    browser.follow(button(browser, "Enable"))
    rows = [row.text for row in browser.all(".timeline li")]
    assert len(rows) == 6
    assert all("accounts.update" in row and "by an admin, Firebreak console" in row for row in rows[:2])
    browser.follow(browser.find(".timeline a"))
    assert '"disableUser": false' in browser.text("#request-body")
    browser.follow(browser.find(f"main .facts a[href$='/accounts/{alice}']"))
    # To its message, and back by one click.
    browser.follow(next(link for link in browser.all(".timeline a") if link.text == "Password reset"))
    [message] = rest.firebreak.outbox.list()["messages"]
    assert browser.driver.current_url == f"{server.url}/firebreak/projects/{project}/outbox/{message['id']}"
    browser.follow(browser.find(f"[data-part=envelope] a[href$='/accounts/{alice}']"))
    assert browser.find(".timeline")
