"""The console's list of accounts and the form for a new one, as a person uses them (firebreak.md section 13)."""

import subprocess
from urllib.parse import quote

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from rest import ok

HOSTILE = "\"'><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"


@pytest.fixture
def console(server, project):
    """The address of a page below the project's accounts."""
    return lambda rest="": f"{server.url}/firebreak/projects/{project}/accounts{rest}"


def make(rest, count, tenant=None):
    """Makes accounts user0…: the last one is the newest."""
    users = [
        {"localId": f"uid-{number}", "email": f"user{number}@example.test", "createdAt": str(1780315200000 + number)}
        for number in range(count)
    ]
    ok(rest.admin("/accounts:batchCreate", {"users": users}, tenant=tenant))


def entries(browser):
    return [entry.text for entry in browser.all("[data-entry]")]


def test_an_account_is_found_by_the_keyboard_alone(browser, console, rest):
    make(rest, 60)
    browser.open(console())
    assert len(entries(browser)) == 50
    assert entries(browser)[0] == "user59@example.test"

    field = browser.find("input[type=search]")
    browser.press("/")
    assert browser.focused() == field
    browser.press("USER1", Keys.ENTER)
    browser.wait(lambda b: "11 found" in b.text("main"))
    assert entries(browser) == [f"user{number}@example.test" for number in (*range(10, 20), 1)]
    browser.press("j", "j", "k", "j")
    assert browser.focused().text == "user11@example.test"
    browser.press(Keys.ENTER)
    browser.wait(lambda b: b.driver.current_url == console("/uid-11"))


def test_pages_are_turned_forth_and_back(browser, console, rest):
    make(rest, 120)
    browser.open(console())
    pages = [entries(browser)]
    for _ in range(2):
        browser.follow(browser.find("[rel=next]"))
        pages.append(entries(browser))
    expected = [f"user{number}@example.test" for number in reversed(range(120))]
    assert [entry for page in pages for entry in page] == expected
    assert not browser.all("[rel=next]")
    for page in (pages[1], pages[0]):
        browser.follow(browser.find("[rel=prev]"))
        assert entries(browser) == page
    assert not browser.all("[rel=prev]")

    browser.follow(browser.driver.find_element(By.LINK_TEXT, "User ID"))
    assert entries(browser) == [f"user{number}@example.test" for number in sorted(range(120), key=str)][:50]
    assert browser.find("th.id").get_attribute("aria-sort") == "ascending"


def test_an_account_is_made_and_shown_first(browser, console, rest):
    browser.open(console())
    browser.follow(browser.driver.find_element(By.LINK_TEXT, "New account"))
    assert browser.focused() == browser.find("#email")
    browser.press("new@example.test", Keys.TAB, "correct-horse", Keys.TAB, "+1 555 555 0100", Keys.TAB, "New Person")
    browser.press(Keys.ENTER)
    browser.wait(lambda b: "notice=accountCreated" in b.driver.current_url)
    (account,) = rest.accounts()
    assert browser.driver.current_url == console(f"/{account['localId']}?notice=accountCreated")
    assert account["phoneNumber"] == "+15555550100"
    assert account["displayName"] == "New Person"
    ok(rest.sign_in("new@example.test", "correct-horse"))

    make(rest, 60)
    browser.open(console())
    assert entries(browser)[0] == "new@example.test"


def test_wrong_input_is_explained_and_kept(browser, console, rest):
    rest.existing_account("taken@example.test")
    browser.open(console("/new"))
    browser.find("#displayName").send_keys(HOSTILE)
    browser.find("#disabled").click()
    browser.find("#password").send_keys("correct-horse")
    browser.find("#email").send_keys("taken@example.test")
    browser.follow(browser.find("form.inside button"))

    assert "EMAIL_EXISTS" in browser.text(".notice.failure")
    assert browser.focused() == browser.find("#email")
    assert browser.find("#email").get_attribute("aria-invalid") == "true"
    assert browser.text("#email-hint") == "Another account has this email address."
    assert browser.find("#displayName").get_attribute("value") == HOSTILE
    assert browser.find("#disabled").is_selected()
    assert browser.find("#password").get_attribute("value") == ""
    assert not browser.driver.execute_script("return window.hacked")

    # The server's refusal is no failure of the page.
    assert all("400 (Bad Request)" in problem["message"] for problem in browser.problems())
    browser.check()
    browser.find("#email").send_keys(Keys.CONTROL, "a")
    browser.find("#email").send_keys("free@example.test")
    browser.find("#displayName").clear()
    browser.follow(browser.find("form.inside button"))
    assert "notice=accountCreated" in browser.driver.current_url


def test_tenants_are_chosen(browser, console, rest):
    tenant = rest.create_tenant(displayName="blue-team")
    make(rest, 2)
    ok(rest.admin("/accounts", {"localId": "carol", "email": "carol@example.test"}, tenant=tenant))
    browser.open(console())
    assert entries(browser) == ["user1@example.test", "user0@example.test"]

    Select(browser.find("#tenant")).select_by_value(tenant)
    browser.follow(browser.find("form.filters button"))
    assert entries(browser) == ["carol@example.test"]
    assert browser.find("[data-entry]").get_attribute("href") == console(f"/carol?tenant={tenant}")
    assert Select(browser.find("#tenant")).first_selected_option.text == f"blue-team ({tenant})"

    browser.follow(browser.driver.find_element(By.LINK_TEXT, "New account"))
    assert Select(browser.find("#tenant")).first_selected_option.get_attribute("value") == tenant
    browser.press("dave@example.test", Keys.ENTER)
    browser.wait(lambda b: f"?tenant={tenant}&notice=" in b.driver.current_url)
    found = ok(rest.admin("/accounts:lookup", {"email": ["dave@example.test"]}, tenant=tenant))
    assert len(found["users"]) == 1


def test_a_choice_with_the_pointer_applies_at_once(browser, console, rest):
    tenant = rest.create_tenant()
    browser.open(console())
    change = f"""
        const choice = document.querySelector("#tenant");
        choice.dispatchEvent(new Event(arguments[0], {{ bubbles: true }}));
        choice.value = "{tenant}";
        choice.dispatchEvent(new Event("change", {{ bubbles: true }}));
    """
    browser.driver.execute_script(change, "keydown")
    assert browser.driver.current_url == console()
    browser.driver.execute_script(change, "pointerdown")
    browser.wait(lambda b: b.driver.current_url == console(f"?tenant={tenant}&q="))


def test_everything_works_without_scripts(browser, console, rest):
    make(rest, 60)
    browser.without_scripts()
    browser.open(console())
    assert not [button for button in browser.all("[data-copy]") if button.is_displayed()]
    browser.find("#q").send_keys("user7", Keys.ENTER)
    browser.wait(lambda b: entries(b) == ["user7@example.test"])
    browser.open(console("/new"))
    browser.find("#email").send_keys("plain@example.test", Keys.ENTER)
    browser.wait(lambda b: "notice=accountCreated" in b.driver.current_url)


def test_an_id_is_copied(browser, console, rest, server):
    make(rest, 1)
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": server.url}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
    browser.open(console())
    browser.find("[data-copy]").click()
    browser.wait(lambda b: b.text("[data-copy]") == "Copied")
    assert browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == "uid-0"


def test_every_page_keeps_to_what_all_pages_keep_to(browser, console, rest):
    browser.check(console())
    assert "No accounts yet" in browser.text("main")
    users = [
        {
            "localId": "u" * 120 + f"{number:08}",
            "email": f"{number}{'long.' * 40}@example.test",
            "displayName": "A name that is quite long " * 9,
            "phoneNumber": f"+1555555{number:04}",
            "disabled": number % 2 == 0,
            "passwordHash": "aGFzaA==",
            "providerUserInfo": [
                {"providerId": provider, "rawId": f"raw-{number}"}
                for provider in ("google.com", "apple.com", "oidc." + "long" * 30, "github.com", "saml.a", "saml.b")
            ],
        }
        for number in range(60)
    ]
    result = ok(rest.admin("/accounts:batchCreate", {"users": users}))
    assert not result.get("error"), result
    rest.create_tenant()
    rest.sign_up()
    for page in ("", "?sort=id", "?q=1", "?q=nobody", "/new", f"?after={quote('0.x')}"):
        browser.check(console(page))


def test_the_command_makes_the_first_account(browser, console, rest):
    browser.open(console())
    subprocess.run(["sh", "-c", browser.text("pre")], check=True, capture_output=True, timeout=30)
    assert [account["email"] for account in rest.accounts()] == ["first@example.test"]
