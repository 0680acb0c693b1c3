"""Runs the built `firebreak` binary as a child process."""

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import answers
import children
import recorder

REPOSITORY = Path(__file__).resolve().parents[2]
DEFAULT_BINARY = REPOSITORY / ".build" / "release" / "firebreak"


class Server:
    """One `firebreak serve` process on a free port; ready when the constructor returns."""

    def __init__(self, binary, *arguments, log, environment=None, directory=None, port=0, ready_within=15):
        self.log = Path(log)
        command = [os.path.abspath(binary), "serve", "--port", str(port), *map(str, arguments)]
        with open(self.log, "ab") as log_file:
            self.process = children.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log_file,
                env=environment,
                cwd=directory,
            )
        self.output = []
        self._first_line = threading.Event()
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()
        try:
            if not self._first_line.wait(ready_within) or not self.output:
                raise RuntimeError(
                    f"no ready line within {ready_within} s (exit code {self.process.poll()}): "
                    f"{' '.join(command)}\n{self.log_tail()}"
                )
            self.ready = json.loads(self.output[0])
        except BaseException:
            self.kill()
            raise
        self.host = self.ready["host"]
        self.port = self.ready["port"]
        self.url = self.ready["url"]
        if self.url.startswith("http://"):
            self.port = recorder.tap(self.port, arguments)
            self.url = self.url.replace(f":{self.ready['port']}", f":{self.port}")
        self.authority = f"{self.host}:{self.port}"
        answers.note_server(self.port, self.process, self.ready["profile"])

    def _drain(self):
        for line in self.process.stdout:
            self.output.append(line.decode())
            self._first_line.set()
        self._first_line.set()

    def log_tail(self, lines=40):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def stop(self, with_signal=signal.SIGTERM, within=15):
        """Asks the server to end and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"still running {within} s after {with_signal!r}\n{self.log_tail()}") from None
        self._reader.join(5)
        self.process.stdout.close()
        return code

    def kill(self):
        """Ends the process as a power cut would."""
        self.process.kill()
        self.process.wait()
        self._reader.join(5)
        self.process.stdout.close()
