"""A page of the web whose own name leads to this machine (DNS rebinding), in a real browser: firebreak.md section 4.8.

The browser takes this server's answers for the page's own, and says of no request where it comes from.
"""

import shutil

import pytest

from browser import chromium
from rest import IDENTITY_TOOLKIT, Rest, ok

pytestmark = pytest.mark.skipif(not shutil.which("chromedriver"), reason="there is no browser")

EVIL = "evil.example"
SECRET = "alice@example.test"

FETCH = """
const [calls, done] = arguments;
Promise.all(calls.map(async ([method, path, headers, body]) => {
  try {
    const answer = await fetch(path, { method, headers, body: body ?? undefined });
    return [answer.status, await answer.text()];
  } catch (error) {
    return [0, String(error)];
  }
})).then(done);
"""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = chromium(None, tmp_path_factory.mktemp("browser"), here=[EVIL, f"db.{EVIL}"])
    yield driver
    driver.quit()


def calls(project):
    """What an admin and a test may read and change, and what an app may do."""
    admin = f"{IDENTITY_TOOLKIT}/v1/projects/{project}"
    emulator = f"/emulator/v1/projects/{project}"
    owner = {"Authorization": "Bearer owner"}
    json = {**owner, "Content-Type": "application/json"}
    return [
        ["GET", f"{emulator}/oobCodes", {}, None],
        ["GET", f"{emulator}/verificationCodes", {}, None],
        ["GET", f"{emulator}/config", {}, None],
        ["GET", f"{admin}/accounts:batchGet", owner, None],
        ["POST", f"{admin}/accounts:query", json, "{}"],
        ["POST", f"{admin}/accounts:lookup", json, f'{{"email":["{SECRET}"]}}'],
        ["GET", f"{IDENTITY_TOOLKIT}/v2/projects/{project}/config", owner, None],
        ["DELETE", f"{emulator}/accounts", {}, None],
    ]


@pytest.fixture
def fetch(driver):
    def fetch(server, host, calls):
        # Any page of that name and port will do: the browser asks for its answer as the page's own.
        driver.get(f"http://{host}:{server.port}/a/page/of/{host}")
        return driver.execute_async_script(FETCH, calls)

    return fetch


@pytest.fixture
def prepared(start_server, project, request):
    """A server with an account and a mail to it."""
    def prepared(profile):
        server = start_server("--profile", profile)
        rest = Rest(server, project)
        ok(rest.admin("/accounts", {"email": SECRET, "password": "correct-horse"}))
        ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": SECRET}))
        return server, rest

    return prepared


@pytest.mark.parametrize("profile", ["local", "production"])
@pytest.mark.parametrize("host", [EVIL, f"db.{EVIL}"])
def test_a_strangers_page_reads_and_changes_nothing(prepared, fetch, project, profile, host):
    server, rest = prepared(profile)
    control = [["GET", f"/firebreak/v1/projects/{project}/outbox", {}, None]]

    answers = fetch(server, host, calls(project) + control)

    assert [status for status, _ in answers] == [403] * len(answers)
    assert not [text for _, text in answers if SECRET in text]
    assert [account["email"] for account in rest.accounts()] == [SECRET]


def test_the_reference_has_no_such_rule(prepared, fetch, project):
    server, _ = prepared("emulator")

    answers = fetch(server, EVIL, calls(project))

    assert [status for status, _ in answers] == [200] * len(answers)


def test_pages_of_this_machine_are_admins(prepared, fetch, project):
    server, rest = prepared("local")
    for host in ("localhost", "127.0.0.1"):
        answers = fetch(server, host, calls(project)[:-1])
        assert [status for status, _ in answers] == [200] * len(answers), answers
    assert len(rest.accounts()) == 1


def test_pages_of_a_strangers_name_may_be_apps(prepared, fetch, project):
    server, rest = prepared("local")
    sign_up = ["POST", f"{IDENTITY_TOOLKIT}/v1/accounts:signUp?key=project:{project}",
               {"Content-Type": "application/json"}, "{}"]

    ((status, _),) = fetch(server, EVIL, [sign_up])

    assert status == 200 and len(rest.accounts()) == 2
