"""Storage that fails: the calls that need it say so, everything else goes on, and nothing that was answered is lost."""

import re
import signal
import sqlite3

import pytest

from disks import ReadOnlyFile, SmallDisk, SmallQuota, can_mount
from python_module import Firebreak
from rest import Rest, ok

EMAIL = "alice@example.test"
PASSWORD = "correct-horse"


def check_unavailable(response):
    """The answer says that it is not the caller's fault, and in a sentence what it is; returns the error."""
    assert response.status_code == 503, f"{response.status_code} {response.text}"
    error = response.json()["error"]
    assert (error["code"], error["status"]) == (503, "UNAVAILABLE"), error
    assert re.match(r"UNAVAILABLE : \w+( \S+){2,}", error["message"]), error
    assert "INTERNAL" not in response.text
    return error


def listed(server):
    projects = Firebreak(server.url).projects.list()["projects"]
    return {project["projectId"]: project for project in projects}


def check_listed(server, *broken):
    """The list of projects tells which ones cannot be used, and why."""
    projects = listed(server)
    assert set(broken) <= projects.keys()
    for project, entry in projects.items():
        if project in broken:
            assert entry["state"] == "unavailable" and entry["problem"].strip(), entry
        else:
            assert entry["state"] == "available" and "problem" not in entry, entry


def check_logged(server, path, cause):
    """One line of the log names the file and what is wrong with it."""
    log = server.log.read_text()
    lines = [line for line in log.splitlines() if str(path) in line]
    assert any(re.search(cause, line, re.IGNORECASE) for line in lines), lines or server.log_tail()
    assert "unexpected error while handling" not in log


def file_of(data, project):
    return data / "projects" / f"{project}.sqlite"


def create(rest, name):
    """Asks for an account as an admin does, with a value that takes room."""
    body = {"localId": name, "email": f"{name}@example.test", "photoUrl": f"https://example.test/{'p' * 1000}"}
    return rest.admin("/accounts", body)


def check_works(rest, user):
    """Reads, and writes what is needed to sign in."""
    assert rest.account(user["localId"])["email"] == user["email"]
    assert ok(rest.sign_in(user["email"], PASSWORD))["localId"] == user["localId"]


@pytest.fixture
def data(start_server, tmp_path, project):
    """A data directory with two projects that no server has open, and the account of each."""
    directory = tmp_path / "data"
    server = start_server("--data-dir", directory)
    for name in (project, f"{project}-other"):
        Rest(server, name).existing_account(EMAIL, localId=f"alice-of-{name}")
    assert server.stop() == 0
    return directory


@pytest.fixture
def check_others(project):
    """Checks that the other project goes on."""

    def check(server):
        check_works(Rest(server, f"{project}-other"), {"localId": f"alice-of-{project}-other", "email": EMAIL})

    return check


@pytest.fixture
def alice(project):
    return {"localId": f"alice-of-{project}", "email": EMAIL}


# A full disk


@pytest.fixture
def small_disk(tmp_path):
    if not can_mount(tmp_path / "probe"):
        pytest.skip("needs the right to mount a file system")
    disk = SmallDisk(tmp_path / "disk")
    yield disk
    disk.remove()


@pytest.fixture(params=["disk", "quota"])
def small(request, tmp_path):
    """A place for data that can be filled."""
    if request.param == "disk":
        yield request.getfixturevalue("small_disk")
    else:
        yield SmallQuota(tmp_path / "disk")


@pytest.fixture
def start_patient_server(binary, start_server, tmp_path):
    """Starts servers that no signal ends for a file that is too large."""
    wrapper = tmp_path / "firebreak"
    wrapper.write_text(f"#!/bin/sh\ntrap '' {signal.SIGXFSZ.name[3:]}\nexec {binary} \"$@\"\n")
    wrapper.chmod(0o700)

    def start(*arguments):
        return start_server(*arguments, binary=wrapper)

    return start


def test_a_full_disk(small, start_patient_server, project):
    data = small.directory / "data"
    server = start_patient_server("--data-dir", data)
    rest, other = Rest(server, project), Rest(server, f"{project}-other")
    kept, name = [rest.sign_up(EMAIL, PASSWORD)["localId"]], None
    other.sign_up(EMAIL, PASSWORD)
    small.fill(server)

    for number in range(900):
        answer = create(rest, f"u{number}")
        if answer.status_code != 200:
            break
        kept.append(f"u{number}")
    check_unavailable(answer)
    # The smallest change may have room still.
    for number in range(200):
        answer = rest.control("PATCH", "/rules", json={"appName": f"Shop {number}"})
        if answer.status_code != 200:
            break
        name = f"Shop {number}"
    check_unavailable(answer)
    check_listed(server, project)
    check_logged(server, file_of(data, project), r"full|space|too large|I/O error")
    for local_id in kept:
        assert rest.account(local_id)["localId"] == local_id
    assert [user["email"] for user in other.accounts()] == [EMAIL]

    small.free(server)
    assert ok(create(rest, "later"))["localId"] == "later"
    check_listed(server)
    kept.append("later")
    assert server.stop() == 0
    rest = Rest(start_patient_server("--data-dir", data), project)
    there = ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000}))["users"]
    assert set(kept) <= {user["localId"] for user in there}
    assert rest.firebreak.rules.get()["appName"] == name
    assert ok(rest.sign_in(EMAIL, PASSWORD))["localId"] == kept[0]


def test_a_disk_too_full_for_a_new_project(small_disk, start_server, project):
    data = small_disk.directory / "data"
    server = start_server("--data-dir", data)
    rest, new = Rest(server, project), Rest(server, f"{project}-new")
    user = rest.sign_up(EMAIL, PASSWORD)
    small_disk.fill(server, but=0)

    for _ in range(2):
        check_unavailable(new.app("signUp", {"email": EMAIL, "password": PASSWORD}))
        check_unavailable(rest.control("POST", ":fork", json={"to": f"{project}-fork"}))
        check_unavailable(rest.control("POST", ":snapshot", json={"name": "a"}))
    assert rest.account(user["localId"])["email"] == EMAIL

    small_disk.free(server)
    assert rest.firebreak.snapshots.list()["snapshots"] == []
    rest.firebreak.snapshot("a")
    rest.firebreak.fork(f"{project}-fork")
    made = new.sign_up(EMAIL, PASSWORD)
    assert server.stop() == 0
    server = start_server("--data-dir", data)
    check_works(Rest(server, f"{project}-new"), made)
    check_works(Rest(server, f"{project}-fork"), user)
    assert not list(data.rglob("*.draft*"))


# Files that cannot be used


def calls(project):
    """A call of each API: its name, and what makes it."""
    mine = f"/projects/{project}"
    return {
        "v1": lambda rest: rest.sign_in(EMAIL, PASSWORD),
        "v1 by an admin": lambda rest: create(rest, "u"),
        "v2": lambda rest: rest.admin("/config", verb="GET", version="v2"),
        "secure token": lambda rest: rest.refresh(rest.refresh_token),
        "control": lambda rest: rest.control("GET", "/outbox"),
        "control, the project": lambda rest: rest.control("GET", ""),
        "control, a write": lambda rest: rest.control("POST", ":snapshot", json={}),
        "emulator": lambda rest: rest.request("GET", f"/emulator/v1{mine}/config"),
    }


@pytest.mark.profiles("local", "emulator", "production")
def test_a_file_that_is_no_database(start_server, tmp_path, project, profile):
    data = tmp_path / "data"
    server = start_server("--data-dir", data, "--profile", profile)
    users = {name: Rest(server, name).sign_up(EMAIL, PASSWORD) for name in (project, f"{project}-other")}
    assert server.stop() == 0
    file = file_of(data, project)
    database = file.read_bytes()
    file.write_text("This is not a database.\n" * 500)

    server = start_server("--data-dir", data, "--profile", profile)
    rest = Rest(server, project)
    rest.refresh_token = users[project]["refreshToken"]
    for name, call in calls(project).items():
        error = check_unavailable(call(rest))
        if profile == "production":
            # The form of other errors there: v2 and the secure token API have no list.
            assert ("errors" in error) == (name not in ("v2", "secure token")), name
    check_listed(server, project)
    check_logged(server, file, "not a database|no database")
    check_works(Rest(server, f"{project}-other"), users[f"{project}-other"])
    assert file.read_text() == "This is not a database.\n" * 500

    file.write_bytes(database)
    check_works(rest, users[project])
    assert ok(rest.refresh(rest.refresh_token))["user_id"] == users[project]["localId"]
    check_listed(server)


def test_a_file_of_a_newer_version(data, start_server, project, alice, check_others):
    file = file_of(data, project)

    def change(statement):
        with sqlite3.connect(file) as database:
            database.execute(statement)
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    change("INSERT INTO grdb_migrations (identifier) VALUES ('99-future')")
    before = file.read_bytes()

    server = start_server("--data-dir", data)
    rest = Rest(server, project)
    check_unavailable(rest.sign_in(EMAIL, PASSWORD))
    check_unavailable(create(rest, "u"))
    check_unavailable(rest.control("POST", ":reset", json={}))
    check_listed(server, project)
    check_logged(server, file, "newer")
    check_others(server)
    assert server.stop() == 0
    assert file.read_bytes() == before

    server = start_server("--data-dir", data)
    rest = Rest(server, project)
    check_unavailable(rest.sign_in(EMAIL, PASSWORD))
    change("DELETE FROM grdb_migrations WHERE identifier = '99-future'")
    check_works(rest, alice)
    check_listed(server)


def test_a_file_that_cannot_be_written_to(data, start_server, tmp_path, project, alice, check_others):
    if not ReadOnlyFile.is_possible(tmp_path / "probe"):
        pytest.skip("root can write to any file, and may not mount one read-only here")
    file = file_of(data, project)
    read_only = ReadOnlyFile(file)
    try:
        server = start_server("--data-dir", data)
        rest = Rest(server, project)
        check_unavailable(create(rest, "u"))
        check_unavailable(rest.sign_in(EMAIL, PASSWORD))
        check_listed(server, project)
        check_logged(server, file, "read.?only")
        check_others(server)
    finally:
        read_only.release()

    check_works(rest, alice)
    assert ok(create(rest, "u"))["localId"] == "u"
    check_listed(server)


def test_the_directory_is_away(data, start_server, project, alice):
    """A project that was open may go on, but then loses nothing; others are not there until their files are."""
    server = start_server("--data-dir", data)
    rest, opened, new = (Rest(server, name) for name in (project, f"{project}-other", f"{project}-new"))
    answered = [opened.existing_account("before@example.test")]
    projects, away = data / "projects", data / "away"
    projects.rename(away)
    try:
        for _ in range(2):
            check_unavailable(rest.sign_in(EMAIL, PASSWORD))
            check_unavailable(create(rest, "u"))
            check_unavailable(create(new, "u"))
        # Without the directory the list may not be had either.
        answer = rest.request("GET", "/firebreak/v1/projects")
        if answer.ok:
            entry = listed(server)[project]
            assert entry["state"] == "unavailable" and entry["problem"].strip(), entry
        else:
            check_unavailable(answer)
        check_logged(server, file_of(data, project), "no such|there is no|not exist|missing|not there|gone|unable to open")
        answer = create(opened, "meanwhile")
        if answer.ok:
            answered.append("meanwhile")
        else:
            check_unavailable(answer)
        assert not projects.exists()
    finally:
        away.rename(projects)

    check_works(rest, alice)
    check_works(opened, {"localId": f"alice-of-{project}-other", "email": EMAIL})
    assert ok(create(new, "u"))["localId"] == "u"
    check_listed(server)
    assert server.stop() == 0
    opened = Rest(start_server("--data-dir", data), f"{project}-other")
    assert set(answered) <= {user["localId"] for user in opened.accounts()}


def test_a_server_database_that_is_none(data, firebreak):
    file = data / "server.sqlite"
    file.write_text("This is not a database.\n" * 500)

    for command in (["serve", "--port", "0"], ["exec"]):
        result = firebreak(*command, "--data-dir", data, *(["--", "true"] if command == ["exec"] else []))

        assert (result.returncode, result.stdout) == (5, "")
        (line,) = result.stderr.strip().splitlines()
        assert str(file) in line and re.search("not a database|no database", line), line
    assert file.read_text() == "This is not a database.\n" * 500
