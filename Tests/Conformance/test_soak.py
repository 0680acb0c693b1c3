"""Memory and descriptors stay flat under a mixed load: the short form of scripts/soak.sh."""

import os
from pathlib import Path

import pytest

from processes import eventually
from soak import Load, make_original, usage

# Cycles of each worker between two looks.
CYCLES = 20
# Bytes that one round may add: a leak of 7 KB for each of its projects is more.
GROWTH = 256 << 10
# Rounds in a row that may not add more, because memory also shrinks once in a while.
FLAT = 2
# Rounds after which it must have been flat. Caches and the arenas of the allocator fill in the first ones.
ROUNDS = 16
# What glibc reserves for a heap that is not the process's first, at a multiple of it.
HEAP = 64 << 20


def further_heaps(pid):
    """How many heaps there are besides the first: writable memory where one begins, and more that is reserved."""
    ends = {}
    found = 0
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        place, access = line.split()[:2]
        begin, end = (int(address, 16) for address in place.split("-"))
        if access == "---p" and (end - ends.get(begin, end)) == HEAP:
            found += 1
        if access == "rw-p" and begin % HEAP == 0:
            ends[end] = begin
    return found


@pytest.mark.timeout(900)
@pytest.mark.parametrize("in_files", [False, True], ids=["memory", "files"])
def test_memory_and_descriptors_stay_flat(start_server, tmp_path, in_files):
    # A journal that is full from the first round on.
    server = start_server("--journal", "50", *(["--data-dir", tmp_path / "data"] if in_files else []))
    make_original(server.port)
    Load(server.port, cycles=CYCLES).finish()
    highest, descriptors = usage(server.port)
    sizes = [highest]
    flat = 0
    while flat < FLAT:
        assert len(sizes) <= ROUNDS, sizes
        Load(server.port, cycles=CYCLES).finish()
        sizes.append(usage(server.port)[0])
        flat = flat + 1 if sizes[-1] <= highest + GROWTH else 0
        highest = max(highest, sizes[-1])
    # Connections that clients closed are closed here soon.
    assert eventually(lambda: usage(server.port)[1] <= descriptors, within=60), (descriptors, usage(server.port))
    # What a heap has free is of no use to the others, so there are as many as processors and not eight times that.
    if os.path.isdir("/proc/self"):
        assert further_heaps(server.process.pid) < max(2, os.cpu_count())
