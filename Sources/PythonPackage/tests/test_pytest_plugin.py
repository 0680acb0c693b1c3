"""The plugin for pytest, with servers that answer what tests tell them to."""

import sys
from pathlib import Path

import pytest

import firebreak_auth

PLUGIN = ("-p", "firebreak_auth.pytest_plugin")


@pytest.fixture
def run(pytester, server, monkeypatch):
    """Runs a test file with the plugin against the server of this test."""
    server.answer("/info", {"defaultProject": "demo-shop"})
    server.answer("/projects/demo-shop:fork", {"projectId": "demo-shop--1"})
    server.answer("/projects/demo-shop--1/outbox", {"messages": [], "nextCursor": 0})
    server.answer("/projects/demo-shop--1/requests", {"requests": [], "nextCursor": 0})

    def run(text, *options, url=server.url):
        pytester.makepyfile(text)
        return pytester.runpytest_inprocess(*PLUGIN, *([f"--firebreak-url={url}"] if url else []), *options)

    return run


def lines(server):
    return [call.line.replace("/firebreak/v1", "") for call in server.calls]


def test_a_test_has_a_copy_and_its_variables(run, server, monkeypatch):
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "before")
    monkeypatch.delenv("GCLOUD_PROJECT", raising=False)
    result = run("""
        import os
        def test_one(firebreak_project):
            assert firebreak_project.id == os.environ["GOOGLE_CLOUD_PROJECT"] == "demo-shop--1"
            assert "127.0.0.1:" + os.environ["FIREBASE_AUTH_EMULATOR_HOST"].partition(":")[2] in firebreak_project.url
        def test_two():
            assert os.environ["GOOGLE_CLOUD_PROJECT"] == "before"
            assert "GCLOUD_PROJECT" not in os.environ and "FIREBASE_AUTH_EMULATOR_HOST" not in os.environ
        """)

    result.assert_outcomes(passed=2)
    assert lines(server) == ["GET /info", "POST /projects/demo-shop:fork", "DELETE /projects/demo-shop--1"]
    # What a run that was killed leaves there goes by itself.
    assert server.calls[1].body["expiresIn"] == "2h"


def test_a_failure_shows_mails_and_calls(run, server):
    mail = {
        "seq": 3, "createdAt": "12:00", "type": "EMAIL_SIGNIN", "to": "a@b.test", "delivery": "sent",
        "status": "pending", "link": {"action": "http://link"}}
    suppressed = {**mail, "seq": 2, "delivery": "suppressed", "status": None, "link": {}, "reason": "no account"}
    call = {"seq": 8, "at": "12:01", "operation": "accounts.signUp", "status": 400, "error": "EMAIL_EXISTS",
            "email": "a@b.test", "explanation": "It is there."}
    unknown = {"seq": 7, "at": "12:00", "method": "GET", "path": "/x"}
    server.answer("/projects/demo-shop--1/outbox", {"messages": [mail, suppressed]})
    server.answer("/projects/demo-shop--1/requests", {"requests": [call, unknown]})

    result = run("def test_one(firebreak_project): assert False")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*- Firebreak project demo-shop--1 -*",
        "Last messages:",
        "  #2 12:00 EMAIL_SIGNIN to a@b.test (suppressed) no account",
        "  #3 12:00 EMAIL_SIGNIN to a@b.test (sent, pending) http://link",
        "Last calls:",
        "  #7 12:00 GET /x no answer",
        "  #8 12:01 accounts.signUp 400 EMAIL_EXISTS a@b.test – It is there.",
    ], consecutive=True)


def test_a_failure_without_any_says_so_and_a_success_is_silent(run, server):
    result = run("""
        def test_one(firebreak_project): pass
        def test_two(firebreak_project): assert False
        def test_three(): assert False
        """)

    assert str(result.stdout).count("Firebreak project") == 1
    result.stdout.fnmatch_lines(["Last messages: none", "Last calls: none"])


def test_a_failure_is_reported_even_if_the_server_is_gone(run, server):
    server.fail("/projects/demo-shop--1/outbox", 503, "UNAVAILABLE : it is damaged")

    result = run("def test_one(firebreak_project): assert 1 == 2")

    result.stdout.fnmatch_lines(["*assert 1 == 2*", "Messages and calls cannot be read: UNAVAILABLE : it is damaged"])


def test_a_fixture_is_merged_into_the_project_of_a_server_that_runs(run, server, pytester):
    pytester.makefile(".yaml", shop="users: []")
    pytester.makeini("[pytest]\nfirebreak_fixture = shop.yaml\nfirebreak_project = demo-shop\n")

    run("def test_one(firebreak_project): pass").assert_outcomes(passed=1)

    assert lines(server)[0].startswith("POST /projects/demo-shop:seed?file=")
    assert server.calls[0].content == b"users: []"


def test_settings_are_fixtures_of_the_suite(run, server, pytester):
    server.answer("/projects/mine:fork", {"projectId": "mine--1"})
    pytester.makeconftest("""
        import pytest
        @pytest.fixture(scope="session")
        def firebreak_options():
            return {"control_token": "s3cret"}
        @pytest.fixture(scope="session")
        def firebreak_template(firebreak):
            return firebreak.project("mine")
        """)

    run("def test_one(firebreak_project): assert firebreak_project.id == 'mine--1'").assert_outcomes(passed=1)

    assert {call.headers.get("Authorization") for call in server.calls} == {"Bearer s3cret"}


def test_the_url_is_that_of_the_environment(run, server, monkeypatch):
    monkeypatch.setenv("FIREBREAK_URL", server.url)
    monkeypatch.setenv("FIREBREAK_PROJECT", "demo-shop")

    run("def test_one(firebreak_project): pass", url=None).assert_outcomes(passed=1)

    assert lines(server)[0] == "POST /projects/demo-shop:fork"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--firebreak-fixture=no.yaml", "fixture of --firebreak-fixture or firebreak_fixture is not there: */no.yaml"),
        ("--firebreak-profile=production", "--firebreak-profile is for a server of this run, and there is one at h*"),
    ],
)
def test_settings_that_cannot_be_are_refused(run, options, told):
    result = run("def test_one(firebreak_project): pass", options)

    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{told}"])


def own_server(program, projects):
    """A program that serves projects, and can copy them."""
    return program(f"""
        import json, sys, threading
        from http.server import BaseHTTPRequestHandler, HTTPServer
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer({{"projects": [{{"projectId": each}} for each in {projects!r}]}})
            def do_POST(self):
                self.answer({{"projectId": self.path.rpartition("/")[2].partition(":")[0] + "--1"}})
            def do_DELETE(self):
                self.answer({{}})
            def answer(self, value):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                content = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            def log_message(self, *_):
                pass
        server = HTTPServer(("127.0.0.1", 0), Handler)
        default = sys.argv[sys.argv.index("--project") + 1] if "--project" in sys.argv else "demo-default"
        print(json.dumps({{"url": f"http://127.0.0.1:{{server.server_port}}", "project": default}}), flush=True)
        server.serve_forever()
        """)


@pytest.mark.parametrize(
    ("projects", "options", "copied"),
    [
        ([], [], "demo-default--1"),
        (["demo-shop"], [], "demo-shop--1"),
        (["demo-default", "demo-shop"], [], "demo-default--1"),
        (["demo-a", "demo-b"], ["--firebreak-project=demo-b"], "demo-b--1"),
    ],
)
def test_the_project_to_copy_is_what_the_fixture_fills(run, program, monkeypatch, projects, options, copied):
    monkeypatch.setenv("FIREBREAK_BINARY", str(own_server(program, projects)))

    result = run(f"def test_one(firebreak_project): assert firebreak_project.id == {copied!r}", *options, url=None)

    result.assert_outcomes(passed=1)


def test_of_several_projects_one_has_to_be_named(run, program, monkeypatch):
    monkeypatch.setenv("FIREBREAK_BINARY", str(own_server(program, ["demo-a", "demo-b"])))

    result = run("def test_one(firebreak_project): pass", url=None)

    result.stdout.fnmatch_lines(["*the fixture fills demo-a, demo-b: --firebreak-project or*"])


def test_options_are_in_the_help(pytester):
    result = pytester.runpytest_inprocess(*PLUGIN, "--help")

    result.stdout.fnmatch_lines(["Firebase Authentication by Firebreak:", "*--firebreak-fixture=PATH*"])
    for name in ("fixture", "project", "profile", "url"):
        assert f"--firebreak-{name}=" in str(result.stdout) and f"  firebreak_{name} (string):" in str(result.stdout)


def test_suites_that_do_not_use_it_do_not_pay_for_it(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(firebreak_auth.__file__).parent.parent))
    pytester.makepyfile("""
        import sys
        def test_one():
            loaded = {name for name in sys.modules if name.startswith("firebreak_auth")}
            assert loaded == {"firebreak_auth", "firebreak_auth._version", "firebreak_auth.pytest_plugin"}
        """)

    result = pytester.run(sys.executable, "-m", "pytest", *PLUGIN)

    result.assert_outcomes(passed=1)
