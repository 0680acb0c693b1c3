"""The command line: exit codes, `exec` and what it leaves behind, data that survives, and the outbox in a shell."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import threading

import pytest
import requests

import clean_roots
import children
from children import clean_environment
from mail import send_sign_in_link, sign_in_by_link
from processes import accepts_connections, eventually, free_port, is_running
from python_module import FirebreakError
from rest import Rest, failure, ok

FINISH = "http://localhost:5000/finish"
COMMANDS = ("serve", "exec", "health", "validate", "seed", "outbox", "requests", "keys", "token", "completion")


# Simple commands


def test_version(firebreak):
    result = firebreak("--version")

    assert result.returncode == 0
    assert re.search(r"\d+\.\d+\.\d+", result.stdout)


def test_help(firebreak):
    result = firebreak("--help")

    assert result.returncode == 0
    for command in COMMANDS:
        assert command in result.stdout
    for command in COMMANDS:
        help_text = firebreak(command, "--help")
        assert (help_text.returncode, help_text.stderr) == (0, "")
        assert "USAGE" in help_text.stdout.upper()


def test_health(firebreak, server, start_server, tmp_path):
    result = firebreak("health", "--url", server.url)
    assert (result.returncode, result.stdout, result.stderr) == (0, "ready\n", "")
    ended = start_server()
    ended.stop()
    result = firebreak("health", "--url", ended.url, "--timeout", "1m")
    assert (result.returncode, result.stdout) == (1, "")
    assert ended.url in result.stderr


def test_health_by_the_port_of_the_server(binary, server):
    environment = clean_environment(FIREBREAK_PORT=str(server.port))
    result = children.run([binary, "health"], env=environment)
    assert (result.returncode, result.stdout) == (0, "ready\n")


def test_keys(firebreak, server, project):
    result = firebreak("keys", project)
    key = result.stdout.strip()

    assert result.returncode == 0
    assert len(key) == 39 and key.startswith("AIza")
    created = ok(Rest(server, project, key=key).app("signUp", {"returnSecureToken": True}))
    assert Rest(server, project).account(created["localId"])["localId"] == created["localId"]
    assert firebreak("keys", project).stdout.strip() == key
    assert firebreak("keys", f"{project}-x").stdout.strip() != key


@pytest.mark.parametrize("project", ["UPPER", "a_b", "x" * 31])
def test_keys_for_what_a_key_cannot_carry(firebreak, project):
    result = firebreak("keys", project)

    assert result.returncode == 2
    assert result.stdout == "" and result.stderr


def test_key_with_a_typing_error_does_not_select_the_project(firebreak, server, project):
    key = firebreak("keys", project).stdout.strip()
    swapped = "A" if key[20] != "A" else "B"
    broken = Rest(server, project, key=key[:20] + swapped + key[21:])

    created = ok(broken.app("signUp", {"returnSecureToken": True}))

    found = ok(broken.admin("/accounts:lookup", {"localId": [created["localId"]]}))
    assert "users" not in found


# Starting to serve


def test_ready_line_is_the_only_output(start_server):
    server = start_server("--project", "demo-ready", "--profile", "emulator")
    ok(Rest(server, "demo-ready").app("signUp", {}))

    assert server.stop() == 0
    assert len(server.output) == 1
    assert server.ready["event"] == "ready"
    assert (server.ready["host"], server.ready["project"]) == ("127.0.0.1", "demo-ready")
    assert server.ready["profile"] == "emulator"
    assert server.ready["url"] == f"http://127.0.0.1:{server.port}"
    assert re.search(r"\d+\.\d+\.\d+", server.ready["version"])


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT], ids=lambda s: s.name)
def test_shutdown_with_open_connections(start_server, with_signal):
    server = start_server()
    rest = Rest(server, "demo-shutdown")
    ok(rest.app("signUp", {}))

    def park():
        with contextlib.suppress(FirebreakError):
            rest.firebreak.outbox.wait(to="nobody@example.test", timeout=60)

    threading.Thread(target=park, daemon=True).start()
    idle = socket.create_connection((server.host, server.port))

    assert server.stop(with_signal, within=12) == 0
    idle.close()
    assert not accepts_connections(server.host, server.port)


def test_port_taken(firebreak):
    with socket.create_server(("127.0.0.1", 0)) as other:
        result = firebreak("serve", "--port", other.getsockname()[1])

    assert result.returncode == 4
    assert result.stdout == "" and "port" in result.stderr.lower()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-flag"],
        ["--profile", "nonsense"],
        ["--port", "70000"],
        ["--port", "many"],
        ["--max-body", "lots"],
        ["--journal", "all"],
        ["--rule", "without-value"],
        ["--rule", "noSuchRule=on"],
        ["--unknown-keys", "perhaps"],
        ["--single-project", "on"],
        ["--api-key", "without-project"],
        ["--host", "0.0.0.0"],
        ["surplus"],
    ],
    ids=" ".join,
)
def test_usage_errors(firebreak, arguments):
    result = firebreak("serve", *([] if "--port" in arguments else ["--port", "0"]), *arguments)

    assert result.returncode == 2
    assert result.stdout == "" and result.stderr


def test_unknown_command(firebreak):
    assert firebreak("no-such-command").returncode == 2


@pytest.mark.skipif(not clean_roots.is_possible(), reason="only root can hide /proc from a program")
def test_arguments_that_cannot_be_read(binary):
    hidden = 'mount -t tmpfs none /proc && exec "$0" validate --bogus'
    result = children.run(["unshare", "--mount", "bash", "-c", hidden, binary])

    assert (result.returncode, result.stdout) == (1, "")
    assert "/proc" in result.stderr


def test_unusable_data_directory(firebreak, tmp_path):
    file = tmp_path / "file"
    file.write_text("not a directory")

    for directory in (file, file / "below"):
        result = firebreak("serve", "--port", "0", "--data-dir", directory)
        assert result.returncode == 5
        assert result.stdout == "" and str(file) in result.stderr


def test_damaged_database_harms_only_its_project(start_server, tmp_path):
    data = tmp_path / "data"
    server = start_server("--data-dir", data)
    created = Rest(server, "demo-damage").sign_up("alice@example.test", "correct-horse")
    assert created["localId"] and server.stop() == 0
    databases = [path for path in (data / "projects").rglob("*") if path.is_file()]
    (database,) = [path for path in databases if path.read_bytes().startswith(b"SQLite format 3")]
    database.write_bytes(b"this is not a database" * 500)

    server = start_server("--data-dir", data)
    response = Rest(server, "demo-damage").sign_in("alice@example.test", "correct-horse")
    assert response.status_code >= 500
    ok(Rest(server, "demo-other").app("signUp", {}))


def test_environment_variables_and_flags(start_server):
    environment = clean_environment(FIREBREAK_PROFILE="emulator", FIREBREAK_PROJECT="from-variable")
    by_variable = start_server(environment=environment)
    by_flag = start_server("--profile", "production", environment=environment)

    assert (by_variable.ready["profile"], by_variable.ready["project"]) == ("emulator", "from-variable")
    assert (by_flag.ready["profile"], by_flag.ready["project"]) == ("production", "from-variable")


@pytest.mark.parametrize("variable", ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"])
def test_default_project(start_server, variable):
    assert start_server(environment=clean_environment(**{variable: "from-google"})).ready["project"] == "from-google"


def test_ready_file(start_server, tmp_path):
    path = tmp_path / "ready.json"
    server = start_server("--ready-file", path)

    assert json.loads(path.read_text()) == server.ready


def test_registered_keys_only(start_server):
    server = start_server("--api-key", "web-key=demo-shop", "--unknown-keys", "reject", "--project", "demo-default")
    registered = Rest(server, "demo-shop", key="web-key")
    unknown = Rest(server, "demo-shop", key="other-key")

    created = ok(registered.app("signUp", {"returnSecureToken": True}))

    assert registered.account(created["localId"])
    response = unknown.app("signUp", {})
    assert failure(response) == "API key not valid. Please pass a valid API key."
    assert response.json()["error"]["status"] == "INVALID_ARGUMENT"
    ok(Rest(server, "demo-third").app("signUp", {}))


@pytest.mark.parametrize("mode", ["warn", "error"])
def test_single_project_mode(start_server, mode):
    server = start_server("--single-project", mode, "--project", "demo-only", "--log-level", "warning")
    ok(Rest(server, "demo-only").app("signUp", {}))
    assert "single project mode" not in server.log.read_text()

    response = Rest(server, "demo-other").app("signUp", {})

    assert "Requested project ID demo-other, but the emulator is configured for demo-only." in server.log.read_text()
    if mode == "warn":
        ok(response)
    else:
        assert response.status_code == 400
        assert failure(response).startswith("Multiple projectIds are not recommended in single project mode. ")


def test_rules_from_the_command_line(start_server, project):
    rest = Rest(start_server("--rule", "supersedeCodes=off"), project)
    for _ in range(2):
        ok(send_sign_in_link(rest, "alice@example.test", FINISH))

    assert [message["status"] for message in rest.firebreak.outbox.list()["messages"]] == ["pending", "pending"]


def test_control_token(start_server, project):
    server = start_server("--host", "0.0.0.0", "--control-token", "secret-token")
    path = f"http://127.0.0.1:{server.port}/firebreak/v1/projects/{project}/outbox"

    def status(**headers):
        return requests.get(path, headers=headers, timeout=10).status_code

    assert status() in (401, 403)
    assert status(Authorization="Bearer wrong") in (401, 403)
    assert status(Authorization="Bearer secret-token") == 200


# exec


REPORT = textwrap.dedent(
    """
    import json, os, urllib.request
    names = ["FIREBASE_AUTH_EMULATOR_HOST", "GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT", "FIREBREAK_URL"]
    report = {name: os.environ[name] for name in names}
    report["healthz"] = urllib.request.urlopen(report["FIREBREAK_URL"] + "/healthz").status
    print(json.dumps(report))
    """
)


def test_exec_sets_the_environment(firebreak):
    result = firebreak("exec", "--", sys.executable, "-c", REPORT)
    report = json.loads(result.stdout)

    assert result.returncode == 0
    host = report["FIREBASE_AUTH_EMULATOR_HOST"]
    assert re.fullmatch(r"127\.0\.0\.1:\d+", host)
    assert report["FIREBREAK_URL"] == f"http://{host}"
    assert report["GCLOUD_PROJECT"] == report["GOOGLE_CLOUD_PROJECT"] == "demo-firebreak"
    assert report["healthz"] == 200
    assert not accepts_connections(*host.split(":"))


def test_exec_with_a_project(firebreak):
    result = firebreak("exec", "--project", "demo-exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT")

    assert (result.returncode, result.stdout) == (0, "demo-exec\n")


@pytest.mark.parametrize("code", [0, 1, 7, 64, 255])
def test_exec_exits_with_the_code_of_its_command(firebreak, code):
    result = firebreak("exec", "--", "sh", "-c", f"echo out; echo err >&2; exit {code}")

    assert result.returncode == code
    assert result.stdout == "out\n"
    assert "err\n" in result.stderr


def test_exec_passes_standard_input_and_arguments_on(binary):
    result = children.run(
        [str(binary), "exec", "--", "sh", "-c", 'cat; printf "%s|" "$@"', "sh", "--port", "a b", ""],
        input="from outside\n",
        timeout=30,
    )

    assert (result.returncode, result.stdout) == (0, "from outside\n--port|a b||")


def test_exec_gives_its_command_no_descriptors_but_those_it_got(binary):
    """What the server opens while it starts depends on the moment, so this looks several times."""
    report = "import os; print([int(name) for name in os.listdir('/dev/fd') if os.path.exists(f'/dev/fd/{name}')])"
    reader, writer = os.pipe()
    try:
        for _ in range(10):
            result = children.run(
                [str(binary), "exec", "--", sys.executable, "-c", report],
                pass_fds=[writer],
            )
            assert json.loads(result.stdout) == [0, 1, 2, writer], result
    finally:
        os.close(reader)
        os.close(writer)


def test_exec_without_a_command(firebreak):
    assert firebreak("exec").returncode == 2
    assert firebreak("exec", "--").returncode == 2


def test_exec_of_what_does_not_exist(firebreak):
    result = firebreak("exec", "--", "/no/such/command")

    assert result.returncode == 127
    assert "/no/such/command" in result.stderr


# The command and its child tell their numbers and the server's address, then wait; `sh` is not enough of a
# shield against signals, so both are Python.
FAMILY = textwrap.dedent(
    """
    import os, signal, subprocess, sys, time
    path, behaviour = sys.argv[1:]
    if behaviour == "ignores signals":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(path + ".part", "w") as file:
        print(os.getpid(), child.pid, os.environ["FIREBASE_AUTH_EMULATOR_HOST"], file=file)
    os.rename(path + ".part", path)
    if behaviour == "leaves its child":
        sys.exit(3)
    time.sleep(600)
    """
)


class Family:
    """An `exec` with a command that has a child of its own."""

    def __init__(self, binary, directory, behaviour):
        report = directory / "family"
        script = directory / "family.py"
        script.write_text(FAMILY)
        self.process = children.Popen(
            [str(binary), "exec", "--grace", "1s", "--", sys.executable, str(script), str(report), behaviour],
        )
        assert eventually(lambda: report.exists() or self.process.poll() is not None, within=20)
        assert report.exists(), f"exit code {self.process.poll()}"
        command, child, address = report.read_text().split()
        self.members = [int(command), int(child)]
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)

    def left_behind(self):
        left = [pid for pid in self.members if is_running(pid)]
        return left + ([f"port {self.port}"] if accepts_connections(self.host, self.port) else [])

    def clean_up(self):
        for pid in [self.process.pid, *self.members]:
            if is_running(pid):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def family(binary, tmp_path):
    families = []

    def start(behaviour):
        families.append(Family(binary, tmp_path, behaviour))
        return families[-1]

    yield start
    for family in families:
        family.clean_up()


def test_exec_ends_what_its_command_leaves(family):
    run = family("leaves its child")

    assert run.process.wait(20) == 3
    assert eventually(lambda: not run.left_behind()), run.left_behind()


def test_exec_whose_command_is_killed(family):
    run = family("waits")

    os.kill(run.members[0], signal.SIGKILL)

    assert run.process.wait(20) == 128 + signal.SIGKILL
    assert eventually(lambda: not run.left_behind()), run.left_behind()


def test_exec_ends_well_while_somebody_connects(firebreak):
    port = free_port()
    over = threading.Event()

    def connect():
        while not over.is_set():
            accepts_connections("127.0.0.1", port)

    callers = [threading.Thread(target=connect) for _ in range(4)]
    for caller in callers:
        caller.start()
    try:
        runs = [firebreak("exec", "--port", str(port), "--", "sh", "-c", "sleep 0.05; exit 7") for _ in range(30)]
    finally:
        over.set()
        for caller in callers:
            caller.join()

    assert {run.returncode for run in runs} == {7}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("behaviour", ["waits", "ignores signals"])
def test_exec_gets_a_signal(family, number, behaviour):
    run = family(behaviour)
    assert accepts_connections(run.host, run.port)

    run.process.send_signal(number)

    code = run.process.wait(20)
    if behaviour == "ignores signals":
        assert code == 128 + signal.SIGKILL
    elif number != signal.SIGINT:
        assert code == 128 + number
    else:
        # Python turns SIGINT into an exception and then ends by the signal, or with 1 in old versions.
        assert code in (1, 128 + number)
    assert eventually(lambda: not run.left_behind()), run.left_behind()


def test_exec_is_killed(family):
    run = family("ignores signals")

    run.process.kill()
    run.process.wait(20)

    assert eventually(lambda: not run.left_behind()), run.left_behind()


# Data that survives


def check_kept(rest, session, code):
    """Everything that was answered before the end is there after it."""
    assert rest.own_account(session["idToken"])["email"] == "alice@example.test"
    assert ok(rest.sign_in("alice@example.test", "correct-horse"))["localId"] == session["localId"]
    assert ok(rest.refresh(session["refreshToken"]))["user_id"] == session["localId"]
    ok(sign_in_by_link(rest, "bob@example.test", code))
    ok(send_sign_in_link(rest, "carol@example.test", FINISH))
    assert [message["seq"] for message in rest.firebreak.outbox.list()["messages"]] == [1, 2]
    domains = ok(rest.admin("/config", verb="GET", version="v2"))["authorizedDomains"]
    assert domains == ["localhost", "kept.example.test"]


@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_data_survives(start_server, tmp_path, project, killed):
    server = start_server("--data-dir", tmp_path / "data")
    rest = Rest(server, project)
    session = rest.sign_up("alice@example.test", "correct-horse")
    ok(send_sign_in_link(rest, "bob@example.test", FINISH))
    code = rest.firebreak.outbox.latest()["oobCode"]
    rest.configure("authorizedDomains", {"authorizedDomains": ["localhost", "kept.example.test"]})
    if killed:
        server.kill()
    else:
        assert server.stop() == 0

    again = Rest(start_server("--data-dir", tmp_path / "data"), project)

    check_kept(again, session, code)


def test_nothing_answered_is_lost_by_a_kill(start_server, tmp_path, project):
    server = start_server("--data-dir", tmp_path / "data")
    answered = []

    def sign_up(worker):
        rest = Rest(server, project)
        try:
            for number in range(10_000):
                answered.append(rest.sign_up(f"user-{worker}-{number}@example.test", "correct-horse")["localId"])
        except (requests.RequestException, AssertionError):
            pass

    workers = [threading.Thread(target=sign_up, args=[worker]) for worker in range(4)]
    for worker in workers:
        worker.start()
    assert eventually(lambda: len(answered) > 100, within=20)
    server.kill()
    for worker in workers:
        worker.join()

    rest = Rest(start_server("--data-dir", tmp_path / "data"), project)
    kept, token = set(), None
    while True:
        page = ok(rest.admin("/accounts:batchGet", verb="GET", params={"maxResults": 1000, "nextPageToken": token}))
        kept |= {user["localId"] for user in page["users"]}
        token = page.get("nextPageToken")
        if not token:
            break

    assert set(answered) <= kept


def test_without_a_data_directory_nothing_is_kept(start_server, project):
    server = start_server()
    session = Rest(server, project).sign_up("alice@example.test", "correct-horse")
    assert server.stop() == 0

    rest = Rest(start_server(), project)

    assert failure(rest.app("lookup", {"idToken": session["idToken"]})) == "USER_NOT_FOUND"


def test_project_ids_are_safe_as_file_names(start_server, tmp_path):
    outside = tmp_path / "outside"
    data = outside / "data"
    outside.mkdir()
    server = start_server("--data-dir", data)
    names = ["..", "../escape", "a/b", "/abs", "upper", "UPPER", "nul\0name", "ünïcode", "a b", "CON", "x" * 128]
    for name in names:
        created = Rest(server, name).sign_up("who@example.test", "correct-horse")
        assert created["localId"], name
    too_long = Rest(server, "x" * 129).app("signUp", {"email": "a@example.test", "password": "correct-horse"})
    assert too_long.status_code == 400
    assert server.stop() == 0

    assert [path.name for path in outside.iterdir()] == ["data"]
    files = [path for path in outside.rglob("*") if path.is_file()]
    assert len({path.name.lower() for path in files}) == len(files) >= len(names)
    again = start_server("--data-dir", data)
    for name in names:
        failure(Rest(again, name).app("signUp", {"email": "who@example.test", "password": "correct-horse"}))


# The outbox in a shell


@pytest.fixture
def outbox(firebreak, server, project):
    """Runs `firebreak outbox …` for the test's project."""

    def run(command, *arguments):
        return firebreak("outbox", command, "--project", project, *arguments, FIREBREAK_URL=server.url)

    return run


def test_outbox_list(outbox, rest):
    for name in ("alice", "bob"):
        ok(send_sign_in_link(rest, f"{name}@example.test", FINISH))

    table = outbox("list")
    listed = json.loads(outbox("list", "--format", "json").stdout)
    filtered = json.loads(outbox("list", "--format", "json", "--to", "bob@example.test").stdout)

    assert table.returncode == 0
    assert "alice@example.test" in table.stdout and "bob@example.test" in table.stdout
    assert [message["to"] for message in listed["messages"]] == ["alice@example.test", "bob@example.test"]
    assert [message["seq"] for message in filtered["messages"]] == [2]


@pytest.mark.parametrize("noun, elements", [("outbox", "messages"), ("requests", "calls"), ("accounts", "accounts")])
def test_empty_lists_say_whose_they_are(firebreak, server, noun, elements):
    result = firebreak(noun, "list", "--url", server.url, "--project", "demo-empty")

    assert (result.returncode, result.stderr) == (0, f"No {elements} found in project demo-empty.\n")
    assert len(result.stdout.splitlines()) == 1
    answer = firebreak(noun, "list", "--url", server.url, "--project", "demo-empty", "--format", "json")
    assert (answer.returncode, answer.stderr) == (0, "")


def test_outbox_wait(outbox, rest):
    results = {}
    arguments = ["--to", "alice@example.test", "--type", "EMAIL_SIGNIN", "--timeout", "20s", "--format", "json"]
    waiter = threading.Thread(target=lambda: results.update(wait=outbox("wait", *arguments)))
    waiter.start()
    ok(send_sign_in_link(rest, "alice@example.test", FINISH))
    waiter.join(30)

    assert results["wait"].returncode == 0
    (message,) = json.loads(results["wait"].stdout)["messages"]
    assert message == rest.firebreak.outbox.latest()


def test_outbox_open(outbox, rest):
    rest.sign_up("alice@example.test", "correct-horse")
    ok(rest.app("sendOobCode", {"requestType": "PASSWORD_RESET", "email": "alice@example.test"}))

    refused = outbox("open", "--to", "alice@example.test")
    text = outbox("open", "--to", "alice@example.test", "--new-password", "better-horse")
    ok(send_sign_in_link(rest, "alice@example.test", FINISH))
    answer = outbox("open", rest.firebreak.outbox.latest()["id"], "--format", "json")

    assert refused.returncode == 1 and "newPassword" in refused.stderr
    assert text.returncode == 0 and "resetPassword" in text.stdout
    ok(rest.sign_in("alice@example.test", "better-horse"))
    assert json.loads(answer.stdout)["redirect"].startswith(FINISH)


def test_outbox_follow(binary, rest, server, project):
    ok(send_sign_in_link(rest, "alice@example.test", FINISH))
    command = [binary, "outbox", "follow", "--project", project, "--after", "0", "--format", "json"]
    environment = clean_environment(FIREBREAK_URL=server.url)
    with children.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as follower:
        try:
            assert json.loads(follower.stdout.readline())["to"] == "alice@example.test"
            ok(send_sign_in_link(rest, "bob@example.test", FINISH))
            assert json.loads(follower.stdout.readline()) == rest.firebreak.outbox.latest()
        finally:
            follower.terminate()


def test_requests_follow(binary, rest, server, project):
    rest.sign_up("alice@example.test", "correct-horse")
    command = [binary, "requests", "follow", "--project", project, "--after", "0", "--format", "json"]
    environment = clean_environment(FIREBREAK_URL=server.url)
    with children.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as follower:
        try:
            assert json.loads(follower.stdout.readline())["email"] == "alice@example.test"
            rest.sign_in("alice@example.test", "wrong-horse")
            assert json.loads(follower.stdout.readline())["operation"] == "accounts.signInWithPassword"
        finally:
            follower.terminate()


def test_outbox_wait_times_out(outbox):
    result = outbox("wait", "--to", "nobody@example.test", "--timeout", "300ms")

    assert result.returncode == 1
    assert result.stdout == "" and result.stderr


def test_outbox_show(outbox, rest):
    ok(send_sign_in_link(rest, "alice@example.test", FINISH))
    (message,) = rest.firebreak.outbox.list()["messages"]

    text = outbox("show", message["id"])
    record = outbox("show", message["id"], "--format", "json")
    missing = outbox("show", "msg_doesNotExistAnywhere1")

    assert text.returncode == record.returncode == 0
    assert message["subject"] in text.stdout and message["link"]["mailed"] in text.stdout
    assert json.loads(record.stdout) == message
    assert missing.returncode == 1 and missing.stderr


def test_outbox_show_parts(outbox, rest):
    ok(send_sign_in_link(rest, "alice@example.test", FINISH))
    (message,) = rest.firebreak.outbox.list()["messages"]

    def part(name):
        return outbox("show", "--to", "alice@example.test", name).stdout

    assert part("--link") == message["link"]["mailed"] + "\n"
    assert part("--code") == message["oobCode"] + "\n"
    assert part("--text").splitlines() == message["text"].splitlines()
    assert part("--html").splitlines() == message["html"].splitlines()
    assert "To: alice@example.test" in part("--eml")


def test_outbox_without_a_server(firebreak):
    result = firebreak("outbox", "list", FIREBREAK_URL=f"http://127.0.0.1:{free_port()}")

    assert result.returncode == 1
    assert result.stdout == "" and result.stderr
