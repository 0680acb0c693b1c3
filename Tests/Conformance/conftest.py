"""Fixtures: the binary, one server per profile, one project per test."""

import contextlib
import os
import shutil
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

import answers
import children
import description_check
import member_order
from covers import covered
from discovery import PATHS, all_methods, description
from browser import chromium
from children import clean_environment
from firebreak_server import DEFAULT_BINARY, Server
from functions_server import Functions
from pages import Browser
from rest import Rest
from routes import operation_at, routes_of

# The methods of the discovery documents.
DESCRIBED = {method for version in PATHS for method in all_methods(description(version))}


def pytest_addoption(parser):
    parser.addoption(
        "--firebreak",
        metavar="PATH",
        default=os.environ.get("FIREBREAK_BINARY") or str(DEFAULT_BINARY),
        help="the binary under test (default: $FIREBREAK_BINARY, else the release build)",
    )


def pytest_collection_modifyitems(items):
    """Files with tests that may take long go first, so that no worker ends with one while others have nothing to do."""
    longest = {}
    for item in items:
        limit = item.get_closest_marker("timeout")
        longest[item.path] = max(longest.get(item.path, 0), limit.args[0] if limit else 0)
    items.sort(key=lambda item: -longest[item.path])


def pytest_generate_tests(metafunc):
    """Runs a test in the profiles that its own mark names, else its module's."""
    mark = metafunc.definition.get_closest_marker("profiles")
    if mark and "profile" in metafunc.fixturenames:
        metafunc.parametrize("profile", mark.args)


@pytest.fixture(scope="session", autouse=True)
def checked_answers():
    """Holds every answer to the API description, and in profile `production` to the service's order of members."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        answers.check_clients(monkeypatch, description_check.check, member_order.check)
        yield


@pytest.fixture(scope="session")
def binary(request):
    path = Path(request.config.getoption("--firebreak")).resolve()
    if not os.access(path, os.X_OK):
        pytest.exit(f"no binary at {path}: run scripts/test, or swift build -c release --product firebreak", 2)
    return path


@pytest.fixture
def firebreak(binary):
    """Runs the binary to its end."""

    def run(*arguments, timeout=60, **environment):
        return children.run([binary, *arguments], timeout=timeout, env=clean_environment(**environment))

    return run


@pytest.fixture(scope="session")
def servers(binary, tmp_path_factory):
    """One server per profile, started when first asked for."""
    logs = tmp_path_factory.mktemp("servers")
    running, failed = {}, {}

    def server_for(profile):
        if profile in failed:
            pytest.fail(f"the server for {profile} did not start: {failed[profile]}", pytrace=False)
        if profile not in running:
            try:
                with children.lasting():
                    running[profile] = Server(binary, "--profile", profile, log=logs / f"{profile}.log")
            except (RuntimeError, ValueError) as error:
                failed[profile] = error
                raise
        return running[profile]

    yield server_for
    codes = {profile: server.stop() for profile, server in running.items()}
    assert all(code == 0 for code in codes.values()), f"exit codes after SIGTERM: {codes}"


@pytest.fixture
def playwright_browser():
    """The system's Chromium by Playwright."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


@pytest.fixture
def profile():
    """Parametrise this name, or use the mark `profiles`, to run a test in other profiles."""
    return "local"


@pytest.fixture
def server(servers, profile, request):
    server = servers(profile)
    request.node.firebreak_server = server
    request.node.firebreak_log_start = server.log.stat().st_size
    return server


@pytest.fixture
def project():
    """A project of the test's own; the ID also fits a derived API key (30 characters)."""
    return f"t-{uuid.uuid4().hex[:20]}"


@pytest.fixture
def answered():
    """The IDs of the methods that answered the test's generated clients."""
    return set()


@pytest.fixture
def answered_requests():
    """Verb and URL of the test's other requests that were answered with success."""
    return set()


@pytest.fixture
def rest(server, project, profile, answered_requests, request):
    rest = Rest(server, project)

    def note(response, **_):
        if response.ok:
            answered_requests.add((response.request.method, response.request.url))

    rest.session.hooks["response"].append(note)
    if profile == "production" and request.node.get_closest_marker("all_allowed"):
        rest.allow_all()
    return rest


@pytest.fixture
def finish(project, profile):
    """A page of the app, on a domain that the profile authorizes."""
    return f"https://{project}.firebaseapp.com/finish" if profile == "production" else "http://localhost:5000/finish"


@pytest.fixture(scope="session")
def pages_browser(tmp_path_factory):
    browser = Browser(chromium(None, tmp_path_factory.mktemp("pages")))
    yield browser
    browser.driver.quit()


@pytest.fixture
def browser(pages_browser):
    """A browser for the product's own pages."""
    pages_browser.reset()
    return pages_browser


@pytest.fixture
def functions():
    functions = Functions()
    yield functions
    functions.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol():
    """Ends what a test has started, however the test ended."""
    with children.group():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef):
    """What a fixture for several tests starts goes on after the first of them."""
    with children.lasting() if fixturedef.scope != "function" else contextlib.nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """A test that says that it covers a method must have got an answer from it, and must not skip itself."""
    try:
        result = yield
    except pytest.skip.Exception as skipped:
        assert not covered(pyfuncitem), f"covers methods, but was skipped: {skipped}"
        raise
    fixtures = pyfuncitem.funcargs
    unanswered = {entry.operation for entry in covered(pyfuncitem)} - fixtures.get("answered", set())
    # Methods with a description are for the generated clients.
    if unanswered - DESCRIBED:
        routes = routes_of(fixtures["server"])
        met = {operation_at(routes, *request) for request in fixtures.get("answered_requests", ())}
        unanswered -= met - DESCRIBED
    assert not unanswered, f"covered, but not answered: {sorted(unanswered)}"
    return result


@pytest.fixture
def start_server(binary, tmp_path):
    """Starts further servers with options of the test's choice; they end with the test."""
    started = []

    def start(*arguments, binary=binary, **options):
        log = tmp_path / f"server-{len(started)}.log"
        started.append(Server(binary, *arguments, log=log, **options))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            assert server.stop() == 0, server.log_tail()


@pytest.fixture
def own(start_server):
    """A server whose first page is its only project's, and that project."""
    server = start_server("--project", "demo-own")
    return server, Rest(server, "demo-own")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    server = getattr(item, "firebreak_server", None)
    if report.when == "call" and report.failed and server:
        with open(server.log, errors="replace") as log:
            log.seek(item.firebreak_log_start)
            report.sections.append(("server log", "".join(log.readlines()[-40:])))
