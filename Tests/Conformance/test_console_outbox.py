"""The console's outbox in a browser: what one reads, follows, filters and deletes there (firebreak.md section 13.1)."""

import re
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from functions_server import Reply
from mail import send_sign_in_link
from pages import Clicks
from rest import failure, ok

FINISH = "http://localhost:5000/finish"
SCRIPT = "<script>window.marked = true</script>"
IMAGE = "<img src=x onerror='window.marked = true'>"
FORMS = ["html", "text", "links", "header", "markup", "source"]

# Counts what scripts of a page ask the server for, and the timers that they leave running.
WATCH = """
window.fetched = [];
window.timers = new Set();
const [fetchIt, start, stop] = [fetch, setTimeout, clearTimeout].map((work) => work.bind(window));
window.fetch = (...values) => { fetched.push(String(values[0])); return fetchIt(...values); };
window.setTimeout = (work, time, ...values) => {
  const id = start(() => { timers.delete(id); work(...values); }, time);
  timers.add(id);
  return id;
};
window.clearTimeout = (id) => { timers.delete(id); stop(id); };
window.setInterval = () => { throw new Error("nothing is done again and again"); };
"""


def choose_tenant(browser, tenant):
    """Two clicks in any view: the tenant in the bar, and the other one."""
    browser.find(".bar details:has([data-tenant]) summary").click()
    browser.follow(browser.find(f"[data-tenant='{tenant}']"))


class Outbox:
    """The outbox of the test's project in the browser."""

    def __init__(self, browser, rest):
        self.browser = browser
        self.rest = rest
        self.url = f"{rest.server.url}/firebreak/projects/{rest.project}/outbox"

    def open(self, message=None, query=""):
        self.browser.open(f"{self.url}/{message['id']}{query}" if message else self.url + query)
        return self

    def live(self):
        """Waits until the page hears of changes."""
        self.browser.wait_for("html[data-live=on]")
        return self

    def rows(self):
        return [row.text for row in self.browser.all(".entries li")]

    def recipients(self):
        return [row.text for row in self.browser.all(".entries .to")]

    def wait_for_addresses(self, *expected):
        """A key changes the address a moment after it was pressed, and the list may be the same for some of them."""
        self.browser.wait(lambda _: self.addresses() == expected, f"addresses {expected}")

    def wait_for_recipients(self, *recipients):
        self.browser.wait(lambda _: self.recipients() == list(recipients), f"{recipients} in the list")

    def state(self):
        return self.browser.text("[data-part=state]")

    def marked(self):
        return self.browser.driver.execute_script("return window.marked")

    def addresses(self):
        """Path and query of the page."""
        url = urlsplit(self.browser.driver.current_url)
        return url.path.rsplit("/outbox", 1)[1], url.query


@pytest.fixture
def outbox(browser, rest):
    return Outbox(browser, rest)


@pytest.fixture
def reset(rest):
    """Sends a reset to an address and returns its message."""

    def send(email="alice@example.test"):
        ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email}))
        return rest.firebreak.outbox.list(to=email, order="desc")["messages"][0]

    return send


@pytest.fixture
def alice(rest):
    rest.existing_account("alice@example.test")


@pytest.fixture
def watched(browser):
    """Pages that are opened from now on tell what their scripts do."""
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    yield
    browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def watch(browser, name):
    return browser.driver.execute_script(f"return Array.from(window.{name})")


# What every page keeps to


def test_views_keep_to_what_all_pages_keep_to(outbox, rest, alice, reset, browser):
    browser.check(outbox.url)
    first, second = reset(), reset()
    withheld = reset("nobody@example.test")
    ok(rest.app("sendVerificationCode", {"phoneNumber": "+15555550100"}))
    sms = rest.firebreak.outbox.latest(channel="sms")
    rest.create_tenant()
    browser.check(outbox.url)
    browser.check(f"{outbox.url}?q=nobody-else&to=nobody%40example.test&status=pending")
    for form in FORMS:
        browser.check(f"{outbox.url}/{second['id']}?show={form}")
    for message in (first, withheld, sms):
        browser.check(f"{outbox.url}/{message['id']}")
    browser.open(f"{outbox.url}/{second['id']}")
    browser.find("main summary:not(.folded > *)").click()
    assert browser.violations() == []


def test_badges_are_plain_words_that_tell_the_word_of_the_api(outbox, alice, reset, browser):
    first, second, withheld = reset(), reset(), reset("nobody@example.test")
    words = {first["id"]: ("replaced", "superseded"), second["id"]: ("unused", "pending"), withheld["id"]: ("withheld", "suppressed")}
    outbox.open()
    for message, (word, in_api) in words.items():
        badge = browser.find(f"[data-key='{message}'] .badge")
        assert (badge.text, badge.get_attribute("title")) == (word, f"{in_api} in the API")
    outbox.open(withheld)
    browser.find("details:has([data-part=details]) > summary").click()
    assert "Withheld (suppressed)" in browser.text("[data-part=details]")


def test_an_unknown_message_is_said_beside_the_list(outbox, browser, alice, reset):
    reset()
    browser.open(f"{outbox.url}/msg_unknown")
    assert "There is no such message" in browser.text(".reading")
    assert outbox.recipients() == ["alice@example.test"]
    assert browser.violations() == []


# Live


def test_a_message_appears_without_a_reload_and_without_polling(outbox, watched, alice, reset, rest, browser):
    outbox.open().live()
    assert "No messages yet" in browser.text(".list")
    # Nothing was fetched, and nothing is going to be unless the server says so.
    assert (watch(browser, "fetched"), watch(browser, "timers")) == ([], [])

    rest.firebreak.rules.patch(lifetimes={"PASSWORD_RESET": 3600})
    reset()
    outbox.wait_for_recipients("alice@example.test")
    browser.wait(lambda _: "1 message" in browser.text(".title"))
    browser.wait(lambda _: "Newest: Password reset to alice@example.test" in browser.find("#announcements").get_attribute("textContent"))
    # One timer for when the code expires, and one for how long ago it came.
    browser.wait(lambda _: len(watch(browser, "timers")) == 2)
    fetched = watch(browser, "fetched")
    assert 1 <= len(fetched) <= 3
    assert set(fetched) == {outbox.url}
    streams = browser.driver.execute_script(
        "return performance.getEntriesByType('resource').filter((entry) => entry.name.includes('stream')).length"
    )
    # A stream that has not ended is not an entry yet; one that had to be opened again would be.
    assert streams <= 1
    assert browser.problems() == []


def test_rows_stay_the_same_elements_with_their_focus(outbox, alice, reset, rest, browser):
    reset()
    outbox.open().live()
    browser.driver.execute_script("document.querySelector('[data-entry]').marked = true")
    browser.press("j")
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    outbox.wait_for_recipients("bob@example.test", "alice@example.test")

    assert browser.focused().get_property("marked") is True
    # Its status changes: another element, but the focus is where it was.
    reset()
    outbox.wait_for_recipients("alice@example.test", "bob@example.test", "alice@example.test")
    browser.wait(lambda _: "replaced" in outbox.rows()[2])
    assert "replaced" in browser.focused().text


def test_a_message_shows_that_it_was_used_while_one_looks(outbox, alice, reset, rest, browser):
    message = reset()
    outbox.open(message).live()
    assert outbox.state().startswith("unused Expires ")
    frame = browser.find(".content iframe")

    ok(rest.app("resetPassword", {"oobCode": message["oobCode"], "newPassword": "another-horse"}))
    browser.wait(lambda _: outbox.state().startswith("used Used "))
    assert "used" in outbox.rows()[0]
    # The rest of the page is as it was.
    assert browser.find(".content iframe") == frame


def test_a_message_shows_that_it_has_expired(outbox, alice, reset, rest, browser):
    message = reset()
    outbox.open(message).live()
    rest.firebreak.clock.advance("3595s")
    browser.wait(lambda _: browser.find("#outbox").get_attribute("data-due"))
    browser.wait(lambda _: int(browser.find("#outbox").get_attribute("data-due")) <= 5000)
    # From here on nothing tells it but the time.
    browser.wait(lambda _: outbox.state().startswith("expired Expired "), "the code's end")
    assert "expired" in outbox.rows()[0]

    rest.firebreak.clock.freeze()
    frozen = reset()
    outbox.open(frozen).live()
    assert browser.find("#outbox").get_attribute("data-due") is None
    rest.firebreak.clock.advance("2h")
    browser.wait(lambda _: outbox.state().startswith("expired Expired "), "the end of a stopped clock's code")


def test_what_a_fault_delays_arrives_while_one_looks(outbox, alice, reset, rest, browser):
    rest.firebreak.faults.add("outbox.email", deliver_after="10m")
    message = reset()
    outbox.open(message).live()
    assert "A fault delays it" in outbox.state()
    assert browser.all(".content iframe") == []

    rest.firebreak.clock.advance("10m")
    browser.wait_for(".content iframe")
    assert "Open link" in browser.text("[data-part=act]")


def test_deleted_messages_and_a_reset_project_leave_the_list(outbox, alice, reset, rest, browser):
    message = reset()
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    outbox.open(message).live()
    rest.firebreak.outbox.delete(to="alice@example.test")
    outbox.wait_for_recipients("bob@example.test")
    browser.wait(lambda _: "There is no such message" in browser.text(".reading"))
    rest.firebreak.reset()
    outbox.wait_for_recipients()


# Filters and pages


@pytest.fixture
def several(rest, alice, reset):
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    reset("nobody@example.test")
    return reset()


def test_filters_with_the_keyboard_alone(outbox, several, browser):
    outbox.open().live()
    browser.press("/", *"ALICE")
    outbox.wait_for_recipients("alice@example.test")
    assert browser.focused().get_attribute("name") == "q"
    outbox.wait_for_addresses("", "q=ALICE")

    browser.press(Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE)
    outbox.wait_for_recipients("alice@example.test", "nobody@example.test", "bob@example.test")
    browser.press(Keys.TAB, "s", "i")  # Type: Sign-in link
    outbox.wait_for_recipients("bob@example.test")
    assert browser.focused().get_attribute("name") == "type"
    outbox.wait_for_addresses("", "type=EMAIL_SIGNIN")

    # The button between them takes the filter away again.
    browser.press(Keys.TAB, Keys.TAB, Keys.TAB, "w")  # Delivery: Withheld
    browser.wait(lambda _: "No message matches" in browser.text(".list"))
    browser.find(".filters .clear").send_keys(Keys.ENTER)
    outbox.wait_for_recipients("alice@example.test", "nobody@example.test", "bob@example.test")
    outbox.wait_for_addresses("", "")


def test_walking_and_opening_with_the_keyboard_keeps_filter_and_place(outbox, several, browser):
    outbox.open(query="?status=pending").live()
    assert outbox.recipients() == ["alice@example.test", "bob@example.test"]
    browser.press("j", "j", "j", "k", "j")
    assert browser.focused().text.startswith("bob@example.test")
    browser.press(Keys.ENTER)
    browser.wait(lambda _: browser.text(".reading h2").startswith("Your sign-in link"))
    browser.wait(lambda _: browser.focused().get_attribute("id") == "message-title")
    assert outbox.addresses()[1] == "status=pending"
    assert browser.find(".entries [aria-current]").text.startswith("bob@example.test")
    # On from what is read.
    browser.press("k", Keys.ENTER)
    browser.wait(lambda _: browser.text(".reading h2").startswith("Choose a new password"))


def test_a_filter_applies_beside_a_message(outbox, several, browser):
    outbox.open(several).live()
    Select(browser.find("select[name=status]")).select_by_visible_text("Unused")
    outbox.wait_for_recipients("alice@example.test", "bob@example.test")
    outbox.wait_for_addresses(f"/{several['id']}", "status=pending")
    assert browser.text(".reading h2").startswith("Choose a new password")
    browser.follow(browser.find(".tabs a[href*=source]"))
    assert browser.text(".content").startswith("Date: ")
    assert outbox.recipients() == ["alice@example.test", "bob@example.test"]


def test_a_message_can_be_found_by_its_tenant(outbox, several, rest, browser):
    tenant = rest.create_tenant(enableEmailLinkSignin=True)
    ok(send_sign_in_link(rest, "carol@example.test", FINISH, tenantId=tenant))
    outbox.open(query="?q=example").live()
    # Chosen at once, with what was typed; and it stays in the other views.
    browser.find("#q").send_keys(" CAROL")
    outbox.wait_for_recipients("carol@example.test")
    choose_tenant(browser, tenant)
    assert outbox.recipients() == ["carol@example.test"]
    outbox.wait_for_addresses("", f"q=example+CAROL&tenant={tenant}")
    assert f"in {tenant}" in outbox.rows()[0]
    for view in ("Accounts", "Requests", "Settings", "Time and state", "Outbox"):
        browser.follow(browser.driver.find_element(By.LINK_TEXT, view))
        assert urlsplit(browser.driver.current_url).query == f"tenant={tenant}"
        assert tenant in browser.text(".bar details:has([data-tenant]) summary")
    choose_tenant(browser, "")
    outbox.wait_for_addresses("", "")


def test_a_message_is_found_by_its_subject_and_its_text(outbox, several, browser):
    outbox.open().live()
    browser.press("/", "choose password NEW", Keys.ENTER)
    outbox.wait_for_recipients("alice@example.test")
    # The first one that was found has the focus.
    browser.wait(lambda _: browser.focused().text.startswith("alice@example.test"))
    browser.press(Keys.ENTER)
    browser.wait(lambda _: browser.text(".reading h2").startswith("Choose a new password"))


def test_filters_move_nothing(outbox, several, browser):
    """Neither what is typed nor what is chosen moves the list, and in narrow windows filters are folded."""
    place = "return document.querySelector('.list').getBoundingClientRect().top"
    height = "return document.querySelector('form.filters').getBoundingClientRect().height"
    try:
        for width in (1440, 1280, 1024):
            browser.width(width, 800)
            outbox.open().live()
            before = browser.driver.execute_script(place)
            assert browser.driver.execute_script(height) < 50, "one row"
            browser.press("/", "alice")
            outbox.wait_for_recipients("alice@example.test")
            Select(browser.find("select[name=status]")).select_by_visible_text("Unused")
            browser.wait_for(".filters .chip.on")
            assert browser.find(".filters .clear").is_displayed()
            assert browser.driver.execute_script(place) == before
        for width in (768, 500):
            browser.width(width, 800)
            for view in ("outbox", "accounts", "requests"):
                browser.open(outbox.url.replace("/outbox", f"/{view}"))
                assert browser.find("#q").is_displayed()
                browser.wait(lambda b: not b.find(".folded").get_property("open"), "folded filters")
                browser.find(".folded summary").click()
                assert browser.find(".folded").get_property("open")
    finally:
        browser.width(900, 900)


def test_a_chip_is_removed(outbox, several, browser):
    outbox.open(query="?type=PASSWORD_RESET&to=alice%40example.test").live()
    outbox.wait_for_recipients("alice@example.test")
    browser.find("[aria-label='Remove filter: To']").click()
    outbox.wait_for_recipients("alice@example.test", "nobody@example.test")
    assert browser.focused().get_attribute("name") == "q"
    browser.find("[aria-label='Remove filter: Type']").click()
    outbox.wait_for_recipients("alice@example.test", "nobody@example.test", "bob@example.test")
    outbox.wait_for_addresses("", "")
    assert not browser.find(".filters .clear").is_displayed()

    browser.without_scripts()
    outbox.open(query="?type=PASSWORD_RESET&q=alice")
    browser.follow(browser.find("[aria-label='Remove filter: Type']"))
    outbox.wait_for_addresses("", "q=alice")


def test_pages(outbox, rest, browser):
    for number in range(120):
        ok(send_sign_in_link(rest, f"u{number}@example.test", FINISH))
    expected = [f"u{number}@example.test" for number in reversed(range(120))]
    outbox.open()
    pages = [outbox.recipients()]
    for _ in range(2):
        browser.follow(browser.find("a[rel=next]"))
        pages.append(outbox.recipients())
    assert pages == [expected[:50], expected[50:100], expected[100:]]
    assert browser.all("a[rel=next]") == []
    browser.follow(browser.find("a[rel=prev]"))
    assert outbox.recipients() == pages[1]
    outbox.live()
    # What is new is on the first page.
    rest.firebreak.outbox.delete(to="u60@example.test")
    browser.wait(lambda _: len(outbox.recipients()) == 50 and "u60@example.test" not in outbox.recipients())
    browser.follow(browser.find("a[rel=prev]"))
    assert outbox.recipients() == expected[:50]
    assert browser.all("a[rel=prev]") == []


# What one does with a message


def clipboard(browser):
    browser.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )


def copied(browser):
    return browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")


def test_link_and_code_are_copied_and_opened(outbox, rest, browser):
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    (message,) = rest.firebreak.outbox.list()["messages"]
    outbox.open(message)
    clipboard(browser)
    for label, text in (("Copy link", message["link"]["mailed"]), ("Copy code", message["oobCode"])):
        button = next(button for button in browser.all("[data-part=act] button") if button.text == label)
        button.click()
        browser.wait(lambda _, button=button: button.text == "Copied")
        assert copied(browser) == text

    link = browser.find("[data-part=act] a")
    assert link.get_attribute("href") == message["link"]["mailed"]
    assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener noreferrer")
    windows = browser.driver.window_handles
    link.click()
    browser.wait(lambda _: len(browser.driver.window_handles) == 2)
    (opened,) = set(browser.driver.window_handles) - set(windows)
    browser.driver.switch_to.window(opened)
    assert browser.driver.execute_script("return window.opener") is None
    browser.driver.close()
    browser.driver.switch_to.window(windows[0])


def test_the_code_of_an_sms_is_copied(outbox, rest, browser):
    ok(rest.app("sendVerificationCode", {"phoneNumber": "+15555550100"}))
    (message,) = rest.firebreak.outbox.list()["messages"]
    outbox.open(message)
    clipboard(browser)
    assert browser.text(".code .mono") == message["code"]
    assert message["code"] in browser.text(".content pre")
    button = browser.find(".code button")
    button.click()
    browser.wait(lambda _: button.text == "Copied")
    assert copied(browser) == message["code"]


def test_a_link_is_used_without_a_browser(outbox, alice, reset, rest, browser):
    outbox.open(reset())
    browser.find("#newPassword").send_keys("short")
    browser.follow(browser.find(".reset button"))
    assert "WEAK_PASSWORD" in browser.text("main > .notice")
    browser.find("#newPassword").send_keys("another-horse")
    browser.follow(browser.find(".reset button"))
    assert "The link was followed" in browser.text("main > .notice")
    assert outbox.state().startswith("used Used ")
    ok(rest.sign_in("alice@example.test", "another-horse"))

    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    outbox.open(rest.firebreak.outbox.latest(to="bob@example.test"))
    browser.follow(next(button for button in browser.all("[data-part=act] button") if button.text == "Use the link now"))
    assert FINISH in browser.text("main > .notice")
    assert outbox.state().startswith("unused")


def test_messages_are_deleted_alone_and_by_the_filter(outbox, several, rest, browser):
    outbox.open(several, "?status=pending")
    browser.find(".reading [data-part=delete] button").click()
    question = browser.driver.switch_to.alert
    assert question.text.startswith("Delete this message?")
    question.accept()
    browser.wait(lambda _: "The message was deleted" in browser.text("main > .notice"))
    assert outbox.recipients() == ["bob@example.test"]

    button = browser.find(".title [data-part=actions] button")
    assert button.text == "Delete all shown"
    button.click()
    question = browser.driver.switch_to.alert
    assert question.text.startswith("Delete 1 message?")
    question.dismiss()
    assert outbox.recipients() == ["bob@example.test"]
    browser.find(".title [data-part=actions] button").click()
    browser.driver.switch_to.alert.accept()
    browser.wait(lambda _: "The messages were deleted" in browser.text("main > .notice"))
    assert [message["to"] for message in rest.firebreak.outbox.list()["messages"]] == ["nobody@example.test"]


def blocked(rest, functions):
    trigger = {"beforeSendEmail": {"functionUri": functions.url("beforeSendEmail")}}
    rest.configure("blockingFunctions", {"blockingFunctions": {"triggers": trigger}})
    functions.answer("beforeSendEmail", Reply(403, '{"error": {"message": "no"}}'))


def delayed(rest, _):
    rest.firebreak.faults.add("outbox.email", deliver_after="10m", times="always")


@pytest.mark.parametrize(
    ("prepare", "state", "label"),
    [(blocked, "blocked", "Take beforeSendEmail away"), (delayed, "delayed", "Remove the fault")],
)
def test_a_message_that_did_not_go_out_is_mended_and_sent_again(outbox, alice, rest, functions, browser, prepare, state, label):
    prepare(rest, functions)
    # A function that blocks the message refuses the call with it.
    rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"})
    [message] = rest.firebreak.outbox.list()["messages"]

    def press(label):
        browser.follow(next(button for button in browser.all("main button") if button.text == label))

    outbox.open(message)
    assert outbox.state().startswith(state)
    press(label)
    press("Send it again")
    assert outbox.state().startswith("unused Expires ")
    outbox.open(message)
    press("Undo")
    press("Send it again")
    assert outbox.state().startswith(state)


def test_an_expired_code_works_again_until_that_is_undone(outbox, alice, reset, rest, browser):
    message = reset()
    rest.firebreak.clock.advance("2h")
    outbox.open(message)
    assert outbox.state().startswith("expired")
    assert re.search(r"it ended at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, and rule", browser.text(".why"))
    browser.follow(next(button for button in browser.all("main button") if button.text == "Let nothing expire"))
    assert outbox.state().startswith("unused Does not expire.")
    ok(rest.app("resetPassword", {"oobCode": message["oobCode"]}))
    browser.follow(next(button for button in browser.all("main button") if button.text == "Undo"))
    assert outbox.state().startswith("expired")
    assert failure(rest.app("resetPassword", {"oobCode": message["oobCode"]})) == "EXPIRED_OOB_CODE"


def test_an_old_mail_leads_to_the_newest_of_its_kind(outbox, alice, reset, browser):
    old, newest = reset(), reset()
    outbox.open(old)
    assert "Its link no longer works." in browser.text("[data-part=act]")
    assert browser.all("[data-part=act] button, [data-part=act] a[target]") == []
    browser.follow(browser.find("[data-part=act] a"))
    assert outbox.addresses()[0] == f"/{newest['id']}"
    assert "Open link" in browser.text("[data-part=act]")


def test_links_are_taken_apart_in_one_click(outbox, alice, reset, rest, browser):
    message = reset()
    outbox.open(message)
    browser.follow(browser.find(".tabs a[href*=links]"))
    assert "Leads to the action page of this server." in browser.text(".content")
    names = [entry.text for entry in browser.all(".parameters dt")]
    assert names == ["mode", "oobCode", "apiKey", "lang"]
    values = browser.text(".parameters")
    assert message["oobCode"] in values and f"selects project {rest.project}" in values
    browser.follow(browser.find(".tabs a[href*=header]"))
    assert "noreply@" in browser.text(".content .header")


def test_a_mail_is_seen_as_on_a_phone_and_in_the_dark(outbox, alice, reset, browser):
    outbox.open(reset())
    browser.driver.execute_script("sessionStorage.clear()")
    outbox.open(reset())

    def is_dark():
        browser.driver.switch_to.frame(browser.find(".content iframe"))
        try:
            return browser.driver.execute_script("return matchMedia('(prefers-color-scheme: dark)').matches")
        finally:
            browser.driver.switch_to.default_content()

    assert browser.find(".content iframe").size["width"] > 375
    assert not is_dark()
    for choice in ("phone", "dark"):
        browser.find(f".look label:has([value={choice}])").click()
    for _ in range(2):
        browser.wait(lambda _: browser.find(".content iframe").size["width"] == 375)
        browser.wait(lambda _: is_dark())
        # The next mail is seen in the same way.
        outbox.open(reset())
    browser.driver.execute_script("sessionStorage.clear()")


def test_a_mail_can_be_read_in_a_low_window(outbox, alice, reset, browser):
    message = reset()
    browser.width(1280, 720)
    outbox.open(message)
    seen = browser.driver.execute_script(
        "const mail = document.querySelector('.content iframe').getBoundingClientRect();"
        "const pane = document.querySelector('.reading').getBoundingClientRect();"
        "return Math.min(mail.bottom, pane.bottom, innerHeight) - mail.top"
    )
    assert seen >= 280


# Jobs, with their clicks from the first page


def test_the_last_sign_in_link_is_copied_with_two_clicks(own, browser):
    server, rest = own
    rest.existing_account("alice@example.test")
    for address in ("alice@example.test", "alice@example.test", "bob@example.test"):
        ok(send_sign_in_link(rest, address, FINISH))
    clicks = Clicks(browser, server)
    clipboard(browser)
    browser.press("/", "alice")
    browser.wait(lambda b: len(b.all("[data-entry]")) == 2)
    clicks.on(browser.find("[data-entry]"), leads=False)
    clicks.on_button("Copy link", leads=False)
    browser.wait(lambda b: "Copied" in b.text("[data-part=act]"))
    assert clicks.count == 2
    assert copied(browser) == rest.firebreak.outbox.latest(to="alice@example.test")["link"]["mailed"]


# Nothing in a message acts


def test_what_messages_contain_never_runs(outbox, rest, browser):
    body = (
        f"<h1>%DISPLAY_NAME%</h1>{SCRIPT}{IMAGE}<a id='run' href='javascript:window.marked = true'>run</a>"
        f"<img id='remote' src='{rest.server.url}/firebreak/assets/console/icon.svg'>"
        f"<img id='own' src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E'>"
        f"<a id='link' href='%LINK%'>link</a><form action='{rest.server.url}/firebreak/'><button>go</button></form>"
        f"<meta http-equiv='refresh' content='0;url={rest.server.url}/firebreak/'><base href='https://evil.test/'>"
        "<script>parent.marked = true; top.marked = true</script>"
    )
    template = {
        "senderDisplayName": SCRIPT,
        "subject": f"{SCRIPT}{IMAGE}",
        "replyTo": '"><script>@example.test',
        "body": body,
        "bodyFormat": "HTML",
    }
    rest.configure("notification", {"notification": {"sendEmail": {"resetPasswordTemplate": template}}})
    address = "\"<img/src=x/onerror='window.marked=true'>\"@example.test"
    rest.existing_account(address, displayName=f"{SCRIPT}{IMAGE}")
    headers = {"User-Agent": f"{SCRIPT}\"'>", "X-Client-Version": f"'{IMAGE}"}
    request = {"requestType": "PASSWORD_RESET", "email": address, "continueUrl": "http://localhost/?a='\"><script>"}
    ok(rest.app("sendOobCode", request, headers=headers))
    (message,) = rest.firebreak.outbox.list()["messages"]

    outbox.open().live()
    assert SCRIPT in outbox.rows()[0]
    assert outbox.marked() is None
    for form in FORMS:
        outbox.open(message, f"?show={form}&to=%22%3E%3Cscript%3E").live()
        browser.find("main summary:not(.folded > *)").click()
        assert SCRIPT in browser.text(".reading details")
        assert outbox.marked() is None
    assert browser.problems() == []

    outbox.open(message).live()
    browser.driver.switch_to.frame(browser.find(".content iframe"))
    browser.wait(lambda _: "<script>" in browser.text("h1"))
    # Selenium's own scripts run, whatever the frame allows to others.
    sizes = browser.driver.execute_script(
        "return ['remote', 'own'].map((id) => document.getElementById(id)).map((image) => image.complete && image.naturalWidth > 0)"
    )
    assert sizes == [False, True]
    browser.find("#run").click()
    assert browser.driver.execute_script("return [window.marked, location.pathname]") == [
        None,
        f"/firebreak/projects/{rest.project}/outbox/{message['id']}/mail",
    ]
    windows = set(browser.driver.window_handles)
    browser.find("#link").click()
    browser.wait(lambda _: len(browser.driver.window_handles) > len(windows))
    browser.driver.switch_to.default_content()
    assert outbox.marked() is None
    assert outbox.addresses()[0] == f"/{message['id']}"
    original = browser.driver.current_window_handle
    for window in set(browser.driver.window_handles) - {original}:
        browser.driver.switch_to.window(window)
        browser.driver.close()
    browser.driver.switch_to.window(original)


def test_a_link_that_is_no_web_address_cannot_be_opened(outbox, alice, reset, rest, browser):
    rest.configure("notification", {"notification": {"sendEmail": {"callbackUri": "javascript:window.marked=1//"}}})
    message = reset()
    assert message["link"]["mailed"].startswith("javascript:")
    outbox.open(message)
    assert browser.all(".reading a[href^='javascript']") == []
    assert browser.all("[data-part=act] a") == []


# Without scripts


def test_everything_works_without_scripts(outbox, several, rest, browser):
    browser.without_scripts()
    outbox.open()
    assert outbox.recipients() == ["alice@example.test", "nobody@example.test", "bob@example.test"]
    browser.find("#q").send_keys("alice")
    browser.follow(browser.find(".filters > button"))
    assert outbox.recipients() == ["alice@example.test"]
    browser.follow(browser.find("[data-entry]"))
    assert several["link"]["mailed"][:40] in browser.text(".reading")
    assert not browser.find("[data-copy]").is_displayed()
    browser.follow(browser.find(".tabs a[href*=text]"))
    assert several["link"]["mailed"] in browser.find(".content pre").get_attribute("textContent")
    browser.follow(browser.find(".reading [data-part=delete] button"))
    assert browser.text("h1") == "Are you sure?" and rest.firebreak.outbox.list(to="alice@example.test")["messages"]
    browser.follow(browser.find("main button.danger"))
    assert rest.firebreak.outbox.list(to="alice@example.test")["messages"] == []


def test_a_mail_is_downloaded_as_it_is_sent(outbox, alice, reset, rest, browser):
    message = reset()
    outbox.open(message)
    link = browser.find(".tabs a[download]")
    assert link.get_attribute("download") == f"{message['id']}.eml"
    answer = rest.request("GET", urlsplit(link.get_attribute("href")).path)
    assert answer.headers["content-type"] == "message/rfc822"


def test_no_view_is_heavy(outbox, rest, browser):
    address = f"{'&' * 60}@{'sub.' * 40}example.test"
    rest.existing_account(address, displayName="<" * 200)
    template = {"subject": "<&\"'" * 500, "body": "<p>" + "&<\"'" * 15_000, "bodyFormat": "HTML"}
    rest.configure("notification", {"notification": {"sendEmail": {"resetPasswordTemplate": template}}})
    request = {
        "requestType": "PASSWORD_RESET",
        "email": address,
        "continueUrl": f"http://localhost/?a={'&' * 1800}",
        "iOSBundleId": "&" * 400,
    }
    headers = {"User-Agent": "&" * 4000, "X-Client-Version": "<" * 2000}
    for _ in range(50):
        ok(rest.app("sendOobCode", request, headers=headers))
    (message,) = rest.firebreak.outbox.list(limit=1)["messages"]
    for path in ["", *(f"/{message['id']}?show={form}" for form in FORMS)]:
        outbox.open().browser.open(f"{outbox.url}{path}")
        assert len(outbox.recipients()) == 50
        loaded = browser.driver.execute_script(
            "return performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))"
            ".filter((entry) => entry.initiatorType !== 'iframe').map((entry) => entry.name)"
        )
        # Not by the browser's sizes: those of what it has in its memory are 0.
        sizes = {url: len(rest.session.get(url, timeout=30).content) for url in loaded}
        assert sum(sizes.values()) <= 150_000, sizes
    # What is shown in part can be had as a whole.
    link = browser.find(".content .notice a").get_attribute("href")
    assert len(rest.request("GET", urlsplit(link).path).content) > 60_000
