"""The pages of the wire contract, and the places of their sections."""

import functools
import re
import sys

from firebreak_server import REPOSITORY

PAGES = REPOSITORY / "Sources/Firebreak/Firebreak.docc/Contract"
# What a section is called by: a number, which a letter may come before.
NUMBER = r"[A-Z]?\d+(?:\.\d+)*"
# Where a section may come from, as Contract.md says.
SOURCES = ("recorded", "documented", "reference", "chosen")
SOURCE_MARK = re.compile(r"<!-- source: (.+) -->")
HEADING = re.compile(rf"#{{2,4}} ((?:Part )?({NUMBER}|[A-Z])\. .*|({NUMBER}) .*)")


@functools.cache
def anchors(page):
    """Number of a section → the anchor that code hosts give its heading."""
    found = {}
    for line in (PAGES / page).read_text().splitlines():
        if heading := HEADING.fullmatch(line):
            title = heading[1].strip().lower()
            found[heading[2] or heading[3]] = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
    return found


@functools.cache
def sources(page):
    """Number of a section → its sources; a section without a number belongs to the one before it."""
    found = {}
    number = None
    for line in (PAGES / page).read_text().splitlines():
        if heading := HEADING.fullmatch(line):
            number = heading[2] or heading[3]
        elif (mark := SOURCE_MARK.fullmatch(line)) and number:
            found.setdefault(number, set()).update(mark[1].split(", "))
    return found


def link_target(section):
    """The link target of a section such as `accounts.md 8.1`, relative to the repository."""
    page, number = section.split(" ", 1)
    if not (PAGES / page).exists() or number not in anchors(page):
        sys.exit(f"the contract has no section {section}")
    return f"{(PAGES / page).relative_to(REPOSITORY)}#{anchors(page)[number]}"
