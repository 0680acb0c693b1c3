"""Shows that two builds of firebreak answer alike: for changes that are to change nothing.

`capture` runs the tests of clients with a recording proxy before every server, and keeps the requests as steps. In a
step, what an earlier answer gave, such as a token or a code, stands as a reference to it. `compare` plays them to an
older and a newer build, server by server and one request after the other, with a fixed seed and stopped clocks, and
prints where the answers differ. It does so too with what needs no requests of tests: help, the manual, the table of
errors, and the pages, documents and exports of a server with the fixtures. The older build plays twice: lines that it
does not repeat itself cannot be compared, and are counted.

requests.json.xz has such requests. When routes or tests have changed much, capture them again.
"""

import argparse
import base64
import datetime
import difflib
import html
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
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit

import children

VARIABLE = "FIREBREAK_RECORD"
# Larger bodies, and answers that come later than this many seconds, are not kept.
LARGEST_BODY = 64 << 10
LATEST = 2
# A project's requests are kept if one of them is among the first so many with its verb, path, status and error.
ALIKE = 40
# The host that clients name, in links as well: no server listens to the port.
HOST = "127.0.0.1:9"
PROJECT = re.compile(r"projects/([a-z][a-z0-9-]+)|project(?::|%3A)([a-z][a-z0-9-]+)")
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

# The projects of the fixtures, and the languages of the pages.
PROJECTS = ("demo-shop", "demo-mail", "demo-saas")
LANGUAGES = tuple("en de fr es ja ko pt ru zh zh-TW it nl pl tr uk vi id fi ar he".split())

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
        self.server.keep(self.command, self.path, self.headers, body, answer, content)

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

    def keep(self, method, target, headers, body, answer, content):
        try:
            text = body.decode()
        except UnicodeDecodeError:
            return
        line = {"method": method, "target": target, "body": text, "answer": content.decode(errors="replace")}
        line |= {"status": answer.status, "at": time.time()}
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


def project_of(target):
    """The ID of the project that a target names, by its path or its key."""
    found = PROJECT.search(target)
    return found and (found[1] or found[2])


def chosen(lines):
    """The lines of projects that have something new, in their order: later requests need what earlier ones made."""
    groups = defaultdict(list)
    for index, line in enumerate(lines):
        if len(line["body"]) <= LARGEST_BODY and not WAITING.search(line["target"]):
            groups[project_of(line["target"])].append(index)
    kept, alike = [], Counter()
    for group in groups.values():
        kinds = Counter(
            (kind_of(line["method"], line["target"]), line.get("status"),
             *re.findall(r'"message": *"(\w+)', line["answer"])[:1])
            for line in map(lines.__getitem__, group))
        if any(alike[kind] < ALIKE for kind in kinds):
            kept += group
            alike += kinds
    return [lines[index] for index in sorted(kept)]


def steps_of(lines):
    """The steps of one server, from the lines that its proxy wrote."""
    steps, known = [], {}
    for line in chosen(lines):
        line = json.loads(re.sub(r"(127\.0\.0\.1|localhost)(:|%3A)\d{5}\b", r"\1\g<2>9", json.dumps(line)))
        target, body = line["target"], line["body"]

        def referring(text):
            def reference(match):
                if match[0] in known:
                    return "{{%d %s}}" % known[match[0]]
                return PART.sub(reference, match[0]) if match.re is VALUE else match[0]

            return re.sub(r"(?<!\d)\d{6}(?!\d)", reference, VALUE.sub(reference, text))

        step = {"method": line["method"], "target": referring(target), "body": referring(body)}
        step["headers"] = {name: referring(value) for name, value in line["headers"].items()}
        for place, value in values(line["answer"]).items():
            # What the client said itself it will say again, whatever the answer.
            if value not in target + body:
                known.setdefault(value, (len(steps), place))
        steps.append(step)
    return steps


def packed(directory):
    """The servers whose proxies wrote into a directory, with their steps."""
    servers = []
    for path in sorted(Path(directory).iterdir()):
        arguments, *lines = list(map(json.loads, path.read_text().splitlines())) or [[]]
        if lines and not any(argument.startswith(OUTSIDE) for argument in arguments):
            servers.append({"arguments": arguments, "at": int(lines[0]["at"]), "steps": steps_of(lines)})
    return servers


def capture(options):
    with tempfile.TemporaryDirectory() as directory:
        tests = Path(__file__).parent
        children.run(
            [sys.executable, "-m", "pytest", tests, "-q", "-n", "3", "--dist", "loadfile", "-p", "no:cacheprovider",
             "--ignore", tests / "test_packages.py", "--ignore", tests / "test_soak.py", *options.pytest],
            env={**os.environ, VARIABLE: directory}, stdout=subprocess.DEVNULL, stderr=None,
        )  # some tests fail behind a proxy
        servers = packed(directory)
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


def recent(match):
    """A time of the run itself, or an hour from it, has no value; that of a stopped clock has."""
    text = match[0]
    if "-" in text:
        when = datetime.datetime.fromisoformat(text[:19]).replace(tzinfo=datetime.timezone.utc).timestamp()
    else:
        when = float(text[:10])
    since = when - time.time()
    return "<time>" if abs(since) < 300 or abs(since - 3600) < 300 else text


def normal(text, port=None):
    """A text without what differs between two runs of one build."""
    if port:
        text = re.sub(rf"(?<!\w){port}(?!\w)", "<port>", text)
    text = re.sub(r"eyJ[\w-]+\.[\w-]+(\.[\w-]*)?", decoded, text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?", recent, text)
    text = re.sub(r"\b1[789]\d{8}(\d{3}|\.\d+|\d{6})?\b", recent, text)
    # Of keys, whose age is that of the answer.
    text = re.sub(r"^(Expires: ).*GMT$", r"\1<time>", text, flags=re.MULTILINE)
    # Of pages: against scripts of others, and against forms of others.
    text = re.sub(r"(nonce[-=]\"?)[\w-]+", r"\1<nonce>", text)
    text = re.sub(r"(\"form-?token\" (?:content|value)=\")[\w-]+", r"\1<token>", text, flags=re.IGNORECASE)
    text = re.sub(r"(/requests/of/)\w+", r"\1<reference>", text)
    # What a page shows of such a time, and the version by which it notices that an entry with one is new.
    text = re.sub(r"(datetime=\"<time>[^>]*>)[^<]*", r"\1<time>", text)
    text = re.sub(r"data-version=\"\w+", 'data-version="<version>', text)
    # How long a call took, and how far a stopped clock is from the machine's.
    text = re.sub(r"\b[\d.]+ m?s<", "<run><", text)
    # Of a clock that a request has started again.
    text = re.sub(r"\"now\": \"[^\"]*\"(,\s*\"offset\": [^,]*,\s*\"frozen\": false)", r'"now": "<time>"\1', text)
    return re.sub(r"\"(duration\w*|pid|uptime|offset)\": ?[^,}\n]+", r'"\1": "<run>"', text)


def play(binary, server):
    """What a server answers to its steps, in normal form."""
    from firebreak_server import Server

    answers, given, stopped = [], [], set()
    now = datetime.datetime.fromtimestamp(server["at"], datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    def resolved(text):
        return re.sub(r"\{\{(\d+) ([^}]*)\}\}", lambda match: given[int(match[1])].get(match[2], "<missing>"), text)

    with tempfile.TemporaryDirectory() as directory:
        seed = [] if "--seed" in server["arguments"] else ["--seed", "1"]
        process = Server(binary, *server["arguments"], *seed, log=Path(directory, "log"))
        connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=LATEST)
        try:
            for step in server["steps"]:
                target = resolved(step["target"])
                project = project_of(target)
                # Clocks stand still where the requests were captured; a request that makes a project comes first.
                if project and project not in stopped:
                    stopped.add(project)
                    if not re.search(r"projects/[^/:]+:(fork|import|restore|seed)", target):
                        send(connection, "POST", f"/firebreak/v1/projects/{project}/clock:set",
                             json.dumps({"to": now, "frozen": True}), {"Content-Type": "application/json"})
                headers = {name: resolved(value) for name, value in step["headers"].items()}
                text, body = send(connection, step["method"], target, resolved(step["body"]), headers)
                given.append(values(body))
                answers.append(normal(text, process.port))
        finally:
            connection.close()
            process.kill()
    return answers


def send(connection, method, target, body, headers):
    """The answer to a request as a text, and its body."""
    try:
        connection.request(method, target, body.encode(), {"Host": HOST, **headers})
        answer = connection.getresponse()
        content = answer.read().decode(errors="replace")
    except (OSError, ValueError, http.client.HTTPException) as error:
        connection.close()
        return f"no answer: {type(error).__name__}", ""
    # The length follows from the body, which is compared, and is that of the times in it.
    told = [f"{name}: {value}" for name, value in answer.getheaders() if name.lower() not in ("date", "content-length")]
    return "\n".join([str(answer.status), *told, "", pretty(content)]), content


def pretty(body):
    try:
        return json.dumps(json.loads(body), indent=1, ensure_ascii=False)
    except ValueError:
        return body


def told(binary):
    """What a build tells without a server: help of all commands, the table of errors, scripts for shells."""
    def output(*arguments):
        done = children.run([binary, *arguments])
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


def pages(binary, profile):
    """The pages, documents and exports of a server with the fixtures of the repository, by their addresses."""
    from firebreak_server import REPOSITORY, Server

    # The service's own settings allow neither tenants nor links for signing in, which the other fixtures have.
    names = ("quick-start",) if profile == "production" else ("quick-start", "email-flows", "tenants")
    texts = {}
    with tempfile.TemporaryDirectory() as directory:
        clocks = Path(directory, "clocks.json")
        stopped = {"clock": {"at": "2026-06-01T12:00:00Z", "frozen": True}}
        clocks.write_text(json.dumps({"version": 1, "projects": {project: stopped for project in PROJECTS}}))
        fixtures = [clocks, *(REPOSITORY / "fixtures" / f"{name}.yaml" for name in names)]
        arguments = [argument for fixture in fixtures for argument in ("--fixture", fixture)]
        process = Server(binary, "--profile", profile, "--seed", "1", *arguments, log=Path(directory, "log"))
        connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=LATEST)

        def get(target):
            text, body = send(connection, "GET", target, "", {"Accept": "text/html, */*", "Accept-Language": "en"})
            texts[f"{profile} GET {target}"] = normal(text, process.port)
            return text, body

        try:
            for project in PROJECTS:
                for name in ("emulator", "auth-export", "auth-export-csv", "fixture"):
                    path = Path(directory, f"{project}-{name}")
                    children.run(
                        [binary, "export", path, "--format", name, "--project", project, "--url", process.url])
                    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                        content = file.read_text() if file.is_file() else "none"
                        texts[f"{profile} export {file.relative_to(directory)}"] = normal(content, process.port)
            for target in ("/", "/emulator/openapi.json", "/firebreak/v1/errors", "/firebreak/v1/info", "/none"):
                get(target)
            texts[f"{profile} metrics"] = "\n".join(
                line for line in send(connection, "GET", "/metrics", "", {})[0].splitlines() if line.startswith("#"))
            seen, open_pages = set(), ["/firebreak/"]
            while open_pages and len(seen) < 500:
                target = open_pages.pop(0)
                # The journal has a page for each request so far: those of the first are enough.
                if target in seen or not target.startswith("/") or re.search(r":wait|stream|/requests/\d\d", target):
                    continue
                seen.add(target)
                text, body = get(target)
                if target.startswith(("/firebreak", "/__", "/emulator")):
                    links = re.findall(r'(?:href|src)="([^"#]+)', body)
                    links += re.findall(r"^Location: (.*)$", text, re.MULTILINE)
                    open_pages += [
                        urljoin(target, html.unescape(link)).removeprefix(f"http://{HOST}") for link in links]
            # A code is good for one page, so each mode has its own; a wrong one shows the page of the error.
            codes = {"signIn": "sign-in-carol", "resetPassword": "reset-alice", "verifyEmail": "verify-bob",
                     "verifyAndChangeEmail": "change-alice", "recoverEmail": "none", "none": "none"}
            for language in LANGUAGES:
                for mode, code in codes.items():
                    for known in (code, "wrong"):
                        get(f"/__/auth/action?mode={mode}&oobCode={known}&lang={language}&apiKey=project:demo-mail")
                for provider in ("google.com", "phone", "none"):
                    get(f"/__/auth/handler?apiKey=project:demo-saas&providerId={provider}&authType=signInViaPopup"
                        f"&redirectUrl=http://localhost/&eventId=1&v=11&hl={language}")
        finally:
            connection.close()
            process.kill()
    return texts


def rest(binary):
    """What a build tells without requests of tests: `told`, the manual and the pages of each profile."""
    from firebreak_server import REPOSITORY

    texts = told(binary)
    texts["manual"] = children.run([REPOSITORY / "scripts/manual", binary]).stdout
    for profile in ("local", "emulator", "production"):
        texts |= pages(binary, profile)
    return texts


def steady(once, again):
    """The places of the lines that a second answer repeats; `None` if it has another number of lines."""
    first, second = once.splitlines(), again.splitlines()
    return {place for place, line in enumerate(first) if line == second[place]} if len(first) == len(second) else None


def compare(options):
    with lzma.open(options.requests, "rt") as file:
        servers = json.load(file)
    # The longest first, so that no process ends with one while others have nothing to do.
    servers.sort(key=lambda server: -len(server["steps"]))
    differences, unstable, lines, count = Counter(), 0, 0, 0
    builds = [Path(binary).resolve() for binary in (options.old, options.old, options.new)]

    def judge(kind, title, once, again, newer):
        """Counts a difference in what the older build repeats, and shows it if there were few so far."""
        nonlocal unstable, lines, count
        count += 1
        if once != again:
            unstable += 1
            same = steady(once, again)
            if same is None:
                return
            lines += len(once.splitlines()) - len(same)
            # Lines that are not repeated are taken as equal, the others are compared.
            if len(newer.splitlines()) == len(once.splitlines()):
                newer = "\n".join(line if place in same else old for place, (line, old) in enumerate(
                    zip(newer.splitlines(), once.splitlines())))
                once = "\n".join(once.splitlines())
        if once != newer:
            differences[kind] += 1
            if sum(differences.values()) <= options.show:
                changes = difflib.unified_diff(once.splitlines(), newer.splitlines(), lineterm="")
                print(title, *list(changes)[2:40], "", sep="\n")

    with ProcessPoolExecutor(os.cpu_count()) as pool:
        plays = [[pool.submit(play, build, server) for build in builds] for server in servers]
        others = [pool.submit(rest, build) for build in builds]
        for server, running in zip(servers, plays):
            for step, *answers in zip(server["steps"], *(play.result() for play in running)):
                what = f"{step['method']} {step['target']} {step['body'][:200]} ({' '.join(server['arguments'])})"
                judge(kind_of(step["method"], step["target"]), what, *answers)
        first, second, third = (texts.result() for texts in others)
        for name in sorted(first.keys() | third.keys()):
            judge(name, name, first.get(name, ""), second.get(name, ""), third.get(name, ""))
    for kind, number in differences.most_common():
        print(f"{number:6} {kind}")
    total = sum(differences.values())
    print(f"{count} answers and texts, {total} differences; in {unstable} the older build does not repeat itself "
          f"({lines} lines)")
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
