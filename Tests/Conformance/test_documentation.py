"""README.md and the articles: every block runs or says why not, and the articles make pages without a warning.

How a block is run, and against what, is in documentation.py.
"""

import json
import textwrap

import pytest
import yaml

import children
from documentation import CATALOGUE, LIMIT, PAGES, README, Runner, blocks, matches, segments
from firebreak_server import REPOSITORY

# Why blocks are not run.
LONG_BUILD = "it installs packages and builds the release binary, which takes minutes"
ALL_TESTS = "it runs the tests, this one among them"
WORKFLOW = "it is for a service that runs workflows"
NO_JAVASCRIPT = "it needs the JavaScript SDK, which npm has"
NO_REGISTRY = "it needs npm's registry; test_node_packages.py installs the packages without it"
NOT_PUBLISHED = "it is not on PyPI yet; test_python_package.py installs the wheel"
NO_RUNNER = "it needs a test runner that npm has"
NO_ANDROID = "it needs the Android SDK"
NO_APPLE = "it needs Apple's SDKs"
A_SUITE = "it needs a suite for npm; a block with a script of the shell runs the same command"
NO_CLI = "it needs the Firebase CLI, which npm has"
NO_DOCKER = "it needs Docker"
A_PROXY = "it is for a proxy, which runs it in test_shared_installation.py"
A_CONTAINER = "it needs Docker; test_packages.py runs the image without it"
A_MANIFEST = "it is a part of Package.swift"

# Blocks that are not run, by page and first line, and why.
NOT_RUN = {
    "README.md": {
        "scripts/run     # needs Swift 6.2; installs what else is missing, builds (minutes), serves on "
        "http://127.0.0.1:9099": LONG_BUILD,
        "npx firebreak-auth serve          # Node 18 or later, with a client for tests": NO_REGISTRY,
        "scripts/package": LONG_BUILD,
        "mkdir -p ~/.local/bin && install -s .build/release/firebreak ~/.local/bin/    # -s: without debug information": LONG_BUILD,
    },
    "Benchmarks.md": {
        "scripts/bench.sh                                              # everything, in both profiles":
            "it measures for minutes, and needs wrk",
    },
    "BesideTheFirebaseCLI.md": {
        "firebreak exec --profile emulator -P demo-shop --port 9099 --functions 127.0.0.1:5001 -- firebase "
        "emulators:exec --project demo-shop --only firestore,functions 'npm test'": NO_CLI,
        "export FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099": NO_CLI,
        "firebreak emulators:start --only auth --functions 127.0.0.1:5001 --hub off": NO_CLI,
    },
    "ComingFromTheOfficialEmulator.md": {"firebreak emulators:exec --only auth 'npm test'": A_SUITE},
    "HowItIsBuilt.md": {"scripts/test --swift                          # rings 1 to 4": ALL_TESTS},
    "InCI.md": {
        "firebreak open run.firebreak": "it goes on until Ctrl-C; test_kept_runs.py opens such files",
        "# GitHub Actions, by the action: .github/workflows/test.yml": WORKFLOW,
        "# GitHub Actions, by container: .github/workflows/test.yml": WORKFLOW,
        "# GitLab CI: .gitlab-ci.yml": WORKFLOW,
        "# compose.yaml": A_CONTAINER,
        "// Java": NO_DOCKER,
        "// Go": NO_DOCKER,
        "// .NET": NO_DOCKER,
        "// Node": NO_DOCKER,
        "# Python": NO_DOCKER,
    },
    "InJavaScriptTests.md": {
        "npm install --save-dev firebreak-auth": NO_REGISTRY,
        "// playwright.config.js": NO_RUNNER,
        "// orders.spec.js": NO_RUNNER,
        "// cypress.config.js": NO_RUNNER,
        "// A command in cypress/support/e2e.js": NO_RUNNER,
        "// jest.setup.mjs, which jest.config names as globalSetup": NO_RUNNER,
    },
    "InPythonTests.md": {"pip install firebreak-auth": NOT_PUBLISHED},
    "Installing.md": {
        "scripts/package": LONG_BUILD,
        "docker run --rm --publish 9099:9099 --env FIREBREAK_CONTROL_TOKEN=s3cret firebreak:0.1.0": A_CONTAINER,
        "docker run --rm --publish 9099:9099 --env FIREBREAK_CONTROL_TOKEN=s3cret --env FIREBREAK_DATA_DIR=/data "
        "--volume firebreak:/data firebreak:0.1.0": A_CONTAINER,
        "swift build --configuration release --product firebreak": LONG_BUILD,
    },
    "SharedInstallation.md": {"defaults": A_PROXY, "server {": A_PROXY},
    "SDKs.md": {
        "// JavaScript": NO_JAVASCRIPT,
        "// playwright.config.js; Playwright restores IndexedDB from 1.51 on": NO_JAVASCRIPT,
        "// Android; 10.0.2.2 is the development machine as seen from the Android emulator": NO_ANDROID,
    },
    "TestingAnIOSApp.md": {
        "swift build --configuration release --product firebreak": LONG_BUILD,
        "docker load --input firebreak-0.1.0-oci-arm64.tar": A_CONTAINER,
        "firebreak exec --project demo-shop -- sh -c 'TEST_RUNNER_FIREBASE_AUTH_EMULATOR_HOST="
        "$FIREBASE_AUTH_EMULATOR_HOST xcodebuild test -scheme Shop -destination "
        "\"platform=iOS Simulator,name=iPhone 17\"'": NO_APPLE,
    },
    "YourOwnProjectsRules.md": {
        "firebreak pull acme-shop --out shop.yaml    # what differs from a new project in profile production":
            "it reads a project of Google's; test_pull.py reads one of a server in its place",
        "# GitHub Actions: .github/workflows/drift.yml": WORKFLOW,
    },
}

# Swift blocks that no file below Tests/Consumer has, by page and first line, and why.
NOT_COMPILED = {
    "SDKs.md": {"// Apple platforms": NO_APPLE},
    "SwiftTests.md": {
        'platforms: [.macOS(.v15)],  // on Linux it means nothing': A_MANIFEST,
        '.package(name: "firebreak", path: "../..", traits: [])': A_MANIFEST,
    },
    "TestingAnIOSApp.md": {
        "// When the app starts": NO_APPLE,
        "// The app of a UI test": NO_APPLE,
        "// In the target of the UI tests": NO_APPLE,
        "// A UI test": NO_APPLE,
        "// In the target of the unit tests, whose host is the app": NO_APPLE,
    },
}

CONSUMER = REPOSITORY / "Tests/Consumer"
# Readers give up on longer pages.
LONGEST = {README: 250}
LONGEST_ARTICLE = 300

named = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def lists(page):
    return {**NOT_RUN.get(page.name, {}), **NOT_COMPILED.get(page.name, {})}


@pytest.mark.timeout(3 * LIMIT)
@named
def test_blocks_run(page, binary, tmp_path):
    runner = Runner(binary, tmp_path)
    for segment in segments(page, NOT_RUN.get(page.name, {})):
        runner.run(segment)


@named
def test_every_block_is_run_or_listed(page):
    left = [
        block.name for block in blocks(page)
        if not (block.directive or block.language in ("bash", "python", "text", "swift"))
    ]

    assert [name for name in left if name not in NOT_RUN.get(page.name, {})] == []


@named
def test_every_listed_block_is_there_once(page):
    names = [block.name for block in blocks(page)]

    assert {name: names.count(name) for name in lists(page)} == {name: 1 for name in lists(page)}
    assert all(reason for reason in lists(page).values())


def test_lists_name_pages():
    assert {*NOT_RUN, *NOT_COMPILED} <= {page.name for page in PAGES}


def swift_sources():
    if not CONSUMER.exists():
        return []
    paths = [path for path in CONSUMER.rglob("*.swift") if ".build" not in path.parts]
    return [path.read_text().splitlines() for path in paths]


def excerpts(lines, count):
    """Every run of so many lines, without the indentation that they share."""
    return (textwrap.dedent("\n".join(lines[start:start + count])) for start in range(len(lines) - count + 1))


@named
def test_swift_blocks_are_compiled_or_listed(page):
    sources = swift_sources()
    swift = [block for block in blocks(page) if block.language == "swift"]
    compiled = {
        block.name for block in swift
        if any(block.text in excerpts(lines, len(block.text.splitlines())) for lines in sources)
    }
    listed = set(NOT_COMPILED.get(page.name, {}))

    assert {block.name for block in swift} - compiled == listed


@named
def test_data_blocks_can_be_read(page):
    for block in blocks(page):
        if block.language == "yaml":
            assert isinstance(yaml.safe_load(block.text), dict), str(block)
        elif block.language == "json" and "…" not in block.text:
            json.loads(block.text)


@named
def test_pages_are_short(page):
    assert len(page.read_text().splitlines()) <= LONGEST.get(page, LONGEST_ARTICLE)


@pytest.mark.timeout(2 * LIMIT)
def test_articles_make_pages_without_a_warning(tmp_path):
    made = children.run([REPOSITORY / "scripts/docs", "--check", "--output", tmp_path / "made"], timeout=LIMIT)

    assert made.returncode == 0, made.stdout + made.stderr
    pages = {path.stem for path in (tmp_path / "made").rglob("data/documentation/**/*.json")}
    assert {path.stem.lower() for path in CATALOGUE.rglob("*.md")} <= pages


# The runner itself


def test_blocks_meet_no_server_of_the_developer(binary, tmp_path):
    runner = Runner(binary, tmp_path)
    text = runner.with_free_ports('{"port":9099} http://127.0.0.1:5001/x --smtp smtp://127.0.0.1:1025 90991 localhost:3000')
    server, functions, mails = (runner.ports[port] for port in ("9099", "5001", "1025"))

    assert not {server, functions, mails} & {9099, 5001, 1025}
    assert text == (
        f'{{"port":{server}}} http://127.0.0.1:{functions}/x --smtp smtp://127.0.0.1:{mails} 90991 localhost:3000')
    assert runner.with_free_ports("127.0.0.1:5001") == f"127.0.0.1:{functions}"


# The comparison itself


@pytest.mark.parametrize(
    ("shown", "printed", "equal"),
    [
        ("a\nb", "a\nb\n", True),
        ("a\nb", "a\nc\n", False),
        ("a", "a\nb\n", False),
        ("a…z", "abcz\n", True),
        ("a…z", "ab\ncz\n", False),
        ("a\n…\nz", "a\nb\nc\nz\n", True),
        ("a\n…\nz", "a\nz\n", True),
        ("a\n…", "b\nz\n", False),
        ("[.]", "[x]\n", False),
    ],
)
def test_outputs_are_compared(shown, printed, equal):
    assert matches(shown, printed) == equal
