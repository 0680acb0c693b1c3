"""A server that is told to end ends, whatever it is in the middle of."""

import signal
import threading

import pytest
import requests

from processes import eventually, is_running

# More than any limit on work that could be waited for.
FACTORIES, EACH = 4, 100_000
USERS = FACTORIES * EACH
FIXTURE = "version: 1\nusers:\n" + "".join(
    f'  - {{ factory: m{number}, count: {EACH}, email: "m{number}-{{n}}@example.test" }}\n'
    for number in range(FACTORIES)
)


def seed(server, project):
    try:
        requests.post(
            f"{server.url}/firebreak/v1/projects/{project}:seed", data=FIXTURE, timeout=120, stream=True
        ).close()
    except requests.RequestException:
        pass  # cut off, as it should be


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_long_work_is_cut_off_and_leaves_nothing(start_server, tmp_path, project, with_signal):
    server = start_server("--data-dir", tmp_path / "data")
    requests.post(f"{server.url}/firebreak/v1/projects/{project}:reset", json={}, timeout=10)
    work = threading.Thread(target=seed, args=(server, project))
    work.start()
    # The work has begun once the file of its project is there.
    assert eventually(lambda: any((tmp_path / "data" / "projects").iterdir()), within=60)

    code = server.stop(with_signal, within=30)

    work.join(60)
    assert code == 0, server.log_tail()
    assert not is_running(server.process.pid)
    again = start_server("--data-dir", tmp_path / "data")
    counts = requests.get(f"{again.url}/firebreak/v1/projects/{project}", timeout=60).json()["counts"]
    assert counts["accounts"] in (0, USERS)


def test_a_second_signal_does_not_hurt(start_server):
    server = start_server()
    server.process.send_signal(signal.SIGTERM)

    assert server.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
