#!/usr/bin/env python3
"""Regenerates scripts/function-order.txt: the functions that answering requests and starting take, in this order.

Usage: scripts/update-function-order.py

build_release in scripts/lib.sh places them side by side. Otherwise they are spread over the whole program, 37 MB, so that
each takes a page of memory and a place in the processor's caches with others that nobody calls. Functions that are no
longer there, or are not in the file yet, do no harm; it is worth doing again when much has changed.
"""

import http.client
import json
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = REPOSITORY / ".build/release/firebreak"
TARGET = REPOSITORY / "scripts/function-order.txt"
PROFILES = ["emulator", "local"]
# Valgrind is some fifty times slower than the processor.
STARTING_SECONDS = 120
ROUNDS = 5


def build():
    steps = "source scripts/lib.sh && need_build && need_command valgrind valgrind && build_release"
    subprocess.run(["bash", "-c", steps], cwd=REPOSITORY, check=True, stdout=sys.stderr)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class App:
    """What apps call most, by one connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def call(self, method, path, body=None, kind="application/json"):
        self.connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:500]!r}")
        return content

    def account(self, method, **request):
        path = f"/identitytoolkit.googleapis.com/v1/accounts:{method}?key=project:demo-firebreak"
        return json.loads(self.call("POST", path, json.dumps(request)))

    def wait(self):
        end = time.monotonic() + STARTING_SECONDS
        while True:
            try:
                return self.call("GET", "/healthz")
            except OSError:
                self.connection.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def work(self):
        for number in range(ROUNDS):
            self.call("GET", "/healthz")
            who = {"email": f"user-{number}@example.com", "password": "correct-horse", "returnSecureToken": True}
            self.account("signUp", **who)
            tokens = self.account("signInWithPassword", **who)
            self.account("lookup", idToken=tokens["idToken"])
            self.call(
                "POST",
                "/securetoken.googleapis.com/v1/token?key=project:demo-firebreak",
                f"grant_type=refresh_token&refresh_token={tokens['refreshToken']}",
                "application/x-www-form-urlencoded",
            )
            self.account("sendOobCode", requestType="PASSWORD_RESET", email=who["email"])


def functions(profile):
    """Names in two lists: those called while it worked, and those called until it did."""
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "firebreak"
        # Names are all that is read of it.
        subprocess.run(["strip", "--strip-debug", "-o", program, PROGRAM], check=True)
        port = free_port()
        counting = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={directory}/calls"]
        serving = [program, "serve", "--port", str(port), "--profile", profile, "--project", "demo-firebreak"]
        server = subprocess.Popen(counting + serving, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            app = App(port)
            app.wait()
            subprocess.run(["callgrind_control", "--dump", str(server.pid)], check=True, stdout=subprocess.DEVNULL)
            app.work()
            subprocess.run(["callgrind_control", "--dump", str(server.pid)], check=True, stdout=subprocess.DEVNULL)
        finally:
            server.terminate()
            server.wait()
        return names(pathlib.Path(directory) / "calls.2"), names(pathlib.Path(directory) / "calls.1")


def names(dump):
    """The functions in a dump of callgrind; "'2" and the like mark calls from themselves."""
    found = {}
    for line in dump.read_text(errors="replace").splitlines():
        if match := re.match(r"c?fn=\(\d+\) (.*?)('\d+)?$", line):
            found[match[1]] = True
    return list(found)


def defined():
    """The functions of the program itself, not of libraries that it loads."""
    lines = subprocess.run(["nm", PROGRAM], check=True, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[-1] for line in lines if line.split()[-2] in "tTwW"}


def main(arguments):
    if arguments:
        sys.exit(__doc__.splitlines()[2])
    build()
    lists = [functions(profile) for profile in PROFILES]
    present = defined()
    order = dict.fromkeys(name for calls in zip(*lists) for called in calls for name in called if name in present)
    TARGET.write_text("".join(name + "\n" for name in order))


main(sys.argv[1:])
