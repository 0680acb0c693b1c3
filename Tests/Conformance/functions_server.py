"""A local server of blocking functions and of account events, which answers as each test wants."""

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from rest import claims


@dataclass
class Reply:
    """An answer that is more than JSON with status 200."""

    status: int = 200
    body: str = "{}"
    headers: dict = field(default_factory=dict)
    # Called after the head of the answer went out.
    before_body: Callable[[], object] | None = None


@dataclass
class Call:
    """A request that arrived."""

    function: str
    path: str
    headers: dict
    body: dict
    # The claims of the JWT that blocking functions get.
    payload: dict = field(default_factory=dict)


class Functions:
    """Functions by name. Without an answer of its own, each answers `{}`, which changes nothing."""

    def __init__(self, port=0):
        self._answers = {}
        self._calls = []
        self._arrived = threading.Condition()
        self._released = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer._tell(self)

            def do_POST(self):
                outer._handle(self)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        # Functions may still hang when a test ends.
        self._server.block_on_close = False
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self):
        self._released.set()
        self._server.shutdown()
        self._server.server_close()

    def url(self, function):
        return f"{self.origin}/project/region/{function}"

    # What functions answer.

    def answer(self, function, answer):
        """An object for JSON, a `Reply`, or something that is called with the `Call` and returns either."""
        self._answers[function] = answer

    def change(self, function, **changes):
        """Lets a function change the user record, all named fields being in its mask."""
        self.answer(function, {"userRecord": {"updateMask": ",".join(changes), **changes}})

    def hang(self, _call):
        """An answer that comes with the end of the test, or when released."""
        self._released.wait(30)
        return {}

    def release(self):
        self._released.set()

    def die(self, _call):
        """An answer that never comes because the function crashed."""
        return None

    # What was asked.

    def calls(self, function=None):
        with self._arrived:
            return [call for call in self._calls if function in (None, call.function)]

    def names(self):
        """The functions in the order in which they were called."""
        return [call.function for call in self.calls()]

    def wait_for(self, function, count=1, within=10.0):
        """The calls of a function, as soon as there are enough of them."""
        with self._arrived:
            enough = self._arrived.wait_for(
                lambda: len([call for call in self._calls if call.function == function]) >= count, within
            )
        assert enough, f"{len(self.calls(function))} instead of {count} calls of {function} within {within} s"
        return self.calls(function)

    def _tell(self, handler):
        """Answers a question about the server itself."""
        handler.send_error(404)

    def _handle(self, handler):
        body = json.loads(_body_of(handler))
        token = body.get("data", {}).get("jwt") if isinstance(body.get("data"), dict) else None
        call = Call(
            handler.path.rsplit("/", 1)[-1],
            handler.path,
            {name.lower(): value for name, value in handler.headers.items()},
            body,
            claims(token) if token else {},
        )
        with self._arrived:
            self._calls.append(call)
            self._arrived.notify_all()
        answer = self._answers.get(call.function, {})
        if callable(answer):
            answer = answer(call)
        handler.close_connection = True
        # Who asked may have gone.
        with contextlib.suppress(OSError):
            if answer is None:
                handler.connection.shutdown(socket.SHUT_RDWR)
                return
            reply = answer if isinstance(answer, Reply) else Reply(body=json.dumps(answer))
            content = reply.body.encode()
            handler.send_response(reply.status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(content)))
            handler.send_header("Connection", "close")
            for name, value in reply.headers.items():
                handler.send_header(name, value)
            handler.end_headers()
            if reply.before_body:
                reply.before_body()
            handler.wfile.write(content)


def _body_of(handler):
    """The body of a request, of known length or in chunks."""
    if "chunked" not in handler.headers.get("Transfer-Encoding", "").lower():
        return handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
    chunks = []
    while length := int(handler.rfile.readline().split(b";")[0], 16):
        chunks.append(handler.rfile.read(length))
        handler.rfile.readline()
    handler.rfile.readline()
    return b"".join(chunks)


def slowly(seconds, answer):
    """An answer that takes its time."""

    def reply(_call):
        time.sleep(seconds)
        return answer

    return reply


def register(rest, functions, *triggers):
    """Registers functions that are named like their triggers, as the deployment of functions does."""
    settings = {"triggers": {trigger: {"functionUri": functions.url(trigger)} for trigger in triggers}}
    return rest.configure("blockingFunctions", {"blockingFunctions": settings})
