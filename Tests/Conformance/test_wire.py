"""The server's own socket: huge, stalled and broken requests, and the API description."""

import gzip
import json
import socket
import time

import pytest
import requests
from openapi_spec_validator import validate

from discovery import all_methods, description
from rest import IDENTITY_TOOLKIT, Rest, failure, ok

SIGN_UP = f"{IDENTITY_TOOLKIT}/v1/accounts:signUp"
JSON = {"Content-Type": "application/json"}


def post(rest, body, path="signUp", **headers):
    """Posts raw bytes as JSON with the project's API key."""
    return rest.request(
        "POST",
        f"{IDENTITY_TOOLKIT}/v1/accounts:{path}",
        params={"key": rest.key},
        data=body,
        headers={**JSON, **headers},
    )


def import_users(rest, body):
    """Posts raw bytes to batchCreate, which has integer fields."""
    return rest.request(
        "POST",
        f"{IDENTITY_TOOLKIT}/v1/projects/{rest.project}/accounts:batchCreate",
        data=body,
        headers={**JSON, "Authorization": "Bearer owner"},
    )


def check_alive(rest):
    assert rest.request("GET", "/healthz", timeout=5).status_code == 200


# Malformed and extreme JSON


@pytest.mark.parametrize("profile", ["local", "emulator", "production"])
@pytest.mark.parametrize(
    "body",
    [
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"email":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b"[" * 100_000,
        b'{"mfaInfo":[' + b'{"phoneInfo":[' * 50_000,
    ],
    ids=["objects", "arrays", "unfinished arrays", "unfinished mixture"],
)
def test_deep_nesting(rest, body):
    response = post(rest, body)

    assert failure(response).startswith("Invalid JSON payload received.")
    assert response.json()["error"]["status"] == "INVALID_ARGUMENT"
    check_alive(rest)


@pytest.mark.parametrize(
    "number",
    ["99999999999999999999", "-2147483649", "2147483648", "1e999", "-1e999", "1.5", "9" * 1_000_000, "1" + "0" * 400],
    ids=lambda number: number[:12],
)
def test_numbers_out_of_range(rest, number):
    failure(import_users(rest, f'{{"users":[{{"localId":"u"}}],"rounds":{number}}}'))
    response = rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": number[:1000]})
    assert response.status_code == 400
    check_alive(rest)


# Size


@pytest.fixture
def small(start_server, project):
    """A project on a server that takes bodies of at most 1 MiB."""
    return Rest(start_server("--max-body", "1MiB"), project)


def filled(size):
    """A sign-up whose body has exactly the given size."""
    frame = b'{"returnSecureToken":true,"padding":""}'
    return frame[:-2] + b"x" * (size - len(frame)) + frame[-2:]


def test_body_limit(small):
    ok(post(small, filled(1024 * 1024)))

    assert post(small, filled(1024 * 1024 + 1)).status_code == 413
    assert post(small, filled(8 * 1024 * 1024)).status_code == 413
    check_alive(small)


def test_body_limit_without_a_length(small):
    chunks = (b" " * 65536 for _ in range(64))

    assert post(small, chunks).status_code == 413
    check_alive(small)


def test_body_limit_counts_what_a_compressed_body_becomes(small):
    bomb = gzip.compress(b'{"displayName":"' + b"x" * (64 * 1024 * 1024) + b'"}')
    assert len(bomb) < 1024 * 1024

    assert post(small, bomb, **{"Content-Encoding": "gzip"}).status_code == 413
    check_alive(small)


@pytest.mark.parametrize("profile", ["emulator"])
def test_an_import_of_more_accounts_than_an_answer_could_tell_of(rest, profile):
    body = '{"users":[' + ",".join(["{}"] * 1_000_001) + "]}"

    assert failure(import_users(rest, body)).startswith("MAXIMUM_USER_COUNT_EXCEEDED")
    check_alive(rest)


def test_large_bodies_by_default(rest):
    users = [{"localId": f"u{n}", "displayName": "x" * 200, "photoUrl": "y" * 8500} for n in range(1000)]
    body = json.dumps({"users": users})
    assert len(body) > 8 * 1024 * 1024

    assert ok(import_users(rest, body)).get("error", []) == []


# Stalled connections


def test_stalled_connections_do_not_slow_the_others(server, rest, project):
    head = f"POST {SIGN_UP}?key=project:{project} HTTP/1.1\r\nHost: {server.authority}\r\n".encode()
    body_missing = head + b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":'
    stalled = []
    try:
        for number in range(300):
            connection = socket.create_connection((server.host, server.port), timeout=10)
            stalled.append(connection)
            connection.sendall((head, body_missing, b"")[number % 3])
        durations = []
        for _ in range(20):
            started = time.perf_counter()
            response = requests.post(
                server.url + SIGN_UP, params={"key": rest.key}, json={"returnSecureToken": True}, timeout=10
            )
            durations.append(time.perf_counter() - started)
            ok(response)
    finally:
        for connection in stalled:
            connection.close()

    assert max(durations) < 1, durations
    check_alive(rest)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GARBAGE\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Filler: " + b"f" * 1_000_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Filler: f\r\n" * 100_000 + b"\r\n",
    ],
    ids=["words", "TLS", "version", "length below zero", "length", "chunk", "header", "path", "headers"],
)
def test_broken_http(server, rest, request_bytes):
    with socket.create_connection((server.host, server.port), timeout=10) as connection:
        try:
            connection.sendall(request_bytes)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.recv(65536)
        except OSError:
            answer = b""

    assert answer == b"" or answer.startswith(b"HTTP/1.")
    assert not answer.startswith(b"HTTP/1.1 500"), answer[:200]
    check_alive(rest)


# The API description


@pytest.mark.parametrize("profile", ["local", "emulator"])
def test_openapi(rest):
    document = ok(rest.request("GET", "/emulator/openapi.json"))

    validate(document)
    assert document["openapi"].startswith("3.")
    described = {(verb.upper(), path) for path, operations in document["paths"].items() for verb in operations}
    # Path parameters have other names there; only their places count.
    shapes = {(verb, shape(path)) for verb, path in described}
    for method_id, method in all_methods(description()).items():
        assert (method["httpMethod"], shape("/" + method["flatPath"])) in shapes, method_id


def shape(path):
    """A path with all its parameters called the same."""
    pieces = path.split("{")
    return pieces[0] + "".join("{}" + piece.split("}", 1)[1] for piece in pieces[1:])
