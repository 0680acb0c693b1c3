"""The check of answers against the API description finds what it is for."""

import json

import httplib2
import pytest
import requests

import answers
import description_check
from description_check import Description, problems
from python_module import Firebreak


@pytest.fixture(scope="module")
def description(servers):
    return Description(requests.get(f"{servers('local').url}/emulator/openapi.json", timeout=30).json())


def told(description, path, body, *, verb="GET", status=200, content_type="application/json"):
    body = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": content_type}
    return problems(description, answers.Answer("local", verb, "", status, headers, body), path)


CLOCK = "/firebreak/v1/projects/demo-a/clock"
SHOWN = {"now": "2026-06-01T12:00:00.000Z", "offset": 0, "frozen": False}


def test_an_answer_as_described(description):
    assert told(description, CLOCK, SHOWN) == []
    assert told(description, CLOCK, SHOWN, content_type="Application/JSON; charset=utf-8") == []
    assert told(description, CLOCK, {"error": {"code": 404, "message": "NOT_FOUND"}}, status=404) == []


@pytest.mark.parametrize(
    "body, expected",
    [
        ({**SHOWN, "offset": "0"}, "offset: '0' is not of type 'integer'"),
        ({**SHOWN, "zone": "UTC"}, ": Additional properties are not allowed ('zone' was unexpected)"),
        ({"now": SHOWN["now"], "offset": 0}, ": 'frozen' is a required property"),
    ],
)
def test_a_body_that_is_not_as_described(description, body, expected):
    assert told(description, CLOCK, body) == [expected]


def test_a_failure_that_is_not_as_described(description):
    assert told(description, CLOCK, {"error": {"code": "404"}}, status=404) == [
        "error.code: '404' is not of type 'integer'"
    ]


def test_types_and_statuses_that_are_not_described(description):
    assert told(description, CLOCK, b"", content_type="text/plain") == ["no content of type text/plain"]
    assert told(description, CLOCK, b"", content_type="") == ["no content of type nothing"]
    assert told(description, CLOCK, SHOWN, status=201) == ["no status 201"]
    stream = "/firebreak/v1/projects/demo-a/outbox:stream"
    assert told(description, stream, None, content_type="text/event-stream") == []
    assert told(description, stream, None, content_type="text/html") == ["no content of type text/html"]


def test_what_is_not_described_at_all(description):
    assert told(description, "/firebreak/v1/projects/demo-a/clocks", {}) == ["there is no description"]
    assert told(description, "/firebreak/v1/projects/demo-a/clocks", {}, status=404) == []
    assert told(description, "/console", b"", content_type="text/html") == []


def test_members_that_google_does_not_describe(description):
    """Google's documents describe some messages only in part, but what they describe counts."""
    lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup"
    assert told(description, lookup, {"kind": "k", "more": 1}, verb="POST") == []
    assert told(description, lookup, {"kind": 1}, verb="POST") == ["kind: 1 is not of type 'string'"]


@pytest.mark.parametrize(
    "path, operation",
    [
        ("/firebreak/v1/projects/demo-a/outbox/latest", "firebreak.projects.outbox.latest"),
        ("/firebreak/v1/projects/demo-a/outbox/latest.txt", "firebreak.projects.outbox.latest.txt"),
        ("/firebreak/v1/projects/demo-a/outbox/msg_1.txt", "firebreak.projects.outbox.get.txt"),
        ("/firebreak/v1/projects/demo-a/outbox/msg_1", "firebreak.projects.outbox.get"),
        ("/firebreak/v1/projects/demo-a/outbox:wait", "firebreak.projects.outbox.wait"),
        ("/firebreak/v1/projects/demo-a", "firebreak.projects.get"),
    ],
)
def test_the_operation_that_a_path_meets(description, path, operation):
    assert description.operation("GET", path)["operationId"] == operation


@pytest.mark.parametrize(
    "ask",
    [
        lambda url: requests.get(f"{url}/firebreak/v1/info", timeout=30),
        lambda url: httplib2.Http(timeout=30).request(f"{url}/firebreak/v1/info"),
        lambda url: Firebreak(url).info(),
    ],
    ids=["requests", "generated", "module"],
)
def test_every_client_is_checked(servers, monkeypatch, ask):
    server = servers("local")
    empty = {"paths": {}, "components": {"schemas": {}}}
    monkeypatch.setattr(description_check, "_description", Description(empty))
    with pytest.raises(AssertionError, match="not as described: GET /firebreak/v1/info answered 200"):
        ask(server.url)
