"""Export directories of the official emulators and files of auth:export: --import, --export-on-exit, seed, export."""

import csv
import io
import json

import pytest
from firebase_admin import auth

from admin_sdk import admin_app
from rest import Rest, ok

PROFILES = ("local", "emulator", "production")
METADATA = "firebase-export-metadata.json"

# As firebase-tools writes it.
ANN = {
    "localId": "ann-0001",
    "createdAt": "1700000000000",
    "lastLoginAt": "1700000100000",
    "displayName": "Ann",
    "photoUrl": "",
    "passwordHash": "fakeHash:salt=fakeSaltAbCdEfGhIjKlMnOpQrSt:password=correct-horse",
    "salt": "fakeSaltAbCdEfGhIjKlMnOpQrSt",
    "passwordUpdatedAt": 1700000000000,
    "customAttributes": '{"role":"admin"}',
    "providerUserInfo": [
        {
            "providerId": "password",
            "email": "ann@example.test",
            "federatedId": "ann@example.test",
            "rawId": "ann@example.test",
            "displayName": "Ann",
            "photoUrl": "",
        },
        {"providerId": "google.com", "rawId": "g-1", "federatedId": "g-1", "email": "ann@example.test"},
    ],
    "validSince": "1700000000",
    "email": "ann@example.test",
    "emailVerified": True,
    "disabled": False,
}
BOB = {
    "localId": "bob-0001",
    "email": "bob@example.test",
    "tenantId": "blue-1a2b3",
    "passwordHash": "fakeHash:salt=fakeSaltX:password=correct-horse",
    "salt": "fakeSaltX",
    "providerUserInfo": [],
}


@pytest.fixture
def export(tmp_path):
    """A directory that the official emulators exported, with Firestore's part."""
    directory = tmp_path / "export"
    accounts = directory / "auth_export"
    accounts.mkdir(parents=True)
    (directory / "firestore_export").mkdir()
    (directory / "firestore_export" / "data").write_text("theirs")
    metadata = {
        "version": "15.28.1",
        "firestore": {"version": "1.20.2", "path": "firestore_export", "metadata_file": "x"},
        "auth": {"version": "15.28.1", "path": "auth_export"},
    }
    (directory / METADATA).write_text(json.dumps(metadata))
    (accounts / "accounts.json").write_text(
        json.dumps({"kind": "identitytoolkit#DownloadAccountResponse", "users": [ANN]})
    )
    (accounts / "accounts-blue-1a2b3.json").write_text(json.dumps({"users": [BOB]}))
    (accounts / "config.json").write_text(
        json.dumps(
            {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}
        )
    )
    return directory


def read(directory):
    """The files of an export by name."""
    return {path.name: json.loads(path.read_text()) for path in sorted((directory / "auth_export").iterdir())}


@pytest.mark.profiles(*PROFILES)
def test_import(start_server, export, project, profile, monkeypatch):
    server = start_server("--project", project, "--profile", profile, "--import", export)
    rest = Rest(server, project)
    if profile == "production":
        rest.allow_all()

    assert ok(rest.sign_in("ann@example.test", "correct-horse"))["localId"] == "ann-0001"
    answer = ok(rest.sign_in("bob@example.test", "correct-horse", tenantId="blue-1a2b3"))
    assert answer["localId"] == "bob-0001"
    with admin_app(server, project, monkeypatch) as app:
        ann = auth.get_user("ann-0001", app)
    assert (ann.display_name, ann.custom_claims, ann.email_verified) == ("Ann", {"role": "admin"}, True)
    assert [provider.provider_id for provider in ann.provider_data if provider.provider_id != "password"] == [
        "google.com"
    ]
    assert ann.user_metadata.creation_timestamp == 1700000000000


@pytest.mark.profiles(*PROFILES)
def test_export_on_exit(start_server, export, project, profile):
    """What an import and an export on exit leave is what was there, and what came in between."""
    arguments = ("--project", project, "--profile", profile, "--import", export, "--export-on-exit", export)
    server = start_server(*arguments)
    rest = Rest(server, project)
    created = rest.existing_account("new@example.test")
    if profile == "production":
        rest.allow_all()
    session = ok(rest.sign_in("new@example.test", "correct-horse"))["refreshToken"]
    assert server.stop() == 0

    files = read(export)
    users = {user["localId"]: user for user in files["accounts.json"]["users"]}
    assert set(users) == {"ann-0001", created}
    assert {name: users["ann-0001"][name] for name in ANN} == ANN
    (bob,) = files["accounts-blue-1a2b3.json"]["users"]
    assert {name: bob[name] for name in BOB if name != "providerUserInfo"} == {
        name: value for name, value in BOB.items() if name != "providerUserInfo"
    }
    metadata = json.loads((export / METADATA).read_text())
    assert metadata["firestore"] == {"version": "1.20.2", "path": "firestore_export", "metadata_file": "x"}
    assert metadata["auth"]["path"] == "auth_export"
    assert (export / "firestore_export" / "data").read_text() == "theirs"
    assert sorted(path.name for path in export.iterdir()) == ["auth_export", METADATA, "firestore_export"]

    # Who was signed in still is.
    again = start_server(*arguments)
    assert ok(Rest(again, project).refresh(session))["user_id"] == created
    assert ok(Rest(again, project).sign_in("new@example.test", "correct-horse"))["localId"] == created
    assert again.stop() == 0
    assert [user["localId"] for user in read(export)["accounts.json"]["users"]] == sorted(users)


def test_first_run_of_import_and_export_in_one_place(start_server, project, tmp_path):
    directory = tmp_path / "not" / "there"
    server = start_server("--project", project, "--import", directory, "--export-on-exit", directory)
    Rest(server, project).sign_up("ann@example.test", "correct-horse")
    assert server.stop() == 0

    (user,) = read(directory)["accounts.json"]["users"]
    assert user["email"] == "ann@example.test"


@pytest.mark.parametrize(("command", "code"), [("true", 5), ("false", 1)])
def test_exec_tells_that_the_export_failed(firebreak, tmp_path, command, code):
    target = tmp_path / "file"
    target.write_text("")
    result = firebreak("exec", "--export-on-exit", target, "--", command)
    assert result.returncode == code
    assert "cannot be written" in result.stderr


def test_exec_exports(firebreak, tmp_path):
    result = firebreak("exec", "--project", "demo-x", "--export-on-exit", tmp_path / "out", "--", "true")

    assert result.returncode == 0, result.stderr
    assert read(tmp_path / "out")["accounts.json"]["users"] == []


@pytest.mark.parametrize(
    "damage, message",
    [
        (lambda d: (d / METADATA).write_text("{"), METADATA),
        (lambda d: (d / "auth_export" / "accounts.json").write_text("[]"), "accounts.json"),
        (lambda d: (d / "auth_export" / "accounts.json").write_text('{"users":[{"email":"a@x.y"}]}'), "users[0]"),
    ],
    ids=["metadata", "list", "no ID"],
)
def test_damaged_exports(firebreak, export, damage, message):
    damage(export)
    result = firebreak("exec", "--import", export, "--", "true")

    assert result.returncode == 3
    assert message in result.stderr


def test_import_of_nothing(firebreak, tmp_path):
    result = firebreak("exec", "--import", tmp_path / "absent", "--", "true")

    assert result.returncode == 0
    assert "warning" in result.stderr and "absent" in result.stderr


# A running server


def test_seed_and_export_of_a_directory(firebreak, server, export, project, tmp_path):
    environment = {"FIREBREAK_URL": server.url, "FIREBREAK_PROJECT": project}
    seeded = firebreak("seed", export, **environment)
    assert seeded.returncode == 0, seeded.stderr
    assert ok(Rest(server, project).sign_in("ann@example.test", "correct-horse"))["localId"] == "ann-0001"

    written = firebreak("export", tmp_path / "out", **environment)
    assert written.returncode == 0, written.stderr
    assert read(tmp_path / "out")["accounts.json"]["users"][0].items() >= {"localId": "ann-0001"}.items()


@pytest.mark.parametrize("name", ["users.json", "users.csv"])
def test_files_of_auth_export(firebreak, server, export, project, tmp_path, name):
    environment = {"FIREBREAK_URL": server.url}
    assert firebreak("seed", export, FIREBREAK_PROJECT=project, **environment).returncode == 0
    file = tmp_path / name
    assert firebreak("export", file, FIREBREAK_PROJECT=project, **environment).returncode == 0
    if name == "users.json":
        (user,) = json.loads(file.read_text())["users"]
        assert (user["localId"], user["lastSignedInAt"]) == ("ann-0001", "1700000100000")
        assert user["providerUserInfo"] == [
            {"providerId": "google.com", "rawId": "g-1", "email": "ann@example.test"}
        ]
    else:
        (row,) = csv.reader(io.StringIO(file.read_text()))
        assert len(row) == 53
        assert (row[0], row[1], row[2], row[7], row[24]) == (
            "ann-0001", "ann@example.test", "true", "g-1", "1700000100000",
        )  # fmt: skip
        assert json.loads(row[27]) == {"role": "admin"}

    other = project + "-copy"
    seeded = firebreak("seed", file, FIREBREAK_PROJECT=other, **environment)
    assert seeded.returncode == 0, seeded.stderr
    assert ok(Rest(server, other).sign_in("ann@example.test", "correct-horse"))["localId"] == "ann-0001"


@pytest.mark.parametrize("option", [("--out", "refs.json"), ("--format", "dotenv")])
def test_an_export_has_no_refs_to_write(firebreak, server, export, project, tmp_path, option):
    result = firebreak("seed", export, *option, FIREBREAK_URL=server.url, FIREBREAK_PROJECT=project)
    assert result.returncode == 2
    assert "--out and --format go with fixtures" in result.stderr


def test_export_to_standard_output(firebreak, server, project):
    Rest(server, project).sign_up("ann@example.test", "correct-horse")
    result = firebreak("export", "-", "--format", "fixture", FIREBREAK_URL=server.url, FIREBREAK_PROJECT=project)

    assert result.returncode == 0
    (user,) = json.loads(result.stdout)["projects"][project]["users"]
    assert (user["email"], user["password"]) == ("ann@example.test", "correct-horse")


def test_export_to_a_file_of_yaml(firebreak, server, project, tmp_path):
    Rest(server, project).sign_up("ann@example.test", "correct-horse")
    file = tmp_path / "shop.yaml"
    exported = firebreak("export", file, FIREBREAK_URL=server.url, FIREBREAK_PROJECT=project)

    assert exported.returncode == 0, exported.stderr
    assert firebreak("validate", file).stdout == f"{file}: good; projects: 1, users: 1\n"


def test_a_mistake_in_a_file(firebreak, server, project, tmp_path):
    file = tmp_path / "users.csv"
    file.write_text("a,b,c\n")
    result = firebreak("seed", file, FIREBREAK_URL=server.url, FIREBREAK_PROJECT=project)

    assert result.returncode == 3
    assert "users.csv: line 1" in result.stderr
