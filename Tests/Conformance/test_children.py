"""The tests themselves: what they start sees nothing of this machine and its developer, and is ended."""

import ast
import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import children
from processes import accepts_connections, eventually, free_port, is_running
from terminals import InTerminal

HERE = Path(__file__).parent
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at signals in /proc")


class Pytest:
    """Runs tests in a pytest of their own, with the fixtures of this directory."""

    def __init__(self, binary, directory):
        self.directory = directory
        self._command = [
            sys.executable, "-m", "pytest", "-c", HERE / "pytest.ini", "--rootdir", HERE, "-q",
            f"--firebreak={binary}", f"--basetemp={directory / 'temporary'}"]

    def start(self, *tests, before=(), **environment):
        environment = children.clean_environment(PYTHONPATH=str(HERE), **environment)
        return children.Popen(
            [*before, *self._command, *tests], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, *tests, **options):
        """Runs them to their end; the exit code and what was written."""
        with self.start(*tests, **options) as process:
            told = process.stdout.read()
            return process.wait(), told

    def write(self, text):
        """Writes tests; returns the options that run them."""
        path = self.directory / "test_inner.py"
        path.write_text(text)
        return ["-p", "conftest", path]


@pytest.fixture
def tests(binary, tmp_path):
    return Pytest(binary, tmp_path)


# What a child finds


# Starts a program as it is started under nohup, in a script's background job, or by what blocks signals.
DEAF = """
import os, signal, sys
numbers = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
for number in numbers:
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
os.execvp(sys.argv[1], sys.argv[1:])
"""

HEEDING = """
import re, signal, subprocess
import children, shells
from terminals import InTerminal

STATUS = ["cat", "/proc/self/status"]

def check(status):
    told = dict(re.findall(r"(Sig(?:Ign|Blk)):\\s*(\\w+)", status))
    assert {name: int(value, 16) for name, value in told.items()} == {"SigIgn": 0, "SigBlk": 0}

def test_programs():
    check(children.run(STATUS).stdout)
    with children.Popen(STATUS, stdout=subprocess.PIPE, text=True) as child:
        check(child.stdout.read())
    check("\\n".join(shells.run(*STATUS)))
    terminal = InTerminal(*STATUS, output=True)
    assert terminal.end() == 0
    check(terminal.screen)
    terminal.close()
    # A library's own way to start one.
    check(subprocess.run(STATUS, capture_output=True, text=True).stdout)

def test_servers(start_server):
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
        assert start_server().stop(number) == 0
"""


@on_linux
@pytest.mark.parametrize("options", [[], ["-n", "1"]], ids=["alone", "worker"])
def test_a_child_heeds_all_signals(tests, options):
    code, told = tests.run(*tests.write(HEEDING), *options, before=[sys.executable, "-c", DEAF])

    assert code == 0 and "2 passed" in told, told


@pytest.mark.parametrize("name", [
    "FIREBREAK_PORT", "FIREBREAK_DATA_DIR", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBASE_EMULATOR_HUB", "FIREBASE_CONFIG",
    "FIREBASE_TOKEN", "FIRESTORE_EMULATOR_HOST", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS",
    "CLOUDSDK_CONFIG", "XDG_CONFIG_DIRS", "PYTEST_ADDOPTS", "NO_COLOR", "LC_ALL", "BASH_ENV", "NETRC"])
def test_a_child_gets_no_variable_that_configures_it(monkeypatch, name):
    monkeypatch.setenv(name, "the developer's")

    assert "the developer's" not in children.run(["env"]).stdout


def test_a_child_has_directories_of_its_own():
    script = "import json, os, sys; print(json.dumps([dict(os.environ), os.getcwd(), os.umask(0), sys.stdin.read()]))"
    environment, working, umask, given = json.loads(children.run([sys.executable, "-c", script]).stdout)
    place = children.place()

    assert (working, umask, given) == (str(place.home), 0o022, "")
    assert (environment["HOME"], environment["TMPDIR"]) == (str(place.home), str(place.temporary))
    assert all(value.startswith(f"{place.directory}/") for name, value in environment.items() if name.startswith("XDG_"))
    for path in (place.home, place.temporary):
        assert (list(path.iterdir()), stat.S_IMODE(path.stat().st_mode)) == ([], 0o700)
    with children.group():
        other = children.place()
        children.run(["touch", other.home / "file"])
        assert not {other.home, other.temporary} & {place.home, place.temporary}
    assert place.home.exists() and not other.directory.exists()


def test_a_child_finds_no_files_of_the_firebase_cli_above_it(binary, tmp_path):
    (tmp_path / ".firebaserc").write_text('{"projects": {"default": "demo-developer"}}')
    below = tmp_path / "below"
    below.mkdir()
    script = 'echo "$GCLOUD_PROJECT"'

    assert children.run([binary, "exec", "--", script], cwd=below).stdout == "demo-firebreak\n"
    program = InTerminal(binary, "exec", "--", script, directory=below)
    assert (program.end(), program.process.stdout.read()) == (0, "demo-firebreak\n")
    program.close()


STARTS = {
    "subprocess": {"run", "Popen", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"fork", "forkpty", "system", "popen", "posix_spawn", "posix_spawnp"},
    "pty": {"fork", "spawn"},
}


def test_all_programs_are_started_in_one_place():
    sources = [path for path in HERE.rglob("*.py") if path.name != "children.py"]
    found = [
        f"{path.relative_to(HERE)}:{node.lineno}"
        for path in sources for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        and node.attr in STARTS.get(node.value.id, ())
        or isinstance(node, ast.ImportFrom) and {alias.name for alias in node.names} & STARTS.get(node.module, set())
    ]

    assert len(sources) > 100 and found == []


@on_linux
def test_a_free_port_is_given_to_no_other_and_can_be_listened_on(start_server):
    port = free_port()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(("127.0.0.1", port))
    assert not accepts_connections("127.0.0.1", port)
    assert start_server(port=port).stop() == 0


# What is left of it


STARTING = """
import os, signal, subprocess, sys, time
from pathlib import Path
import pytest
import children
from processes import is_running

PROCESSES = Path(__file__).with_name("processes")

def numbers():
    return [int(number) for number in PROCESSES.read_text().split()]

# It leaves the session, as daemons do.
AWAY = "import os, time; os.setsid(); print(os.getpid(), flush=True); time.sleep(600)"

def start(start_server, binary):
    server = start_server()
    script = f"'{sys.executable}' -c '{AWAY}' & echo $$; wait"
    command = children.Popen([binary, "exec", "--", script], stdout=subprocess.PIPE, text=True)
    told = [int(command.stdout.readline()) for _ in range(2)]
    part = PROCESSES.with_name("part")
    part.write_text(" ".join(map(str, [server.process.pid, command.pid, *told])))
    assert all(map(is_running, told))
    part.rename(PROCESSES)

def check_end():
    assert len(numbers()) == 4 and not any(map(is_running, numbers()))
    PROCESSES.unlink()
"""

ENDING = STARTING + """
def test_that_passes(start_server, binary):
    start(start_server, binary)

def test_after_it():
    check_end()

def test_that_fails(start_server, binary):
    start(start_server, binary)
    assert False

def test_after_the_failure():
    check_end()

def test_whose_time_is_over(start_server, binary):
    start(start_server, binary)
    signal.raise_signal(signal.SIGALRM)

def test_after_that_time():
    check_end()
"""

GOING_ON = STARTING + """
def test_that_goes_on(start_server, binary):
    start(start_server, binary)
    time.sleep(600)
"""


def started(tests):
    """The processes that the tests have started, once they have."""
    path = tests.directory / "processes"
    assert eventually(path.exists, within=120)
    return [int(number) for number in path.read_text().split()]


def all_end(processes):
    return eventually(lambda: not any(map(is_running, processes)), within=60)


def test_what_a_test_started_ends_with_it(tests):
    """Whether it passes, fails or takes too long."""
    code, told = tests.run(*tests.write(ENDING))

    assert code == 1 and "2 failed, 4 passed" in told and "Timeout" in told, told
    assert "test_that_fails" in told and "test_whose_time_is_over" in told, told


@pytest.mark.parametrize("options", [[], ["-n", "1"]], ids=["alone", "with-workers"])
def test_what_a_test_started_ends_with_pytest(tests, options):
    """Killed, it has no say in that. Of what it had written nothing is left either."""
    temporary = tests.directory / "machine"
    temporary.mkdir()
    process = tests.start(*tests.write(GOING_ON), *options, TMPDIR=str(temporary))
    processes = started(tests)
    assert all(map(is_running, processes))
    process.kill()

    assert all_end(processes)
    assert eventually(lambda: list(temporary.iterdir()) == [], within=60)


def test_a_child_goes_on_without_the_thread_that_started_it():
    found = []
    thread = threading.Thread(target=lambda: found.append(children.Popen(["sleep", "600"])))
    thread.start()
    thread.join()

    assert children.run(["true"]).returncode == 0 and is_running(found[0].pid)


@on_linux
def test_what_has_a_childs_number_later_is_not_ended():
    child = children.Popen(["sleep", "600"])
    children.end({child.pid: child.started + 1})
    assert is_running(child.pid)
    children.end({child.pid: child.started})
    assert child.wait(30) == -signal.SIGKILL


# What else runs on the machine


def test_servers_of_the_developer_change_nothing_and_stay(tests, binary, tmp_path):
    """A server with a hub for the project of many tests, a hub's file that was left behind, and ports that are taken."""
    machine = tmp_path / "machine"
    machine.mkdir()
    (machine / "firebase.json").write_text('{"emulators": {"auth": {"port": 1}}}')
    (machine / ".firebaserc").write_text('{"projects": {"default": "demo-developer"}}')
    left = {"version": "15.28.1", "origins": [f"http://127.0.0.1:{free_port()}"], "pid": 1}
    for project in ("demo-staging", "demo-other"):
        (machine / f"hub-{project}.json").write_text(json.dumps(left))
    environment = children.clean_environment(TMPDIR=str(machine))
    with contextlib.ExitStack() as stack:
        for port in (9099, 4400, 4000, 5001):
            with contextlib.suppress(OSError):  # It is taken.
                stack.enter_context(socket.create_server(("127.0.0.1", port)))
        options = ["--port", "0", "--hub", "0", "--project", "demo-shop"]
        server = children.Popen([binary, "emulators:start", *options], env=environment, stdout=subprocess.PIPE, text=True)
        assert server.stdout.readline().startswith("All emulators ready")
        files = {path: path.read_bytes() for path in machine.iterdir()}
        assert {path.name for path in files} >= {"hub-demo-shop.json", "hub-demo-other.json"}
        chosen = (
            "without_a_server or end_of_a_terminal or token_that_the_server_made or test_a_suite_runs or start_tells "
            "or test_it_says_where or test_start_of_the_firebase_cli or BesideTheFirebaseCLI or FunctionsAndEvents")
        names = ("firebase_cli", "hub", "terminal", "documentation")
        files_of_tests = [HERE / f"test_{name}.py" for name in names]
        code, told = tests.run(
            *files_of_tests, "-k", chosen, TMPDIR=str(machine), FIREBASE_AUTH_EMULATOR_HOST="127.0.0.1:9099",
            FIREBASE_EMULATOR_HUB="127.0.0.1:4400", GCLOUD_PROJECT="demo-developer")

        assert code == 0, told
        assert {path: path.read_bytes() for path in machine.iterdir()} == files
        assert server.poll() is None
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
