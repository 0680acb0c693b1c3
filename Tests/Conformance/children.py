"""Starts the programs of the tests, and ends them.

Each starts in the same state, whatever the tests were started from and whatever else runs on this machine: signals and
file modes as a login shell has them, a home and a temporary directory of the test's own, and an environment in which
nothing configures Firebreak, Firebase or Google's libraries. None outlives its test, or the tests, even if these are
killed: a process beside them, the guard, waits for that.
"""

import atexit
import contextlib
import faulthandler
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# Prefixes, ends and names of variables that change what programs under test do: where they look for a server, for
# settings and for people's files, how they write, and what shells and pytest do besides.
PREFIXES = ("FIREBASE_", "FIREBREAK_", "GCLOUD_", "GOOGLE_", "CLOUDSDK_", "PYTEST_", "XDG_", "LC_")
ENDS = ("_EMULATOR_HOST", "_EMULATOR_HUB")
NAMES = {
    "FUNCTIONS_EMULATOR", "IS_FIREBASE_CLI", "NETRC", "CURL_HOME", "BASH_ENV", "ENV", "ZDOTDIR", "LANG", "LANGUAGE", "TZ",
    "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "TERM_PROGRAM", "VTE_VERSION",
    "MALLOC_ARENA_MAX",
}
# The processor raises these; a handler in Python would return to what raised them.
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT}


def configures(name):
    """Whether a variable of the environment is the machine's or the developer's, and no business of a test."""
    return name.startswith(PREFIXES) or name.endswith(ENDS) or name in NAMES


def heed_signals():
    """Lets this process ignore and block no signal, because its children would do so as well.

    Under nohup, in a script's background job and on many machines for CI, signals are ignored at the start. What has a
    handler in place of that has the default in a child.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in signal.valid_signals():
        # Python ignores two by itself, and restores them in children.
        if number in (signal.SIGPIPE, signal.SIGXFSZ) or signal.getsignal(number) is not signal.SIG_IGN:
            continue
        if number == signal.SIGCHLD or number in FAULTS:
            # pytest may have a handler for faults, which Python does not know of.
            if number == signal.SIGCHLD or not faulthandler.is_enabled():
                signal.signal(number, signal.SIG_DFL)
        else:
            signal.signal(number, lambda *_: None)


def keep_to_ourselves():
    """Keeps the libraries in this process from what is the developer's, and proxies from calls to this machine."""
    for name in [name for name in os.environ if configures(name) and not name.startswith(("FIREBREAK_", "PYTEST_"))]:
        del os.environ[name]
    os.environ["NETRC"] = os.devnull
    os.environ["CLOUDSDK_CONFIG"] = os.devnull
    for name in ("NO_PROXY", "no_proxy"):
        given = os.environ.get(name, "").split(",")
        os.environ[name] = ",".join(dict.fromkeys([*filter(None, given), "127.0.0.1", "localhost"]))


keep_to_ourselves()


class Place:
    """Directories for the children of a test, or of all, and the children that were started there."""

    def __init__(self, directory):
        self.directory = directory
        self.temporary = directory / "tmp"
        self.home = directory / "home"
        self._children = []
        self._held = contextlib.ExitStack()

    def environment(self):
        for path in (self.temporary, self.home):
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        settings = {"CONFIG": ".config", "CACHE": ".cache", "DATA": ".local/share", "STATE": ".local/state"}
        return {
            "TMPDIR": str(self.temporary),
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.temporary),
            **{f"XDG_{kind}_HOME": str(self.home / path) for kind, path in settings.items()},
        }

    def add(self, child):
        child.started = started_at(child.pid)
        self._children.append(child)
        _run.guard.tell(f"+{child.pid} {child.started}")

    def hold(self, resource):
        """Closes something with this place, not before."""
        self._held.callback(resource.close)

    def close(self):
        """Ends what is left of the children and of what they started, and removes the directories."""
        end({child.pid: child.started for child in self._children})
        for child in self._children:
            child.wait()
            _run.guard.tell(f"-{child.pid}")
        self._children.clear()
        self._held.close()
        shutil.rmtree(self.directory, ignore_errors=True)


class Run:
    """The places of this process: one for what lasts, and one at a time for a test."""

    def __init__(self):
        self.guard = None
        self.current = None
        self._lasting = None
        self._count = 0

    @property
    def lasting(self):
        if not self._lasting:
            # Not before: a process of pytest that only starts others leaves them what is ignored.
            heed_signals()
            if "PYTEST_XDIST_WORKER" in os.environ:
                threading.Thread(target=self._end_with, args=[os.getppid()], daemon=True).start()
            root = Path(os.path.realpath(tempfile.mkdtemp(prefix="firebreak-tests-")))
            self._lasting = Place(root / "all")
            self.guard = Guard(root)
            atexit.register(self._close)
        return self._lasting

    def next_directory(self):
        self._count += 1
        return self.lasting.directory.with_name(str(self._count))

    @staticmethod
    def _end_with(parent):
        """Ends this process with the one that started it, which may have been killed."""
        while os.getppid() == parent:
            time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)

    def _close(self):
        self._lasting.close()
        self.guard.close()


class Guard:
    """A process that ends the children when this one is gone, however it ended, and removes the directories."""

    def __init__(self, root):
        self._process = subprocess.Popen(
            [sys.executable, "-I", __file__, str(root), str(os.getpid())], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, cwd="/")

    def tell(self, line):
        os.write(self._process.stdin.fileno(), f"{line}\n".encode())

    def close(self):
        self._process.stdin.close()
        self._process.wait()


_run = Run()


def place():
    """Where children are started now."""
    return _run.current or _run.lasting


@contextlib.contextmanager
def group():
    """What is started within ends with it, and has directories of its own: one of these is around each test."""
    before, _run.current = _run.current, Place(_run.next_directory())
    try:
        yield
    finally:
        ended, _run.current = _run.current, before
        ended.close()


@contextlib.contextmanager
def lasting():
    """What is started within may go on until this process ends, or is ended by who started it."""
    before, _run.current = _run.current, None
    try:
        yield
    finally:
        _run.current = before


def clean_environment(**extra):
    """The environment of a child: directories of the test's own, and nothing that configures a server or its clients."""
    kept = {name: value for name, value in os.environ.items() if not configures(name)}
    return {**kept, **place().environment(), **extra}


class Popen(subprocess.Popen):
    """A child in a session of its own, by which it is found with all that it starts.

    - command: Its words; what is not text is made to.
    - env: By default a clean environment whose home is the working directory, because Firebreak looks for files of the
      Firebase CLI from there upwards as far as the home.
    - cwd: By default the test's home.
    """

    def __init__(self, command, *, env=None, cwd=None, stdin=subprocess.DEVNULL, **options):
        cwd = cwd or place().environment()["HOME"]
        env = clean_environment(HOME=str(cwd)) if env is None else env
        super().__init__(
            list(map(str, command)), env=env, cwd=cwd, stdin=stdin, start_new_session=True, umask=0o022, **options)
        place().add(self)


def adopt(child):
    """Ends a child with the others that a library started in a session of its own."""
    place().add(child)


def run(command, *, input=None, timeout=None, check=False, text=True, **options):
    """Runs a program to its end, and returns its exit code and both outputs. What takes longer is ended."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with Popen(command, text=text, **options) as child:
        try:
            output, errors = child.communicate(input, timeout)
        except BaseException:
            end({child.pid: child.started})
            raise
    result = subprocess.CompletedProcess(child.args, child.returncode, output, errors)
    assert not check or result.returncode == 0, f"{result.args}: exit code {result.returncode}\n{output}\n{errors}"
    return result


# MARK: Ending


def end(sessions, within=10):
    """Kills the processes of sessions, and what those have started in others, until none is left.

    - sessions: By the number of the process that began it, when that was started.
    """
    deadline = time.monotonic() + within
    while sessions and (members := _members(sessions)) and time.monotonic() < deadline:
        for process in members:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.005)


def _members(sessions):
    """The processes of sessions, and their descendants. Those that have ended are none."""
    table = list(_processes())
    # A number is given again once a session is empty; what has it then is not ours.
    others = {process for process, *_, started in table if started != sessions.get(process, started)}
    members = {process for process, _, session, _ in table if session in sessions and session not in others}
    while more := {process for process, parent, *_ in table if parent in members} - members:
        members |= more
    return members


def _processes():
    """Every process that runs: its number, its parent's and its session's, and when it was started."""
    if os.path.isdir("/proc/self"):
        for name in filter(str.isdigit, os.listdir("/proc")):
            if (fields := _fields(name)) and fields[0] not in (b"Z", b"X"):
                yield int(name), int(fields[1]), int(fields[3]), _started(fields)
        return
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True).stdout
    for process, parent, state in map(str.split, listed.splitlines()):
        with contextlib.suppress(OSError):
            if not state.startswith("Z"):
                yield int(process), int(parent), os.getsid(int(process)), 0


def _fields(process):
    """What Linux tells of a process, from its state on; None when it is gone."""
    try:
        # The name before may have blanks and parentheses.
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None


def _started(fields):
    return int(fields[19])


def started_at(process):
    """When a process was started, by a clock of the system's own; 0 where that is not known."""
    fields = _fields(process)
    return _started(fields) if fields else 0


def _watch(root, tests):
    """What the guard does: it notes sessions, and ends them when the process of the tests is gone."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    sessions, text = {}, b""
    # Its end is the end of the pipe, unless a process that it forked has that as well.
    while os.getppid() == tests:
        if not select.select([0], [], [], 0.2)[0]:
            continue
        if not (part := os.read(0, 65536)):
            break
        *lines, text = (text + part).split(b"\n")
        for line in lines:
            process, *started = map(int, line[1:].split())
            if line.startswith(b"+"):
                sessions[process] = started[0]
            else:
                sessions.pop(process, None)
    end(sessions)
    shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    _watch(sys.argv[1], int(sys.argv[2]))
