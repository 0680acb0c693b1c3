"""The console's views follow what happens, in tabs that are left open (firebreak.md section 13.2)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from rest import Rest, ok
from selenium.webdriver.common.keys import Keys

VIEWS = ("outbox", "accounts", "requests", "state", "state/faults")


@pytest.fixture
def tab(browser, server, project):
    """Opens a view of the project, and waits until it hears of changes."""
    return lambda view, of=project: live(browser.open(f"{server.url}/firebreak/projects/{of}/{view}"))


def live(browser):
    browser.wait_for("html[data-live=on]")
    return browser


def make(rest, name):
    return ok(rest.admin("/accounts", {"localId": name, "email": f"{name}@example.test"}))


def emails(browser):
    return [entry.text for entry in browser.all(".account-list [data-entry]")]


def status(browser):
    return browser.text("#connection")


# What appears


def test_an_account_appears_in_the_list_and_its_count(browser, tab, rest):
    make(rest, "ann")
    tab("accounts")
    assert browser.driver.title.startswith("Accounts (1)")
    browser.driver.execute_script("document.querySelector('[data-entry]').marked = true")
    browser.find("tbody [type=checkbox]").click()
    browser.find("#q").send_keys("example.t")

    make(rest, "bob")
    browser.wait(lambda b: emails(b) == ["bob@example.test", "ann@example.test"])
    browser.wait(lambda b: b.driver.title.startswith("Accounts (2)"))
    browser.wait(lambda b: "2 found" in b.text(".title"))
    # Nothing else has moved: the row is the same, its box is ticked, and what was typed is there.
    assert browser.all("[data-entry]")[1].get_property("marked") is True
    assert [box.is_selected() for box in browser.all("tbody [type=checkbox]")] == [False, True]
    assert browser.text("[data-selected]") == "1 selected"
    assert browser.focused() == browser.find("#q")
    assert browser.find("#q").get_attribute("value") == "example.t"

    ok(rest.admin("/accounts:update", {"localId": "ann", "disableUser": True}))
    browser.wait(lambda b: "Disabled" in b.all("tbody tr")[1].text)
    assert browser.all("tbody [type=checkbox]")[1].is_selected()
    ok(rest.admin("/accounts:delete", {"localId": "bob"}))
    browser.wait(lambda b: emails(b) == ["ann@example.test"])
    assert browser.problems() == []


def test_the_first_account_and_the_last_one(browser, tab, rest):
    tab("accounts")
    assert "No accounts yet" in browser.text("main")
    make(rest, "ann")
    browser.wait(lambda b: emails(b) == ["ann@example.test"])
    ok(rest.admin("/accounts:delete", {"localId": "ann"}))
    browser.wait(lambda b: "No accounts yet" in b.text("main"))


def test_an_accounts_page_follows_but_for_what_one_is_typing(browser, tab, rest):
    make(rest, "ann")
    tab("accounts/ann")
    ok(rest.admin("/accounts:update", {"localId": "ann", "displayName": "Ann", "customAttributes": '{"a":1}'}))
    browser.wait(lambda b: b.text("h1") == "Ann")
    assert browser.find("#displayName").get_attribute("value") == "Ann"
    browser.wait(lambda b: '"a": 1' in b.find("#claims").get_attribute("value"))

    browser.find("#displayName").send_keys(" Other")
    ok(rest.admin("/accounts:update", {"localId": "ann", "displayName": "Anna", "emailVerified": True}))
    browser.wait(lambda b: b.text("h1") == "Anna" and "verified" in b.text("#account-badges"))
    assert browser.find("#displayName").get_attribute("value") == "Ann Other"
    assert browser.focused() == browser.find("#displayName")

    ok(rest.admin("/accounts:delete", {"localId": "ann"}))
    browser.wait(lambda b: status(b) == "No such account")
    assert browser.find("#displayName").get_attribute("value") == "Ann Other"


def test_the_clocks_badge_changes_when_the_clock_is_set(browser, tab, rest):
    for view in ("settings", "outbox"):
        tab(view)
        assert browser.all(".bar .clock") == []
        rest.firebreak.clock.set("2030-01-02T03:04:05Z", frozen=True)
        browser.wait(lambda b: b.text(".bar .clock") == "2030-01-02 03:04:05 (frozen)")
        rest.firebreak.clock.resume()
        browser.wait(lambda b: b.text(".bar .clock").startswith("2030-01-02 03:04") and "frozen" not in b.text(".bar"))
        # It goes on by itself.
        shown = browser.text(".bar .clock")
        browser.wait(lambda b, shown=shown: b.text(".bar .clock") != shown)
        rest.firebreak.clock.set("now")
        browser.wait(lambda b: b.all(".bar .clock") == [])


def test_time_and_state_follow_but_for_what_one_is_typing(browser, tab, rest):
    make(rest, "ann")
    tab("state")
    browser.find("#snapshot-name").send_keys("-typed")
    rest.firebreak.snapshot("first")
    browser.wait(lambda b: "first" in b.text("#snapshot-list"))
    assert browser.find("#snapshot-name").get_attribute("value").endswith("-typed")
    assert browser.focused() == browser.find("#snapshot-name")
    rest.firebreak.faults.add("token", status=500)
    browser.wait(lambda b: "Faults 1" in " ".join(b.text(".tabs").split()))
    make(rest, "bob")
    browser.wait(lambda b: "2 accounts" in b.text("#project-contents"))
    rest.firebreak.clock.freeze()
    browser.wait(lambda b: "frozen" in b.text("#clock-now"))
    assert "Resume" in browser.text("#clock-now")
    rest.firebreak.snapshots.delete("first")
    browser.wait(lambda b: "first" not in b.text("#snapshot-list"))


def test_a_project_appears_in_the_list_and_leaves_it(browser, start_server):
    server = start_server("--project", "demo-first")
    first, other = Rest(server, "demo-first"), Rest(server, "demo-second")
    first.existing_account("ann@example.test")

    def shown():
        return [" ".join(row.text.split()) for row in browser.all("tbody tr")]

    live(browser.open(f"{server.url}/firebreak/projects"))
    assert len(shown()) == 1
    other.existing_account("ann@example.test")
    browser.wait(lambda b: len(shown()) == 2 and shown()[1].startswith("demo-second"))
    browser.wait(lambda b: b.driver.title.startswith("Projects (2)"))
    other.existing_account("bob@example.test")
    browser.wait(lambda b: " local 2 0" in shown()[1])
    other.firebreak.clock.freeze()
    browser.wait(lambda b: "frozen" in shown()[1])
    other.firebreak.delete()
    browser.wait(lambda b: len(shown()) == 1)
    assert browser.problems() == []


# What ends


@pytest.mark.parametrize("view", ["accounts", "settings/domains"])
def test_a_project_that_was_dropped_says_so(browser, tab, rest, project, view):
    make(rest, "ann")
    tab(view)
    rest.firebreak.delete()
    browser.wait(lambda b: status(b) == f"Project {project} does not exist any more")
    browser.violations()
    make(rest, "bob")
    browser.wait(lambda b: status(b) == "")


def test_a_tab_left_open_over_a_restart_is_right(browser, start_server, tmp_path):
    arguments = ("--project", "demo-kept", "--data-dir", str(tmp_path / "data"))
    server = start_server(*arguments)
    rest = Rest(server, "demo-kept")
    make(rest, "ann")
    live(browser.open(f"{server.url}/firebreak/projects/demo-kept/accounts/ann"))
    token = browser.find("meta[name=form-token]").get_attribute("content")
    browser.find("#displayName").send_keys("Typed before")

    assert server.stop() == 0
    browser.wait(lambda b: status(b) == "Reconnecting…")
    server = start_server(*arguments, port=server.port)
    ok(rest.admin("/accounts:update", {"localId": "ann", "emailVerified": True}))
    browser.wait(lambda b: status(b) == "Up to date again")
    browser.wait(lambda b: "verified" in b.text("#account-badges").split())
    browser.wait(lambda b: status(b) == "")

    # What was typed is there, and the form works with the new server.
    assert browser.find("meta[name=form-token]").get_attribute("content") != token
    field = browser.find("#displayName")
    assert field.get_attribute("value") == "Typed before"
    field.send_keys(Keys.ENTER)
    browser.wait(lambda b: b.text("main > .notice") == "The account was saved.")
    assert rest.account("ann")["displayName"] == "Typed before"


def test_a_restart_without_data_says_that_the_project_is_gone(browser, start_server):
    server = start_server("--project", "demo-lost")
    rest = Rest(server, "demo-lost")
    make(rest, "ann")
    live(browser.open(f"{server.url}/firebreak/projects/demo-lost/accounts"))
    assert server.stop() == 0
    browser.wait(lambda b: status(b) == "Reconnecting…")
    start_server("--project", "demo-lost", port=server.port)
    browser.wait(lambda b: status(b) == "Project demo-lost does not exist any more")
    assert "No accounts yet" in browser.text("main")


# Bounds


@pytest.mark.parametrize("view", ["accounts", "outbox", "requests"])
def test_500_events_let_nothing_grow(browser, tab, rest, view):
    rest.allow_all()
    rest.existing_account("ann@example.test")

    def happen(number):
        ok(rest.admin("/accounts", {"localId": f"{view}-{number}", "email": f"{number}@example.test"}))
        ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.test"}))

    # Counted by the page: elements that the driver has found stay in its memory.
    def rows():
        return browser.driver.execute_script("return document.querySelectorAll('[data-keyed] > *').length")

    def size():
        browser.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        return browser.driver.execute_cdp_cmd("Memory.getDOMCounters", {})["nodes"]

    with ThreadPoolExecutor(4) as several:
        list(several.map(happen, range(100)))
        tab(view)
        shown = rows()
        before = size()
        list(several.map(happen, range(100, 600)))
    last = {"accounts": "601 accounts", "outbox": "600 messages", "requests": "1000 calls in the journal"}[view]
    browser.wait(lambda b: last in b.text("main"), last)
    assert rows() == shown
    browser.wait(lambda _: size() < 1.5 * before, "no more nodes than before")
    assert browser.problems() == []


def test_a_tab_has_one_stream_and_asks_for_nothing_in_between(browser, tab, rest):
    make(rest, "ann")
    for view in VIEWS:
        tab(view)
        browser.driver.execute_script("performance.clearResourceTimings()")
        make(rest, f"bob-{view.replace('/', '-')}")
        rest.firebreak.clock.freeze()
        browser.wait(lambda b: "frozen" in b.text(".bar"))
        names = browser.driver.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)")
        assert {name.split("#")[0] for name in names} <= {browser.driver.current_url}
        rest.firebreak.clock.set("now")
