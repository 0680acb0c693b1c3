#!/usr/bin/env python3
"""Copies the articles in Sources/Firebreak/Firebreak.docc to a catalogue that docc reads.

In the repository, links lead to files, so that they work where the files are read as they are. In the copy, links
between articles are DocC's, those to other files of the repository are only their text, the landing page is marked as
one, and the overview of the contract has the pages of the contract below it.

Usage: scripts/docc-catalogue.py [--library] DIR
  --library  the declarations of the library are documented beside the articles
"""

import argparse
import itertools
import re
import shutil
import sys
import unicodedata
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
CATALOGUE = REPOSITORY / "Sources/Firebreak/Firebreak.docc"
LANDING_PAGE = CATALOGUE / "Firebreak.md"
OVERVIEW = CATALOGUE / "Contract/Contract.md"
LINK = re.compile(r"\[((?:[^\[\]`]|`[^`]*`)+)\]\(([^()\s]+)\)")
# A link's target, apart from the text that it is in.
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
# A list item of the landing page's topics, which may have nothing but the link.
TOPIC = re.compile(r"^- \[[^\]]+\]\(([^()\s#]+)\.md\)$", re.MULTILINE)
HEADING = re.compile(r"#{1,6} (.*)")


def slug(heading):
    """What code hosts call a heading in links."""
    return "".join(
        "-" if character == " " else character
        for character in heading.lower()
        if character in " -_" or character.isalnum()
    )


def fragment(heading):
    """What docc calls it."""
    joined = "-".join(word for word in re.split(r"[\s–—-]+", heading) if word)
    return "".join(
        character
        for character in joined
        if character == "-" or not (character == "`" or unicodedata.category(character).startswith("P"))
    )


def prose(lines):
    """Pairs of a line and whether it is outside of code."""
    is_code = False
    for line in lines:
        is_fence = line.lstrip(" ").startswith("```")
        yield line, not (is_code or is_fence)
        is_code ^= is_fence


def headings(path):
    lines = path.read_text().splitlines()
    return [match[1] for line, is_prose in prose(lines) if is_prose and (match := HEADING.fullmatch(line))]


def place_of(path, target):
    """Where a link of an article leads in the copy; nothing if that is not an article."""
    if "://" in target:
        return target
    file, _, anchor = target.partition("#")
    page = (path.parent / file).resolve() if file else path
    if not page.is_relative_to(CATALOGUE):
        return None
    place = f"doc:{page.stem}"
    if anchor:
        found = [heading for heading in headings(page) if slug(heading) == anchor]
        if not found:
            sys.exit(f"{path.relative_to(REPOSITORY)}: {target}: no such heading")
        place += f"#{fragment(found[0])}"
    return place


def linked(path, text, target):
    """A link of an article as it is in the copy."""
    place = place_of(path, target)
    return f"[{text}]({place})" if place else text


def copied(path, is_library):
    parts = []
    for is_prose, lines in itertools.groupby(prose(path.read_text().splitlines()), key=lambda pair: pair[1]):
        part = "".join(f"{line}\n" for line, _ in lines)
        if is_prose and path == LANDING_PAGE:
            part = TOPIC.sub(lambda topic: f"- <doc:{Path(topic[1]).stem}>", part)
        if is_prose:
            part = LINK.sub(lambda link: linked(path, link[1], link[2]), part)
            part = DEFINITION.sub(lambda link: f"[{link[1]}]: {place_of(path, link[2]) or link[2]}", part)
        parts.append(part)
    text = "".join(parts)
    if path == OVERVIEW:
        pages = [page.stem for page in sorted(path.parent.glob("*.md")) if page != path]
        return text + "\n## Topics\n\n### Pages\n\n" + "".join(f"- <doc:{page}>\n" for page in pages)
    if path != LANDING_PAGE:
        return text
    title, _, rest = text.partition("\n\n")
    if is_library:
        return f"# ``Firebreak``\n\n{rest}"
    return f"{title}\n\n@Metadata {{\n    @TechnologyRoot\n}}\n\n{rest}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--library", action="store_true")
    parser.add_argument("target", type=Path)
    arguments = parser.parse_args()
    shutil.copytree(CATALOGUE, arguments.target, ignore=shutil.ignore_patterns("*.md"))
    for path in sorted(CATALOGUE.rglob("*.md")):
        copy = arguments.target / path.relative_to(CATALOGUE)
        copy.write_text(copied(path, arguments.library))


if __name__ == "__main__":
    main()
