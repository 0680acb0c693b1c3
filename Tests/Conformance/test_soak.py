"""Memory and descriptors stay flat under a mixed load: the short form of scripts/soak.sh."""

import pytest

from processes import eventually
from soak import Load, make_original, usage

# Of each worker.
WARM_UP = 40
CYCLES = 80
# Bytes by which the allocator's arenas may differ from one moment to another.
SPREAD = 8 << 20


@pytest.mark.timeout(900)
@pytest.mark.parametrize("in_files", [False, True], ids=["memory", "files"])
def test_memory_and_descriptors_stay_flat(start_server, tmp_path, in_files):
    server = start_server(*(["--data-dir", tmp_path / "data"] if in_files else []))
    make_original(server.port)
    Load(server.port, cycles=WARM_UP).finish()
    memory, descriptors = usage(server.port)
    Load(server.port, cycles=CYCLES).finish()
    assert usage(server.port)[0] <= memory * 1.05 + SPREAD
    # Connections that clients closed are closed here soon.
    assert eventually(lambda: usage(server.port)[1] <= descriptors, within=60), (descriptors, usage(server.port))
