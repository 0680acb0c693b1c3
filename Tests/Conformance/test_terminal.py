"""What a person sees who starts a server in a terminal."""

import json
import signal
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import children
from processes import free_port
from rest import Rest, failure, ok
from terminals import InTerminal, without_sequences
from test_exports import export  # noqa: F401


@pytest.fixture
def terminal(binary):
    """Starts a program in a terminal; it ends with the test."""
    started = []

    def start(*arguments, **options):
        started.append(InTerminal(binary, *arguments, **options))
        return started[-1]

    yield start
    for program in started:
        program.close()


class Served:
    """A server by its ready line, for its clients."""

    def __init__(self, line):
        self.ready = json.loads(line)
        self.url, self.host, self.port = self.ready["url"], self.ready["host"], self.ready["port"]
        self.authority = f"{self.host}:{self.port}"


def serve(terminal, *arguments, **options):
    program = terminal("serve", "--port", "0", *arguments, **options)
    return program, Served(program.process.stdout.readline())


def test_a_person_reads_what_they_need(terminal, export, tmp_path):  # noqa: F811
    fixture = tmp_path / "shop.yaml"
    fixture.write_text("version: 1\nusers:\n- email: bob@example.test\n  password: correct-horse\n")
    program, server = serve(terminal, "--project", "demo-shop", "--import", export, "--fixture", fixture)
    screen = without_sequences(program.read_until("Ctrl-C"))

    for line in (
        f"  Console    {server.url}/firebreak/\n",
        f"  Variables  export FIREBASE_AUTH_EMULATOR_HOST={server.authority} GCLOUD_PROJECT=demo-shop FIREBASE_API_KEY=AIza",
        "  Project    demo-shop\n",
        "  Profile    local: ",
        f"  Applied    {export}: 2 accounts\n",
        f"  Applied    {fixture}: 1 user in 1 project\n",
        "  Data       in memory\n",
        "  Stop       Ctrl-C\n",
    ):
        assert line in screen, screen
    assert program.end(signal.SIGINT) == 0
    # The ready line alone, as without a terminal.
    assert program.process.stdout.read() == ""


def test_mails_and_refusals_are_lines(terminal):
    program, server = serve(terminal, "--project", "demo-shop")
    rest = Rest(server, "demo-shop")
    rest.sign_up("ann@example.test", "correct-horse")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.test"}))
    failure(rest.sign_in("ann@example.test", "wrong"))
    ok(rest.app("sendVerificationCode", {"phoneNumber": "+16505550101", "recaptchaToken": "x"}))
    screen = without_sequences(program.read_until("+16505550101"))
    screen = without_sequences(program.read_until("INVALID_LOGIN_CREDENTIALS"))

    lines = screen.splitlines()
    (mail,) = [line for line in lines if "reset the password" in line]
    assert mail.startswith(f"To reset the password for ann@example.test, follow this link: {server.url}/")
    (refusal,) = [line for line in lines if "INVALID_LOGIN_CREDENTIALS" in line]
    assert refusal.startswith("400 accounts.signInWithPassword ann@example.test INVALID_LOGIN_CREDENTIALS: ")
    assert program.end(signal.SIGTERM) == 0


@pytest.mark.parametrize(
    "environment, colours, links",
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"TERM": "dumb"}, False, False),
        ({"VTE_VERSION": "7600"}, True, True),
    ],
    ids=["plain", "NO_COLOR", "dumb", "links"],
)
def test_colours_and_links(terminal, environment, colours, links):
    program, server = serve(terminal, **environment)
    screen = program.read_until("Ctrl-C")

    assert ("\x1b[1m" in screen) == colours
    address = f"{server.url}/firebreak/"
    assert (f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\" in screen) == links
    assert "\x1b" not in without_sequences(screen)
    assert program.end(signal.SIGTERM) == 0


def test_texts_of_strangers_move_no_terminal(terminal):
    program, server = serve(terminal, VTE_VERSION="7600")
    rest = Rest(server, "demo-shop")
    failure(rest.app("signUp", {"email": "a\x1b[2J\r\n\x9b2J\x07@example.test", "password": "correct-horse"}))
    failure(rest.request("GET", "/nowhere/%1B%5D8;;http:%2F%2Fevil.test%07/"), 404)
    program.read_until("/nowhere/")

    assert program.end(signal.SIGTERM) == 0
    shown = without_sequences(program.screen).replace("\n", "")
    assert not [character for character in shown if not character.isprintable()]


def test_who_asks_for_log_lines_gets_them(terminal):
    program, _ = serve(terminal, "--log-format", "json", "--import", "/nowhere")
    screen = program.read_until("Ctrl-C")
    assert [json.loads(line)["level"] for line in screen.splitlines() if line.startswith("{")] == ["warning"]
    assert program.end(signal.SIGTERM) == 0


def test_start_of_the_firebase_cli(terminal, tmp_path):
    program = terminal("emulators:start", "--port", "0", "--hub", "0", "--project", "demo-shop", directory=tmp_path)
    assert program.process.stdout.readline().startswith("All emulators ready")
    screen = without_sequences(program.read_until("Ctrl-C"))
    assert "  Profile    emulator: " in screen and "  Project    demo-shop\n" in screen
    assert program.end(signal.SIGINT) == 0


def test_nothing_is_said_twice(terminal, tmp_path):
    """Where one terminal shows both outputs."""
    options = ("--port", free_port(), "--hub", free_port(), "--project", "demo-shop")
    program = terminal("emulators:start", *options, directory=tmp_path, output=True)
    program.read_until("Ctrl-C")
    screen = without_sequences(program.read_until("Authentication"))
    assert program.end(signal.SIGINT) == 0
    for text in ("All emulators ready", "Emulator Hub", "/firebreak/", "demo-shop\n"):
        assert screen.count(text) == 1, screen


@pytest.fixture
def slow_server():
    """Answers a call for an export once it is told to go on; its URL, and what tells it."""
    go_on = threading.Event()

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self):
            info = dict.fromkeys(("version", "profile", "host", "url"), "") | {"port": 1, "defaultProject": PROJECT}
            answer = info | {"projects": [PROJECT], "features": [], "operations": []}
            if ":export" in self.path:
                go_on.wait(60)
                answer = {"files": {"accounts.json": {"users": []}}}
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", go_on
        go_on.set()
        server.shutdown()


# Longer than a line.
PROJECT = "x" * 100


def test_long_work_shows_for_how_long(terminal, tmp_path, slow_server):
    url, go_on = slow_server
    words = ("export", "out", "--url", url, "--project", PROJECT)
    program = terminal(*words, directory=tmp_path, output=True)
    # The line is shown again each second, in place of itself.
    program.read_until("\r\x1b[KExporting xxx")
    go_on.set()
    assert program.end() == 0

    progress, _, result = program.screen.rpartition("\r\x1b[K")
    assert set(progress.split("\r\x1b[K")) == {f"Exporting {'x' * 69}"}
    assert result == f"Exported 0 accounts of {PROJECT} to out\n"


def test_commands_in_a_terminal_are_quiet(terminal, server, project, export, tmp_path):  # noqa: F811
    environment = {"FIREBREAK_URL": server.url, "FIREBREAK_PROJECT": project}
    for arguments in (["seed", export], ["export", tmp_path / "out"], ["exec", "--", "true"]):
        program = terminal(*arguments, **environment)
        assert program.end() == 0
        assert program.screen == ""


def test_without_a_terminal_nothing_is_new(start_server, project):
    server = start_server("--project", project)
    failure(Rest(server, project).sign_in("ann@example.test", "wrong"))
    assert server.stop() == 0
    assert "Ctrl-C" not in server.log.read_text() and "INVALID" not in server.log.read_text()


HOSTILE = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202etxt"


@pytest.mark.parametrize("part", ["--text", "--html", "--eml"])
def test_a_mail_acts_on_no_terminal(terminal, firebreak, server, project, rest, part):
    rest.existing_account("ann@example.test", displayName=HOSTILE)
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.test"}))
    message = rest.firebreak.outbox.latest()["id"]
    command = ["outbox", "show", message, part, "--url", server.url, "--project", project]
    program = terminal(*command, output=True)
    assert program.end() == 0
    assert program.screen.count("\n") > 3
    assert not [letter for letter in program.screen if letter not in "\n\t" and not letter.isprintable()]

    # A file gets what was sent.
    ending = {"--text": "txt"}.get(part, part[2:])
    kept = rest.control("GET", f"/outbox/{message}.{ending}").content
    assert firebreak(*command).stdout.encode().replace(b"\r\n", b"\n") == kept.replace(b"\r\n", b"\n")


def test_a_reader_that_does_not_read_stops_nothing(binary, tmp_path):
    process = children.Popen(
        [binary, "serve", "--port", "0", "--project", "demo-shop"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        rest = Rest(Served(process.stdout.readline()), "demo-shop")
        link = {"requestType": "EMAIL_SIGNIN", "continueUrl": "http://localhost", "canHandleCodeInApp": True}
        for number in range(600):
            ok(rest.app("sendOobCode", {**link, "email": f"a{number}@example.test"}))
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
