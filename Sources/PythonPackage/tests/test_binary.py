"""Where the program is looked for."""

import sysconfig
from pathlib import Path

import pytest

from firebreak_auth import BinaryNotFound, _binary, find_binary


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Directories in the places of those where pip puts scripts; PATH has none."""
    found = {name: tmp_path / name for name in ("scripts", "user", "site/bin", "path")}
    for directory in found.values():
        directory.mkdir(parents=True)
    monkeypatch.setattr(
        sysconfig, "get_path", lambda _, scheme="": str(found["user" if scheme else "scripts"]))
    monkeypatch.setattr(_binary, "__file__", str(tmp_path / "site/firebreak_auth/_binary.py"))
    monkeypatch.setenv("PATH", str(found["path"]))
    return found


def put(directory, mode=0o755):
    path = directory / "firebreak"
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


def test_the_first_place_that_has_it_counts(places, monkeypatch):
    expected = []
    for name in ("path", "site/bin", "user", "scripts"):
        expected.append(put(places[name]))
        assert find_binary() == expected[-1]
    monkeypatch.setenv("FIREBREAK_BINARY", expected[0])
    assert find_binary() == expected[0]
    assert find_binary(Path(expected[1])) == expected[1]


def test_a_prefix_has_it_above_its_packages(tmp_path, places, monkeypatch):
    monkeypatch.setattr(_binary, "__file__", str(tmp_path / "lib/python3.12/site-packages/firebreak_auth/_binary.py"))
    (tmp_path / "bin").mkdir()

    assert put(tmp_path / "bin") == find_binary()


def test_without_one_the_error_says_where_it_was_looked_for_and_what_to_do(places):
    with pytest.raises(BinaryNotFound) as caught:
        find_binary()

    assert caught.value.code == "NO_BINARY"
    for part in (f"{places['scripts']}/firebreak", f"{places['user']}/firebreak", "PATH", "FIREBREAK_BINARY", "glibc"):
        assert part in caught.value.message


def test_one_that_cannot_be_run_is_not_passed_over(places, monkeypatch):
    put(places["path"])
    broken = put(places["scripts"], 0o644)

    with pytest.raises(BinaryNotFound, match=f"{broken} cannot be run.*install firebreak-auth again"):
        find_binary()
    monkeypatch.setenv("FIREBREAK_BINARY", broken)
    with pytest.raises(BinaryNotFound, match="cannot be run. FIREBREAK_BINARY names it"):
        find_binary()
    with pytest.raises(BinaryNotFound, match="/nowhere/firebreak is not there"):
        find_binary("/nowhere/firebreak")
