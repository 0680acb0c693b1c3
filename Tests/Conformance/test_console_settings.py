"""The console's settings in a browser (firebreak.md section 13): what a person changes is what apps meet then."""

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from mail import send_sign_in_link
from pages import Clicks
from rest import failure, ok

SECTIONS = [
    "",
    "/sign-in",
    "/providers",
    "/providers/google.com",
    "/providers/apple.com",
    "/providers/oidc",
    "/providers/saml",
    "/domains",
    "/users",
    "/passwords",
    "/factors",
    "/functions",
    "/templates",
    "/templates?type=EMAIL_SIGNIN",
    "/templates?type=VERIFY_EMAIL&from=service",
    "/rules",
    "/tenants",
]
OF_TENANTS = ["/sign-in", "/providers", "/providers/oidc", "/users", "/passwords", "/factors"]
HOSTILE = (
    "<script>top.document.title='ran'; new Image().src='/firebreak/ran'</script>"
    '<img src="https://outside.example.test/pixel" onerror="document.title=\'ran\'"><svg onload="alert(1)"></svg>'
    '<style>@import "https://outside.example.test/style"; body { color: green }</style>'
    '<iframe src="javascript:alert(1)"></iframe><form action="https://outside.example.test/"><button>x</button></form>'
    '<meta http-equiv="refresh" content="0; url=https://outside.example.test/"><p id="words">%EMAIL%</p>'
)


@pytest.fixture
def settings(server, project):
    return f"{server.url}/firebreak/projects/{project}/settings"


def read(rest, path, **options):
    return ok(rest.admin(path, verb="GET", version="v2", **options))


def save(browser, form):
    browser.follow(browser.find(f"#{form}-form .button.primary"))


def change_everything(rest):
    """A project and a tenant with something of all that pages show, and with values that are long and hostile."""
    rest.configure(
        "signIn.phoneNumber,authorizedDomains,mfa,passwordPolicyConfig,notification,blockingFunctions,smsRegionConfig,"
        "client.permissions",
        {
            "signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": {"+15555550100": "1<b>2" * 9}}},
            "authorizedDomains": ["localhost", f"{'long-' * 40}name.example.test"],
            "mfa": {"state": "MANDATORY"},
            "passwordPolicyConfig": {
                "passwordPolicyEnforcementState": "ENFORCE",
                "passwordPolicyVersions": [{"customStrengthOptions": {"minPasswordLength": 12}}],
            },
            "notification": {
                "defaultLocale": "ja",
                "sendEmail": {
                    "method": "CUSTOM_SMTP",
                    "smtp": {"host": "h" * 200, "port": 25, "senderEmail": "a@example.test"},
                    "resetPasswordTemplate": {"subject": HOSTILE, "body": HOSTILE, "bodyFormat": "HTML"},
                },
            },
            "blockingFunctions": {"triggers": {"beforeCreate": {"functionUri": f"http://127.0.0.1:1/{'x' * 300}"}}},
            "smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["US", "DE"]}},
            "client": {"permissions": {"disabledUserSignup": True}},
        },
    )
    rest.firebreak.rules.patch(app_name=HOSTILE, expiry="off", lifetimes={"idToken": 60})
    rest.firebreak.api_keys.create("<key>" * 40)
    tenant = rest.create_tenant()
    provider = {"displayName": HOSTILE, "clientId": "web", "issuer": f"https://{'long-' * 30}idp.example.test"}
    for parent in (None, tenant):
        parameters = {"oauthIdpConfigId": "oidc.acme"}
        ok(rest.admin("/oauthIdpConfigs", provider, version="v2", tenant=parent, params=parameters))
    return tenant


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_keeps_to_what_all_pages_keep_to(browser, settings, section):
    browser.check(settings + section)


# The preview of a hostile template has a test of its own.
@pytest.mark.parametrize("section", [*(path for path in SECTIONS if path != "/templates"), "/providers/oidc.acme"])
def test_so_does_every_section_with_changes(browser, settings, rest, section):
    change_everything(rest)
    browser.check(settings + section)
    assert "ran" not in browser.driver.title


@pytest.mark.parametrize("section", OF_TENANTS)
def test_so_does_every_section_of_a_tenant(browser, settings, rest, section):
    tenant = change_everything(rest)
    browser.check(f"{settings}{section}?tenant={tenant}")


@pytest.mark.parametrize(
    ("section", "field"),
    [("passwords", "minPasswordLength"), ("factors", "mfa-adjacentIntervals"), ("rules", "lifetimes")],
)
def test_so_does_a_form_that_was_refused(browser, settings, section, field):
    browser.open(f"{settings}/{section}")
    entry = browser.find(f"#{field}")
    entry.clear()
    entry.send_keys("nonsense")
    save(browser, section)
    assert browser.find(f"#{field}").get_property("value") == "nonsense"
    assert browser.find(f"#{field}").get_attribute("aria-invalid") == "true"
    assert "must be" in browser.text("main > .notice.failure")
    browser.driver.get_log("browser")  # of the answer's status, 400
    browser.check()


def test_no_view_transfers_more_than_150_kilobytes(settings, rest):
    tenant = change_everything(rest)
    assets = {}
    for section in [*SECTIONS, *(f"{path}?tenant={tenant}" for path in OF_TENANTS)]:
        answer = rest.session.get(settings + section)
        assert answer.status_code == 200
        size = len(answer.content)
        for line in answer.text.splitlines():
            if "/firebreak/assets/" in line:
                name = line.split("/firebreak/assets/")[1].split('"')[0]
                if name not in assets:
                    assets[name] = len(rest.session.get(f"{settings.split('/projects')[0]}/assets/{name}").content)
                size += assets[name]
        assert size < 140_000, section


def test_a_domain_is_added_with_the_keyboard_alone_and_then_allowed(browser, settings, rest):
    rest.existing_account("ada@example.test")
    body = {"requestType": "PASSWORD_RESET", "email": "ada@example.test", "continueUrl": "https://shop.example.test/x"}
    assert failure(rest.app("sendOobCode", body)).startswith("UNAUTHORIZED_DOMAIN")

    browser.open(settings)
    browser.press(Keys.TAB)
    for _ in range(60):
        if browser.focused().text == "Authorized domains":
            break
        browser.press(Keys.TAB)
    old = browser.find("html")
    browser.press(Keys.ENTER)
    browser.wait(lambda _: browser._is_stale(old), "the domains")
    browser.wait_for("#domain")
    for _ in range(60):
        if browser.focused().get_attribute("id") == "domain":
            break
        browser.press(Keys.TAB)
    old = browser.find("html")
    browser.press("shop.example.test", Keys.ENTER)
    browser.wait(lambda _: browser._is_stale(old), "the answer")
    assert "Added." in browser.text("main > .notice")
    assert browser.find("[data-item='shop.example.test']")

    ok(rest.app("sendOobCode", body))


@pytest.mark.parametrize("scripts", [True, False])
def test_enumeration_protection_is_switched_off_and_the_wire_changes(browser, settings, rest, scripts):
    if not scripts:
        browser.without_scripts()

    def refusal():
        return failure(rest.sign_in("nobody@example.test", "correct-horse"))

    assert refusal() == "INVALID_LOGIN_CREDENTIALS"

    browser.open(settings + "/users")
    browser.find("#emailPrivacyConfig-enableImprovedEmailPrivacy").click()
    save(browser, "users")
    assert refusal() == "EMAIL_NOT_FOUND"
    row = browser.find("[data-setting='emailPrivacyConfig.enableImprovedEmailPrivacy']").text
    assert "changed" in row and "Default: on" in row

    browser.open(settings)
    browser.follow(browser.find("[data-changed='emailPrivacyConfig.enableImprovedEmailPrivacy'] a"))
    browser.follow(browser.find("[name='reset'][value='emailPrivacyConfig.enableImprovedEmailPrivacy']"))
    assert refusal() == "INVALID_LOGIN_CREDENTIALS"
    assert not browser.all(".setting.changed")


def preview(browser, read):
    """What the frame with the preview has, once it has it. Its own scripts never run; the driver looks from outside."""

    def content(_):
        browser.driver.switch_to.default_content()
        browser.driver.switch_to.frame("preview")
        return read(browser)

    try:
        return browser.wait(content, "the preview")
    finally:
        browser.driver.switch_to.default_content()


def sent(browser):
    """The URLs that the browser asked the network for, without those that a page's policy held back."""
    urls = {}
    for entry in browser.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        parameters = message["params"]
        if message["method"] == "Network.requestWillBeSent":
            urls[parameters["requestId"]] = parameters["request"]["url"]
        if message["method"] == "Network.loadingFailed" and parameters.get("blockedReason") == "csp":
            urls.pop(parameters["requestId"], None)
    return [url for url in urls.values() if not url.startswith(("data:", "about:", "chrome-error:"))]


@pytest.mark.parametrize("scripts", [True, False])
def test_the_preview_of_a_hostile_template_runs_nothing_and_loads_nothing(browser, server, settings, rest, scripts):
    if not scripts:
        browser.without_scripts()
    browser.open(settings + "/templates?type=PASSWORD_RESET&locale=en")
    key = "notification-sendEmail-resetPasswordTemplate"
    title = browser.driver.title
    browser.driver.get_log("performance")
    browser.find(f"#{key}-subject").send_keys("Hi %EMAIL% <b>")
    browser.find(f"#{key}-body").send_keys(HOSTILE)

    # Not saved: as one types, or by the button.
    if not scripts:
        browser.find(".previewing button").click()
    words = preview(browser, lambda page: page.find("#words").text or None)
    assert words == "alex@example.test"
    template = read(rest, "/config")["notification"]["sendEmail"]["resetPasswordTemplate"]
    assert template["subject"] != "Hi %EMAIL% <b>"

    browser.follow(browser.find("#template-form .button.primary"))
    assert "Saved." in browser.text("main > .notice")
    assert preview(browser, lambda page: page.find("#words").text or None) == "alex@example.test"
    shown = preview(browser, lambda page: page.text(".firebreak-preview"))
    assert "Hi alex@example.test <b>" in shown
    assert browser.driver.title == title
    asked = sent(browser)
    assert asked and all(url.startswith(server.url) and not url.endswith("/ran") for url in asked), asked
    assert browser.find(f"#{key}-body").get_property("value") == HOSTILE


def test_the_preview_speaks_the_language_that_is_chosen(browser, settings):
    browser.open(settings + "/templates?type=EMAIL_SIGNIN&locale=en")
    assert "Sign in" in preview(browser, lambda page: page.text("main"))
    assert len(Select(browser.find("#locale")).options) == 20
    Select(browser.find("#locale")).select_by_visible_text("Deutsch")
    preview(browser, lambda page: "Anmelden" in page.text("main"))
    assert browser.problems() == []


# Jobs, with their clicks from the first page


def test_a_domain_is_added_with_three_clicks_and_typing(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Settings")
    clicks.on_link("Authorized domains")
    browser.find("#domain").send_keys("https://shop.example.test/welcome")
    clicks.on_button("Add domain")
    assert clicks.count == 3
    ok(send_sign_in_link(rest, "alice@example.test", "https://shop.example.test/finish"))


def test_a_provider_is_switched_on_with_four_clicks_and_typing(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Settings")
    clicks.on_link("Identity providers")
    clicks.on(browser.find("[data-provider='google.com'] a.button"))
    browser.find("#clientId").send_keys("web-client")
    clicks.on_button("Add provider")
    assert clicks.count == 4
    provider = read(rest, "/defaultSupportedIdpConfigs/google.com")
    assert (provider["enabled"], provider["clientId"]) == (True, "web-client")


def test_a_template_is_worded_beside_its_preview_in_four_clicks(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Settings")
    clicks.on_link("Templates")
    clicks.on_link("Verify address")
    subject = browser.find("input[name$='verifyEmailTemplate.subject']")
    past = browser.driver.execute_script("return history.length")
    for number in range(3):
        subject.send_keys(f"Welcome {number} %BOGUS% ")
        warned = preview(browser, lambda page, number=number: f"Welcome {number}" in page.text() and page.text(".firebreak-warning"))
        assert "%BOGUS% is not a placeholder" in warned and "%LINK%" in warned
    browser.wait(lambda _: len(browser.all("iframe")) == 1)
    # The way back is not through all that was previewed.
    assert browser.driver.execute_script("return history.length") == past
    browser.driver.execute_script("arguments[0].value = ''", subject)
    subject.send_keys("Welcome to %APP_NAME%")
    preview(browser, lambda page: "Welcome to demo-own" in page.text(".firebreak-preview") and not page.all(".firebreak-warning"))
    clicks.on_button("Save", "#template-form")
    assert clicks.count == 4

    user = rest.sign_up("new@example.test", "correct-horse")
    ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": user["idToken"]}))
    assert rest.firebreak.outbox.latest()["subject"] == "Welcome to demo-own"


def test_a_mail_with_a_wrong_placeholder_leads_to_its_template_which_is_mended_there(browser, server, project, rest):
    template = {"subject": "Hello %NAME%", "body": "<p>%LINK%</p>", "bodyFormat": "HTML"}
    rest.configure("notification", {"notification": {"sendEmail": {"verifyEmailTemplate": template}}})
    user = rest.sign_up("new@example.test", "correct-horse")

    def mail():
        ok(rest.app("sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": user["idToken"]}))
        return rest.firebreak.outbox.latest()

    sent = mail()
    assert sent["subject"] == "Hello %NAME%"
    browser.open(f"{server.url}/firebreak/projects/{project}/outbox/{sent['id']}")
    browser.follow(next(link for link in browser.all("[data-part=envelope] a") if link.text == "Verify address, in the settings"))
    assert "%NAME% is not a placeholder" in preview(browser, lambda page: page.text(".firebreak-warning"))
    # By an edit …
    subject = browser.find("input[name$='verifyEmailTemplate.subject']")
    subject.send_keys(Keys.CONTROL, "a")
    subject.send_keys("Hello %EMAIL%")
    preview(browser, lambda page: not page.all(".firebreak-warning"))
    save(browser, "template")
    assert mail()["subject"] == "Hello new@example.test"
    # … or by taking the service's text again.
    old = browser.find("html")
    next(button for button in browser.all("button") if button.text == "Reset to defaults").click()
    browser.driver.switch_to.alert.accept()
    browser.wait(lambda b: b.find("html") != old and b.find("main > .notice"))
    assert mail()["subject"] == f"Please confirm your email address for {project}"
    # What was sent stays.
    assert rest.firebreak.outbox.get(sent["id"])["subject"] == "Hello %NAME%"


@pytest.mark.parametrize("scripts", [True, False])
def test_the_text_of_the_service_is_in_the_form_and_in_its_preview(browser, settings, scripts):
    if not scripts:
        browser.without_scripts()
    browser.open(settings + "/templates?type=VERIFY_EMAIL&locale=en")
    browser.follow(next(link for link in browser.all("#template-form a.button") if "service" in link.text))
    key = "notification.sendEmail.verifyEmailTemplate"
    assert browser.find(f"[name='{key}.subject']").get_property("value") == "Verify your email for %APP_NAME%"
    assert browser.find(f"[name='{key}.replyTo']").get_property("value") == ""
    shown = preview(browser, lambda page: page.text(".firebreak-preview"))
    assert "Subject Verify your email for " in shown and "Reply to" not in shown


@pytest.mark.parametrize("scripts", [True, False])
def test_a_preview_is_as_wide_as_a_phone_and_dark(browser, settings, scripts):
    if not scripts:
        browser.without_scripts()
    browser.open(settings + "/templates?type=EMAIL_SIGNIN&locale=en")
    assert browser.find("iframe").size["width"] > 375
    for choice in ("phone", "dark"):
        browser.find(f".look label:has([value={choice}])").click()
    browser.wait(lambda _: browser.find("iframe").size["width"] == 375)
    assert preview(browser, lambda page: page.driver.execute_script("return matchMedia('(prefers-color-scheme: dark)').matches"))
    if scripts:
        browser.driver.execute_script("sessionStorage.clear()")
        browser.check()


def test_rules_are_changed_and_come_back(browser, settings, rest):
    browser.open(settings + "/rules")
    Select(browser.find("#takeover")).select_by_value("off")
    entry = browser.find("#lifetimes")
    entry.clear()
    entry.send_keys('{"idToken": 60}')
    save(browser, "rules")
    rules = rest.firebreak.rules.get()
    assert rules["takeover"] == "off"
    assert rules["lifetimes"]["idToken"] == 60
    assert rules["lifetimes"]["EMAIL_SIGNIN"] == 21600
    assert {row.get_attribute("data-setting") for row in browser.all(".setting.changed")} == {"takeover", "lifetimes"}

    browser.find("button[form$='-all']").click()
    browser.driver.switch_to.alert.accept()
    browser.wait(lambda page: "Back to the defaults." in page.text("main > .notice"))
    assert rest.firebreak.rules.get()["takeover"] == "on"
    assert not browser.all(".setting.changed")


def test_a_provider_is_set_up_in_two_steps(browser, settings, rest):
    browser.open(settings + "/providers")
    browser.follow(browser.find("[data-provider='google.com'] .button"))
    browser.find("#clientId").send_keys("client")
    # It is meant to be used.
    assert browser.find("#enabled").is_selected()
    save(browser, "provider")
    assert browser.text("[data-provider='google.com'] .badge") == "enabled"
    answer = read(rest, "/defaultSupportedIdpConfigs/google.com")
    assert answer["clientId"] == "client" and answer["enabled"] is True


def test_a_tenant_is_chosen_and_keeps_its_settings_to_itself(browser, settings, rest):
    tenant = change_everything(rest)
    before = read(rest, "/config")
    browser.open(settings + "/passwords")
    browser.find(".bar details:has([data-tenant]) summary").click()
    browser.follow(browser.find(f"[data-tenant='{tenant}']"))
    assert browser.find("#minPasswordLength").get_property("value") == "6"
    browser.find("#minPasswordLength").clear()
    browser.find("#minPasswordLength").send_keys("10")
    save(browser, "passwords")
    assert browser.find("[data-tenant][aria-current]").get_attribute("data-tenant") == tenant

    assert read(rest, "/config") == before
    policy = read(rest, f"/tenants/{tenant}")["passwordPolicyConfig"]
    assert policy["passwordPolicyVersions"][0]["customStrengthOptions"]["minPasswordLength"] == 10
