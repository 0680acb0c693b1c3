"""A thousand connections that stall: the others do not notice, and nothing of them stays."""

import os
import resource
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from processes import eventually
from raw_http import PATIENCE, SMALL_BUFFERS, Connection, request, unsent
from rest import IDENTITY_TOOLKIT, Rest, ok

SIGN_UP = f"{IDENTITY_TOOLKIT}/v1/accounts:signUp"
HALF_HEADS, HALF_BODIES, UNREAD = 400, 400, 200

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at threads and files in /proc")


@pytest.fixture
def many_files():
    """Lets this process and the servers that it starts have enough files open."""
    needed = 4096
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"needs {needed} open files, and may have {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def sign_up(server, project):
    """A call on a connection of its own."""
    return {"url": server.url + SIGN_UP, "params": {"key": f"project:{project}"}, "json": {}, "timeout": PATIENCE}


def threads(server):
    return len(os.listdir(f"/proc/{server.process.pid}/task"))


def files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def test_stalled_connections(many_files, start_server, project):
    server = start_server()
    rest = Rest(server, project)
    # A page of these accounts is more than the buffers of a connection hold.
    long_url = f"https://example.test/{'p' * 2000}"
    users = [{"localId": f"u{number}", "displayName": "d" * 200, "photoUrl": long_url} for number in range(150)]
    ok(rest.admin("/accounts:batchCreate", {"users": users}))
    page = f"{IDENTITY_TOOLKIT}/v1/projects/{project}/accounts:batchGet?maxResults=1000"
    files_before = files(server)
    # Whatever threads the server wants for real work are there now.
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(lambda _: ok(requests.post(**sign_up(server, project))), range(64)))
    threads_before = threads(server)

    half_a_body = request(server, f"{SIGN_UP}?key=project:{project}", b'{"returnSecureToken":true}')[:-10]
    half_a_head = half_a_body[: half_a_body.index(b"Content-Length")]
    whole = request(server, page, verb="GET", headers=["Authorization: Bearer owner"])
    stalled = []
    try:
        for number in range(max(HALF_HEADS, HALF_BODIES, UNREAD)):
            for count, sent, options in (
                (HALF_HEADS, half_a_head, ()),
                (HALF_BODIES, half_a_body, ()),
                (UNREAD, whole, SMALL_BUFFERS),
            ):
                if number < count:
                    stalled.append(Connection(server, *options))
                    stalled[-1].send(sent)
        assert len(stalled) == HALF_HEADS + HALF_BODIES + UNREAD
        assert eventually(lambda: unsent(server) >= UNREAD, within=60), unsent(server)
        for _ in range(50):
            ok(rest.app("signUp", {"returnSecureToken": True}))
            ok(requests.post(**sign_up(server, project)))
        assert threads(server) <= threads_before + 16
    finally:
        for connection in stalled:
            connection.close()

    assert eventually(lambda: files(server) <= files_before + 8, within=60), (files_before, files(server))
    assert ok(rest.app("signUp", {}))["localId"]


# More than the heads of all requests together may take, each counted twice: as bytes and as texts.
LARGE_HEAD, LARGE_HEADS, MAY_TAKE = 70_000, 800, 64 << 20


def test_heads_take_a_bounded_part_of_memory(many_files, start_server, project):
    """Those of requests that wait: what is beyond it is refused, small requests are not, and all of it comes back."""
    server = start_server()
    ok(Rest(server, project).app("signUp", {}))
    path = f"/firebreak/v1/projects/{project}/outbox:wait?timeout=120s&to=nobody@example.test"
    head = request(server, path, verb="GET", headers=[f"X-Filler: {'x' * LARGE_HEAD}"])
    connections = []
    try:
        for _ in range(LARGE_HEADS):
            connections.append(Connection(server))
            try:
                connections[-1].send(head)
            except ConnectionError:
                pass  # refused before it was sent
        fit = MAY_TAKE // (2 * LARGE_HEAD)
        assert eventually(lambda: sum(map(Connection.is_refused, connections)) >= LARGE_HEADS - fit, within=120)
        # The others stay, and silent.
        assert sum(map(Connection.is_refused, connections)) <= LARGE_HEADS - fit // 2
        ok(requests.post(**sign_up(server, project)))
    finally:
        for connection in connections:
            connection.close()

    def is_taken():
        with Connection(server) as connection:
            connection.send(request(server, f"/healthz?{'x' * LARGE_HEAD}", verb="GET"))
            return connection.answer().status == 200

    assert eventually(lambda: all(is_taken() for _ in range(20)), within=60)


def answered(server):
    """How many calls of Google's API the server has answered."""
    metrics = requests.get(f"{server.url}/metrics", timeout=PATIENCE).text
    calls = [line for line in metrics.splitlines() if line.startswith('firebreak_requests_total{area="identitytoolkit"')]
    return sum(int(line.rpartition(" ")[2]) for line in calls)


def test_a_client_that_asks_on_and_does_not_read(start_server, project):
    """It is answered as far as the connection takes answers, and the rest when it reads."""
    server = start_server()
    users = [{"localId": f"u{number}", "photoUrl": f"https://example.test/{'p' * 2000}"} for number in range(20)]
    ok(Rest(server, project).admin("/accounts:batchCreate", {"users": users}))
    page = f"{IDENTITY_TOOLKIT}/v1/projects/{project}/accounts:batchGet"
    asking = request(server, page, verb="GET", headers=["Authorization: Bearer owner"])
    # Some 40 megabytes of answers: the buffers of the two systems together are not that large.
    count = 1000
    with Connection(server, (socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)) as connection, ThreadPoolExecutor(1) as pool:
        sending = pool.submit(connection.send, asking * count)
        seen = 0
        while (now := answered(server)) != seen:
            seen = now
            time.sleep(0.5)
        assert seen < count
        for _ in range(count):
            answer = connection.answer()
            assert answer.status == 200 and len(answer.body) > 40_000
        sending.result()
    assert answered(server) > count
