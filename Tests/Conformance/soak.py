"""A mixed load that goes on: projects that are forked, used, reset and dropped, waits and streams beside them.

Run by itself (scripts/soak.sh), it goes on for minutes and says whether memory and descriptors stay flat, and how long
calls take. test_soak.py runs a short form, which looks at memory and descriptors only.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import queue
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from firebreak_server import DEFAULT_BINARY, Server

API = "/identitytoolkit.googleapis.com/v1/accounts"
CONTROL = "/firebreak/v1/projects"
ORIGINAL = "soak"
# Accounts of the project that is copied.
ACCOUNTS = 100
WORKERS = 2
# Milliseconds.
LONGEST = 50
# How much more memory the end may have than the second minute.
GROWTH = 0.05


class Client:
    """One connection that is kept, and how long the calls over it took."""

    def __init__(self, port):
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.milliseconds = []

    def call(self, verb, path, body=None, timed=True, admin=False):
        headers = {"Content-Type": "application/json"}
        if admin:
            headers["Authorization"] = "Bearer owner"
        start = time.perf_counter()
        self.connection.request(verb, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if timed:
            self.milliseconds.append((time.perf_counter() - start) * 1000)
        if answer.status != 200:
            raise RuntimeError(f"{verb} {path}: {answer.status} {content[:300]!r}")
        return json.loads(content) if content.startswith((b"{", b"[")) else content.decode()

    def app(self, project, method, body):
        return self.call("POST", f"{API}:{method}?key=project:{project}", body)


def make_original(port):
    client = Client(port)
    users = [{"localId": f"u{n}", "email": f"u{n}@example.test", "rawPassword": "correct-horse"} for n in range(ACCOUNTS)]
    path = f"/identitytoolkit.googleapis.com/v1/projects/{ORIGINAL}/accounts:batchCreate"
    client.call("POST", path, {"users": users}, admin=True)
    signed_in = client.app(ORIGINAL, "signUp", {"email": "me@example.test", "password": "correct-horse"})
    assert signed_in["idToken"]


def cycle(client, project):
    """The life of one project."""
    client.call("POST", f"{CONTROL}/{ORIGINAL}:fork", {"to": project, "expiresIn": "10m"})
    stream = http.client.HTTPConnection("127.0.0.1", client.port, timeout=120)
    stream.request("GET", f"{CONTROL}/{project}/outbox:stream")
    events = stream.getresponse()
    for number in range(10):
        email = f"new{number}@example.test"
        made = client.app(project, "signUp", {"email": email, "password": "correct-horse", "returnSecureToken": True})
        client.app(project, "lookup", {"idToken": made["idToken"]})
        client.app(project, "signInWithPassword", {"email": email, "password": "correct-horse"})
        client.app(project, "update", {"idToken": made["idToken"], "displayName": "Someone"})
        client.call(
            "POST", f"/securetoken.googleapis.com/v1/token?key=project:{project}",
            {"grant_type": "refresh_token", "refresh_token": made["refreshToken"]})
        client.app(project, "sendOobCode", {"requestType": "VERIFY_EMAIL", "idToken": made["idToken"]})
        found = client.call("GET", f"{CONTROL}/{project}/outbox:wait?to={email}&status=pending&timeout=30s", timed=False)
        client.app(project, "update", {"oobCode": found["messages"][0]["oobCode"]})
    # The first mail, and the rest of the connection is left to the server.
    while not events.readline().startswith(b"data:"):
        pass
    stream.close()
    client.call("POST", f"/identitytoolkit.googleapis.com/v1/projects/{project}/accounts:query", {}, admin=True)
    client.call("GET", f"/identitytoolkit.googleapis.com/v1/projects/{project}/accounts:batchGet?maxResults=50", admin=True)
    client.call("POST", f"{CONTROL}/{project}:snapshot", {})
    client.call("GET", f"{CONTROL}/{project}/requests?limit=20")
    client.call("POST", f"{CONTROL}/{project}:reset", {})
    client.call("POST", f"{CONTROL}/{project}:restore", {})
    client.call("GET", f"{CONTROL}/{project}")
    client.call("DELETE", f"{CONTROL}/{project}")


def work(port, number, until, cycles, results):
    """Goes through cycles until a moment, or that many."""
    client = Client(port)
    done = 0
    try:
        while (time.time() < until) if until else (done < cycles):
            # Names that were never there, so that what is kept of a name is seen.
            cycle(client, f"soak-{os.getpid()}-{number}-{done}")
            done += 1
        results.put((done, client.milliseconds, None))
    except Exception as error:  # told to the parent, which fails
        results.put((done, client.milliseconds, repr(error)))


class Load:
    """Workers in processes of their own, so that none waits for another's interpreter."""

    def __init__(self, port, seconds=None, cycles=None):
        self.results = multiprocessing.Queue()
        until = time.time() + seconds if seconds else None
        self.workers = [
            multiprocessing.Process(target=work, args=(port, number, until, cycles, self.results), daemon=True)
            for number in range(WORKERS)
        ]
        for worker in self.workers:
            worker.start()

    def finish(self, while_waiting=lambda: None):
        """How many cycles there were, and how long calls took; raises what a worker met."""
        found = []
        while len(found) < len(self.workers):
            try:
                found.append(self.results.get(timeout=1))
            except queue.Empty:
                while_waiting()
        for worker in self.workers:
            worker.join()
        for _, _, problem in found:
            if problem:
                raise RuntimeError(problem)
        return sum(done for done, _, _ in found), [time for _, times, _ in found for time in times]


def usage(port):
    """What the process says that it occupies: bytes, and descriptors."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()

    def value(name):
        return int(re.search(rf"^{name} (\d+)$", text, re.MULTILINE)[1])

    return value("process_resident_memory_bytes"), value("process_open_fds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--firebreak", type=Path, default=DEFAULT_BINARY)
    parser.add_argument("--data-dir", action="store_true", help="keep projects in files instead of memory")
    options = parser.parse_args()
    if options.minutes < 3:
        parser.error("the first minute is for warming up, and two more are compared: at least 3 minutes")
    with tempfile.TemporaryDirectory() as directory:
        arguments = ["--data-dir", f"{directory}/data"] if options.data_dir else []
        server = Server(options.firebreak, *arguments, log=Path(directory) / "log", ready_within=60)
        try:
            failed = soak(server, options.minutes)
        finally:
            code = server.stop(within=60)
    sys.exit(1 if failed or code else 0)


def soak(server, minutes):
    make_original(server.port)
    start = time.time()
    samples = []

    def sample():
        samples.append((time.time() - start, *usage(server.port)))

    cycles, milliseconds = Load(server.port, seconds=minutes * 60).finish(while_waiting=sample)

    def usage_between(begin, end):
        """Mean memory, and the most descriptors: those of the load come and go."""
        taken = [sample for sample in samples if begin <= sample[0] < end]
        return statistics.mean(size for _, size, _ in taken), max(descriptors for *_, descriptors in taken)

    second, first_descriptors = usage_between(60, 120)
    last, last_descriptors = usage_between(minutes * 60 - 60, minutes * 60)
    growth = last / second - 1
    milliseconds.sort()
    slow = milliseconds[int(len(milliseconds) * 0.999)]
    rows = [
        ("calls", f"{len(milliseconds):,} in {cycles:,} projects", True),
        ("memory, second minute", f"{second / 1e6:.1f} MB", True),
        ("memory, last minute", f"{last / 1e6:.1f} MB, {growth:+.1%}", growth <= GROWTH),
        ("descriptors, most of the second and of the last minute", f"{first_descriptors}, {last_descriptors}",
         last_descriptors <= first_descriptors),
        ("99.9 % of the calls take at most", f"{slow:.1f} ms", slow <= LONGEST),
        ("the longest takes", f"{milliseconds[-1]:.1f} ms", True),
    ]
    print("| What | Measured | |\n|---|---|---|")
    for what, measured, is_fine in rows:
        print(f"| {what} | {measured} | {'' if is_fine else 'too much'} |")
    return not all(is_fine for _, _, is_fine in rows)


if __name__ == "__main__":
    main()
