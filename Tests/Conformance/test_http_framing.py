"""Where messages end on a connection: framing that is wrong, bodies that are too large, and what keeps or ends it.

The rules are those of RFC 9110 and RFC 9112.
"""

import json

import pytest

from raw_http import Connection, ends_connection, request
from rest import IDENTITY_TOOLKIT

SIGN_UP = f"{IDENTITY_TOOLKIT}/v1/accounts:signUp"
BODY = b'{"email":"alice@example.test","password":"correct-horse"}'
LIMIT = 64 * 1024
# More than any drain of a server that is not to read a gigabyte, and than all buffers between.
TENS_OF_MEGABYTES = 64 * 1024 * 1024


@pytest.fixture
def path(project):
    return f"{SIGN_UP}?key=project:{project}"


@pytest.fixture
def connect(server):
    connections = []

    def connect(to=server):
        connections.append(Connection(to))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


@pytest.fixture
def check_refused(rest, server, request):
    """Checks that a connection gets 400 as its last answer, that the call was not made and nobody was alarmed."""

    def check(connection):
        answer = connection.answer()
        assert answer.status == 400, answer
        assert ends_connection(answer), answer
        assert connection.is_ended()
        assert rest.accounts() == []
        log = server.log.read_text()[request.node.firebreak_log_start :]
        levels = {line.split()[1] for line in log.splitlines() if len(line.split()) > 1}
        assert "unexpected error while handling" not in log and not levels & {"error", "critical"}, log

    return check


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


WHOLE = chunk(BODY) + b"0\r\n\r\n"


# Framing that is wrong


@pytest.mark.parametrize(
    "body",
    {
        "size in letters": b"ZZZ\r\n" + BODY + b"\r\n0\r\n\r\n",
        "negative size": b"-39\r\n" + BODY + b"\r\n0\r\n\r\n",
        "size with 0x": b"0x39\r\n" + BODY + b"\r\n0\r\n\r\n",
        "no size": b"\r\n" + BODY + b"\r\n0\r\n\r\n",
        "size beyond 64 bits": b"fffffffffffffffff\r\n" + BODY + b"\r\n0\r\n\r\n",
        "two sizes": b"39 39\r\n" + BODY + b"\r\n0\r\n\r\n",
        "more data than the size": b"5\r\n" + BODY + b"\r\n0\r\n\r\n",
        "less data than the size": chunk(BODY).replace(b"39", b"3a", 1) + b"0\r\n\r\n",
        "bare line feeds": WHOLE.replace(b"\r\n", b"\n"),
        "line feed after a size": WHOLE.replace(b"39\r\n", b"39\n"),
        "line feed after the data": chunk(BODY)[:-2] + b"\n0\r\n\r\n",
        "line feed after the last size": chunk(BODY) + b"0\n\r\n",
        "trailer without colon": chunk(BODY) + b"0\r\nno colon here\r\n\r\n",
        "trailer without name": chunk(BODY) + b"0\r\n: nameless\r\n\r\n",
        "trailer with a space in its name": chunk(BODY) + b"0\r\nA B: c\r\n\r\n",
    }.items(),
    ids=lambda item: item[0],
)
def test_broken_chunks(server, connect, path, check_refused, body):
    connection = connect()
    head = request(server, path, headers=["Content-Type: application/json", "Transfer-Encoding: chunked"])

    connection.send(head, body[1])

    check_refused(connection)


@pytest.mark.parametrize(
    "headers",
    [
        ["Transfer-Encoding: foo"],
        ["Transfer-Encoding: gzip, chunked"],
        ["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked, gzip"],
        ["Transfer-Encoding: chunked", "Content-Length: 68"],
        ["Content-Length: 68", "Transfer-Encoding: chunked"],
        ["Content-Length: 68", "Content-Length: 57"],
        ["Content-Length: 68, 57"],
    ],
    ids=", ".join,
)
def test_headers_that_leave_the_end_open(server, connect, path, check_refused, headers):
    assert len(WHOLE) == 68 and len(BODY) == 57
    connection = connect()

    connection.send(request(server, path, headers=["Content-Type: application/json", *headers]), WHOLE)

    check_refused(connection)


@pytest.mark.parametrize(
    "length",
    [
        *("9223372036854775808", "18446744073709551616", "18446744073709551673", "99999999999999999999", "9" * 400),
        *("-1", "-57", "+57", "abc", "0x39", "5e1", "57.0", "5 7", "57;", "57,"),
    ],
    ids=lambda length: length[:24],
)
def test_lengths_that_are_none(server, connect, path, check_refused, length):
    connection = connect()

    connection.send(
        request(server, path, headers=["Content-Type: application/json", f"Content-Length: {length}"]), BODY
    )

    check_refused(connection)


def test_chunks_as_they_should_be(server, connect, rest, path):
    """With extensions and trailers, split anywhere; the connection stays."""
    connection = connect()
    body = b"1;name=value\r\n{\r\n" + chunk(BODY[1:20]) + chunk(BODY[20:]) + b"0\r\nX-Trailer: value\r\n\r\n"
    whole = request(server, path, headers=["Content-Type: application/json", "Transfer-Encoding: chunked"]) + body

    for byte in whole:
        connection.send(bytes([byte]))

    answer = connection.answer()
    assert answer.status == 200, answer
    assert json.loads(answer.body)["email"] == "alice@example.test"
    connection.send(request(server, "/healthz", verb="GET"))
    assert connection.answer().status == 200
    assert [account["email"] for account in rest.accounts()] == ["alice@example.test"]


# Where requests go


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Host: AUTHORITY", "Host: AUTHORITY"],
        ["Host: AUTHORITY", "Host: evil.example"],
        ["Host: evil.example", "host: AUTHORITY"],
    ],
    ids=", ".join,
)
@pytest.mark.parametrize("target", ["PATH", "http://AUTHORITYPATH"], ids=["path", "absolute"])
def test_one_host(server, connect, path, check_refused, target, lines):
    connection = connect()
    text = "\r\n".join([f"POST {target} HTTP/1.1", *lines, "Content-Type: application/json", "Content-Length: 57", "", ""])

    connection.send(text.replace("AUTHORITY", server.authority).replace("PATH", path).encode() + BODY)

    check_refused(connection)


@pytest.mark.parametrize(
    "target", ["http://evil.examplePATH", "http://AUTHORITY:1PATH", "http://user@AUTHORITYPATH", "ftp://AUTHORITYPATH",
               "http://evil.example@AUTHORITYPATH", "http://AUTHORITY.evil.examplePATH"])
def test_targets_that_contradict_the_host(server, connect, path, check_refused, target):
    connection = connect()
    target = target.replace("AUTHORITY", server.authority).replace("PATH", path)

    connection.send(request(server, target, BODY))

    check_refused(connection)


def test_an_absolute_target(server, connect, rest, path):
    connection = connect()
    for number, scheme in enumerate(("http", "HTTP")):
        target = f"{scheme}://{server.authority}{path}"
        connection.send(request(server, target, BODY.replace(b"alice", b"alice%d" % number)))
        assert connection.answer().status == 200
    connection.send(request(server, f"http://{server.authority}", verb="GET"))
    assert connection.answer().status == 200
    assert len(rest.accounts()) == 2


def test_the_authority_of_the_target_counts(server, connect, rest, project):
    """Also where there is no Host, as in HTTP/1.0: links begin with it."""
    rest.existing_account("alice@example.test")
    connection = connect()
    body = b'{"requestType":"PASSWORD_RESET","email":"alice@example.test"}'
    target = f"http://firebreak:1234{IDENTITY_TOOLKIT}/v1/accounts:sendOobCode?key=project:{project}"
    head = f"POST {target} HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"

    connection.send(head.encode(), body)

    assert connection.answer().status == 200
    (message,) = rest.firebreak.outbox.list()["messages"]
    assert message["link"]["action"].startswith("http://firebreak:1234/")


@pytest.mark.parametrize("host", ["a b", "a\tb", "localhost:99999", "a/b", "a?b", "a#b", 'a"b', "a<b>", "a\\b", "user@localhost"])
def test_what_is_no_host_is_in_no_link(server, connect, rest, project, host):
    rest.existing_account("alice@example.test")
    connection = connect()
    body = b'{"requestType":"PASSWORD_RESET","email":"alice@example.test"}'
    whole = request(server, f"{IDENTITY_TOOLKIT}/v1/accounts:sendOobCode?key=project:{project}", body)

    connection.send(whole.replace(f"Host: {server.authority}".encode(), f"Host: {host}".encode()))

    assert connection.answer().status == 400
    assert rest.firebreak.outbox.list()["messages"] == []


# Bodies that are too large


@pytest.fixture
def small(start_server):
    """A server that takes bodies of at most 64 KiB."""
    return start_server("--max-body", "64KiB")


def check_too_large(answer):
    assert answer.status == 413, answer
    assert ends_connection(answer), answer


def pour(connection, piece):
    """Sends pieces until the server ends the connection; returns how many bytes it let through."""
    sent = 0
    try:
        while sent < TENS_OF_MEGABYTES:
            connection.send(piece)
            sent += len(piece)
    except ConnectionError:
        pass
    return sent


def test_a_gigabyte_is_not_read(small, connect, path):
    connection = connect(small)
    headers = ["Content-Type: application/json", f"Content-Length: {1024**3}"]
    connection.send(request(small, path, headers=headers))

    check_too_large(connection.answer())

    assert pour(connection, b"x" * 65536) < TENS_OF_MEGABYTES


def test_chunks_without_end_are_not_read(small, connect, path):
    connection = connect(small)
    connection.send(request(small, path, headers=["Content-Type: application/json", "Transfer-Encoding: chunked"]))

    assert pour(connection, chunk(b" " * 65536)) < TENS_OF_MEGABYTES


@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunks"])
@pytest.mark.parametrize("size", [LIMIT + 1, LIMIT + 60_000, 4 * LIMIT])
def test_who_sends_first_can_read_the_answer(small, connect, path, size, is_chunked):
    """The end of a connection must not overtake the answer."""
    body = b" " * size
    for _ in range(10):
        connection = connect(small)
        if is_chunked:
            headers = ["Content-Type: application/json", "Transfer-Encoding: chunked"]
            connection.send(request(small, path, headers=headers), chunk(body), b"0\r\n\r\n")
        else:
            connection.send(request(small, path, body))

        check_too_large(connection.answer())
        assert connection.is_ended()


def test_a_body_of_the_limit(small, connect, path):
    connection = connect(small)
    for _ in range(2):
        connection.send(request(small, path, b"{" + b" " * (LIMIT - 2) + b"}"))
        assert connection.answer().status == 200


# HTTP/1.0


@pytest.mark.parametrize("body", [b"", BODY], ids=["GET", "POST"])
def test_http_1_0_ends_with_its_answer(server, connect, path, body):
    connection = connect()

    connection.send(
        request(server, path if body else "/healthz", body, verb="POST" if body else "GET", version="HTTP/1.0")
    )

    assert connection.answer().status == 200
    assert connection.is_ended()


def test_http_1_0_that_keeps_the_connection(server, connect, path):
    connection = connect()
    for body in (b"", BODY, b""):
        target, verb = (path, "POST") if body else ("/healthz", "GET")
        keep = ["Connection: keep-alive"]
        connection.send(request(server, target, body, verb=verb, version="HTTP/1.0", headers=keep))
        answer = connection.answer()
        # The client cannot know without being told.
        assert (answer.status, answer.headers.get("connection", "").lower()) == (200, "keep-alive")
    connection.send(request(server, "/healthz", verb="GET", version="HTTP/1.0"))
    assert connection.answer().status == 200
    assert connection.is_ended()


def test_http_1_1_keeps_the_connection_until_told(server, connect):
    connection = connect()
    for _ in range(3):
        connection.send(request(server, "/healthz", verb="GET"))
        answer = connection.answer()
        assert answer.status == 200 and not ends_connection(answer)
    connection.send(request(server, "/healthz", verb="GET", headers=["Connection: close"]))
    assert connection.answer().status == 200
    assert connection.is_ended()


# Expectations


@pytest.mark.parametrize("expectation", ["100-continue", "100-Continue"])
@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunks"])
def test_continue(server, connect, path, expectation, is_chunked):
    connection = connect()
    framing = "Transfer-Encoding: chunked" if is_chunked else f"Content-Length: {len(BODY)}"
    headers = ["Content-Type: application/json", framing, f"Expect: {expectation}"]
    connection.send(request(server, path, headers=headers))

    interim = connection.head()
    assert (interim.version, interim.status) == ("HTTP/1.1", 100)
    connection.send(WHOLE if is_chunked else BODY)

    answer = connection.answer()
    assert answer.status == 200, answer
    assert json.loads(answer.body)["email"] == "alice@example.test"
    connection.send(request(server, "/healthz", verb="GET"))
    assert connection.answer().status == 200


def test_who_does_not_wait_to_continue(server, connect, path):
    connection = connect()

    connection.send(request(server, path, BODY, headers=["Expect: 100-continue"]))

    answer = connection.head()
    if answer.status == 100:
        answer = connection.head()
    assert answer.status == 200


def test_no_continue_for_what_is_too_large(small, connect, path):
    connection = connect(small)
    headers = ["Content-Type: application/json", f"Content-Length: {LIMIT + 1}", "Expect: 100-continue"]
    connection.send(request(small, path, headers=headers))

    check_too_large(connection.answer())
    assert connection.is_ended()


def test_no_continue_for_http_1_0(server, connect, path):
    """It has no interim answers, so that the expectation is ignored."""
    connection = connect()

    connection.send(request(server, path, BODY, version="HTTP/1.0", headers=["Expect: 100-continue"]))

    assert connection.answer().status == 200
    assert connection.is_ended()


# Upgrades


UPGRADES = {
    "h2c": ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"],
    "h2c without settings": ["Connection: Upgrade", "Upgrade: h2c"],
    "websocket": [
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ],
}


@pytest.mark.parametrize("is_pipelined", [False, True], ids=["one by one", "pipelined"])
@pytest.mark.parametrize("body", [b"", BODY], ids=["GET", "POST"])
@pytest.mark.parametrize("upgrade", UPGRADES.values(), ids=UPGRADES.keys())
def test_upgrades_are_not_taken(server, connect, path, upgrade, body, is_pipelined):
    """The answer is HTTP/1.1's, and then the connection either ends, as it says, or goes on."""
    connection = connect()
    verb, target = ("POST", path) if body else ("GET", "/healthz")
    requests = [
        request(server, target, body, verb=verb, headers=upgrade),
        request(server, "/readyz", verb="GET", headers=upgrade),
        request(server, path, b'{"email":"bob@example.test","password":"correct-horse"}'),
    ]
    sent = requests if is_pipelined else requests[:1]
    connection.send(*sent)

    first = connection.answer()
    assert (first.version, first.status) == ("HTTP/1.1", 200)
    if ends_connection(first):
        assert connection.is_ended()
        return
    if not is_pipelined:
        connection.send(requests[1])
    second = connection.answer()
    assert second.status == 200
    if ends_connection(second):
        assert connection.is_ended()
        return
    if not is_pipelined:
        connection.send(requests[2])
    third = connection.answer()
    assert third.status == 200 and json.loads(third.body)["email"] == "bob@example.test"
