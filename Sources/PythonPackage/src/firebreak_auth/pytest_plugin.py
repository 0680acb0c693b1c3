"""Fixtures and options for pytest.

- `firebreak`: the server of this run, one for each worker of pytest-xdist; or the one that `--firebreak-url` names.
- `firebreak_project`: a copy of the seeded project for each test, which Admin SDKs find by its variables.

A suite has its settings as options, in its ini file, or by overriding the session fixtures `firebreak_options` and
`firebreak_template`. Only the first test that asks for a fixture starts a server.
"""

import os
from typing import TYPE_CHECKING, Any, Dict, Generator, Iterator, Optional

import pytest

if TYPE_CHECKING:
    from ._project import Project
    from ._server import Firebreak

# How much of a project a report shows.
MESSAGES, CALLS = 5, 10
# A run that was killed leaves its copies on a shared server until then.
EXPIRY = "2h"

SETTINGS = {
    "fixture": ("PATH", "fixture to seed the project of each test with, from the root directory of the run"),
    "project": ("ID", "project to copy for each test (default: what the fixture fills, else the server's default)"),
    "profile": ("NAME", "how projects behave: local, emulator or production (default: local)"),
    "url": ("URL", "server to use in place of one of this run (default: $FIREBREAK_URL)"),
}

PROJECT: "pytest.StashKey[Project]" = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("firebreak", "Firebase Authentication by Firebreak")
    for name, (metavar, text) in SETTINGS.items():
        group.addoption(f"--firebreak-{name}", metavar=metavar, help=f"{text}; ini: firebreak_{name}")
        parser.addini(f"firebreak_{name}", text)


def setting(config: pytest.Config, name: str) -> Optional[str]:
    """A setting of the command line, else of the ini file; None if there is none."""
    return config.getoption(f"firebreak_{name}") or config.getini(f"firebreak_{name}") or None


def server_url(config: pytest.Config) -> Optional[str]:
    return setting(config, "url") or os.environ.get("FIREBREAK_URL") or None


def fixture_path(config: pytest.Config) -> Optional[str]:
    path = setting(config, "fixture")
    if path is None:
        return None
    found = config.rootpath / path
    if not found.is_file():
        raise pytest.UsageError(f"the fixture of --firebreak-fixture or firebreak_fixture is not there: {found}")
    return str(found)


@pytest.fixture(scope="session")
def firebreak_options() -> Dict[str, Any]:
    """What `Firebreak` is given besides the settings of the run, for suites to override."""
    return {}


@pytest.fixture(scope="session")
def firebreak(pytestconfig: pytest.Config, firebreak_options: Dict[str, Any]) -> "Iterator[Firebreak]":
    """The server of this run, an instance of `firebreak_auth.Firebreak`."""
    from ._server import Firebreak

    project = setting(pytestconfig, "project")
    if url := server_url(pytestconfig):
        if setting(pytestconfig, "profile"):
            raise pytest.UsageError(f"--firebreak-profile is for a server of this run, and there is one at {url}")
        given = {"url": url, "project": project or os.environ.get("FIREBREAK_PROJECT") or None}
    else:
        given = {
            "profile": setting(pytestconfig, "profile"),
            "fixture": fixture_path(pytestconfig),
            "project": project,
        }
    with Firebreak(**{**given, **firebreak_options}) as server:
        yield server


@pytest.fixture(scope="session")
def firebreak_template(pytestconfig: pytest.Config, firebreak: "Firebreak") -> "Project":
    """The project that each test gets a copy of, for suites to override, or to fill once.

    On a server of this run it is the one that the fixture fills. On any other it is the server's default project, into
    which the fixture is merged.
    """
    if not firebreak.is_own:
        template = firebreak.project()
        if path := fixture_path(pytestconfig):
            template.seed(path)
        return template
    default = firebreak.project()
    names = [project["projectId"] for project in firebreak.projects.list()["projects"]]
    if setting(pytestconfig, "project") or not names or default.id in names:
        return default
    if len(names) > 1:
        raise pytest.UsageError(
            f"the fixture fills {', '.join(names)}: --firebreak-project or firebreak_project has to name one of them")
    return firebreak.project(names[0])


@pytest.fixture
def firebreak_project(
    request: pytest.FixtureRequest, firebreak: "Firebreak", firebreak_template: "Project"
) -> "Iterator[Project]":
    """A project of the test's own, an instance of `firebreak_auth.Project`: a copy of the seeded one.

    As long as the test runs, the environment has the variables by which Admin SDKs find it.
    """
    with firebreak_template.fork(expires_in=None if firebreak.is_own else EXPIRY) as project:
        request.node.stash[PROJECT] = project
        with pytest.MonkeyPatch.context() as patch:
            for name, value in project.environment().items():
                patch.setenv(name, value)
            yield project
        del request.node.stash[PROJECT]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> "Generator[None, Any, None]":
    outcome = yield
    report = outcome.get_result()
    project = item.stash.get(PROJECT, None)
    if report.failed and project is not None:
        report.sections.append((f"Firebreak project {project.id}", described(project)))


def described(project: "Project") -> str:
    """The last mails and calls of a project."""
    from ._errors import FirebreakError

    try:
        messages = project.outbox.list(limit=MESSAGES, order="desc")["messages"]
        calls = project.requests.list(limit=CALLS, order="desc")["requests"]
    except FirebreakError as error:
        return f"Messages and calls cannot be read: {error}"
    return "\n".join([
        "Last messages:" if messages else "Last messages: none",
        *(f"  {message_line(message)}" for message in reversed(messages)),
        "Last calls:" if calls else "Last calls: none",
        *(f"  {call_line(call)}" for call in reversed(calls)),
    ])


def message_line(message: Any) -> str:
    state = ", ".join(filter(None, (message["delivery"], message["status"])))
    content = message.get("link", {}).get("action") or message.get("code") or message.get("reason") or ""
    line = f"#{message['seq']} {message['createdAt']} {message['type']} to {message['to']} ({state}) {content}"
    return line.rstrip()


def call_line(call: Any) -> str:
    subject = call.get("email") or call.get("localId") or call.get("phoneNumber")
    explanation = call.get("explanation")
    parts = (
        f"#{call['seq']}",
        call["at"],
        call.get("operation") or f"{call['method']} {call['path']}",
        str(call.get("status", "no answer")),
        call.get("error"),
        subject,
        explanation and f"– {explanation}",
    )
    return " ".join(filter(None, parts))
