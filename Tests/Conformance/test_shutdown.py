"""A server that is told to end ends, whatever it is in the middle of."""

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from processes import eventually, is_running
from python_module import Firebreak
from raw_http import SMALL_BUFFERS, Connection, request, unsent
from rest import IDENTITY_TOOLKIT, Rest, ok

# More than any limit on work that could be waited for.
FACTORIES, EACH = 4, 100_000
USERS = FACTORIES * EACH
FIXTURE = "version: 1\nusers:\n" + "".join(
    f'  - {{ factory: m{number}, count: {EACH}, email: "m{number}-{{n}}@example.test" }}\n'
    for number in range(FACTORIES)
)


def seed(server, project, fixture=FIXTURE):
    try:
        requests.post(
            f"{server.url}/firebreak/v1/projects/{project}:seed", data=fixture, timeout=120, stream=True
        ).close()
    except requests.RequestException:
        pass  # cut off, as it should be


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_long_work_is_cut_off_and_leaves_nothing(start_server, tmp_path, project, with_signal):
    server = start_server("--data-dir", tmp_path / "data")
    Firebreak(server.url).project(project).reset()
    work = threading.Thread(target=seed, args=(server, project))
    work.start()
    # The work has begun once the file of its project is there.
    assert eventually(lambda: any((tmp_path / "data" / "projects").iterdir()), within=60)

    code = server.stop(with_signal, within=30)

    work.join(60)
    assert code == 0, server.log_tail()
    assert not is_running(server.process.pid)
    again = start_server("--data-dir", tmp_path / "data")
    counts = Firebreak(again.url).project(project).get()["counts"]
    assert counts["accounts"] in (0, USERS)


# Exports that take a while, one after the other.
SOME = 30_000
SOME_USERS = f'version: 1\nusers:\n  - {{ factory: m, count: {SOME}, email: "m-{{n}}@example.test" }}\n'


def ended(server, status):
    """How many calls of the control API ended with a status."""
    text = requests.get(f"{server.url}/metrics", timeout=60).text
    name = f'firebreak_requests_total{{area="control",status="{status}"}} '
    return sum(int(line.removeprefix(name)) for line in text.splitlines() if line.startswith(name))


@pytest.fixture
def abandoned(start_server, project):
    """A server that was asked for forty exports by clients who have gone, and how many calls it had answered before."""
    server = start_server()
    seed(server, project, SOME_USERS)
    answered = ended(server, 200)
    export = request(server, f"/firebreak/v1/projects/{project}:export", verb="GET")
    connections = [Connection(server) for _ in range(40)]
    for connection in connections:
        connection.send(export)
    for connection in connections:
        connection.close()
    return server, answered


def test_work_ends_with_the_clients_that_asked_for_it(abandoned, project):
    server, before = abandoned
    assert eventually(lambda: ended(server, 200) + ended(server, 503) >= before + 40, within=120)

    assert ended(server, 503) >= 30
    counts = Firebreak(server.url).project(project).get()["counts"]
    assert counts["accounts"] == SOME


def test_the_end_does_not_wait_for_work_of_clients_that_have_gone(abandoned):
    server, _ = abandoned

    assert server.stop(within=30) == 0, server.log_tail()


def test_a_second_signal_does_not_hurt(start_server):
    server = start_server()
    server.process.send_signal(signal.SIGTERM)

    assert server.stop(signal.SIGTERM) in (0, -signal.SIGTERM)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at connections in /proc")
@pytest.mark.parametrize("accounts", [20, 500], ids=["whole", "in-parts"])
def test_a_client_that_does_not_read_does_not_cost_the_export(start_server, tmp_path, project, accounts):
    """It is given the time that requests have, and then its connection ends; the rest of the end is as always."""
    server = start_server("--export-on-exit", tmp_path / "export", "--project", project)
    url = f"https://example.test/{'p' * 2000}"
    users = [{"localId": f"u{number}", "photoUrl": url} for number in range(accounts)]
    ok(Rest(server, project).admin("/accounts:batchCreate", {"users": users}))
    page = f"{IDENTITY_TOOLKIT}/v1/projects/{project}/accounts:batchGet?maxResults=1000"
    asking = request(server, page, verb="GET", headers=["Authorization: Bearer owner"])
    with Connection(server, *SMALL_BUFFERS) as connection, ThreadPoolExecutor(1) as pool:
        # More answers than the buffers of the two systems hold.
        pool.submit(connection.send, asking * 400)
        assert eventually(lambda: unsent(server) > 0, within=60)

        # Much less than the time after which the process is ended, whatever it does.
        assert server.stop(within=45) == 0, server.log_tail()
    assert (tmp_path / "export" / "auth_export" / "accounts.json").exists()
