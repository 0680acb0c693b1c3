"""What tests say that they cover: the mark `covers`, read from tests that were collected or ran."""

import re
from collections import namedtuple

from contract import NUMBER

# A method that a test covers in a profile, and the sections of the contract that the test holds it against.
Covered = namedtuple("Covered", "operation profile sections")

PROFILES = ("local", "emulator", "production")
# A page with the number of a section.
SECTION = re.compile(rf"[a-z-]+\.md {NUMBER}")


def profile_of(item):
    """The profile that a collected test runs in."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return parameters.get("profile", "local")


def covered(item):
    """What a collected test covers: one entry for each of its marks `covers(operation, *sections)`.

    Names in braces in the operation stand for the test's parameters.
    """
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    profile = profile_of(item)
    found = []
    for mark in item.iter_markers("covers"):
        operation, *sections = mark.args
        assert sections and all(map(SECTION.fullmatch, sections)), f"{item.nodeid}: no section in {mark.args}"
        # Only the other profiles follow production.md; `emulator` follows the pages on the official emulator.
        valid = [name for name in sections if profile != "emulator" or not name.startswith("production.md")]
        if valid:
            found.append(Covered(operation.format(**parameters), profile, tuple(valid)))
    return found


def is_skipped(item):
    """Whether a test would not run or need not pass, so that it shows nothing."""
    return any(item.get_closest_marker(name) for name in ("skip", "skipif", "xfail"))
