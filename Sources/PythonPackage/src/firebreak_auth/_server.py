"""A server: one of this process, or one at an address."""

import json
import os
import select
import signal
import subprocess
import tempfile
from typing import IO, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from . import _methods
from ._binary import find_binary
from ._errors import FirebreakError, StartError
from ._project import Project
from ._transport import Transport

Path = Union[str, "os.PathLike[str]"]

# The end of a server's log that messages show, in lines.
SHOWN = 40
# Ends a server whose client ended without doing so, even by SIGKILL: then there is no line before the end of its input.
GUARD = 'read -r server && { read -r _ || kill -TERM "$server"; }'


class Firebreak(_methods.ServerMethods):
    """A server.

    With an address it is the one that runs there. Without one, it is a server of this process, which is started now; it
    ends with `close`, with the `with` block, or else with the process, however that ends.

        with Firebreak(fixture="fixtures/shop.yaml") as firebreak:
            project = firebreak.project("demo-shop")

    A server of this process gets this process's environment, in which every option has a variable
    (`FIREBREAK_DATA_DIR` for `--data-dir`); what is given here wins. An app that mails by itself sends to
    `info()["mailServer"]`, a host and a port, which puts its mails into the outbox.

    Args:
        url: Scheme, host and port of a server that runs. Besides, only `project` and `control_token` can be given then.
        profile: `local`, `emulator` or `production`: how projects behave.
        fixture: The path of a fixture, or several, to apply at the start.
        project: ID of the default project.
        data_dir: Directory to keep projects in; by default they are in memory.
        port: To listen on; 0 for a free one.
        control_token: The token that the control API asks for; by default FIREBREAK_CONTROL_TOKEN.
        options: Further options of `firebreak serve`, such as `["--rule", "expiry=off"]`.
        environment: Further variables for it.
        binary: The program, by default that of `find_binary`.
        start_timeout: Seconds until it has to be ready.
        grace: Seconds until it is killed after it was asked to end. By itself it takes 9 at most, and 60 with
            `--export-on-exit`.

    Raises:
        StartError: It did not become ready; the message has the end of its log.
        BinaryNotFound: There is no program.
        TypeError: An address was given together with settings of a server to start.

    Attributes:
        projects: The server's projects, to list and to make.
        requests: The calls of all projects, and those that found none.
        errors: The errors that it can answer.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        *,
        profile: Optional[str] = None,
        fixture: Union[Path, Sequence[Path], None] = None,
        project: Optional[str] = None,
        data_dir: Optional[Path] = None,
        port: int = 0,
        control_token: Optional[str] = None,
        options: Sequence[str] = (),
        environment: Optional[Mapping[str, str]] = None,
        binary: Optional[Path] = None,
        start_timeout: float = 60,
        grace: float = 10,
    ) -> None:
        self._process: Optional[_Process] = None
        token = control_token or (environment or {}).get(TOKEN) or os.environ.get(TOKEN)
        if url is not None:
            if profile or fixture or data_dir or port or options or environment or binary:
                raise TypeError("Firebreak(url) takes a server that runs: it cannot have settings of one to start")
            transport = Transport(url, token)
        else:
            variables = {**os.environ, **(environment or {}), **({TOKEN: token} if token else {})}
            arguments = ["--port", str(port)]
            arguments += [] if variables.get("FIREBREAK_SMTP_IN") else ["--smtp-in", "0"]
            arguments += [*_option("--profile", profile), *_option("--project", project)]
            arguments += [word for path in _paths(fixture) for word in ("--fixture", path)]
            arguments += [*_option("--data-dir", os.fspath(data_dir) if data_dir else None), *options]
            self._process = _Process([find_binary(binary), "serve", *arguments], variables, start_timeout, grace)
            project = project or self._process.ready["project"]
            transport = Transport(self._process.ready["url"], token, self._process.last_words)
        super().__init__(transport, "")
        self._default = project
        self.projects = _methods.ServerProjectsMethods(transport, "")
        self.requests = _methods.ServerRequestsMethods(transport, "")
        self.errors = _methods.ServerErrorsMethods(transport, "")

    @classmethod
    def from_environment(cls, environment: Optional[Mapping[str, str]] = None) -> "Firebreak":
        """The server that FIREBREAK_URL names, as it does within `firebreak exec -- …`.

        `project()` is then FIREBREAK_PROJECT, and the control token FIREBREAK_CONTROL_TOKEN.

        Raises:
            FirebreakError: `INVALID_ARGUMENT` if FIREBREAK_URL is missing, or is not an address.
        """
        variables = os.environ if environment is None else environment
        if not (url := variables.get("FIREBREAK_URL")):
            raise FirebreakError(
                "INVALID_ARGUMENT",
                "FIREBREAK_URL names no server. Run this within 'firebreak exec -- …', which sets it, or start a "
                "server with Firebreak().")
        return cls(url, project=variables.get("FIREBREAK_PROJECT") or None, control_token=variables.get(TOKEN))

    @property
    def url(self) -> str:
        """Scheme, host and port, without a slash at the end."""
        return self._transport.url

    @property
    def log(self) -> str:
        """What a server of this process has written to standard error so far; empty for any other."""
        return self._process.log() if self._process else ""

    @property
    def is_own(self) -> bool:
        """Whether this process started it."""
        return self._process is not None

    def project(self, id: Optional[str] = None) -> Project:
        """One of its projects, which need not exist yet.

        Args:
            id: Its ID; by default that of the default project.
        """
        if id is None:
            id = self._default = self._default or self.info()["defaultProject"]
        return Project(self._transport, id)

    def close(self) -> None:
        """Ends a server of this process: it finishes what it is doing. Any other server is left alone."""
        if self._process:
            self._process.end()

    def __enter__(self) -> "Firebreak":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Firebreak at {self.url}>"


TOKEN = "FIREBREAK_CONTROL_TOKEN"


class _Process:
    """A server that this process started."""

    def __init__(
        self, command: List[str], environment: Mapping[str, str], start_timeout: float, grace: float
    ) -> None:
        self._grace = grace
        self._log: IO[bytes] = tempfile.TemporaryFile()
        # Sessions of their own, so that Ctrl-C ends the tests, and these end the server when they have cleaned up.
        # The guard is there first, so that it only has to be told.
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            self._child = subprocess.Popen(
                command, env=dict(environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log,
                start_new_session=True)
        except OSError as error:
            self._tell_guard(b"\n\n")
            self._log.close()
            raise StartError("START_FAILED", f"{command[0]} cannot be run: {error}") from error
        self._tell_guard(f"{self._child.pid}\n".encode())
        try:
            self.ready: Dict[str, Any] = self._first_line(command, start_timeout)
        except BaseException:
            self.end()
            raise

    def _first_line(self, command: List[str], timeout: float) -> Dict[str, Any]:
        assert self._child.stdout
        problem = f"It was not ready within {timeout:g} s."
        if select.select([self._child.stdout], [], [], timeout)[0]:
            line = self._child.stdout.readline()
            try:
                ready = json.loads(line)
                if isinstance(ready, dict) and {"url", "project"} <= ready.keys():
                    return ready
                problem = f"Its first line is not that of a server: {line!r}"
            except ValueError:
                problem = f"Its first line is not that of a server: {line!r}"
            if not line:
                problem = f"It ended with exit code {self._child.wait()}."
        raise StartError("START_FAILED", f"The server did not start. {problem}\n{' '.join(command)}\n{self._tail()}")

    def log(self) -> str:
        if self._log.closed:
            return self._kept
        # A position of its own, since the server's is shared.
        size = os.fstat(self._log.fileno()).st_size
        return os.pread(self._log.fileno(), size, 0).decode("utf-8", "replace")

    def _tail(self) -> str:
        return "\n".join(self.log().splitlines()[-SHOWN:])

    def last_words(self) -> Optional[str]:
        """Why it does not answer any more, if it has ended."""
        code = self._child.poll()
        if code is None:
            return None
        reason = f"got {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"The server {reason}.\n{self._tail()}".rstrip()

    def end(self) -> None:
        """Asks it to end, and kills it when its time is over. Afterwards only the log is left."""
        if self._log.closed:
            return
        self._child.terminate()
        try:
            self._child.wait(self._grace)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._child.stdout:
            self._child.stdout.close()
        self._tell_guard(b"\n")
        self._kept = self.log()
        self._log.close()

    def _tell_guard(self, line: bytes) -> None:
        assert self._guard.stdin
        self._guard.stdin.write(line)
        self._guard.stdin.flush()
        # After its second line it has nothing left to do.
        if line.startswith(b"\n"):
            self._guard.stdin.close()
            self._guard.wait()


def _option(name: str, value: Optional[str]) -> List[str]:
    return [name, value] if value else []


def _paths(fixture: Union[Path, Sequence[Path], None]) -> Iterable[str]:
    if fixture is None:
        return []
    return [os.fspath(path) for path in ([fixture] if isinstance(fixture, (str, os.PathLike)) else fixture)]
