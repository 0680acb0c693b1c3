"""The console's list of accounts and the form for a new one, as a person uses them (firebreak.md section 13)."""

from urllib.parse import quote

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import children
from pages import Clicks
from rest import WITH_ALL_FACTORS, ok

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
    assert entries(browser) == [f"user{number}@example.test" for number in (*reversed(range(10, 20)), 1)]
    # What was found first has the focus.
    browser.wait(lambda b: b.focused().text == "user19@example.test")
    browser.press("j", "j", "k")
    assert browser.focused().text == "user18@example.test"
    browser.press(Keys.ENTER)
    browser.wait(lambda b: b.driver.current_url == console("/uid-18"))


def test_accounts_are_filtered_by_chips_and_sorted(browser, console, rest):
    make(rest, 3)
    ok(rest.admin("/accounts:update", {"localId": "uid-1", "disableUser": True, "customAttributes": '{"a":1}'}))
    ok(rest.admin("/accounts", {"localId": "phone", "phoneNumber": "+15555550100"}))
    browser.open(console())
    Select(browser.find("select[name=disabled]")).select_by_visible_text("Disabled")
    browser.wait(lambda b: entries(b) == ["user1@example.test"])
    assert browser.driver.current_url == console("?disabled=true")
    Select(browser.find("select[name=provider]")).select_by_visible_text("Phone")
    browser.wait(lambda b: "No account matches" in b.text("main"))
    browser.find("[aria-label='Remove filter: State']").click()
    browser.wait(lambda b: entries(b) == ["+15555550100"])
    browser.find("[aria-label='Remove filter: Provider']").click()
    browser.wait(lambda b: len(entries(b)) == 4)
    Select(browser.find("select[name=claims]")).select_by_visible_text("Without claims")
    browser.wait(lambda b: len(entries(b)) == 3)
    # Filters go with the order, and the order with filters.
    browser.follow(browser.driver.find_element(By.LINK_TEXT, "User ID"))
    assert entries(browser) == ["+15555550100", "user0@example.test", "user2@example.test"]
    Select(browser.find("select[name=verified]")).select_by_visible_text("Not verified")
    browser.wait(lambda b: entries(b) == ["user0@example.test", "user2@example.test"])
    assert browser.driver.current_url == console("?verified=false&claims=false&sort=id")
    browser.follow(browser.driver.find_element(By.LINK_TEXT, "Last sign-in"))
    assert browser.find("th.time[aria-sort]").get_attribute("aria-sort") == "descending"


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

    # The server's refusal is not a failure of the page.
    assert all("400 (Bad Request)" in problem["message"] for problem in browser.problems())
    browser.check()
    browser.find("#email").send_keys(Keys.CONTROL, "a")
    browser.find("#email").send_keys("free@example.test")
    browser.find("#displayName").clear()
    browser.follow(browser.find("form.inside button"))
    assert "notice=accountCreated" in browser.driver.current_url


# Jobs, with their clicks from the first page


def test_a_part_of_an_address_finds_an_account_among_many_with_two_clicks_and_typing(browser, own):
    server, rest = own
    for thousand in range(3):
        users = [{"localId": f"id-{n}", "email": f"member{n}@example.test"} for n in range(thousand * 1000, thousand * 1000 + 1000)]
        ok(rest.admin("/accounts:batchCreate", {"users": users}))
    clicks = Clicks(browser, server)
    clicks.on_link("Accounts")
    assert "3,000 accounts" in browser.text("main")
    browser.press("/", "R1777@EXA")
    browser.wait(lambda b: entries(b) == ["member1777@example.test"])
    assert "1 found" in browser.text(".title")
    clicks.on_link("member1777@example.test")
    assert clicks.count == 2
    assert browser.driver.current_url.endswith("/accounts/id-1777")


def test_an_account_is_disabled_with_two_clicks_and_enabled_with_one_more(browser, own):
    server, rest = own
    make(rest, 2)
    clicks = Clicks(browser, server)
    clicks.on_link("Accounts")
    clicks.on_button("Disable", "tbody tr:last-child")
    assert clicks.count == 2
    assert "The account was disabled" in browser.text("main > .notice")
    assert "Disabled" in browser.text("tbody tr:last-child")
    assert rest.account("uid-0")["disabled"] is True and not rest.account("uid-1").get("disabled")
    clicks.on_button("Enable", "tbody tr:last-child")
    assert not rest.account("uid-0").get("disabled")


def test_a_user_with_claims_takes_three_clicks_and_one_form(browser, own):
    server, rest = own
    clicks = Clicks(browser, server)
    clicks.on_link("Accounts")
    clicks.on_link("New account")
    browser.press("new@example.test", Keys.TAB, "correct-horse")
    for _ in range(12):
        browser.press(Keys.TAB)
        if browser.focused().get_attribute("id") == "claims":
            break
    browser.press('{"role": "admin"}')
    clicks.on_button("Create account")
    assert clicks.count == 3
    (account,) = rest.accounts()
    assert account["customAttributes"] == '{"role":"admin"}'


def test_an_account_is_made_with_provider_and_factors_and_then_another(browser, console, rest):
    rest.configure("mfa", {"mfa": WITH_ALL_FACTORS})
    browser.open(console("/new"))
    fields = {"email": "a@example.test", "providerId": "google.com", "factorPhone": "+15555550101", "claims": "{"}
    for name, text in fields.items():
        browser.find(f"#{name}").send_keys(text)
    for name in ("emailVerified", "factorApp", "another"):
        browser.find(f"#{name}").click()
    browser.wait(lambda b: b.text("#claims-check").startswith("Not JSON"))
    browser.follow(browser.find("form.inside button"))
    # Nothing is made of a form with a mistake, and it is all there.
    assert rest.accounts() == []
    assert browser.focused() == browser.find("#claims")
    assert "line 1, column 2" in browser.text("#claims-hint")
    assert browser.find("#another").is_selected()
    browser.driver.get_log("browser")
    browser.check()

    browser.find("#claims").send_keys(Keys.CONTROL, "a")
    browser.find("#claims").send_keys('{"role": "member"}')
    browser.follow(browser.find("form.inside button"))
    assert "Created a@example.test" in browser.text("main > .notice")
    (account,) = rest.accounts()
    (google,) = [one for one in account["providerUserInfo"] if one["providerId"] == "google.com"]
    assert google["email"] == "a@example.test" and google["rawId"]
    assert [("phoneInfo" in one, "totpInfo" in one) for one in account["mfaInfo"]] == [(True, False), (False, True)]

    # What the next one has in common with it is there; what is its own is not.
    values = {name: browser.find(f"#{name}").get_attribute("value") for name in (*fields, "password")}
    assert values == {
        "email": "", "password": "", "factorPhone": "", "providerId": "google.com", "claims": '{"role": "member"}',
    }
    assert [browser.find(f"#{name}").is_selected() for name in ("emailVerified", "disabled", "factorApp")] == [
        True, False, True,
    ]
    assert browser.focused() == browser.find("#email")
    browser.find("#another").click()
    browser.press(Keys.TAB)
    browser.find("#email").send_keys("b@example.test", Keys.ENTER)
    browser.wait(lambda b: "notice=accountCreated" in b.driver.current_url)
    assert sorted(account["email"] for account in rest.accounts()) == ["a@example.test", "b@example.test"]


@pytest.mark.parametrize("with_scripts", [True, False])
def test_several_accounts_are_disabled_enabled_and_deleted_after_a_question(browser, console, rest, with_scripts):
    make(rest, 4)
    if not with_scripts:
        browser.without_scripts()

    def press(text):
        old = browser.find("html")
        next(one for one in browser.all("main button") if one.text == text).click()
        browser.wait(lambda b: b._is_stale(old))
        browser.wait(lambda b: b.find("h1"))

    def tick(*names):
        for name in names:
            browser.find(f"tbody [value={name}][type=checkbox]").click()

    address = console("?sort=id")
    browser.open(address)
    tick("uid-0", "uid-2")
    if with_scripts:
        assert browser.text("[data-selected]") == "2 selected"
    next(one for one in browser.all(".selection button") if one.text == "Disable").click()
    browser.wait(lambda b: b.text("h1") == "Disable 2 accounts?")
    assert browser.text(".selected-names").split() == ["user0@example.test", "user2@example.test"]
    assert not any(account.get("disabled") for account in rest.accounts())
    if with_scripts:
        browser.violations()
        assert not browser.overflows()
    press("Disable 2 accounts")
    assert browser.driver.current_url == address + "&notice=accountsDisabled"
    assert [bool(rest.account(f"uid-{number}").get("disabled")) for number in range(4)] == [True, False, True, False]

    tick("uid-0")
    next(one for one in browser.all(".selection button") if one.text == "Enable").click()
    browser.wait(lambda b: b.text("h1") == "Enable 1 account?")
    press("Enable 1 account")
    assert not rest.account("uid-0").get("disabled")

    # Nothing is ticked.
    next(one for one in browser.all(".selection button") if one.text == "Delete").click()
    browser.wait(lambda b: "Tick the accounts first" in b.text("main > .notice"))
    if with_scripts:
        browser.find("[data-select-all]").click()
        assert browser.text("[data-selected]") == "4 selected"
        browser.find("tbody [value=uid-3][type=checkbox]").click()
    else:
        tick("uid-0", "uid-1", "uid-2")
    next(one for one in browser.all(".selection button") if one.text == "Delete").click()
    browser.wait(lambda b: b.text("h1") == "Delete 3 accounts?")
    assert "cannot be undone" in browser.text("main")
    press("Delete 3 accounts")
    assert [account["localId"] for account in rest.accounts()] == ["uid-3"]


def test_tenants_are_chosen(browser, console, rest):
    tenant = rest.create_tenant(displayName="blue-team")
    make(rest, 2)
    ok(rest.admin("/accounts", {"localId": "carol", "email": "carol@example.test"}, tenant=tenant))
    browser.open(console())
    assert entries(browser) == ["user1@example.test", "user0@example.test"]

    browser.find(".bar details:has([data-tenant]) summary").click()
    browser.follow(browser.find(f"[data-tenant='{tenant}']"))
    assert entries(browser) == ["carol@example.test"]
    assert browser.find("[data-entry]").get_attribute("href") == console(f"/carol?tenant={tenant}")
    assert f"blue-team ({tenant})" in browser.text(".bar details:has([data-tenant]) summary")

    browser.follow(browser.driver.find_element(By.LINK_TEXT, "New account"))
    assert Select(browser.find("#tenant")).first_selected_option.get_attribute("value") == tenant
    browser.press("dave@example.test", Keys.ENTER)
    browser.wait(lambda b: f"?tenant={tenant}&notice=" in b.driver.current_url)
    found = ok(rest.admin("/accounts:lookup", {"email": ["dave@example.test"]}, tenant=tenant))
    assert len(found["users"]) == 1


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
    for page in ("", "?sort=id", "?q=1", "?q=nobody&disabled=true", "?provider=saml.a", "/new", f"?after={quote('0.x')}"):
        browser.check(console(page))


def test_the_command_makes_the_first_account(browser, console, rest):
    browser.open(console())
    children.run(["sh", "-c", browser.text("pre")], check=True, timeout=30)
    assert [account["email"] for account in rest.accounts()] == ["first@example.test"]
