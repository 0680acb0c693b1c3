"""Compatibility.md says what the routes and the tests say."""

import sys

import pytest

import children
import compatibility
from discovery import PATHS, all_methods, description


@pytest.fixture(scope="module")
def made(binary):
    """The document as it should be. By a process of its own, which sees all tests, not just those of this run."""
    command = [sys.executable, compatibility.__file__, "--firebreak", binary]
    finished = children.run(command, timeout=60)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_the_document_is_up_to_date(made):
    assert compatibility.DOCUMENT.read_text() == made, "run scripts/update-compatibility.sh"


@pytest.mark.parametrize("version", PATHS)
def test_every_method_has_tests_in_every_profile(made, version):
    methods = {compatibility.short_name(method) for method in all_methods(description(version))}

    table = made.partition(f"\n## Identity Toolkit {version}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines() if line.startswith("| `")]

    assert {method.strip("`") for method, *_ in rows} == methods
    # Every project has Identity Platform already, so that only the reference answers it.
    refused = "`projects.identityPlatform.initializeAuth`"
    assert [row for row in rows if "–" in row and row[0] != refused] == []
