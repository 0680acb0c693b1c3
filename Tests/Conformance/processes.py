"""Looks at processes and ports from outside."""

import os
import socket
import sys
import time

import children


def is_running(pid):
    """Whether a process exists and is more than a zombie that nobody has waited for yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        if os.path.isdir("/proc/self"):
            return False
        command = ["ps", "-o", "stat=", "-p", str(pid)]
        state = children.run(command).stdout.strip()
        return bool(state) and not state.startswith("Z")


def accepts_connections(host, port):
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def free_port():
    """A port on which no program listens, and which the system gives to no other program until the test ends."""
    held = socket.socket()
    # Servers have that option as well, so they may listen beside it; on a Mac they may not.
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    if sys.platform.startswith("linux"):
        children.place().hold(held)
    else:
        held.close()
    return port


def eventually(condition, within=5.0):
    """Whether the condition becomes true in time."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
