"""Programs in a terminal: what a person sees there."""

import os
import pty
import re
import select
import subprocess
import time

import children


class InTerminal:
    """A program whose standard error is a terminal; its standard output is a pipe, or the terminal as well."""

    def __init__(self, *command, directory=None, output=False, **environment):
        self._terminal, child = pty.openpty()
        home = {"HOME": str(directory)} if directory else {}
        self.process = children.Popen(
            command,
            stdout=child if output else subprocess.PIPE,
            stderr=child,
            text=True,
            cwd=directory,
            env=children.clean_environment(**{"TERM": "xterm-256color", **home, **environment}),
        )
        os.close(child)
        self.screen = ""

    def read_until(self, text, within=20):
        """What was written until a text is among it."""
        deadline = time.monotonic() + within
        while text not in self.screen:
            assert time.monotonic() < deadline, f"no {text!r} in {self.screen!r}"
            if select.select([self._terminal], [], [], 0.1)[0]:
                self._read()
        return self.screen

    def end(self, number=None):
        """The exit code, once everything was read."""
        if number:
            self.process.send_signal(number)
        deadline = time.monotonic() + 20
        while self._read() and time.monotonic() < deadline:
            pass
        return self.process.wait(20)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        os.close(self._terminal)

    def _read(self):
        try:
            part = os.read(self._terminal, 65536)
        except OSError:  # how a terminal says that its other end is closed
            return False
        self.screen += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)


def without_sequences(text):
    """Without colours and links; whatever else moves a terminal stays."""
    return re.sub(r"\x1b\[\d+m|\x1b\]8;;[^\x1b]*\x1b\\", "", text)
