"""HTTP clients that offer or want more than HTTP/1.1 with small bodies: the JDK's, and curl."""

import json
from pathlib import Path

import pytest

import children
from rest import IDENTITY_TOOLKIT, Rest, ok

STORY = Path(__file__).with_name("clients") / "HttpClientStory.java"
SIGN_UP = f"{IDENTITY_TOOLKIT}/v1/accounts:signUp"
# What only a hang exceeds.
PATIENCE = 100


def run(*command):
    return children.run(command, timeout=PATIENCE)


def test_the_http_client_of_java(rest, server, project):
    result = run("java", STORY, server.url, project)

    assert result.returncode == 0, result.stderr
    story = json.loads(result.stdout)
    (alice,) = ok(rest.admin("/accounts:lookup", {"email": ["alice@example.test"]}))["users"]
    assert story == {
        **dict.fromkeys(("created", "signedIn", "found"), alice["localId"]),
        "name": "Alice",
        "oneByOne": 20,
        "atOnce": 20,
    }
    assert alice["displayName"] == "Alice"
    accounts = ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000}))["users"]
    assert len(accounts) == 41


@pytest.fixture
def curl(tmp_path):
    """Runs curl; returns status and HTTP version of each answer, and the last one's body."""

    def run_curl(*arguments):
        body = tmp_path / "body"
        form = "%{http_code} %{http_version}\n"
        # Without an answer to Expect: 100-continue curl would send the body after a second; here it gives up before.
        common = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "45", "--expect100-timeout", "600"]
        urls = sum(1 for argument in arguments if str(argument).startswith("http://"))
        outputs = [part for _ in range(urls) for part in ("--output", body)]
        result = run("curl", *common, "--write-out", form, *outputs, *arguments)
        assert result.returncode == 0, result.stderr
        return result.stdout.splitlines(), body.read_text()

    return run_curl


@pytest.mark.parametrize(
    ("option", "version"), [("--http2", "1.1"), ("--http1.1", "1.1"), ("--http1.0", "1.0")], ids=lambda value: value
)
def test_curl_gets_three_times(curl, server, option, version):
    answers, body = curl(option, *[f"{server.url}/healthz"] * 3)

    assert [answer.split()[0] for answer in answers] == ["200"] * 3
    assert body.strip() == "ok"
    # An answer may say 1.1 to a request of 1.0 (RFC 9110, 6.2).
    assert {answer.split()[1] for answer in answers} <= {version, "1.1"}


@pytest.mark.parametrize("option", ["--http2", "--http1.1", "--http1.0"])
def test_curl_signs_up(curl, rest, server, project, option):
    url = f"{server.url}{SIGN_UP}?key=project:{project}"
    header = ["--header", "Content-Type: application/json"]

    answers, body = curl(option, *header, "--data", '{"returnSecureToken":true}', url, url, url)

    assert [answer.split()[0] for answer in answers] == ["200"] * 3
    assert len(rest.accounts()) == 3
    assert json.loads(body)["localId"] in {account["localId"] for account in rest.accounts()}


def users_of_two_megabytes():
    photo = f"https://example.test/{'p' * 2000}"
    return [{"localId": f"u{number}", "displayName": "d" * 200, "photoUrl": photo} for number in range(900)]


@pytest.mark.parametrize("option", ["--http2", "--http1.1"])
def test_curl_imports_two_megabytes(curl, rest, server, project, tmp_path, option):
    """From a megabyte on, curl asks by itself whether it may send the body."""
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": users_of_two_megabytes()}))
    assert file.stat().st_size > 2_000_000
    headers = ["--header", "Content-Type: application/json", "--header", "Authorization: Bearer owner"]
    url = f"{server.url}{IDENTITY_TOOLKIT}/v1/projects/{project}/accounts:batchCreate"

    answers, body = curl(option, *headers, "--data-binary", f"@{file}", url)

    assert answers == ["200 1.1"]
    assert json.loads(body).get("error", []) == []
    (last,) = ok(rest.admin("/accounts:lookup", {"localId": ["u899"]}))["users"]
    assert last["displayName"] == "d" * 200


def test_curl_seeds_two_megabytes(curl, rest, server, project, tmp_path):
    """To the control API, as a form, which is what curl calls it."""
    file = tmp_path / "fixture.json"
    users = [{"uid": user["localId"], "photoUrl": user["photoUrl"]} for user in users_of_two_megabytes()]
    file.write_text(json.dumps({"version": 1, "users": users}, indent=2) + " " * 200_000)
    assert file.stat().st_size > 2_000_000

    answers, _ = curl("--data-binary", f"@{file}", f"{server.url}/firebreak/v1/projects/{project}:seed")

    assert answers == ["200 1.1"]
    (last,) = ok(rest.admin("/accounts:lookup", {"localId": ["u899"]}))["users"]
    assert last["photoUrl"] == users[-1]["photoUrl"]


def test_curl_is_told_before_it_sends_too_much(curl, start_server, project, tmp_path):
    server = start_server("--max-body", "64KiB")
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": users_of_two_megabytes()}))
    headers = ["--header", "Content-Type: application/json", "--header", "Authorization: Bearer owner"]
    url = f"{server.url}{IDENTITY_TOOLKIT}/v1/projects/{project}/accounts:batchCreate"

    answers, body = curl(*headers, "--data-binary", f"@{file}", url)

    assert answers == ["413 1.1"]
    assert json.loads(body)["limit"] == 65536
    assert Rest(server, project).accounts() == []
