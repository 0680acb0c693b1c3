"""The console's view of time and state, and the list of projects, as a person has them (firebreak.md section 13)."""

import json
import re
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from pages import PATIENCE, Clicks
from python_module import Firebreak
from rest import Rest, failure, ok

ATTACK = "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'"


def state(server, project, rest=""):
    return f"{server.url}/firebreak/projects/{quote(project, safe='')}/state{rest}"


def clock(rest):
    return rest.firebreak.clock.get()


def answer_question(browser, accept):
    """Answers what the page asks, and returns it."""
    alert = WebDriverWait(browser.driver, PATIENCE).until(lambda driver: driver.switch_to.alert)
    question = alert.text
    alert.accept() if accept else alert.dismiss()
    return question


def confirm(browser, button):
    """Presses a button that asks, and says yes; returns the question once the next page is there."""
    old = browser.find("html")
    browser.driver.execute_script("setTimeout(() => arguments[0].click())", button)
    question = answer_question(browser, accept=True)
    browser.wait(lambda b: b.find("html") != old and b.driver.execute_script("return document.readyState") == "complete")
    return question


def button(browser, text, within="main"):
    (found,) = [element for element in browser.all(f"{within} button") if element.text == text]
    return found


def fill(browser, selector, text):
    field = browser.find(selector)
    field.clear()
    field.send_keys(text)
    return field


def tab_to(browser, condition):
    """Goes to an element by the keyboard."""
    for _ in range(60):
        browser.press(Keys.TAB)
        if condition(browser.focused()):
            return browser.focused()
    raise AssertionError("the keyboard does not lead there")


def reset_code(rest, email):
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": email}))
    return rest.firebreak.outbox.latest(to=email)["oobCode"]


# Every page


@pytest.mark.parametrize("path", ["", "/seed", "/faults"])
def test_every_page_keeps_to_what_all_pages_keep_to(browser, server, rest, project, path):
    browser.check(state(server, project, path))
    # And with everything on it.
    rest.existing_account("ann@example.test")
    rest.create_tenant()
    rest.firebreak.seed({"users": [{"ref": "bob", "email": "bob@example.test"}]})
    rest.firebreak.snapshot(ATTACK)
    rest.firebreak.clock.set("2026-06-01T12:00:00Z", frozen=True)
    rest.firebreak.faults.add("outbox.email", lose=True, times="always")
    rest.firebreak.faults.add("accounts.*", where={"email": ATTACK}, status=500, body=ATTACK)
    browser.check(state(server, project, path))
    assert browser.all("main img, main script") == []


def test_every_page_of_the_view_leads_to_the_others(browser, server, project):
    browser.open(state(server, project))
    for name, path in [("Fixtures", "/seed"), ("Faults", "/faults"), ("Overview", "")]:
        (link,) = [link for link in browser.all(".tabs a") if link.text == name]
        browser.follow(link)
        assert browser.driver.current_url == state(server, project, path)
        assert browser.text(".tabs [aria-current]") == name


# The clock


def test_the_clock_is_advanced_by_the_keyboard_alone_and_a_code_expires(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    code = reset_code(rest, "ann@example.test")
    browser.open(state(server, project))
    tab_to(browser, lambda element: element.get_attribute("value") == "1h")
    old = browser.find("html")
    browser.press(Keys.ENTER)
    browser.wait(lambda b: b.find("html") != old and b.find("main .notice"))

    assert 3_600_000 <= clock(rest)["offset"] < 3_700_000
    assert failure(rest.app("resetPassword", {"oobCode": code, "newPassword": "other-horse"})) == "EXPIRED_OOB_CODE"
    assert "1 hour ahead of this machine" in browser.text("#clock")
    # The same button once more goes on.
    assert browser.focused().get_attribute("value") == "1h"
    old = browser.find("html")
    browser.press(Keys.ENTER)
    browser.wait(lambda b: b.find("html") != old and "2 hours ahead of this machine" in b.text("#clock"))


def test_the_clock_is_advanced_by_any_time_and_a_wrong_one_stays_to_be_mended(browser, server, rest, project):
    browser.open(state(server, project))
    fill(browser, "#advance-by", "90 minutes").send_keys(Keys.ENTER)
    browser.wait_for("#advance-by[aria-invalid]")
    browser.check()
    assert browser.find("#advance-by").get_attribute("value") == "90 minutes"
    assert "such as 90s, 61m" in browser.text("#advance-by-hint")
    assert browser.focused().get_attribute("id") == "advance-by"
    assert clock(rest)["offset"] == 0

    fill(browser, "#advance-by", "90m").send_keys(Keys.ENTER)
    browser.wait(lambda b: "90 minutes ahead of this machine" in b.text("#clock"))
    assert 5_400_000 <= clock(rest)["offset"] < 5_500_000
    # In every view there is a sign of it.
    browser.open(state(server, project).replace("/state", "/outbox"))
    assert browser.find(".bar .clock").get_attribute("href") == state(server, project)


def test_the_clock_is_frozen_resumed_and_brought_back(browser, server, rest, project):
    browser.open(state(server, project))
    browser.follow(button(browser, "Freeze"))
    assert clock(rest)["frozen"] is True
    frozen = browser.find("#clock time")
    assert frozen.get_attribute("datetime") == clock(rest)["now"]
    assert frozen.get_attribute("data-ticks") is None
    assert "(frozen)" in browser.text(".bar .clock")

    browser.follow(button(browser, "Resume"))
    assert clock(rest)["frozen"] is False
    shown = browser.text("#clock time")
    browser.wait(lambda b: b.text("#clock time") > shown, "the clock on the page to go on")

    browser.follow(button(browser, "Back to real time"))
    assert clock(rest)["offset"] == 0
    assert browser.all(".bar .clock") == []


def test_the_clock_is_set(browser, server, rest, project):
    browser.open(state(server, project))
    fill(browser, "#set-to", "2030-01-02 03:04")
    browser.find("#frozen").click()
    browser.follow(button(browser, "Set"))
    assert clock(rest) == {"now": "2030-01-02T03:04:00.000Z", "offset": clock(rest)["offset"], "frozen": True}
    assert browser.text("#clock time") == "2030-01-02 03:04:00"
    assert browser.find("#frozen").is_selected()


def test_where_nothing_expires_the_page_says_so(browser, server, rest, project):
    browser.open(state(server, project))
    assert "sign-in links 6 hours" in browser.text("#clock")
    rest.firebreak.rules.patch(lifetimes={"EMAIL_SIGNIN": 900})
    assert "sign-in links 15 minutes" in browser.open(state(server, project)).text("#clock")
    rest.firebreak.rules.patch(expiry="off")
    assert "Nothing expires in this project" in browser.open(state(server, project)).text("#clock")


# Copies


def test_a_snapshot_is_taken_and_restored(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    browser.open(state(server, project))
    fill(browser, "#snapshot-name", ATTACK)
    browser.follow(button(browser, "Take snapshot"))
    assert browser.text("#snapshots .name") == ATTACK
    rest.existing_account("bob@example.test")

    # Who says no keeps what is there.
    browser.driver.execute_script("setTimeout(() => arguments[0].click())", button(browser, "Restore"))
    answer_question(browser, accept=False)
    assert len(rest.accounts()) == 2

    question = confirm(browser, button(browser, "Restore"))
    assert ATTACK in question
    assert [account["email"] for account in rest.accounts()] == ["ann@example.test"]

    confirm(browser, button(browser, "Delete"))
    assert rest.firebreak.snapshots.list()["snapshots"] == []
    assert "No snapshots yet" in browser.text("#snapshots")
    assert browser.problems() == []


def test_a_snapshot_of_the_same_name_is_replaced_only_by_will(browser, server, rest, project):
    rest.firebreak.snapshot("before")
    size = rest.firebreak.snapshots.list()
    rest.existing_account("ann@example.test")
    browser.open(state(server, project))
    fill(browser, "#snapshot-name", "before").send_keys(Keys.ENTER)
    browser.wait_for("#replace")
    browser.check()
    assert browser.find("#snapshot-name").get_attribute("value") == "before"
    assert rest.firebreak.snapshots.list() == size

    browser.find("#replace").click()
    browser.follow(button(browser, "Take snapshot"))
    rest.firebreak.reset()
    confirm(browser, button(browser, "Restore"))
    assert len(rest.accounts()) == 1


def test_a_project_is_forked_and_opened(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    browser.open(state(server, project))
    assert browser.find("#fork-to").get_attribute("value") == f"{project}-copy"
    fill(browser, "#fork-to", f"{project}-b")
    browser.follow(button(browser, "Fork"))
    assert browser.driver.current_url.startswith(state(server, f"{project}-b"))
    assert len(Rest(server, f"{project}-b").accounts()) == 1

    # Back, and to an ID that is taken.
    browser.follow(browser.find("main > .notice a"))
    assert browser.driver.current_url == state(server, project)
    fill(browser, "#fork-to", f"{project}-b").send_keys(Keys.ENTER)
    browser.wait_for("#fork-to[aria-invalid]")
    assert "exists already" in browser.text("#fork")
    browser.check()


def test_a_reset_keeps_what_is_ticked(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    reset_code(rest, "ann@example.test")
    rest.firebreak.rules.patch(app_name="Kept")
    rest.firebreak.faults.add("token", hang=True)
    browser.open(state(server, project))
    browser.find("#keep-outbox").click()
    assert project in confirm(browser, button(browser, "Empty the project"))
    assert rest.accounts() == []
    assert len(rest.firebreak.outbox.list()["messages"]) == 1
    assert rest.firebreak.rules.get()["appName"] == "Kept"
    assert rest.firebreak.faults.list()["faults"] == []

    browser.find("#keep-config").click()
    confirm(browser, button(browser, "Empty the project"))
    assert rest.firebreak.outbox.list()["messages"] == []
    assert rest.firebreak.rules.get()["appName"] is None


def test_a_reset_applies_the_fixtures_again(browser, server, rest, project):
    browser.open(state(server, project))
    assert browser.all("#reseed") == []
    rest.firebreak.seed({"users": [{"email": "ann@example.test"}]})
    rest.existing_account("bob@example.test")
    browser.open(state(server, project))
    browser.find("#reseed").click()
    confirm(browser, button(browser, "Empty the project"))
    assert [account["email"] for account in rest.accounts()] == ["ann@example.test"]


def test_a_project_is_dropped(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    # Two clicks and its ID.
    browser.open(f"{server.url}/firebreak/projects?q={project}")
    (row,) = [row for row in browser.all("tbody tr") if row.find_element("css selector", "th a").text == project]
    browser.follow(row.find_element("css selector", "a.danger"))
    browser.check()
    assert browser.focused().get_attribute("name") == "id"
    browser.press("another", Keys.ENTER)
    browser.wait_for("[aria-invalid]")
    browser.check()
    fill(browser, "[name=id]", project)
    browser.follow(button(browser, "Delete project"))
    assert browser.driver.current_url == f"{server.url}/firebreak/projects?notice=projectDropped"
    projects = Firebreak(server.url).projects.list()["projects"]
    assert project not in [entry["projectId"] for entry in projects]


# Fixtures

FIXTURE = "users:\n  - { ref: alice, email: alice@example.test }\n  - { ref: bob, email: bob@example.test }\n"


def drop(browser, selector, name, text):
    """Drops a file on an element."""
    browser.driver.execute_script(
        """
        const [selector, name, text] = arguments;
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], name));
        const target = document.querySelector(selector);
        for (const type of ["dragover", "drop"])
          target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        """,
        selector,
        name,
        text,
    )


def test_a_file_is_dropped_checked_and_seeded(browser, server, rest, project):
    browser.open(state(server, project, "/seed"))
    drop(browser, "#document", "shop.yaml", FIXTURE)
    browser.wait(lambda b: b.find("#document").get_attribute("value") == FIXTURE)
    browser.follow(button(browser, "Check only"))
    assert "would create 2 accounts" in browser.text()
    assert rest.accounts() == []
    assert browser.find("#document").get_attribute("value") == FIXTURE

    browser.follow(button(browser, "Seed"))
    rows = [row.text.split() for row in browser.all(".refs tbody tr")]
    found = {account["email"]: account["localId"] for account in rest.accounts()}
    assert rows == [[name, found[f"{name}@example.test"], f"{name}@example.test"] for name in ("alice", "bob")]
    browser.check()


def test_a_file_is_chosen(browser, server, rest, project, tmp_path):
    path = tmp_path / "shop.json"
    path.write_text(json.dumps({"users": [{"email": "ann@example.test"}]}))
    browser.open(state(server, project, "/seed"))
    browser.find("#fixture-file").send_keys(str(path))
    browser.wait(lambda b: b.find("#document").get_attribute("value") == path.read_text())
    browser.follow(button(browser, "Seed"))
    assert [account["email"] for account in rest.accounts()] == ["ann@example.test"]


def test_a_fixture_is_pasted_without_scripts(browser, server, rest, project):
    browser.without_scripts()
    browser.open(state(server, project, "/seed"))
    assert not browser.find("#fixture-file").is_displayed()
    browser.find("#document").send_keys(FIXTURE)
    button(browser, "Seed").click()
    browser.wait_for(".refs")
    assert len(rest.accounts()) == 2


def test_replacing_asks(browser, server, rest, project):
    rest.existing_account("ann@example.test")
    browser.open(state(server, project, "/seed"))
    browser.find("#document").send_keys(FIXTURE)
    Select(browser.find("#strategy")).select_by_value("replace")
    # What changes nothing does not ask.
    browser.follow(button(browser, "Check only"))
    assert len(rest.accounts()) == 1
    assert project in confirm(browser, button(browser, "Seed"))
    assert sorted(account["email"] for account in rest.accounts()) == ["alice@example.test", "bob@example.test"]


def test_a_broken_and_hostile_fixture_says_where_and_runs_nothing(browser, server, rest, project):
    text = (
        "users:\n"
        f"  - {{ ref: alice, email: {json.dumps(ATTACK)} }}\n"
        "  - { reff: bob, email: bob@example.test }\n"
        "  - { ref: '</textarea><script>window.hacked=1</script>', mail: x }\n"
    )
    browser.open(state(server, project, "/seed"))
    drop(browser, "#document", "hostile.yaml", text)
    browser.wait(lambda b: b.find("#document").get_attribute("value") == text)
    browser.follow(button(browser, "Seed"))
    rows = browser.all(".problems li")
    places = [tuple(map(int, re.findall(r"\d+", row.text.split("/")[0]))) for row in rows]
    assert sorted({line for line, _ in places}) == [2, 3, 4]
    assert "/users/0/email" in rows[0].text
    rows = [row for row in rows if row.text.startswith("Line 3,")]
    assert "/users/1/reff" in rows[0].text and "did you mean ref?" in rows[0].text
    assert "reff: bob, email: bob@example.test" in rows[0].text
    assert browser.find("#document").get_attribute("value") == text
    assert browser.driver.execute_script("return window.hacked") is None
    assert browser.all("main img, main script") == []
    browser.check()
    assert rest.accounts() == []

    # A problem leads to its place.
    rows[0].find_element("css selector", "a").click()
    area = browser.focused()
    assert area.get_attribute("id") == "document"
    chosen = browser.driver.execute_script(
        "const a = arguments[0]; return a.value.slice(a.selectionStart, a.selectionEnd)", area
    )
    assert chosen == "reff: bob, email: bob@example.test }"


@pytest.mark.parametrize("text", ["\t- [}", "users: 5", "{", "projects: { other: { users: [] } }", "&a [*a, *a]"])
def test_a_document_that_is_no_fixture_says_so(browser, server, project, text):
    browser.open(state(server, project, "/seed"))
    drop(browser, "#document", "x.yaml", text)
    browser.wait(lambda b: b.find("#document").get_attribute("value") == text)
    browser.follow(button(browser, "Seed"))
    assert browser.all(".problems li")
    assert browser.find("#document").get_attribute("value") == text


# Downloads


@pytest.mark.parametrize(
    ("name", "suffix", "query"),
    [
        ("Fixture, JSON", ".fixture.json", "fixture"),
        ("Emulator export", ".emulator.json", "emulator"),
        ("Accounts, JSON", ".accounts.json", "auth-export"),
        ("Accounts, CSV", ".accounts.csv", "auth-export-csv"),
    ],
)
def test_an_export_is_a_file_of_a_good_name(browser, server, rest, project, tmp_path, name, suffix, query):
    rest.existing_account("ann@example.test")
    browser.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    browser.open(state(server, project, "/seed"))
    (link,) = [link for link in browser.all(".downloads a") if link.text == name]
    link.click()
    file = tmp_path / (project + suffix)
    browser.wait(lambda _: file.exists(), "the file")
    assert file.read_bytes() == rest.control("GET", f":export?format={query}").content
    # One stays on the page.
    assert browser.driver.current_url == state(server, project, "/seed")


def test_an_exported_fixture_seeds_another_project(browser, server, rest, project, tmp_path):
    rest.firebreak.seed(FIXTURE)
    rest.existing_account("carol@example.test", displayName=ATTACK, customAttributes='{"on":"yes","a":["1",{}]}')
    browser.driver.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    browser.open(state(server, project, "/seed"))
    (link,) = [link for link in browser.all(".downloads a") if link.text == "Fixture, YAML"]
    link.click()
    file = tmp_path / f"{project}.fixture.yaml"
    browser.wait(lambda _: file.exists(), "the file")
    other = Rest(server, f"{project}-b")
    text = file.read_text().replace(f"\n  {project}:", f"\n  {project}-b:")
    browser.open(state(server, f"{project}-b", "/seed"))
    drop(browser, "#document", "shop.yaml", text)
    browser.wait(lambda b: b.find("#document").get_attribute("value") == text)
    browser.follow(button(browser, "Seed"))

    def people(found):
        return sorted((a["localId"], a["email"], a.get("displayName"), a.get("customAttributes")) for a in found)

    assert people(other.accounts()) == people(rest.accounts())


# Faults


def test_a_fault_is_added_acts_on_the_wire_and_shows_its_hits(browser, server, rest, project):
    browser.open(state(server, project, "/faults"))
    browser.find("#fault-on").send_keys("accounts.signUp")
    browser.find("#fault-error").send_keys("TOO_MANY_ATTEMPTS_TRY_LATER")
    fill(browser, "#fault-times", "2")
    browser.follow(button(browser, "Add fault"))
    assert " ".join(browser.text("#faults .what").split()) == "accounts.signUp answers TOO_MANY_ATTEMPTS_TRY_LATER"
    assert "2 left" in browser.text("#faults .counts") and "0 hits" in browser.text("#faults .counts")
    browser.wait(lambda b: b.driver.execute_script("return document.documentElement.dataset.live") == "on")

    answer = rest.app("signUp", {"email": "ann@example.test", "password": "correct-horse"})
    assert failure(answer) == "TOO_MANY_ATTEMPTS_TRY_LATER"
    # The page follows.
    browser.wait(lambda b: "1 hit" in b.text("#faults .counts") and "1 left" in b.text("#faults .counts"))
    (fault,) = rest.firebreak.faults.list()["faults"]
    assert answer.headers["X-Firebreak-Fault"] == fault["id"]
    assert fault["id"] in browser.text("#faults .counts")

    assert "accounts.signUp" in confirm(browser, button(browser, "Remove"))
    assert rest.firebreak.faults.list()["faults"] == []
    ok(rest.app("signUp", {"email": "ann@example.test", "password": "correct-horse"}))


def test_only_the_fields_of_what_is_chosen_are_there_and_sent(browser, server, rest, project):
    browser.open(state(server, project, "/faults"))
    browser.find("#fault-on").send_keys("accounts.lookup, token")
    browser.find("#fault-error").send_keys("USER_DISABLED")
    Select(browser.find("#fault-effect")).select_by_value("status")
    assert not browser.find("#fault-error").is_displayed()
    browser.find("#fault-status").send_keys("503")
    browser.find("#fault-body").send_keys('{"a": [1]}')
    browser.find("details.conditions summary").click()
    browser.find("#fault-where-email").send_keys("ann@example.test")
    Select(browser.find("#fault-where-caller")).select_by_value("app")
    browser.follow(button(browser, "Add fault"))
    (fault,) = rest.firebreak.faults.list()["faults"]
    assert {name: fault[name] for name in ("on", "where", "status", "body")} == {
        "on": ["accounts.lookup", "token"],
        "where": {"email": "ann@example.test", "caller": "app"},
        "status": 503,
        "body": {"a": [1]},
    }
    assert "error" not in fault


def test_a_fault_that_will_not_do_is_said_where_it_is_wrong(browser, server, rest, project):
    browser.without_scripts()
    browser.open(state(server, project, "/faults"))
    browser.find("#fault-on").send_keys("accounts.signup")
    browser.find("#fault-error").send_keys("EMAIL_EXIST")
    fill(browser, "#fault-times", ATTACK)
    button(browser, "Add fault").click()
    browser.wait_for("main [role=alert]")
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "did you mean accounts.signUp?" in browser.text("#fault-on-hint")
    assert browser.find("#fault-on").get_attribute("value") == "accounts.signup"
    assert browser.find("#fault-times").get_attribute("value") == ATTACK
    assert browser.find("#fault-error").get_attribute("value") == "EMAIL_EXIST"
    assert rest.firebreak.faults.list()["faults"] == []
    browser.check()

    fill(browser, "#fault-on", "accounts.signUp")
    fill(browser, "#fault-times", "always")
    browser.follow(button(browser, "Add fault"))
    assert "did you mean EMAIL_EXISTS?" in browser.text("#fault-error-hint")
    fill(browser, "#fault-error", "EMAIL_EXISTS")
    browser.follow(button(browser, "Add fault"))
    assert "acts always" in browser.text("#faults")


def test_all_faults_are_removed(browser, server, rest, project):
    for _ in range(50):
        rest.firebreak.faults.add("token", status=500, body=ATTACK * 20)
    browser.open(state(server, project, "/faults"))
    assert len(browser.all("#faults li")) == 40
    browser.follow(browser.find("#faults [rel=next]"))
    assert len(browser.all("#faults li")) == 10
    confirm(browser, button(browser, "Remove all"))
    assert rest.firebreak.faults.list()["faults"] == []
    assert "No faults." in browser.text("#faults")


def test_a_fault_is_copied_as_a_command_and_as_a_fixture(browser, server, rest, project):
    rest.firebreak.faults.add("token", where={"email": "o'${X}@example.test"}, status=503)
    browser.open(state(server, project, "/faults"))
    command, fixture = [element.get_attribute("data-copy") for element in browser.all("#faults [data-copy]")]
    assert f"{server.url}/firebreak/v1/projects/{project}/faults" in command
    assert "o'\\''${X}@example.test" in command
    other = Rest(server, f"{project}-b")
    other.firebreak.seed(fixture)
    (fault,) = other.firebreak.faults.list()["faults"]
    assert fault["where"] == {"email": "o'${X}@example.test"} and fault["status"] == 503


# Projects


def test_the_list_of_projects_stands_hostile_names(browser, start_server):
    server = start_server("--port", "0")
    names = [ATTACK, "ü" * 64, "x" * 128, "../..", "a b/c?d#e", "plain"]
    for name in names:
        Rest(server, name).existing_account("ann@example.test")
    Rest(server, "plain").firebreak.clock.freeze()
    browser.check(f"{server.url}/firebreak/projects")
    assert browser.driver.execute_script("return window.hacked") is None
    # Each leads to its project, and the bar leads to the others.
    for name in names:
        browser.open(f"{server.url}/firebreak/projects")
        (link,) = [link for link in browser.all("tbody th a") if link.text == name]
        browser.follow(link)
        assert browser.text(".switcher").replace("Project", "").strip() == name
    browser.find(".switcher").click()
    browser.check()
    others = [link.text for link in browser.all(".menu li a")]
    assert sorted(others) == sorted([*names[:-1], "All projects"])
    browser.press(Keys.ESCAPE)
    assert not browser.find(".menu ul").is_displayed()
    browser.find(".switcher").click()
    (link,) = [link for link in browser.all(".menu li a") if link.text == names[0]]
    browser.follow(link)
    assert browser.driver.current_url == f"{server.url}/firebreak/projects/{quote(names[0], safe=chr(39) + '()')}/outbox"

    browser.open(f"{server.url}/firebreak/projects")
    (row,) = [row for row in browser.all("tbody tr") if row.text.startswith(ATTACK)]
    browser.follow(row.find_element("css selector", "a.danger"))
    fill(browser, "[name=id]", ATTACK)
    browser.follow(button(browser, "Delete project"))
    assert [link.text for link in browser.all("tbody th a")] == sorted(names[1:])
    assert browser.problems() == []


def test_a_project_is_opened_by_its_name(browser, server, project):
    browser.open(f"{server.url}/firebreak/projects")
    browser.find("#open-open").send_keys(project, Keys.ENTER)
    browser.wait(lambda b: b.driver.current_url == state(server, project).replace("/state", "/outbox"))

    browser.open(f"{server.url}/firebreak/projects")
    browser.find("#open-open").send_keys("x" * 129, Keys.ENTER)
    browser.wait_for("#open-open[aria-invalid]")
    assert browser.find("#open-open").get_attribute("value") == "x" * 129
    browser.check()


def test_many_projects_are_searched_and_paged(browser, start_server):
    server = start_server("--port", "0")
    first = Rest(server, "base")
    first.existing_account("ann@example.test")
    for number in range(120):
        first.firebreak.fork(f"fork-{number:03}")
    browser.open(f"{server.url}/firebreak/projects")
    shown = [link.text for link in browser.all("tbody th a")]
    while browser.all(".pager [rel=next]"):
        browser.follow(browser.find(".pager [rel=next]"))
        shown += [link.text for link in browser.all("tbody th a")]
    assert shown == ["base", *(f"fork-{number:03}" for number in range(120))]
    browser.find("#q").send_keys("FORK-11", Keys.ENTER)
    browser.wait(lambda b: len(b.all("tbody tr")) == 10)
    browser.check()
    browser.open(f"{server.url}/firebreak/projects?q=nobody")
    assert "No project has “nobody” in its ID or number." in browser.text()


# Jobs, with their clicks from the first page


def test_the_clock_goes_on_by_a_day_with_two_clicks(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Time and state")
    clicks.on_button("+1 day")
    assert clicks.count == 2
    assert 86_400_000 <= clock(rest)["offset"] < 86_500_000


def test_a_snapshot_is_taken_with_two_clicks_and_typing(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Time and state")
    fill(browser, "#snapshot-name", "before")
    clicks.on_button("Take snapshot")
    assert clicks.count == 2
    assert [snapshot["name"] for snapshot in rest.firebreak.snapshots.list()["snapshots"]] == ["before"]


def test_a_fixture_is_dropped_checked_and_applied_with_four_clicks(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Time and state")
    clicks.on_link("Fixtures")
    drop(browser, "#document", "shop.yaml", FIXTURE)
    browser.wait(lambda b: b.find("#document").get_attribute("value") == FIXTURE)
    clicks.on_button("Check only")
    assert "would create 2 accounts" in browser.text()
    clicks.on_button("Seed")
    assert clicks.count == 4
    assert len(rest.accounts()) == 2


def test_a_fault_is_made_and_seen_with_four_clicks(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Time and state")
    clicks.on_link("Faults")
    browser.find("#fault-on").send_keys("accounts.signUp")
    browser.find("#fault-error").send_keys("TOO_MANY_ATTEMPTS_TRY_LATER")
    clicks.on_button("Add fault")
    failure(rest.app("signUp", {}))
    clicks.on_link("accounts.signUp (request 1)")
    assert clicks.count == 4
    assert "it answers TOO_MANY_ATTEMPTS_TRY_LATER" in browser.text(".why")
