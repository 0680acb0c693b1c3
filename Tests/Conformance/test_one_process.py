"""A data directory belongs to one process, and to one user."""

import os
import re
import signal
import stat
from datetime import datetime, timezone

import pytest

from rest import Rest, ok

# Before any server of these tests started, in the whole seconds that a message may show.
BEFORE = datetime.now(timezone.utc).replace(microsecond=0)
SINCE = r"since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?)Z"


def check_refused(result, server):
    """A second process says which one has the directory, and since when."""
    assert result.returncode == 5, result.stderr
    assert result.stdout == ""
    assert re.search(rf"\b{server.process.pid}\b", result.stderr), result.stderr
    since = re.search(SINCE, result.stderr)
    assert since, result.stderr
    began = datetime.fromisoformat(since[1][:19]).replace(tzinfo=timezone.utc)
    assert BEFORE <= began <= datetime.now(timezone.utc)


def check_works(server, project, user):
    rest = Rest(server, project)
    assert ok(rest.sign_in(user["email"], "correct-horse"))["localId"] == user["localId"]
    ok(rest.app("update", {"idToken": user["idToken"], "displayName": "Alice"}))
    assert rest.account(user["localId"])["displayName"] == "Alice"


def files_of(directory):
    """All files with their modes and what is in them; the second process may touch none."""
    return {
        path: (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["exec"]], ids=lambda command: command[0])
def test_a_second_process_is_refused(start_server, firebreak, tmp_path, project, command):
    data, ran = tmp_path / "data", tmp_path / "ran"
    server = start_server("--data-dir", data)
    user = Rest(server, project).sign_up("alice@example.test", "correct-horse")
    before = files_of(data)

    result = firebreak(*command, "--data-dir", data, *(["--", "touch", ran] if command == ["exec"] else []))

    check_refused(result, server)
    assert files_of(data) == before and not ran.exists()
    check_works(server, project, user)


def test_another_name_of_the_directory(start_server, firebreak, tmp_path):
    data, link = tmp_path / "data", tmp_path / "link"
    server = start_server("--data-dir", data)
    link.symlink_to(data)

    for name in (link, data / ".." / "data"):
        check_refused(firebreak("serve", "--port", "0", "--data-dir", name), server)


def test_another_directory_is_free(start_server, tmp_path, project):
    for name in ("one", "two"):
        assert Rest(start_server("--data-dir", tmp_path / name), project).accounts() == []


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL], ids=lambda end: end.name)
def test_the_next_process_may_have_it(start_server, firebreak, tmp_path, project, end):
    data = tmp_path / "data"
    first = start_server("--data-dir", data)
    user = Rest(first, project).sign_up("alice@example.test", "correct-horse")
    check_refused(firebreak("serve", "--port", "0", "--data-dir", data), first)
    if end == signal.SIGTERM:
        assert first.stop() == 0
    else:
        first.kill()

    second = start_server("--data-dir", data)

    check_works(second, project, user)
    check_refused(firebreak("serve", "--port", "0", "--data-dir", data), second)


def test_exec_has_it_alone(firebreak, binary, tmp_path):
    """Its command is not an owner: it gets no open file of the directory, and no server on it."""
    data = tmp_path / "data"
    script = f'ls -l /proc/self/fd >&2; echo "$PPID"; {binary} serve --port 0 --data-dir {data}; echo "$?"'

    result = firebreak("exec", "--data-dir", data, "--", "sh", "-c", script)

    parent, code = result.stdout.split()
    assert code == "5"
    assert re.search(rf"\b{parent}\b", result.stderr) and re.search(SINCE, result.stderr), result.stderr
    assert not re.search(rf"-> {re.escape(str(data))}", result.stderr), result.stderr
    assert firebreak("exec", "--data-dir", data, "--", "true").returncode == 0


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077], ids="{:03o}".format)
def test_only_its_user_can_read_it(start_server, tmp_path, project, mask):
    data = tmp_path / "data"
    before = os.umask(mask)
    try:
        server = start_server("--data-dir", data, "--rule", "idTokens=signed")
    finally:
        os.umask(before)
    rest = Rest(server, project)
    rest.sign_up("alice@example.test", "correct-horse")
    rest.firebreak.api_keys.create("web-key")
    rest.firebreak.snapshot("a")
    rest.firebreak.fork(f"{project}-fork")
    Rest(server, f"{project}-fork").sign_up("bob@example.test", "correct-horse")
    rest.firebreak.restore("a")

    def check():
        modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [data, *data.rglob("*")]}
        wrong = {str(path): oct(mode) for path, mode in modes.items() if mode != (0o700 if path.is_dir() else 0o600)}
        assert not wrong
        return {path.relative_to(data).parts[0] for path in modes if path.is_file()}

    assert {"projects", "snapshots", "server.sqlite"} <= check()
    assert server.stop() == 0
    check()
