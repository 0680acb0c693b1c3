"""The Firebase CLI's commands and files: suites that were laid out for it run with one word changed."""

import json
import os
import signal
import socket
import stat
import subprocess
import textwrap

import pytest

import children
from children import clean_environment
from functions_emulator import FunctionsEmulator
from functions_server import Reply
from processes import accepts_connections, free_port
from rest import Rest, claims, ok
from test_exports import ANN, BOB, METADATA, read

FIREBASE_JSON = """
{
  // Rules are not ours.
  "firestore": { "rules": "firestore.rules" },
  "hosting": { "public": "dist", "ignore": ["firebase.json", "**/.*"] }, /* nor is this */
  "emulators": {
    "auth": { "port": "%d", },
    "hub": { "port": %d },
    "ui": { "enabled": true, "port": %d },
    "singleProjectMode": true,
  },
}
"""

# What a suite does that reads codes where the official emulator has them.
SCRIPT = """
    #!/bin/sh
    set -eu
    api="http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1"
    post() { curl -sSf -H 'Content-Type: application/json' -d "$2" "$api/$1?key=fake-api-key"; }
    post accounts:signInWithPassword '{"email":"ann@example.test","password":"correct-horse"}' > signed-in.json
    post accounts:sendOobCode '{"requestType":"PASSWORD_RESET","email":"ann@example.test"}' > /dev/null
    curl -sSf "http://$FIREBASE_AUTH_EMULATOR_HOST/emulator/v1/projects/$GCLOUD_PROJECT/oobCodes" > codes.json
    code=$(sed -n 's/.*"oobCode": *"\\([^"]*\\)".*/\\1/p' codes.json | head -n 1)
    post accounts:resetPassword "{\\"oobCode\\":\\"$code\\",\\"newPassword\\":\\"new-horse\\"}" > /dev/null
    post accounts:signUp '{"email":"new@example.test","password":"correct-horse"}' > /dev/null
    exit "${1:-0}"
"""


class Suite:
    """A directory with the files that suites for the Firebase CLI have."""

    def __init__(self, directory, binary):
        self.directory, self._binary = directory, binary
        self.port, self.hub, self.ui = free_port(), free_port(), free_port()
        self.write("firebase.json", FIREBASE_JSON % (self.port, self.hub, self.ui))
        self.write(".firebaserc", '{"projects": {"default": "demo-shop", "staging": "demo-staging"}}')
        self.url = f"http://127.0.0.1:{self.port}"

    def write(self, name, text):
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def script(self, name, text):
        path = self.write(name, textwrap.dedent(text).lstrip())
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def seed(self, name, version="15.28.1", config=True, tenants=True, others=True):
        """An export of the official emulators, as their versions write it."""
        metadata = {"version": version, "auth": {"version": version, "path": "auth_export"}}
        if others:
            metadata["firestore"] = {"version": "1.20.2", "path": "firestore_export", "metadata_file": "x"}
        self.write(f"{name}/{METADATA}", json.dumps(metadata))
        document = {"kind": "identitytoolkit#DownloadAccountResponse", "users": [ANN]}
        self.write(f"{name}/auth_export/accounts.json", json.dumps(document))
        if tenants:
            self.write(f"{name}/auth_export/accounts-blue-1a2b3.json", json.dumps({"users": [BOB]}))
        if config:
            self.write(f"{name}/auth_export/config.json", json.dumps({"signIn": {"allowDuplicateEmails": False}}))

    def environment(self, **variables):
        home = self.directory.parent
        return clean_environment(HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"), **variables)

    def run(self, *arguments, below="", **variables):
        return children.run(
            [self._binary, *arguments],
            timeout=60,
            cwd=self.directory / below,
            env=self.environment(**variables),
        )

    def start(self, *arguments, **variables):
        """A command that goes on, once it has written its first line to standard output."""
        process = children.Popen(
            [self._binary, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.directory,
            env=self.environment(**variables),
        )
        return process, process.stdout.readline()


def end(process, number=signal.SIGTERM):
    """The exit code and both outputs of a process that is told to end."""
    process.send_signal(number)
    with process.stdout, process.stderr:
        return process.wait(20), process.stdout.read(), process.stderr.read()


@pytest.fixture
def suite(binary, tmp_path):
    directory = tmp_path / "suite"
    directory.mkdir()
    return Suite(directory, binary)


# A whole suite


@pytest.mark.parametrize("code", [0, 3])
def test_a_suite_runs_with_one_word_changed(suite, code):
    suite.seed("seed")
    suite.script("test.sh", SCRIPT)
    result = suite.run("emulators:exec", "--only", "auth", "--import=seed", "--export-on-exit=out", f"./test.sh {code}")

    assert result.returncode == code, result.stderr
    assert result.stdout == ""
    codes = json.loads((suite.directory / "codes.json").read_text())["oobCodes"]
    assert [(entry["email"], entry["requestType"]) for entry in codes] == [("ann@example.test", "PASSWORD_RESET")]
    assert codes[0]["oobLink"].startswith(f"{suite.url}/emulator/action?")
    assert json.loads((suite.directory / "signed-in.json").read_text())["localId"] == "ann-0001"
    users = {user["email"]: user for user in read(suite.directory / "out")["accounts.json"]["users"]}
    assert set(users) == {"ann@example.test", "new@example.test"}
    assert users["ann@example.test"]["passwordHash"].endswith("password=new-horse")
    assert not accepts_connections("127.0.0.1", suite.port)


# What a suite does whose functions are loaded by the official Functions emulator.
SCRIPT_WITH_FUNCTIONS = """
    #!/bin/sh
    set -eu
    api="http://$FIREBASE_AUTH_EMULATOR_HOST/identitytoolkit.googleapis.com/v1"
    post() { curl -sS -H 'Content-Type: application/json' -d "$2" "$api/$1?key=fake-api-key"; }
    post accounts:signUp '{"email":"new@example.test","password":"correct-horse"}' > signed-up.json
    post accounts:signUp '{"email":"out@elsewhere.test","password":"correct-horse"}' > refused.json
    exit "${1:-0}"
"""


@pytest.mark.parametrize("code", [0, 3])
def test_a_suite_with_functions_runs_with_one_word_changed(suite, code):
    functions = FunctionsEmulator("demo-shop")
    try:
        functions.define("check", "beforeCreate")
        functions.define("welcome", "user.create")
        refusal = {"error": {"code": 403, "message": "PERMISSION_DENIED", "status": "PERMISSION_DENIED"}}

        def check(call):
            if "elsewhere" in json.dumps(call.payload):
                return Reply(status=403, body=json.dumps(refusal))
            return {"userRecord": {"updateMask": "customClaims", "customClaims": {"member": True}}}

        functions.answer("check", check)
        document = {
            "emulators": {
                "auth": {"port": suite.port},
                "hub": {"port": suite.hub},
                "functions": {"host": "127.0.0.1", "port": functions.port},
            }
        }
        suite.write("firebase.json", json.dumps(document))
        suite.seed("seed")
        suite.script("test.sh", SCRIPT_WITH_FUNCTIONS)
        script = f"./test.sh {code}"
        result = suite.run("emulators:exec", "--only", "auth", "--import=seed", "--export-on-exit=out", script)

        assert result.returncode == code, result.stderr
        token = json.loads((suite.directory / "signed-up.json").read_text())["idToken"]
        assert claims(token)["member"] is True
        refused = json.loads((suite.directory / "refused.json").read_text())["error"]
        assert refused["message"].startswith("BLOCKING_FUNCTION_ERROR_RESPONSE")
        users = {user["email"] for user in read(suite.directory / "out")["accounts.json"]["users"]}
        assert users == {"ann@example.test", "new@example.test"}
        events = functions.calls("trigger_multicast")
        assert [event.body["data"]["email"] for event in events] == ["new@example.test"]
    finally:
        functions.close()


@pytest.mark.parametrize("version", ["10.0.1", "11.30.0", "12.9.1", "13.35.1", "14.27.0", "15.28.1"])
@pytest.mark.parametrize("parts", [{}, {"config": False, "tenants": False, "others": False}], ids=["all", "least"])
def test_exports_of_every_version_are_read_and_written(suite, version, parts):
    suite.seed("seed", version, **parts)
    result = suite.run("emulators:exec", "--import", "seed", "--export-on-exit", "true")

    assert result.returncode == 0, result.stderr
    files = read(suite.directory / "seed")
    assert [user["localId"] for user in files["accounts.json"]["users"]] == ["ann-0001"]
    assert ("accounts-blue-1a2b3.json" in files) == parts.get("tenants", True)
    metadata = json.loads((suite.directory / "seed" / METADATA).read_text())
    assert metadata["version"] == version
    assert ("firestore" in metadata) == parts.get("others", True)


# Options that the CLI has for all commands

FOR_ALL = [
    *((words, "demo-staging") for words in (["--project", "staging"], ["--project=staging"], ["-P", "staging"])),
    (["-Pstaging"], "demo-staging"),
    *((words, "demo-ci") for words in (["--config", "ci/firebase.json"], ["--config=ci/firebase.json"])),
    *((words, "demo-ci") for words in (["-c", "ci/firebase.json"], ["-cci/firebase.json"])),
    *(([word], "demo-shop") for word in ("--debug", "--non-interactive", "--interactive", "-i", "--json", "-j")),
    *((words, "demo-shop") for words in (["--token", "t"], ["--token=t"], ["--account", "a@b.test"], ["--account=a"])),
    (["--debug", "-i", "-P", "staging", "--token", "emulators:start"], "demo-staging"),
]


@pytest.mark.parametrize("side", ["before", "behind"])
@pytest.mark.parametrize(
    ("options", "project"), FOR_ALL, ids=lambda value: " ".join(value) if isinstance(value, list) else value
)
def test_they_stand_on_both_sides_of_the_command(suite, side, options, project):
    suite.write("ci/firebase.json", json.dumps({"emulators": {"auth": {"port": suite.hub}}}))
    suite.write("ci/.firebaserc", json.dumps({"projects": {"default": "demo-ci"}}))
    before, behind = (options, []) if side == "before" else ([], options)
    result = suite.run(*before, "emulators:exec", *behind, "--only", "auth", "echo $GCLOUD_PROJECT")
    assert (result.returncode, result.stdout) == (0, f"{project}\n"), result.stderr
    assert (" debug " in result.stderr) == ("--debug" in options)
    assert ("--json has no effect" in result.stderr) == any(word in options for word in ("--json", "-j"))


def test_every_command_that_has_them_takes_them_first(suite, start_server):
    server = start_server("--project", "demo-shop")
    Rest(server, "demo-shop").existing_account("ann@example.test")
    for command in (["emulators:export", "a"], ["export", "b"], ["accounts", "list"], ["outbox", "list"]):
        result = suite.run("-P", "demo-shop", *command, FIREBREAK_URL=server.url)
        assert result.returncode == 0, result.stderr
    for command in ("emulators:start", "serve"):
        process, first = suite.start("--project=staging", command, "--port", "0", "--hub", "off")
        code, output, errors = end(process)
        assert code == 0 and "demo-staging" in first + output, errors
    assert (
        suite.run("--project", "staging", "exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT").stdout == "demo-staging\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["-V"],
        ["--version"],
        ["--debug", "-V"],
        ["emulators:start", "-V"],
        ["emulators:exec", "-V"],
        ["-P", "x", "emulators:export", "--version"],
        ["-V", "serve"],
    ],
)
def test_the_version_is_told_wherever_it_is_asked_for(suite, words):
    result = suite.run(*words)
    assert (result.returncode, result.stderr) == (0, "") and result.stdout.startswith("firebreak "), result


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--projet", "x", "emulators:exec", "true"], "Unknown option '--projet'. Did you mean '--project'?"),
        (["--confg=x", "emulators:start"], "Did you mean '--config'?"),
        (["emulators:exec", "--projet=x", "true"], "Did you mean '--project'?"),
        (["emulators:start", "--non-interactiv"], "Did you mean '--non-interactive'?"),
        (["emulators:export", "--forc", "out"], "Did you mean '--force'?"),
        (["--project", "x"], "there is no command after --project x"),
        (["emulators:start", "--log-verbosity", "LOUD"], "'DEBUG', 'INFO', 'QUIET' or 'SILENT'"),
        (
            ["emulators:exec", "--inspect-functions=80", "true"],
            "--inspect-functions must be a port, 1024 through 65535",
        ),
        (["emulators:start", "--hub", "of"], "--hub must be 0 through 65535, or off"),
        (["emulators:start", "--profile", "prod"], "'local', 'emulator' or 'production'"),
    ],
)
def test_wrong_options_and_values_are_usage_errors(suite, words, problem):
    result = suite.run(*words)
    assert (result.returncode, result.stdout) == (2, "") and problem in result.stderr, result.stderr


# emulators:exec


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["--help"], 0, "OVERVIEW: Run a script"),
        (["-h"], 0, "OVERVIEW: Run a script"),
        (["--debug"], 2, "Missing expected argument '<script>'"),
        (["--only", "auth", "--export-on-exitt"], 2, "Missing expected argument '<script>'"),
    ],
)
def test_an_option_is_no_script(suite, words, code, text):
    result = suite.run("emulators:exec", *words)
    assert result.returncode == code and text in result.stdout + result.stderr, result.stderr


def test_the_script_finds_what_it_needs(suite):
    (suite.directory / "e2e").mkdir()
    result = suite.run(
        "emulators:exec",
        "--project",
        "staging",
        "--ui",
        "--debug",
        "--non-interactive",
        "--inspect-functions",
        'echo "$FIREBASE_AUTH_EMULATOR_HOST $GCLOUD_PROJECT" && pwd',
        below="e2e",
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout == f"127.0.0.1:{suite.port} demo-staging\n{os.path.realpath(suite.directory / 'e2e')}\n"
    assert "All emulators ready" in result.stderr and " debug " in result.stderr


def test_the_script_finds_what_the_cli_sets(suite):
    show = 'echo "$IS_FIREBASE_CLI $FIREBASE_CONFIG"'
    sign, settings = suite.run("emulators:exec", show).stdout.split(" ", 1)
    assert sign == "true" and json.loads(settings) == {
        "projectId": "demo-shop",
        "storageBucket": "demo-shop.appspot.com",
        "databaseURL": "https://demo-shop.firebaseio.com",
    }
    own = suite.run("emulators:exec", show, FIREBASE_CONFIG='{"projectId":"own"}')
    assert own.stdout == 'true {"projectId":"own"}\n'
    # `exec` is not the CLI's, and what it starts may be.
    assert suite.run("exec", "--", "sh", "-c", show).stdout == " \n"


@pytest.mark.parametrize("command", ["emulators:exec", "exec"])
@pytest.mark.parametrize("port", ["firebase.json", "--port", "none"])
def test_the_command_that_runs_both_has_the_port(suite, binary, command, port):
    """An app, and what the other emulators load, may have Auth's port in settings of their own."""
    suite.script("bin/firebase", '#!/bin/sh\necho "$FIREBASE_AUTH_EMULATOR_HOST" "$3"\n')
    if port == "none":
        suite.write("firebase.json", "{}")
    options = ["--port", suite.ui] if port == "--port" else []
    words = ["npm test"] if command == "emulators:exec" else ["--", "npm", "test"]
    advice = suite.run(command, "--only", "auth,firestore", *options, *words).stderr.splitlines()[-1]
    expected = {"firebase.json": suite.port, "--port": suite.ui}.get(port)
    if expected is None:
        is_free = not accepts_connections("127.0.0.1", 9099)
        assert ("--port 9099 " in advice) == (is_free or command == "emulators:exec")
        return
    path = f"{suite.directory}/bin:{os.path.dirname(binary)}:{os.environ['PATH']}"
    result = children.run(["sh", "-c", advice], cwd=suite.directory, env=suite.environment(PATH=path))
    assert result.stdout == f"127.0.0.1:{expected} demo-shop\n", result.stderr


def test_a_project_that_looks_like_an_option_stays_one_in_commands(suite):
    result = suite.run("exec", "--project=--help", "--only", "firestore", "--", "true")
    command = result.stderr.splitlines()[-1]
    assert command.count("'--project=--help'") == 2 and "--project --help" not in command


def test_there_is_a_hub_where_its_port_is_free(suite):
    script = "echo $FIREBASE_EMULATOR_HUB; curl -sSf http://$FIREBASE_EMULATOR_HUB/emulators"
    result = suite.run("emulators:exec", script)
    address, emulators = result.stdout.split("\n", 1)
    assert address == f"127.0.0.1:{suite.hub}" and f"Emulator Hub    {address} " in result.stderr
    assert json.loads(emulators)["auth"]["port"] == suite.port

    with socket.create_server(("127.0.0.1", suite.hub)):
        result = suite.run("emulators:exec", 'echo "$FIREBASE_EMULATOR_HUB"')
        assert (result.returncode, result.stdout) == (0, "\n"), result.stderr
        asked_for = suite.run("emulators:exec", "--hub", suite.hub, "true")
        assert asked_for.returncode == 4 and f"Port {suite.hub} of 127.0.0.1, for the hub, is taken" in asked_for.stderr


def test_there_need_not_be_a_hub(suite):
    for options, variables in ((["--hub", "off"], {}), ([], {"FIREBREAK_HUB": "off"})):
        result = suite.run("emulators:exec", *options, 'echo "hub: $FIREBASE_EMULATOR_HUB"', **variables)
        assert (result.returncode, result.stdout) == (0, "hub: \n"), result.stderr
        assert "Emulator Hub" not in result.stderr


def test_a_hub_on_the_port_of_the_cli_is_told(suite):
    told = f"The hub at 127.0.0.1:{suite.hub} has the port that firebase.json names for the hub"
    for options, is_told in (([], True), (["--hub", "off"], False), (["--hub", "0"], False)):
        process, _ = suite.start("emulators:start", "--only", "auth", *options)
        _, _, errors = end(process)
        assert (told in errors and "--hub off" in errors) == is_told, errors
    # There is nothing that the CLI could run beside.
    suite.write("firebase.json", json.dumps({"emulators": {"auth": {"port": suite.port}, "hub": {"port": suite.hub}}}))
    process, _ = suite.start("emulators:start")
    assert "names for the hub" not in end(process)[2]


def test_exports_that_a_cli_around_it_replaces_are_warned_of(suite):
    hub = {"FIREBASE_EMULATOR_HUB": "127.0.0.1:9"}
    warning = "If they export to out when they end, they replace the directory"
    assert warning in suite.run("emulators:exec", "--export-on-exit=out", "true", **hub).stderr
    assert warning not in suite.run("emulators:exec", "--export-on-exit=out", "true").stderr
    assert "replace the directory" not in suite.run("emulators:exec", "true", **hub).stderr


def test_profile_and_other_options_of_serve(suite):
    config = "curl -sSf $FIREBREAK_URL/firebreak/v1/info"
    assert json.loads(suite.run("emulators:exec", config).stdout)["profile"] == "emulator"
    result = suite.run("emulators:exec", "--profile", "local", "--port", "0", "--seed", "1", config)
    answer = json.loads(result.stdout)
    assert (answer["profile"], answer["port"] == suite.port) == ("local", False)


def test_what_else_firebase_json_has_is_named(suite):
    line = "firebase.json also has firestore and hosting, which Firebreak does not run: firebreak exec"
    named = suite.run("emulators:exec", "true").stderr
    assert line in named and "-- firebase emulators:exec --project demo-shop --only firestore,hosting true\n" in named
    assert line not in suite.run("emulators:exec", "--only", "auth", "true").stderr


@pytest.mark.parametrize("command", ["emulators:exec", "emulators:start", "exec", "serve"])
def test_other_emulators_are_refused_with_the_command_that_runs_both(suite, command):
    words = {"emulators:exec": ["npm test"], "exec": ["--", "npm", "test"]}.get(command, [])
    result = suite.run(command, "--only", "auth,firestore", *words)

    assert (result.returncode, result.stdout) == (2, "")
    both = (
        "firebase emulators:exec --project demo-shop --only firestore 'npm test'"
        if words
        else "firebase emulators:start --project demo-shop --only firestore"
    )
    assert "firebreak exec --project demo-shop" in result.stderr and result.stderr.endswith(f"-- {both}\n")


def test_another_project_is_warned_of(suite):
    sign_up = (
        "curl -sSf -H 'Authorization: Bearer owner' -H 'Content-Type: application/json' -d '{}' "
        "$FIREBREAK_URL/identitytoolkit.googleapis.com/v1/projects/other/accounts"
    )
    result = suite.run("emulators:exec", sign_up)
    assert result.returncode == 0 and "--single-project off" in result.stderr


def test_the_console_needs_no_port(suite):
    script = f"! curl -s http://127.0.0.1:{suite.ui}/ && curl -sSfo page.html $FIREBREAK_URL/firebreak/"
    assert suite.run("emulators:exec", "--ui", script).returncode == 0


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_other_machines_get_a_control_token(suite, host):
    suite.write("firebase.json", json.dumps({"emulators": {"auth": {"host": host, "port": suite.port}}}))
    script = "curl -so answer -w %{http_code} http://$FIREBASE_AUTH_EMULATOR_HOST/firebreak/v1/projects"
    result = suite.run("emulators:exec", script + '; echo " $FIREBREAK_CONTROL_TOKEN"')

    assert result.returncode == 0, result.stderr
    status, token = result.stdout.split()
    assert status == "401" and f"because other machines can connect: {token}\n" in result.stderr
    given = suite.run("emulators:exec", "--control-token", "s3cret", "echo $FIREBREAK_CONTROL_TOKEN")
    assert given.stdout == "s3cret\n" and "Control token" not in given.stderr


def test_an_import_that_is_not_there_is_a_warning(suite):
    (suite.directory / "empty").mkdir()
    for name in ("absent", "empty"):
        result = suite.run("emulators:exec", f"--import={name}", "true")
        assert result.returncode == 0 and "warning" in result.stderr and name in result.stderr
    # Accounts without what says that they are an export.
    suite.seed("bare")
    (suite.directory / "bare" / METADATA).unlink()
    for options in ([], ["--export-on-exit"]):
        result = suite.run("emulators:exec", "--import=bare", *options, "true")
        assert result.returncode == 0 and f"neither {METADATA} nor accounts.json" in result.stderr, result.stderr
        assert " warning " in result.stderr
    # Where the export goes as well, this is how it begins.
    first = suite.run("emulators:exec", "--import=empty", "--export-on-exit", "true")
    assert first.returncode == 0 and "warning" not in first.stderr, first.stderr
    assert "accounts.json" in read(suite.directory / "empty")


def test_options_that_mean_nothing_here(suite):
    accepted = ["--token", "t", "--account", "a@example.test", "--non-interactive"]
    result = suite.run("emulators:exec", "-Pstaging", *accepted, "--log-verbosity", "SILENT", "echo $GCLOUD_PROJECT")
    assert (result.returncode, result.stdout) == (0, "demo-staging\n"), result.stderr
    told = suite.run("emulators:exec", "--json", "true")
    assert told.returncode == 0 and told.stderr.startswith("--json has no effect")


def test_the_hub_is_for_this_machine(suite):
    document = {"auth": {"host": "0.0.0.0", "port": suite.port}, "hub": {"port": suite.hub}}
    suite.write("firebase.json", json.dumps({"emulators": document}))
    show = "echo $FIREBASE_EMULATOR_HUB; curl -sSf $FIREBASE_EMULATOR_HUB/emulators"
    result = suite.run("emulators:exec", show)
    address, emulators = result.stdout.split("\n", 1)
    assert address == f"127.0.0.1:{suite.hub}"
    assert json.loads(emulators)["hub"]["listen"][0]["address"] == "127.0.0.1"

    document["hub"]["host"] = "::1"
    suite.write("firebase.json", json.dumps({"emulators": document}))
    assert suite.run("emulators:exec", show).stdout.startswith(f"[::1]:{suite.hub}\n")


# emulators:start


def test_start_tells_people_and_no_program(suite):
    process, first = suite.start("emulators:start", "--only", "auth")
    created = ok(Rest(suite, "demo-shop").app("signUp", {}))
    code, output, errors = end(process, signal.SIGINT)

    assert code == 0 and created["localId"]
    assert first == "All emulators ready! It is now safe to connect your app.\n"
    assert f"Authentication  127.0.0.1:{suite.port}" in output
    assert f"demo-shop, from {suite.directory}/.firebaserc" in output
    assert '"event"' not in output and "also has" not in output
    assert "The default project is that of .firebaserc" in errors


@pytest.mark.parametrize("command", ["emulators:start", "serve"])
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT])
def test_the_end_of_a_terminal_keeps_the_export(suite, command, number):
    process, _ = suite.start(command, "--export-on-exit=out", "--hub", suite.hub, "--port", suite.port)
    Rest(suite, "demo-shop").sign_up("ann@example.test", "correct-horse")
    code, _, errors = end(process, number)

    assert code == 0, errors
    assert len(read(suite.directory / "out")["accounts.json"]["users"]) == 1
    assert list(children.place().temporary.iterdir()) == []


def test_what_nohup_ignores_stays_ignored(suite):
    process = children.Popen(
        ["nohup", suite._binary, "emulators:start", "--export-on-exit=out"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=suite.directory,
        env=suite.environment(),
    )
    assert process.stdout.readline().startswith("All emulators ready")
    process.send_signal(signal.SIGHUP)
    ok(Rest(suite, "demo-shop").app("signUp", {}))
    code, _, errors = end(process)
    assert code == 0, errors
    assert len(read(suite.directory / "out")["accounts.json"]["users"]) == 1


@pytest.mark.parametrize("command", ["emulators:start", "emulators:exec", "serve"])
def test_a_port_that_is_taken_names_who_has_it(suite, command):
    with socket.create_server(("127.0.0.1", suite.port)):
        words = ["true"] if command == "emulators:exec" else ["--port", suite.port]
        result = suite.run(command, *words)

    assert (result.returncode, result.stdout) == (4, "")
    assert f"Port {suite.port} of 127.0.0.1 is taken by" in result.stderr
    if os.path.isdir("/proc/self/fd"):
        assert f"process {os.getpid()} (" in result.stderr


# emulators:export


@pytest.mark.parametrize("way", ["firebase.json", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBREAK_URL", "--url"])
def test_export_finds_the_server(suite, start_server, way):
    server = start_server("--project", "demo-shop", port=suite.port if way == "firebase.json" else 0)
    Rest(server, "demo-shop").sign_up("ann@example.test", "correct-horse")
    suite.write(f"out/{METADATA}", json.dumps({"version": "15.28.1", "storage": {"path": "storage_export"}}))
    options = {"--url": ["--url", server.url]}.get(way, [])
    variables = {"FIREBASE_AUTH_EMULATOR_HOST": server.authority, "FIREBREAK_URL": server.url}
    result = suite.run(
        "emulators:export",
        "out",
        "--only",
        "auth",
        "--force",
        *options,
        **{k: v for k, v in variables.items() if k == way},
    )

    assert (result.returncode, result.stdout) == (0, "Exported 1 account of demo-shop to out\n"), result.stderr
    assert [user["email"] for user in read(suite.directory / "out")["accounts.json"]["users"]] == ["ann@example.test"]
    assert set(json.loads((suite.directory / "out" / METADATA).read_text())) == {"version", "auth", "storage"}


def test_export_asks_the_hub(suite, start_server, tmp_path):
    """A hub of whichever emulators, which the file in the temporary directory names."""
    server = start_server("--project", "demo-shop")
    Rest(server, "demo-shop").sign_up("ann@example.test", "correct-horse")
    hub = tmp_path / "hub"
    hub.mkdir()
    (hub / "emulators").write_text(json.dumps({"auth": {"name": "auth", "host": "127.0.0.1", "port": server.port}}))
    port = free_port()
    files = children.Popen(
        ["python3", "-m", "http.server", "--bind", "127.0.0.1", str(port)],
        cwd=hub,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not accepts_connections("127.0.0.1", port):
            pass
        locator = {"version": "15.28.1", "origins": ["http://127.0.0.1:9", f"http://127.0.0.1:{port}"], "pid": 1}
        (hub / "hub-demo-shop.json").write_text(json.dumps(locator))
        for name, variables in (
            ("file", {"TMPDIR": str(hub)}),
            ("variable", {"FIREBASE_EMULATOR_HUB": f"127.0.0.1:{port}"}),
        ):
            result = suite.run("emulators:export", name, **variables)
            assert result.returncode == 0, result.stderr
            assert len(read(suite.directory / name)["accounts.json"]["users"]) == 1
    finally:
        files.terminate()
        files.wait()


def test_a_project_that_the_server_does_not_have_empties_no_seed(suite, start_server):
    server = start_server("--project", "demo-other")
    Rest(server, "demo-third").sign_up("ann@example.test", "correct-horse")
    suite.seed("seed")
    before = read(suite.directory / "seed")
    for command in ("emulators:export", "export"):
        result = suite.run(command, "seed", "--url", server.url)
        assert (result.returncode, result.stdout) == (1, "")
        assert f"{server.url} has no project demo-shop, so nothing was exported" in result.stderr
        assert "it has demo-" in result.stderr and "demo-third" in result.stderr
        assert read(suite.directory / "seed") == before
    # Its default project is there before anything is in it.
    assert suite.run("emulators:export", "new", "-P", "demo-other", "--url", server.url).returncode == 0


@pytest.mark.parametrize("only", ["firestore", "auth,firestore", "atuh", ","])
def test_export_of_other_emulators_is_refused(suite, only):
    result = suite.run("emulators:export", "out", "--only", only)
    assert (result.returncode, result.stdout) == (2, "") and "--only names" in result.stderr
    assert not (suite.directory / "out").exists()


@pytest.mark.parametrize("text", ["{", "[]", "\xff"])
def test_metadata_that_cannot_be_read_stays(suite, start_server, text):
    """It says what belongs to other emulators."""
    server = start_server("--project", "demo-shop")
    file = suite.write(f"out/{METADATA}", "")
    file.write_bytes(text.encode("latin-1"))
    for command in ("emulators:export", "export"):
        result = suite.run(command, "out", "--url", server.url)
        assert (result.returncode, result.stdout) == (1, "")
        assert f"{METADATA}: the file is no" in result.stderr and "nothing was exported" in result.stderr
        assert os.listdir(suite.directory / "out") == [METADATA] and file.read_bytes() == text.encode("latin-1")
    assert suite.run("emulators:export", "out", "--force", "--url", server.url).returncode == 0
    assert set(json.loads(file.read_text())) == {"version", "auth"}


def test_what_the_server_had_is_exported_at_its_end_whatever_is_there(suite):
    file = suite.write(f"out/{METADATA}", "{")
    result = suite.run("emulators:exec", "--export-on-exit=out", "true")
    assert result.returncode == 0, result.stderr
    assert METADATA in result.stderr and "it is replaced" in result.stderr
    assert read(suite.directory / "out")["accounts.json"]["users"] == [] and json.loads(file.read_text())["auth"]


def test_failures_of_the_system_are_sentences(suite, start_server):
    server = start_server("--project", "demo-shop")
    suite.write("file", "")
    for command, path, reason in (
        ("emulators:export", "file/out", "not a directory"),
        ("export", "file/out", "not a directory"),
        ("export", "file/users.json", "no such file or directory"),
    ):
        result = suite.run(command, path, "--url", server.url)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.endswith(f" cannot be written: {reason}\n"), result.stderr


def test_a_token_that_the_server_made_is_asked_for(suite):
    """Nothing but the terminal knows it."""
    suite.write("firebase.json", json.dumps({"emulators": {"auth": {"host": "0.0.0.0", "port": suite.port}}}))
    process, _ = suite.start("emulators:start")
    result = suite.run("emulators:export", "out")
    _, output, _ = end(process)

    assert result.returncode == 1
    assert "--control-token or FIREBREAK_CONTROL_TOKEN" in result.stderr
    assert "made one itself" in result.stderr and "Control token, made for this run" in output


def test_export_from_another_server(suite):
    files = children.Popen(
        ["python3", "-m", "http.server", "--bind", "127.0.0.1", str(suite.port)],
        cwd=suite.directory,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not accepts_connections("127.0.0.1", suite.port):
            pass
        result = suite.run("emulators:export", "out")
        assert (result.returncode, result.stdout) == (1, "")
        assert f"the server at {suite.url} is not Firebreak: its answer has status 404" in result.stderr
        assert not (suite.directory / "out").exists()
    finally:
        files.terminate()
        files.wait()


def test_export_without_a_server(suite):
    result = suite.run("emulators:export", "out")
    assert result.returncode == 1 and suite.url in result.stderr
    assert not (suite.directory / "out").exists()


# Files


@pytest.mark.parametrize("command", ["emulators:start", "emulators:exec", "emulators:export"])
def test_a_broken_file_has_a_place(suite, command):
    words = {"emulators:exec": ["true"], "emulators:export": ["out"]}.get(command, [])
    suite.write("firebase.json", '{\n  "emulators": {"auth": {"port": "high"}}\n}')
    result = suite.run(command, *words)
    assert result.returncode == 2
    assert f"{suite.directory}/firebase.json:2:26: /emulators/auth/port: must be a port" in result.stderr

    suite.write("firebase.json", "{}")
    suite.write(".firebaserc", '{"projects": {"default": }}')
    result = suite.run(command, *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert f"{suite.directory}/.firebaserc:1:26: " in result.stderr


@pytest.mark.parametrize(
    "auth, problem",
    [
        ({"host": "not a host"}, "2:23: /emulators/auth/host: must be a name or an address"),
        ({"host": "nowhere.invalid"}, "2:14: /emulators/auth: Port 9099 of nowhere.invalid cannot be used: "),
        ({"host": "192.0.2.1"}, "2:14: /emulators/auth: Port 9099 of 192.0.2.1 cannot be used: "),
    ],
)
@pytest.mark.parametrize("command", ["emulators:start", "emulators:exec"])
def test_where_nothing_can_listen_has_a_place(suite, command, auth, problem):
    suite.write("firebase.json", '{"emulators":\n            {"auth": ' + json.dumps(auth) + "}}")
    result = suite.run(command, *(["true"] if command == "emulators:exec" else []))
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert f"{suite.directory}/firebase.json:{problem}" in result.stderr

    flag = suite.run("serve", "--port", "0", "--host", "192.0.2.1", "--control-token", "t")
    assert flag.returncode == 2 and "Port 0 of 192.0.2.1 cannot be used: " in flag.stderr


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_file_is_a_warning(suite, text):
    suite.write("firebase.json", text)
    result = suite.run("emulators:exec", "--port", "0", "echo $GCLOUD_PROJECT")
    assert (result.returncode, result.stdout) == (0, "demo-shop\n")
    assert f"warning: {suite.directory}/firebase.json is empty and counts as {{}}\n" in result.stderr


def test_a_key_of_a_file_begins_no_line(suite):
    suite.write(".firebaserc", json.dumps({"projects": {"a\nError: forged\x1b[2J": 1}}))
    result = suite.run("emulators:exec", "true")
    assert result.returncode == 2 and "/projects/a\\nError: forged\\u{1B}[2J: must be" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_file_is_looked_at_before_it_is_read(suite):
    with open(suite.directory / ".firebaserc", "w") as file:
        file.truncate(3 << 30)
    result = suite.run("emulators:exec", "true")
    assert result.returncode == 2 and "may have at most 16 MiB" in result.stderr
    (suite.directory / ".firebaserc").unlink()
    with open(suite.directory / "users.json", "w") as file:
        file.truncate(3 << 30)
    result = suite.run("emulators:exec", "--import", "users.json", "true")
    assert (
        result.returncode == 3
        and "users.json: a file of an import at the start may have at most 1 GiB" in result.stderr
    )


@pytest.mark.parametrize("path", ["../other", "../../", "auth_export/../../other"])
def test_an_export_leads_nowhere_else(suite, path):
    suite.seed("seed")
    suite.seed("other")
    suite.write(f"seed/{METADATA}", json.dumps({"version": "15.0.0", "auth": {"version": "15.0.0", "path": path}}))
    result = suite.run("emulators:exec", "--import=seed", "true")
    assert result.returncode == 3 and f"auth.path leads out of the directory: {path}" in result.stderr


@pytest.mark.parametrize(("used", "project"), [("staging", "demo-staging"), ("demo-used", "demo-used")])
def test_what_firebase_use_chose_is_the_project(suite, used, project):
    home = suite.directory.parent
    store = home / ".config" / "configstore" / "firebase-tools.json"
    store.parent.mkdir(parents=True)
    store.write_text(json.dumps({"activeProjects": {os.path.realpath(suite.directory): used, "/": "demo-root"}}))
    (suite.directory / "e2e").mkdir()
    result = suite.run("emulators:exec", "echo $GCLOUD_PROJECT", below="e2e")
    assert (result.returncode, result.stdout) == (0, f"{project}\n"), result.stderr
    assert suite.run("emulators:exec", "-P", "default", "echo $GCLOUD_PROJECT").stdout == "demo-shop\n"
    assert suite.run("exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT").stdout == f"{project}\n"


def test_config_names_the_file(suite):
    suite.write("ci/firebase.json", json.dumps({"emulators": {"auth": {"port": suite.hub}}}))
    suite.write("ci/.firebaserc", json.dumps({"projects": {"default": "demo-ci"}}))
    for option in (["--config", "ci/firebase.json"], ["-c", suite.directory / "ci" / "firebase.json"]):
        result = suite.run("emulators:exec", *option, "echo $FIREBASE_AUTH_EMULATOR_HOST $GCLOUD_PROJECT")
        assert result.stdout == f"127.0.0.1:{suite.hub} demo-ci\n", result.stderr

    missing = suite.run("emulators:exec", "--config", "nowhere.json", "true")
    assert missing.returncode == 2 and "nowhere.json: the file cannot be read: No such file" in missing.stderr


# serve and exec


@pytest.mark.parametrize(
    "arguments, variables, project, is_from_file",
    [
        ([], {}, "demo-shop", True),
        (["-P", "staging"], {}, "demo-staging", True),
        (["-P", "other"], {}, "other", False),
        ([], {"GCLOUD_PROJECT": "google"}, "google", False),
        ([], {"FIREBREAK_PROJECT": "own"}, "own", False),
    ],
)
def test_serve_takes_the_project_of_the_file(suite, arguments, variables, project, is_from_file):
    process, line = suite.start("serve", "--only", "auth", "--port", "0", *arguments, **variables)
    code, _, errors = end(process)
    ready = json.loads(line)
    file = f"{suite.directory}/.firebaserc" if is_from_file else None

    assert (code, ready["project"], ready.get("projectFile")) == (0, project, file)
    assert ("The default project is that of .firebaserc" in errors) == is_from_file


def test_commands_for_a_running_server_mean_the_same_project(suite):
    commands = f"{suite._binary} outbox list --format json; {suite._binary} outbox list -P other --format json"
    send = (
        """curl -sSf -H 'Content-Type: application/json' -o sent.json -d '{"requestType":"EMAIL_SIGNIN","email":"""
        """"a@b.test","continueUrl":"http://localhost","canHandleCodeInApp":true}' """
        """"$FIREBREAK_URL/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k"; """
    )
    script = send + "unset GCLOUD_PROJECT GOOGLE_CLOUD_PROJECT FIREBREAK_PROJECT; " + commands
    result = suite.run("exec", "--", script)
    assert result.returncode == 0, result.stderr
    ours, others = (json.loads(line) for line in result.stdout.splitlines())
    assert (len(ours["messages"]), len(others["messages"])) == (1, 0)


@pytest.mark.parametrize(
    "words, output, code",
    [
        (["echo a && exit 7"], "a\n", 7),
        (['printf "%s" "$GCLOUD_PROJECT"'], "demo-shop", 0),
        (["echo"], "\n", 0),
        (["echo", "a && b"], "a && b\n", 0),
        (["no-such-program"], "", 127),
    ],
)
def test_exec_runs_a_script_in_one_word(suite, words, output, code):
    result = suite.run("exec", "--", *words)
    assert (result.returncode, result.stdout) == (code, output)


def test_export_on_exit_goes_where_the_import_came_from(suite):
    suite.seed("seed")
    for order in (["--import", "seed", "--export-on-exit"], ["--export-on-exit", "--import=seed"]):
        result = suite.run("exec", *order, "--", "true")
        assert result.returncode == 0, result.stderr
    assert len(read(suite.directory / "seed")["accounts.json"]["users"]) == 1

    for option in ("--export-on-exit", "--import"):
        result = suite.run("exec", option, "--", "true")
        assert result.returncode == 2 and option in result.stderr
