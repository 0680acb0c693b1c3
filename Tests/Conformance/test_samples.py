"""What older builds wrote is opened by this one: data directories with snapshots, exports of each kind, fixtures.

The samples are never made anew; `samples/make.py` says how they came to be. Among the accounts are some that would be
refused today: addresses, numbers and names that were checked less.
"""

import json
import shutil
import tarfile

import pytest

from firebreak_server import REPOSITORY
from rest import Rest, failure, ok

SAMPLES = REPOSITORY / "Tests" / "Conformance" / "samples"
SHOP, SAAS, FORK = "demo-old-shop", "demo-old-saas", "demo-old-fork"
PROJECTS = (SHOP, SAAS, FORK)
# The password of the imported accounts that have an address.
OLD = "old-secret"
PASSWORD = "correct-horse"

pytestmark = pytest.mark.parametrize("sample", sorted(path.name for path in SAMPLES.iterdir() if (path / "known.json").exists()))


@pytest.fixture
def directory(sample):
    return SAMPLES / sample


@pytest.fixture
def known(directory):
    return json.loads((directory / "known.json").read_text())


@pytest.fixture
def old_data(directory, tmp_path):
    with tarfile.open(directory / "data.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    return tmp_path / "data"


@pytest.fixture
def old_server(start_server, old_data):
    return start_server("--data-dir", old_data, "--project", SHOP)


def exported(firebreak, server, project, path, *options):
    result = firebreak("export", "--url", server.url, "--project", project, *options, path)
    assert result.returncode == 0, result.stderr
    return path


def fixture_of(firebreak, server, project, tmp_path):
    path = exported(firebreak, server, project, tmp_path / f"{project}.json", "--format", "fixture")
    return json.loads(path.read_text())


def old_fixture(directory, project):
    return json.loads((directory / f"{project}.fixture.json").read_text())


def everyone(rest):
    return ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": "1000"}))["users"]


def odd_addresses(rest):
    return [account["email"] for account in everyone(rest) if account["localId"].startswith("odd-") and "email" in account]


@pytest.mark.parametrize("project", PROJECTS)
def test_projects_have_all_that_they_had(firebreak, old_server, directory, tmp_path, project):
    assert fixture_of(firebreak, old_server, project, tmp_path) == old_fixture(directory, project)


def test_accounts_sign_in(old_server, known):
    shop = Rest(old_server, SHOP)
    assert set(known["odd"]) <= {account["localId"] for account in everyone(shop)}
    for email in odd_addresses(shop):
        ok(shop.sign_in(email, OLD))
    for email in ("alice@example.test", "bob@example.test", "member12@example.test"):
        ok(shop.sign_in(email, PASSWORD))
    assert failure(shop.sign_in("off@example.test", PASSWORD)) == "USER_DISABLED"
    assert "mfaPendingCredential" in ok(shop.sign_in("guarded@example.test", PASSWORD))
    assert ok(shop.refresh(known["refreshToken"]))["user_id"] == "alice-0001"
    credential = {"sub": "google-2", "email": "newcomer@gmail.com", "email_verified": True}
    again = ok(shop.app("signInWithIdp", {
        "postBody": f"id_token={json.dumps(credential)}&providerId=google.com", "requestUri": "http://localhost",
        "returnSecureToken": True}))
    assert again["localId"] == known["federated"]


def test_odd_accounts_are_changed_and_deleted(old_server, known):
    shop = Rest(old_server, SHOP)
    for local_id in known["odd"]:
        ok(shop.admin("/accounts:update", {"localId": local_id, "displayName": "Renamed"}))
        assert shop.account(local_id)["displayName"] == "Renamed"
        ok(shop.admin("/accounts:delete", {"localId": local_id}))


def test_tenants_are_there(old_server, known):
    saas = Rest(old_server, SAAS)
    assert ok(saas.refresh(known["tenantRefreshToken"]))["user_id"] == "carol-0001"
    by_link = {"email": "carol@example.test", "oobCode": "old-sign-in-carol", "tenantId": "blue"}
    assert ok(saas.app("signInWithEmailLink", by_link))["localId"] == "carol-0001"


def test_messages_are_there_and_their_codes_count(old_server, known):
    shop = Rest(old_server, SHOP)
    by_id = {message["id"]: message for message in shop.messages()}
    for message in known["outbox"]:
        now = by_id[message["id"]]
        for name in ("channel", "type", "status", "to", "code", "subject", "createdAt"):
            assert now.get(name) == message.get(name), name
    assert ok(shop.app("resetPassword", {"oobCode": "old-reset-bob", "newPassword": "another-horse"}))["email"]
    ok(shop.app("update", {"oobCode": "old-change-alice"}))
    ok(shop.sign_in("bob@example.test", "another-horse"))
    ok(shop.sign_in("alice@new.example.test", PASSWORD))


def test_messages_stay_as_they_were_sent(old_server, known):
    shop = Rest(old_server, SHOP)
    shop.set_rules(appName="Renamed")
    shop.configure("notification", {"notification": {"sendEmail": {"resetPasswordTemplate": {"subject": "Other"}}}})
    subjects = {message["id"]: message.get("subject") for message in shop.messages()}
    assert {message["id"]: message.get("subject") for message in known["outbox"]} == subjects
    ok(shop.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "bob@example.test"}))
    assert shop.messages(order="desc")[0]["subject"] == "Other"


def test_configuration_and_keys_count(old_server, known):
    shop = Rest(old_server, SHOP)
    config = ok(shop.admin("/config", verb="GET", version="v2"))
    assert {name: config.get(name) for name in known["config"]} == known["config"]
    by_key = Rest(old_server, SHOP, key="old-shop-key")
    ok(by_key.sign_in("alice@example.test", PASSWORD))
    refused = by_key.app("createAuthUri", {"identifier": "alice@example.test", "continueUri": "http://localhost"})
    assert failure(refused) == "TOO_MANY_ATTEMPTS_TRY_LATER"


def test_snapshots_are_restored_and_projects_copied(firebreak, old_server, directory, known, tmp_path):
    shop = Rest(old_server, SHOP)
    names = [snapshot["name"] for snapshot in known["snapshots"]["snapshots"]]
    assert [entry["name"] for entry in ok(shop.control("GET", "/snapshots"))["snapshots"]] == names
    before = sorted(account["localId"] for account in everyone(shop))
    for name in names:
        ok(shop.control("POST", ":restore", json={"name": name}))
        # The one who came by link came after the snapshots.
        assert sorted([*(account["localId"] for account in everyone(shop)), known["byLink"]]) == before
    ok(Rest(old_server, FORK).control("POST", ":fork", json={"to": "demo-new-fork"}))
    copied = fixture_of(firebreak, old_server, "demo-new-fork", tmp_path)
    [content] = copied["projects"].values()
    [expected] = old_fixture(directory, FORK)["projects"].values()
    assert content["users"] == expected["users"]


def test_official_export_is_imported(start_server, directory, known):
    server = start_server("--project", SHOP, "--import", directory / "emulator-export")
    shop = Rest(server, SHOP)
    accounts = {account["localId"] for account in everyone(shop)}
    assert {*known["odd"], known["phone"], known["federated"], known["anonymous"]} <= accounts
    for email in ["alice@example.test", "bob@example.test"]:
        ok(shop.sign_in(email, PASSWORD))
    for email in odd_addresses(shop):
        ok(shop.sign_in(email, OLD))


def test_official_export_with_tenants_is_imported(start_server, directory):
    server = start_server("--project", SAAS, "--import", directory / "emulator-export-with-tenants")
    signed_in = ok(Rest(server, SAAS).app("signInWithPassword", {
        "email": "carol@example.test", "password": PASSWORD, "tenantId": "blue", "returnSecureToken": True}))
    assert signed_in["localId"] == "carol-0001"


@pytest.mark.parametrize("name", ["accounts.json", "accounts.csv"])
def test_exports_of_the_cli_are_imported_and_written_again(firebreak, start_server, directory, tmp_path, name):
    server = start_server("--project", SHOP, "--import", directory / name)
    assert exported(firebreak, server, SHOP, tmp_path / name).read_bytes() == (directory / name).read_bytes()


def test_fixtures_are_applied(firebreak, start_server, directory, tmp_path):
    server = start_server("--project", SHOP)
    for path in [SAMPLES / "fixture.yaml", *sorted(directory.glob("*.fixture.json"))]:
        result = firebreak("seed", "--url", server.url, "--strategy", "replace", path)
        assert result.returncode == 0, f"{path.name}: {result.stderr}"
    for project in PROJECTS:
        [content] = fixture_of(firebreak, server, project, tmp_path)["projects"].values()
        [expected] = old_fixture(directory, project)["projects"].values()
        for user in expected["users"]:
            # A number that a fixture gives loses its trunk prefix, as one that somebody signs in with does.
            if user["uid"] == "odd-0005":
                user["phoneNumber"] = "+491701234567"
        assert content["users"] == expected["users"]


def test_a_copy_of_the_directory_opens_again(start_server, old_data, tmp_path):
    """What this build makes of the directory, it opens again itself."""
    first = start_server("--data-dir", old_data, "--project", SHOP)
    ok(Rest(first, SHOP).sign_in("alice@example.test", PASSWORD))
    assert first.stop() == 0
    shutil.copytree(old_data, tmp_path / "copy")
    second = start_server("--data-dir", tmp_path / "copy", "--project", SHOP)
    ok(Rest(second, SHOP).sign_in("alice@example.test", PASSWORD))
