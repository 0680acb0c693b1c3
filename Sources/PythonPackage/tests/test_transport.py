"""What calls send, what they answer, and how they fail."""

import pickle
import socket
from collections import OrderedDict
from datetime import datetime, timedelta, timezone
from types import MappingProxyType

import pytest

from firebreak_auth import FirebreakError, OutboxTimeout, RequestTimeout, Unreachable
from firebreak_auth._transport import UNSET, Resource, Transport, on_wire

RESOURCE = "/firebreak/v1/projects/demo"


def test_a_query_has_what_was_given_encoded(server, transport):
    transport.send("GET", "/x", query={"to": "a+b@example.test", "q": "é &", "after": 0, "claims": False, "none": None})

    assert server.calls[0].line == "GET /firebreak/v1/x?to=a%2Bb%40example.test&q=%C3%A9%20%26&after=0&claims=false"
    assert server.calls[0].content == b""


def test_a_path_has_its_parameters_encoded(server, transport):
    Resource(transport, "/projects/demo")._send("GET", "/outbox/{id}/link", path={"id": "a/b?c ü"})

    assert server.calls[0].target == f"{RESOURCE}/outbox/a%2Fb%3Fc%20%C3%BC/link"


def test_a_path_has_no_empty_parameter(transport):
    with pytest.raises(ValueError, match="id must not be empty"):
        Resource(transport, "")._send("DELETE", "/faults/{id}", path={"id": ""})


def test_a_body_has_what_was_given(server, transport):
    Resource(transport, "")._send(
        "POST", "/x", body={"a": 1, "b": None}, nullable={"c": None, "d": UNSET, "e": "on"})

    assert server.calls[0].body == {"a": 1, "c": None, "e": "on"}
    assert server.calls[0].headers["Content-Type"] == "application/json"


def test_a_text_goes_as_yaml(server, transport):
    transport.send("POST", "/x", body="users: []\n")

    assert server.calls[0].content == b"users: []\n"
    assert server.calls[0].headers["Content-Type"] == "application/yaml"


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        (timedelta(hours=6, milliseconds=1), "21600001ms"),
        (datetime(2026, 6, 1, 14, tzinfo=timezone(timedelta(hours=2))), "2026-06-01T12:00:00.000Z"),
        (MappingProxyType({"a": 1}), {"a": 1}),
        (OrderedDict(a=1), {"a": 1}),
    ],
)
def test_values_of_python_have_forms_on_the_wire(server, transport, value, sent):
    transport.send("POST", "/x", body={"value": value})

    assert server.calls[0].body == {"value": sent}


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (datetime(2026, 6, 1), ValueError, "no time zone"),
        (timedelta(microseconds=1), ValueError, "whole milliseconds"),
        ({1, 2}, TypeError, "cannot be sent"),
    ],
)
def test_other_values_are_refused(value, error, text):
    with pytest.raises(error, match=text):
        on_wire(value)


@pytest.mark.parametrize(("token", "header"), [(None, None), ("", None), ("s3cret", "Bearer s3cret")])
def test_the_control_token_is_sent_where_there_is_one(server, token, header):
    Transport(server.url, token).send("GET", "/info")

    assert server.calls[0].headers.get("Authorization") == header


def test_an_address_may_have_a_path_and_a_slash(server):
    Transport(f"{server.url}/auth/").send("GET", "/info")

    assert server.calls[0].target == "/auth/firebreak/v1/info"
    assert Transport(f"{server.url}/").url == server.url


@pytest.mark.parametrize("url", ["", "127.0.0.1:9099", "ftp://example.test", "http://", "http://x:port", "http://x/?a"])
def test_what_is_not_an_address_is_refused(url):
    with pytest.raises(FirebreakError, match="address of a server") as caught:
        Transport(url)
    assert (caught.value.code, caught.value.status) == ("INVALID_ARGUMENT", None)


def test_answers_are_values_or_texts(server, transport):
    server.answer("/value", {"id": "é", "newer": 1})
    server.answer("/text", "https://example.test/ü", kind="text/plain; charset=utf-8")

    assert transport.send("GET", "/value") == {"id": "é", "newer": 1}
    assert transport.send("GET", "/text") == "https://example.test/ü"


def test_an_answer_that_is_not_json_is_not_firebreaks(server, transport):
    server.answer("/info", "<html>")

    with pytest.raises(FirebreakError, match="not Firebreak") as caught:
        transport.send("GET", "/info")
    assert (caught.value.code, caught.value.status) == ("UNEXPECTED_ANSWER", 200)


@pytest.mark.parametrize(
    ("code", "kind"),
    [("OUTBOX_TIMEOUT", OutboxTimeout), ("REQUEST_TIMEOUT", RequestTimeout), ("NOT_FOUND", FirebreakError)],
)
def test_a_refusal_is_an_error_with_its_code(server, transport, code, kind):
    server.fail("/x", 408, f"{code} : Waited : in vain.", details=[{"a": 1}])

    with pytest.raises(kind) as caught:
        transport.send("GET", "/x")
    error = caught.value
    assert type(error) is kind
    assert (error.code, error.status, error.details) == (code, 408, [{"a": 1}])
    assert str(error) == error.message == f"{code} : Waited : in vain."


@pytest.mark.parametrize("content", ["Bad Gateway", '{"error":"x"}', "[]", '{"error":{"message":7}}', '{"error":{}}'])
def test_a_refusal_of_another_program_is_told_as_it_is(server, transport, content):
    server.answer("/x", content, 502)

    with pytest.raises(FirebreakError) as caught:
        transport.send("GET", "/x")
    assert (caught.value.code, caught.value.status, caught.value.message) == ("REFUSED", 502, content)


def test_a_refusal_without_words_has_its_status(server, transport):
    server.answer("/x", "", 413)

    with pytest.raises(FirebreakError, match="status 413"):
        transport.send("GET", "/x")


def refused(transport):
    with pytest.raises(FirebreakError) as caught:
        transport.send("GET", "/x")
    return caught.value


def entry(status, cause):
    return {"httpStatus": status, "cause": cause, "remedy": "Do this."}


def test_an_explanation_has_what_the_server_knows_of_the_error(server, transport):
    problems = [{"file": "a.yaml", "line": 1, "column": 2, "path": "/users", "message": "must be a list"}]
    server.fail("/x", 400, "INVALID_FIXTURE : 2 problems", details=[*problems, "and more"])
    server.answer("/errors/INVALID_FIXTURE", {"errors": [entry(400, "It cannot be read."), entry(404, "Other.")]})

    error = refused(transport)

    assert len(server.calls) == 1
    assert error.explanation == (
        "2 problems\na.yaml:1:2: /users: must be a list\nand more\nIt cannot be read. Do this.")
    assert error.explanation and len(server.calls) == 2


def test_an_explanation_does_not_repeat_the_message(server, transport):
    problem = {"file": "a.yaml", "line": 1, "message": "wrong"}
    server.fail("/x", 400, "INVALID_FIXTURE : a.yaml:1: wrong", details=[problem])

    assert refused(transport).explanation == "a.yaml:1: wrong"


@pytest.mark.parametrize("known", [[], [entry(404, "One."), entry(404, "Another.")], None])
def test_an_explanation_without_a_known_error_is_the_message(server, transport, known):
    server.fail("/x", 404, "NOT_FOUND : there is no user x")
    server.answer("/errors/NOT_FOUND", {"errors": known} if known is not None else "gone")

    assert refused(transport).explanation == "there is no user x"


def test_the_explanation_of_a_server_that_is_gone_is_the_message(server, transport):
    server.fail("/x", 400, "EMAIL_EXISTS")
    error = refused(transport)
    server.close()

    assert error.explanation == "EMAIL_EXISTS"


def test_an_error_goes_to_another_process(server, transport):
    server.fail("/x", 408, "OUTBOX_TIMEOUT : Waited", details=[1])
    error = refused(transport)

    copy = pickle.loads(pickle.dumps(error))

    assert (type(copy), copy.code, copy.status, copy.details, str(copy)) == (
        OutboxTimeout, "OUTBOX_TIMEOUT", 408, [1], "OUTBOX_TIMEOUT : Waited")
    assert copy.explanation == error.explanation


def closed_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def test_no_answer_is_an_error_with_the_address():
    url = f"http://127.0.0.1:{closed_port()}"

    with pytest.raises(Unreachable, match=f"no answer of {url} .*Connection") as caught:
        Transport(url).send("GET", "/info")
    assert (caught.value.code, caught.value.status) == ("UNREACHABLE", None)
    assert isinstance(caught.value.__cause__, OSError)


def test_no_answer_in_time_is_an_error_as_well():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        silent = Transport(f"http://127.0.0.1:{listener.getsockname()[1]}", last_words=lambda: "It hangs.")
        with pytest.raises(Unreachable, match="timed out.*\nIt hangs."):
            silent.send("GET", "/info", timeout=0.05)
