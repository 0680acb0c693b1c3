"""Shows that two builds of firebreak answer alike: for changes that are to change nothing.

`capture` runs the tests of clients with a recording proxy before every server, and keeps the requests as steps. In a
step, what an earlier answer gave, such as a token or a code, stands as a reference to it. `compare` plays them to an
older and a newer build, server by server and one request after the other, and prints where the answers differ. The
older build plays twice: what differs between its own answers cannot be compared, and is counted.

The file of requests is not kept in the repository: it is captured in minutes from the commit that a change begins with.
"""

import argparse
import base64
import difflib
import http.client
import http.server
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

VARIABLE = "FIREBREAK_RECORD"
# Larger bodies, and answers that come later than this many seconds, are not kept.
LARGEST_BODY = 64 << 10
LATEST = 2
# Kept of the requests of one server with the same verb and the same path but for what is random in it.
ALIKE = 40
# Headers that say something about the request, not about the connection.
HEADERS = {
    "accept", "accept-language", "authorization", "content-type", "cookie", "origin", "referer", "sec-fetch-site",
    "x-client-version", "x-firebase-locale", "x-firebreak-form-token", "x-goog-api-key", "x-ios-bundle-identifier",
}
# Options whose values are files, processes and addresses of the capture.
OUTSIDE = (
    "--data-dir", "--import", "--export-on-exit", "--fixture", "--smtp", "--signing-key", "--tls", "--ready-file",
    "--credential-keys", "--service-accounts", "--trust-proxy", "--host", "--public-url",
)
# Answers to these come when something happens.
WAITING = re.compile(r":wait|/events|stream|follow|[?&]timeout=")
VALUE = re.compile(r"[A-Za-z0-9_\-.~+/=]{12,}")
# The same between slashes and the like of a URL.
PART = re.compile(r"[A-Za-z0-9_\-.~]{12,}")

_numbers = count()


# MARK: Capturing


class _Tap(http.server.BaseHTTPRequestHandler):
    """Passes a request on and keeps it with its answer."""

    protocol_version = "HTTP/1.1"

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.relay
        raise AttributeError(name)

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def relay(self):
        body = self.body()
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=600)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "transfer-encoding"}
        if "content-length" in (name.lower() for name in headers) or body:
            headers = {name: value for name, value in headers.items() if name.lower() != "content-length"}
            headers["Content-Length"] = str(len(body))
        self.close_connection = True
        try:
            upstream.request(self.command, self.path, body or None, headers)
            answer = upstream.getresponse()
        except (OSError, http.client.HTTPException):
            return
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        content = b""
        while chunk := answer.read1(1 << 16):
            self.wfile.write(chunk)
            self.wfile.flush()
            content += chunk if len(content) <= LARGEST_BODY else b""
        self.server.keep(self.command, self.path, self.headers, body, content)

    def log_message(self, *_):
        pass


class _TapServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, upstream, arguments):
        super().__init__(("127.0.0.1", 0), _Tap)
        self.upstream = upstream
        name = f"{os.getpid()}-{next(_numbers)}.jsonl"
        self.file = open(Path(os.environ[VARIABLE]) / name, "w")
        self.file.write(json.dumps([str(argument) for argument in arguments]) + "\n")
        self.lock = threading.Lock()

    def handle_error(self, request, client_address):
        pass

    def keep(self, method, target, headers, body, answer):
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return
        line = {"method": method, "target": target, "body": text, "answer": answer.decode(errors="replace")}
        line["headers"] = {name.lower(): value for name, value in headers.items() if name.lower() in HEADERS}
        with self.lock:
            self.file.write(json.dumps(line) + "\n")
            self.file.flush()


def tap(port, arguments):
    """The port of a proxy before a server; the server's own if nothing is recorded."""
    if VARIABLE not in os.environ:
        return port
    server = _TapServer(port, arguments)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def values(text):
    """What an answer gives, by where it stands in it: strings of its JSON, parameters of links, a page's token."""
    found = {}

    def visit(value, place):
        if isinstance(value, dict):
            for name, member in value.items():
                visit(member, f"{place}/{name}")
        elif isinstance(value, list):
            for index, element in enumerate(value[:50]):
                visit(element, f"{place}/{index}")
        elif isinstance(value, str):
            if len(value) >= 12 or re.fullmatch(r"\d{6}", value):
                found[place] = value
            if "://" in value and "?" in value:
                for name, parameter in parse_qsl(urlsplit(value).query):
                    if len(parameter) >= 12:
                        found[f"{place}?{name}"] = parameter

    try:
        visit(json.loads(text), "")
    except ValueError:
        if token := re.search(r"\"form-token\" content=\"([\w-]+)\"", text):
            found["form-token"] = token[1]
    return found


def kind_of(method, target):
    """A verb and a path without what is of one project or account."""
    path = re.sub(r"\{\{[^}]*\}\}", "*", target.split("?")[0])
    return method + " " + re.sub(r"(?<=/)(?!v\d+(?=/))[^/:]*[0-9][^/:]*", "*", path)


def steps_of(lines):
    """The steps of one server, from the lines that its proxy wrote."""
    steps, known, alike = [], {}, Counter()
    for line in lines:
        target, body = line["target"], line["body"]
        if len(body) > LARGEST_BODY or WAITING.search(target):
            continue
        kind = kind_of(line["method"], target)
        alike[kind] += 1
        if alike[kind] > ALIKE:
            continue

        def referring(text):
            def reference(match):
                if match[0] in known:
                    return "{{%d %s}}" % known[match[0]]
                return PART.sub(reference, match[0]) if match.re is VALUE else match[0]

            return re.sub(r"(?<!\d)\d{6}(?!\d)", reference, VALUE.sub(reference, text))

        step = {"method": line["method"], "target": referring(target), "body": referring(body)}
        step["headers"] = {name: referring(value) for name, value in line["headers"].items()}
        for place, value in values(line["answer"]).items():
            known.setdefault(value, (len(steps), place))
        steps.append(step)
    return steps


def capture(options):
    with tempfile.TemporaryDirectory() as directory:
        tests = Path(__file__).parent
        subprocess.run(
            [sys.executable, "-m", "pytest", tests, "-q", "-n", "3", "--dist", "loadfile", "-p", "no:cacheprovider",
             "--ignore", tests / "test_packages.py", "--ignore", tests / "test_soak.py", *options.pytest],
            env={**os.environ, VARIABLE: directory}, stdout=subprocess.DEVNULL,
        )  # some tests fail behind a proxy
        servers = []
        for path in sorted(Path(directory).iterdir()):
            arguments, *lines = map(json.loads, path.read_text().splitlines())
            if lines and not any(argument.startswith(OUTSIDE) for argument in arguments):
                servers.append({"arguments": arguments, "steps": steps_of(lines)})
    with lzma.open(options.requests, "wt") as file:
        json.dump(servers, file)
    print(f"{len(servers)} servers, {sum(len(server['steps']) for server in servers)} requests in {options.requests}")


# MARK: Comparing


def decoded(match):
    """A token as what it says: signatures and times differ."""
    parts = match[0].split(".")
    try:
        texts = [base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode() for part in parts[:2]]
    except ValueError:
        return match[0]
    return "<token " + normal(" ".join(texts)) + ">"


def normal(text, port=None):
    """A text without what differs between two runs of one build."""
    if port:
        text = text.replace(str(port), "<port>")
    text = re.sub(r"eyJ[\w-]+\.[\w-]+(\.[\w-]*)?", decoded, text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?", "<time>", text)
    text = re.sub(r"\b1[789]\d{8}(\d{3}|\.\d+)?\b", "<time>", text)
    # Of pages: against scripts of others, and against forms of others.
    text = re.sub(r"(nonce[-=]\"?)[\w-]+", r"\1<nonce>", text)
    text = re.sub(r"(\"form-?token\" (?:content|value)=\")[\w-]+", r"\1<token>", text, flags=re.IGNORECASE)
    return re.sub(r"\"(duration|pid|uptime)\": ?[^,}]+", r'"\1": "<run>"', text)


def play(binary, server):
    """What a server answers to its steps, in normal form."""
    from firebreak_server import Server

    answers, raw = [], []

    def resolved(text):
        def value(match):
            return values(raw[int(match[1])]).get(match[2], "<missing>")

        return re.sub(r"\{\{(\d+) ([^}]*)\}\}", value, text)

    with tempfile.TemporaryDirectory() as directory:
        seed = [] if "--seed" in server["arguments"] else ["--seed", "1"]
        process = Server(binary, *server["arguments"], *seed, log=Path(directory, "log"))
        try:
            for step in server["steps"]:
                connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=LATEST)
                headers = {name: resolved(value) for name, value in step["headers"].items()}
                try:
                    connection.request(
                        step["method"], resolved(step["target"]), resolved(step["body"]).encode(), headers)
                    answer = connection.getresponse()
                    body = answer.read().decode(errors="replace")
                    told = [f"{name}: {value}" for name, value in answer.getheaders()
                            if name.lower() not in ("date", "content-length")]
                    text = "\n".join([str(answer.status), *told, "", pretty(body)])
                except (OSError, ValueError, http.client.HTTPException) as error:
                    body, text = "", f"no answer: {type(error).__name__}"
                connection.close()
                raw.append(body)
                answers.append(normal(text, process.port))
        finally:
            process.kill()
    return answers


def pretty(body):
    try:
        return json.dumps(json.loads(body), indent=1, ensure_ascii=False)
    except ValueError:
        return body


def told(binary):
    """What a build tells without a server: help of all commands, the table of errors, scripts for shells."""
    def output(*arguments):
        done = subprocess.run([binary, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        return f"{done.returncode}\n{done.stdout}{done.stderr}"

    texts, open_commands = {}, [()]
    while open_commands:
        command = open_commands.pop()
        texts["help " + " ".join(command)] = text = output(*command, "--help")
        if "SUBCOMMANDS:" in text:
            names = re.findall(r"^  ([a-z][\w:-]*)", text.split("SUBCOMMANDS:")[1], re.MULTILINE)
            open_commands += [(*command, name) for name in names if name != "help" and name not in command]
    scripts = [("completion", shell) for shell in ("bash", "zsh", "fish")]
    for arguments in [("errors", "--markdown"), ("errors",), *scripts]:
        texts[" ".join(arguments)] = output(*arguments)
    return texts


def compare(options):
    with lzma.open(options.requests, "rt") as file:
        servers = json.load(file)
    differences, unstable, count = Counter(), 0, 0

    def show(title, old, new):
        if sum(differences.values()) <= options.show:
            lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="")
            print(title, *list(lines)[2:40], sep="\n")

    old, new = told(options.old), told(options.new)
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            differences[name] += 1
            show(name, old.get(name, ""), new.get(name, ""))
    for server in servers:
        first, second, third = (play(binary, server) for binary in (options.old, options.old, options.new))
        for step, once, again, newer in zip(server["steps"], first, second, third):
            count += 1
            if once != again:
                unstable += 1
            elif once != newer:
                differences[kind_of(step["method"], step["target"])] += 1
                what = f"{step['method']} {step['target']} {step['body'][:200]}"
                show(f"{what} ({' '.join(server['arguments'])})", once, newer)
    for kind, number in differences.most_common():
        print(f"{number:6} {kind}")
    total = sum(differences.values())
    print(f"{count} requests, {unstable} without an answer that repeats itself, {total} differences")
    return 1 if differences else 0


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    capturing = commands.add_parser("capture", help="keep the requests of the tests of clients")
    capturing.add_argument("requests", help="the file to write")
    capturing.add_argument("pytest", nargs="*", help="options of pytest, behind --")
    capturing.set_defaults(run=capture)
    comparing = commands.add_parser("compare", help="play them to two builds")
    comparing.add_argument("requests", help="the file that was captured")
    comparing.add_argument("old", help="a binary")
    comparing.add_argument("new", help="another one")
    comparing.add_argument("--show", type=int, default=20, help="differences to show whole (20)")
    comparing.set_defaults(run=compare)
    options = parser.parse_args(arguments)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
