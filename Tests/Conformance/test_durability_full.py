"""With `--durability full` an answer waits for the disk: seen in the calls that the process makes to the system."""

import os
import re
import shutil
import stat

import pytest

from rest import Rest

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="there is no strace")

SYNCED = re.compile(r"(?:fsync|fdatasync)\(\d+<([^>]+)>")


@pytest.fixture
def traced(binary, start_server, tmp_path):
    """Starts servers under a tracer; yields the server, and a function that tells which paths were synced lately."""

    def start(*options):
        data, trace, run = tmp_path / "data", tmp_path / "trace", tmp_path / "traced-firebreak"
        run.write_text(
            f"#!/bin/sh\nexec strace -f -y -D -e trace=fsync,fdatasync -o '{trace}' '{binary}' \"$@\"\n")
        run.chmod(run.stat().st_mode | stat.S_IXUSR)
        server = start_server("--data-dir", data, *options, binary=run, ready_within=120)
        seen = 0

        def synced():
            nonlocal seen
            text = trace.read_text()
            fresh, seen = text[seen:], len(text)
            return [os.path.relpath(path, data) for path in SYNCED.findall(fresh)]

        return server, synced

    return start


def test_every_change_is_on_the_disk_before_it_is_answered(traced, project):
    server, synced = traced("--durability", "full")
    rest = Rest(server, project)
    rest.sign_up("a@example.test", "correct-horse")
    # The file's own name as well, which is in the directory.
    first = synced()
    assert f"projects/{project}.sqlite-wal" in first and "projects" in first
    for number in range(3):
        rest.sign_up(f"b{number}@example.test", "correct-horse")
        assert synced() == [f"projects/{project}.sqlite-wal"]
    rest.firebreak.get()
    assert synced() == []


def test_copies_and_deletions_are_on_the_disk(traced, project):
    server, synced = traced("--durability", "full")
    rest = Rest(server, project)
    rest.sign_up("a@example.test", "correct-horse")
    synced()
    rest.firebreak.snapshot("before")
    assert {f"snapshots/{project}/before.sqlite", f"snapshots/{project}", "snapshots"} <= set(synced())
    rest.firebreak.fork(f"{project}-2")
    assert {f"projects/{project}-2.sqlite", "projects"} <= set(synced())
    rest.firebreak.snapshots.delete("before")
    assert f"snapshots/{project}" in synced()
    rest.firebreak.delete()
    assert "projects" in synced()


@pytest.mark.parametrize("method, arguments", [
    ("restore", ["before"]),
    ("reset", []),
    ("seed", [{"version": 1, "users": [{"email": "seeded@example.test"}]}]),
])
def test_what_replaces_the_content_is_on_the_disk(traced, project, method, arguments):
    server, synced = traced("--durability", "full")
    rest = Rest(server, project)
    rest.sign_up("a@example.test", "correct-horse")
    rest.firebreak.snapshot("before")
    rest.sign_up("b@example.test", "correct-horse")
    synced()
    getattr(rest.firebreak, method)(*arguments)
    assert f"projects/{project}.sqlite-wal" in synced()


def test_registered_keys_are_on_the_disk(traced, project):
    server, synced = traced("--durability", "full")
    rest = Rest(server, project)
    synced()
    keys = rest.firebreak.api_keys
    for change in (keys.create, keys.delete):
        change(f"key-of-{project}")
        # The directory comes last: the change counts once its journal is gone.
        paths = synced()
        assert "server.sqlite" in paths and paths[-1] == ".", change.__name__


def test_otherwise_nobody_waits_for_the_disk(traced, project):
    server, synced = traced()
    rest = Rest(server, project)
    rest.sign_up("first@example.test", "correct-horse")
    synced()
    for number in range(5):
        rest.sign_up(f"b{number}@example.test", "correct-horse")
    assert synced() == []
