"""Failures on demand as clients see them: real connections, a real server."""

import concurrent.futures

import pytest
import requests

from processes import eventually
from python_module import Firebreak
from raw_http import Connection
from rest import ok

USER = {"email": "alice@example.test", "password": "correct-horse"}


def accounts(rest):
    return rest.firebreak.get()["counts"]["accounts"]


@pytest.mark.parametrize(("point", "expected"), [("before", 0), ("after", 1)])
def test_a_dropped_connection_is_one_for_a_real_client(rest, point, expected):
    rest.firebreak.faults.add("accounts.signUp", drop=point)

    with pytest.raises(requests.exceptions.ConnectionError) as dropped:
        rest.app("signUp", USER)

    assert "without response" in str(dropped.value) or "reset" in str(dropped.value).lower()
    assert accounts(rest) == expected
    ok(rest.app("signUp", {**USER, "email": "bob@example.test"}))


def test_a_client_that_times_out_ends_a_hanging_call(rest):
    rest.firebreak.faults.add("accounts.signUp", hang=True)

    with pytest.raises(requests.exceptions.ReadTimeout):
        requests.post(rest_url(rest, "signUp"), json=USER, timeout=2)

    assert accounts(rest) == 0
    ok(rest.app("signUp", USER))


def rest_url(rest, method):
    return f"{rest.server.url}/identitytoolkit.googleapis.com/v1/accounts:{method}?key={rest.key}"


def test_hanging_calls_hold_up_nobody(rest, server):
    count = 300
    rest.firebreak.faults.add("accounts.lookup", hang=True, times="always")
    request = (
        f"POST /identitytoolkit.googleapis.com/v1/accounts:lookup?key={rest.key} HTTP/1.1\r\nHost: {server.authority}\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    ).encode()
    connections = []
    try:
        for _ in range(count):
            connections.append(Connection(server))
            connections[-1].send(request)
        assert eventually(lambda: rest.firebreak.faults.list()["faults"][0]["hits"] == count, within=60)

        ok(rest.app("signUp", USER))
    finally:
        for connection in connections:
            connection.close()
    ok(rest.app("signUp", {**USER, "email": "bob@example.test"}))


def test_a_server_with_a_hanging_call_ends(start_server):
    server = start_server()
    faults = Firebreak(server.url).project("demo-firebreak").faults
    faults.add("accounts.signUp", hang=True)
    url = f"{server.url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    with concurrent.futures.ThreadPoolExecutor() as pool:
        hanging = pool.submit(requests.post, url, json=USER, timeout=120)
        assert eventually(lambda: faults.list()["faults"][0]["hits"] == 1, within=30)

        code = server.stop(within=30)

        assert isinstance(hanging.exception(timeout=60), requests.exceptions.ConnectionError)
    assert code == 0, server.log_tail()
