"""Starting and ending a server. The program is a stand-in, which does what a server does where that matters here."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import firebreak_auth
from firebreak_auth import BinaryNotFound, Firebreak, FirebreakError, StartError, Unreachable

READY = """
import json, os, signal, sys, time
def ready(**more):
    print(json.dumps({"event": "ready", "url": "http://127.0.0.1:9", "project": "demo-own", **more}), flush=True)
"""
SERVES = READY + """
print("started", *sys.argv[1:], file=sys.stderr, flush=True)
signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
ready()
while True:
    time.sleep(60)
"""
# What takes as long only if something hangs.
LIMIT = 60


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True).stdout.strip()
    return state[:1] not in (b"", b"Z")


def eventually(condition):
    deadline = time.monotonic() + LIMIT
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_a_server_is_started_with_options_and_ended(program, tmp_path):
    with Firebreak(
        profile="production", fixture=["a.yaml", tmp_path / "b.yaml"], project="demo-shop", data_dir=tmp_path,
        options=["--rule", "expiry=off"], binary=program(SERVES)
    ) as firebreak:
        assert firebreak.is_own and firebreak.url == "http://127.0.0.1:9"
        assert firebreak.project().id == "demo-shop" and firebreak.project("x").id == "x"
        assert firebreak.log.splitlines() == [
            "started serve --port 0 --smtp-in 0 --profile production --project demo-shop --fixture a.yaml "
            f"--fixture {tmp_path}/b.yaml --data-dir {tmp_path} --rule expiry=off"]
        pid = firebreak._process._child.pid
        assert is_running(pid)
    assert not is_running(pid)
    assert not is_running(firebreak._process._guard.pid)
    assert firebreak.log.endswith("\nended\n")
    firebreak.close()


def test_a_servers_default_project_is_what_it_says(program):
    with Firebreak(binary=program(SERVES), fixture="one.yaml") as firebreak:
        assert firebreak.project().id == "demo-own"
        assert "--fixture one.yaml" in firebreak.log


def test_a_server_gets_the_environment_and_the_token(program, monkeypatch):
    monkeypatch.setenv("FIREBREAK_SEED", "7")
    monkeypatch.setenv("FIREBREAK_CONTROL_TOKEN", "of the shell")
    echo = READY + """
names = "FIREBREAK_SEED", "FIREBREAK_MORE", "FIREBREAK_CONTROL_TOKEN"
ready(project=" ".join(os.environ[name] for name in names))
time.sleep(60)
"""

    def told(**options):
        with Firebreak(binary=program(echo), **options) as firebreak:
            project = firebreak.project()
            return f"{project.id} {project.environment()['FIREBREAK_CONTROL_TOKEN']}"

    assert told(environment={"FIREBREAK_MORE": "1"}) == "7 1 of the shell of the shell"
    assert told(environment={"FIREBREAK_MORE": "1", "FIREBREAK_CONTROL_TOKEN": "a"}) == "7 1 a a"
    assert told(environment={"FIREBREAK_MORE": "1"}, control_token="b") == "7 1 b b"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import sys; sys.exit('error: the port is taken')", "exit code 1.*error: the port is taken"),
        ("print('hello', flush=True); import time; time.sleep(60)", "first line is not.*hello"),
        ("print('[]', flush=True); import time; time.sleep(60)", "first line is not"),
        ("import time; time.sleep(60)  # busy", "not ready within 1 s"),
    ],
)
def test_a_server_that_does_not_start_says_why(program, text, told):
    with pytest.raises(StartError) as caught:
        Firebreak(binary=program(text), start_timeout=1 if "busy" in text else LIMIT)
    assert caught.value.code == "START_FAILED"
    assert re.search(told, caught.value.message, re.DOTALL), caught.value.message
    assert "serve --port 0" in caught.value.message


def test_a_program_that_is_not_one_says_so(tmp_path):
    path = tmp_path / "firebreak"
    path.write_bytes(b"\x7fELF of another machine")
    path.chmod(0o755)

    with pytest.raises(StartError, match="cannot be run"):
        Firebreak(binary=path)
    with pytest.raises(BinaryNotFound):
        Firebreak(binary=tmp_path / "missing")


def test_a_server_that_does_not_end_is_killed(program):
    deaf = READY + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nready()\ntime.sleep(600)"
    firebreak = Firebreak(binary=program(deaf), grace=0.1)

    firebreak.close()

    assert firebreak._process._child.returncode == -signal.SIGKILL


def test_a_call_to_a_server_that_ended_says_so(program):
    with Firebreak(binary=program(READY + "ready()\nsys.exit('fatal: out of memory')")) as firebreak:
        firebreak._process._child.wait(LIMIT)
        with pytest.raises(Unreachable, match="The server ended with exit code 1.\nfatal: out of memory"):
            firebreak.info()
    with Firebreak(binary=program(SERVES)) as firebreak:
        firebreak._process._child.kill()
        firebreak._process._child.wait(LIMIT)
        with pytest.raises(Unreachable, match="The server got SIGKILL."):
            firebreak.info()


@pytest.mark.parametrize("ends", ["os.kill(os.getpid(), 9)", "os._exit(0)", "pass"])
def test_a_server_ends_with_its_process_however_that_ends(program, ends):
    source = Path(firebreak_auth.__file__).parent.parent
    script = f"""
import os, sys
from firebreak_auth import Firebreak
firebreak = Firebreak(binary=sys.argv[1])
print(firebreak._process._child.pid, firebreak._process._guard.pid, flush=True)
{ends}
"""
    run = subprocess.run(
        [sys.executable, "-c", script, program(SERVES)], stdout=subprocess.PIPE, text=True, timeout=LIMIT,
        env={**os.environ, "PYTHONPATH": str(source)})
    server, guard = map(int, run.stdout.split())

    assert eventually(lambda: not is_running(server) and not is_running(guard))


def test_ctrl_c_is_not_for_the_server(program):
    with Firebreak(binary=program(SERVES)) as firebreak:
        assert os.getsid(firebreak._process._child.pid) != os.getsid(0)
        assert os.getsid(firebreak._process._guard.pid) != os.getsid(0)


def test_a_server_at_an_address_is_left_alone(server):
    server.answer("/info", {"defaultProject": "demo-there"})
    with Firebreak(server.url) as firebreak:
        assert not firebreak.is_own and firebreak.log == ""
        assert firebreak.project().id == "demo-there" and firebreak.project().id == "demo-there"
    assert [call.line for call in server.calls] == ["GET /firebreak/v1/info"]
    assert firebreak.info() == {"defaultProject": "demo-there"}


@pytest.mark.parametrize(
    "given",
    [{"profile": "local"}, {"fixture": "a"}, {"data_dir": "a"}, {"port": 1}, {"options": ["a"]}, {"binary": "a"},
     {"environment": {"a": "b"}}],
)
def test_an_address_and_settings_exclude_each_other(given):
    with pytest.raises(TypeError, match="cannot have settings"):
        Firebreak("http://127.0.0.1:9", **given)


def test_the_environment_names_a_server(monkeypatch):
    with pytest.raises(FirebreakError, match="FIREBREAK_URL names no server.*firebreak exec"):
        Firebreak.from_environment()
    monkeypatch.setenv("FIREBREAK_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("FIREBREAK_PROJECT", "demo-ci")
    assert Firebreak.from_environment().project().id == "demo-ci"


def test_methods_of_the_server_send(server):
    firebreak = Firebreak(server.url, control_token="s3cret")

    firebreak.projects.create("job", profile="production", expires_in="2h")
    firebreak.projects.list(q="jo b")
    firebreak.requests.list(after=0)
    firebreak.errors.get("NOT_FOUND")

    assert [call.line for call in server.calls] == [
        "POST /firebreak/v1/projects", "GET /firebreak/v1/projects?q=jo%20b", "GET /firebreak/v1/requests?after=0",
        "GET /firebreak/v1/errors/NOT_FOUND"]
    assert json.loads(server.calls[0].content) == {"projectId": "job", "profile": "production", "expiresIn": "2h"}
    assert all(call.headers["Authorization"] == "Bearer s3cret" for call in server.calls)
