"""The scripts that no test runs to their end: bash reads them, and they tell how they are called."""


import pytest

import children
from firebreak_server import REPOSITORY

SCRIPTS = [
    path for folder in ("scripts", ".ci", ".github/actions/setup-firebreak")
    for path in sorted((REPOSITORY / folder).iterdir())
    if path.is_file() and (path.suffix == ".sh" or b"bash" in path.read_bytes().partition(b"\n")[0])
]


def called(script, *arguments):
    return children.run([script, *arguments], timeout=60)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_bash_reads_it(script):
    told = called("bash", "-n", script)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("name", ["bench.sh", "docs", "fuzz.sh", "mutate.sh", "package", "soak.sh", "test"])
def test_it_tells_its_usage_and_refuses_other_options(name):
    script = REPOSITORY / "scripts" / name
    told = called(script, "--help")
    assert told.returncode == 0 and f"Usage: scripts/{name} " in told.stdout
    refused = called(script, "--no-such-option")
    assert refused.returncode != 0 and "--no-such-option" in refused.stderr


def test_the_script_for_sanitizers_wants_one_that_there_is():
    told = called(REPOSITORY / "scripts/sanitize.sh", "memory")
    assert told.returncode == 2 and "Usage: scripts/sanitize.sh thread|address" in told.stderr
