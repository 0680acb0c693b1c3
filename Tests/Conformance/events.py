"""A reader of server-sent events, over real connections."""

import contextlib
import json

import httpx


class Event:
    def __init__(self, fields):
        self.id = fields.get("id")
        self.name = fields.get("event", "message")
        self.data = json.loads(fields["data"])

    def __repr__(self):
        return f"{self.name} {self.id}"


def _events(lines):
    fields = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(":")
            assert name not in fields, f"{name} twice in an event"
            fields[name] = value.removeprefix(" ")
        elif fields:
            yield Event(fields)
            fields = {}


@contextlib.contextmanager
def stream(url, headers=None, **parameters):
    """The events of a stream, whose headers have come when this is entered."""
    timeout = httpx.Timeout(30)
    with (
        httpx.Client(trust_env=False, timeout=timeout) as client,
        client.stream("GET", url, params=parameters, headers=headers) as response,
    ):
        if response.status_code != 200:
            response.read()
            raise AssertionError(f"{response.status_code} {response.text}")
        assert response.headers["content-type"] == "text/event-stream"
        assert response.headers["cache-control"] == "no-store"
        assert "content-encoding" not in response.headers
        yield _events(response.iter_lines())
