"""The console's frame: where it is found, who may see it, and what surrounds every view (firebreak.md section 13)."""

import re

import requests
from selenium.webdriver.common.keys import Keys

from rest import ok

VIEWS = ("outbox", "accounts", "requests", "settings", "state")


def console(server, project, rest=""):
    return f"{server.url}/firebreak/projects/{project}/{rest}"


def test_the_root_leads_to_the_default_project(browser, start_server):
    server = start_server("--project", "demo-front")
    browser.open(server.url)
    assert browser.driver.current_url == console(server, "demo-front", "outbox")
    assert browser.text("nav [aria-current]") == "Outbox"


def test_every_view_is_reached_by_the_keyboard_alone(browser, server, project):
    for view in VIEWS:
        browser.open(console(server, project, "outbox"))
        # The first stop leads past the bar.
        browser.press(Keys.TAB)
        assert browser.focused().text == "Skip to content"
        for _ in range(20):
            browser.press(Keys.TAB)
            if (browser.focused().get_attribute("href") or "").endswith(f"/{project}/{view}"):
                break
        old = browser.find("html")
        browser.press(Keys.ENTER)
        browser.wait(lambda b, old=old: b.find("html") != old and b.find("nav [aria-current=page]"))
        assert browser.driver.current_url == console(server, project, view)
        assert browser.problems() == []


def test_the_skip_link_leads_to_the_content(browser, server, project):
    browser.open(console(server, project, "outbox"))
    browser.press(Keys.TAB, Keys.ENTER)
    assert browser.focused().get_attribute("id") == "content"


def test_pages_outside_of_projects(browser, server, rest):
    rest.sign_up()
    browser.check(f"{server.url}/firebreak/projects")


def test_the_control_token_is_asked_for_once(browser, start_server):
    server = start_server("--control-token", "secret", "--project", "demo-front")
    wanted = console(server, "demo-front", "outbox?type=EMAIL_SIGNIN")
    browser.check(wanted)
    browser.find("#token").send_keys("other", Keys.ENTER)
    browser.wait_for("[role=alert]")
    browser.check()
    browser.find("#token").send_keys("secret", Keys.ENTER)
    browser.wait(lambda b: b.driver.current_url == wanted and b.find("nav"))
    # Scripts of the page read the control API with the cookie, which they do not see.
    assert browser.driver.execute_script("return document.cookie") == ""
    browser.wait(lambda b: b.driver.execute_script("return document.documentElement.dataset.live") == "on")

    browser.follow(browser.find(".sign-out button"))
    assert browser.find("#token")
    browser.open(wanted)
    assert browser.find("#token")


def test_a_form_without_the_control_token_keeps_what_was_typed(browser, start_server):
    server = start_server("--control-token", "secret", "--project", "demo-front")
    browser.open(console(server, "demo-front", "accounts/new"))
    browser.find("#token").send_keys("secret", Keys.ENTER)
    browser.wait_for("#email").send_keys("<b>@example.test")
    browser.find("#displayName").send_keys("Ann & Bob")
    # As after a restart, or when the browser has ended the session.
    browser.driver.delete_all_cookies()
    browser.follow(browser.find("form.inside button"))
    browser.check()
    for token in ("other", "secret"):
        browser.find("#token").send_keys(token)
        browser.follow(browser.find("main form button"))
    assert browser.text("h1") == "This form is out of date"
    assert "Ann & Bob" in browser.text(".entered")
    browser.check()
    browser.follow(browser.find("main button.primary"))
    assert "The account was created." in browser.text(".notice")
    assert "Ann & Bob" in browser.text("h1") and "<b>@example.test" in browser.text("main")


def test_a_link_from_another_site_does_not_ask_for_the_token_again(browser, start_server, server, project):
    guarded = start_server("--control-token", "secret", "--project", "demo-front")
    wanted = console(guarded, "demo-front", "outbox")
    browser.open(wanted)
    browser.find("#token").send_keys("secret", Keys.ENTER)
    browser.wait_for("nav")
    # Another name of the machine is another site to a browser.
    elsewhere = console(server, project, "outbox").replace("127.0.0.1", "localhost")
    browser.open(elsewhere)
    browser.driver.execute_script(
        "const link = document.createElement('a'); link.href = arguments[0]; document.body.append(link); link.click();",
        wanted,
    )
    browser.wait(lambda b: b.driver.current_url == wanted and b.find("nav"))


def test_another_site_can_neither_frame_the_console_nor_send_its_forms(browser, server, project):
    wanted = console(server, project, "outbox")
    browser.open("data:text/html,<title>elsewhere</title><body></body>")
    browser.driver.execute_script(
        "const frame = document.createElement('iframe'); frame.src = arguments[0]; document.body.append(frame);", wanted
    )
    browser.wait(lambda b: b.framed() == "chrome-error://chromewebdata/")

    answer = requests.post(
        f"{server.url}/firebreak/session/end", headers={"Origin": "https://evil.test", "Sec-Fetch-Site": "cross-site"}
    )
    assert answer.status_code == 403


def test_without_scripts_the_views_are_there(browser, server, project):
    browser.without_scripts()
    for view in VIEWS:
        browser.open(console(server, project, view))
        assert browser.find("nav [aria-current=page]").get_attribute("href") == console(server, project, view)


def test_without_scripts_what_is_final_is_asked_about(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    browser.without_scripts()
    browser.open(console(server, project, "state"))
    (button,) = [found for found in browser.all("main button") if found.text == "Empty the project"]
    browser.follow(button)
    assert browser.text("h1") == "Are you sure?" and len(rest.accounts()) == 1

    (cancel,) = [found for found in browser.all("main a") if found.text == "Cancel"]
    browser.follow(cancel)
    assert browser.driver.current_url == console(server, project, "state")
    browser.follow([found for found in browser.all("main button") if found.text == "Empty the project"][0])
    browser.follow(browser.find("main button.danger"))
    assert rest.accounts() == []


def test_a_project_that_does_not_exist_says_so_and_is_made(browser, server, project):
    browser.check(console(server, f"{project}-unused", "accounts"))
    assert "There is no project" in browser.text("[data-unmade]")
    browser.follow(browser.find("[data-unmade] button"))
    assert "The project was created." in browser.text("main > .notice")
    assert browser.all("[data-unmade]") == []


def test_a_form_from_before_the_start_of_the_server_keeps_what_was_typed(browser, server, rest, project):
    browser.open(console(server, project, "accounts/new"))
    browser.driver.execute_script("for (const field of document.getElementsByName('formToken')) field.value = 'older'")
    browser.find("#email").send_keys("ann@example.test", Keys.ENTER)
    browser.wait(lambda b: b.text("h1") == "This form is out of date")
    assert "ann@example.test" in browser.text("main .facts")
    browser.check()
    browser.follow(browser.find("main button.primary"))
    assert [account["email"] for account in rest.accounts()] == ["ann@example.test"]


# What the bar's menu has


def options(browser):
    browser.find("[data-options] summary").click()


def ground(browser):
    return browser.driver.execute_script("return getComputedStyle(document.body).backgroundColor")


def test_a_theme_is_chosen_and_stays(browser, server, project):
    browser.open(console(server, project, "outbox"))
    light = ground(browser)
    options(browser)
    browser.check()
    browser.find("[name=theme][value=dark]").click()
    dark = ground(browser)
    assert dark != light
    # Before the modules run, and in the other views.
    browser.open(console(server, project, "state"))
    assert browser.find("html").get_attribute("data-theme") == "dark" and ground(browser) == dark
    browser.media(dark=True)
    options(browser)
    assert browser.find("[name=theme][value=dark]").is_selected()
    browser.find("[name=theme][value=light]").click()
    assert ground(browser) == light
    browser.find("[name=theme][value=system]").click()
    assert ground(browser) == dark
    browser.media()
    assert ground(browser) == light
    assert browser.problems() == []


def test_the_bar_of_a_phone_has_two_rows_and_whole_words(browser, server, rest, project):
    rest.create_tenant()
    browser.width(360)
    browser.open(console(server, project, "outbox"))
    middles = "return ['.brand', '.switcher', '.options'].map((part) => { const box = document.querySelector(part)"
    middles += ".getBoundingClientRect(); return Math.round(box.top + box.height / 2); })"
    assert len(set(browser.driver.execute_script(middles))) == 1
    cut = "const views = document.querySelector('.views ul'); return views.scrollWidth - views.clientWidth"
    assert browser.driver.execute_script(cut) <= 0
    browser.width(1280)


def test_the_keys_are_listed(browser, server, project):
    browser.open(console(server, project, "outbox"))
    browser.press("?")
    assert "search" in browser.text("dialog[open]")
    assert browser.mistakes() == [] and browser.violations() == []
    browser.press(Keys.ESCAPE)
    assert browser.all("dialog[open]") == []
    options(browser)
    browser.find("[data-keys]").click()
    assert browser.find("dialog[open]")
    browser.press(Keys.ENTER)
    assert browser.all("dialog[open]") == []
    # Where one types, it is a question mark.
    browser.press("/", "?")
    assert browser.focused().get_property("value") == "?" and browser.all("dialog[open]") == []


def test_a_view_is_copied_as_a_link(browser, server, project):
    browser.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    browser.open(console(server, project, "outbox?type=EMAIL_SIGNIN&notice=messageDeleted"))
    options(browser)
    browser.find("[data-copy-address]").click()
    browser.wait(lambda b: b.driver.execute_script("return document.getElementById('announcements').textContent"))
    copied = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied == console(server, project, "outbox?type=EMAIL_SIGNIN")


# Times, rows, what was typed


def test_times_are_the_readers_and_utc_is_at_hand(browser, server, rest, project):
    account = rest.existing_account("ann@example.test")
    rest.firebreak.clock.set("2030-05-06T22:30:00Z", frozen=True)
    view = console(server, project, f"accounts/{account}")
    browser.without_scripts()
    assert browser.open(view).text(".bar .clock time") == "2030-05-06 22:30:00 UTC"
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    try:
        browser.open(view)
        time = browser.wait_for(".bar .clock time")
        browser.wait(lambda _: time.text == "2030-05-07 07:30:00")
        assert time.get_attribute("title").endswith("2030-05-06 22:30:00 UTC")
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_a_message_says_how_long_ago_it_was_by_the_projects_clock(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    rest.firebreak.clock.freeze()
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.test"}))
    rest.firebreak.clock.advance("5m")
    browser.open(console(server, project, "outbox"))
    time = browser.wait_for(".entries time")
    browser.wait(lambda _: time.text == "5 min ago")
    assert re.search(r"\d\d:\d\d:\d\d UTC$", time.get_attribute("title"))


def test_a_row_leads_where_its_link_does(browser, server, rest, project):
    account = rest.existing_account("ann@example.test")
    browser.open(console(server, project, "accounts"))
    browser.follow(browser.find("tbody td.created"))
    assert f"/accounts/{account}" in browser.driver.current_url


def test_what_was_typed_is_not_left_without_a_question(browser, server, project):
    leave = "const leaving = new Event('beforeunload', {cancelable: true}); return !dispatchEvent(leaving)"
    browser.open(console(server, project, "accounts/new"))
    assert not browser.driver.execute_script(leave)
    browser.find("#email").send_keys("ann@example.test")
    assert browser.driver.execute_script(leave)
    browser.find("#email").clear()
    assert not browser.driver.execute_script(leave)
    # Filters and searches are no loss.
    browser.open(console(server, project, "accounts"))
    browser.find("#q").send_keys("ann")
    assert not browser.driver.execute_script(leave)
