"""A server that answers what a test tells it to, and a program in the place of `firebreak`."""

import json
import sys
import textwrap
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from firebreak_auth._transport import Transport

pytest_plugins = ["pytester"]


class Answering:
    """A server; `calls` has what it was sent, `answers` what it answers to each path, by default an empty object."""

    def __init__(self):
        self.calls = []
        self.answers = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                outer.calls.append(Call(self.command, self.path, dict(self.headers), self.rfile.read(length)))
                status, kind, content = outer.answers.get(self.path.partition("?")[0], (200, "application/json", b"{}"))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def answer(self, path, value, status=200, kind="application/json"):
        content = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.answers[f"/firebreak/v1{path}"] = status, kind, content

    def fail(self, path, status, message, **more):
        self.answer(path, {"error": {"code": status, "message": message, **more}}, status)

    def close(self):
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


class Call:
    def __init__(self, verb, target, headers, content):
        self.verb, self.target, self.headers, self.content = verb, target, headers, content

    @property
    def line(self):
        return f"{self.verb} {self.target}"

    @property
    def body(self):
        return json.loads(self.content)


@pytest.fixture
def server():
    answering = Answering()
    yield answering
    answering.close()


@pytest.fixture
def transport(server):
    return Transport(server.url)


@pytest.fixture(autouse=True)
def no_settings(monkeypatch):
    """Nothing of the developer's environment names a server or a program."""
    for name in ("FIREBREAK_URL", "FIREBREAK_BINARY", "FIREBREAK_PROJECT", "FIREBREAK_CONTROL_TOKEN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def program(tmp_path):
    """Makes a program that runs a few lines of Python."""

    def make(text, name="firebreak"):
        path = tmp_path / name
        path.write_text(f"#!{sys.executable}\n{textwrap.dedent(text)}")
        path.chmod(0o755)
        return path

    return make
