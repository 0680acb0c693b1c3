"""Compatibility.md: which tests and recorded answers stand behind each method of the server, in each profile.

As a program, prints the document from the routes of a binary, the marks `covers` of all tests, and recorded/.
"""

import argparse
import io
import os
import re
import sys
import tempfile
from collections import Counter, defaultdict, namedtuple
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from contract import NUMBER, PAGES, SOURCES, link_target, sources
from covers import PROFILES, covered, is_skipped
from discovery import PATHS, all_methods, description
from firebreak_server import DEFAULT_BINARY, REPOSITORY, Server
from production_lines import LINES
from recorded.programmes import FAMILIES, load
from routes import operation_at, routes_of

DOCUMENT = PAGES.parent / "Compatibility.md"
TESTS = Path(__file__).resolve().parent

# The sections of production.md that are about behaviour.
SERVICE = {
    "1": "Wire conventions and shapes",
    "2": "Authorized domains",
    "3": "Codes in e-mails",
    "4": "Action links and mails",
    "5": "E-mail enumeration protection",
    "6": "Tokens and sessions",
    "7": "Password policy",
    "8": "Provider switches, permissions, tenants, blocking functions",
    "9": "Account values and linking",
    "10": "Federated sign-in",
    "11": "Phone and SMS",
    "12": "Second factors",
    "13": "reCAPTCHA",
    "14": "Configuration and tenants",
    "15": "Quotas and rate limits",
    "16": "Import and export of users",
    "17": "Differences from the official emulator",
}

# How suites in Swift name the sections that they hold: `production.md section 4`, `production.md sections 3.3 and 3.4`.
CITED = re.compile(r"production\.md sections? (\d[\d.]*(?:(?:, and |, | and )\d[\d.]*)*)")

# What the tests of a method in a profile hold it against, and the modules that they are in.
Evidence = namedtuple("Evidence", "sections modules")

INTRODUCTION = """\
# Compatibility

<!-- Made by scripts/update-compatibility.sh from routes, marks of tests and recorded answers. Do not edit. -->

Every method, and what its tests hold it against in each [profile](WhatItPromises.md#profiles): sections of the pages of
the [wire contract](Contract/Contract.md). `production.md` describes the service, the other pages the official emulator
and Google's documents. A test counts for a method only if it got an answer from it; `–`
means that there is no test, and so no claim. `scripts/test` runs all of them. The methods of the discovery documents are
called by `google-api-python-client`, and every answer is held against the documents' schemas: names, types and enum
values. *Recorded* are the answers of the service that `production` is held to, word by word: how many there are, and how
many differ [on purpose](#recorded-answers-of-the-service).
"""


class Collector:
    """Takes the tests that pytest finds."""

    def __init__(self):
        self.items = []

    def pytest_collection_modifyitems(self, items):
        self.items += items


def collected_tests():
    """All tests of this directory, whatever is being run."""
    collector = Collector()
    with redirect_stdout(io.StringIO()) as output:
        code = pytest.main(["--collect-only", "-q", str(TESTS)], plugins=[collector])
    if code != pytest.ExitCode.OK:
        sys.exit(f"{output.getvalue()}pytest cannot collect the tests")
    return collector.items


def evidence_of(items):
    """Operation → profile → its evidence."""
    found = defaultdict(lambda: defaultdict(lambda: Evidence(set(), set())))
    for item in items:
        if is_skipped(item):
            continue
        for entry in covered(item):
            evidence = found[entry.operation][entry.profile]
            evidence.sections.update(entry.sections)
            evidence.modules.add(module_of(item))
    return found


def module_of(item):
    return item.path.relative_to(REPOSITORY).as_posix()


class Family:
    """Routes that are one table of the document."""

    def __init__(self, title, prefix=""):
        self.title = title
        # What all paths begin with.
        self.prefix = prefix
        self.routes = []


def families(routes):
    """The tables, without Firebreak's own interface, which has nothing to be compatible with."""
    documented = {version: Family(f"Identity Toolkit {version}", path[:-1]) for version, path in PATHS.items()}
    version_of = {method: version for version in PATHS for method in all_methods(description(version))}
    emulator = Family("The official emulator's own methods, and pages")
    others = Family("Methods and documents without a description by Google")
    for route in sorted(routes):
        if route.operation in version_of:
            documented[version_of[route.operation]].routes.append(route)
        elif route.operation.startswith("emulator."):
            emulator.routes.append(route)
        elif not route.operation.startswith("firebreak."):
            others.routes.append(route)
    return [*documented.values(), others, emulator]


def section_key(section):
    """Sections in the order of the pages and of the numbers in them."""
    page, name = section.split(" ", 1)
    return page, re.sub(r"\d.*", "", name), [int(number) for number in re.findall(r"\d+", name)]


def shown_sections(sections):
    """Links to sections by page, which read `accounts.md 4, 8.1; production.md 1.1`."""
    pages = defaultdict(list)
    for section in sorted(sections, key=section_key):
        page, name = section.split(" ", 1)
        links = pages[page]
        links.append(f"[{name}][{section}]" if links else f"[{section}]")
    return "; ".join(", ".join(links) for links in pages.values()) or "–"


def definitions(text):
    """Where the links of a text to sections lead."""
    used = set(re.findall(rf"\[([a-z-]+\.md (?:{NUMBER}|[A-Z]))\]", text))
    return "".join(f"[{section}]: {link(link_target(section))}\n" for section in sorted(used, key=section_key))


def link(path):
    """A path in the repository as links of the document have it."""
    return os.path.relpath(path, DOCUMENT.parent.relative_to(REPOSITORY))


def shown_modules(modules):
    return ", ".join(f"[{Path(module).stem.removeprefix('test_')}]({link(module)})" for module in sorted(modules))


def recorded_steps(routes):
    """Operation → how many recorded answers it is held to (`equal`), and how many differ on purpose (`differ`)."""
    counts, operations = defaultdict(Counter), {}
    for family in FAMILIES:
        for programme in load(family)["programmes"]:
            for step in programme["steps"]:
                if "unsent" in step:
                    continue
                request = step["request"]
                if request not in operations:
                    verb, place = request.split(" ")
                    host, _, path = place.partition("/")
                    # Every method of v2 is below `admin/` as well, which the description of the routes does not repeat.
                    url = f"/{host}.googleapis.com/{path.removeprefix('admin/')}"
                    operations[request] = operation_at(routes, verb, url)
                counts[operations[request]]["differ" if "differs" in step else "equal"] += 1
    return counts


def shown_steps(counts):
    parts = [str(counts["equal"])] if counts["equal"] else []
    return ", ".join([*parts, f"{counts['differ']} differ"] if counts["differ"] else parts)


def short_name(operation):
    # A second path of an operation has a number behind its name.
    return re.sub(r"\.\d$", "", operation).removeprefix("identitytoolkit.").removeprefix("relyingparty.")


def table(rows):
    """A Markdown table; the first row is its head."""
    head, *body = rows
    escaped = [[cell.replace("|", r"\|").replace("<", r"\<") for cell in row] for row in body]
    lines = [head, ["---"] * len(head), *escaped]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def document(routes, items):
    """The text of Compatibility.md."""
    evidence = evidence_of(items)
    unknown = evidence.keys() - {route.operation for route in routes}
    if unknown:
        sys.exit(f"tests say that they cover what has no route: {', '.join(sorted(unknown))}")

    recorded = recorded_steps(routes)
    counts = [["", "Methods", *(f"tested in `{profile}`" for profile in PROFILES), "Recorded"]]
    tables = []
    for family in families(routes):
        rows = [["Method", "Route", *(f"`{profile}`" for profile in PROFILES), "Recorded", "Tests"]]
        for route in family.routes:
            found = evidence[route.operation]
            sections = [shown_sections(found[profile].sections) for profile in PROFILES]
            modules = set().union(*(found[profile].modules for profile in PROFILES))
            path = f"`{route.verb} {route.path.removeprefix(family.prefix)}`"
            steps = shown_steps(recorded[route.operation])
            rows.append([f"`{short_name(route.operation)}`", path, *sections, steps, shown_modules(modules)])
        place = f"Below `{family.prefix}`:\n\n" if family.prefix else ""
        tables.append(f"## {family.title}\n\n{place}{table(rows)}")
        tested = [sum(bool(evidence[route.operation][name].sections) for route in family.routes) for name in PROFILES]
        steps = shown_steps(sum((recorded[route.operation] for route in family.routes), Counter()))
        counts.append([family.title, *map(str, [len(family.routes), *tested, steps])])
    service = [behaviour_of_the_service(), recorded_answers(), missing_lines(), origins()]
    text = "\n".join([INTRODUCTION, table(counts), *tables, *service])
    return f"{text}\n{definitions(text)}"


def behaviour_of_the_service():
    """The suites in Swift by the sections of production.md that their comments name."""
    modules = defaultdict(set)
    for path in sorted((REPOSITORY / "Tests").glob("Firebreak*Tests/**/*Tests.swift")):
        # A comment may go on in its next line.
        text = re.sub(r"\n\s*///? ?", " ", path.read_text())
        for sections in CITED.findall(text):
            for number in re.findall(r"(\d+)[\d.]*", sections):
                modules[number].add(path.relative_to(REPOSITORY).as_posix())
    unknown = modules.keys() - SERVICE.keys()
    if unknown:
        sys.exit(f"production.md has no sections {', '.join(sorted(unknown))}")
    head = ["Section of production.md", "About", "Suites in Swift"]
    rows = [
        [f"[{number}][production.md {number}]", title, shown_modules(modules[number]) or "–"]
        for number, title in SERVICE.items()
    ]
    return f"## Behaviour of the service\n\nIn profile `production`:\n\n{table([head, *rows])}"


def recorded_answers():
    """Where the recorded answers come from, and why some are not answered here."""
    sources, reasons = [["Answers", "Recording", "Steps"]], [["Reason", "Steps"]]
    because = Counter()
    for family in FAMILIES:
        data = load(family)
        steps = [step for programme in data["programmes"] for step in programme["steps"]]
        data_file = f"[{family}]({link(f'Tests/Conformance/recorded/{family}.json')})"
        sources.append([data_file, f"`{data['source']['path']}` of `{data['source']['repository']}`", str(len(steps))])
        for step in steps:
            because.update({data["reasons"][reason] for reason in step.get("differs", {}).values()})
    reasons += [[reason, str(count)] for reason, count in sorted(because.items())]
    text = (
        f"[What these are and how they are renewed]({link('Tests/Conformance/recorded/README.md')}). Steps that the "
        "recording could not\nsend, for want of an answer before, are counted here alone."
    )
    differing = "These answers differ on purpose, and a test says when one no longer does:"
    return f"## Recorded answers of the service\n\n{text}\n\n{table(sources)}\n{differing}\n\n{table(reasons)}"


def missing_lines():
    """What production.md says and the server does not do, even in profile `production`."""
    head = ["Section of production.md", "The service", "Why it is missing, or what is there instead"]
    lines = sorted(LINES, key=lambda line: section_key(f"production.md {line.section}"))
    rows = [[f"[{line.section}][production.md {line.section}]", line.line, line.reason] for line in lines]
    return f"## Behaviour of the service that is not implemented\n\n{table([head, *rows])}"


def origins():
    """Where the sections of each page come from, by the marks under their headings."""
    head = ["Page", *SOURCES]
    rows = []
    for page in sorted(path.name for path in PAGES.glob("*.md")):
        sections = sources(page)
        cells = []
        for source in SOURCES:
            named = [number for number, marks in sections.items() if source in marks]
            links = ", ".join(f"[{number}][{page} {number}]" for number in named)
            cells.append("all" if len(named) == len(sections) else links or "–")
        if sections:
            rows.append([f"[{page}]({link(PAGES.relative_to(REPOSITORY) / page)})", *cells])
    text = (
        "What each section of the contract rests on: recordings of the service, Google's documents and SDKs, the "
        "official emulator,\nor a choice of Firebreak. A section may rest on several."
    )
    return f"## Sources of the contract\n\n{text}\n\n{table([head, *rows])}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--firebreak", type=Path, default=DEFAULT_BINARY, help="the binary whose routes are listed")
    arguments = parser.parse_args()
    items = collected_tests()
    with tempfile.TemporaryDirectory() as directory:
        server = Server(arguments.firebreak, log=Path(directory, "log"))
        try:
            text = document(routes_of(server), items)
        finally:
            server.stop()
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
