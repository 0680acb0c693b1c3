"""The console's frame: where it is found, who may see it, and what surrounds every view (firebreak.md section 13)."""

import requests
from selenium.webdriver.common.keys import Keys

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
