"""The console's requests: the journal live, one call, and the catalogue of errors (firebreak.md section 13)."""

import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from selenium.webdriver.common.keys import Keys

import children
from functions_server import Reply
from mail import send_sign_in_link
from pages import Clicks
from rest import IDENTITY_TOOLKIT, failure, ok

PASSWORD = "correct-horse"
# A quote with an accent is one character, and to a shell still a quote.
AWKWARD = "it's 'quoted' '\u0301; $(touch pwned) `touch pwned` \"x\" \\ !! \u202e \x1b[201~\n-- @/etc/passwd"


def requests_of(server, project, rest=""):
    return f"{server.url}/firebreak/projects/{project}/requests{rest}"


def rows(browser):
    return [row.text for row in browser.all("tbody tr")]


def calls(rest, **filters):
    return rest.firebreak.requests.list(**filters)["requests"]


def run(command):
    """Has a shell run a command, and returns what it printed."""
    done = children.run(["sh", "-c", command], timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait_for_stream(browser):
    browser.wait(lambda b: b.driver.execute_script("return document.documentElement.dataset.live") == "on")


def content(browser, selector):
    return browser.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)


# The list


def test_the_lists_keep_to_what_all_pages_keep_to(browser, server, rest, project):
    browser.check(requests_of(server, project))
    assert "No calls yet." in browser.text()
    rest.sign_up("alice@example.test", PASSWORD)
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    failure(rest.app("signUp", {"email": "x" * 300 + "@example.test", "password": PASSWORD}))
    rest.admin("/accounts:lookup", {"email": ["alice@example.test"]})
    browser.check(requests_of(server, project))
    browser.check(requests_of(server, project, "?status=failed&account=alice@example.test"))
    browser.check(requests_of(server, project, "?error=NO_SUCH_CODE"))
    assert "No call matches." in browser.text()
    browser.check(f"{server.url}/firebreak/requests")


def test_a_call_of_another_client_appears_by_itself(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    browser.open(requests_of(server, project))
    wait_for_stream(browser)
    browser.driver.execute_script("window.untouched = true; document.querySelector('tbody tr').dataset.old = 'yes'")
    failure(rest.app("signUp", {"email": "alice@example.test", "password": PASSWORD}))

    browser.wait(lambda b: len(rows(b)) == 2, "the row")
    assert "EMAIL_EXISTS" in rows(browser)[0]
    # The page is the same, and so is the row that was there; it asked once, because there was one call.
    script = """return [window.untouched, document.querySelectorAll("tbody tr")[1].dataset.old,
        performance.getEntriesByType("resource").filter((entry) => entry.initiatorType === "fetch").length]"""
    assert browser.driver.execute_script(script) == [True, "yes", 1]
    assert "EMAIL_EXISTS" in content(browser, "#announcements")
    assert browser.problems() == []


def test_the_first_call_takes_the_place_of_the_empty_list(browser, server, rest, project):
    browser.open(requests_of(server, project))
    wait_for_stream(browser)
    run(content(browser, ".empty pre"))

    browser.wait(lambda b: "accounts.signUp" in rows(b)[0], "the row")
    assert "1 call in the journal" in browser.text("#requests")


def test_a_filtered_list_follows_what_it_selects(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    browser.open(requests_of(server, project, "?status=4xx&operation=accounts.signUp"))
    wait_for_stream(browser)
    rest.sign_up("bob@example.test", PASSWORD)
    failure(rest.app("signUp", {"email": "bob@example.test", "password": PASSWORD}))

    browser.wait(lambda b: len(rows(b)) == 1, "the row")
    assert "EMAIL_EXISTS" in rows(browser)[0] and "bob@example.test" in rows(browser)[0]


def test_calls_of_no_project_are_in_the_list_of_all(browser, server, rest):
    browser.open(f"{server.url}/firebreak/projects")
    browser.follow(browser.find("a[href='/firebreak/requests']"))
    wait_for_stream(browser)
    path = f"/no/such/{rest.project}/path"
    rest.request("GET", path)

    link = browser.wait(lambda b: next(a for a in b.all("[data-entry]") if path in a.text), "the row")
    browser.follow(link)
    assert path in browser.text("h1")
    assert "404" in browser.text(".title")
    browser.check()


def test_a_server_without_a_journal_says_so(browser, start_server):
    server = start_server("--journal", "0")
    browser.check(requests_of(server, "demo-none"))
    assert "--journal 0" in browser.text("main")


def test_the_journal_is_cleared(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    browser.open(requests_of(server, project))
    browser.find("form:has([name=ask]) button").click()
    browser.driver.switch_to.alert.accept()

    browser.wait(lambda b: "is empty now" in b.text(".notice"), "the notice")
    assert calls(rest) == []


# One call


def test_the_pages_of_calls_keep_to_what_all_pages_keep_to(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    rest.firebreak.faults.add("accounts.signUp", error="EMAIL_EXISTS")
    failure(rest.app("signUp", {}))
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    for seq in (1, 2, 3, 4):
        browser.check(requests_of(server, project, f"/{seq}"))
    assert "Password reset to alice@example.test" in browser.text("main")


def test_an_error_is_explained_and_leads_to_the_catalogue(browser, server, rest, project):
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    browser.open(requests_of(server, project))
    assert "elsewhere.test is not in authorizedDomains" in rows(browser)[0]
    browser.follow(browser.find("[data-entry]"))

    assert "elsewhere.test is not in authorizedDomains" in browser.text(".why")
    run(content(browser, "#change"))
    ok(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    browser.follow(browser.find("h2 a"))
    assert browser.driver.current_url.endswith("/firebreak/errors/UNAUTHORIZED_DOMAIN")
    assert "Add the host to" in browser.text("main")


def test_a_call_leads_to_its_account_and_to_its_message(browser, server, rest, project):
    account = rest.sign_up("alice@example.test", PASSWORD)["localId"]
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    [message] = rest.firebreak.outbox.list()["messages"]
    # By one click from the list, and by one from the call.
    for start in ("", "/2"):
        browser.open(requests_of(server, project, start))
        browser.follow(browser.find(f"main a[href$='/accounts/{account}']"))
        assert browser.driver.current_url == f"{server.url}/firebreak/projects/{project}/accounts/{account}"
        browser.open(requests_of(server, project, start))
        browser.follow(browser.find("main td.sent a" if start == "" else "main .messages a"))
        assert browser.driver.current_url == f"{server.url}/firebreak/projects/{project}/outbox/{message['id']}"


@pytest.mark.parametrize(
    ("path", "body", "headers"),
    [
        ("/v1/accounts:signUp", {"displayName": AWKWARD}, {}),
        ("/v1/projects/{project}/accounts:query", {"returnUserInfo": True}, {"Authorization": "Bearer owner"}),
    ],
)
def test_the_command_repeats_the_call(browser, server, rest, project, tmp_path, path, body, headers):
    parameters = {} if headers else {"key": rest.key}
    path = IDENTITY_TOOLKIT + path.format(project=project)
    ok(rest.request("POST", path, params=parameters, json=body, headers=headers))
    browser.open(requests_of(server, project, "/1"))
    run(f"cd {tmp_path} && {content(browser, '#curl')}")

    [first, second] = calls(rest)
    for member in ("operation", "method", "path", "request", "caller", "status"):
        assert first[member] == second[member]
    assert second["client"]["userAgent"].startswith("curl/")
    assert second["request"] == body
    assert list(tmp_path.iterdir()) == []
    # The same as text, for a shell alone.
    text = rest.request("GET", f"/firebreak/projects/{project}/requests/1/curl").text
    assert text.strip() == content(browser, "#curl").strip()


def test_a_command_is_copied(browser, server, rest, project):
    rest.sign_up()
    browser.open(requests_of(server, project, "/1"))
    origin = {"origin": server.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", origin)
    browser.find("[data-copy-from='curl']").click()

    browser.wait(lambda b: content(b, "#announcements") == "Copied", "the announcement")
    script = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    assert browser.driver.execute_async_script(script) == content(browser, "#curl")


# By whatever means


def test_the_keyboard_alone_suffices(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    failure(rest.app("signUp", {"email": "alice@example.test", "password": PASSWORD}))
    browser.open(requests_of(server, project))
    browser.press("j")
    assert browser.focused().get_attribute("href").endswith("/requests/2")
    browser.press("j", "k", "j", Keys.ENTER)
    browser.wait(lambda b: b.driver.current_url.endswith("/requests/1"), "the call")

    browser.open(requests_of(server, project))
    browser.press("/", "nobody@example.test", Keys.ENTER)
    browser.wait(lambda b: "No call matches." in b.text(), "the filtered list")
    assert "q=nobody" in browser.driver.current_url


def test_without_scripts_everything_is_there(browser, server, rest, project):
    rest.sign_up("alice@example.test", PASSWORD)
    browser.without_scripts()
    browser.open(requests_of(server, project))
    browser.find("#q").send_keys("ALICE@")
    browser.follow(browser.find(".filters > button"))
    assert len(rows(browser)) == 1
    browser.follow(browser.find("[data-entry]"))
    assert "curl -X POST" in browser.text("#curl")
    assert [button for button in browser.all("[data-copy-from]") if button.is_displayed()] == []
    browser.open(requests_of(server, project))
    browser.follow(browser.find("form[method=post] button"))
    assert browser.text("h1") == "Are you sure?"
    browser.follow(browser.find("main button.danger"))
    assert "is empty now" in browser.text(".notice")


# Mending


def statuses(rest, operation):
    return [call.get("error", call["status"]) for call in calls(rest, operation=operation)]


def press(browser, label, within="main"):
    """Presses the button with a label, once the page has it."""
    found = browser.wait(lambda b: next((e for e in b.all(f"{within} button") if e.text == label), None), label)
    browser.follow(found)


@dataclass
class Refusal:
    """A call that something refuses, and what its page offers then."""

    # The error, or the status of a call that is answered without what it asks for.
    answer: str | int
    button: str
    # What the button changes, as the page shows it: a part of the old value, and of the new one.
    old: str
    new: str
    # Makes the refusal, and returns what sends the call.
    prepare: Callable
    # How the same call is answered once that is mended.
    mended: str | int = 200


def sign_in(rest, _):
    return lambda: rest.sign_in("nobody@example.test", PASSWORD)


def reset(rest, _):
    return lambda: rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "nobody@example.test"})


def elsewhere(rest, _):
    return lambda: send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/")


def guest(rest, **extra):
    return lambda: rest.app("signUp", {"returnSecureToken": True, **extra})


def no_guests(rest, _):
    rest.configure("signIn.anonymous.enabled", {"signIn": {"anonymous": {"enabled": False}}})
    return guest(rest)


def google(rest):
    token = json.dumps({"sub": "1", "email": "alice@example.test", "email_verified": True})
    body = {"requestUri": "http://localhost", "postBody": f"id_token={token}&providerId=google.com"}
    return lambda: rest.app("signInWithIdp", body)


def provider_off(rest, _):
    config = {"clientId": "web", "clientSecret": "s", "enabled": False}
    ok(rest.admin("/defaultSupportedIdpConfigs", config, version="v2", params={"idpId": "google.com"}))
    return google(rest)


def provider_unknown(rest, _):
    rest.firebreak.rules.patch(providers="configured")
    return google(rest)


def fault(rest, _):
    rest.firebreak.faults.add("accounts.signUp", error="EMAIL_EXISTS", times="always")
    return guest(rest)


def one_mail_a_minute(rest, _):
    rest.existing_account("alice@example.test")
    rest.firebreak.rules.patch(limits={"emailsPerEmail": {"count": 1, "seconds": 60}})
    call = {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}
    ok(rest.app("sendOobCode", call))
    return lambda: rest.app("sendOobCode", call)


def quota(rest, _):
    start = rest.firebreak.clock.get()["now"]
    quota = {"quota": "1", "startTime": start, "quotaDuration": "3000s"}
    rest.configure("quota.signUpQuotaConfig", {"quota": {"signUpQuotaConfig": quota}})
    rest.sign_up()
    return guest(rest)


def expired_code(rest, _):
    rest.existing_account("alice@example.test")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))
    [message] = rest.firebreak.outbox.list()["messages"]
    rest.firebreak.clock.advance("2h")
    return lambda: rest.app("resetPassword", {"oobCode": message["oobCode"]})


def password_policy(rest, _):
    rest.existing_account("alice@example.test")
    strength = {"passwordPolicyVersions": [{"customStrengthOptions": {"minPasswordLength": 20}}]}
    policy = {"passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": True, **strength}
    rest.configure("passwordPolicyConfig", {"passwordPolicyConfig": policy})
    return lambda: rest.sign_in("alice@example.test", PASSWORD)


def no_tenant(rest, _):
    return lambda: rest.admin("/accounts:query", {}, tenant="blue-sky")


def tenant_off(rest, _):
    return guest(rest, tenantId=rest.create_tenant(enableAnonymousUser=True, disableAuth=True))


def sms_region(rest, _):
    rest.configure("smsRegionConfig", {"smsRegionConfig": {"allowlistOnly": {"allowedRegions": ["DE"]}}})
    return lambda: rest.app("sendVerificationCode", {"phoneNumber": "+15555550100"})


def function(rest, functions):
    rest.existing_account("alice@example.test")
    triggers = {name: {"functionUri": functions.url(name)} for name in ("beforeCreate", "beforeSignIn")}
    rest.configure("blockingFunctions", {"blockingFunctions": {"triggers": triggers}})
    functions.answer("beforeSignIn", Reply(403, '{"error": {"message": "no"}}'))
    return lambda: rest.sign_in("alice@example.test", PASSWORD)


def signed_tokens(rest, _):
    rest.firebreak.rules.patch(credentials="verified")
    return lambda: rest.app("signInWithCustomToken", {"token": '{"uid": "alice"}'})


REFUSALS = {
    "domain": Refusal("UNAUTHORIZED_DOMAIN", "Add elsewhere.test", "localhost", "elsewhere.test", elsewhere),
    "hidden address": Refusal("INVALID_LOGIN_CREDENTIALS", "Switch it off", "true", "false", sign_in, "EMAIL_NOT_FOUND"),
    "withheld mail": Refusal(200, "Switch it off", "true", "false", reset, "EMAIL_NOT_FOUND"),
    "sign-in method": Refusal("ADMIN_ONLY_OPERATION", "Allow it", "false", "true", no_guests),
    "provider that is off": Refusal("OPERATION_NOT_ALLOWED", "Switch google.com on", "false", "true", provider_off),
    "unknown provider": Refusal("OPERATION_NOT_ALLOWED", "Allow any provider", "configured", "any", provider_unknown),
    "fault": Refusal("EMAIL_EXISTS", "Remove the fault", "answers EMAIL_EXISTS", "removed", fault),
    "limit": Refusal("RESET_PASSWORD_EXCEED_LIMIT", "Move the clock on by 60 s", ":", ":", one_mail_a_minute),
    "quota": Refusal("TOO_MANY_ATTEMPTS_TRY_LATER", "Remove the quota", "3000s", "{}", quota),
    "expired code": Refusal("EXPIRED_OOB_CODE", "Let nothing expire", "on", "off", expired_code),
    "password policy": Refusal(
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "Stop enforcing it", "ENFORCE", "OFF", password_policy
    ),
    "unknown tenant": Refusal("INVALID_TENANT_ID", "Add the tenant", "not there", "there", no_tenant),
    "tenant that is off": Refusal("TENANT_DISABLED", "Allow it", "true", "false", tenant_off),
    "SMS region": Refusal("OPERATION_NOT_ALLOWED", "Allow it", "DE", "allowByDefault", sms_region),
    "function": Refusal("BLOCKING_FUNCTION_ERROR_RESPONSE", "Take beforeSignIn away", "http", "not set", function),
    "rule": Refusal("INVALID_CUSTOM_TOKEN", "Set credentials to unverified", "verified", "unverified", signed_tokens),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_is_mended_where_it_is_explained_and_undone(browser, server, rest, project, functions, refusal):
    send = refusal.prepare(rest, functions)
    send()
    refused = calls(rest)[-1]
    assert refused.get("error", refused["status"]) == refusal.answer

    def answers():
        return statuses(rest, refused["operation"])[-1]

    page = requests_of(server, project, f"/{refused['seq']}")
    browser.open(page)
    # Of several things that change, the last one decided.
    old, new = browser.all(".why del")[-1].text, browser.all(".why ins")[-1].text
    assert refusal.old in old and refusal.new in new and old != new
    press(browser, refusal.button)
    assert "Changed." in browser.text(".notice")
    press(browser, "Send the call again")
    assert "This is the new call." in browser.text(".notice")
    assert str(refusal.mended) in browser.text(".title")
    assert answers() == refusal.mended

    browser.open(page)
    press(browser, "Undo")
    assert "as it was before" in browser.text(".notice")
    press(browser, "Send again")
    assert str(refusal.answer) in browser.text(".title")
    assert answers() == refusal.answer


def test_a_mended_refusal_keeps_to_what_all_pages_keep_to(browser, server, rest, project):
    before = ok(rest.admin("/config", verb="GET", version="v2"))
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    browser.open(requests_of(server, project, "/2"))
    press(browser, "Add elsewhere.test")
    assert "elsewhere.test" in browser.text(".why .change ins")
    browser.check()
    press(browser, "Send the call again")
    assert "Sign-in link" in browser.text(".messages")
    browser.open(requests_of(server, project, "/2"))
    press(browser, "Undo")
    browser.check()
    assert ok(rest.admin("/config", verb="GET", version="v2")) == before


def test_only_the_function_that_refused_is_taken_away(browser, server, rest, project, functions):
    send = function(rest, functions)
    send()
    browser.open(requests_of(server, project, f"/{calls(rest)[-1]['seq']}"))
    assert browser.text(".why del").startswith("http://")
    press(browser, "Take beforeSignIn away")
    ok(send())
    rest.sign_up("bob@example.test", PASSWORD)
    assert functions.names() == ["beforeSignIn", "beforeCreate"]


def test_without_scripts_it_is_mended_as_well(browser, server, rest, project):
    rest.firebreak.faults.add("accounts.signUp", error="EMAIL_EXISTS", times="always")
    failure(rest.app("signUp", {}))
    browser.without_scripts()
    browser.open(requests_of(server, project, "/1"))
    press(browser, "Remove the fault")
    press(browser, "Send the call again")
    assert "200" in browser.text(".title")
    browser.open(requests_of(server, project, "/1"))
    press(browser, "Undo")
    assert len(rest.firebreak.faults.list()["faults"]) == 1


def test_an_undo_is_refused_where_others_changed_it_since(browser, server, rest, project):
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    browser.open(requests_of(server, project, "/1"))
    press(browser, "Add elsewhere.test")
    rest.configure("authorizedDomains", {"authorizedDomains": ["mine.test"]})
    press(browser, "Undo")
    assert "was changed once more since then" in browser.text(".notice.failure")
    assert ok(rest.admin("/config", verb="GET", version="v2"))["authorizedDomains"] == ["mine.test"]


@pytest.mark.parametrize(
    ("mask", "body", "call", "field"),
    [
        (
            "signIn.anonymous.enabled",
            {"signIn": {"anonymous": {"enabled": False}}},
            ("signUp", {}),
            "signIn-anonymous-enabled",
        ),
        (
            "passwordPolicyConfig",
            {
                "passwordPolicyConfig": {
                    "passwordPolicyEnforcementState": "ENFORCE",
                    "passwordPolicyVersions": [{"customStrengthOptions": {"minPasswordLength": 20}}],
                }
            },
            ("signUp", {"email": "a@example.test", "password": "correct-horse"}),
            "passwordPolicyEnforcementState",
        ),
    ],
)
def test_a_reason_leads_to_the_field_that_decided(browser, server, rest, project, mask, body, call, field):
    rest.configure(mask, body)
    failure(rest.app(*call))
    seq = calls(rest)[-1]["seq"]
    browser.open(requests_of(server, project, f"/{seq}"))
    browser.follow(next(e for e in browser.all(".why a") if "in the settings" in e.text))
    browser.wait(lambda b: b.focused().get_attribute("id") == field, "the focus")
    browser.check()


def test_a_call_is_sent_again_and_copied_for_a_test(browser, server, rest, project, tmp_path):
    rest.sign_up("alice@example.test", PASSWORD)
    rest.sign_in("alice@example.test", PASSWORD)
    browser.open(requests_of(server, project, "/2"))
    press(browser, "Send again")
    assert "200" in browser.text(".title")
    assert statuses(rest, "accounts.signInWithPassword") == [200, 200]

    ok(rest.app("signUp", {"displayName": AWKWARD}))
    seq = calls(rest)[-1]["seq"]
    for name in ("fetch", "Swift", "pytest"):
        browser.open(requests_of(server, project, f"/{seq}"))
        browser.follow(next(e for e in browser.all(".snippets a") if e.text == name))
        assert browser.find(".snippets a[aria-current]").text == name
        browser.check()
    (tmp_path / "test_call.py").write_text(content(browser, "#pytest"))
    run(f"cd {tmp_path} && {shlex.quote(sys.executable)} -m pytest -q -p no:cacheprovider -p no:randomly test_call.py")
    assert calls(rest)[-1]["request"] == {"displayName": AWKWARD}


def test_a_fault_its_call_and_its_message_lead_to_each_other(browser, server, rest, project):
    fault = rest.firebreak.faults.add("outbox.email", lose=True)["id"]
    ok(send_sign_in_link(rest, "alice@example.test", "http://localhost/"))
    [message] = rest.firebreak.outbox.list()["messages"]
    outbox = f"{server.url}/firebreak/projects/{project}/outbox/{message['id']}"
    browser.check(outbox)
    assert "a fault lost it" in browser.text("[data-part=state]")
    browser.follow(browser.find(f"[data-part=envelope] a[href$='#{fault}']"))
    browser.follow(next(e for e in browser.all("#faults a") if "request 1" in e.text))
    browser.follow(browser.find("main .messages a"))
    assert browser.driver.current_url == outbox
    press(browser, "Remove the fault")
    press(browser, "Send it again")
    browser.wait(lambda b: "Expires" in b.text("[data-part=state]"), "the new message")
    assert [m["delivery"] for m in rest.firebreak.outbox.list()["messages"]] == ["failed", "sent"]


# Jobs, with their clicks from the first page


def test_a_refusal_is_found_and_mended_with_three_clicks_without_typing(browser, own):
    server, rest = own
    failure(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))
    clicks = Clicks(browser, server)
    clicks.on_link("Requests")
    clicks.on(browser.find("[data-entry]"))
    clicks.on_button("Add elsewhere.test")
    assert clicks.count == 3
    ok(send_sign_in_link(rest, "alice@example.test", "http://elsewhere.test/"))


def test_a_call_is_copied_as_curl_with_three_clicks(browser, own):
    server, rest = own
    rest.sign_up()
    clicks = Clicks(browser, server)
    clicks.on_link("Requests")
    clicks.on(browser.find("[data-entry]"))
    origin = {"origin": server.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", origin)
    clicks.on(browser.find("[data-copy-from='curl']"), leads=False)
    browser.wait(lambda b: content(b, "#announcements") == "Copied", "the announcement")
    assert clicks.count == 3
    script = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    assert "curl -X POST" in browser.driver.execute_async_script(script)


# The catalogue


def test_the_catalogue_keeps_to_what_all_pages_keep_to(browser, server):
    browser.check(f"{server.url}/firebreak/errors")
    browser.check(f"{server.url}/firebreak/errors/INVALID_IDP_RESPONSE")


def test_an_error_is_found_by_its_words(browser, server):
    browser.open(f"{server.url}/firebreak/errors")
    browser.press("/", "belongs to another account", Keys.ENTER)
    browser.wait(lambda b: len(rows(b)) < 10, "the errors")
    # What was found first has the focus.
    browser.wait(lambda b: b.focused().get_attribute("data-entry") is not None, "the focus")
    browser.press("j", Keys.ENTER)
    browser.wait(lambda b: "/errors/" in b.driver.current_url, "the error")
    assert "Remedy" in browser.text("main")
